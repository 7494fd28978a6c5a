"""What the general solver finds of decisions, as maps and tables: of any game."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from longsuit.analysis.exact.case import Case
from longsuit.analysis.numbers import percent
from longsuit.analysis.report.wagers import action_label
from longsuit.core.cards import RANK_COUNT, RANKS, card_name
from longsuit.core.games.game import Game
from longsuit.lab.figures import Figures, Picture, Table, Tell, make_table
from longsuit.lab.hands_map import Hands, draw_map

if TYPE_CHECKING:
    from longsuit.analysis.exact.general.survey import Spot, Survey

FLUSHES = {str(length): f"Flush of {length}" for length in range(1, 8)}
SUMMARY = "Rows are the highest card of the flush held, columns the second."
Row = tuple[str, str, str, int, int]
"""Decision, action before, action now, hands that change, all hands."""
Hand = tuple[str, str, str, str]
"""Decision, cards, action before, action now."""


def survey_case(case: Case, before: Case | None, tell: Tell, doing: str) -> "Survey":
    """Every decision of a case, and those that another one takes otherwise."""
    from longsuit.analysis.exact.general import form_of
    from longsuit.analysis.exact.general.survey import survey_form

    other = form_of(before) if before is not None else None
    return survey_form(form_of(case), other, lambda done, total: tell(done, total, doing))


def is_comparable(case: Case, other: Case) -> bool:
    """Whether both games have the same decisions on the same cards."""
    from longsuit.analysis.exact.general import form_of
    from longsuit.analysis.exact.general.survey import is_comparable as is_alike

    return is_alike(form_of(case), form_of(other))


def show_decision(figures: Figures, game: Game, decision: str) -> Figures:
    """The maps of one decision, with the tables that belong to them; the others stand back."""
    others = [f"-{one.name}" for one in game.rules.decisions if one.name != decision]

    def stays(name: str) -> bool:
        return not any(name.endswith(one) or f"{one}-" in name for one in others)

    return replace(
        figures,
        tables=tuple(table for table in figures.tables if stays(table.id)),
        pictures=tuple(picture for picture in figures.pictures if stays(picture.id)),
    )


def maps(case: Case, found: "Survey") -> Figures:
    """A map of every decision: of each flush that may be held there, what is done with it."""
    pictures: list[Picture] = []
    tables: list[Table] = []
    for spot, shares in found.shares.items():
        decision = case.rules.decisions[spot.point]
        rows = list(_flushes(case, spot, shares))
        held = {row.pattern for row in rows}
        bets = map(str, spot.bets if any(spot.bets) else ())
        picture, two = draw_map(
            case.game,
            rows,
            {length: title for length, title in FLUSHES.items() if length in held},
            f"Best play: {spot_name(case, spot)}",
            SUMMARY,
            "-".join(("", decision.name, *bets)) if len(found.shares) > 1 else "",
        )
        pictures.append(picture)
        tables += two
    return Figures(pictures=tuple(pictures), tables=tuple(tables))


def _flushes(case: Case, spot: "Spot", shares: Mapping[int, Any]) -> Iterator[Hands]:
    """Highest flush first; of one card the second rank is the first again."""
    import numpy as np

    counts = np.array([shares[bet] for bet in shares], np.int64)
    names = [action_name(case, spot, bet) for bet in shares]
    masks = np.flatnonzero(counts.any(axis=0)).tolist()
    for mask in sorted(masks, key=lambda one: (-one.bit_count(), -one)):
        ranks = [rank for rank in reversed(range(RANK_COUNT)) if mask >> rank & 1]
        yield Hands(
            str(len(ranks)),
            ranks[0],
            ranks[min(1, len(ranks) - 1)],
            "-".join(RANKS[rank] for rank in ranks),
            dict(zip(names, counts[:, mask].tolist(), strict=True)),
        )


def spot_name(case: Case, spot: "Spot") -> str:
    """The decision, and what was done before it where that is not always the same."""
    decisions = case.rules.decisions
    name = decisions[spot.point].name
    if not any(spot.bets):
        return name
    game = case.game
    done = (
        action_label(game, game.action_name(bet)) if bet else decisions[at].free
        for at, bet in enumerate(spot.bets)
    )
    return f"{name} after {', '.join(done)}"


def action_name(case: Case, spot: "Spot", bet: int) -> str:
    """An action by its size in Antes; 0 is what costs nothing."""
    return case.game.action_name(bet) if bet else case.rules.decisions[spot.point].free


def changed_hands(case: Case, found: "Survey") -> tuple[list[Row], list[Hand]]:
    """What is decided otherwise at each spot, and some of the hands."""
    every = {
        spot: sum(int(row.sum()) for row in rows.values()) for spot, rows in found.shares.items()
    }
    rows = [
        (
            spot_name(case, one.spot),
            action_name(case, one.spot, one.before),
            action_name(case, one.spot, one.now),
            one.hands,
            every[one.spot],
        )
        for one in found.changes
    ]
    hands = [
        (
            spot_name(case, one.spot),
            " | ".join(
                " ".join(card_name(card) for card in sorted(cards, key=_order))
                for cards in (one.own, one.board)
                if cards
            ),
            action_name(case, one.spot, one.before),
            action_name(case, one.spot, one.now),
        )
        for one in found.examples
    ]
    return rows, hands


def _order(card: int) -> tuple[int, int]:
    return card // RANK_COUNT, -(card % RANK_COUNT)


def change_tables(game: Game, rows: list[Row], hands: list[Hand]) -> tuple[Table, ...]:
    """How many hands change at each decision, and some of them."""
    shown = [
        (
            decision,
            action_label(game, old),
            action_label(game, new),
            (f"{count:,}", str(count)),
            (percent(Fraction(count, every), 5), str(Fraction(count, every))),
        )
        for decision, old, new, count, every in rows
    ]
    total = make_table(
        "changed-decisions",
        "Changed decisions",
        ("Decision", "Standard", "Yours", "Hands", "Share of hands"),
        shown or [("none", "", "", "", "")],
        note="Every hand at each decision, even where best play never gets there.",
    )
    if not hands:
        return (total,)
    some = make_table(
        "changed-hands",
        "Some hands that change",
        ("Decision", "Hand", "Standard", "Yours"),
        [
            (decision, cards, action_label(game, old), action_label(game, new))
            for decision, cards, old, new in hands
        ],
    )
    return total, some
