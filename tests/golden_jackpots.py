"""Golden jackpots: short stories of meters and terminals, with every amount worked out by hand.

``python -m tests.golden_jackpots`` writes each story to tests/golden/progressive. The amounts come
from the rules and the printed paytables, not from the program; they are in dollars.

A story is read line by line; a line that is set in goes on with the line above.
  ``== name``                       the next story, its title below
  ``# words``                       a note, with the arithmetic
  ``open T1 ctf; live; base 5``     a table, with what is not as usual
  ``T1 seats: 1 Ann, 2 Bob``        wagers are open; everyone comes with 1,000
  ``T1 deals with 20 hand``         a round of a dealt table up to its settlement; set in, the seats
                                    as ``number player | wagers | cards | actions``, and the dealer
  ``T1 quiet: 1 Ann, 2 Bob``        a round in which nobody has a paying hand and all fold
  ``Dee at T1: seat 5 / OK``        keys that somebody touches, one after the other
  ``Dee at T1: pays 5 hand: 500``   all the keys of a jackpot, with what it must come to
  ``Sue and Sam: meter m +5: why``  a correction
  ``! code``                        how the last of these is refused
  ``= what amounts``                what something must come to
The chance in a story: the first Must Hit secret is 32 bytes of 1, the second 32 bytes of 2.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from longsuit.core.cards import DECK, card_names, parse_cards
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import parse_boxed
from longsuit.core.games.settlement import Settlement
from longsuit.core.games.table import make_table
from longsuit.core.money import (
    MITES,
    Cents,
    Mites,
    parse_dollars,
    parse_rate,
    show_dollars,
    show_mites,
    show_rate,
)
from longsuit.core.progressive import commands as asked
from longsuit.core.progressive import events as told
from longsuit.core.progressive.events import MeterEvent
from longsuit.core.progressive.evolve import TableEvent
from longsuit.core.progressive.house import House
from longsuit.core.progressive.ledger import meter_accounts
from longsuit.core.progressive.terminal import Papers
from longsuit.core.progressive.terms import MustHit, Win
from longsuit.core.refusals import Refused
from longsuit.core.round import commands as round_asked
from longsuit.core.round import events as round_told
from longsuit.core.round.commands import SYSTEM, Actor, Command, Role
from longsuit.core.round.state import Round

FOLDER = Path(__file__).resolve().parent / "golden" / "progressive"
ROLES: dict[str, Role] = {"Dee": "dealer", "Sue": "supervisor", "Sam": "supervisor"}
BUY_IN: Cents = 1_000_00
_WHOLE = 100 * MITES
"""Mites in a dollar."""

# Cards that come up again. The usual dealer has A-7-4 of clubs, so that a raise of three Antes of 5
# wins 20 in all; with the hearts on the board the dealer of Chase the Flush has 8-7-6-5.
CARDS = {
    "SEVEN": "Kh Qh Jh Th 9h 8h 7h",
    "SIX-KING": "Ks Qs Js Ts 9s 8s 2c",
    "SIX-ACE": "Ah Kh Qh Jh Th 9h 3c",
    "FIVE": "6d 5d 4d 3d 2d Tc Qc",
    "THREE": "Ah 2h 3h Tc Qc 7s 6d",
    "NOTHING": "2d 5d 9c Kc 6h 4s Jd",
    "USUAL": "Ac 7c 4c Td 8d 5s 3s",
    "HEARTS": "2d 3s Kd 5h 6h 7h 8h",
}


@dataclass(frozen=True)
class Quiet:
    """A round in which nothing happens, by the game."""

    wagers: str
    hands: tuple[str, ...]
    dealer: str
    actions: str


QUIET = {
    "chase-the-flush": Quiet(
        "ante 5, xtra 5, stax 5",
        ("2c 7d Jh", "4c 9s Qd", "5c Ts Ah"),
        "2h 4d 9c Kc 8d 6h 3s",
        "check check fold",
    ),
    "high-card-flush": Quiet(
        "ante 5, progressive 1",
        (
            "2c 7d Jh Ks 9c 4d 3h",
            "4c 9s Qd 6h Kc Ts 2d",
            "5c Ah 8s Jd 3d 7h Qs",
            "8c Kh 5s Td 6d 2h Ac",
        ),
        "7c Th 3s 9d Qc 5h 2s",
        "fold",
    ),
}
(_FIVE_LEVELS,) = parse_boxed(
    """
