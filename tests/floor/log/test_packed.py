"""Events as bytes: exact, one way only, and what is once written is read for ever."""

import hashlib
import random
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args

import pytest
from tests.extent import chance, extent
from tests.golden_floor import unpack

from longsuit.core.games.game import ResultReason
from longsuit.core.games.settlement import Award, Settled, Settlement
from longsuit.core.progressive.events import MeterEvent
from longsuit.core.round import events as happened
from longsuit.floor.log.codec import events_of
from longsuit.floor.log.packed import KINDS, WORDS, decode_events, encode_events
from longsuit.floor.people.changes import PeopleEvent
from longsuit.floor.register.events import RegisterEvent
from longsuit.floor.store.database import open_database, upgrade
from longsuit.floor.store.event_log import Log
from longsuit.floor.tables.events import TableStreamEvent

_NEVER_WRITTEN = {"TableOpened", "RoundOpened", "DeckShuffled"}
SETTLED = happened.RoundSettled(
    Settlement(
        7,
        True,
        (
            Settled(1, "ante", 10_00, 20_00, "win", ResultReason.AHEAD),
            Settled(1, "xtra", 10_00, 10_00, "push", ResultReason.AHEAD, unpaid=True),
            Settled(2, "stax", 5_00, 0, "due", ResultReason.METER, "my own line"),
        ),
        awards=(Award(2, "stax", "my own line", "star", Fraction(1, 10), 1),),
    )
)


def test_the_numbers_of_kinds_and_words_never_change() -> None:
    """Whatever is added comes at the end, and this digest is then of the first so many."""
    kinds = "\n".join(kind.__name__ for kind in KINDS[:55])
    assert hashlib.sha256(kinds.encode()).hexdigest()[:16] == "5555fa0b81d4bacd"
    words = "\n".join(WORDS[:56])
    assert hashlib.sha256(words.encode()).hexdigest()[:16] == "68c2828846ea89db"


def test_every_event_can_be_written() -> None:
    events = (
        *(*get_args(TableStreamEvent), *get_args(MeterEvent)),
        *(*get_args(PeopleEvent), *get_args(RegisterEvent)),
    )
    assert {one.__name__ for one in events} - {one.__name__ for one in KINDS} == _NEVER_WRITTEN


@pytest.mark.parametrize(
    "event",
    [
        SETTLED,
        happened.RoundEnded(),
        happened.SeatTaken(1, "ante", 0),
        happened.SeatTaken(1, "", 2**62),
        happened.SeatTaken(7, "ab" * 32, 5),
        happened.SeatTaken(7, "AB" * 32, 5),
        happened.WagersPlaced(2, {"xtra": 5_00, "ante": 5_00, "own": 1}),
        happened.ActionTaken(2, "bet_3x", 30_00),
        happened.ActionTaken(2, "check", 0, in_time=False),
        happened.RoundCancelled('a "word" ♥', "asked"),
        happened.RoundCancelled("", "closing"),
    ],
)
def test_an_event_is_read_as_it_was_written(event: Any) -> None:
    data = encode_events([event])
    assert decode_events(data) == (event,)
    assert encode_events(decode_events(data)) == data


def test_what_is_as_always_is_left_out() -> None:
    assert len(encode_events([happened.RoundEnded()])) == 3
    assert len(encode_events([happened.ActionTaken(2, "check", 0)])) == 6
    seat = happened.SeatTaken(1, "0123456789abcdef" * 4, 5)
    assert len(encode_events([seat])) == 39


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc0",
        b"\x91",
        b"\x91\x90",
        b"\x91\x91\x7f",
        b"\x91\x91\xff",
        b"\x91\x91\xa1a",
        b"\x91\x92\x05\x01",
        b"\x91\x93\x05\xa1a\x01",
        b"\x91\x94\x05\x01\x7f\x01",
        b"\x91\x94\x05\x01\xa1a\xcb\x3f\xf0\x00\x00\x00\x00\x00\x00",
        b"\x91\x95\x05\x01\xa1a\x01\x01",
        b"\x91\x94\x05\x01\xc3\x01",
        b"\x91" * 5000,
    ],
)
def test_what_nobody_has_written_is_refused(data: bytes) -> None:
    with pytest.raises((ValueError, RecursionError)):
        decode_events(data)


def test_bytes_that_were_changed_are_refused_or_read_as_other_events(tmp_path: Path) -> None:
    """Nothing else can come of it, whichever bit: no other exception, and no second way."""
    dice = chance("changed bytes")
    for data in _golden(tmp_path, dice):
        place, bit = dice.randrange(len(data)), 1 << dice.randrange(8)
        changed = bytes([*data[:place], data[place] ^ bit, *data[place + 1 :]])
        try:
            found = decode_events(changed)
        except (ValueError, TypeError, ArithmeticError):
            continue
        again = encode_events(found)
        assert decode_events(again) == found, changed.hex()


def _golden(folder: Path, dice: random.Random) -> list[bytes]:
    file = str(unpack(1, folder))
    upgrade(file)
    engine = open_database(file)
    log = Log(engine)
    records = [record for stream in log.streams() for record in log.each(stream)]
    engine.dispose()
    chosen = dice.choices(records, k=extent(300, 5000))
    return [encode_events(events_of(record)) for record in chosen]


def test_some_kinds_of_events_are_read_as_among_all(tmp_path: Path) -> None:
    """Who asks for some kinds gets those that reading all of them gives."""
    for data in _golden(tmp_path, chance("some kinds")):
        everything = decode_events(data)
        only = frozenset(type(one) for one in everything[::2])
        some = tuple(one for one in everything if type(one) in only)
        assert decode_events(data, only) == some and some
        assert decode_events(data, frozenset()) == ()
