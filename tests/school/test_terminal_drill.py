"""A dealer's scripted rounds at the terminal, and the certificate of them."""

import datetime as dt
import hashlib
import random

import pytest
from tests.extent import SEED, extent

from longsuit.core.cards import card_set
from longsuit.core.errors import InputError
from longsuit.core.games.settlement import Hand, settle
from longsuit.core.progressive import commands as asked
from longsuit.core.progressive.dealer import dealer_step
from longsuit.core.round.commands import Actor, CancelRound, Command, EndRound, StartRound
from longsuit.school.certificate import certify, seal, unseal
from longsuit.school.marks import Mark, Tally
from longsuit.school.scripted_round import KINDS, TABLE, Due, Kind
from longsuit.school.terminal_drill import SUPERVISOR, TerminalDrill

each_kind = pytest.mark.parametrize("kind", KINDS)
SEEDS = [SEED + number for number in range(extent(3, 40))]


def do(drill: TerminalDrill, *commands: Command) -> None:
    for command in commands:
        assert drill.do(command) is None, command


def start(drill: TerminalDrill, seats: tuple[int, ...] = ()) -> None:
    by = drill.dealer
    lit = seats or drill.script.wagering
    do(drill, asked.SetLights(by=by, seats=lit), StartRound(by=by))


def claim(drill: TerminalDrill, due: Due) -> None:
    by = drill.dealer
    do(drill, asked.ChooseSeat(by=by, seat=due.seat), asked.ChooseHand(by=by, hand=due.hand))
    do(drill, asked.PendingJackpot(by=by))
    if due.seat == drill.script.fouled:
        assert "void" in drill.says()[-1]
        do(drill, asked.VoidJackpot(by=by, reason="fouled"))
    elif drill.script.papers.winner and due.from_meter:
        papers = drill.script.papers
        number = drill.house.tables[TABLE].jackpots[-1].number
        robin = Actor("supervisor", SUPERVISOR)
        fields = {name: getattr(papers, name) for name in papers.__struct_fields__}
        do(drill, asked.ApproveJackpot(by=robin, number=number, **fields))


def pay(drill: TerminalDrill) -> None:
    while (step := dealer_step(drill.house.tables[TABLE], drill.dealer)) is not None:
        do(drill, step)


def play(drill: TerminalDrill, *, leave_out: int = 0) -> None:
    """As a good dealer does, all but so many of the hands that won."""
    start(drill)
    for due in drill.script.due[leave_out:]:
        claim(drill, due)
        pay(drill)
    do(drill, EndRound(by=drill.dealer))
    pay(drill)
    assert drill.over


def wrong(drill: TerminalDrill) -> list[str]:
    return [mark.about for mark in drill.marks() if not mark.right]


@each_kind
@pytest.mark.parametrize("seed", SEEDS)
def test_a_round_run_well_has_all_its_points(kind: Kind, seed: int) -> None:
    drill = TerminalDrill(kind, random.Random(seed))
    play(drill)
    assert wrong(drill) == []
    assert drill.refused == 0
    held = [card for cards in drill.script.hands.values() for card in cards]
    assert len({*held, *drill.script.board}) == len(held) + len(drill.script.board)


@each_kind
def test_what_is_due_is_what_the_game_settles(kind: Kind) -> None:
    drill = TerminalDrill(kind, random.Random(SEED))
    script, table = drill.script, drill.house.tables[TABLE].setup.table
    offer = drill.house.tables[TABLE].setup.offer
    assert offer is not None
    wagers = {one.wager: one.limits.least for one in table.offers}
    hands = [
        Hand(
            seat,
            card_set((*cards, *script.board)),
            {
                name: amount
                for name, amount in wagers.items()
                if name != offer.wager or seat in script.wagering
            },
            folded=True,
        )
        for seat, cards in script.hands.items()
    ]
    settled = settle(table, hands, card_set(script.board))
    won = [one for one in settled.results if one.wager == offer.wager and one.hand]
    assert [(one.seat, one.hand) for one in won] == [(one.seat, one.hand) for one in script.due]


