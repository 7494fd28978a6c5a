"""What a viewer may see. Every door shows only what these two functions return (TBL-4, HCF-11)."""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import asdict, astuple, replace

from longsuit.core.cards import card_name
from longsuit.core.games.settlement import Settled, Settlement
from longsuit.core.games.table import dynamic_pays
from longsuit.core.money import Cents
from longsuit.core.round import events
from longsuit.core.round.actions import Action, legal_actions
from longsuit.core.round.events import AnyEvent, Told
from longsuit.core.round.evolve import evolve
from longsuit.core.round.explanations import result_words, short_words
from longsuit.core.round.state import NOBODY, Phase, Round


class Viewer(Struct, frozen=True):
    """Who looks: a player by name, or without a name anyone who walks past the table."""

    player: str | None = None


PUBLIC = Viewer()

ShownCards = tuple[str | None, ...]
"""Cards by name; None is a card that lies face down."""


class ResultView(Settled, frozen=True):
    """What became of one wager, with the words for it."""

    words: str = ""
    """Why, in a sentence."""
    short: str = ""
    """Why, in the few words that fit under a chip."""


class SettlementView(Settlement, frozen=True):
    """The outcome of a round, with its words."""

    results: tuple[ResultView, ...]


class SeatView(Struct, frozen=True):
    """A seat as the viewer sees it."""

    seat: int
    player: str | None
    stack: Cents
    wagers: Mapping[str, Cents]
    bet: Cents
    folded: bool
    cards: ShownCards
    taken: tuple[str, ...]
    """The actions it has taken."""
    actions: tuple[Action, ...]
    """What the viewer may do for this seat now."""


class RoundView(Struct, frozen=True):
    """The table as the viewer sees it."""

    game: str
    number: int
    phase: Phase
    decision: str
    turn: int
    face_up: bool
    board: ShownCards
    dealer: ShownCards
    seats: tuple[SeatView, ...]
    dynamic: Mapping[str, Cents]
    """The raised pays of this round, at the wager of this table (PRG-14)."""
    settlement: SettlementView | None


def view(state: Round, viewer: Viewer = PUBLIC) -> RoundView:
    """All of the round that the viewer may see, and nothing else."""
    seats = []
    for number, seat in enumerate(state.seats, 1):
        mine = viewer.player is not None and seat.player == viewer.player
        shown = mine or state.table.face_up or number in (state.revealed or ())
        open_cards = state.table.definition.open_cards
        seats.append(
            SeatView(
                number,
                seat.player,
                seat.stack,
                seat.wagers,
                seat.bet,
                seat.folded,
                tuple(
                    card_name(card) if shown or up else None
                    for card, up in zip(seat.cards, open_cards, strict=False)
                ),
                seat.actions,
                legal_actions(state, number) if mine else (),
            )
        )
    decisions = state.table.rules.decisions
    return RoundView(
        game=state.table.game,
        number=state.number,
        phase=state.phase,
        decision=decisions[state.decision].name if state.turn != NOBODY else "",
        turn=state.turn,
        face_up=state.table.face_up,
        board=tuple(map(card_name, state.board)),
        dealer=tuple(card_name(c) if state.revealed is not None else None for c in state.dealer),
        seats=tuple(seats),
        dynamic=dynamic_pays(state.table, state.dynamic),
        settlement=_settlement(state.settlement) if state.settlement is not None else None,
    )


def _settlement(found: Settlement) -> SettlementView:
    results = (
        ResultView(**asdict(one), words=result_words(one, found.awards), short=short_words(one))
        for one in found.results
    )
    return SettlementView(*astuple(replace(found, results=tuple(results))))


def face_down(state: Round, viewer: Viewer = PUBLIC) -> frozenset[int]:
    """The seats whose cards the viewer has not been shown; 0 is the dealer.

    A folded hand without a side wager stays so for good, and after a CANCEL ROUND so does every
    hand that was dealt.
    """
    dealt = frozenset(number for number, seat in enumerate(state.seats, 1) if seat.cards)
    mine = own_hands(state, viewer)
    shown = dealt if state.table.face_up else mine | (state.revealed or frozenset())
    dealer = {0} if state.dealer and state.revealed is None else set()
    return frozenset((dealt - shown) | dealer)


def own_hands(state: Round, viewer: Viewer) -> frozenset[int]:
    """The seats at which the viewer was dealt cards in this round."""
    name = viewer.player
    seats = enumerate(state.seats, 1)
    return frozenset(n for n, seat in seats if seat.cards and name and seat.player == name)


def redact(state: Round, event: AnyEvent, viewer: Viewer = PUBLIC) -> Told | None:
    """The event as the viewer may hear of it, or None when it is none of theirs.

    `state` is the round after the event.
    """
    if isinstance(event, events.DeckShuffled):
        return None
    if isinstance(event, events.DealerDealt):
        return events.FaceDownDealt(0, len(event.cards))
    if isinstance(event, events.HandDealt):
        mine = viewer.player is not None and state.seat(event.seat).player == viewer.player
        if not (mine or state.table.face_up or dealt_open(state, event)):
            return events.FaceDownDealt(event.seat, len(event.cards))
    return event


def dealt_open(state: Round, event: events.HandDealt) -> bool:
    """Whether the cards that the seat was dealt last lie face up, whoever looks."""
    return state.table.definition.open_cards[len(state.seat(event.seat).cards) - 1]


def feed(history: Iterable[AnyEvent], viewer: Viewer = PUBLIC) -> list[Told]:
    """The events of a round as a viewer may hear of them."""
    heard: list[Told] = []
    state: Round | None = None
    for event in history:
        state = evolve(state, event)
        if (told := redact(state, event, viewer)) is not None:
            heard.append(told)
    return heard
