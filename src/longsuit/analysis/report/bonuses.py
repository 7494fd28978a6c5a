"""The bonus wagers' part of the sheet, and what it shares with the progressives."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb, sqrt

from longsuit.analysis.exact.law.cap import CAP_STAKES, cap_bonuses
from longsuit.analysis.exact.law.wager import wager_law
from longsuit.analysis.exact.pricing import Price
from longsuit.analysis.numbers import decimal, percent
from longsuit.analysis.report.checks import final_cards
from longsuit.analysis.report.content import (
    Block,
    Cell,
    Charts,
    Section,
    Table,
    Text,
    left,
    right,
    words,
)
from longsuit.analysis.report.lines import described, lines_chart, lines_table
from longsuit.analysis.report.numbers import NUMBERS, fraction, one_in, plain, short_dollars
from longsuit.analysis.report.settings import Choice, Settings

Priced = tuple[Choice, Price]


def bonus_section(settings: Settings, priced: Sequence[Priced]) -> Section | None:
    """Every bonus table, line by line."""
    parts = [
        table_hands_part(f"bonus-{number}", choice, settings)
        if choice.wager.looks_at == "table"
        else bonus_part(f"bonus-{number}", choice, one)
        for number, (choice, one) in enumerate(
            ((c, p) for c, p in priced if not c.progressive), start=1
        )
    ]
    if not parts:
        return None
    size = final_cards(settings.definition)
    own = any(c.wager.looks_at == "own" and not c.wager.first for c, _ in priced)
    text = (
        [
            Text(
                f"A bonus depends on the player's own {NUMBERS[size]} cards alone, which are "
                f"equally likely to be any of {comb(52, size):,} hands, whatever is played. Every "
                "hand is counted once."
            )
        ]
        if own
        else []
    )
    capped = cap_table(settings)
    blocks: tuple[Block, ...] = (*text, *([] if capped is None else [capped]))
    return Section("bonuses", "Bonus wagers", blocks, tuple(parts))


def title_of(choice: Choice) -> str:
    """A wager and its table in a heading."""
    name = plain(choice.table.id)
    return name if name.startswith(choice.wager.name) else f"{choice.wager.name} {name}"


def bonus_part(name: str, choice: Choice, priced: Price) -> Section:
    """One bonus table."""
    blocks: list[Block] = [
        Text(described(priced)),
        lines_table(f"{name}-lines", priced),
        _figures(f"{name}-figures", priced),
        Charts((lines_chart(f"{name}-chart", priced),)),
    ]
    return Section(name, title_of(choice), tuple(blocks))


def table_hands_part(name: str, choice: Choice, settings: Settings) -> Section:
    """One table for the best of all hands dealt, with one player to a full table."""
    each = [settings.price(choice, n) for n in range(1, settings.definition.seats + 1)]
    players = [f"{n} player{'s' * (n > 1)}" for n in range(1, len(each) + 1)]
    lines = []
    for place, line in enumerate(choice.table.lines):
        found = [one.lines[place] for one in each]
        pays = [words(f"{one.pays} to 1") for one in found]
        lines.append((words(line.hand), words("pays"), *pays))
        chances = [Cell(percent(one.probability, 5), one.probability) for one in found]
        lines.append((words(""), words("best hand"), *chances))
    figures = tuple(
        (
            words(who),
            Cell(percent(one.house_edge, 5), one.house_edge),
            Cell(percent(one.hit_frequency, 4), one.hit_frequency),
            Cell(f"{wager_law(one).player_deviation:.6f}", wager_law(one).player_deviation),
            words(fraction(one.house_edge)),
        )
        for who, one in zip(players, each, strict=True)
    )
    dealer = " and the dealer's" if settings.definition.dealer else ""
    text = Text(
        f"{described(each[0])} It pays the best of all hands dealt, folded ones{dealer} "
        "included, so its chances depend on how many play."
    )
    return Section(
        name,
        title_of(choice),
        (
            text,
            Table(
                f"{name}-figures",
                "Exact figures by players",
                (
                    *left("Dealt in"),
                    *right("House edge", "Pays", "Standard deviation"),
                    *left("House edge exactly"),
                ),
                figures,
            ),
            Table(
                f"{name}-lines", "Line by line", (*left("Hand", ""), *right(*players)), tuple(lines)
            ),
        ),
    )


def cap_table(settings: Settings) -> Table | None:
    """What a cap on the bonus payouts of a round takes, by wager and seats."""
    first: dict[str, Choice] = {}
    for choice in settings.tables:
        if choice.wager.bonus:
            first.setdefault(choice.wager.id, choice)
    if not settings.bonus_cap or not first:
        return None
    rows = []
    for stake in CAP_STAKES:
        for seats in range(1, settings.definition.seats + 1):
            wagers = [(choice.table, stake) for choice in first.values()]
            each = cap_bonuses(wagers, seats, settings.bonus_cap)
            for choice, one in zip(first.values(), each, strict=True):
                near = f" ±{percent(one.error, 4)}" if one.error else ""
                rows.append(
                    (
                        words(title_of(choice)),
                        Cell(short_dollars(stake), Fraction(stake, 100)),
                        Cell(str(seats), Fraction(seats)),
                        Cell(percent(one.returns, 4), one.returns),
                        Cell(percent(1 - one.returns, 4), 1 - one.returns),
                        Cell(percent(one.cut, 4) + near, one.cut),
                    )
                )
    return Table(
        "cap",
        f"Under a cap of {short_dollars(settings.bonus_cap)} on the bonus payouts of a round",
        (*left("Wager"), *right("Size", "Seats", "Return", "House edge", "The cap takes")),
        tuple(rows),
        note="Every seat makes every bonus wager, each of that size. One seat and two are exact; "
        "for more the figure is the middle of two bounds. All other figures are without the cap.",
    )


def _figures(name: str, priced: Price) -> Table:
    return Table(
        name,
        "Exact figures",
        (*left("Figure"), *right("Value"), *left("Exactly")),
        (
            row("House edge", priced.house_edge, percent(priced.house_edge, 5)),
            row("Return", priced.returns, percent(priced.returns, 5)),
            row("Hit frequency", priced.hit_frequency, hits(priced.hit_frequency)),
            *spread_rows(priced),
        ),
    )


def hits(chance: Fraction) -> str:
    """How often a wager pays."""
    return f"{percent(chance)}, {one_in(chance)}"


def row(name: str, value: Fraction, text: str) -> tuple[Cell, ...]:
    """A figure, as shown and exactly."""
    return words(name), Cell(text, value), words(fraction(value))


def spread_rows(priced: Price) -> tuple[tuple[Cell, ...], ...]:
    """How widely the wager spreads, for the player and for the house."""
    law = wager_law(priced)
    rows = []
    sides = [("player", law.player_variance), ("house", law.house.variance)]
    for who, variance in sides:
        root = sqrt(variance)
        exactly = "the root of the variance" if who == "player" else _ASIDE * bool(priced.meters)
        rows += [
            (words(f"Standard deviation, {who}"), Cell(f"{root:.6f}", root), words(exactly)),
            (words(f"Variance, {who}"), Cell(decimal(variance), variance), words("")),
        ]
    return tuple(rows)


_ASIDE = "contributions set aside"
