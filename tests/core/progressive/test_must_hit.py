"""Must Hit: the trigger is sealed, told to nobody, opened after the hit and checked by anyone.

The test knows the secrets because it hands them out; what the house may show is then searched for
them. The draws are computed again here with hashlib alone.
"""

import hashlib
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace
from tests.core.progressive.floor import (
    CANCEL,
    DIAMOND,
    END,
    OK,
    PAY,
    PENDING,
    STAR,
    START,
    SUE,
    VOID,
    Floor,
    agree,
    approve,
    hand,
    light,
    mites,
    names,
)
from tests.core.progressive.test_kinds import FIVE
from tests.wording import reason_of

from longsuit.core.errors import InputError
from longsuit.core.games.table import make_table
from longsuit.core.progressive import events
from longsuit.core.progressive.commands import CorrectMeter, SealTrigger
from longsuit.core.progressive.decide import decide
from longsuit.core.progressive.decide_meter import decide_meter
from longsuit.core.progressive.meter import Hit
from longsuit.core.progressive.must_hit import (
    SECRET_BYTES,
    Cycle,
    Secret,
    WrongSecret,
    commitment,
    trigger,
    winner,
)
from longsuit.core.progressive.terms import MustHit, must_hit_terms, progressive_offer, table_terms
from longsuit.core.progressive.view import sign
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.core.round.commands import SYSTEM

METER = "T1/must-hit"
AT_ONCE = MustHit(500_00, 500_01)
"""One cent to draw from: the first wager, which adds 15 cents, reaches it."""


class Secrets:
    """Random bytes that the test can look up."""

    def __init__(self, seed: str = "a") -> None:
        self.seed, self.drawn = seed, list[bytes]()

    def __call__(self, count: int) -> bytes:
        content = hashlib.sha512(f"{self.seed} {len(self.drawn)}".encode()).digest()[:count]
        self.drawn.append(content)
        return content


def draw(label: str, name: str, content: bytes, count: int) -> int:
    """A number below `count` from SHAKE-256, without bias; the test's own reading of the rule.

    The stream is cut into numbers one byte longer than it takes to write `count`; those above the
    last whole multiple of `count` are passed over.
    """
    size = len(f"{count:x}") // 2 + len(f"{count:x}") % 2 + 1
    stream = hashlib.shake_256(f"{label}\n{name}".encode() + content).digest(size * 50)
    fair = 256**size - 256**size % count
    for at in range(0, len(stream), size):
        number = int(stream[at : at + size].hex(), 16)
        if number < fair:
            return number % count
    raise ValueError("fifty numbers were passed over")


def own_trigger(content: bytes, meter: str, cycle: int, above: int, by: int) -> int:
    name = f"{meter}\n{cycle}\n{above}\n{by}\n"
    return by - draw("longsuit must hit trigger", name, content, by - above)


def own_commitment(content: bytes, meter: str, cycle: int, above: int, by: int) -> str:
    label = f"longsuit must hit seal\n{meter}\n{cycle}\n{above}\n{by}\n"
    return hashlib.sha256(label.encode() + content).hexdigest()


def open_table(
    secrets: Secrets | None = None, settings: MustHit | None = None, **more: Any
) -> Floor:
    return Floor(secrets or Secrets()).open(must_hit=settings or MustHit(), **more)


# Drawing and sealing


@pytest.mark.rule("PRG-11")
def test_the_draws_come_out_the_same_when_computed_by_hand() -> None:
    secrets, passed_over = Secrets("draws"), 0
    for number in range(1, 3001):
        content = secrets(32)
        cycle = Cycle("link A", number, 500_00, 1_000_00)
        facts = ("link A", number, 500_00, 1_000_00)
        assert trigger(cycle, Secret(content)) == own_trigger(content, *facts)
        assert commitment(cycle, Secret(content)) == own_commitment(content, *facts)
        seats = (1, 3, 4, 6, 7)
        place = f"link A\n{number}\n50000\n100000\nT9\n77\n1,3,4,6,7\n"
        drawn = seats[draw("longsuit must hit winner", place, content, 5)]
        assert winner(cycle, Secret(content), "T9", 77, seats) == drawn
        first = hashlib.shake_256(
            f"longsuit must hit trigger\nlink A\n{number}\n50000\n100000\n".encode() + content
        ).digest(3)
        passed_over += int.from_bytes(first, "big") >= 256**3 - 256**3 % 50_000
    # 27,216 of 16,777,216 numbers are passed over: about five in three thousand.
    assert passed_over > 0
    for by in (1, 255, 256, 257, 70_000, 2**24, 2**32 + 1):
        content = secrets(32)
        facts = ("link B", 1, 0, by)
        assert trigger(Cycle(*facts), Secret(content)) == own_trigger(content, *facts)