[[paytable]]
id = "Five levels"
game = "chase-the-flush"
wager = "stax"
basis = "for 1"
base = 5
[paytable.pays]
"7-card straight flush" = { meter = "star", share = "100%" }
"6-card straight flush" = { meter = "spade", share = "100%" }
"A-K-Q-J-10 suited" = { meter = "heart", share = "100%" }
"5-card straight flush" = { meter = "diamond", share = "100%" }
"4-card straight flush" = { meter = "club", share = "100%" }
"3-card straight flush" = 25
[paytable.meters]
star = { seed = 10000, main = "0.33%" }
spade = { seed = 2500, main = "1.01%" }
heart = { seed = 1000, main = "2.50%" }
diamond = { seed = 500, main = "5.00%" }
club = { seed = 50, main = "0.07%" }
""",
    "five.toml",
)


@dataclass(frozen=True)
class Scene:
    """One story."""

    name: str
    title: str
    script: tuple[str, ...]


@dataclass
class Step:
    """One thing of a script: what is asked or checked, what goes with it, how it is refused."""

    said: str
    below: list[str] = field(default_factory=list)
    refusal: str = ""


Amounts = dict[str, Mites]
AnyEvent = TableEvent | MeterEvent


@dataclass(frozen=True)
class Check:
    """What a line says by hand, and what the house has."""

    line: str
    expected: Amounts
    actual: Amounts


@dataclass
class Played:
    """A scene as it was played."""

    house: House
    lines: list[str] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    refusals: list[tuple[str, str, str]] = field(default_factory=list)
    """What was asked, the refusal that the script says and the one that came; empty for none."""
    events: list[tuple[str, AnyEvent]] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def read_scenes(text: str) -> Iterator[Scene]:
    for story in re.split(r"^== ", text, flags=re.MULTILINE)[1:]:
        name, title, *script = (line for line in story.splitlines() if line)
        yield Scene(name, title, tuple(script))


def steps(scene: Scene) -> list[Step]:
    """The script with its refusals where they belong, and jackpots as the keys that they are."""
    found: list[Step] = []
    refused = False
    for line in scene.script:
        if line.startswith("  ") and refused:
            found[-1].refusal += f" {line.strip()}"
        elif line.startswith("  "):
            found[-1].below.append(line.strip())
        elif line.startswith("! "):
            found[-1].refusal = line[2:]
        else:
            found.append(Step(line))
        refused = line.startswith("! ")
    return [one for step in found for one in _keys_of_a_jackpot(step)]


def _keys_of_a_jackpot(step: Step) -> Iterator[Step]:
    line = " ".join([step.said, *step.below])
    paid = re.fullmatch(r"(\w+ at \w+: )pays (\d) (.+): (tray )?([\d.]+)(.*)", line)
    if paid is None:
        yield step
        return
    where, seat, hand, tray, amount, seeds = paid.groups()
    yield Step(f"{where}seat {seat} / {hand} / PENDING JACKPOT")
    if not tray:
        yield Step(f"= award {seat} {amount}{seeds}")
    yield Step(f"{where}PAY JACKPOT / agree {amount} / OK", refusal=step.refusal)


def play(scene: Scene, watch: Callable[[House], None] = lambda _house: None) -> Played:
    """Play the script through a house; `watch` sees the house after every single event."""
    chance = count(1)

    def heard(stream: str, event: AnyEvent) -> None:
        played.events.append((stream, event))
        played.lines.extend(f"    {line}" for line in tell(stream, event))
        watch(played.house)

    played = Played(House(lambda size: bytes([next(chance)]) * size, heard), [scene.title])
    for step in steps(scene):
        if step.said.startswith("= "):
            played.lines.append(f"  {_check(played, step)}")
        elif step.said.startswith("#"):
            played.lines.append(step.said)
        elif found := re.fullmatch(r"(\w+) at (\w+): (.+)", " ".join([step.said, *step.below])):
            _touch(played, found[1], found[2], found[3], step.refusal)
        else:
            _arrange(played, step)
    return played


# What is asked


def _touch(played: Played, who: str, table: str, keys: str, refusal: str) -> None:
    """Keys at a table, the last of which may be refused."""
    by = Actor(ROLES.get(who, "player"), who)
    names = keys.split(" / ")
    for place, key in enumerate(names, 1):
        said = f"{who} at {table}: {key}"
        played.lines.append(said)
        outcome = played.house.do(table, _command(key, by))
        reason = outcome.code if isinstance(outcome, Refused) else ""
        _answered(played, said, refusal if place == len(names) else "", reason)


def _answered(played: Played, said: str, refusal: str, reason: str) -> None:
    played.refusals.append((said, refusal, reason))
    if reason:
        played.lines.append(f"    refused: {reason}")


def _arrange(played: Played, step: Step) -> None:
    """What is not a key: tables, seats, whole rounds and corrections."""
    house, line, reason = played.house, step.said, ""
    played.lines.append(line)
    try:
        if line.startswith("open "):
            _open(house, line)
        elif found := re.fullmatch(r"(\w+) seats: (.+)", line):
            _take_seats(house, found[1], found[2].split(", "))
        elif found := re.fullmatch(r"(\w+) deals(?: with (.+))?", line):
            _deal(house, found[1], found[2] or "", step.below)
        elif found := re.fullmatch(r"(\w+) quiet(?: with (.+))?: (.+)", line):
            _deal(house, found[1], found[2] or "", _quiet(house, found[1], found[3]))
        else:
            reason = _correct(house, line)
    except InputError as no:
        reason = str(no)
    _answered(played, line, step.refusal, reason)


def _open(house: House, line: str) -> None:
    first, *options = line.split("; ")
    _, name, game = first.split()
    wager = {"ctf": "stax", "hcf": "progressive"}[game]
    table: dict[str, Any] = {}
    place: dict[str, Any] = {"meters": {}, "approval": 0}
    for option in options:
        word, _, rest = option.partition(" ")
        match word:
            case "paytable":
                table["paytables"] = {wager: _FIVE_LEVELS if rest == _FIVE_LEVELS.id else rest}
            case "base":
                table["progressive_base"] = parse_dollars(rest)
            case "mandatory":
                table["progressive_mandatory"] = True
            case "live":
                place["live"] = True
            case "early":
                place["at_start"] = True
            case "approval":
                place["approval"] = parse_dollars(rest)
            case "must":
                _, seed, _, by, _, rate = rest.split()
                place["must_hit"] = MustHit(
                    parse_dollars(seed), parse_dollars(by), parse_rate(rate)
                )
            case "link":
                own, _, shared = rest.partition(" = ")
                place["meters"][own] = shared
            case _:
                raise ValueError(option)
    house.open_table(name, make_table(game, **table), **place)


def _take_seats(house: House, table: str, seats: list[str]) -> None:
    """Open a round; whoever sat there before has what was left."""
    state = house.tables[table].round
    kept = {seat.player: seat.stack for seat in state.seats} if state else {}
    taken = {int(number): who for number, who in (seat.split() for seat in seats)}
    house.open_round(table, {n: (who, kept.get(who, BUY_IN)) for n, who in taken.items()})


def _quiet(house: House, table: str, seats: str) -> list[str]:
    """The lines of a quiet round."""
    quiet = QUIET[house.tables[table].setup.table.game]
    hands = zip(seats.split(", "), quiet.hands, strict=False)
    lines = [f"{who} | {quiet.wagers} | {cards} | {quiet.actions}" for who, cards in hands]
    return [*lines, f"dealer {quiet.dealer}"]


def _deal(house: House, table: str, dynamic: str, below: list[str]) -> None:
    """A round of a dealt table from where it is up to its settlement."""
    seats = [[part.strip() for part in line.split("|")] for line in below[:-1]]

    def do(command: Command) -> Round:
        outcome = house.do(table, command)
        assert not isinstance(outcome, Refused), f"{table}: {command}: {outcome}"
        return _round(house, table)

    before = house.tables[table].round
    if before is None or before.phase in ("ended", "cancelled"):
        _take_seats(house, table, [head for head, *_ in seats])
    state = _round(house, table)
    actions: dict[int, Iterator[str]] = {}
    for head, wagers, _, acts in seats:
        number, who = int(head.split()[0]), head.split()[1]
        actions[number] = iter(acts.split())
        if state.phase == "wagers" and state.seat(number).wagers != _wagers(wagers):
            by = Actor("player", who)
            state = do(round_asked.PlaceWagers(by=by, seat=number, wagers=_wagers(wagers)))
    if state.phase == "wagers":
        by = Actor("dealer", "Dee")
        do(round_asked.StartRound(by=by, dynamic=_dynamic(dynamic)))
    state = do(
        round_asked.DealCards(by=SYSTEM, deck=_deck([*(s[2] for s in seats), below[-1][7:]]))
    )
    while state.turn:
        by = Actor("player", str(state.seat(state.turn).player))
        action = next(actions[state.turn])
        state = do(round_asked.Act(by=by, seat=state.turn, action=action))


def _deck(hands: list[str]) -> tuple[int, ...]:
    seen = parse_cards(" ".join(CARDS.get(cards, cards).replace("|", "") for cards in hands))
    return (*seen, *(card for card in DECK if card not in seen))


def _round(house: House, table: str) -> Round:
    state = house.tables[table].round
    assert state is not None
    return state


def _wagers(text: str) -> dict[str, Cents]:
    return {name: parse_dollars(amount) for name, amount in map(str.split, text.split(", "))}


def _dynamic(text: str) -> dict[str, Cents]:
    """``20 3-card straight flush; 100 4-card straight flush`` as pays by hand."""
    parts = (part.strip().partition(" ") for part in text.split(";") if part)
    return {hand: parse_dollars(amount) for amount, _, hand in parts}


def _correct(house: House, line: str) -> str:
    found = re.fullmatch(r"(\w+) and (\w*): (meter|reserve) (\S+) ([+-]\S+):(.*)", line)
    assert found is not None, line
    who, second, part, meter, amount, reason = found.groups()
    refused = house.correct(
        meter,
        asked.CorrectMeter(
            by=Actor(ROLES[who], who),
            part="meter" if part == "meter" else "reserve",
            amount=_mites(amount),
            reason=reason.strip(),
            second=second,
        ),
    )
    return refused.code if refused is not None else ""


_KEYS: dict[str, type[Command]] = {
    "PENDING JACKPOT": asked.PendingJackpot,
    "PAY JACKPOT": asked.PayJackpot,
    "OK": asked.Ok,
    "END ROUND": round_asked.EndRound,
}
_WORDS: dict[str, Callable[[Actor, str], Command]] = {
    "light": lambda by, seat: asked.TurnLight(by=by, seat=int(seat), on=True),
    "dark": lambda by, seat: asked.TurnLight(by=by, seat=int(seat), on=False),
    "seat": lambda by, seat: asked.ChooseSeat(by=by, seat=int(seat)),
    "agree": lambda by, amount: asked.PayAgreedSum(by=by, amount=parse_dollars(amount)),
    "approve": lambda by, number: asked.ApproveJackpot(by=by, number=int(number)),
    "refuse": lambda by, rest: asked.RefuseJackpot(by=by, number=int(rest[0]), reason=rest[2:]),
    "late": lambda by, rest: asked.ClaimLate(
        by=by, seat=int(rest[0]), hand=rest[2:], reason="seen on camera", supervisor="Sue"
    ),
    "void": lambda by, reason: asked.VoidJackpot(by=by, reason=reason),
    "START": lambda by, rest: round_asked.StartRound(by=by, dynamic=_dynamic(rest[11:])),
    "CANCEL": lambda by, rest: round_asked.CancelRound(by=by, reason=rest[6:]),
    "wagers": lambda by, rest: round_asked.PlaceWagers(
        by=by, seat=int(rest[0]), wagers=_wagers(rest[2:])
    ),
}


def _command(key: str, by: Actor) -> Command:
    """What a key asks for; one that has no other meaning is a hand of the list."""
    if key in _KEYS:
        return _KEYS[key](by=by)
    word, _, rest = key.partition(" ")
    return _WORDS[word](by, rest) if word in _WORDS else asked.ChooseHand(by=by, hand=key)


# What it must come to


def _mites(dollars: str) -> Mites:
    """``-12.345678`` as mites, exactly."""
    mites = Fraction(dollars) * _WHOLE
    assert mites.denominator == 1, dollars
    return mites.numerator


def _named(text: str) -> Amounts:
    """``Ann 5, Bob 7.50`` as amounts by name."""
    parts = (part.rpartition(" ") for part in text.split(", "))
    return {name: _mites(amount) for name, _, amount in parts}


def _check(played: Played, step: Step) -> str:
    """Put what the line says beside what the house has, and tell the latter."""
    kind, _, rest = step.said[2:].partition(" ")
    if kind == "books":
        expected = _named(", ".join(step.below))
        held = played.house.ledger.balances
        actual = {name: held[name] for name in (*expected, *held) if held.get(name)}
    else:
        what, _, amounts = rest.partition(" ")
        expected, actual = _SEEN[kind](played, what, amounts)
        kind = kind if kind == "award" else f"{kind} {what}"
    played.checks.append(Check(step.said, expected, actual))
    shown = [
        f"{name} {mites // _WHOLE if name == 'seat' else show_mites(mites)}"
        for name, mites in actual.items()
    ]
    return "\n      ".join(["books", *shown]) if kind == "books" else f"{kind}: {', '.join(shown)}"


def _last(played: Played, kind: type[Any]) -> Any:
    return next(event for _, event in reversed(played.events) if isinstance(event, kind))


def _see_award(played: Played, seat: str, amounts: str) -> tuple[Amounts, Amounts]:
    """The last award locked: seat, amount, and where the new seed came from."""
    by_hand = {"seat": _mites(seat), "amount": 0, "reserve": 0, "house": 0}
    locked = _last(played, told.AwardLocked)
    return by_hand | _named(f"amount {amounts}"), {
        "seat": locked.seat * _WHOLE,
        "amount": locked.amount * MITES,
        "reserve": locked.from_reserve,
        "house": locked.from_house,
    }


def _see_meter(played: Played, meter: str, amounts: str) -> tuple[Amounts, Amounts]:
    """A meter, its reserve and what is pending of it, as the books have them."""
    by_hand = {"value": 0, "reserve": 0, "pending": 0} | _named(f"value {amounts}")
    held = map(played.house.ledger.balance, meter_accounts(meter))
    return by_hand, dict(zip(by_hand, held, strict=True))


def _see_stacks(played: Played, table: str, amounts: str) -> tuple[Amounts, Amounts]:
    state = _round(played.house, table)
    return _named(amounts), {seat.player: seat.stack * MITES for seat in state.seats if seat.player}


def _see_pays(played: Played, table: str, amounts: str) -> tuple[Amounts, Amounts]:
    """What the chip tray pays on the progressive wagers of a dealt round, by seat."""
    terminal = played.house.tables[table]
    settlement = _round(played.house, table).settlement
    assert settlement is not None and terminal.setup.offer is not None
    wager = terminal.setup.offer.wager
    paid = {one.seat: one.returned for one in settlement.results if one.wager == wager}
    return _named(amounts), {str(seat): paid[seat] * MITES for seat in sorted(paid)}


def _see_envy(played: Played, table: str, amounts: str) -> tuple[Amounts, Amounts]:
    """The envy pays of the round, as ``seat<winner amount``."""
    stream = [event for where, event in played.events if where == f"table {table}"]
    start = stream.index(_last(played, told.WagersRegistered))
    paid: list[Any] = [event for event in stream[start:] if isinstance(event, told.EnvyPaid)]
    state = played.house.tables[table].round
    if state is not None and state.settlement is not None:
        paid = list(state.settlement.envies)
    actual = {f"{envy.seat}<{envy.winner}": envy.amount * MITES for envy in paid}
    assert len(actual) == len(paid)
    return _named(amounts), actual


def _see_trigger(played: Played, _meter: str, amounts: str) -> tuple[Amounts, Amounts]:
    """The trigger that was opened, and the seat that was drawn."""
    opened = _last(played, told.TriggerOpened)
    actual = {"at": opened.trigger * MITES, "seat": opened.winner * _WHOLE}
    return _named(f"at {amounts}"), actual


_SEEN: dict[str, Callable[[Played, str, str], tuple[Amounts, Amounts]]] = {
    "award": _see_award,
    "meter": _see_meter,
    "stacks": _see_stacks,
    "pays": _see_pays,
    "envy": _see_envy,
    "trigger": _see_trigger,
}


# What is told

_IN_MITES = {"main", "reserve", "from_reserve", "from_house", "to_reserve", "to_house"}
_IN_CENTS = {"above", "trigger", "amount", "wager", "stack", "seed", "by"}


def tell(stream: str, event: AnyEvent) -> Iterator[str]:
    """An event in words, with all that is in it; of the deck only the cards that are dealt."""
    where = stream.partition(" ")[2]
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(event).__name__).lower()
    match event:
        case round_told.RoundSettled(settlement=settlement):
            yield f"{where}: {name}"
            yield from _settled(settlement)
        case round_told.RoundOpened(number=number, seated=seated):
            seats = [f"seat {s.seat} {s.player} {show_dollars(s.stack)}" for s in seated]
            yield f"{where}: {name}, number {number}, {', '.join(seats)}"
        case told.TableOpened(setup=setup):
            kind = "live" if setup.live else "dealt"
            limit = f", approval above {show_dollars(setup.approval)}" if setup.approval else ""
            yield f"{where}: {name}, {setup.table.game}, {kind}{limit}"
        case round_told.DeckShuffled():
            yield f"{where}: {name}"
        case told.MeterCorrected():
            by = f"{event.supervisor} and {event.second}: {event.reason}"
            yield f"{where}: {name}, {event.part} {show_mites(event.amount)}, by {by}"
        case _:
            yield f"{where}: " + ", ".join([name, *_fields(event)])


def _fields(thing: Any) -> Iterator[str]:
    """What there is to say of each field; nothing of what is empty or nothing."""
    for key, value in msgspec.structs.asdict(thing).items():
        if value in ("", (), {}, 0, Papers(), msgspec.UNSET) or key == "in_time":
            continue
        words = _in_words(key, value, isinstance(thing, round_told.Event))
        yield f"{key.replace('_', ' ')} {words}"


def _in_words(key: str, value: Any, told_in_mites: bool) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        if key in _IN_MITES:
            return show_mites(value) if told_in_mites else show_rate(Fraction(value, MITES))
        return show_dollars(value) if key in _IN_CENTS else str(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {show_dollars(amount)}" for name, amount in value.items())
    if isinstance(value, tuple):
        if key in ("cards", "dealer"):
            return card_names(value)
        return " and ".join(_in_words("", one, told_in_mites) for one in value)
    return _one(value)


def _one(value: Any) -> str:
    match value:
        case told.Claim():
            return f"{value.number} of {value.table} round {value.round}"
        case Win():
            share = show_rate(value.share).replace(".00", "")
            return f"{share} for {value.hand}, chance {value.chance}"
        case Fraction():
            return show_rate(value)
        case round_told.HandDealt():
            return f"seat {value.seat} {card_names(value.cards)}"
        case msgspec.Struct():
            return ", ".join(_fields(value))
    return str(value)


def _settled(settlement: Settlement) -> Iterator[str]:
    for one in settlement.results:
        hand = f" with {one.hand}" if one.hand else ""
        stake, back = show_dollars(one.stake), show_dollars(one.returned)
        yield f"  seat {one.seat} {one.wager} {stake}: {one.verdict}{hand}, returns {back}"
    for envy in settlement.envies:
        amount = show_dollars(envy.amount)
        yield f"  seat {envy.seat} envy {amount}: seat {envy.winner} has {envy.hand}"


# The stories

CHASE = """
== ctf-two-winners-one-meter
Chase the Flush: two seats win the Diamond meter in one round, through the community cards
open T1 ctf
# Star 2.00% of 5 dollars is 0.10 a wager; Spade, Heart and Diamond 5.00% are 0.25 each.
T1 quiet: 1 Ann, 2 Bob, 3 Cleo
Dee at T1: END ROUND
= meter T1/diamond 500.75
# 8-7-6-5 of hearts on the table: Ann's 9 and Bob's 4 each make five; Cleo's four are paid 150.
T1 deals
  1 Ann | ante 5, xtra 5, stax 5 | 9h 2c 3d | bet_3x
  2 Bob | ante 5, xtra 5, stax 5 | 4h Tc Jd | bet_3x
  3 Cleo | ante 5, xtra 5, stax 5 | Ac Qd 6s | bet_3x
  dealer HEARTS
