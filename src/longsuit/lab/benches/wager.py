"""Paytables: picked or changed, the meters set, beside another table of the same wager."""

from collections.abc import Callable
from fractions import Fraction

from msgspec.structs import replace

from longsuit.analysis.exact.pricing import Price, price
from longsuit.analysis.numbers import percent
from longsuit.analysis.report.numbers import one_in
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import game_by_id, paytables, wager_of
from longsuit.core.money import parse_dollars, plain_dollars, show_dollars
from longsuit.core.paytable import PayLine, PayTable, check_paytable, dead_lines, is_typed_pay
from longsuit.core.plain_number import read_number, shorten, ungroup
from longsuit.lab.bench import Bench, Values, Wrong
from longsuit.lab.benches.rules import row_of_two
from longsuit.lab.fields import Field, Raw, chosen
from longsuit.lab.figures import Figures, Place, Table, Tell, Tile, make_table, of_blocks, of_table

_PAY, _METER = "pay", "meter"


def key_of(table: PayTable) -> str:
    """A table in an address: the wager, and the table's id or short name."""
    short = next((name for name in (table.id, *table.also) if " " not in name), table.id)
    return f"{table.wager}.{short}"


TABLES = {key_of(table): table for table in paytables()}


def label_of(table: PayTable) -> str:
    """A table in a list."""
    wager = wager_of(table).name
    return table.id if table.id.startswith(wager) else f"{wager} {table.id}"


def table_field(default: str, label: str = "Paytable") -> Field:
    """A choice of every table in the box."""
    options = tuple((key, label_of(table)) for key, table in TABLES.items())
    return Field("table", label, default, options=options, restarts=True)


_TABLE = table_field("same-suit.A")


def _fields(raw: Raw) -> tuple[Field, ...]:
    table = TABLES[chosen(_TABLE, raw)]
    like = {key: one for key, one in TABLES.items() if one.wager == table.wager}
    other = next((key for key in like if key != key_of(table)), key_of(table))
    options = tuple(
        (key, f"{one.id}{' as printed' if one is table else ''}") for key, one in like.items()
    )
    pays = [
        Field(
            f"{_PAY}{number}",
            line.hand,
            show_units(table, line),
            check=_reads(table),
            longest=24,
            hint="250 or 12.50" if table.base else "50, 2.5 or 3/2",
            unit="$" if table.base else "to 1",
        )
        for number, line in enumerate(table.lines, 1)
        if line.meter is None
    ]
    meters = [
        Field(
            f"{_METER}{number}",
            f"Meter {meter.id} stands at",
            _whole(meter.seed),
            check=parse_dollars,
            longest=16,
            hint=_whole(meter.seed),
            unit="$",
        )
        for number, meter in enumerate(table.meters, 1)
    ]
    envy = any(line.envy for line in table.lines)
    seats = (Field("seats", "Seats wagering", "1", bounds=(1, game_by_id(table.game).seats)),)
    return (
        _TABLE,
        Field("against", "Compare with", other, options=options),
        *pays,
        *meters,
        *(seats if envy else ()),
    )


def _whole(cents: int) -> str:
    return plain_dollars(cents).removesuffix(".00")


def _reads(table: PayTable) -> Callable[[str], object]:
    return lambda text: read_units(table, text)


def units(table: PayTable) -> str:
    """What the pays of a table are, as it is posted."""
    if not table.base:
        return "Pays are to 1."
    return f"Pays are in dollars for a wager of {show_dollars(table.base).removesuffix('.00')}."


def show_units(table: PayTable, line: PayLine) -> str:
    """A pay in the table's own units, without their sign: ``250`` where it is $250."""
    cents = line.pays * table.base
    if table.base and cents.denominator == 1:
        return _whole(cents.numerator)
    return str(line.pays * _dollars(table))


def read_units(table: PayTable, text: str) -> Fraction:
    """What a pay in the table's own units is for one unit of the wager."""
    typed = read_number(ungroup(text).removeprefix("$") if table.base else text)
    if typed is None or not is_typed_pay(typed):
        example = "250 or 12.50" if table.base else "50, 2.5 or 3/2"
        raise InputError(f'"{shorten(text)}" isn\'t a valid pay. Try {example}.')
    return typed / _dollars(table)


def _dollars(table: PayTable) -> Fraction:
    """The wager that the pays are for, in dollars; those to 1 are for a wager of 1."""
    return Fraction(table.base, 100) if table.base else Fraction(1)


def edited(values: Values) -> PayTable:
    """The table with the pays of the fields."""
    table = TABLES[values["table"]]
    lines = tuple(
        line
        if line.meter is not None
        else replace(line, pays=read_units(table, values[f"{_PAY}{number}"]))
        for number, line in enumerate(table.lines, 1)
    )
    return table if lines == table.lines else replace(table, id="edited", lines=lines, also=())


