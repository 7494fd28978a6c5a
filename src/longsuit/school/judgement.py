"""Decisions that were taken at a table, beside the best ones, from what their player could see."""

from collections.abc import Iterable, Iterator

from longsuit.analysis.exact.advice import Advice, advise, advise_seat, counts_on_more
from longsuit.core.cards import Card, parse_card
from longsuit.core.games.table import Table
from longsuit.core.money import Cents
from longsuit.core.round.events import ActionTaken, AnyEvent
from longsuit.core.round.evolve import evolve
from longsuit.core.round.history_reader import read_histories
from longsuit.core.round.state import Round
from longsuit.core.round.view import RoundView, ShownCards, Viewer, view
from longsuit.school.questions import Question
from longsuit.school.score import Answered


def advise_view(table: Table, seen: RoundView, seat: int, amount: Cents = 0) -> Advice:
    """The advice for a seat as its player sees the table, every card face up counted."""
    mine = seen.seats[seat - 1]
    others = [other.cards for other in seen.seats if other != mine]
    advice = advise(
        table.game,
        known_cards(mine.cards),
        known_cards(seen.board),
        [card for cards in others for card in known_cards(cards)],
        xtra=table.main_paytable,
        rules=table.rules,
    )
    return advise_seat(advice, table, ante=mine.wagers["ante"], stack=mine.stack, amount=amount)


def known_cards(cards: ShownCards) -> list[Card]:
    """Those that lie face up."""
    return [parse_card(card) for card in cards if card is not None]


def judge_text(text: str, player: str, file: str, first: int = 1) -> list[Answered]:
    """A player's decisions in a text of histories (docs/history.md)."""
    return [
        answered
        for events in read_histories(text, file, first)
        for answered in judge_round(events, player)
    ]


def judge_round(history: Iterable[AnyEvent], player: str) -> Iterator[Answered]:
    """A player's decisions of one round, in their order.

    One without a choice, or with a stack too short for the bets to come, is not judged.
    """
    state: Round | None = None
    for event in history:
        if isinstance(event, ActionTaken) and state is not None:
            taken = state.seat(event.seat)
            if taken.player == player and (answered := _judge(state, event, player)):
                yield answered
        state = evolve(state, event)


def _judge(state: Round, event: ActionTaken, player: str) -> Answered | None:
    seen = view(state, Viewer(player))
    mine = seen.seats[event.seat - 1]
    short = counts_on_more(state.table.rules, len(seen.board), mine.wagers["ante"], mine.stack)
    if short or len(mine.actions) == 1:
        return None
    advice = advise_view(state.table, seen, event.seat, event.amount)
    question = Question(
        state.table.game,
        seen.decision,
        tuple(known_cards(mine.cards)),
        tuple(known_cards(seen.board)),
    )
    cost = advice.cost(event.action, event.amount)
    return Answered(question, event.action, advice.best.action, cost)
