"""A table, replayed: each record of its stream against what its command leads to.

Nothing but what is decided here is believed: the state goes on from the events that the rules give,
and the record must say exactly those, to the last byte.
"""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from msgspec.structs import replace

from longsuit.core.cards import DECK
from longsuit.core.games.settlement import MYSTERY_METER
from longsuit.core.progressive import events as terminal_events
from longsuit.core.progressive.meter import Meter
from longsuit.core.progressive.must_hit import Secret
from longsuit.core.progressive.terminal import Setup
from longsuit.core.round import events as round_events
from longsuit.core.round.evolve import evolve as evolve_round
from longsuit.core.round.state import Round
from longsuit.floor.audit.chain import posting_rows, read_events, says
from longsuit.floor.audit.explain import difference
from longsuit.floor.audit.findings import Broken
from longsuit.floor.audit.reconcile import chapters, deposits, moved, packed, table_story
from longsuit.floor.audit.replay import (
    Again,
    Chance,
    Decided,
    decide_again,
    open_again,
    stand_ins,
)
from longsuit.floor.ledger.accounts import table_books
from longsuit.floor.secrets.shuffle import commit, read_hex
from longsuit.floor.slips.register import SlipIssued
from longsuit.floor.store.audit_rows import PostingRow, Row
from longsuit.floor.tables import events as floor
from longsuit.floor.tables.state import (
    ENDS_PLAN,
    FloorTable,
    evolve_floor,
    unplanned,
    without_round,
)

_FLOOR_EVENTS = (
    *(floor.TableSet, floor.TableClosed, floor.RoundBegun),
    *(floor.WordSealed, floor.DeckSealed, floor.WordsMissing),
    *(floor.WordAdded, floor.SeatPlanned, floor.SeedOpened, floor.MetersFed, floor.SlipGiven),
)
_ROUND_EVENTS = frozenset(get_args(round_events.AnyEvent))
_POSTED = frozenset(
    (
        *(round_events.SeatTaken, round_events.SeatLeft, round_events.RoundSettled),
        *(terminal_events.WagersCollected, terminal_events.SumAgreed, terminal_events.EnvyPaid),
    )
)
_SEEN_BY_TABLE = _POSTED | {round_events.RoundStarted, round_events.RoundCancelled}
"""Events of a round that change something around it."""
Events = Sequence[Any]
_DEALT = (round_events.HandDealt, round_events.DealerDealt, round_events.BoardDealt)