= pays T1 1 0, 2 0, 3 150
Dee at T1: seat 1 / 5-card straight flush / PENDING JACKPOT
! right_to_left
# Bob sits to the right: he takes the meter, and Ann what it restarts at.
Dee at T1: pays 2 5-card straight flush: 500.75, house 500
= meter T1/diamond 500
Dee at T1: pays 1 5-card straight flush: 500, house 500
Dee at T1: END ROUND
= meter T1/diamond 500.75
# Ann and Bob win 5 + 15, and 25 on the X-tra; Cleo ties the dealer. The first round cost 15.
# Ann -15 + 45 - 5 + 500; Bob the same with 500.75; Cleo -15 - 5 + 150.
= stacks T1 Ann 1525, Bob 1525.75, Cleo 1130
# House: seeds 14,000, two rounds at 3 x 0.85, two new seeds of 500. Tray: 45 - 40 - 40 - 145.
= books
  house -15005.10, tray T1 -180, player Ann 525, player Bob 525.75, player Cleo 130
  meter T1/star 10000.60, meter T1/spade 2501.50, meter T1/heart 1001.50, meter T1/diamond 500.75

== ctf-three-winners-one-meter
Chase the Flush: three seats win the Diamond meter in one round, all pending at once
open T1 ctf
T1 quiet: 2 Bob, 4 Dan, 6 Fay
Dee at T1: END ROUND
# 7-6 of hearts and 7-6 of spades on the table: three hands make five in a row with them.
T1 deals
  1 Ann | ante 5, xtra 5 | 2c 2d Kc | check check fold
  2 Bob | ante 5, xtra 5, stax 5 | 3h 4h 5h | bet_3x
  4 Dan | ante 5, xtra 5, stax 5 | 8h 9h Th | bet_3x
  6 Fay | ante 5, xtra 5, stax 5 | 8s 9s Ts | bet_3x
  dealer Ad Kd Qc | 6h 7h 6s 7s
Dee at T1: END ROUND
! claim_missing
Dee at T1: seat 6 / 5-card straight flush / PENDING JACKPOT
= award 6 500.75, house 500
Dee at T1: seat 4 / 5-card straight flush / PENDING JACKPOT
= award 4 500, house 500
Dee at T1: seat 2 / 5-card straight flush / PENDING JACKPOT
= award 2 500, house 500
= meter T1/diamond 500, pending 1500.75
Dee at T1: PAY JACKPOT
! jackpot_first
Dee at T1: seat 6 / PAY JACKPOT / agree 500.75 / OK / END ROUND
! jackpot_first
Dee at T1: seat 4 / PAY JACKPOT / agree 500 / END ROUND
! ok_first
Dee at T1: OK / seat 2 / PAY JACKPOT / agree 499.99
! other_sum
Dee at T1: agree 500 / OK / END ROUND
= meter T1/diamond 500.75
# The dealer has two cards and does not qualify: Antes push, 15 and 25 are won. Fay: -15 + 40 - 5.
= stacks T1 Ann 990, Bob 1520, Dan 1520, Fay 1520.75
# House: 14,000, two rounds at 2.55, three seeds of 500. Tray: 45 + 10 - 3 x 35.
= books
  house -15505.10, tray T1 -50, player Ann -10, player Bob 520, player Dan 520, player Fay 520.75
  meter T1/star 10000.60, meter T1/spade 2501.50, meter T1/heart 1001.50, meter T1/diamond 500.75

== ctf-two-meters-one-round
Chase the Flush: Diamond and Spade are won in one round; one is over the approval amount
open T1 ctf; approval 500.50
T1 quiet: 1 Ann, 2 Bob
Dee at T1: END ROUND
T1 deals
  1 Ann | ante 5, xtra 5, stax 5 | 9h Th 2c | bet_3x
  2 Bob | ante 5, xtra 5, stax 5 | 4h Kc Qd | bet_3x
  dealer HEARTS
Dee at T1: seat 2 / 5-card straight flush / PENDING JACKPOT
= award 2 500.50, house 500
# What is not above the limit needs no one else.
Sue at T1: approve 1
! no_approval
Dee at T1: PAY JACKPOT / agree 500.50 / OK / seat 1 / 6-card straight flush / PENDING JACKPOT
= award 1 2500.50, house 2500
Dee at T1: PAY JACKPOT / agree 2500.50
! needs_approval
Dee at T1: approve 2
! not_allowed
Sue at T1: approve 2
Dee at T1: agree 2500.50 / OK / END ROUND
= meter T1/diamond 500.50
= meter T1/spade 2500.50
# Ann's six hearts pay 20 to 1 on the X-tra: -15 + 5 + 15 + 100 - 5 + 2,500.50.
# Bob: -15 + 45 - 5 + 500.50.
= stacks T1 Ann 3600.50, Bob 1525.50
# House: 14,000, two rounds at 2 x 0.85, seeds of 500 and 2,500. Tray: 30 - 115 - 40.
= books
  house -17003.40, tray T1 -125, player Ann 2600.50, player Bob 525.50
  meter T1/star 10000.40, meter T1/spade 2500.50, meter T1/heart 1001, meter T1/diamond 500.50

