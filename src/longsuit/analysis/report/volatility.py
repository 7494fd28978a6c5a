"""The volatility part of the sheet: spread, index, and the bounds of a hold."""

from collections.abc import Sequence
from fractions import Fraction

from longsuit.analysis.exact.law.hold import (
    ROUNDS_AN_HOUR,
    SPANS,
    at_table,
    main_covariance,
    side_covariance,
)
from longsuit.analysis.exact.law.spread import (
    CONFIDENCES,
    INDEX,
    ROUNDS,
    Spread,
    deviations,
    spread,
)
from longsuit.analysis.exact.law.wager import wager_law
from longsuit.analysis.exact.solution import Solution
from longsuit.analysis.exact.tuned import tuned_case
from longsuit.analysis.report.bonuses import Priced, title_of
from longsuit.analysis.report.content import (
    Band,
    Cell,
    Chart,
    Charts,
    Funnel,
    Section,
    Table,
    Text,
    left,
    right,
    words,
)
from longsuit.analysis.strategies.by_shape import results_by_shape
from longsuit.analysis.strategies.seats import known_covariance
from longsuit.core.games.game import Game

_MARK = "*"
BANDS = tuple(Band(f"{c}%", deviations(c)) for c in CONFIDENCES)


def volatility_section(solved: Solution, priced: Sequence[Priced]) -> Section:
    """How far the hold of so many rounds may stray."""
    main = spread(solved.distribution)
    spreads = [("Main game, per Ante", main)]
    spreads += [(title_of(choice), wager_law(one).house) for choice, one in priced]
    seats = _seat_tables(solved, priced)
    text = Text(
        "These figures are about one seat. The volatility index is the standard deviation times "
        f"{INDEX:.3f}: over n of its rounds the hold lies within the index over the root of n of "
        "the house edge, nine times in ten. These bounds take the hold of many rounds for normal, "
        "as Cochran's rule allows after 25 times the squared skewness; bounds below that number of "
        f"rounds are marked {_MARK} and are rough. {_shared(solved.game)}, so these are no bounds "
        "for a table with several seats. They are the house's: contributions to meters are set "
        "aside, and a whole award costs its seed."
        + " What several seats do to a round stands in the last tables."
        * bool(seats)
    )
    return Section(
        "volatility",
        "Volatility",
        (
            text,
            _indices(spreads),
            _main_bounds(main),
            _funnel(main),
            _bounds(spreads),
            *seats,
        ),
    )


def _shared(game: Game) -> str:
    """Why the seats of a round do not stand alone."""
    if not game.dealer:
        return "Seats of one round are dealt from one deck"
    return f"Seats of one round share the dealer's cards{' and the board' * (game.board > 0)}"


def _indices(spreads: Sequence[tuple[str, Spread]]) -> Table:
    rows = tuple(
        (
            words(name),
            Cell(f"{one.deviation:,.6f}", one.deviation),
            Cell(f"{one.index:,.6f}", one.index),
            Cell(f"{one.skewness:,.3f}", one.skewness),
            Cell(f"{one.settled:,}", float(one.settled)),
        )
        for name, one in spreads
    )
    return Table(
        "volatility-indices",
        "Volatility index, 90%, of one seat",
        (
            *left("Wager"),
            *right("Standard deviation", "Volatility index", "Skewness", "Near normal from"),
        ),
        rows,
        note="Per unit wagered, for the main game per Ante. The exact variances stand with each "
        "wager's figures.",
    )


def _main_bounds(main: Spread) -> Table:
    rows = []
    for rounds in ROUNDS:
        row = [words(f"{rounds:,}" + _MARK * (rounds < main.settled))]
        for band in BANDS:
            low, high = main.bounds(rounds, band.deviations)
            row += [Cell(f"{low:.3%}", low), Cell(f"{high:.3%}", high)]
        rows.append(tuple(row))
    return Table(
        "hold-bounds",
        "Hold of the main game from one seat, in Antes won per Ante wagered",
        right(
            "Rounds", *(f"{band.confidence} {side}" for band in BANDS for side in ("low", "high"))
        ),
        tuple(rows),
    )


