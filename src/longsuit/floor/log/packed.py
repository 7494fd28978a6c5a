"""Events as MessagePack, the second form of the log: codes and figures, each event an array.

An event is the number of its kind and then its fields in their order; those at the end that are as
they are by default are left out. A text that is one of `WORDS` is its number there, and a digest is
32 bytes. Settings and terms are maps by the names of their fields, because they change more often.

The same event always gives the same bytes, and whatever else is read is refused with a ValueError.
Kinds, words and fields are only ever added at the end: what is written once is read for ever.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct

from longsuit.core.plain_number import read_exact
from longsuit.core.progressive import events as terminal
from longsuit.core.progressive.terms import Terms
from longsuit.core.round import events as table_round
from longsuit.core.round.codec import from_text, to_text
from longsuit.floor.own_games import events as own_games
from longsuit.floor.people import changes as people
from longsuit.floor.register import events as register
from longsuit.floor.retention import events as retention
from longsuit.floor.slips import register as slips
from longsuit.floor.tables import events as floor

KINDS: tuple[type[Struct], ...] = (
    # Tables of the floor
    *(floor.TableSet, floor.TableClosed, floor.RoundBegun, floor.WordAdded, floor.SeedOpened),
    # Rounds
    *(table_round.SeatTaken, table_round.SeatLeft, table_round.WagersPlaced),
    *(table_round.WagersTakenBack, table_round.RoundStarted, table_round.HandDealt),
    *(table_round.DealerDealt, table_round.BoardDealt, table_round.ActionTaken),
    *(table_round.HandsRevealed, table_round.RoundSettled, table_round.AwardGranted),
    *(table_round.AwardPaid, table_round.RoundEnded, table_round.RoundCancelled),
    # Terminals
    *(terminal.LightTurned, terminal.WagersRegistered, terminal.RegistrationCancelled),
    *(terminal.SeatChosen, terminal.HandChosen, terminal.JackpotClaimed, terminal.LateClaimed),
    *(terminal.MysteryDrawn, terminal.AmountShown, terminal.JackpotApproved),
    *(terminal.JackpotRefused, terminal.SumAgreed, terminal.EnvyPaid, terminal.JackpotClosed),
    *(terminal.JackpotVoided, terminal.WagersCollected, terminal.TerminalCleared),
    # Meters
    *(terminal.MeterOpened, terminal.TableJoined, terminal.TableLeft, terminal.TriggerSealed),
    *(terminal.TriggerOpened, terminal.Contributed, terminal.AwardLocked, terminal.JackpotPaid),
    *(terminal.AwardVoided, terminal.MeterCorrected),
    # People
    *(people.PersonAdded, people.AdminClaimed, people.RoleChanged, people.AccountClosed),
    *(people.AccountReopened, people.PasswordChanged, people.AccountUnlocked, people.SignedOut),
    # Contributions that need no order
    *(floor.MetersFed, terminal.ContributionsGathered),
    # What is on file
    *(register.ApprovalFiled, register.EquipmentFiled, register.LimitFiled),
    *(register.EntryWithdrawn, register.ProgramStarted),
    # Signing in and out
    *(people.SessionBegun, people.SignInFailed, people.AccountLocked, people.SessionEnded),
    # Approval of jackpots, and their slips
    *(terminal.JackpotReferred, terminal.BonusApproved, floor.SlipGiven),
    *(slips.SlipIssued, slips.SlipPrinted),
    # What a house sets of a meter, and money that leaves one
    *(terminal.MeterSet, terminal.FundsLeft, terminal.FundsCame),
    # What a seat does next
    floor.SeatPlanned,
    # A bonus pay that is not approved yet
    terminal.BonusRefused,
    # What of the log is gone
    retention.RecordsShortened,
    # Dealers on and off
    floor.DutyChanged,
    # Words that are sealed before the deck is
    *(floor.WordSealed, floor.DeckSealed, floor.WordsMissing),
    # Wagers and buy-ins above their limits
    people.LimitPassed,
    # Games that an operator has written
    own_games.GameBrought,
    # What a cancelled round had added at START ROUND
    terminal.ContributionReturned,
)
"""What can be in a record, each by its place here. Decks are never written: the seed is enough."""
WORDS = (
    *("", "ante", "xtra", "same-suit", "stax", "all-in"),
    *("flush-bonus", "straight-flush-bonus", "progressive", "raise"),
    *("check", "fold", "bet_1x", "bet_2x", "bet_3x", "raise_1x", "raise_2x", "raise_3x"),
    *("win", "push", "lose", "due"),
    *("ahead", "tie", "behind", "folded", "unqualified", "hand", "no-hand", "meter"),
    *("asked", "settings", "closing", "reserve", "must-hit", "Must Hit"),
    *("player", "dealer", "supervisor", "auditor", "admin"),
    *("main", "star", "spade", "heart", "diamond"),
    *("7-card flush", "6-card flush", "5-card flush", "4-card flush", "3-card flush"),
    *("7-card straight flush", "6-card straight flush", "5-card straight flush"),
    *("4-card straight flush", "3-card straight flush"),
)
"""Texts that come so often that they are written as numbers, wherever a text may be."""
NAMED = (floor.TableSettings, Terms)
"""What is written as a map."""

_NUMBERS = {word: number for number, word in enumerate(WORDS)}
_DIGEST_LETTERS = 64
_encoder = msgspec.msgpack.Encoder(enc_hook=to_text)
_decoder = msgspec.msgpack.Decoder(list[list[Any]])

Pack = Callable[[Any], Any]


class _Form(NamedTuple):
    """How values of a type are written, and read."""

    pack: Pack | None
    """None for what is written as it is."""
    unpack: Pack


def encode_events(events: Sequence[Struct]) -> bytes:
    """The events of a record."""
    return _encoder.encode([_PACKERS[type(event)](event) for event in events])


def decode_events(data: bytes, only: frozenset[type] | None = None) -> tuple[Any, ...]:
    """The events that `encode_events` wrote; of some kinds only, if they are named."""
    found = _decoder.decode(data)
    if only is not None:
        wanted = _numbers_of(only)
        found = [parts for parts in found if parts and parts[0] in wanted]
    return tuple(map(_unpack_event, found))


@lru_cache(maxsize=8)
def _numbers_of(kinds: frozenset[type]) -> frozenset[int]:
    return frozenset(number for number, kind in enumerate(KINDS) if kind in kinds)


# Values of each type


def _form(hint: Any) -> _Form:
    """How values of a type are written and read."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    origin, args = get_origin(hint), get_args(hint)
    if origin is tuple:
        return _sequence(_form(args[0]))
    if origin is Literal:
        return _Form(_pack_text, lambda value: _must_be(_unpack_text(value), args))
    if origin is UnionType and NoneType in args:
        return _optional(_form(args[0]))
    if origin is Mapping or (isinstance(origin, type) and issubclass(origin, Mapping)):
        return _Form(_pack_map, _unpack_map)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return _Form(_pack_text, lambda value: hint(_unpack_text(value)))
    if hint in NAMED:
        return _named(hint)
    return _struct(hint)


