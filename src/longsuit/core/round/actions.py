"""What a seat may do now: the one source for buttons, robots, the terminal and the tests."""

from msgspec import Struct

from longsuit.core.cards import CardSet, card_set
from longsuit.core.games.game import Decision
from longsuit.core.games.table import Table
from longsuit.core.money import Cents
from longsuit.core.ranking import flush_key, key_length
from longsuit.core.round.state import Round


class Action(Struct, frozen=True):
    """One thing a seat may do, and for how much."""

    name: str
    """``wager``, ``take_back``, ``check``, ``fold``, ``bet_3x``, ``raise_1x``, ``raise`` ..."""
    least: Cents = 0
    most: Cents = 0
    """Above the least where the amount is the seat's to choose: then it has to be named."""
    step: Cents = 1
    wager: str = ""
    """Which wager, where the action is to place one."""

    def takes(self, amount: Cents) -> bool:
        """Whether the amount is one the action may be for."""
        if amount == self.most:
            return True
        return self.least <= amount < self.most and (amount - self.least) % self.step == 0


def legal_actions(state: Round, number: int) -> tuple[Action, ...]:
    """All that the seat may do at this moment; empty when it has nothing to do."""
    if not 1 <= number <= len(state.seats) or state.seat(number).player is None:
        return ()
    if state.phase == "wagers":
        return _wager_actions(state, number)
    if state.phase == "decisions" and state.turn == number:
        return _decision_actions(state, number)
    return ()


def _wager_actions(state: Round, number: int) -> tuple[Action, ...]:
    """Each wager that can stand beside the least that is mandatory with it."""
    seat, equals = state.seat(number), state.table.definition.equal_to_ante
    funds = seat.stack + seat.staked
    needed = sum(offer.limits.least for offer in state.table.offers if offer.mandatory)
    actions = []
    for offer in state.table.offers:
        least, step = offer.limits.least, offer.limits.step
        # Wagers that equal the Ante go up together with it.
        together = 1 + len(equals) if offer.wager in ("ante", *equals) else 1
        spare = funds - needed + (least * together if offer.mandatory else 0)
        most = min(offer.limits.most, spare // together)
        if most >= least:
            most = least + (most - least) // step * step
            actions.append(Action("wager", least, most, step, offer.wager))
    if seat.plays:
        actions.append(Action("take_back"))
    return tuple(actions)


def _decision_actions(state: Round, number: int) -> tuple[Action, ...]:
    seat = state.seat(number)
    cards = card_set(seat.cards) | card_set(state.board)
    return decision_actions(state.table, state.to_decide, cards, seat.wagers["ante"], seat.stack)


def decision_actions(
    table: Table, decision: Decision, cards: CardSet, ante: Cents, stack: Cents
) -> tuple[Action, ...]:
    """What a hand may do at a decision: the free action, and each bet that the stack can pay."""
    length, game = key_length(flush_key(cards)), table.definition
    free = Action(decision.free)
    if table.raise_step and not decision.exact:
        step = table.raise_step
        most = decision.most[length] * ante
        if stack < ante:
            return (free,)
        if stack < most:
            # The largest raise of all is open off the step too; what a short stack can pay is not.
            most = ante + (stack - ante) // step * step
        return free, Action(game.bet_verb, ante, most, step)
    bets = tuple(
        Action(game.action_name(multiple), multiple * ante, multiple * ante)
        for multiple in decision.multiples(length)
        if multiple * ante <= stack
    )
    return free, *bets
