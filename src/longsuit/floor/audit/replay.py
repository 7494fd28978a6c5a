"""A command decided again, from the log alone: what the record of a table should say.

The floor's own rules decide, with the seed that the round opened in the end. Two things they need
are not the table's: how its meters stand, and the secret of a Must Hit meter. Meters that stand in
for the real ones give the amounts that the record claims; the real ones, in their own streams, have
to tell the same.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from longsuit.core.cards import Card
from longsuit.core.games.settlement import MYSTERY_METER
from longsuit.core.games.table import check_table
from longsuit.core.money import MITES, Mites, rate_parts
from longsuit.core.progressive import commands as terminal_asked
from longsuit.core.progressive import events as terminal_events
from longsuit.core.progressive.decide import ROUND_ALONE
from longsuit.core.progressive.decide import decide as decide_terminal
from longsuit.core.progressive.evolve import evolve_terminal
from longsuit.core.progressive.meter import Meter, contribution
from longsuit.core.progressive.must_hit import SECRET_BYTES, Cycle, Secret, WrongSecret, commitment
from longsuit.core.progressive.outcome import AtMeter, AtTable
from longsuit.core.progressive.terminal import Setup, Terminal, check_setup
from longsuit.core.progressive.terms import Terms
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.core.round import commands as asked
from longsuit.core.round.commands import SYSTEM, Actor, Command
from longsuit.core.round.deal import draw_dynamic
from longsuit.core.round.decide import decide as decide_round
from longsuit.core.round.events import AwardGranted, RoundStarted
from longsuit.core.texts import sentence
from longsuit.floor.audit.findings import Broken
from longsuit.floor.audit.requests import actor_of, command_of, forbidden
from longsuit.floor.secrets.draws import dynamic_chance
from longsuit.floor.secrets.shuffle import commit, read_hex
from longsuit.floor.tables import commands as floor_asked
from longsuit.floor.tables import events as floor
from longsuit.floor.tables.decide import WHILE_CLOSED, Fresh, feed_here, wagers_progressive
from longsuit.floor.tables.decide import decide as decide_floor
from longsuit.floor.tables.links import Relinked, relinked
from longsuit.floor.tables.state import FloorTable, evolve_floor

_UNKNOWN = Secret(bytes(SECRET_BYTES))
_NO_TERMS = Terms(0, 0, 0, 0, ())
_AT_A_CENT = Terms(0, 0, 0, 0, (), by=1)
_HANDED_ON = ROUND_ALONE - {asked.SitDown}
"""What the floor and the terminal hand on to the round as it is: most of all that is asked."""

Meters = Mapping[str, Meter]


class Chance(Struct, frozen=True):
    """What a round draws from."""

    seed: Secret | None
    """None for a round that has not opened it yet."""
    cards: tuple[Card, ...]
    """Without a seed: the deck as far as it has been dealt, and then the other cards."""

    @property
    def secret(self) -> Secret:
        """The seed, or one that opens nothing."""
        return self.seed or _UNKNOWN


class Again(Struct, frozen=True):
    """A record to be decided again."""

    table: FloorTable
    who: str
    told: Sequence[Any]
    chance: Chance
    meters: Meters
    """What stands in for the table's own."""
    form: int
    """In which it is written."""


class Decided(Struct):
    """What a command leads to."""

    events: list[Any]
    """At the table."""
    moved: list[AtMeter]
    """What the meters have to tell as well."""
    fed: tuple[int, int] = (0, 0)
    """The round that ends, and its registered wagers."""
    fed_there: Sequence[str] = ()
    """The meters that tell of it in their own streams, by their names at the table."""
    links: Relinked | None = None
    """The meters that the table leaves and joins."""


def open_again(name: str, who: str, told: Sequence[Any]) -> Decided:
    """The first record of a table."""
    first = told[0] if told else None
    if not isinstance(first, floor.TableSet):
        raise Broken("a table starts with its settings.")
    setup = first.after.setup
    if setup.id != name:
        raise Broken(f"these are the settings of {setup.id}.")
    if actor_of(who).role not in ("supervisor", "system"):
        raise Broken("only a supervisor opens a table.")
    _check(setup)
    return Decided([floor.TableSet(None, first.after)], [], links=relinked(None, setup))