class TableReplay:
    """One table, from some record on."""

    def __init__(self, name: str, state: FloorTable | None) -> None:
        self.name = name
        self.state = state
        self.at: Row | None = None
        """The record at hand, for whoever says what is wrong with it."""
        self.postings: list[PostingRow] = []
        """The ledger entries that the records lead to."""
        self.story = table_story()
        self.settings: list[tuple[int, int, floor.TableSettings]] = []
        """Every setting of the table, with the version and position of its record."""
        self.rounds = self.shuffles = self.settlements = 0
        self.unopened = self.lost = 0
        """Words that were not opened, and rounds that ended because their seed was lost."""
        self.sealed = self.promised = 0
        """The first deck that was sealed after the words, and the last that was before them."""
        self._setup: Setup | None = None
        self._meters: Mapping[str, Meter] = {}

    @property
    def is_open(self) -> bool:
        """Whether a round is still running."""
        table = self.state
        if table is None:
            return False
        state = table.round
        running = state is not None and state.phase not in ("ended", "cancelled")
        return running or table.terminal.phase != "idle"

    def span(self, rows: Sequence[tuple[Row, Events]], *, begun: bool = False) -> None:
        """All the records of a round: its seed is opened at their end.

        `begun`: that the round may begin so is for whoever has replayed what was before.
        """
        chance = self._chance([events for _, events in rows])
        for row, events in rows:
            self.at = row
            if begun:
                self._believe(events, chance)
                begun = False
            else:
                self._step(row, events, chance)

    def may_begin(self, row: Row) -> None:
        """The record begins a round; the records of that round are another's to replay."""
        self.at = row
        told = read_events(row)
        self._compare(row, told, self._decide(row, told, Chance(None, ())))

    def leave_off(self) -> None:
        """The next rounds are gone, up to one that begins."""
        table = self.state
        if table is None or not table.settings.practice:
            raise Broken("its content is gone, and the table is none for play money.")
        if self.is_open:
            raise Broken("its content is gone, and that of the round's first records is not.")
        self.state = without_round(table)

    def fed(self, row: Row, told: Events) -> None:
        """What a round that is gone has put into meters, by the record that is left of it."""
        table = self.state
        assert table is not None
        must_hit = table.settings.setup.meters.get(MYSTERY_METER)
        for event in told:
            if not isinstance(event, floor.MetersFed):
                continue
            self._put_in(row, event)
            if must_hit is not None:
                both = self.story.both.setdefault(must_hit, chapters())
                both.add(packed(event.round, event.wagers, row.who, row.command), row.version)

    def _chance(self, told: Sequence[Sequence[Any]]) -> Chance:
        """The seed that the round opened, or else the cards that have been dealt so far."""
        for events in reversed(told):
            for event in reversed(events):
                if isinstance(event, floor.SeedOpened):
                    self.shuffles += 1
                    return Chance(Secret(read_hex("seed", event.seed)), ())
        dealt = [
            card
            for events in told
            for event in events
            if isinstance(event, _DEALT)
            for card in event.cards
        ]
        return Chance(None, (*dealt, *(card for card in DECK if card not in dealt)))

    def _believe(self, told: Sequence[Any], chance: Chance) -> None:
        (begun,) = told
        if chance.seed is not None and begun.commitment:
            promised = commit(self.name, begun.number, chance.seed)
            if begun.commitment != promised:
                raise Broken(difference(told, [replace(begun, commitment=promised)]))
        self._note_order(begun)
        self.state = evolve_floor(self.state, begun)
        self.rounds += 1

    def _step(self, row: Row, told: Sequence[Any], chance: Chance) -> None:
        decided = self._decide(row, told, chance)
        self._compare(row, told, decided)
        entries = self._evolve(row, decided.events)
        if entries:
            self.postings.extend(posting_rows(row, entries))
        if decided.fed_there or decided.moved or decided.links:
            self._tell(row, decided)

    def _decide(self, row: Row, told: Sequence[Any], chance: Chance) -> Decided:
        table = self.state
        if table is None:
            return open_again(self.name, row.who, told)
        setup = table.settings.setup
        if setup is not self._setup:
            self._setup, self._meters = setup, stand_ins(setup)
        return decide_again(Again(table, row.who, told, chance, self._meters, row.schema))

    def _compare(self, row: Row, told: Sequence[Any], decided: Decided) -> None:
        # The deck itself is never written: the seed is enough.
        shuffled = round_events.DeckShuffled
        expected = [event for event in decided.events if type(event) is not shuffled]
        if not says(row, told, expected):
            raise Broken(difference(told, expected))

    def _evolve(self, row: Row, events: Sequence[Any]) -> list[Any]:
        """The table after the events; returns the ledger entries."""
        entries: list[Any] = []
        table = self.state
        # Most events are the round's alone: the table around it changes once for all of them.
        state = table.round if table is not None else None
        for event in events:
            kind = type(event)
            if kind in ENDS_PLAN and table is not None and table.plans:
                table = unplanned(table, event.seat)
            if kind in _ROUND_EVENTS and kind not in _SEEN_BY_TABLE:
                state = evolve_round(state, event)
                continue
            table = _with_round(table, state)
            if kind in _FLOOR_EVENTS:
                entries.extend(table_books(table, event))
                table = self._evolve_floor(row, table, event)
            else:
                assert table is not None
                if kind in _POSTED:
                    entries.extend(table_books(table, event))
                    self.settlements += kind is round_events.RoundSettled
                self.lost += kind is round_events.RoundCancelled and event.cause == "seed"
                # A live table's rounds begin with START ROUND.
                live = table.settings.setup.live
                self.rounds += live and kind is terminal_events.WagersRegistered
                table = evolve_floor(table, event)
            state = table.round
        self.state = _with_round(table, state)
        return entries

    def _evolve_floor(self, row: Row, table: FloorTable | None, event: Any) -> FloorTable:
        if isinstance(event, floor.RoundBegun):
            self.rounds += 1
            self._note_order(event)
        if isinstance(event, floor.DeckSealed):
            self.sealed = self.sealed or row.version
        if isinstance(event, floor.WordsMissing):
            self.unopened += len(event.seats)
        if isinstance(event, floor.MetersFed):
            self._put_in(row, event)
        if isinstance(event, floor.SlipGiven):
            place = (event.slip, self.name, event.round, event.number, event.seat, event.amount)
            where = (row.who, row.command, row.position, row.version)
            self.story.slips.append((SlipIssued(*place), where))
        if isinstance(event, floor.TableSet):
            self.settings.append((row.version, row.position, event.after))
        return evolve_floor(table, event)

    def _note_order(self, event: floor.RoundBegun) -> None:
        if event.commitment and self.at is not None:
            self.promised = self.at.version

    def _tell(self, row: Row, decided: Decided) -> None:
        """What the meters have to say as well."""
        table = self.state
        assert table is not None
        links = table.settings.setup.meters
        for meter in decided.fed_there:
            told = packed(*decided.fed, row.who, row.command)
            self.story.both.setdefault(links[meter], chapters()).add(told, row.version)
        for one in decided.moved:
            jackpot = moved(one.event, row.who, row.command)
            told_so = (jackpot, row.version, row.position)
            self.story.moved.setdefault(links[one.meter], []).append(told_so)
        if decided.links is not None:
            self.story.relink(decided.links, (row.who, row.command), row)

    def _put_in(self, row: Row, event: floor.MetersFed) -> None:
        """What the meters gather in their time."""
        for one in event.added:
            place = (event.round, event.wagers, row.at, row.position)
            self.story.alone.setdefault(one.meter, deposits()).add(*place)


def _with_round(table: FloorTable | None, state: Round | None) -> FloorTable | None:
    if table is None or table.terminal.round is state:
        return table
    return replace(table, terminal=replace(table.terminal, round=state))