def _funnel(main: Spread) -> Charts:
    low, high = main.bounds(ROUNDS[-1], BANDS[0].deviations)
    return Charts(
        (
            Chart(
                "hold-funnel",
                "Hold of the main game from one seat: expected, and within what bounds",
                f"The bounds close in on the house edge as rounds add up: after {ROUNDS[-1]:,} "
                f"rounds the hold is from {low:.2%} to {high:.2%} nine times in ten.",
                Funnel(main.edge, main.deviation, (BANDS[0], BANDS[-1]), ROUNDS[0], ROUNDS[-1]),
            ),
        )
    )


def _seat_tables(solved: Solution, priced: Sequence[Priced]) -> list[Table]:
    """Covariances of two seats, and the hold of tables with one seat to all."""
    most = solved.game.seats
    known = known_covariance(solved.case)
    each: list[tuple[str, Fraction, Fraction, float]] = []
    beside: dict[str, Fraction] = {}
    by_shape = results_by_shape(solved.case) if tuned_case(solved.case) is not None else None
    if known is not None:
        each.append(("Main game", solved.house_edge, solved.variance, float(known)))
    for choice, one in priced:
        if choice.wager.looks_at == "table":
            continue  # What it pays hangs on how many seats there are.
        house = wager_law(one).house
        together = float(side_covariance(one))
        each.append((title_of(choice), house.edge, house.variance, together))
        if by_shape is not None and not choice.wager.first:
            beside[title_of(choice)] = main_covariance(solved, one, by_shape)
    if not each:
        return []
    pairs = Table(
        "seat-covariances",
        "Two seats of a round",
        (
            *left("Wager"),
            *right("Variance, one seat", "Covariance", "Correlation", "With main game"),
        ),
        tuple(
            (
                words(name),
                Cell(f"{float(variance):,.6f}", variance),
                Cell(f"{covariance:,.6f}", covariance),
                Cell(f"{covariance / float(variance):.6f}", covariance / float(variance)),
                Cell(f"{float(beside[name]):,.6f}", beside[name]) if name in beside else words(""),
            )
            for name, _, variance, covariance in each
        ),
        note="What the house wins of two seats of one round. A round of n seats has the variance "
        "n v + n (n - 1) c. The last column is the covariance of one seat's wager with its own "
        "main game, where there is a figure. All are counted over every deal.",
    )
    rows = []
    for place, (name, edge, variance, covariance) in enumerate(each):
        main = place == 0 and known is not None
        for seats in range(1, most + 1) if main else (1, most):
            table = at_table(edge, variance, covariance, seats)
            row = [words(name), Cell(str(seats), Fraction(seats))]
            for _, rounds in SPANS:
                low, high = table.bounds(rounds, INDEX)
                row.append(words(f"{_share(low)} to {_share(min(high, 1.0))}"))
            rows.append(tuple(row))
    hold = Table(
        "hold-by-seats",
        "The house's hold of a table by seats, within 90% bounds",
        (*left("Wager"), *right("Seats", *(span for span, _ in SPANS))),
        tuple(rows),
        note=f"Every seat wagers in every round; {ROUNDS_AN_HOUR} rounds an hour, day and night. "
        "Won over all that is staked (the main game: over all Antes). Normal bounds, which are "
        "rough below the number of rounds given above.",
    )
    return [pairs, hold]


def _share(value: float) -> str:
    # Adding 0.0 takes the sign from a zero.
    return f"{round(value, 3) + 0.0:.1%}"


def _bounds(spreads: Sequence[tuple[str, Spread]]) -> Table:
    rows = []
    for name, one in spreads:
        row = [words(name), Cell(f"{float(one.edge):.3%}", one.edge)]
        for rounds in ROUNDS:
            low, high = one.bounds(rounds, INDEX)
            mark = _MARK * (rounds < one.settled)
            row.append(words(f"{_share(low)} to {_share(high)}{mark}"))
        rows.append(tuple(row))
    return Table(
        "hold-by-wager",
        "Hold of each wager from one seat within 90% bounds, by rounds",
        (*left("Wager"), *right("Expected", *(f"{rounds:,}" for rounds in ROUNDS))),
        tuple(rows),
    )