def _check_int(value: Any) -> Any:
    if type(value) is not int:
        raise ValueError("a whole number should be here")
    return value


def _check_bool(value: Any) -> Any:
    if type(value) is not bool:
        raise ValueError("yes or no should be here")
    return value


def _pack_text(value: str) -> Any:
    number = _NUMBERS.get(value)
    if number is not None:
        return number
    if len(value) == _DIGEST_LETTERS and value.strip("0123456789abcdef") == "":
        return bytes.fromhex(value)
    return str(value)


def _unpack_text(value: Any) -> str:
    kind = type(value)
    if kind is str:
        return value  # type: ignore[no-any-return]
    if kind is int and 0 <= value < len(WORDS):
        return WORDS[value]
    if kind is bytes:
        return value.hex()  # type: ignore[no-any-return]
    raise ValueError("text should be here")


def _must_be(value: str, known: Sequence[str]) -> str:
    if value not in known:
        raise ValueError("a code should be here")
    return value


def _unpack_fraction(value: Any) -> Fraction:
    found = read_exact(_unpack_text(value))
    if found is None:
        raise ValueError("a fraction should be here")
    return found


def _pack_map(value: Mapping[str, int]) -> list[Any]:
    """Name, amount, name, amount, in the order of the names."""
    return [part for name in sorted(value) for part in (_pack_text(name), value[name])]