== ctf-star-and-heart
Chase the Flush: the Star meter in one round, the Heart meter in the next
open T1 ctf
T1 deals
  1 Ann | ante 5, xtra 5, stax 5 | Js 6s 5s | bet_3x
  2 Bob | ante 5, xtra 5, stax 5 | 2c 3h 4d | check check fold
  dealer Kh Qd 2s | Ts 9s 8s 7s
= pays T1 1 0, 2 150
Dee at T1: pays 1 7-card straight flush: 10000, house 10000
Dee at T1: END ROUND
# A jackpot is paid before the round's own contributions: they are the new meter's.
= meter T1/star 10000.20
= meter T1/heart 1000.50
T1 deals
  1 Ann | ante 5, xtra 5, stax 5 | 9c 8d 7s | bet_3x
  2 Bob | ante 5, xtra 5, stax 5 | Th 2c 3d | bet_3x
  dealer 4s 4d 5c | Ah Kh Qh Jh
= pays T1 1 250, 2 0
Dee at T1: pays 2 A-K-Q-J-10 suited: 1000.50, house 1000
Dee at T1: END ROUND
= meter T1/heart 1000.50
# Ann: seven spades pay 250 to 1 on the X-tra, 5 + 15 + 1,250 - 5 + 10,000, then ties: -5 + 250.
# Bob folds: -10 - 5 + 150; then 5 + 15 + 25 - 5 + 1,000.50.
= stacks T1 Ann 12510, Bob 2175.50
# House: 14,000, two rounds at 1.70, seeds of 10,000 and 1,000. Tray: -1,265 - 135 - 245 - 40.
= books
  house -25003.40, tray T1 -1685, player Ann 11510, player Bob 1175.50
  meter T1/star 10000.40, meter T1/spade 2501, meter T1/heart 1000.50, meter T1/diamond 501

== ctf-five-levels
Chase the Flush: a STAX of five meters; parts of a cent stay in the meter
open T9 ctf; paytable Five levels; must hit 500 by 1000 at 3%
! The STAX Progressive uses all 5 meters: none is free.
open T1 ctf; paytable Five levels
# Of 5 dollars: Star 0.33% is 0.0165, Spade 1.01% 0.0505, Heart 2.50% 0.125, Diamond 5% 0.25,
# Club 0.07% 0.0035.
T1 quiet: 1 Ann, 2 Bob, 3 Cleo
Dee at T1: END ROUND
= meter T1/club 50.0105
= meter T1/star 10000.0495
T1 deals
  1 Ann | ante 5, xtra 5, stax 5 | 9h 2c 3d | bet_3x
  2 Bob | ante 5, xtra 5, stax 5 | 4c Tc Jd | check check bet_1x
  3 Cleo | ante 5, xtra 5, stax 5 | Ac Qd 6s | check check bet_1x
  dealer HEARTS
# Whole cents are awarded: 50.01, and 0.0005 stays beside the new seed of 50.
Dee at T1: pays 3 4-card straight flush: 50.01, house 50
= meter T1/club 50.0005
Dee at T1: pays 2 4-card straight flush: 50, house 50
Dee at T1: pays 1 5-card straight flush: 500.75, house 500
Dee at T1: END ROUND
= meter T1/club 50.0110
# Bob and Cleo tie the dealer's 8-7-6-5 and lose only the 5 dollars; Ann wins 45 with five hearts.
= stacks T1 Ann 1525.75, Bob 1030, Cleo 1030.01
# House: seeds 14,050, two rounds at 3 x 0.4455 = 1.3365, seeds of 50, 50 and 500.
= books
  house -14652.6730, tray T1 15, player Ann 525.75, player Bob 30, player Cleo 30.01
  meter T1/star 10000.0990, meter T1/spade 2500.3030, meter T1/heart 1000.75
  meter T1/diamond 500.75, meter T1/club 50.0110

== ctf-must-hit-dealt
Chase the Flush, dealt: END ROUND brings the Must Hit meter to its trigger
open T1 ctf; must hit 500 by 500.30 at 3%
# Two wagers add 2 x 0.15: at 500.30 it must hit, whatever the trigger is.
T1 quiet: 1 Ann, 2 Bob
Dee at T1: seat 1 / PAY JACKPOT
! no_jackpot
Dee at T1: END ROUND
# From 32 bytes of 1 come the trigger of 500.02 and seat 1, by SHAKE-256.
= trigger T1/must-hit 500.02, seat 1
= award 1 500.30, house 500
= meter T1/must-hit 500, pending 500.30
Dee at T1: END ROUND
! counted
Dee at T1: CANCEL ROUND too late
! counted
Dee at T1: 5-card straight flush
! counted
Dee at T1: void nobody won it
! must_hit_paid
Dee at T1: OK
! pay_first
Dee at T1: agree 500.30
! show_first
Dee at T1: PAY JACKPOT / agree 500.30 / agree 500.30
! paid
# OK closes the jackpot and, END ROUND being touched already, the round.
Dee at T1: OK
= stacks T1 Ann 1485.30, Bob 985
# House: seeds 14,500, 2 x (0.85 + 0.15), and the new seed of 500.
= books
  house -15002, tray T1 30, player Ann 485.30, player Bob -15
  meter T1/star 10000.20, meter T1/spade 2500.50, meter T1/heart 1000.50
  meter T1/diamond 500.50, meter T1/must-hit 500

== ctf-must-hit-live-approval
Chase the Flush, live: Must Hit jumps past its ceiling; the award needs another supervisor
open T1 ctf; live; must hit 500 by 500.30 at 3%; approval 400
Dee at T1: light 2 / light 4 / light 7 / light 8
! no_seat
Dee at T1: light 4
! light_same
Dee at T1: START ROUND / dark 4
! light_locked
Dee at T1: START ROUND
! started
# Three wagers add 0.45 and pass the ceiling of 500.30: all of it is awarded at once.
Sue at T1: END ROUND
= trigger T1/must-hit 500.02, seat 7
= award 7 500.45, house 500
Dee at T1: PAY JACKPOT / agree 500.45
! needs_approval
Sue at T1: approve 1
! own_claim
Sam at T1: refuse 1 a light was on too many
Dee at T1: agree 500.45
! approval_refused
Sam at T1: approve 1
Dee at T1: agree 500.45 / OK
= meter T1/must-hit 500
# House: seeds 14,500, 3 x (0.85 + 0.15), and the new seed of 500. The tray has three wagers of 5.
= books
  house -15003, tray T1 15, player T1 seat 2 -5, player T1 seat 4 -5, player T1 seat 7 495.45
  meter T1/star 10000.30, meter T1/spade 2500.75, meter T1/heart 1000.75
  meter T1/diamond 500.75, meter T1/must-hit 500

== ctf-jackpot-and-mystery-dealt
Chase the Flush, dealt: a hand jackpot and the mystery award in one round to one seat
open T1 ctf; must hit 500 by 500.10 at 3.01%
T1 deals
  1 Bob | ante 5, xtra 5 | 2c 3d Kc | check check fold
  3 Ann | ante 5, xtra 5, stax 5 | 9h Tc Jd | bet_3x
  dealer HEARTS
Dee at T1: seat 1
! no_progressive_wager
Dee at T1: pays 3 5-card straight flush: 500, house 500
# Only Ann has the wager, so the draw is hers: 500 + 0.1505, of which 500.15 is awarded.
Dee at T1: END ROUND
= trigger T1/must-hit 500.04, seat 3
= award 3 500.15, house 500
= meter T1/must-hit 500.0005, pending 500.15
Dee at T1: PAY JACKPOT / agree 500.15 / OK
# Ann: 45 - 5 + 500 + 500.15.
= stacks T1 Bob 990, Ann 2040.15
# House: seeds 14,500, 0.85 + 0.1505, seeds of 500 and 500.
= books
  house -15501.0005, tray T1 -30, player Bob -10, player Ann 1040.15
  meter T1/star 10000.10, meter T1/spade 2500.25, meter T1/heart 1000.25
  meter T1/diamond 500.25, meter T1/must-hit 500.0005

== ctf-jackpot-and-mystery-live
Chase the Flush, live: the Must Hit meter climbs to its trigger in the round of a hand jackpot
open T1 ctf; live; must hit 500 by 501.03 at 3.01%
# Two wagers add 2 x 0.1505 a round. From 32 bytes of 1 comes a trigger of 500.60.
Dee at T1: light 3 / light 6 / START ROUND / END ROUND
= meter T1/must-hit 500.3010
= meter T1/spade 2500.50
Dee at T1: light 3 / light 6 / START ROUND
Dee at T1: pays 6 6-card straight flush: 2500.50, house 2500
Dee at T1: END ROUND
# 500.6020 shows 500.60, which is the trigger; the same seat is drawn from the two.
= trigger T1/must-hit 500.60, seat 6
= award 6 500.60, house 500
Dee at T1: PAY JACKPOT / agree 500.60 / OK
= meter T1/must-hit 500.0020
# House: seeds 14,500, 4 x (0.85 + 0.1505), seeds of 2,500 and 500. Seat 6: -10 + 2,500.50 + 500.60.
= books
  house -17504.0020, tray T1 20, player T1 seat 3 -10, player T1 seat 6 2991.10
  meter T1/star 10000.40, meter T1/spade 2500.50, meter T1/heart 1001
  meter T1/diamond 501, meter T1/must-hit 500.0020

