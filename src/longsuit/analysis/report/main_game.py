"""The main game's part of the sheet: edge, risk, spread, actions, and every result there is."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from longsuit.analysis.exact.solution import Solution
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
from longsuit.analysis.report.numbers import decimal, fraction, percent, plain, signed
from longsuit.analysis.report.settings import Settings
from longsuit.analysis.report.xtra import xtra_part
from longsuit.core.games.catalog import CODE
from longsuit.core.games.game import Game
from longsuit.core.paytable import PayTable
from longsuit.core.ranking import Shape
from longsuit.core.wagers import XTRA

_BETS: tuple[Tone, ...] = ("blue", "gold", "violet", "sky")


class Part(Struct, frozen=True):
    """One wager of the main game: what is staked on it and won, in Antes a round."""

    name: str
    staked: Fraction
    net: Fraction


def main_section(settings: Settings, solutions: Sequence[Solution]) -> Section:
    """The main game, under its first X-tra table, and that table beside the others."""
    solved = solutions[0]
    named = f" with X-tra Bonus {plain(settings.xtra[0].table.id)}" if settings.xtra else ""
    parts: tuple[Section, ...] = ()
    if settings.xtra:
        parts = (xtra_part(settings, solutions),)
    return Section(
        "main",
        "Main game",
        (
            Text(
                f"{solved.game.name}{named}, best play at every decision, over all "
                f"{solved.deals:,} deals. Amounts are in Antes."
            ),
            _figures(solved),
            _wagers(solved, settings.xtra[0].table if settings.xtra else None),
            _actions(solved),
            Charts((_action_chart(solved),)),
            _distribution(solved),
            Charts((_distribution_chart(solved),)),
        ),
        parts,
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
        _row("Dealer qualifies", qualifies, percent(qualifies, 5)),
    )
    return Table("main-figures", "Exact figures", _FIGURES, rows)


_FIGURES = (*left("Figure"), *right("Value"), *left("Exactly"))


def _row(name: str, value: Fraction, text: str) -> tuple[Cell, ...]:
    return words(name), Cell(text, value), words(fraction(value))


def parts_of(solved: Solution, xtra: PayTable | None) -> tuple[Part, ...]:
    """What each wager of the main game takes in and gives back, each settled by itself."""
    game, code = solved.game, CODE[solved.game.id]
    multiples = solved.case.payoffs.multiples
    staked: defaultdict[str, Fraction] = defaultdict(Fraction)
    net: defaultdict[str, Fraction] = defaultdict(Fraction)
    for (action, length, qualifies, outcome), deals in solved.endings.items():
        share = Fraction(deals, solved.deals)
        bet = multiples[action] if action < len(multiples) else 0
        for ruling in code.rulings(solved.rules, outcome, qualifies) if bet else code.folded():
            stake = bet if ruling.wager == game.bet.id else 1
            odds = _xtra_odds(xtra, length) if ruling.wager == XTRA.id else Fraction(1)
            staked[ruling.wager] += share * stake
            won = {"win": odds, "push": Fraction(0), "lose": Fraction(-1)}[ruling.verdict]
            net[ruling.wager] += share * stake * won
    names = [name for name in (*game.mandatory, game.bet.id) if name in staked]
    return tuple(Part(game.wager(name).name, staked[name], net[name]) for name in names)


def _xtra_odds(xtra: PayTable | None, length: int) -> Fraction:
    """What the table of the X-tra Bonus pays a flush of that length that wins."""
    line = xtra.line_for(Shape(length, 0, 0)) if xtra is not None else None
    return Fraction(0) if line is None else line.pays


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


def action_label(game: Game, action: str) -> str:
    """An action as people say it: ``All In 3x``."""
    return action.replace(f"{game.bet_verb}_", f"{game.bet.name} ")


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
    bets = len(labels) - 1
    tones: tuple[Tone, ...] = (*(_BETS[i % len(_BETS)] for i in range(bets)), "push")
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


def _distribution_chart(solved: Solution) -> Chart:
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