@each_kind
def test_a_hand_that_is_not_paid_costs_its_points(kind: Kind) -> None:
    drill = TerminalDrill(kind, random.Random(SEED))
    play(drill, leave_out=1)
    assert f"seat {drill.script.due[0].seat}" in wrong(drill)


def test_other_seats_a_false_claim_and_a_refused_touch_are_marked() -> None:
    drill = TerminalDrill("several", random.Random(SEED))
    by, wagering = drill.dealer, drill.script.wagering
    start(drill, tuple(sorted({*range(1, 7)} - {wagering[0]})))
    do(drill, CancelRound(by=by, reason="wrong seats"))
    start(drill)
    without = next(n for n in wagering if n not in {one.seat for one in drill.script.due})
    claim(drill, Due(without, "3-card straight flush"))
    pay(drill)
    assert drill.do(asked.Ok(by=by)) is not None
    for due in drill.script.due:
        claim(drill, due)
        pay(drill)
    do(drill, EndRound(by=by))
    assert {"lights", "claims", "touches"} <= set(wrong(drill))
    assert drill.do(StartRound(by=by)) is not None, "one round, and it is over"


def test_the_papers_of_an_approval_are_compared() -> None:
    drill = TerminalDrill("approval", random.Random(SEED))
    start(drill)
    due = next(one for one in drill.script.due if one.from_meter)
    by = drill.dealer
    do(drill, asked.ChooseSeat(by=by, seat=due.seat), asked.ChooseHand(by=by, hand=due.hand))
    do(drill, asked.PendingJackpot(by=by))
    number = drill.house.tables[TABLE].jackpots[-1].number
    robin = Actor("supervisor", SUPERVISOR)
    who = {"winner": "Nobody", "document": "none", "surveillance": "S-1"}
    do(drill, asked.ApproveJackpot(by=robin, number=number, payment="chips", **who))
    pay(drill)
    do(drill, EndRound(by=by))
    assert "approval" in wrong(drill)


def digest(content: bytes) -> str:
    return hashlib.sha256(b"a key" + content).hexdigest()


DAY = dt.date(2026, 3, 1)


def test_a_certificate_is_the_houses_alone() -> None:
    tally = Tally()
    tally.add([Mark("lights", True, "")] * 9 + [Mark("order", False, "")], 61.4)
    found = certify(" Ann  Lee ", {"Terminal": tally}, {"Envy": True}, signed_in=False, day=DAY)
    assert found.passed and found.name == "Ann Lee"
    sealed = seal(found, digest)
    assert unseal(sealed, digest) == found
    text, _, proof = sealed.partition(".")
    for other in (f"{text}x.{proof}", f"{text}.{proof[:-1]}", text, "", "\u00e9.1", "A" * 5000):
        with pytest.raises(InputError):
            unseal(other, digest)
    with pytest.raises(InputError):
        unseal(sealed, lambda content: hashlib.sha256(content).hexdigest())
    # The house's key has changed since: a digest of the key before is known on.
    assert unseal(sealed, lambda content: hashlib.sha256(content).hexdigest(), digest) == found


def test_who_has_not_run_every_round_well_has_not_passed() -> None:
    tally = Tally()
    tally.add([Mark("lights", True, "")] * 8 + [Mark("order", False, "")] * 2, 1)
    rounds = {"Envy": True}
    assert not certify("Ann", {"Terminal": tally}, rounds, signed_in=True, day=DAY).passed
    good = Tally()
    good.add([Mark("lights", True, "")], 1)
    part = certify("Ann", {"Terminal": good}, {**rounds, "Void": False}, signed_in=True, day=DAY)
    assert not part.passed and part.rounds == ("Envy",)
    for name in ("", " ", "a" * 61, "a\x07b"):
        with pytest.raises(InputError):
            certify(name, {"Terminal": good}, rounds, signed_in=False, day=DAY)
    with pytest.raises(InputError, match="terminal first"):
        certify("Ann", {}, rounds, signed_in=True, day=DAY)