def _check(setup: Setup) -> None:
    """Settings that can be played."""
    check_table(setup.table)
    check_setup(setup)


def decide_again(record: Again) -> Decided:
    """Any later record of a table, by the events that it tells."""
    table, by = record.table, actor_of(record.who)
    command = command_of(table, by, record.told)
    if command is None:
        raise Broken("its events are of no command.")
    kind = type(command)
    if no := forbidden(by.role, kind, table.settings.practice):
        raise Broken(sentence(no))
    if table.closed and kind not in WHILE_CLOSED:
        raise Broken(sentence(refuse(Code.TABLE_CLOSED, table=table.settings.name)))
    if kind in _HANDED_ON and table.round is not None and not (table.closed or table.closing):
        outcome = decide_round(table.round, command)
        if isinstance(outcome, Refused):
            raise Broken(sentence(outcome))
        return Decided(list(outcome), [])
    return _RULES.get(kind, _by_the_floor)(record, command)


def _by_the_floor(record: Again, command: Command, *, lost: bool = False) -> Decided:
    """As the floor decides, with the seed; or as where a server has lost it before the deal."""
    table, seed = record.table, record.chance.secret
    # Which number is next, the stream of slips says, and has to say the same.
    slip = next((one.slip for one in record.told if isinstance(one, floor.SlipGiven)), 0)
    if record.chance.seed is None and table.commitment:
        # What stands in for the seed is promised like one.
        table = replace(table, commitment=commit(table.id, table.terminal.number, seed))
    try:
        fresh = Fresh(seed, None if lost else seed, _UNKNOWN, slip)
        return _decided(decide_floor(table, record.meters, command, fresh))
    except WrongSecret as wrong:
        raise Broken(f"{wrong}.") from None


def _decided(*outcomes: Any) -> Decided:
    decided = Decided([], [])
    for outcome in outcomes:
        if isinstance(outcome, Refused):
            raise Broken(sentence(outcome))
        for one in outcome:
            if isinstance(one, AtMeter):
                decided.moved.append(one)
            else:
                decided.events.append(one.event)
    return decided


def stand_ins(setup: Setup) -> Meters:
    """A meter for each of a table's, linked to it, holding nothing, and with the table's rates."""
    tables, offer = frozenset((setup.id,)), setup.offer
    rates: dict[str, Terms] = {}
    if offer is not None and offer.paytable is not None:
        for one in offer.paytable.meters:
            parts = (rate_parts(one.main), rate_parts(one.reserve))
            rates[one.id] = Terms(offer.limits.least, 0, *parts, (), at_start=setup.at_start)
    return {
        name: Meter(link, rates.get(name, _NO_TERMS), tables=tables)
        for name, link in setup.meters.items()
    }


def _begin(record: Again, command: floor_asked.BeginRound) -> Decided:
    """The seats are those that the round before left; in the old order with a commitment."""
    decided = _by_the_floor(record, command)
    begun, said = decided.events[0], record.told[0].commitment
    if said:
        promised = _promise(record, begun.number, said)
        decided.events[0] = replace(begun, commitment=promised)
    return decided


def _promise(record: Again, number: int, said: str) -> str:
    """The commitment to the round's seed. Of one not opened yet, what was said stands."""
    seed = record.chance.seed
    if seed is None:
        return read_hex("commitment", said).hex()
    return commit(record.table.id, number, seed)


def _set(record: Again, command: floor_asked.SetTable) -> Decided:
    setup = command.settings.setup
    _check(setup)
    decided = _by_the_floor(record, command)
    decided.links = relinked(_open_setup(record.table), setup)
    return decided


def _close(record: Again, command: floor_asked.CloseTable) -> Decided:
    decided = _by_the_floor(record, command)
    decided.links = relinked(_open_setup(record.table), None)
    return decided


def _open_setup(table: FloorTable) -> Setup | None:
    """The meters of a table are those of its settings, while it is open."""
    return None if table.closed else table.settings.setup


