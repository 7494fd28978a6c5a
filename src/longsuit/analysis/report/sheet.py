"""A PAR sheet built from the exact solver: everything that a test lab asks of a game."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from longsuit.analysis.exact.law.wager import wager_law
from longsuit.analysis.exact.pricing import Price
from longsuit.analysis.exact.solution import Solution
from longsuit.analysis.exact.solver import solve_many
from longsuit.analysis.numbers import percent
from longsuit.analysis.report.bonuses import Priced, bonus_section, title_of
from longsuit.analysis.report.content import (
    Block,
    Cell,
    ParSheet,
    Section,
    Table,
    Text,
    left,
    right,
    words,
)
from longsuit.analysis.report.exposure import exposure_section
from longsuit.analysis.report.main_game import main_section
from longsuit.analysis.report.method import method_section, repeating_section
from longsuit.analysis.report.numbers import one_in, plain
from longsuit.analysis.report.program import program_digest
from longsuit.analysis.report.progressives import progressive_section
from longsuit.analysis.report.rules_in_force import rules_section
from longsuit.analysis.report.settings import Choice, Named, Settings, choose
from longsuit.analysis.report.strategy_summary import Others, price_others, strategy_section
from longsuit.analysis.report.volatility import volatility_section
from longsuit.analysis.report.wagers import table_title
from longsuit.core.games.game import MainRules
from longsuit.core.money import Cents
from longsuit.core.paytable import PayTable
from longsuit.core.progressive.terms import MustHit
from longsuit.version import __version__

Progress = Callable[[str], None]
"""Told what is being worked on."""


def par_sheet(
    game: str,
    *,
    xtra: Named | None = None,
    rules: MainRules | None = None,
    paytables: Mapping[str, Sequence[Named]] | None = None,
    without: Iterable[str] = (),
    base: Cents | None = None,
    seats: int = 1,
    meters: Mapping[str, Cents] | None = None,
    must_hit: MustHit | None = None,
    face_up: bool = False,
    bonus_cap: Cents = 0,
    date: dt.date | None = None,
    quick: bool = False,
    progress: Progress | None = None,
) -> ParSheet:
    """The PAR sheet of a game, with every table in the box unless `paytables` chooses some.

    `paytables` gives tables by wager and `without` names optional wagers that are left out; the
    other settings are those of `solve` and `price`. `quick` leaves out what strategies and habits
    cost, which takes many times as long as the rest. The sheet has a date only if it is given one.

    >>> sheet = par_sheet("hcf", quick=True)
    >>> sheet.table("main-figures").rows[0][1].text
    '2.66453%'
    """
    settings = choose(
        game,
        xtra=xtra,
        rules=rules,
        chosen=paytables,
        without=without,
        base=base,
        seats=seats,
        meters=meters,
        must_hit=must_hit,
        face_up=face_up,
        bonus_cap=bonus_cap,
    )
    return build(settings, date=date, quick=quick, progress=progress)


def build(
    settings: Settings,
    *,
    date: dt.date | None = None,
    quick: bool = False,
    progress: Progress | None = None,
) -> ParSheet:
    """The sheet of these settings."""
    tell = progress or (lambda _: None)
    definition = settings.definition
    # First what can be refused and takes no time.
    priced = [(choice, settings.price(choice)) for choice in settings.tables]
    progressives = progressive_section(settings, priced)
    tell(f"Solving {definition.name}")
    tables: list[PayTable | None] = [choice.table for choice in settings.xtra]
    solutions = solve_many(definition.id, tables or [None], rules=settings.rules)
    solved = solutions[0]
    others = Others() if quick else price_others(settings, tell)
    tell("Writing the sheet")
    day = date.isoformat() if date else ""
    sections = (
        rules_section(settings),
        _tables_section(settings),
        main_section(settings, solutions),
        bonus_section(settings, priced),
        progressives,
        strategy_section(settings, solved, others),
        exposure_section(settings, solved, priced),
        volatility_section(solved, priced),
        method_section(solutions, settings.xtra),
        repeating_section(settings, day, quick=quick),
        _sign_off(),
    )
    return ParSheet(
        f"{definition.name}: PAR sheet",
        __version__,
        day,
        settings.digest,
        _front(settings, solutions, priced, day),
        tuple(section for section in sections if section is not None),
        game=definition.name,
    )


def _front(
    settings: Settings, solutions: Sequence[Solution], priced: Sequence[Priced], day: str
) -> tuple[Block, ...]:
    """What the sheet is about, and the figures at a glance."""
    game = settings.definition
    about = [("Game", game.name)]
    if settings.xtra:
        about.append((settings.xtra[0].wager.name, plain(settings.xtra[0].table.id)))
    if settings.rules != game.rules:
        about.append(("Rules", "a variant: see Rules in force"))
    if day:
        about.append(("Date", day))
    about += [
        ("Settings digest", settings.digest),
        ("Computed by", f"Longsuit {__version__}"),
        ("Program digest", program_digest()),
    ]
    rows = []
    for number, solved in enumerate(solutions):
        name = f" with {table_title(game, settings.xtra[number].table)}" if settings.xtra else ""
        won = sum((p for net, p in solved.distribution.items() if net > 0), Fraction(0))
        rows.append(
            (
                words(f"Main game{name}"),
                Cell(percent(solved.house_edge), solved.house_edge),
                Cell(percent(1 - solved.house_edge), 1 - solved.house_edge),
                Cell(one_in(won), won),
                Cell(f"{solved.standard_deviation:,.4f}", solved.standard_deviation),
                Cell(f"{solved.standard_deviation:,.4f}", solved.standard_deviation),
            )
        )
    for choice, one in priced:
        law = wager_law(one)
        with_must_hit = " with Must Hit" if one.must_hit is not None else ""
        rows.append(
            (
                words(title_of(choice) + with_must_hit + _players(choice, one)),
                Cell(percent(one.house_edge), one.house_edge),
                Cell(percent(one.returns), one.returns),
                Cell(one_in(one.hit_frequency), one.hit_frequency),
                Cell(f"{law.player_deviation:,.4f}", law.player_deviation),
                Cell(f"{law.house.deviation:,.4f}", law.house.deviation),
            )
        )
    return (
        Table("about", "", left("", ""), tuple((words(name), words(said)) for name, said in about)),
        Table(
            "glance",
            "At a glance",
            (*left("Wager"), *right("House edge", "Return", "Wins", "S.d., player", "S.d., house")),
            tuple(rows),
            note="Per Ante for the main game with best play, per unit wagered for the others; a "
            "progressive in the long run. The player's standard deviation has awards as they are "
            "paid, the house's has contributions set aside. Exact fractions stand in the sections "
            "below.",
        ),
        Text(
            "Every figure is counted over all deals, none is simulated. Longsuit works these "
            "figures out; it certifies nothing."
        ),
    )


def _players(choice: Choice, priced: Price) -> str:
    """How many are dealt in, where a wager hangs on that."""
    if choice.wager.looks_at != "table":
        return ""
    return f", {priced.seats} player{'s' * (priced.seats > 1)}"


def _sign_off() -> Section:
    """Room for those who answer for the sheet."""
    rows = tuple(
        tuple(words(text) for text in (who, "", "", ""))
        for who in ("Prepared by", "Reviewed by", "Approved by")
    )
    return Section(
        "sign-off",
        "Sign-off",
        (
            Text(
                "Whoever signs has compared the settings digest and the program digest on the "
                "front page with those of the game and the program in use."
            ),
            Table("sign-off", "", left("", "Name", "Signature", "Date"), rows),
        ),
    )


def _tables_section(settings: Settings) -> Section | None:
    if not settings.every_table:
        return None
    rows = tuple(
        (
            words(choice.wager.name),
            words(plain(choice.table.id)),
            words(plain(choice.table.source or "given by hand")),
            words(choice.table.digest),
        )
        for choice in settings.every_table
    )
    return Section(
        "paytables",
        "Paytables",
        (
            Text(
                "A digest identifies what a table pays: wager, basis, lines and meters, whatever "
                "the table is called and wherever it came from. The lines stand with each wager."
            ),
            Table(
                "paytables",
                "Tables on this sheet",
                left("Wager", "Id", "Source", "Digest"),
                rows,
            ),
        ),
    )
