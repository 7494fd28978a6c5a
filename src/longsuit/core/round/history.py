"""A round as text that a person can read, and that `history_reader` reads back.

The form is described in docs/history.md. One line is one fact, in the order in which it happened.
"""

import json
import re
from collections.abc import Collection, Iterable

import msgspec
from msgspec import Struct

from longsuit.core.cards import card_names
from longsuit.core.games.catalog import paytables
from longsuit.core.games.settlement import Award, Settled, Settlement
from longsuit.core.games.table import Table
from longsuit.core.money import Cents, plain_dollars
from longsuit.core.ranking import flush_name
from longsuit.core.round import events as happened
from longsuit.core.round.codec import to_text
from longsuit.core.round.events import AnyEvent
from longsuit.core.round.evolve import evolve, replay
from longsuit.core.round.explanations import result_words
from longsuit.core.round.state import Round
from longsuit.core.round.view import dealt_open
from longsuit.core.texts import CANCELLED

HEADING = "Longsuit round, form 1"
_VERBS = {"win": "wins", "push": "pushes", "lose": "loses", "due": "is due"}


def write_history(events: Iterable[AnyEvent], hidden: Collection[int] = ()) -> str:
    """The round that the events tell, from its settings to its end.

    Of the hands at the `hidden` seats, 0 for the dealer, the number of cards is told and no more.
    """
    past = list(events)
    final = replay(past)
    if final.phase not in ("ended", "cancelled"):
        raise ValueError("a history is written when the round is over")
    lines = [HEADING, *_settings(final.table), f"round: {final.number}", ""]
    state: Round | None = None
    for event in past:
        before, state = state, evolve(state, event)
        if isinstance(event, happened.HandDealt | happened.DealerDealt):
            lines.append(_dealt_line(state, event, hidden))
        else:
            lines.extend(_told(before, state, event))
    for number, seat in enumerate(final.seats, 1):
        if seat.player is not None:
            lines.append(f"seat {number} ends with {plain_dollars(seat.stack)}")
    return "\n".join(lines) + "\n"


def _settings(table: Table) -> list[str]:
    lines = [f"game: {table.game}", f"seats: {table.seats}"]
    if table.face_up:
        lines.append("face up: yes")
    if table.seats_per_player > 1:
        lines.append(f"seats a player: {table.seats_per_player}")
    if table.spot_factor:
        lines.append(f"spot factor: {table.spot_factor}")
    if table.raise_step:
        lines.append(f"raise step: {plain_dollars(table.raise_step)}")
    if table.bonus_cap:
        lines.append(f"bonus cap: {plain_dollars(table.bonus_cap)}")
    if table.rules != table.definition.rules:
        lines.append(f"rules: {_as_json(table.rules)}")
    for offer in table.offers:
        limits = " ".join(map(plain_dollars, msgspec.structs.astuple(offer.limits)))
        lines.append(f"wager {offer.wager}: {'mandatory' * offer.mandatory or 'optional'} {limits}")
        if offer.paytable is not None:
            boxed = offer.paytable in paytables(table.game)
            content = offer.paytable.id if boxed else _as_json(offer.paytable)
            lines.append(f"paytable {offer.wager}: {offer.paytable.digest} {content}")
    return lines


def _as_json(value: Struct) -> str:
    return msgspec.json.encode(value, enc_hook=to_text).decode()


def _told(before: Round | None, after: Round, event: AnyEvent) -> list[str]:
    """The lines that one event adds. Wagers are told when they are final, at START ROUND."""
    match event:
        case happened.RoundStarted(dynamic=dynamic):
            return [*_seated(after), *map(_dynamic_line, dynamic.items())]
        case happened.BoardDealt(cards=cards):
            return [f"board {card_names(cards)}"]
        case happened.ActionTaken():
            return [_action_line(event)]
        case happened.RoundSettled(settlement=settlement):
            return _settlement(settlement)
        case happened.AwardGranted(award=award):
            return [f"mystery seat {award.seat} {award.wager}"]
        case happened.AwardPaid(seat=seat, wager=wager, amount=amount):
            return [f"award seat {seat} {wager} {plain_dollars(amount)}"]
        case happened.RoundEnded():
            return ["ended"]
        case happened.RoundCancelled(reason=reason, cause=cause):
            # Cancelled before START ROUND, the wagers have not been told yet.
            early = _seated(before) if before and before.phase == "wagers" else []
            why = CANCELLED.get(cause, reason)
            return [*early, f"cancelled {json.dumps(why, ensure_ascii=False)}"]
    return []


def _dealt_line(
    state: Round, event: happened.HandDealt | happened.DealerDealt, hidden: Collection[int]
) -> str:
    seat = event.seat if isinstance(event, happened.HandDealt) else 0
    who = f"seat {seat}" if seat else "dealer"
    is_open = isinstance(event, happened.HandDealt) and dealt_open(state, event)
    if seat in hidden and not is_open:
        return f"{who} is dealt {len(event.cards)} cards, not shown"
    return f"{who} is dealt {card_names(event.cards)}"


def _dynamic_line(raised: tuple[str, Cents]) -> str:
    hand, amount = raised
    return f"dynamic {plain_dollars(amount)} {hand}"


def _action_line(event: happened.ActionTaken) -> str:
    amount = f" {plain_dollars(event.amount)}" if event.amount else ""
    late = "" if event.in_time else " (time)"
    return f"seat {event.seat}: {event.action}{amount}{late}"


def _settlement(settlement: Settlement) -> list[str]:
    word = "qualifies" if settlement.qualifies else "does not qualify"
    told = [f"dealer has {flush_name(settlement.dealer)}: {word}"] if settlement.dealer else []
    told.extend(_settled_line(result, settlement.awards) for result in settlement.results)
    told.extend(
        f"seat {envy.seat} envy pays {plain_dollars(envy.amount)}: "
        f"seat {envy.winner} has {envy.hand}"
        for envy in settlement.envies
    )
    return told


def _seated(state: Round) -> list[str]:
    lines = []
    for number, seat in enumerate(state.seats, 1):
        if seat.player is not None:
            name = json.dumps(seat.player, ensure_ascii=False)
            lines.append(f"seat {number} {name} has {plain_dollars(seat.stack + seat.staked)}")
    for number in state.playing:
        placed = state.seat(number).wagers
        in_order = [offer.wager for offer in state.table.offers if offer.wager in placed]
        each = ", ".join(f"{wager} {plain_dollars(placed[wager])}" for wager in in_order)
        lines.append(f"seat {number} wagers {each}")
    return lines


def _settled_line(result: Settled, awards: Iterable[Award]) -> str:
    return (
        f"seat {result.seat} {result.wager} {plain_dollars(result.stake)} "
        f"{_VERBS[result.verdict]}, returns {plain_dollars(result.returned)}: "
        f"{result_words(result, awards)}"
    )


_EXPLAINED = re.compile(r"(seat \d+ \S+ \S+ \w+(?: due)?, returns [^ :]+): .*")


def facts_of(line: str) -> str:
    """A line without the words that explain it: those are the writer's, and no fact."""
    explained = _EXPLAINED.fullmatch(line)
    return explained[1] if explained else line