== ctf-wrong-and-missing-claims
Chase the Flush: claims that the cards do not support, and a winner whom nobody claims
open T1 ctf
T1 seats: 1 Ann, 2 Bob, 3 Cleo
Ann at T1: wagers 1 ante 5, xtra 5, stax 5
Bob at T1: wagers 2 ante 5, xtra 5, stax 5
Cleo at T1: wagers 3 ante 5, xtra 5
Ann at T1: START ROUND
! not_allowed
Dee at T1: light 3
! light_live
Dee at T1: seat 1
! not_started
Dee at T1: START ROUND / 5-card straight flush
! choose_seat
Dee at T1: seat 1 / 5-card straight flush
! hands_hidden
T1 deals
  1 Ann | ante 5, xtra 5, stax 5 | 9h 2c 3d | bet_3x
  2 Bob | ante 5, xtra 5, stax 5 | 4c Tc Jd | bet_3x
  3 Cleo | ante 5, xtra 5 | Ac Qd 4h | check check fold
  dealer HEARTS
Dee at T1: END ROUND
! claim_missing
Dee at T1: CANCEL ROUND after all
! not_now
# Cleo has five in a row as well, but no wager on it.
Dee at T1: seat 3
! no_progressive_wager
Dee at T1: seat 2 / 5-card straight flush
! hand_other
Dee at T1: 4-card straight flush
! hand_from_tray
Dee at T1: seat 1 / 7-card straight flush
! hand_other
Dee at T1: PENDING JACKPOT
! choose_hand
Dee at T1: royal flush
! no_hand
Dee at T1: 5-card straight flush / PENDING JACKPOT
= award 1 500, house 500
Dee at T1: PENDING JACKPOT
! claimed
Dee at T1: PAY JACKPOT / PAY JACKPOT
! shown
Dee at T1: agree 500 / OK / END ROUND
# Ann 45 - 5 + 500; Bob ties, -5 + 150; Cleo -10.
= stacks T1 Ann 1540, Bob 1145, Cleo 990
# House: 14,000, 2 x 0.85, and 500.
= books
  house -14501.70, tray T1 -175, player Ann 540, player Bob 145, player Cleo -10
  meter T1/star 10000.20, meter T1/spade 2500.50, meter T1/heart 1000.50, meter T1/diamond 500.50

== ctf-nobody-wagers
Chase the Flush: without a progressive wager nobody touches the terminal
open T1 ctf
open T2 ctf; live
T1 deals
  1 Ann | ante 5, xtra 5 | 9h 2c 3d | bet_3x
  dealer HEARTS
# A 5-card straight flush without the wager: it wins 45 of the main game; the meters stand still.
Dee at T1: END ROUND
= stacks T1 Ann 1045
Dee at T2: START ROUND
! nobody_wagers
Dee at T2: CANCEL ROUND nothing to cancel
! not_started
Dee at T2: END ROUND
! not_started
= books
  house -28000, tray T1 -45, player Ann 45
  meter T1/star 10000, meter T1/spade 2500, meter T1/heart 1000, meter T1/diamond 500
  meter T2/star 10000, meter T2/spade 2500, meter T2/heart 1000, meter T2/diamond 500
"""

HIGH_CARD = """
== hcf-07-whole-then-tenth
High Card Flush, PT-BJS-HCF-SF-07: the whole meter, then a tenth of the new one
open T1 hcf; paytable PT-BJS-HCF-SF-07
# A wager of 1 dollar adds 0.23, and 0.05 to the reserve.
T1 quiet: 1 Ann, 2 Bob, 3 Cleo
Dee at T1: END ROUND
= meter T1/main 30000.69, reserve 0.15
T1 deals
  1 Ann | ante 5, progressive 1 | SIX-KING | raise_3x
  2 Bob | ante 5, progressive 1 | 2d 3d 4d 9c Kc 5h Jc | fold
  3 Cleo | ante 5, progressive 1 | SEVEN | raise_3x
  dealer USUAL
= pays T1 1 0, 2 3, 3 0
Dee at T1: pays 3 7-card straight flush: 30000.69, reserve 0.15, house 29999.85
Dee at T1: pays 1 6-card straight flush: 3000
= meter T1/main 27000
Dee at T1: END ROUND
= meter T1/main 27000.69, reserve 0.15
# Cleo -6 + 20 - 1 + 30,000.69; Ann -6 + 20 - 1 + 3,000; Bob -6 - 5 - 1 + 3.
= stacks T1 Ann 4013, Bob 991, Cleo 31013.69
# House: 30,000, two rounds at 3 x 0.28, and 29,999.85. Tray: 18 - 19 - 19 + 3.
= books
  house -60001.53, tray T1 -17, player Ann 3013, player Bob -9, player Cleo 30013.69
  meter T1/main 27000.69, reserve T1/main 0.15

== hcf-09-tenth-twice
High Card Flush, PT-BJS-HCF-SF-09: a tenth twice in one round; then six to the ace
open T1 hcf; paytable PT-BJS-HCF-SF-09
T1 quiet: 1 Ann, 2 Bob, 3 Cleo
Dee at T1: END ROUND
T1 deals
  1 Ann | ante 5, progressive 1 | Qh Jh Th 9h 8h 7h 3c | raise_3x
  2 Bob | ante 5, progressive 1 | NOTHING | fold
  3 Cleo | ante 5, progressive 1 | SIX-KING | raise_3x
  dealer USUAL
# A tenth of 30,000.69 is 3,000.069, so 3,000.06; a tenth of the 27,000.63 left is 2,700.063.
Dee at T1: seat 3 / 6-card straight flush, king high or lower / PENDING JACKPOT
= award 3 3000.06
= meter T1/main 27000.63, reserve 0.15, pending 3000.06
Dee at T1: seat 1 / 6-card straight flush, king high or lower / PENDING JACKPOT
= award 1 2700.06
Dee at T1: seat 3 / PAY JACKPOT / agree 3000.06 / OK
Dee at T1: seat 1 / PAY JACKPOT / agree 2700.06 / OK / END ROUND
= meter T1/main 24301.26, reserve 0.30
T1 deals
  1 Ann | ante 5, progressive 1 | 2c 7d Jh Ks 9c 4d 3h | fold
  2 Bob | ante 5, progressive 1 | Ad Kd Qd Jd Td 9d 4c | raise_3x
  dealer Ac Qc 7c 4s 3s 5h 8h
Dee at T1: pays 2 7-card straight flush or 6-card straight flush, ace high:
  24301.26, reserve 0.30, house 29999.70
Dee at T1: END ROUND
= meter T1/main 30000.46, reserve 0.10
# Ann -6 + 19 + 2,700.06 - 6; Bob -6 - 6 + 19 + 24,301.26; Cleo (gone by now) -6 + 19 + 3,000.06.
= stacks T1 Ann 3707.06, Bob 25308.26
# House: 30,000, wagers 8 x 0.28, and 29,999.70. Tray: 18 - 19 - 19 + 6 - 19 + 6.
= books
  house -60001.94, tray T1 -27, player Ann 2707.06, player Bob 24308.26, player Cleo 3013.06
  meter T1/main 30000.46, reserve T1/main 0.10

== hcf-08a-reserve
High Card Flush, PT-BJS-HCF-SF-08a: the reserve pays a part of the seed, and later all of it
open T1 hcf; paytable PT-BJS-HCF-SF-08a
T1 quiet: 1 Ann, 2 Bob
Dee at T1: END ROUND
= meter T1/main 5000.40, reserve 0.16
T1 deals
  1 Ann | ante 5, progressive 1 | NOTHING | fold
  2 Bob | ante 5, progressive 1 | SIX-KING | raise_3x
  dealer USUAL
Dee at T1: pays 2 6-card straight flush: 5000.40, reserve 0.16, house 4999.84
= meter T1/main 5000
Dee at T1: END ROUND
= meter T1/main 5000.40, reserve 0.16
Sue and Sam: reserve T1/main +6000: the reserve of the table that closed
= meter T1/main 5000.40, reserve 6000.16
T1 deals
  1 Ann | ante 5, progressive 1 | SEVEN | raise_3x
  2 Bob | ante 5, progressive 1 | NOTHING | fold
  dealer USUAL
Dee at T1: pays 1 7-card straight flush: 5000.40, reserve 5000
Dee at T1: END ROUND
= meter T1/main 5000.40, reserve 1000.32
= stacks T1 Ann 6007.40, Bob 6007.40
# House: 5,000, three rounds at 2 x 0.28, 4,999.84, and 6,000. Tray: 12 - 13 - 13.
= books
  house -16001.52, tray T1 -14, player Ann 5007.40, player Bob 5007.40
  meter T1/main 5000.40, reserve T1/main 1000.32

== hcf-08b-right-before-left
High Card Flush, PT-BJS-HCF-SF-08b: the better hand sits to the left and takes the new meter
open T1 hcf; paytable PT-BJS-HCF-SF-08b
T1 quiet: 1 Ann, 2 Bob, 3 Cleo
Dee at T1: END ROUND
T1 deals
  1 Ann | ante 5, progressive 1 | SEVEN | raise_3x
  2 Bob | ante 5, progressive 1 | NOTHING | fold
  3 Cleo | ante 5, progressive 1 | SIX-KING | raise_3x
  dealer USUAL
Dee at T1: pays 3 6-card straight flush: 2500.75, house 2500
Dee at T1: pays 1 7-card straight flush: 2500, house 2500
Dee at T1: END ROUND
= meter T1/main 2500.75
= stacks T1 Ann 3513, Bob 988, Cleo 3513.75
# House: 2,500, two rounds at 3 x 0.25, 2 x 2,500. Tray: 18 - 19 - 19 + 6.
= books
  house -7501.50, tray T1 -14, player Ann 2513, player Bob -12, player Cleo 2513.75
  meter T1/main 2500.75