@pytest.mark.rule("PRG-11")
def test_the_trigger_lies_above_the_reseed_and_at_most_at_the_ceiling() -> None:
    secrets = [Secret(Secrets(str(n))(32)) for n in range(2000)]
    few = Counter(trigger(Cycle("m", 1, 500_00, 500_05), one) for one in secrets)
    # Five cents, each about 400 times: 18 is the standard deviation.
    assert set(few) == {500_01, 500_02, 500_03, 500_04, 500_05}
    assert all(320 < times < 480 for times in few.values()), few
    assert {trigger(Cycle("m", 1, 500_00, 500_01), one) for one in secrets[:50]} == {500_01}
    assert {trigger(Cycle("m", 1, 0, 1), one) for one in secrets[:50]} == {1}
    wide = [trigger(Cycle("m", 1, 500_00, 1_000_00), one) for one in secrets]
    assert 500_00 < min(wide) < 502_00
    assert 998_00 < max(wide) <= 1_000_00
    # A meter that stands at its ceiling or past it when it is sealed falls at once.
    assert trigger(Cycle("m", 1, 1_000_00, 1_000_00), secrets[0]) == 1_000_00
    assert trigger(Cycle("m", 1, 1_200_00, 1_000_00), secrets[0]) == 1_000_00


@pytest.mark.rule("PRG-11")
def test_every_registered_seat_wins_as_often() -> None:
    cycle = Cycle("m", 1, 500_00, 1_000_00)
    for seats in ((4,), (2, 7), (1, 2, 3, 4, 5, 6, 7)):
        won = Counter(
            winner(cycle, Secret(Secrets(str(n))(32)), "T", 1, seats) for n in range(2100)
        )
        assert set(won) == set(seats)
        fair = 2100 / len(seats)
        assert all(abs(times - fair) < 0.2 * fair for times in won.values()), won


@pytest.mark.rule("PRG-11")
def test_the_commitment_is_published_when_the_meter_opens() -> None:
    secrets = Secrets()
    floor = open_table(secrets)
    sealed = own_commitment(secrets.drawn[0], METER, 1, 500_00, 1_000_00)
    assert floor.stream(f"meter {METER}")[1] == events.TriggerSealed(1, 500_00, sealed)
    shown = sign(floor.house.meters_of("T1"))[-1]
    assert (shown.name, shown.value, shown.must_hit_by) == ("must-hit", 500_00, 1_000_00)
    assert shown.commitment == sealed


@pytest.mark.rule("PRG-11")
def test_sealing_that_is_refused() -> None:
    floor = open_table()
    meter, star = floor.meter(METER), floor.meter("T1/star")
    unsealed = replace(meter, sealed=None)
    seal = SealTrigger(by=SYSTEM, commitment="ab" * 32)
    assert decide_meter(unsealed, seal) == (events.TriggerSealed(1, 500_00, "ab" * 32),)
    digest = "A commitment is a SHA-256 digest in hexadecimal."
    for found, command, sentence in (
        (unsealed, replace(seal, by=SUE), "Only the system may draw a trigger."),
        (star, seal, "The meter T1/star is not a Must Hit meter."),
        (meter, seal, f"The trigger of the meter {METER} is sealed already."),
        (unsealed, replace(seal, commitment="ab" * 31), digest),
        (unsealed, replace(seal, commitment="AB" * 32), digest),
        (unsealed, replace(seal, commitment="x" * 64), digest),
    ):
        assert reason_of(decide_meter(found, command)) == sentence


@pytest.mark.rule("PRG-11")
def test_no_round_starts_before_the_trigger_is_sealed() -> None:
    floor = open_table()
    floor.do(light(2))
    terminal, meters = floor.terminal(), floor.house.meters_of("T1")
    unsealed = {**meters, "must-hit": replace(meters["must-hit"], sealed=None)}
    waits = refuse(Code.TRIGGER_AWAITED)
    assert decide(terminal, unsealed, START) == waits
    assert not isinstance(decide(terminal, meters, START), Refused)
    floor.do(START)
    with pytest.raises(WrongSecret, match=r"^END ROUND needs the secret of the Must Hit meter$"):
        decide(floor.terminal(), floor.house.meters_of("T1"), END)


