"""Random walks through a house of many tables, with the laws checked after every command.

The commands are sensible or wild: wrong roles, seats, phases, amounts and hands, voids, approvals
by the wrong person, corrections good and bad. Decks are often stacked so that jackpots fall, and
Must Hit spans are short. A second house hears of every event, through the codec, and has to be the
same as the first.
"""

import random
from collections.abc import Mapping
from typing import ClassVar, get_args

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test
from tests.core.progressive.watched import Watched
from tests.core.progressive.watched_tables import CHASE, HIGH_CARD, Opening
from tests.core.round.walks import REPEATABLE, wild_commands
from tests.extent import extent

from longsuit.core.progressive.events import MeterEvent, TerminalEvent
from longsuit.core.round.commands import Command

# Walks

places, seeds = st.integers(0, 2), st.integers(0, 2**32 - 1)


class Walk(RuleBasedStateMachine):
    """A house that hypothesis leads through steps."""

    openings: ClassVar[Mapping[str, Opening]]

    @initialize(seed=seeds)
    def open_house(self, seed: int) -> None:
        self.watched = Watched(self.openings, seed)

    def _rng(self, seed: int) -> random.Random:
        """The place in the walk counts too, so that a repeated number is no repeated step."""
        return random.Random(f"{seed} {self.watched.asked}")

    @rule(place=places, seed=seeds)
    def play_on(self, place: int, seed: int) -> None:
        self.watched.play_on(self.watched.names[place], self._rng(seed))

    @rule(place=places, seed=seeds)
    def play_a_round(self, place: int, seed: int) -> None:
        self.watched.play_round(self.watched.names[place], self._rng(seed))

    @rule(place=places, seed=seeds)
    def touch_wildly(self, place: int, seed: int) -> None:
        self.watched.touch_wildly(self.watched.names[place], self._rng(seed))

    @rule(place=places, command=wild_commands)
    def ask_wildly(self, place: int, command: Command) -> None:
        self.watched.ask(self.watched.names[place], command)

    @rule(place=places, seed=seeds)
    def ask_a_meter(self, place: int, seed: int) -> None:
        self.watched.meddle(self.watched.names[place], self._rng(seed))

    @rule(place=places)
    def open_a_round_too_soon(self, place: int) -> None:
        self.watched.open_too_soon(self.watched.names[place])

    def teardown(self) -> None:
        if hasattr(self, "watched"):
            self.watched.check_all()


class ChaseWalk(Walk):
    openings = CHASE


class HighCardWalk(Walk):
    openings = HIGH_CARD


@pytest.mark.rule(
    *("PRG-2", "PRG-3", "PRG-4", "PRG-5", "PRG-6", "PRG-7", "PRG-8", "PRG-9", "PRG-11"),
    *("PRG-17", "PRG-18", "PRG-19"),
)
@pytest.mark.parametrize("machine", [ChaseWalk, HighCardWalk])
def test_the_laws_hold_wherever_a_walk_goes(machine: type[Walk]) -> None:
    how = settings(
        REPEATABLE, max_examples=extent(20, 60), stateful_step_count=40, print_blob=False
    )
    run_state_machine_as_test(machine, settings=how)


REFUSALS = """
    Only the dealer may do that.
    No round has been started.
    No round is open at this table.
    No round with a progressive wager has been started.
    No seat has the progressive wager, so there is nothing to start.
    The round has started already.
    The system knows who has wagered: lights are for live tables.
    The lights are locked until the round is over.
    There is no seat #; the table has seats # to #.
    Seat # has no progressive wager in this round.
    From # to # dynamic pays are drawn for a round, not #.
    This table has no dynamic pays.
    Choose the seat first.
    Choose the hand first.
    'royal flush' is not a hand of this progressive.
    The hands have not been shown yet.
    The cards do not make #-card straight flush: seat # has no paying hand.
    #-card straight flush is paid from the chip tray, and has been.
    Seat # has its jackpot in this round.
    Seat # has no jackpot pending.
    Jackpots are claimed from right to left: seat # is first.
    Awards are paid from right to left: seat # is first.
    Touch PAY JACKPOT first, and verify the amount.
    The amount of # stands on the terminal already.
    The amount of # has been paid already.
    The terminal shows #; that is the sum to agree to.
    # is above #: a supervisor has to approve it.
    Only a supervisor approves a jackpot.
    There is no jackpot # in this round.
    That jackpot needs no approval.
    That jackpot waits for no approval: it is paid or void.
    Whoever claimed a jackpot does not approve it: another supervisor must.
    OK is for a jackpot that has been paid.
    A void needs its reason.
    The jackpot has been paid: it cannot be voided.
    The system drew the Must Hit award: it is paid, not voided.
    Void the jackpot of seat # first: it was claimed after.
    Jackpots of one meter are claimed from right to left: seat # comes
    A jackpot was claimed in this round: void it first, or end the round.
    Jackpots are paid at the terminal.
    The jackpot of seat # is pending: pay or void it first.
    The jackpot of seat # is paid: touch OK first.
    Seat # has #-card straight flush, which was not claimed.
    The round has been counted: no more hands are claimed.
    The round has been counted: pay the Must Hit award.
    A late claim of the last round is open: pay or void it first.
    A late claim is made between rounds: end or cancel this one first.
    A late claim takes two people, one of them a supervisor.
    A late claim takes a second person.
    A late claim needs its reason.
    Where the system deals no hand is missed: late claims are for live tables.
    There is no round that a hand was missed in.
    Seat # has its jackpot in round #
    Seat # had no progressive wager in round #
    There is no such meter.
    Only a supervisor corrects a meter.
    A correction takes a second person.
    A correction needs its reason.
    A correction is a whole number of mites, and not nothing.
    The meter has only #.
    The reserve has only #.
    has a jackpot pending on the meter
    is not linked to this table.
    two winners of one meter, chase-the-flush
    two winners of one meter, high-card-flush
"""


def wander(openings: Mapping[str, Opening], seed: int, steps: int = 40) -> None:
    """A walk of the same steps without hypothesis, so that it is the same everywhere."""
    watched, rng = Watched(openings, seed), random.Random(seed)
    for _ in range(steps):
        name = rng.choice(watched.names)
        ways = (watched.play_round, watched.play_on, watched.touch_wildly, watched.meddle)
        rng.choice(ways)(name, rng)
    watched.check_all()


@pytest.mark.rule("TBL-2")
def test_the_walks_get_everywhere() -> None:
    """Every event of meters and terminals happens, and every refusal of the terminal is heard."""
    Watched.seen.clear()
    kinds = (*get_args(MeterEvent), *get_args(TerminalEvent))
    missing = {kind.__name__ for kind in kinds}
    missing |= {line.strip() for line in REFUSALS.strip().splitlines()}
    for seed in range(60):
        if missing:
            wander(CHASE, seed)
            wander(HIGH_CARD, seed)
            seen = "\n".join(Watched.seen)
            missing = {want for want in missing if want not in seen}
    assert sorted(missing) == []
