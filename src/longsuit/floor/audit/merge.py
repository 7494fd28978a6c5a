"""The stretches of a log put together again, in commit order: what no stretch can see alone."""

import hashlib
from collections.abc import Callable, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from longsuit.core.errors import InputError
from longsuit.core.games.settlement import MYSTERY_METER
from longsuit.core.money import Mites, show_mites
from longsuit.core.progressive.meter import Meter
from longsuit.core.progressive.terminal import Setup
from longsuit.core.progressive.terms import Terms, cannot_share, must_hit_of, table_terms
from longsuit.core.refusals import Code, refuse
from longsuit.core.texts import sentence
from longsuit.floor.audit.chain import follows
from longsuit.floor.audit.findings import CHAIN, LEDGER, Broken, Fault
from longsuit.floor.audit.games_stream import GamesReplay
from longsuit.floor.audit.meter_stream import MeterReplay, Run
from longsuit.floor.audit.people_stream import PeopleReplay
from longsuit.floor.audit.reconcile import Stories, worth
from longsuit.floor.audit.register_stream import RegisterReplay
from longsuit.floor.audit.retention_stream import RetentionReplay
from longsuit.floor.audit.short_streams import ShortPart
from longsuit.floor.audit.slices import NONSENSE, Given, Piece, words
from longsuit.floor.audit.slip_stream import SlipReplay
from longsuit.floor.audit.streams import MeterPart, TablePart, as_json, settings_of
from longsuit.floor.ledger.accounts import accounts_of, books_of, is_players
from longsuit.floor.own_games.events import GAMES
from longsuit.floor.people.changes import PEOPLE
from longsuit.floor.register.events import REGISTER
from longsuit.floor.retention.events import RETENTION
from longsuit.floor.slips.register import SLIPS
from longsuit.floor.store.audit_rows import PersonRow, Row
from longsuit.floor.tables.events import TableSettings


class Followed(Struct):
    """How far a table has been followed, and its settings there."""

    end: int
    settings: bytes
    running: bool
    front: dict[str, Mites]
    """What lies in front of each player there."""