@pytest.mark.rule("PRG-11")
def test_nothing_is_drawn_with_the_secret_of_another_cycle() -> None:
    """An opened secret is known to all: with it the next winner could be told in advance."""
    floor = open_table()
    floor.do(light(2))
    floor.do(START)
    terminal, meters = floor.terminal(), floor.house.meters_of("T1")
    other = Secret(b"o" * SECRET_BYTES)
    with pytest.raises(WrongSecret, match="not the one that was sealed"):
        decide(terminal, meters, END, other)
    assert not isinstance(decide(terminal, meters, END, floor.house.vault[METER]), Refused)


@pytest.mark.rule("PRG-11", "PRG-10")
@pytest.mark.parametrize(
    ("table", "settings", "sentence"),
    [
        (
            ("hcf", {}),
            MustHit(),
            "A Must Hit meter goes with a progressive that may have one, such as STAX.",
        ),
        (
            ("ctf", {"paytables": {"stax": FIVE}}),
            MustHit(),
            "The STAX Progressive uses all 5 meters: none is free.",
        ),
        (
            ("ctf", {"without": ("stax",)}),
            MustHit(),
            "A Must Hit meter goes with a progressive wager.",
        ),
        (
            ("ctf", {}),
            MustHit(500_00, 500_00),
            "The must-hit-by amount is above the seed, and the seed is not negative.",
        ),
        (
            ("ctf", {}),
            MustHit(seed=-1),
            "The must-hit-by amount is above the seed, and the seed is not negative.",
        ),
        (("ctf", {}), MustHit(rate=Fraction(0)), "A Must Hit meter needs a contribution."),
    ],
)
def test_where_a_must_hit_meter_does_not_go(
    table: tuple[str, dict[str, Any]], settings: MustHit, sentence: str
) -> None:
    game, options = table
    with pytest.raises(InputError) as refusal:
        table_terms(make_table(game, **options), settings)
    assert str(refusal.value) == sentence


@pytest.mark.rule("PRG-11")
def test_the_figures_are_the_houses_to_set() -> None:
    offer = progressive_offer(make_table("ctf"))
    assert offer is not None
    usual = must_hit_terms(offer, MustHit())
    assert (usual.seed, usual.by, usual.main, usual.reserve) == (500_00, 1_000_00, 300, 0)
    floor = open_table(settings=MustHit(0, 20_00, Fraction(1, 20)))
    assert floor.value(METER) == 0
    floor.round(1, 2)
    assert floor.value(METER) == mites("0.50")


# The award


@pytest.mark.rule("PRG-11", "PRG-21")
def test_a_hit_is_opened_and_anyone_can_check_it() -> None:
    secrets = Secrets("check")
    floor = open_table(secrets, MustHit(500_00, 502_00))
    due = own_trigger(secrets.drawn[0], METER, 1, 500_00, 502_00)
    rounds = 0
    while floor.terminal().phase == "idle":
        rounds += 1
        before = floor.meter(METER).shown
        floor.round(2, 3, 7)
    # The meter grew by 45 cents a round, and fell in the first round that reached the trigger.
    assert before < due <= before + 45
    opened = next(e for e in floor.stream(f"meter {METER}") if isinstance(e, events.TriggerOpened))
    content = bytes.fromhex(opened.secret)
    assert content == secrets.drawn[0]
    sealed = floor.stream(f"meter {METER}")[1]
    assert sealed.commitment == own_commitment(content, METER, opened.cycle, opened.above, 502_00)
    assert opened.trigger == due
    assert (opened.table, opened.round, opened.seats) == ("T1", rounds, (2, 3, 7))
    place = f"{METER}\n1\n50000\n50200\nT1\n{rounds}\n2,3,7\n"
    drawn = (2, 3, 7)[draw("longsuit must hit winner", place, content, 3)]
    assert opened.winner == drawn
    # The winner is shown with the amount: on the terminal, and on the sign.
    jackpot = floor.view().jackpots[0]
    assert (jackpot.seat, jackpot.amount, jackpot.mystery) == (drawn, before + 45, True)
    shown = sign(floor.house.meters_of("T1"))[-1]
    claim = events.Claim("T1", rounds, 1)
    assert shown.hits[-1] == Hit(claim, drawn, "Must Hit", before + 45, 500_00)
    # The next cycle has its own secret, sealed before anything else could happen.
    assert floor.told[-1][1] == events.TriggerSealed(
        2, 500_00, own_commitment(secrets.drawn[1], METER, 2, 500_00, 502_00)
    )


