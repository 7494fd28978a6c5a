"""Nobody can see a Must Hit trigger before it is hit; and a mystery award in a round's history."""

import copy
import logging
import pickle
import re
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from tests.core.progressive.floor import (
    ANN,
    CANCEL,
    DEE,
    DIAMOND,
    END,
    OK,
    PAY,
    PENDING,
    START,
    SUE,
    VOID,
    Floor,
    agree,
    approve,
    choose,
    decode_table_event,
    hand,
    light,
    names,
)
from tests.core.progressive.test_must_hit import AT_ONCE, METER, Secrets, open_table, own_trigger
from tests.core.round.test_round import Playing, deck

from longsuit.core.errors import InputError
from longsuit.core.games.table import make_table
from longsuit.core.progressive.codec import decode_meter_event, encode
from longsuit.core.progressive.decide import decide
from longsuit.core.progressive.events import MeterEvent
from longsuit.core.progressive.must_hit import Secret, WrongSecret
from longsuit.core.progressive.view import sign
from longsuit.core.round import commands as round_asked
from longsuit.core.round import events as round_events
from longsuit.core.round.commands import DEALER, SYSTEM, Command
from longsuit.core.round.history import write_history
from longsuit.core.round.history_reader import read_histories

WITH_STAX = {"ante": 10_00, "xtra": 10_00, "stax": 5_00}
TOUCHES: tuple[Command, ...] = (
    *(light(1), light(1, on=False), light(9), START, CANCEL, choose(2), choose(9)),
    *(hand(DIAMOND), hand("?"), PENDING, PAY, agree(1), OK, VOID, approve(1)),
)


def given_away(content: bytes, trigger: int, text: str) -> list[str]:
    """What a text shows of a secret, in any form that one might think of."""
    forms = {
        "hex": content.hex(),
        "capitals": content.hex().upper(),
        "bytes": repr(content)[2:-1],
        "base64": b64encode(content).decode(),
        "number": str(int.from_bytes(content, "big")),
        "list": str(list(content))[1:-1],
    }
    dollars, cents = divmod(trigger, 100)
    amounts = {str(trigger), f"{trigger}0000", f"{dollars}.{cents:02d}", f"{dollars:,}.{cents:02d}"}
    # An amount on its own, not within a longer number or a digest.
    alone = [rf"(?<!\w)(?<!\d[.,]){re.escape(amount)}(?!\w|[.,]\d)" for amount in sorted(amounts)]
    found = [name for name, form in forms.items() if form in text]
    return found + [hit[0] for pattern in alone if (hit := re.search(pattern, text))]


def sights(floor: Floor) -> Iterator[str]:
    """All that a house and its doors show at this moment."""
    house = floor.house
    meters = house.meters_of("T1")
    for thing in (house, vars(house), house.vault, house.tables, house.meters):
        yield repr(thing)
        yield str(thing)
    for shown in (sign(meters), floor.view(), floor.view(by=SUE), floor.view(by=ANN)):
        yield repr(shown)
        yield msgspec.json.encode(shown, enc_hook=str).decode()
        yield repr(msgspec.msgpack.encode(shown, enc_hook=str))
    yield repr(house.ledger.balances)
    for command in TOUCHES:
        yield repr(decide(floor.terminal(), meters, command))
    try:
        decide(replace(floor.terminal(), phase="round", registered=(1,)), meters, END)
    except WrongSecret as error:
        yield f"{error!r} {error}"


def event_texts(event: Any) -> Iterator[str]:
    yield repr(event)
    yield encode(event).decode()
    yield repr(msgspec.to_builtins(event, enc_hook=str))