def _check(values: Values) -> None:
    table = edited(values)
    wager = wager_of(table)
    for number, line in enumerate(table.lines, 1):
        if line in dead_lines(table, wager):
            raise Wrong(f"{_PAY}{number}", "This line would never pay: other lines pay more.")
    try:
        check_paytable(table, wager)
    except InputError as error:
        raise Wrong("table", str(error)) from None


def _quick(values: Values) -> bool:
    """A wager of the main game is solved with it; all else is priced at once."""
    return not _of_main(TABLES[values["table"]])


def _of_main(table: PayTable) -> bool:
    return wager_of(table) in game_by_id(table.game).by_table


def _count(values: Values, tell: Tell) -> Figures:
    table, other = edited(values), TABLES[values["against"]]
    if _of_main(table):
        return _main_wager(table, other, tell)
    from longsuit.analysis.report.bonuses import bonus_part
    from longsuit.analysis.report.progressives import progressive_part
    from longsuit.analysis.report.settings import Choice, choose

    meters = {
        meter.id: parse_dollars(values[f"{_METER}{number}"])
        for number, meter in enumerate(table.meters, 1)
    }
    settings = choose(
        table.game,
        chosen={table.wager: [table]},
        seats=int(values.get("seats", "1")),
        meters=meters,
    )
    choice = Choice(table, key_of(table))
    now, then = settings.price(choice), price(other, seats=settings.seats)
    part = (
        progressive_part("table", settings, choice, now)
        if choice.progressive
        else bonus_part("table", choice, now)
    )
    found = of_blocks(part.blocks)
    return Figures(
        tiles=(
            Tile("House edge", percent(now.house_edge), str(now.house_edge)),
            Tile(f"Against {other.id}", _signed(now.house_edge - then.house_edge)),
            Tile("Hits", one_in(now.hit_frequency), percent(now.hit_frequency)),
            *(
                (Tile("Return of the next wager", percent(now.return_at_meters)),)
                if now.meters
                else ()
            ),
        ),
        said=(units(table),),
        tables=(_compared(now, then), *found.tables),
        pictures=found.pictures,
    )


def _compared(now: Price, then: Price) -> Table:
    from longsuit.analysis.exact.law.wager import wager_law

    rows: list[tuple[str | Place, ...]] = [
        row_of_two("House edge", then.house_edge, now.house_edge),
        row_of_two("Hit frequency", then.hit_frequency, now.hit_frequency),
    ]
    spreads = [wager_law(one).player_deviation for one in (then, now)]
    rows.append(
        (
            "Standard deviation",
            *((f"{value:,.4f}", str(value)) for value in spreads),
            (f"{spreads[1] - spreads[0]:+,.4f}", str(spreads[1] - spreads[0])),
        )
    )
    lines = {line.line.hand: line for line in then.lines}
    own = {line.line.hand: line for line in now.lines}
    for hand in dict.fromkeys((*own, *lines)):
        texts = [
            one.paytable.show_pay(of[hand].line) if hand in of else "–"
            for one, of in ((then, lines), (now, own))
        ]
        rows.append((hand, *texts, "same" if texts[0] == texts[1] else ""))
    return make_table(
        "side-by-side",
        f"Side by side with {then.paytable.id}",
        ("Figure or hand", then.paytable.id, f"{now.paytable.id} (yours)", "Difference"),
        rows,
    )


def _signed(value: Fraction) -> str:
    return ("+" if value > 0 else "") + percent(value)


def _main_wager(table: PayTable, other: PayTable, tell: Tell) -> Figures:
    from longsuit.analysis.exact.solver import solve_many
    from longsuit.analysis.report.settings import Choice
    from longsuit.analysis.report.xtra import compared, xtra_lines

    tell(0, 0, "solving the main game")
    game = game_by_id(table.game)
    both = [table, other]
    now, then = solve_many(game.id, both)
    choices = [Choice(one, one.id) for one in both]
    return Figures(
        tiles=(
            Tile("House edge of the main game", percent(now.house_edge), str(now.house_edge)),
            Tile(f"Against {other.id}", _signed(now.house_edge - then.house_edge)),
            Tile("Element of risk", percent(now.element_of_risk), str(now.element_of_risk)),
        ),
        said=(units(table),),
        tables=(
            of_table(compared(choices, [now, then])),
            of_table(xtra_lines(1, choices[0], now)),
            *((of_table(xtra_lines(2, choices[1], then)),) if other != table else ()),
        ),
    )


WAGER = Bench(
    "paytables",
    "Paytables",
    "Pick a table, change a pay or a meter, and see it beside another table.",
    _fields,
    _count,
    check=_check,
    quick=_quick,
    examples=(
        ("", "Same Suit Bonus A and B"),
        ("table=xtra.A", "X-tra Bonus A and B"),
        ("table=stax.STAX-1", "STAX with its meters"),
        ("table=progressive.PT-PRG-HCF-MLP-03", "A multi-level progressive"),
    ),
)