@pytest.mark.rule("PRG-11")
def test_a_meter_that_jumps_past_its_ceiling_is_awarded_at_once_and_once() -> None:
    floor = open_table(settings=MustHit(0, 10, Fraction(1)))
    floor.start(1, 2, 3, 4, 5, 6, 7)
    ended = floor.do(END)
    # Seven wagers of 5 dollars take the meter from nothing to 35 dollars; it must hit by 10 cents.
    assert names(ended).count("MysteryDrawn") == 1
    assert [e.amount for e in ended if isinstance(e, events.MysteryDrawn)] == [35_00]
    assert floor.value(METER) == 0
    seat = floor.terminal().seat
    assert seat in range(1, 8)
    floor.pay(seat)
    assert floor.terminal().phase == "idle"
    floor.round(4)
    assert floor.terminal().jackpots[0].seat == 4


@pytest.mark.rule("PRG-11", "PRG-8")
def test_a_corrected_meter_past_its_ceiling_falls_at_the_next_end_round() -> None:
    floor = open_table()
    correction = CorrectMeter(by=SUE, part="meter", amount=mites("900"), reason="x", second="Sam")
    assert floor.house.correct(METER, correction) is None
    assert floor.terminal().phase == "idle"
    floor.round(3)
    assert floor.terminal().jackpots[0].amount == 1400_15


@pytest.mark.rule("PRG-11", "PRG-21")
def test_only_seats_registered_in_the_round_can_win() -> None:
    for seed in range(12):
        floor = open_table(Secrets(str(seed)), AT_ONCE)
        # Seats 1 and 7 had the wager before, or had it and the round was cancelled.
        floor.start(1, 7)
        floor.do(CANCEL, light(1, on=False), light(7, on=False))
        floor.round(3, 5)
        assert floor.terminal().jackpots[0].seat in (3, 5), seed


@pytest.mark.rule("PRG-21", "PRG-2")
def test_a_cancelled_round_draws_nothing() -> None:
    floor = open_table(settings=AT_ONCE)
    floor.start(1)
    floor.do(CANCEL)
    assert floor.value(METER) == mites("500")
    assert names(floor.stream(f"meter {METER}")) == ["MeterOpened", "TriggerSealed", "TableJoined"]


@pytest.mark.rule("PRG-21", "PRG-19")
def test_a_must_hit_award_is_paid_before_the_round_is_over() -> None:
    floor = open_table(settings=AT_ONCE, approval=400_00)
    floor.start(4)
    assert names(floor.do(END))[-3:] == ["TriggerOpened", "AwardLocked", "MysteryDrawn"]
    counted = "The round has been counted: pay what is due."
    assert (floor.refused(END), floor.refused(CANCEL)) == (counted, counted)
    assert floor.refused(START) == "The round has started already."
    assert floor.refused(light(1)) == "The lights are locked until the round is over."
    assert floor.refused(hand(STAR)) == "The round has been counted: pay what is due."
    assert floor.refused(PENDING) == "The round has been counted: pay what is due."
    assert floor.refused(VOID) == "The system drew the Must Hit award: it is paid, not voided."
    assert floor.lit() == ("PAY JACKPOT",)
    floor.do(PAY)
    assert (
        floor.refused(agree(500_15)) == "$500.15 is above $400.00: a supervisor has to approve it."
    )
    floor.do(approve(1), agree(500_15))
    assert names(floor.do(OK)) == ["JackpotClosed", "TerminalCleared"]
    assert floor.terminal().phase == "idle"
    assert floor.balance("player T1 seat 4") == mites("495.15")


@pytest.mark.rule("PRG-11", "PRG-5")
def test_a_seat_may_win_with_its_hand_and_the_mystery_too() -> None:
    floor = open_table(settings=AT_ONCE)
    floor.start(6)
    floor.claim(6, DIAMOND)
    floor.pay(6)
    floor.do(END)
    jackpots = floor.view().jackpots
    assert [(one.number, one.hand, one.step) for one in jackpots] == [
        (1, DIAMOND, "done"),
        (2, "Must Hit", "pending"),
    ]
    floor.pay(6)
    # 500 for the hand, 500.15 for the mystery, less the wager.
    assert floor.balance("player T1 seat 6") == mites("995.15")


@pytest.mark.rule("PRG-11", "PRG-9")
def test_tables_share_a_must_hit_meter() -> None:
    floor = open_table(settings=AT_ONCE)
    floor.open("ctf", "T2", must_hit=AT_ONCE, meters={"must-hit": METER})
    floor.start(1, table="T2")
    floor.round(4)
    # T1 has the award; T2, which was in a round, ends it against the next secret.
    floor.do(END, table="T2")
    opened = [e for e in floor.stream(f"meter {METER}") if isinstance(e, events.TriggerOpened)]
    assert [(e.cycle, e.table, e.winner) for e in opened] == [(1, "T1", 4), (2, "T2", 1)]
    assert opened[0].secret != opened[1].secret
    floor.pay(1, table="T2")
    floor.pay(4)
