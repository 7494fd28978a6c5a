"""A table of the floor as it stands: its settings, its terminal and round, and its shuffle."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from longsuit.core.cards import Card
from longsuit.core.progressive.evolve import TableEvent, evolve_terminal
from longsuit.core.progressive.meter import Fed
from longsuit.core.progressive.terminal import Terminal
from longsuit.core.round.events import (
    RoundCancelled,
    RoundOpened,
    RoundStarted,
    SeatLeft,
    SeatTaken,
    WagersPlaced,
)
from longsuit.core.round.state import Phase, Round
from longsuit.floor.secrets.shuffle import Word
from longsuit.floor.tables import events
from longsuit.floor.tables.events import Plan, TableSettings, TableStreamEvent

ROBOT = "Robot "
"""How the names of robots start; no person may be called so."""


ENDS_PLAN = frozenset((WagersPlaced, SeatTaken, SeatLeft))
"""Whoever wagers sits out no longer, and whoever comes has planned nothing yet."""
_Promise = (
    events.WordSealed
    | events.DeckSealed
    | events.WordAdded
    | events.WordsMissing
    | events.SeedOpened
)
_CONFIG = "config "
_NOTHING = Fed()


class FloorTable(Struct, frozen=True):
    """One table."""

    settings: TableSettings
    terminal: Terminal
    commitment: str = ""
    """To the seed of the round at hand; empty until it is drawn, and where cards lie on felt."""
    words: tuple[Word, ...] = ()
    """Those that are open, by seat; in rounds of the old order as they came."""
    seals: Mapping[int, str] = {}
    """By seat: a word that is not open yet."""
    closing: bool = False
    """Whether the deck is sealed and words are awaited: the seed is in no vault yet."""
    silent: tuple[int, ...] = ()
    """The seats whose players did not open a word, and are not asked again."""
    closed: bool = False
    config: str = ""
    """The configuration that was last applied to it, as a digest."""
    changes: Mapping[int, int] = {}
    """By seat: how often whoever sits there has given wagers, a word or a plan in this round."""
    plans: Mapping[int, Plan] = {}
    """By seat: who sits out, and who leaves once the round at hand is over."""
    fed: Mapping[str, Fed] = {}
    """By meter that it shares, as the meter is called: what it has put in since it joined."""

    @property
    def id(self) -> str:
        """The table's id."""
        return self.settings.setup.id

    @property
    def round(self) -> Round | None:
        """The round at a table that the system deals."""
        return self.terminal.round

    @property
    def phase(self) -> Phase | None:
        """Where the round is: with its deck sealed, wagers are closed though none is dealt yet."""
        state = self.round
        return None if state is None else "no more bets" if self.closing else state.phase

    @property
    def shown(self) -> Terminal:
        """The terminal as people see it: with the deck sealed there are no more bets."""
        state = self.round
        if state is None or not self.closing:
            return self.terminal
        return replace(self.terminal, round=replace(state, phase="no more bets"))

    @property
    def between_rounds(self) -> bool:
        """Whether no wager is at stake, so that settings may change (TBL-7)."""
        state = self.round
        if self.terminal.phase != "idle":
            return False
        return state is None or state.phase in ("ended", "cancelled") or not state.playing

    @property
    def moment(self) -> str:
        """What is being decided here: a command that was asked in another moment may not fit."""
        state = self.round
        played = f"{self.phase}/{state.decision}/{state.turn}" if state is not None else "felt"
        return f"{self.terminal.number}/{self.terminal.phase}/{played}".replace(" ", "-")

    def seated(self) -> dict[int, tuple[str, int]]:
        """Who sits where, with how much."""
        state = self.round
        if state is None:
            return {}
        return {
            number: (seat.player, seat.stack)
            for number, seat in enumerate(state.seats, 1)
            if seat.player is not None
        }


def config_key(digest: str) -> str:
    """The key of the command by which a configuration is applied to a table."""
    return f"{_CONFIG}{digest[:16]}"


def config_in(who: str, key: str) -> str | None:
    """The digest of the configuration that a record applied; None where it applied none."""
    applied = who == "system" and key.startswith(_CONFIG)
    return key.removeprefix(_CONFIG) if applied else None


def with_config(table: FloorTable, who: str, key: str) -> FloorTable:
    """The table after a record, if that applied a configuration."""
    config = config_in(who, key)
    return table if config is None else replace(table, config=config)


def without_round(table: FloorTable) -> FloorTable:
    """The table where its next rounds are gone from the log, up to one that begins."""
    terminal = Terminal(table.settings.setup)
    return FloorTable(table.settings, terminal, config=table.config, fed=table.fed)


def with_deck(table: FloorTable, deck: tuple[Card, ...]) -> FloorTable:
    """The table with this deck for its round, from which the cards still to come are dealt."""
    if table.round is None or table.round.deck == deck:
        return table
    state = replace(table.round, deck=deck)
    return replace(table, terminal=replace(table.terminal, round=state))