def _start(record: Again, command: asked.StartRound) -> Decided:
    """The dynamic pays and the deck are those of the seed.

    Without it the cards of the record make the deck, and the pays of the record stand if they
    could have been drawn; at a live table nothing more can be said of them.
    """
    table, terminal = record.table, record.table.terminal
    if record.chance.seed is not None and not terminal.setup.live:
        return _by_the_floor(record, command)
    if terminal.setup.live or table.round is None:
        started = decide_terminal(terminal, record.meters, command)
        return _decided(
            started if isinstance(started, Refused) else feed_here(terminal.setup, started)
        )
    first = record.told[0]
    if not isinstance(first, floor.DeckSealed):
        return _dealt(record, table, command.by)
    sealed = floor.DeckSealed(terminal.number, _promise(record, terminal.number, first.commitment))
    after = evolve_floor(table, sealed)
    dealt = _dealt(record, after, command.by)
    return Decided([sealed], []) if after.seals else _after(sealed, dealt)


def _dealt(record: Again, table: FloorTable, by: Actor) -> Decided:
    """START ROUND and the deal by what the record says was drawn; any pays where nothing was."""
    pays = [one.dynamic for one in record.told if isinstance(one, RoundStarted)]
    drawn = pays[0] if pays else _any_pays(table)
    started = decide_terminal(table.terminal, record.meters, asked.StartRound(by=by, dynamic=drawn))
    if isinstance(started, Refused):
        return _decided(started)
    terminal = table.terminal
    for one in started:
        if isinstance(one, AtTable):
            terminal = evolve_terminal(terminal, one.event)
    deal = asked.DealCards(by=SYSTEM, deck=record.chance.cards)
    fed = feed_here(terminal.setup, started)
    return _decided(fed, decide_terminal(terminal, record.meters, deal))


def _any_pays(table: FloorTable) -> dict[str, int]:
    chance = dynamic_chance(table.id, table.terminal.number, _UNKNOWN)
    return draw_dynamic(table.settings.setup.table, chance) if wagers_progressive(table) else {}


def _after(first: Any, decided: Decided) -> Decided:
    return Decided([first, *decided.events], decided.moved)


def _open_word(record: Again, command: floor_asked.OpenWord) -> Decided:
    """Its seal is opened; if it was the last, the cards are dealt by whoever has the seed.

    A server that has taken the table over has not, and opens the word alone.
    """
    if len(record.told) == 1:
        return _by_the_floor(record, command, lost=True)
    if record.chance.seed is not None:
        return _by_the_floor(record, command)
    opened = _by_the_floor(record, command, lost=True)
    after = evolve_floor(record.table, opened.events[0])
    if after.seals:
        return opened
    return _after(opened.events[0], _dealt(record, after, SYSTEM))


def _close_words(record: Again, command: floor_asked.CloseWords) -> Decided:
    """Those who did not open their word are named, or else the round ends without a seed."""
    if record.chance.seed is not None:
        return _by_the_floor(record, command)
    if not isinstance(record.told[0], floor.WordsMissing | RoundStarted):
        return _by_the_floor(record, command, lost=True)
    if not record.table.closing:
        raise Broken("no word was awaited.")
    if not record.table.seals:
        return _dealt(record, record.table, SYSTEM)
    missing = floor.WordsMissing(tuple(record.table.seals))
    return _after(missing, _dealt(record, evolve_floor(record.table, missing), SYSTEM))


def _end(record: Again, command: asked.EndRound) -> Decided:
    """END ROUND: whether a Must Hit award is due, the record says, and the meter has to say too.

    The meter that stands in is at its trigger if one is due, and holds the amount of the record.
    """
    terminal, meters = record.table.terminal, dict(record.meters)
    drawn = [one for one in record.told if isinstance(one, terminal_events.MysteryDrawn)]
    if MYSTERY_METER in meters:
        value = drawn[0].amount * MITES if drawn else 0
        meters[MYSTERY_METER] = _at_a_cent(meters[MYSTERY_METER], value)
    decided = _by_the_floor(replace(record, meters=meters), command)
    decided.moved = [
        one for one in decided.moved if not isinstance(one.event, terminal_events.Contributed)
    ]
    if terminal.phase == "round" and not terminal.setup.at_start:
        decided.fed = (terminal.number, len(terminal.registered))
        if record.form == 1:
            # Every meter told of what it was fed in its own stream.
            decided.events = [one for one in decided.events if type(one) is not floor.MetersFed]
            decided.fed_there = tuple(meters)
        else:
            decided.fed_there = [MYSTERY_METER] if MYSTERY_METER in meters else []
    return _to_seat(terminal, decided, drawn[0].seat) if drawn else decided


