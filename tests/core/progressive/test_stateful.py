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

from longsuit.core.games.catalog import GAMES
from longsuit.core.progressive.events import (
    BonusApproved,
    BonusRefused,
    ContributionsGathered,
    FundsCame,
    FundsLeft,
    MeterEvent,
    MeterSet,
    TerminalEvent,
)
from longsuit.core.refusals import Code
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


TWO_WINNERS = {f"two winners of one meter, {game.id}" for game in GAMES}
HEARD = {
    *(Code.NOT_ALLOWED, Code.NEEDS_REASON, Code.SECOND_PERSON, Code.SECOND_SUPERVISOR),
    *(Code.NOT_ASKED_HERE, Code.NOT_STARTED, Code.NO_ROUND, Code.STARTED, Code.BETWEEN_ROUNDS),
    *(Code.NOBODY_WAGERS, Code.NO_SEAT, Code.NO_PROGRESSIVE_WAGER, Code.DYNAMIC_PAYS),
    *(Code.LIGHT_LIVE, Code.LIGHT_LOCKED, Code.COUNTED, Code.CHOOSE_SEAT, Code.CHOOSE_HAND),
    *(Code.NO_HAND, Code.HANDS_HIDDEN, Code.HAND_OTHER, Code.HAND_FROM_TRAY, Code.CLAIMED),
    *(Code.CLAIM_ORDER, Code.CLAIM_MISSING, Code.RIGHT_TO_LEFT, Code.LATE_OPEN, Code.LATE_LIVE),
    *(Code.LATE_NO_ROUND, Code.NO_JACKPOT, Code.JACKPOT_FIRST, Code.VOID_FIRST, Code.OK_FIRST),
    *(Code.PAY_FIRST, Code.SHOW_FIRST, Code.SHOWN, Code.PAID, Code.OTHER_SUM, Code.OWN_CLAIM),
    *(Code.NEEDS_APPROVAL, Code.NO_APPROVAL, Code.MUST_HIT_PAID, Code.NO_METER, Code.CORRECTION),
    *(Code.CORRECTION_TOO_LOW, Code.METER_PENDING, Code.METER_NOT_LINKED),
}


FAR = (10, 35, 19, 6, 18)
"""Walks that see the most, so that they come first."""


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
    # A house in memory tells its meters each contribution; only a floor's meters gather them.
    # Bonus pays are approved where the approval process is asked for: test_approval_process.
    # What a house sets of a meter, and money that leaves one: test_meter_controls.
    never = (ContributionsGathered, BonusApproved, BonusRefused, MeterSet, FundsLeft, FundsCame)
    missing = {kind.__name__ for kind in kinds if kind not in never}
    missing |= {*TWO_WINNERS, *HEARD}
    for seed in (*FAR, *range(60)):
        if missing:
            wander(CHASE, seed)
            wander(HIGH_CARD, seed)
            missing -= set(Watched.seen)
    assert sorted(missing) == []