def _unpack_map(value: Any) -> dict[str, int]:
    parts = _check_list(value)
    if len(parts) % 2:
        raise ValueError("pairs should be here")
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return {_unpack_text(name): _check_int(amount) for name, amount in pairs}


def _check_list(value: Any) -> list[Any]:
    if type(value) is not list:
        raise ValueError("a list should be here")
    return value


def _sequence(one: _Form) -> _Form:
    pack, unpack = one
    return _Form(
        list if pack is None else lambda value: list(map(pack, value)),
        lambda value: tuple(map(unpack, _check_list(value))),
    )


def _optional(one: _Form) -> _Form:
    pack = one.pack or (lambda value: value)
    return _Form(
        lambda value: None if value is None else pack(value),
        lambda value: None if value is None else one.unpack(value),
    )


def _named(kind: type[Struct]) -> _Form:
    return _Form(
        lambda value: msgspec.to_builtins(value, enc_hook=to_text, order="deterministic"),
        lambda value: msgspec.convert(value, kind, dec_hook=from_text),
    )


def _struct(kind: type[Struct], *before: int) -> _Form:
    """A value as an array of its fields, after the number of its kind if it is an event."""
    hints = get_type_hints(kind)
    fields = msgspec.structs.fields(kind)
    forms = [_form(hints[field.name]) for field in fields]
    writes = [(field.name, form.pack) for field, form in zip(fields, forms, strict=True)]
    reads = [form.unpack for form in forms]
    defaults = [_default(field) for field in fields]
    least = 0
    for number, default in enumerate(defaults, 1):
        if default is NODEFAULT:
            least = number
    most, first = len(fields), len(before)

    def pack(value: Any) -> list[Any]:
        values = [getattr(value, name) for name, _ in writes]
        used = most
        while used > least and values[used - 1] == defaults[used - 1]:
            used -= 1
        return [
            *before,
            *(
                one if do is None else do(one)
                for (_, do), one in zip(writes, values[:used], strict=False)
            ),
        ]

    def unpack(value: Any) -> Any:
        parts = _check_list(value)
        if not least <= len(parts) - first <= most:
            raise ValueError("there are too few or too many values")
        return kind(*[do(one) for do, one in zip(reads, parts[first:], strict=False)])

    return _Form(pack, unpack)


def _default(field: Any) -> Any:
    """The value that is left out; a mapping's default is made anew for each."""
    if field.default_factory is not NODEFAULT:
        return field.default_factory()
    return field.default


_PLAIN: dict[Any, _Form] = {
    int: _Form(None, _check_int),
    bool: _Form(None, _check_bool),
    str: _Form(_pack_text, _unpack_text),
    Fraction: _Form(lambda value: _pack_text(str(value)), _unpack_fraction),
}
_FORMS = [_struct(kind, number) for number, kind in enumerate(KINDS)]
_PACKERS: dict[type, Pack] = {
    kind: form.pack for kind, form in zip(KINDS, _FORMS, strict=True) if form.pack is not None
}


def _unpack_event(parts: list[Any]) -> Any:
    number = parts[0] if parts else None
    if type(number) is not int or not 0 <= number < len(_FORMS):
        raise ValueError("there is no such kind of event")
    return _FORMS[number].unpack(parts)