== hcf-e04-one-winner
High Card Flush, PT-BJS-HCF-SF-E04: one winner; every other seat with the wager gets 200
open T1 hcf; paytable PT-BJS-HCF-SF-E04
T1 deals
  1 Ann | ante 5, progressive 1 | NOTHING | fold
  2 Bob | ante 5, progressive 1 | SIX-KING | raise_3x
  3 Cleo | ante 5, progressive 1 | THREE | fold
  4 Dan | ante 5 | Kd Qd Qh Jh 3c 5c 6s | fold
  dealer USUAL
= pays T1 1 0, 2 0, 3 3
= envy T1 3<2 200, 1<2 200
Dee at T1: pays 2 6-card straight flush: 5000, house 5000
Dee at T1: END ROUND
# Three wagers of 0.27. Ann -6 + 200; Bob 20 - 1 + 5,000; Cleo -6 + 3 + 200; Dan -5, without envy.
= stacks T1 Ann 1194, Bob 6019, Cleo 1197, Dan 995
# Envy comes from the tray, never from the meter: -194 - 19 - 197 + 5.
= books
  house -10000.81, tray T1 -405, player Ann 194, player Bob 5019, player Cleo 197, player Dan -5
  meter T1/main 5000.81

== hcf-e04-two-winners
High Card Flush, PT-BJS-HCF-SF-E04: two winners get one envy pay each, the third seat two
open T1 hcf; paytable PT-BJS-HCF-SF-E04
T1 quiet: 1 Ann, 2 Bob, 3 Cleo
Dee at T1: END ROUND
T1 deals
  1 Ann | ante 5, progressive 1 | SEVEN | raise_3x
  2 Bob | ante 5, progressive 1 | SIX-KING | raise_3x
  3 Cleo | ante 5, progressive 1 | NOTHING | fold
  4 Dan | ante 5 | Kd Qd 3h 4h 3c 5c 6s | fold
  dealer USUAL
= envy T1 3<2 200, 1<2 200, 3<1 200, 2<1 200
Dee at T1: pays 2 6-card straight flush: 5000.81, house 5000
Dee at T1: pays 1 7-card straight flush: 5000, house 5000
Dee at T1: END ROUND
# Ann -6 + 19 + 200 + 5,000; Bob the same and 0.81; Cleo -6 - 6 + 400; Dan -5.
= stacks T1 Ann 6213, Bob 6213.81, Cleo 1388, Dan 995
# House: 5,000, two rounds at 0.81, 2 x 5,000. Tray: 18 - 219 - 219 + 6 - 400 + 5.
= books
  house -15001.62, tray T1 -809, player Ann 5213, player Bob 5213.81, player Cleo 388, player Dan -5
  meter T1/main 5000.81

== hcf-e04-three-winners
High Card Flush, PT-BJS-HCF-SF-E04: three winners get two envy pays each, the fourth seat three
open T1 hcf; paytable PT-BJS-HCF-SF-E04
T1 quiet: 1 Ann, 2 Bob, 3 Cleo, 4 Dan
Dee at T1: END ROUND
T1 deals
  1 Ann | ante 5, progressive 1 | SEVEN | raise_3x
  2 Bob | ante 5, progressive 1 | SIX-KING | raise_3x
  3 Cleo | ante 5, progressive 1 | Kd Qd Jd Td 9d 8d 3c | raise_3x
  4 Dan | ante 5, progressive 1 | 2d 5d 9c Kc 6h 4s 6c | fold
  dealer Ac 7c 4c 2h 3h 5s 3s
= envy T1 4<3 200, 2<3 200, 1<3 200, 4<2 200, 3<2 200, 1<2 200, 4<1 200, 3<1 200, 2<1 200
Dee at T1: pays 3 6-card straight flush: 5001.08, house 5000
Dee at T1: pays 2 6-card straight flush: 5000, house 5000
Dee at T1: pays 1 7-card straight flush: 5000, house 5000
Dee at T1: END ROUND
# Each winner -6 + 19 + 400 and the award; Dan -6 - 6 + 600.
= stacks T1 Ann 6413, Bob 6413, Cleo 6414.08, Dan 1588
# House: 5,000, two rounds at 4 x 0.27, 3 x 5,000. Tray: 24 - 3 x 419 - 594.
= books
  house -20002.16, tray T1 -1827
  player Ann 5413, player Bob 5413, player Cleo 5414.08, player Dan 588
  meter T1/main 5001.08

== hcf-e04-live
High Card Flush, PT-BJS-HCF-SF-E04, live: envy with each jackpot; a fixed pay at the terminal
open T1 hcf; paytable PT-BJS-HCF-SF-E04; live
Dee at T1: light 1 / light 2 / light 5 / START ROUND
Dee at T1: pays 5 7-card straight flush: 5000, house 5000
= envy T1 2<5 200, 1<5 200
Dee at T1: pays 2 6-card straight flush: 5000, house 5000
= envy T1 2<5 200, 1<5 200, 5<2 200, 1<2 200
Dee at T1: pays 1 3-card straight flush: tray 3
Dee at T1: END ROUND
# Seats 5 and 2: 5,000 + 200 - 1; seat 1: 400 + 3 - 1. Tray: 3 - 800 - 3.
= books
  house -15000.81, tray T1 -800, player T1 seat 5 5199, player T1 seat 2 5199, player T1 seat 1 402
  meter T1/main 5000.81

== hcf-e05-envy-on-the-whole-meter-only
High Card Flush, PT-BJS-HCF-SF-E05: six to the ace has an envy pay, six to the king has none
open T1 hcf; paytable PT-BJS-HCF-SF-E05
T1 quiet: 1 Ann, 2 Bob, 3 Cleo
Dee at T1: END ROUND
T1 deals
  1 Ann | ante 5, progressive 1 | NOTHING | fold
  2 Bob | ante 5, progressive 1 | SIX-KING | raise_3x
  3 Cleo | ante 5, progressive 1 | SIX-ACE | raise_3x
  dealer USUAL
= envy T1 2<3 250, 1<3 250
Dee at T1: pays 3 7-card straight flush or 6-card straight flush, ace high:
  30000.69, reserve 0.15, house 29999.85
Dee at T1: pays 2 6-card straight flush, king high or lower: 3000
Dee at T1: END ROUND
= meter T1/main 27000.69, reserve 0.15
# Ann -6 - 6 + 250; Bob -6 + 19 + 250 + 3,000; Cleo -6 + 19 + 30,000.69.
= stacks T1 Ann 1238, Bob 4263, Cleo 31013.69
# Tray: 18 - 19 - 19 - 250 + 6 - 250.
= books
  house -60001.53, tray T1 -514, player Ann 238, player Bob 3263, player Cleo 30013.69
  meter T1/main 27000.69, reserve T1/main 0.15

== hcf-mlp-01-both-levels
High Card Flush, PT-PRG-HCF-MLP-01: both levels are won in one round
open T1 hcf; paytable PT-PRG-HCF-MLP-01
# Level 1 gets 0.07 and 0.03 of a wager, level 2 0.09 and 0.06.
T1 quiet: 1 Ann, 2 Bob
Dee at T1: END ROUND
T1 deals
  1 Ann | ante 5, progressive 1 | SEVEN | raise_3x
  2 Bob | ante 5, progressive 1 | SIX-KING | raise_3x
  dealer USUAL
Dee at T1: pays 2 6-card straight flush: 5000.18, reserve 0.12, house 4999.88
Dee at T1: pays 1 7-card straight flush: 50000.14, reserve 0.06, house 49999.94
Dee at T1: END ROUND
= meter T1/level-1 50000.14, reserve 0.06
= meter T1/level-2 5000.18, reserve 0.12
= stacks T1 Ann 51013.14, Bob 6013.18
# House: 55,000, two rounds at 2 x 0.25, 4,999.88 and 49,999.94. Tray: 12 - 19 - 19.
= books
  house -110000.82, tray T1 -26, player Ann 50013.14, player Bob 5013.18
  meter T1/level-1 50000.14, reserve T1/level-1 0.06
  meter T1/level-2 5000.18, reserve T1/level-2 0.12

== hcf-mlp-03-both-levels
High Card Flush, PT-PRG-HCF-MLP-03: six to the ace is level 1, six to the king level 2
open T1 hcf; paytable PT-PRG-HCF-MLP-03
T1 deals
  1 Ann | ante 5, progressive 1 | SIX-ACE | raise_3x
  2 Bob | ante 5, progressive 1 | SIX-KING | raise_3x
  dealer USUAL
Dee at T1: pays 2 6-card straight flush, king high or lower: 5000, house 5000
Dee at T1: pays 1 7-card straight flush or 6-card straight flush, ace high: 10000, house 10000
Dee at T1: END ROUND
= stacks T1 Ann 11019, Bob 6019
# House: 15,000, 2 x 0.25, 15,000.
= books
  house -30000.50, tray T1 -38, player Ann 10019, player Bob 5019
  meter T1/level-1 10000.14, reserve T1/level-1 0.06
  meter T1/level-2 5000.18, reserve T1/level-2 0.12

== hcf-d01a-dynamic
High Card Flush, PT-PRG-HCF-D01a: dynamic pays win for one round and are gone in the next
open T1 hcf; paytable PT-PRG-HCF-D01a
T1 seats: 1 Ann, 2 Bob, 3 Cleo, 4 Dan
Ann at T1: wagers 1 ante 5, progressive 1
Dee at T1: START ROUND
! dynamic_pays
Dee at T1: START ROUND with 21 3-card straight flush
! dynamic_pays
T1 deals with 2500 6-card straight flush; 75 5-card straight flush; 20 3-card straight flush
  1 Ann | ante 5, progressive 1 | SEVEN | raise_3x
  2 Bob | ante 5, progressive 1 | SIX-KING | raise_3x
  3 Cleo | ante 5, progressive 1 | Ad 2d 3d Tc Qc 7s 6h | fold
  4 Dan | ante 5, progressive 1 | 5c 6c 7c 8c Kd Jd 2h | raise_1x
  dealer Ac 4c 9c 5d 8d 4s 3s