@pytest.mark.rule("PRG-11")
@pytest.mark.parametrize("live", [True, False], ids=["live", "dealt"])
def test_nothing_shows_the_trigger_before_the_hit(
    live: bool, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    secrets = Secrets("hidden")
    floor = open_table(secrets, live=live)
    content = secrets.drawn[0]
    trigger = own_trigger(content, METER, 1, 500_00, 1_000_00)
    assert trigger > 520_00
    for number in range(6):
        if live:
            floor.start(1, 2 + number % 3)
            floor.claim(1, DIAMOND)
            floor.pay(1)
        else:
            floor.seat({2: WITH_STAX, 5: WITH_STAX})
            floor.do(START)
            floor.deal("2c 7d Js", "3c 8d Qs", "Kc 9c 4d", "Ad Td 6s 5h", action="bet_3x")
        for text in sights(floor):
            assert given_away(content, trigger, text) == [], text
        floor.do(END)
    floor.refused(CANCEL)
    for text in sights(floor):
        assert given_away(content, trigger, text) == [], text
    for _stream, event in floor.told:
        for text in event_texts(event):
            assert given_away(content, trigger, text) == [], text
    assert caplog.text == ""
    assert capsys.readouterr() == ("", "")


@pytest.mark.rule("PRG-11")
def test_what_is_searched_for_is_found_once_the_trigger_is_opened() -> None:
    secrets = Secrets()
    floor = open_table(secrets, AT_ONCE)
    floor.round(5)
    texts = [text for _, event in floor.told for text in event_texts(event)]
    found = {form for text in texts for form in given_away(secrets.drawn[0], 500_01, text)}
    assert found == {"hex", "50001"}
    # The second cycle's secret has been drawn by then, and is as well kept as the first was.
    assert len(secrets.drawn) == 2
    assert not [t for t in texts if secrets.drawn[1].hex() in t]
    assert given_away(b"\x01\x02", 7, "0102") == ["hex", "capitals"]
    assert given_away(b"\x01\x02", 512_34, "at $512.34, then") == ["512.34"]
    assert given_away(b"\x01\x02", 1512_34, "1,512.34 is 151234.") == ["1,512.34", "151234"]
    assert given_away(b"\x01\x02", 512_34, "1,512.34 or a51234 or 512.345") == []


@pytest.mark.rule("PRG-11")
def test_a_secret_does_not_print_copy_or_travel() -> None:
    content = bytes(range(32))
    secret = Secret(content)
    record = logging.LogRecord("n", 10, "p", 1, "%s %r", (secret, secret), None)
    shown = [repr(secret), str(secret), f"{secret}", f"{[secret]}", record.getMessage()]
    assert set(" ".join(shown).replace("[", "").replace("]", "").split()) == {"Secret(sealed)"}
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        with pytest.raises(TypeError, match=r"^a secret is not copied or sent$"):
            pickle.dumps({"vault": secret}, protocol)
    for way in (copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match=r"^a secret is not copied or sent$"):
            way(secret)
    for encoder in (msgspec.json.encode, msgspec.msgpack.encode, msgspec.to_builtins):
        with pytest.raises(TypeError) as refusal:
            encoder(secret)
        assert given_away(content, -1, str(refusal.value)) == []
    with pytest.raises(TypeError):
        vars(secret)
    with pytest.raises(ValueError, match=r"^a secret has 32 bytes$") as wrong:
        Secret(content[:31])
    assert given_away(content[:31], -1, str(wrong.value)) == []
    assert secret.open() == content


@pytest.mark.rule("PRG-11")
def test_a_house_of_secrets_cannot_be_pickled_whole() -> None:
    floor = open_table()
    with pytest.raises(TypeError, match=r"^a secret is not copied or sent$"):
        pickle.dumps(floor.house.vault)
    with pytest.raises(TypeError, match=r"^a secret is not copied or sent$"):
        copy.deepcopy(floor.house.vault)


@pytest.mark.rule("PRG-11", "PRG-7")
def test_events_with_a_mystery_award_go_through_the_store() -> None:
    floor = open_table(settings=AT_ONCE)
    floor.start(2, 5)
    floor.claim(5, DIAMOND)
    floor.do(PAY, agree(500_00), OK, END)
    for stream, event in floor.told:
        data = encode(event)
        again = decode_meter_event(data) if isinstance(event, MeterEvent) else None
        assert (again or decode_table_event(data)) == event, stream
        assert encode(again or decode_table_event(data)) == data


# The mystery award of a dealt round


def dealt_with_mystery() -> Floor:
    """Two 5-card straight flushes, and the Must Hit meter past its trigger at END ROUND."""
    floor = open_table(settings=AT_ONCE, live=False)
    floor.seat({2: WITH_STAX, 5: WITH_STAX})
    floor.do(START)
    floor.deal("5h 2c 3d", "Th 3c 4s", "Qc Jd 4c", "9h 8h 7h 6h", action="bet_3x")
    for seat in (5, 2):
        floor.claim(seat, DIAMOND)
        floor.pay(seat)
    return floor


@pytest.mark.rule("PRG-21", "PRG-11")
def test_a_mystery_award_on_a_dealt_table() -> None:
    floor = dealt_with_mystery()
    state = floor.terminal().round
    assert state is not None
    stacks = {seat: state.seat(seat).stack for seat in (2, 5)}
    drawn = ["TriggerOpened", "AwardLocked", "MysteryDrawn", "AwardGranted"]
    assert names(floor.do(END)) == ["Contributed"] * 5 + drawn
    state = floor.terminal().round
    assert state is not None and state.phase == "settled"
    seat = floor.terminal().seat
    assert floor.view().not_claimed == ()
    assert floor.lit() == ("PAY JACKPOT",)
    assert floor.refused(hand(DIAMOND)) == "The round has been counted: pay what is due."
    assert floor.refused(VOID) == "The system drew the Must Hit award: it is paid, not voided."
    counted = "The round has been counted: pay what is due."
    assert (floor.refused(END), floor.refused(CANCEL)) == (counted, counted)
    with pytest.raises(InputError, match=r"^The round before is not over\.$"):
        floor.house.open_round("T1", {})
    paid = ["AmountShown", "JackpotPaid", "SumAgreed", "AwardPaid"]
    assert names(floor.pay(seat)) == [*paid, "JackpotClosed", "TerminalCleared", "RoundEnded"]
    state = floor.terminal().round
    assert state is not None and state.phase == "ended"
    # Two wagers added 15 cents each to the seed of 500.
    assert state.seat(seat).stack == stacks[seat] + 500_30
    for number, name in ((2, "Bob"), (5, "Ed")):
        assert floor.balance(f"player {name}") == (state.seat(number).stack - 1000_00) * 10_000


@pytest.mark.rule("PRG-21")
def test_the_history_of_a_round_with_a_mystery_award_reads_back() -> None:
    floor = dealt_with_mystery()
    floor.do(END)
    seat = floor.terminal().seat
    floor.pay(seat)
    told = [e for e in floor.stream("table T1") if isinstance(e, round_events.AnyEvent)]
    text = write_history(told)
    lines = text.splitlines()
    after = lines.index("award seat 5 stax 500.00")
    assert lines[after : after + 5] == [
        "award seat 5 stax 500.00",
        "award seat 2 stax 500.00",
        f"mystery seat {seat} stax",
        f"award seat {seat} stax 500.30",
        "ended",
    ]
    (again,) = read_histories(text)
    assert write_history(again) == text
    assert next(e for e in again if isinstance(e, round_events.AwardGranted)) in told
    # Without the line that grants it, nothing is owed; nor is it to a seat without the wager.
    with pytest.raises(InputError, match=rf"No award is due to seat {seat} on the STAX"):
        read_histories(text.replace(f"mystery seat {seat} stax\n", ""))
    with pytest.raises(InputError, match=r"No award is due to seat 3 on the STAX"):
        read_histories(text.replace(f"mystery seat {seat} stax", "mystery seat 3 stax"))


@pytest.mark.rule("PRG-11", "PRG-21")
def test_a_round_grants_a_mystery_award_to_the_systems_word_only() -> None:
    play = Playing(make_table("ctf"), "Ann", "Bob")
    grant = round_asked.GrantMystery(by=SYSTEM, seat=1, wager="stax")
    assert play.refused(grant) == "Not now: wagers are open."
    play.do(play.wagers(1, WITH_STAX))
    play.do(play.wagers(2, {"ante": 10_00, "xtra": 10_00}))
    play.do(round_asked.StartRound(by=DEALER))
    # Ann has 9-8-7-6-5 of hearts, so an award is due to her hand first.
    cards = deck("5h 2c 3d", "Th 3c 4s", "Qc Jd 4c", "9h 8h 7h 6h")
    play.do(round_asked.DealCards(by=SYSTEM, deck=cards))
    play.acts("bet_3x", "bet_3x")
    assert play.refused(replace(grant, by=DEE)) == "Only the system may draw a mystery award."
    assert play.refused(grant) == "An award is due to seat 1: pay it first."
    play.do(round_asked.PayAward(by=SYSTEM, seat=1, wager="stax", amount=500_00))
    assert play.refused(replace(grant, seat=8)) == (
        "There is no seat 8; the table has seats 1 to 7."
    )
    none = "No award is due to seat {} on the {}."
    assert play.refused(replace(grant, seat=2)) == none.format(2, "STAX Progressive")
    assert play.refused(replace(grant, wager="xtra")) == none.format(1, "X-tra Bonus")
    assert play.refused(replace(grant, wager="moon")) == none.format(1, "moon")
    play.do(grant)
    assert play.refused(grant) == "An award is due to seat 1: pay it first."
    play.do(round_asked.PayAward(by=SYSTEM, seat=1, wager="stax", amount=1))
    play.do(round_asked.EndRound(by=DEALER))
