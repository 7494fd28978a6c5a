"""A priced wager, as it is shown."""

from collections.abc import Iterable

from rich.console import Console

from longsuit.analysis.exact.law.award import POINTS, Point
from longsuit.analysis.exact.law.wager import WagerLaw, wager_law
from longsuit.analysis.exact.must_hit import MustHitPrice
from longsuit.analysis.exact.pricing import LinePrice, Price
from longsuit.analysis.numbers import decimal, one_in, percent
from longsuit.cli.output import make_grid
from longsuit.core.errors import InputError
from longsuit.core.games.game import Game
from longsuit.core.money import Cents, parse_dollars, show_dollars
from longsuit.core.plain_number import shorten


def read_meters(given: Iterable[str]) -> dict[str, Cents]:
    """Meters as a user types them: ``star=12000``."""
    meters: dict[str, Cents] = {}
    for text in given:
        name, equals, amount = text.partition("=")
        if not equals:
            shown = shorten(text)
            raise InputError(f"'{shown}' is not a meter and its dollars, such as star=12000.")
        if name.strip().casefold() in meters:
            raise InputError(f"The meter '{shorten(name)}' is given twice.")
        meters[name.strip().casefold()] = parse_dollars(amount)
    return meters


def _show_must_hit(console: Console, priced: Price, hit: MustHitPrice) -> None:
    """A Must Hit meter for people."""
    console.print()
    console.print("Must Hit", style="bold")
    grid = make_grid("<", ">", "", headed=False)
    value = f"${decimal(hit.per_wager / 100, 4)} a wager"
    grid.add_row("Return, long run", percent(priced.mystery), value)
    grid.add_row("House edge without it", percent(priced.house_edge + priced.mystery, 5), "")
    grid.add_row("Average award", f"${decimal(hit.award / 100, 2)}", "")
    grid.add_row("Average rounds to it", decimal(hit.rounds, 1), "")
    for at in POINTS:
        within = f"{hit.cycle.rounds_point(at):,} rounds"
        grid.add_row(f"{at}% of awards within", show_dollars(hit.cycle.award_point(at)), within)
    grid.add_row("Stands at", show_dollars(hit.stands), "")
    now = f"${decimal(hit.now / 100, 4)} a wager"
    grid.add_row("Return of the next round", percent(hit.now / priced.wager), now)
    grid.add_row("Chance in the next round", one_in(hit.chance_now), "")
    even = priced.must_hit_break_even
    if even is None:
        shown = "never"
    else:
        shown = "past it" if even == hit.settings.seed else show_dollars(even)
    grid.add_row("Break-even", shown, "")
    console.print(grid)


def show_price(console: Console, game: Game, priced: Price) -> None:
    """The price for people."""
    table = priced.paytable
    name = game.wager(table.wager).name
    console.print(f"{game.name}, {name}, {table.id}", style="bold")
    console.print("; ".join(filter(None, (table.source, f"digest {table.digest}"))), style="dim")
    console.print()
    among = game.wager(table.wager).looks_at == "table"
    grid = make_grid("<Hand", ">pays", *([] if among else [">combinations"]), ">hits")
    for line in priced.lines:
        counted = [] if among else [f"{line.combinations:,}"]
        grid.add_row(line.line.hand, _pay(priced, line), *counted, one_in(line.probability))
    console.print(grid)
    console.print()
    grid = make_grid("<", ">", "", headed=False)
    edge = priced.house_edge
    rows = [("House edge", percent(edge, 5), f"{edge.numerator}/{edge.denominator}")]
    players = f"the best of all hands dealt, players: {priced.seats}" if among else ""
    rows.append(("Pays", one_in(priced.hit_frequency), players))
    if priced.meters or priced.must_hit:
        rows += [
            ("Return: fixed pays", percent(priced.fixed), ""),
            ("Return: contributions", percent(priced.contributions), ""),
            ("Return: seeds", percent(priced.seeds), ""),
        ]
        if priced.must_hit is not None:
            rows.append(("Return: Must Hit", percent(priced.mystery), ""))
        if priced.envy or any(line.line.envy for line in priced.lines):
            rows.append(("Return: envy", percent(priced.envy), f"{priced.seats} seats wagering"))
        rows.append(("Return at the meters below", percent(priced.return_at_meters), ""))
    law = wager_law(priced)
    rows.append(("Standard deviation, player", f"{law.player_deviation:,.4f}", "of one wager"))
    aside = "contributions set aside" if priced.meters else ""
    rows.append(("Standard deviation, house", f"{law.house.deviation:,.4f}", aside))
    for row in rows:
        grid.add_row(*row)
    console.print(grid)
    if priced.meters:
        console.print()
        _show_meters(console, priced)
        console.print()
        _show_awards(console, law)
    if priced.must_hit is not None:
        _show_must_hit(console, priced, priced.must_hit)


def _pay(priced: Price, line: LinePrice) -> str:
    table = priced.paytable
    if line.line.by_players:
        shown = f"{line.pays} to 1"
    elif line.line.meter is not None or table.basis == "to 1":
        shown = table.show_pay(line.line)
    else:
        shown = show_dollars(int(line.line.pays * priced.wager)).removesuffix(".00")
    if line.line.dynamic:
        shown += f", on average ${decimal(line.pays * priced.wager / 100, 2)}"
    if line.line.envy:
        shown += f", envy {show_dollars(int(line.line.envy * priced.wager)).removesuffix('.00')}"
    return shown


def _show_meters(console: Console, priced: Price) -> None:
    grid = make_grid(
        "<Meter", ">stands at", ">seed", ">break-even", ">average award", ">rounds per hit"
    )
    for m in priced.meters:
        between = priced.rounds_between(m.hit_probability)
        grid.add_row(
            m.meter.id,
            f"${decimal(m.value / 100, 2)}",
            show_dollars(m.seed),
            "past it" if m.break_even is None else f"${decimal(m.break_even / 100, 2)}",
            f"${decimal(m.expected / 100, 2)}",
            "" if between is None else decimal(between, 0),
        )
    console.print(grid)


def _show_awards(console: Console, law: WagerLaw) -> None:
    """The law of each meter's whole award."""
    within = (f">{at}% within" for at in POINTS)
    grid = make_grid("<Award of", ">in a round", ">average", ">s.d.", *within)
    for name, award in law.awards.items():
        points = (award.point(at) for at in POINTS)
        grid.add_row(
            name,
            one_in(award.whole),
            f"${decimal(award.mean / 100, 2)}",
            f"${award.deviation / 100:,.2f}",
            *(_point(point) for point in points),
        )
    console.print(grid)


def _point(point: Point) -> str:
    near = f" ±{decimal(point.error / 100, 0)}" if point.error else ""
    return f"${decimal(point.cents / 100, 2 if not point.error else 0)}{near}"