# Bob and Cleo are paid the dynamic 2,500 and 20, Dan the usual 10.
= pays T1 1 0, 2 2500, 3 20, 4 10
Dee at T1: pays 1 7-card straight flush: 50000, house 50000
Dee at T1: END ROUND
= meter T1/main 50000.40, reserve 0.08
T1 deals with 100 4-card straight flush
  3 Cleo | ante 5, progressive 1 | Ad 2d 3d Tc Qc 7s 6h | fold
  4 Dan | ante 5, progressive 1 | 5c 6c 7c 8c Kd Jd 2h | raise_1x
  dealer Ac 4c 9c 5d 8d 4s 3s
= pays T1 3 2, 4 100
Dee at T1: END ROUND
# Cleo -5 - 1 + 20, then -5 - 1 + 2; Dan 10 - 1 + 10, then 10 - 1 + 100.
= stacks T1 Cleo 1010, Dan 1128
# House: 50,000, six wagers at 0.12, 50,000. Tray: -19 - 2,519 - 14 - 19 + 4 - 109.
= books
  house -100000.72, tray T1 -2676
  player Ann 50019, player Bob 2519, player Cleo 10, player Dan 128
  meter T1/main 50000.60, reserve T1/main 0.12

== hcf-d02a-dynamic
High Card Flush, PT-PRG-HCF-D02a: two dynamic pays and the meter are won in one round
open T1 hcf; paytable PT-PRG-HCF-D02a
T1 deals with 5000 6-card straight flush, king high or lower; 500 5-card straight flush
  1 Ann | ante 5, progressive 1 | SIX-ACE | raise_3x
  2 Bob | ante 5, progressive 1 | SIX-KING | raise_3x
  3 Cleo | ante 5, progressive 1 | FIVE | raise_2x
  dealer USUAL
= pays T1 1 0, 2 5000, 3 500
Dee at T1: pays 1 7-card straight flush or 6-card straight flush, ace high: 10000, house 10000
Dee at T1: END ROUND
# Cleo 5 + 10 - 1 + 500.
= stacks T1 Ann 11019, Bob 6019, Cleo 1514
# House: 10,000, 3 x 0.12, 10,000.
= books
  house -20000.36, tray T1 -5552, player Ann 10019, player Bob 5019, player Cleo 514
  meter T1/main 10000.24, reserve T1/main 0.12

== hcf-d03-dynamic
High Card Flush, PT-PRG-HCF-D03: six and seven cards win the same meter beside a dynamic pay
open T1 hcf; paytable PT-PRG-HCF-D03
T1 quiet with 15 4-card straight flush: 1 Ann, 2 Bob, 3 Cleo
Dee at T1: END ROUND
T1 seats: 1 Ann, 2 Bob, 3 Cleo
Ann at T1: wagers 1 ante 5, progressive 1
Dee at T1: START ROUND with 150 5-card straight flush; 15 4-card straight flush;
  3 3-card straight flush
! dynamic_pays
T1 deals with 1000 5-card straight flush
  1 Ann | ante 5, progressive 1 | SEVEN | raise_3x
  2 Bob | ante 5, progressive 1 | SIX-KING | raise_3x
  3 Cleo | ante 5, progressive 1 | FIVE | raise_2x
  dealer USUAL
= pays T1 1 0, 2 0, 3 1000
Dee at T1: pays 2 6-card straight flush: 2000.30, house 2000
Dee at T1: pays 1 6-card straight flush: 2000, house 2000
Dee at T1: END ROUND
= stacks T1 Ann 3013, Bob 3013.30, Cleo 2008
# House: 2,000, two rounds at 0.30, 2 x 2,000. Tray: 18 - 19 - 19 - 1,014.
= books
  house -6000.60, tray T1 -1034, player Ann 2013, player Bob 2013.30, player Cleo 1008
  meter T1/main 2000.30

== hcf-dynamic-live
High Card Flush, PT-PRG-HCF-D01b, D02b and D02c, live: a dynamic pay and the meter at each table
open L1 hcf; paytable PT-PRG-HCF-D01b; live
open L2 hcf; paytable PT-PRG-HCF-D02b; live
open L3 hcf; paytable PT-PRG-HCF-D02c; live
Dee at L1: light 1 / light 3 / START ROUND
! dynamic_pays
Dee at L1: START ROUND with 300 5-card straight flush
Dee at L1: pays 3 5-card straight flush: tray 300
Dee at L1: pays 1 7-card straight flush: 50000, house 50000
Dee at L1: END ROUND
= meter L1/main 50000.24, reserve 0.06
Dee at L2: light 1 / light 3 / START ROUND with 14 3-card straight flush
Dee at L2: pays 3 3-card straight flush: tray 14
Dee at L2: pays 1 7-card straight flush or 6-card straight flush, ace high: 10000, house 10000
Dee at L2: END ROUND
= meter L2/main 10000.22, reserve 0.08
Dee at L3: light 1 / light 3
Dee at L3: START ROUND with 750 6-card straight flush, king high or lower; 30 4-card straight flush
Dee at L3: pays 3 6-card straight flush, king high or lower: tray 750
Dee at L3: pays 1 7-card straight flush or 6-card straight flush, ace high: 10000, house 10000
Dee at L3: END ROUND
= meter L3/main 10000.14, reserve 0.06
# The trays have two wagers of 1 each and pay 300, 14 and 750.
# House: seeds 70,000, two wagers at 0.15, 0.15 and 0.10, seeds 70,000.
= books
  house -140000.80, tray L1 -298, tray L2 -12, tray L3 -748
  player L1 seat 1 49999, player L1 seat 3 299, player L2 seat 1 9999, player L2 seat 3 13
  player L3 seat 1 9999, player L3 seat 3 749
  meter L1/main 50000.24, reserve L1/main 0.06, meter L2/main 10000.22, reserve L2/main 0.08
  meter L3/main 10000.14, reserve L3/main 0.06

== hcf-mandatory
High Card Flush: the progressive is mandatory with every Ante
open T1 hcf; paytable PT-BJS-HCF-SF-07; mandatory
T1 seats: 1 Ann, 2 Bob
Ann at T1: wagers 1 ante 5
! wager_missing
Ann at T1: wagers 1 ante 5, progressive 2
! wager_exact
T1 deals
  1 Ann | ante 5, progressive 1 | NOTHING | fold
  2 Bob | ante 5, progressive 1 | SIX-KING | raise_3x
  dealer USUAL
Dee at T1: pays 2 6-card straight flush: 3000
Dee at T1: END ROUND
= meter T1/main 27000.46, reserve 0.10
= stacks T1 Ann 994, Bob 4019
= books
  house -30000.56, tray T1 -13, player Ann -6, player Bob 3019
  meter T1/main 27000.46, reserve T1/main 0.10

== hcf-base-of-five
High Card Flush with a base wager of 5: seed, pays, envy and dynamic pays times five
open T1 hcf; paytable PT-BJS-HCF-SF-E04; base 5
open T2 hcf; paytable PT-PRG-HCF-D03; base 5; live
# Seeds 5 x 5,000 and 5 x 2,000.
= meter T1/main 25000
= meter T2/main 10000
T1 deals
  1 Ann | ante 5, progressive 5 | NOTHING | fold
  2 Bob | ante 5, progressive 5 | SIX-KING | raise_3x
  3 Cleo | ante 5, progressive 5 | THREE | fold
  dealer USUAL
# The three cards pay 5 x 3, envy 5 x 200; three wagers add 3 x 27% of 5 = 4.05.
= pays T1 1 0, 2 0, 3 15
= envy T1 3<2 1000, 1<2 1000
Dee at T1: pays 2 6-card straight flush: 25000, house 25000
Dee at T1: END ROUND
= meter T1/main 25004.05
# The dynamic pay of 20 at 1 dollar is 100 at 5.
Dee at T2: light 1 / light 2 / START ROUND with 20 3-card straight flush
Dee at T2: pays 2 3-card straight flush: tray 100
Dee at T2: pays 1 6-card straight flush: 10000, house 10000
Dee at T2: END ROUND
# Ann -5 - 5 + 1,000; Bob 20 - 5 + 25,000; Cleo -5 - 5 + 15 + 1,000.
= stacks T1 Ann 1990, Bob 26015, Cleo 2005
= books
  house -70005.05, tray T1 -2010, tray T2 -90
  player Ann 990, player Bob 25015, player Cleo 1005, player T2 seat 1 9995, player T2 seat 2 95
  meter T1/main 25004.05, meter T2/main 10001
"""

FLOOR = """
== link-pending-won-and-voided
Three tables share a meter: one has it pending, one wins the new meter, one adds; then a void
open A1 hcf; paytable PT-BJS-HCF-SF-08a; link main = bank
open A2 hcf; paytable PT-BJS-HCF-SF-08a; link main = bank
open A3 hcf; paytable PT-BJS-HCF-SF-08a; live; link main = bank
open A4 hcf; paytable PT-BJS-HCF-SF-08a; base 5; link main = bank
! A4 cannot share the meter bank: its wager is $1.00, and that of A4 is $5.00.
open A5 hcf; paytable PT-BJS-HCF-SF-08b; link main = bank
! A5 cannot share the meter bank: it takes 20.00% + 8.00% of each wager, and A5 25.00%.
open A6 hcf; paytable PT-BJS-HCF-SF-07; link main = bank
! A6 cannot share the meter bank: it pays 100% for 6-card straight flush, and A6 10% for
  6-card straight flush.
A2 quiet: 1 Ann, 2 Bob
Dee at A2: END ROUND
= meter bank 5000.40, reserve 0.16
# At A3 a seven-card hand is claimed: it is locked, and the meter has restarted.
Dee at A3: light 1 / light 4 / light 6 / START ROUND
Dee at A3: seat 6 / 7-card straight flush / PENDING JACKPOT
= award 6 5000.40, reserve 0.16, house 4999.84
= meter bank 5000, pending 5000.40
# A1 plays on, and Dan wins what the meter restarted at.
A1 deals
  1 Cleo | ante 5, progressive 1 | NOTHING | fold
  2 Dan | ante 5, progressive 1 | SIX-KING | raise_3x
  dealer USUAL
