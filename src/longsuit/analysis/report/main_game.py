"""The main game's part of the sheet: edge, risk, spread, actions, and every result there is."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from longsuit.analysis.exact.solution import Solution
from longsuit.analysis.numbers import decimal, percent
from longsuit.analysis.report.content import (
    Bars,
    Cell,
    Chart,
    Charts,
    Section,
    Shares,
    Table,
    Text,
    Tone,
    left,
    right,
    words,
)
from longsuit.analysis.report.numbers import fraction, signed
from longsuit.analysis.report.return_table import return_section
from longsuit.analysis.report.settings import Settings
from longsuit.analysis.report.wagers import action_label, parts_of, table_title
from longsuit.analysis.report.xtra import xtra_part
from longsuit.core.paytable import PayTable

_BETS: tuple[Tone, ...] = ("blue", "gold", "violet", "sky")


def main_section(settings: Settings, solutions: Sequence[Solution]) -> Section:
    """The main game, under its first X-tra table, and that table beside the others."""
    whole = game_section(solutions[0], settings.xtra[0].table if settings.xtra else None)
    if not settings.xtra:
        return whole
    return replace(whole, parts=(xtra_part(settings, solutions), *whole.parts))


def game_section(solved: Solution, xtra: PayTable | None) -> Section:
    """A solved game by itself: its figures, and every way a deal can end."""
    named = f" with {table_title(solved.game, xtra)}" if xtra else ""
    return Section(
        "main",
        "Main game",
        (
            Text(
                f"{solved.game.name}{named}, best play at every decision, over all "
                f"{solved.deals:,} deals. Amounts are in Antes."
            ),
            _figures(solved),
            _wagers(solved, xtra),
            _actions(solved),
            Charts((_action_chart(solved),)),
            _distribution(solved),
            Charts((distribution_chart(solved),)),
        ),
        (return_section(solved, xtra),),
    )


def _figures(solved: Solution) -> Table:
    won = sum((p for net, p in solved.distribution.items() if net > 0), Fraction(0))
    even = solved.distribution.get(Fraction(0), Fraction(0))
    qualifies = Fraction(
        sum(deals for (_, _, yes, _), deals in solved.endings.items() if yes), solved.deals
    )
    rows = (
        _row("House edge, of one Ante", solved.house_edge, percent(solved.house_edge, 5)),
        _row("Element of risk", solved.element_of_risk, percent(solved.element_of_risk, 5)),
        _row("Return of the Ante", 1 - solved.house_edge, percent(1 - solved.house_edge, 5)),
        _row(
            "Return of all that is wagered",
            1 - solved.element_of_risk,
            percent(1 - solved.element_of_risk, 5),
        ),
        _row("Average wager", solved.average_wager, f"{decimal(solved.average_wager)} Antes"),
        (
            words("Standard deviation, one seat"),
            Cell(f"{solved.standard_deviation:.6f} Antes", solved.standard_deviation),
            words("the root of the variance"),
        ),
        _row("Variance, one seat", solved.variance, decimal(solved.variance)),
        _row("Rounds that win", won, percent(won, 5)),
        _row("Rounds that come out even", even, percent(even, 5)),
        _row("Rounds that lose", 1 - won - even, percent(1 - won - even, 5)),
        *(
            [_row("Dealer qualifies", qualifies, percent(qualifies, 5))]
            if solved.game.dealer
            else []
        ),
    )
    return Table("main-figures", "Exact figures", _FIGURES, rows)


_FIGURES = (*left("Figure"), *right("Value"), *left("Exactly"))


def _row(name: str, value: Fraction, text: str) -> tuple[Cell, ...]:
    return words(name), Cell(text, value), words(fraction(value))


def _wagers(solved: Solution, xtra: PayTable | None) -> Table:
    rows = tuple(
        (
            words(part.name),
            Cell(decimal(part.staked), part.staked),
            Cell(decimal(part.net), part.net),
            Cell(percent(-part.net / part.staked), -part.net / part.staked),
        )
        for part in parts_of(solved, xtra)
    )
    total = (
        words("Main game"),
        Cell(decimal(solved.average_wager), solved.average_wager),
        Cell(decimal(solved.value), solved.value),
        Cell(percent(solved.element_of_risk), solved.element_of_risk),
    )
    return Table(
        "main-wagers",
        "Where the loss comes from",
        (*left("Wager"), *right("Wagered a round", "Expected net", "Loss of wagered")),
        rows,
        total,
    )


def _actions(solved: Solution) -> Table:
    rows = tuple(
        (
            words(action_label(solved.game, action)),
            Cell(decimal(share * solved.deals, 0), share * solved.deals),
            Cell(percent(share), share),
        )
        for action, share in solved.actions.items()
    )
    return Table(
        "actions",
        "What best play does",
        (*left("Action"), *right("Deals", "Share of rounds")),
        rows,
        (words("All"), Cell(f"{solved.deals:,}"), Cell(percent(Fraction(1)))),
    )


def _action_chart(solved: Solution) -> Chart:
    labels = tuple(action_label(solved.game, action) for action in solved.actions)
    shares = tuple(solved.actions.values())
    texts = tuple(percent(share, 2) for share in shares)
    tones: tuple[Tone, ...] = tuple(
        "push" if action.endswith("fold") else _BETS[i % len(_BETS)]
        for i, action in enumerate(solved.actions)
    )
    said = ", ".join(f"{label} {text}" for label, text in zip(labels, texts, strict=True))
    return Chart(
        "action-shares",
        "Action shares with best play",
        f"Share of rounds by last action: {said}.",
        Shares(labels, shares, texts, tones),
    )


def _distribution(solved: Solution) -> Table:
    rows = tuple(
        (
            Cell(signed(net), net),
            Cell(decimal(chance * solved.deals, 0), chance * solved.deals),
            Cell(percent(chance, 6), chance),
            Cell(decimal(net * chance), net * chance),
        )
        for net, chance in solved.distribution.items()
    )
    return Table(
        "distribution",
        "Net results of a round",
        right("Net in Antes", "Deals", "Probability", "Contribution"),
        rows,
        (
            words("All"),
            Cell(f"{solved.deals:,}", Fraction(solved.deals)),
            Cell(percent(Fraction(1), 6), Fraction(1)),
            Cell(decimal(solved.value), solved.value),
        ),
    )


def distribution_chart(solved: Solution) -> Chart:
    """How likely each net result is."""
    nets, chances = tuple(solved.distribution), tuple(solved.distribution.values())
    tones: tuple[Tone, ...] = tuple(
        "win" if net > 0 else "lose" if net < 0 else "push" for net in nets
    )
    likely = max(solved.distribution, key=lambda net: solved.distribution[net])
    return Chart(
        "distribution-chart",
        "Distribution of net results, in Antes",
        f"From {signed(nets[0])} to {signed(nets[-1])} Antes; the most likely result is "
        f"{signed(likely)} with {percent(solved.distribution[likely], 2)}.",
        Bars(
            tuple(signed(net) for net in nets),
            chances,
            tuple(_short(chance) for chance in chances),
            tones,
            "probability",
        ),
    )


def _short(chance: Fraction) -> str:
    """A percentage that fits over a bar."""
    if chance < Fraction(5, 100_000):
        return "<0.01%"
    return percent(chance, 2 if chance < Fraction(1, 100) else 1)