class Joining:
    """All that is known of the log so far."""

    def __init__(self) -> None:
        self.heads: dict[str, Row] = {}
        self.faults: list[Fault] = []
        self.meters: dict[str, MeterReplay] = {}
        self.balances: dict[str, Mites] = {}
        self.records = self.postings = 0
        self.rounds = self.shuffles = self.settlements = 0
        self.unopened = self.lost = 0
        self._sealed: dict[str, int] = {}
        """By table: the first record with a deck that was sealed after the words."""
        self._tables: dict[str, Followed] = {}
        self._terms: Given = {}
        self._people = PeopleReplay()
        self._register = RegisterReplay()
        self._slips = SlipReplay()
        self.retention = RetentionReplay()
        self._short: dict[str, SlipReplay | GamesReplay | RetentionReplay]
        self._short = {SLIPS: self._slips, GAMES: GamesReplay(), RETENTION: self.retention}
        self.shortened = 0
        """Records without content."""
        self._gone: dict[str, list[tuple[int, int]]] = {}
        self._to_check: list[tuple[str, int, int, bytes]] = []
        """Settings by stream, version and position of their record."""
        self._stories = Stories()
        self._broken: set[str] = set()

    @property
    def first_fault(self) -> Fault | None:
        """The first thing wrong, in commit order."""
        return min(self.faults, key=lambda fault: fault.order, default=None)

    @property
    def open_rounds(self) -> int:
        """The rounds that are still running."""
        return sum(table.running for table in self._tables.values())

    def given(self) -> Given:
        """The settings and terms that hold where the next stretch begins."""
        return {f"table {name}": one.settings for name, one in self._tables.items()} | self._terms

    def fits(self, piece: Piece) -> bool:
        """Whether the stretch was checked with the settings and terms that held there."""
        known = self.given()
        return not piece.unknown and all(
            known.get(stream) == given
            for stream, given in piece.given.items()
            if stream not in self._broken
        )

    def add(self, piece: Piece) -> None:
        """The next stretch."""
        self.records += piece.records
        self._join(piece)
        for fault in piece.faults:
            if fault.rank == LEDGER:
                self.faults.append(fault)
            else:
                self._break(fault)
        ends = [last.position for _, last in piece.ends.values()]
        # Meters first: a table says what it asked of them, and they stand where it left them.
        for stream, part in piece.parts.items():
            if isinstance(part, MeterPart) and stream not in self._broken:
                self._add_meter(stream, part)
        for stream, part in piece.parts.items():
            if isinstance(part, TablePart) and stream not in self._broken:
                self._add_table(stream, part)
        self._add_short(piece)
        self._add_gone(piece)
        self._check_settings(max(ends, default=0))
        if not self.faults:
            self._note(self._stories.disagreement(max(ends, default=0)))
        self._add_up(piece)

    def _add_up(self, piece: Piece) -> None:
        """The ledger, as far as it has been read."""
        self.postings += piece.postings
        for account, mites in piece.balances.items():
            self.balances[account] = self.balances.get(account, 0) + mites

    def _join(self, piece: Piece) -> None:
        """The chain of every stream goes on from where it was."""
        for stream, (first, last) in piece.ends.items():
            if stream in self._broken:
                continue
            if wrong := follows(first, self.heads.get(stream)):
                self._break(Fault(first.position, stream, first.version, wrong, CHAIN))
            self.heads[stream] = last

    def _break(self, fault: Fault) -> None:
        self.faults.append(fault)
        self._broken.add(fault.stream)

    def _note(self, fault: Fault | None) -> None:
        if fault is not None:
            self.faults.append(fault)

    # Meters

    def _add_meter(self, stream: str, part: MeterPart) -> None:
        name = stream.removeprefix("meter ")
        replay = self.meters.setdefault(name, MeterReplay(name, self._stories))
        for item in part.items:
            row = item.first if isinstance(item, Run) else item
            replay.at = row.version
            try:
                if isinstance(item, Run):
                    replay.run(item)
                else:
                    replay.record(item)
            except (Broken, InputError, *NONSENSE) as error:
                self._break(Fault(row.position, stream, replay.at, words(error)))
                return
        if replay.opened is not None and stream not in self._terms:
            self._terms[stream] = as_json(replay.opened)

    def _check_corrections(self) -> None:
        """Programs that record their start take from a meter for a named cause only (CON-22).

        Those before them wrote a correction below zero for it, which stays good where it stands.
        """
        started = self._register.started
        for replay in self.meters.values():
            for row in replay.corrected_down:
                if 0 < started < row.position:
                    what = sentence(refuse(Code.REDUCTION_CAUSE))
                    self._break(Fault(row.position, row.stream, row.version, what))
            replay.corrected_down.clear()

    # Tables

    def _add_table(self, stream: str, part: TablePart) -> None:
        name = stream.removeprefix("table ")
        followed = self._tables.get(name)
        if part.start != (followed.end if followed is not None else 0):
            head = self.heads[stream]
            what = "nothing leads from the records before to this one."
            self._break(Fault(head.position, stream, part.start, what))
            return
        sealed = self._sealed[name] = self._sealed.get(name, 0) or part.sealed
        if 0 < sealed < part.promised:
            what = "the seed is drawn before the words, and no longer may be."
            self._break(Fault(self.heads[stream].position, stream, part.promised, what))
            return
        self._to_check += [(stream, *one) for one in part.settings]
        self._tables[name] = Followed(part.end, part.left, part.running, part.front)
        self._stories.table_told(name, part.story)
        self._slips.told(part.story.slips)
        self.rounds += part.rounds
        self.shuffles += part.shuffles
        self.settlements += part.settlements
        self.unopened += part.unopened
        self.lost += part.lost

    def _check_settings(self, upto: int) -> None:
        """Settings against the meters that they name, as far as the meters have been heard.

        A table is followed to its next round, beyond the stretch, where a meter may be opened.
        """
        due = [one for one in self._to_check if one[2] <= upto]
        self._to_check = [one for one in self._to_check if one[2] > upto]
        for stream, version, position, told in due:
            settings = settings_of(told)
            wrong = self._terms_complaint(settings.setup) or self._money_complaint(settings)
            if wrong and stream not in self._broken:
                self._break(Fault(position, stream, version, wrong))

    def _terms_complaint(self, setup: Setup) -> str | None:
        """Why the table's wager does not go with its meters (PRG-9), or None when it does."""
        terms: dict[str, Terms] = {}
        for name, link in setup.meters.items():
            if f"meter {link}" in self._broken:
                # Something else is wrong, and is told.
                return None
            replay = self.meters.get(link)
            if replay is None or replay.terms is None:
                return f"there is no meter {link}."
            terms[name] = replay.terms
        mystery = terms.get(MYSTERY_METER)
        must_hit = None
        if mystery is not None:
            must_hit = must_hit_of(mystery)
        try:
            wanted = table_terms(setup.table, must_hit, setup.at_start)
        except InputError as error:
            return str(error)
        if set(wanted) != set(terms):
            return "the table does not name the meters that its wager feeds."
        for name, ours in wanted.items():
            if no := cannot_share(setup.meters[name], terms[name], setup.id, ours):
                return sentence(no)
        return None

    def _money_complaint(self, settings: TableSettings) -> str | None:
        """Play money and real money never meet in a meter."""
        for link in settings.setup.meters.values():
            meter = self.meters[link].meter if link in self.meters else None
            if meter is not None and meter.practice != settings.practice:
                return f"the meter {link} is shared by practice tables and others."
        return None

    # Short streams

    def _add_short(self, piece: Piece) -> None:
        """People and the register, in commit order: who files something is somebody by then."""
        for row in sorted([*_rows(piece, PEOPLE), *_rows(piece, REGISTER)]):
            self._replay(row, self._people.record if row.stream == PEOPLE else self._file)
        self._check_corrections()
        for stream, replay in self._short.items():
            for row in _rows(piece, stream):
                self._replay(row, replay.record)

    def _file(self, row: Row) -> None:
        self._register.record(row, self._people)

    def _replay(self, row: Row, record: Callable[[Row], None]) -> None:
        if row.stream in self._broken:
            return
        try:
            record(row)
        except (Broken, InputError, *NONSENSE) as error:
            self._break(Fault(row.position, row.stream, row.version, words(error)))

    def _add_gone(self, piece: Piece) -> None:
        for stream, runs in piece.gone.items():
            self._gone.setdefault(stream, []).extend(runs)
            self.shortened += sum(last - first + 1 for first, last in runs)

    def _people_fault(self, people: Sequence[PersonRow], position: int) -> Fault | None:
        """The table of people says what the log leads to."""
        wrong = self._people.difference(people)
        if wrong is None:
            return None
        head = self.heads.get(PEOPLE)
        return Fault(position, PEOPLE, head.version if head is not None else 0, wrong)

    # The end

    def finish(self, position: int, people: Sequence[PersonRow] = ()) -> None:
        """What can be said only once all has been read."""
        self._check_settings(position)
        if not self.faults and (place := self.retention.not_said(self._gone)) is not None:
            self._note(Fault(position, *place, "its content is gone, and no rule took it."))
        if self.faults:
            return
        for name, followed in self._tables.items():
            head = self.heads[f"table {name}"]
            if followed.end != head.version:
                what = "it could not be followed to its end."
                self._note(Fault(head.position, head.stream, followed.end, what))
        self._note(self._people_fault(people, position))
        self._note(self._stories.left_over(position))
        if not self.faults:
            self._note(self._slips.fault())
        if self.faults:
            # The books would only say the same of what is missing.
            return
        for name in self.meters:
            self._note(self._balance_fault(name))
        for practice in (False, True):
            if off := sum(books_of(self.balances, practice=practice).values()):
                books = "the ledger of play money" if practice else "the ledger"
                what = f"{books} is out of balance by {show_mites(off)}."
                self._note(Fault(position, "", 0, what))
        self._note(self._players_fault(position))

    def _players_fault(self, position: int) -> Fault | None:
        """Each player's account holds what lies in front of them at all tables."""
        front: dict[str, Mites] = {}
        live: list[str] = []
        for name, followed in self._tables.items():
            for account, mites in followed.front.items():
                front[account] = front.get(account, 0) + mites
            if followed.settings and settings_of(followed.settings).setup.live:
                live.append(name)
        for account in sorted({*front, *self.balances}):
            booked, lies = self.balances.get(account, 0), front.get(account, 0)
            if booked != lies and is_players(account, live):
                what = f"The account {account} has {show_mites(booked)}"
                what += f", and {show_mites(lies)} lies in front of them."
                return Fault(position, "", 0, what)
        return None

    def standing(self, name: str) -> Meter | None:
        """A meter with what its tables have put in and it has not gathered."""
        meter = self.meters[name].meter
        if meter is None:
            return None
        main, reserve = worth(meter.terms, self._stories.not_gathered(name))
        return replace(meter, value=meter.value + main, reserve=meter.reserve + reserve)

    def _balance_fault(self, name: str) -> Fault | None:
        """The ledger's accounts of a meter hold what the meter does."""
        meter, head = self.standing(name), self.heads[f"meter {name}"]
        if meter is None:
            return None
        holds = (meter.value, meter.reserve, meter.pending_mites, meter.overflow)
        for account, mites in zip(accounts_of(meter), holds, strict=True):
            booked = self.balances.get(account, 0)
            if booked != mites:
                what = f"the account {account} has {show_mites(booked)}"
                what += f", and the meter {show_mites(mites)}."
                return Fault(head.position, head.stream, head.version, what)
        return None

    def fingerprint(self) -> str:
        """One number for where every stream has got to; a note of it shows later what is gone."""
        ends = [(stream, row.version, row.hash.hex()) for stream, row in sorted(self.heads.items())]
        return hashlib.sha256(msgspec.json.encode(ends)).hexdigest()


def _rows(piece: Piece, stream: str) -> list[Row]:
    part = piece.parts.get(stream)
    return part.items if isinstance(part, ShortPart) else []