Dee at A1: pays 2 6-card straight flush: 5000, house 5000
= meter bank 5000, pending 5000.40
Dee at A1: END ROUND
= meter bank 5000.40, reserve 0.16, pending 5000.40
A2 quiet: 1 Ann, 2 Bob
Dee at A2: END ROUND
= meter bank 5000.80, reserve 0.32, pending 5000.40
Dee at A3: END ROUND
! jackpot_first
# The award goes back, the seed where it came from: 5,000.80 + 5,000.40 - 5,000, and 0.32 + 0.16.
Dee at A3: void one of the seven cards was a diamond
= meter bank 5001.20, reserve 0.48
Dee at A3: END ROUND
= meter bank 5001.80, reserve 0.72
= stacks A1 Cleo 994, Dan 6019
= stacks A2 Ann 988, Bob 988
# House: 5,000, nine wagers at 0.28, Dan's new seed of 5,000; A3's came back.
= books
  house -10002.52, tray A1 -13, tray A2 24, tray A3 3
  player Ann -12, player Bob -12, player Cleo -6, player Dan 5019
  player A3 seat 1 -1, player A3 seat 4 -1, player A3 seat 6 -1
  meter bank 5001.80, reserve bank 0.72

== void-and-claim-again
A dealt table: two jackpots are voided, and claimed again because the cards hold them
open T1 hcf; paytable PT-BJS-HCF-SF-08a
T1 quiet: 1 Ann, 2 Bob
Dee at T1: END ROUND
T1 deals
  1 Ann | ante 5, progressive 1 | SEVEN | raise_3x
  2 Bob | ante 5, progressive 1 | SIX-KING | raise_3x
  dealer USUAL
Dee at T1: seat 2 / 6-card straight flush / PENDING JACKPOT
= award 2 5000.40, reserve 0.16, house 4999.84
Dee at T1: seat 1 / 7-card straight flush / PENDING JACKPOT
= award 1 5000, house 5000
= meter T1/main 5000, pending 10000.40
Dee at T1: seat 2 / void the wrong hand was touched
! void_first
Dee at T1: seat 1 / void
! needs_reason
Dee at T1: void the wrong hand was touched / seat 2 / void the wrong hand was touched
# All is as it was before the claims.
= meter T1/main 5000.40, reserve 0.16
Dee at T1: END ROUND
! claim_missing
Dee at T1: seat 2 / 6-card straight flush / PENDING JACKPOT
= award 2 5000.40, reserve 0.16, house 4999.84
Dee at T1: PAY JACKPOT / agree 5000.40 / void too late
! paid
Dee at T1: OK
Dee at T1: pays 1 7-card straight flush: 5000, house 5000
Dee at T1: END ROUND
= meter T1/main 5000.40, reserve 0.16
= stacks T1 Ann 6013, Bob 6013.40
# House: 5,000, two rounds at 2 x 0.28, 4,999.84 and 5,000.
= books
  house -15000.96, tray T1 -26, player Ann 5013, player Bob 5013.40
  meter T1/main 5000.40, reserve T1/main 0.16

== live-right-to-left
A live table: a jackpot claimed from the wrong side is voided, and claimed in order
open T1 hcf; paytable PT-BJS-HCF-SF-08b; live
Dee at T1: light 2 / light 5 / START ROUND / END ROUND
= meter T1/main 2500.50
Dee at T1: light 2 / light 5 / light 3 / dark 3 / START ROUND / seat 3
! no_progressive_wager
Dee at T1: seat 2 / 6-card straight flush / PENDING JACKPOT
= award 2 2500.50, house 2500
Dee at T1: seat 5 / 7-card straight flush / PENDING JACKPOT
! claim_order
Dee at T1: seat 2 / void seat 5 comes first
= meter T1/main 2500.50
Dee at T1: pays 5 7-card straight flush: 2500.50, house 2500
Dee at T1: pays 2 6-card straight flush: 2500, house 2500
Dee at T1: END ROUND
= meter T1/main 2500.50
# House: 2,500, four wagers at 0.25, 2 x 2,500. Seats: two wagers each.
= books
  house -7501, tray T1 4, player T1 seat 2 2498, player T1 seat 5 2498.50, meter T1/main 2500.50

== live-late-claim
A live table: a hand that was missed is claimed after END ROUND, without what its round added
open T1 hcf; paytable PT-BJS-HCF-SF-08b; live
Dee at T1: light 2 / light 5 / START ROUND / END ROUND
= meter T1/main 2500.50
Sue at T1: late 5 6-card straight flush
! second_supervisor
Dee at T1: late 3 6-card straight flush
! no_progressive_wager
Dee at T1: late 5 6-card straight flush
= award 5 2500, house 2500
= meter T1/main 2500.50, pending 2500
Dee at T1: START ROUND
! late_open
Dee at T1: PAY JACKPOT / agree 2500 / OK
= meter T1/main 2500.50
Dee at T1: late 5 7-card straight flush
! claimed
# House: 2,500, two wagers at 0.25, 2,500. Seats: a wager each.
= books
  house -5000.50, tray T1 2, player T1 seat 2 -1, player T1 seat 5 2499, meter T1/main 2500.50

== cancel-adds-nothing
CANCEL ROUND adds nothing to a meter, dealt or live; END ROUND does
open T1 hcf; paytable PT-BJS-HCF-SF-07
open T2 hcf; paytable PT-BJS-HCF-SF-07; live
T1 seats: 1 Ann
Ann at T1: wagers 1 ante 5, progressive 1
Dee at T1: START ROUND / CANCEL ROUND touched too soon
= meter T1/main 30000
= stacks T1 Ann 1000
Dee at T2: light 2 / light 5 / START ROUND / CANCEL ROUND touched too soon
# The lights are still on.
Dee at T2: START ROUND / seat 5 / 6-card straight flush / PENDING JACKPOT
= award 5 3000
Dee at T2: CANCEL ROUND misdeal
! void_first
Dee at T2: void misdeal / CANCEL ROUND misdeal
= meter T2/main 30000
Dee at T2: START ROUND / END ROUND
= meter T2/main 30000.46, reserve 0.10
= books
  house -60000.56, tray T2 2, player T2 seat 2 -1, player T2 seat 5 -1
  meter T1/main 30000, meter T2/main 30000.46, reserve T2/main 0.10

== adds-at-start-round
Where the house's controls say so START ROUND adds; a cancelled round gives back what is there
open T1 hcf; paytable PT-BJS-HCF-SF-07; live; early; link main = bank
open T2 hcf; paytable PT-BJS-HCF-SF-07; live; early; link main = bank
open T3 hcf; paytable PT-BJS-HCF-SF-07; live; link main = bank
! T3 cannot share the meter bank: wagers add to it at START ROUND, and those of T3 at END ROUND;
  name another meter, and move the money there.
open T4 ctf; early; must hit 500 by 1000 at 3%
! A Must Hit award is drawn at END ROUND, when its contributions are in (PRG-21): a table with a
  Must Hit meter cannot add at START ROUND.
Dee at T1: light 2 / light 5 / START ROUND
= meter bank 30000.46, reserve 0.10
Dee at T1: CANCEL ROUND touched too soon
= meter bank 30000, reserve 0
# The award has what its own round has added, and what another has that is still played.
Dee at T1: START ROUND
Dee at T2: light 1 / START ROUND / seat 1 / 7-card straight flush / PENDING JACKPOT
= award 1 30000.69, reserve 0.15, house 29999.85
= meter bank 30000, reserve 0, pending 30000.69
# T1 gives back: its 0.46 and 0.10 are the winner's and in the seed, so there is nothing to take.
Dee at T1: CANCEL ROUND misdeal
= meter bank 30000, reserve 0, pending 30000.69
Dee at T2: PAY JACKPOT / agree 30000.69 / OK / END ROUND
= meter bank 30000, reserve 0
= books
  house -60000.69, tray T2 1, player T2 seat 1 29999.69, meter bank 30000

== correction-by-two-people
A correction takes a supervisor, a second person and a reason
open T1 hcf; paytable PT-BJS-HCF-SF-08a; live
Dee and Sue: meter T1/main +12.34: display was read wrong
! not_allowed
Sue and Sue: meter T1/main +12.34: display was read wrong
! second_person
Sue and : meter T1/main +12.34: display was read wrong
! second_person
Sue and Sam: meter T1/main +12.34:
! needs_reason
Sue and Sam: meter T1/main +0: nothing at all
! correction
Sue and Sam: meter T1/main -5000.01: too much
! correction_too_low
Sue and Sam: reserve T1/main -0.01: too much
! correction_too_low
Sue and Sam: meter T7/main +1: no such table
! no_meter
Sue and Sam: meter T1/main +12.345678: meter of the old system
Sam and Sue: meter T1/main -0.50: counted twice
Sue and Sam: reserve T1/main +1: reserve of the old system
Sue and Sam: reserve T1/main -0.25: counted twice
= meter T1/main 5011.845678, reserve 0.75
Dee at T1: light 1 / START ROUND
Dee at T1: pays 1 7-card straight flush: 5011.84, reserve 0.75, house 4999.25
= meter T1/main 5000.005678
Dee at T1: END ROUND
= meter T1/main 5000.205678, reserve 0.08
# House: 5,000 + 12.345678 - 0.50 + 1 - 0.25, the new seed's 4,999.25, and 0.28.
= books
  house -10012.125678, tray T1 1, player T1 seat 1 5010.84
  meter T1/main 5000.205678, reserve T1/main 0.08
"""

SCENES = (*read_scenes(CHASE), *read_scenes(HIGH_CARD), *read_scenes(FLOOR))


def main() -> None:
    """Write the file of every scene, and nothing else."""
    texts = {scene.name: play(scene).text for scene in SCENES}
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for name, text in texts.items():
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