def _at_a_cent(meter: Meter, value: Mites) -> Meter:
    """A Must Hit meter that is at its trigger, a cent, whatever the secret of the real one is."""
    sealed = commitment(Cycle(meter.id, 0, 1, _AT_A_CENT.by), _UNKNOWN)
    named = terminal_events.TriggerSealed(0, 1, sealed)
    return replace(meter, terms=_AT_A_CENT, sealed=named, value=value)


def _to_seat(terminal: Terminal, decided: Decided, seat: int) -> Decided:
    """The mystery award to the seat of the record: who wins it, only the secret tells (PRG-11)."""
    if seat not in terminal.registered:
        raise Broken(f"seat {seat} has no wager that takes part in a mystery award.")

    def to_seat(event: Any) -> Any:
        match event:
            case terminal_events.MysteryDrawn() | terminal_events.AwardLocked():
                return replace(event, seat=seat)
            case terminal_events.TriggerOpened():
                return replace(event, winner=seat)
            case AwardGranted():
                return replace(event, award=replace(event.award, seat=seat))
        return event

    events = [to_seat(event) for event in decided.events]
    moved = [AtMeter(one.meter, to_seat(one.event)) for one in decided.moved]
    return Decided(events, moved, decided.fed, decided.fed_there)


def _pending(record: Again, command: terminal_asked.PendingJackpot) -> Decided:
    return _claimed(record, command, record.table.terminal.hand, 0)


def _claim_late(record: Again, command: terminal_asked.ClaimLate) -> Decided:
    terminal = record.table.terminal
    fed = len(terminal.last.seats) if terminal.last and not terminal.setup.at_start else 0
    return _claimed(record, command, command.hand, fed)


def _claimed(record: Again, command: Command, hand: str, fed: int) -> Decided:
    """The meter that stands in holds what makes the amount of the record, and what was fed."""
    claimed, meters = record.told[0], dict(record.meters)
    for line in record.table.terminal.setup.lines:
        if line.hand == hand and line.meter is not None:
            meter = meters[line.meter]
            value = -(-claimed.amount * MITES // line.share)
            value += contribution(meter, record.table.id, 0, fed).main
            meters[line.meter] = replace(meter, value=value)
    return _by_the_floor(replace(record, meters=meters), command)


def _void(record: Again, command: terminal_asked.VoidJackpot) -> Decided:
    """The meter that stands in has the award of the record pending."""
    terminal, meters = record.table.terminal, dict(record.meters)
    jackpot = terminal.claim_of(terminal.seat)
    if jackpot is not None and jackpot.meter:
        claim = terminal_events.Claim(record.table.id, terminal.claimed_round, jackpot.number)
        locked = terminal_events.AwardLocked(
            claim, jackpot.seat, jackpot.hand, Fraction(1), jackpot.amount
        )
        meters[jackpot.meter] = replace(meters[jackpot.meter], pending=(locked,))
    return _by_the_floor(replace(record, meters=meters), command)


_RULES: dict[type, Callable[[Again, Any], Decided]] = {
    floor_asked.BeginRound: _begin,
    floor_asked.SetTable: _set,
    floor_asked.CloseTable: _close,
    asked.StartRound: _start,
    floor_asked.OpenWord: _open_word,
    floor_asked.CloseWords: _close_words,
    asked.EndRound: _end,
    terminal_asked.PendingJackpot: _pending,
    terminal_asked.ClaimLate: _claim_late,
    terminal_asked.VoidJackpot: _void,
}