def evolve_floor(table: FloorTable | None, event: TableStreamEvent) -> FloorTable:
    """The table after the event. Only a `TableSet` may come first."""
    if isinstance(event, events.TableSet):
        return _set(table, event)
    if table is None:
        raise ValueError("a table starts with TableSet")
    if isinstance(event, _Promise):
        return _promised(table, event)
    match event:
        case events.RoundBegun():
            opened = RoundOpened(event.number, table.settings.setup.table, event.seated)
            terminal = evolve_terminal(table.terminal, opened)
            plans = {one.seat: one.plan for one in event.plans}
            begun = {"commitment": event.commitment, "words": (), "changes": {}, "plans": plans}
            unsealed = {"seals": {}, "closing": False, "silent": event.silent}
            return replace(table, terminal=terminal, **begun, **unsealed)
        case events.SeatPlanned():
            return _changed(_planned(table, event), event.seat)
        case events.TableClosed():
            # Nobody wagers at a closed table: when it opens again no light is on.
            terminal = replace(table.terminal, lights=())
            return replace(table, closed=True, terminal=terminal, fed={})
        case events.SlipGiven() | events.DutyChanged():
            # What they say is of a jackpot, which is as it was, or of who deals.
            return table
        case events.MetersFed():
            return replace(table, fed=fed_after(table.fed, event))
    return _played(table, event)


def _promised(table: FloorTable, event: _Promise) -> FloorTable:
    """What is said of the round's shuffle."""
    match event:
        case events.WordSealed(seat=seat, seal=seal):
            return _changed(replace(table, seals={**table.seals, seat: seal}), seat)
        case events.DeckSealed(commitment=commitment):
            playing = table.round.playing if table.round is not None else ()
            seals = {seat: table.seals[seat] for seat in playing if seat in table.seals}
            return replace(table, commitment=commitment, seals=seals, closing=True)
        case events.WordAdded(word=word):
            return _with_word(table, word)
        case events.WordsMissing(seats=seats):
            silent = tuple(sorted({*table.silent, *seats}))
            return replace(table, silent=silent, seals={})
        case events.SeedOpened():
            # With the seed the whole deck is open: nothing is left to keep for later.
            return replace(with_deck(table, ()), commitment="")


def _with_word(table: FloorTable, word: Word) -> FloorTable:
    """One that opens its seal takes its seat's place, whenever it came: nobody chooses an order."""
    others = tuple(one for one in table.words if one.seat != word.seat)
    if not table.closing:
        return _changed(replace(table, words=(*others, word)), word.seat)
    words = tuple(sorted((*others, word), key=lambda one: one.seat))
    seals = {seat: seal for seat, seal in table.seals.items() if seat != word.seat}
    return replace(table, words=words, seals=seals)


def _played(table: FloorTable, event: TableEvent) -> FloorTable:
    """What the core knows, and how often a seat has changed its mind."""
    played = replace(table, terminal=evolve_terminal(table.terminal, event))
    if isinstance(event, WagersPlaced | SeatTaken | SeatLeft):
        played = unplanned(played, event.seat)
    match event:
        case WagersPlaced(seat=seat):
            return _changed(played, seat)
        case SeatTaken(seat=seat) | SeatLeft(seat=seat):
            # Somebody else, who has changed and sealed nothing yet.
            changes = {one: n for one, n in played.changes.items() if one != seat}
            seals = {one: seal for one, seal in played.seals.items() if one != seat}
            silent = tuple(one for one in played.silent if one != seat)
            return replace(played, changes=changes, seals=seals, silent=silent)
        case RoundStarted() if played.closing:
            return replace(played, closing=False)
        case RoundCancelled() if played.closing:
            # No card came of the seed, which nobody will see.
            return replace(played, closing=False, commitment="", seals={})
    return played


def _set(table: FloorTable | None, event: events.TableSet) -> FloorTable:
    if table is None:
        return FloorTable(event.after, Terminal(event.after.setup))
    before, after = table.settings.setup, event.after.setup
    same = (before.table, before.meters) == (after.table, after.meters)
    # A hand of the last round is claimed by the settings that it was played with.
    last = table.terminal.last if same else None
    terminal = replace(table.terminal, setup=after, last=last)
    fed = still_shared(table.fed, event.after)
    return replace(table, settings=event.after, terminal=terminal, closed=False, fed=fed)


def still_shared(fed: Mapping[str, Fed], settings: TableSettings) -> dict[str, Fed]:
    """What a table has put in, with new settings: a meter that it leaves is done with."""
    shared = settings.setup.meters.values()
    return {meter: one for meter, one in fed.items() if meter in shared}


def fed_after(fed: Mapping[str, Fed], event: events.MetersFed) -> dict[str, Fed]:
    """What a table has put into each meter, after one more round."""
    after = dict(fed)
    for one in event.added:
        before = after.get(one.meter, _NOTHING)
        sums = (before.main + one.main, before.reserve + one.reserve)
        after[one.meter] = Fed(event.round, event.wagers, *sums)
    return after


def _planned(table: FloorTable, event: events.SeatPlanned) -> FloorTable:
    if event.plan == "play":
        return unplanned(table, event.seat)
    return replace(table, plans={**table.plans, event.seat: event.plan})


def unplanned(table: FloorTable, seat: int) -> FloorTable:
    """The table after one of `ENDS_PLAN` at a seat."""
    if seat not in table.plans:
        return table
    return replace(table, plans={one: plan for one, plan in table.plans.items() if one != seat})


def _changed(table: FloorTable, seat: int) -> FloorTable:
    return replace(table, changes={**table.changes, seat: table.changes.get(seat, 0) + 1})
