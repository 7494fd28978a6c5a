"""A meter, replayed: every contribution, award, seed, trigger and correction computed again.

Where rounds feed a meter in its own stream, almost all of its records are contributions. Those are
checked where they are read, many at a time (`Run`); all others are few, and are replayed here one
by one. What a meter gathers of its tables, `reconcile` holds against what the tables tell.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from longsuit.core.games.settlement import MYSTERY_HAND
from longsuit.core.money import Mites, show_dollars
from longsuit.core.progressive import commands as asked
from longsuit.core.progressive import events
from longsuit.core.progressive.decide_meter import decide_meter
from longsuit.core.progressive.evolve import evolve_meter
from longsuit.core.progressive.meter import Meter, contribution, give_back, lock_award, void_award
from longsuit.core.progressive.must_hit import Secret, commitment, trigger, winner
from longsuit.core.progressive.terms import Terms
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.core.round.commands import SYSTEM, Actor, Command
from longsuit.core.texts import sentence
from longsuit.floor.audit.chain import read_events, says
from longsuit.floor.audit.findings import Broken
from longsuit.floor.audit.reconcile import (
    Chapters,
    Gathering,
    Pair,
    Stories,
    linked,
    moved,
    packed,
    worth,
)
from longsuit.floor.audit.requests import actor_of
from longsuit.floor.secrets.shuffle import read_hex
from longsuit.floor.store.audit_rows import Row


class FedRun(Struct):
    """What one table has contributed in a run."""

    ended: Chapters
    first: int
    """The number of its first round in the run, and of its last."""
    last: int
    wagers: int = 0
    """Those of its last round."""


class Run(Struct):
    """Records of a meter that are one contribution each, one after another."""

    first: Row
    last: Row
    wagers: int = 0
    tables: dict[str, FedRun] = {}


def check_contribution(terms: Terms, event: events.Contributed) -> None:
    """The amounts are the meter's rates of the wagers (PRG-2)."""
    main, reserve = worth(terms, event.wagers)
    if (event.main, event.reserve) != (main, reserve):
        raise Broken(
            f"{event.wagers} wagers of {event.table} round {event.round} add {main} and {reserve} "
            f"mites to the meter and its reserve, not {event.main} and {event.reserve}."
        )


def twice(table: str, number: int, last: int) -> str:
    """The complaint about a round that feeds a meter a second time, or out of turn."""
    if number == last:
        return f"{table} round {number} has fed the meter already."
    return f"{table} round {number} feeds the meter after round {last}."


class MeterReplay:
    """One meter from its first record on."""

    def __init__(self, name: str, stories: Stories) -> None:
        self.name = name
        self.meter: Meter | None = None
        self.awards = 0
        self.at = 0
        """The version of the record at hand."""
        self.corrected_down: list[Row] = []
        """Records of a correction that takes from the meter, not yet held against the register."""
        self._stories = stories
        self._rounds: dict[str, int] = {}
        """The last round of each table that has fed the meter."""
        self._wagers: dict[str, int] = {}
        """How many wagers that was of."""
        self._returned_rounds: dict[str, int] = {}
        """The last of them that was cancelled, and has given it back."""
        self._peak = 0
        """The highest that END ROUND has left the meter at since its trigger was sealed."""

    @property
    def opened(self) -> events.MeterOpened | None:
        """How it was opened, once that is known."""
        meter = self.meter
        if meter is None:
            return None
        return events.MeterOpened(self.name, meter.terms, meter.practice)

    @property
    def terms(self) -> Terms | None:
        """What the meter is about, once it is known."""
        return self.meter.terms if self.meter is not None else None

    # Contributions

    def run(self, run: Run) -> None:
        """Contributions whose amounts have been checked."""
        meter = self._open()
        if meter.terms.by and meter.sealed is None:
            raise Broken("the Must Hit trigger of this cycle was not sealed.")
        for table, fed in run.tables.items():
            self.at = fed.ended.versions[0]
            self._fed_by(table, fed.first)
            self._rounds[table], self._wagers[table] = fed.last, fed.wagers
            self._pair(table).ours.extend(fed.ended)
        # As so many events would leave it.
        added = worth(meter.terms, run.wagers)
        self.meter = evolve_meter(meter, events.Contributed("", 0, run.wagers, *added))
        self._peak = max(self._peak, self.meter.shown)

    def _fed_by(self, table: str, number: int) -> None:
        """Each round of a table feeds the meter once, and in their order."""
        if table not in self._open().tables:
            raise Broken(f"{table} does not share the meter.")
        last = self._rounds.get(table, 0)
        if number <= last:
            raise Broken(twice(table, number, last))

    def _pair(self, table: str) -> Pair:
        return self._stories.pair(self.name, table)

    def _open(self) -> Meter:
        if self.meter is None:
            raise Broken("a meter starts with its seed.")
        return self.meter

    # All else

    def record(self, row: Row) -> None:
        """A record that is not just a contribution."""
        told = read_events(row)
        gathered: Sequence[Any] = ()
        if told and isinstance(told[0], events.ContributionsGathered):
            gathered = told[:1]
            self._take_in(told[0])
        rest = told[len(gathered) :]
        if gathered and not (rest and isinstance(rest[0], events.AFTER_ALL)):
            raise Broken("its events are of no command.")
        expected = self._expected(row, rest)
        if not says(row, told, [*gathered, *expected]):
            raise Broken(_difference(rest, expected))
        if isinstance(rest[0], events.AFTER_ALL) and row.schema > 1:
            self._gathered(row, rest[0], *gathered)
        for event in expected:
            self._happen(row, event)
        meter = self._open()
        if meter.off_by or min(meter.value, meter.reserve, meter.overflow) < 0:
            raise Broken("the meter no longer holds what was put into it.")

    def _take_in(self, event: events.ContributionsGathered) -> None:
        """What tables have put in; that they have, `Stories` finds out."""
        meter, before = self._open(), ""
        for part in event.parts:
            if part.table <= before:
                raise Broken("what it gathers is not in the order of the tables.")
            self._fed_by(part.table, part.round)
            self._rounds[part.table], self._wagers[part.table] = part.round, part.wagers
            before = part.table
        if not event.parts or meter.terms.by:
            raise Broken("there is nothing that it could gather.")
        over = meter.above(sum(part.main for part in event.parts))
        if event.overflow != over:
            raise Broken(f"{over} mites are above its maximum, not {event.overflow}.")
        self.meter = evolve_meter(meter, event)

    def _gathered(self, row: Row, event: Any, *gathered: events.ContributionsGathered) -> None:
        """Of every table that shares it, also where there was nothing to take in.

        A table that leaves needs no others: what they have put in may be gathered later.
        """
        parts = {part.table: part for one in gathered for part in one.parts}
        meter = self._open()
        leaves = isinstance(event, events.TableLeft)
        tables = {event.table, *parts} & meter.tables if leaves else meter.tables
        for table in tables if not meter.terms.by else ():
            place = (meter.terms, row.at, row.position, row.version)
            self._pair(table).gatherings.append(Gathering(*place, parts.get(table)))

    def _happen(self, row: Row, event: Any) -> None:
        self.meter = evolve_meter(self.meter, event)
        match event:
            case events.TriggerSealed():
                self._peak = 0
            case events.MeterCorrected() if event.amount < 0:
                self.corrected_down.append(row)
            case events.Contributed():
                self._rounds[event.table], self._wagers[event.table] = event.round, event.wagers
                told = packed(event.round, event.wagers, row.who, row.command)
                self._pair(event.table).ours.add(told, row.version)
            case events.TableJoined() | events.TableLeft():
                joins = isinstance(event, events.TableJoined)
                told = linked(row.who, row.command, joins=joins)
                self._pair(event.table).ours.add(told, row.version)
                if not joins:
                    place = (self._open().terms, row.at, row.position, row.version)
                    self._pair(event.table).gatherings.append(Gathering(*place, leaves=True))
            case events.FundsLeft() if event.to:
                self._stories.move((self.name, event.to, *self._moved(event)), row, 1)
            case events.FundsCame():
                self._stories.move((event.source, self.name, *self._moved(event)), row, -1)
            case events.TriggerOpened() | events.ContributionReturned():
                told_too = moved(event, row.who, row.command)
                self._pair(event.table).our_moves.append((told_too, row.version, row.position))
            case events.AwardLocked() | events.JackpotPaid() | events.AwardVoided():
                self.awards += isinstance(event, events.AwardLocked)
                told_too = moved(event, row.who, row.command)
                there = self._pair(event.claim.table)
                there.our_moves.append((told_too, row.version, row.position))

    def _moved(self, event: events.FundsLeft | events.FundsCame) -> tuple[Any, ...]:
        """What both meters say of money that moves: of one kind, and by the same two people."""
        return event.mites, self._open().practice, event.supervisor, event.second

    def _expected(self, row: Row, told: Sequence[Any]) -> Sequence[Any]:
        kinds = tuple(type(event) for event in told)
        if kinds == (events.Contributed, events.TriggerOpened, events.AwardLocked):
            return self._hit(told[0], told[1], told[2])
        if len(told) != 1:
            raise Broken("its events are of no command.")
        return (self._one(row, told[0]),)

    def _one(self, row: Row, said: Any) -> Any:
        match said:
            case events.MeterOpened():
                return self._opened(row, said)
            case events.AwardLocked():
                return self._locked(said)
            case events.FundsCame():
                meter = self._open()
                if meter.retired:
                    raise Broken("the meter is retired.")
                if meter.terms.by or said.source == self.name:
                    raise Broken(sentence(refuse(Code.MOVE_MUST_HIT)))
                return replace(said, overflow=meter.above(said.mites))
            case events.JackpotPaid():
                locked = self._pending(said.claim)
                return replace(said, amount=locked.amount)
            case events.ContributionReturned():
                return self._returned(said)
            case events.AwardVoided():
                self._pending(said.claim)
                self._fed_in(said.claim)
                return void_award(self._open(), said.claim, said.reason, said.by)
        return self._asked(row, said)

    def _opened(self, row: Row, said: events.MeterOpened) -> events.MeterOpened:
        if self.meter is not None:
            raise Broken("the meter is open already.")
        if said.meter != self.name:
            raise Broken(f"it opens the meter {said.meter}.")
        if actor_of(row.who).role not in ("supervisor", "system"):
            raise Broken("only a supervisor opens a meter.")
        return said

    def _asked(self, row: Row, said: Any) -> Any:
        """What was asked of the meter itself."""
        by = actor_of(row.who)
        command: Any = None
        match said:
            case events.TableJoined():
                # The story has the table's own word for it, and its terms are compared there.
                command = asked.JoinMeter(by=SYSTEM, table=said.table, terms=self._open().terms)
            case events.TableLeft():
                command = asked.LeaveMeter(by=SYSTEM, table=said.table)
            case events.TriggerSealed():
                command = asked.SealTrigger(by=SYSTEM, commitment=said.commitment)
            case events.MeterCorrected():
                two: Any = {"by": by, "reason": said.reason, "second": said.second}
                command = asked.CorrectMeter(part=said.part, amount=said.amount, **two)
            case events.MeterSet():
                two = {"by": by, "reason": said.reason, "second": said.second}
                command = asked.SetMeter(limit=said.limit, bound=said.bound, **two)
            case events.FundsLeft():
                command = _leaving(by, said)
        if command is None:
            raise Broken("its events are of no command.")
        outcome = decide_meter(self._open(), command)
        if isinstance(outcome, Refused):
            raise Broken(sentence(outcome))
        return outcome[0]

    def _returned(self, said: events.ContributionReturned) -> events.ContributionReturned:
        """A cancelled round gives back what its wagers had added, once (PRG-2)."""
        meter, last = self._open(), self._rounds.get(said.table, 0)
        if (
            not meter.terms.at_start
            or said.round != last
            or last == self._returned_rounds.get(said.table)
        ):
            raise Broken(f"{said.table} round {said.round} has nothing in the meter to give back.")
        self._returned_rounds[said.table] = last
        return give_back(meter, said.table, last, self._wagers[said.table])

    # Awards

    def _locked(self, said: events.AwardLocked) -> events.AwardLocked:
        """An award to a hand takes its share of the meter as it stands (PRG-3, PRG-4)."""
        meter = self._open()
        if not any((win.hand, win.share) == (said.hand, said.share) for win in meter.terms.wins):
            raise Broken(f"'{said.hand}' does not win {said.share} of this meter.")
        if said.claim.table not in meter.tables:
            raise Broken(f"{said.claim.table} does not share the meter.")
        if any(locked.claim == said.claim for locked in meter.pending):
            raise Broken("the award is pending already.")
        fed = self._fed_in(said.claim)
        return lock_award(meter, said.claim, said.seat, said.hand, said.share, fed)

    def _fed_in(self, claim: events.Claim) -> Mites:
        """What of the meter the round of a claim has added, and the claim does not take (PRG-2).

        What END ROUND adds, if it is claimed late; nothing of what START ROUND has.
        """
        if self._open().terms.at_start:
            if claim.round > self._rounds.get(claim.table, 0):
                raise Broken(f"{claim.table} round {claim.round} has not fed the meter.")
            return 0
        if claim.round != self._rounds.get(claim.table, 0):
            self._before_its_contribution(claim)
            return 0
        wagers = self._wagers[claim.table]
        return contribution(self._open(), claim.table, claim.round, wagers).main

    def _before_its_contribution(self, claim: events.Claim) -> None:
        """A round's jackpots come before what the round itself adds (PRG-2)."""
        if claim.round <= self._rounds.get(claim.table, 0):
            raise Broken(f"{claim.table} round {claim.round} has fed the meter already.")

    def _pending(self, claim: events.Claim) -> events.AwardLocked:
        for locked in self._open().pending:
            if locked.claim == claim:
                return locked
        raise Broken(f"no award of {claim.table} round {claim.round} is pending.")

    def _hit(
        self,
        fed: events.Contributed,
        opened: events.TriggerOpened,
        locked: events.AwardLocked,
    ) -> Sequence[Any]:
        """The Must Hit award: its trigger, its winner and its amount from the secret (PRG-11)."""
        before = self._open()
        if before.sealed is None:
            raise Broken("no trigger of a Must Hit meter is sealed.")
        self._fed_by(fed.table, fed.round)
        added = contribution(before, fed.table, fed.round, fed.wagers)
        after = evolve_meter(before, added)
        cycle = before.must_hit_cycle()
        secret = Secret(read_hex("secret", opened.secret))
        if commitment(cycle, secret) != before.sealed.commitment:
            raise Broken("the secret does not open the commitment of the cycle.")
        amount = trigger(cycle, secret)
        if self._peak >= amount:
            peak, due = show_dollars(self._peak), show_dollars(amount)
            raise Broken(f"the meter had reached {peak} before, and its trigger was {due}.")
        if after.shown < amount:
            shown, due = show_dollars(after.shown), show_dollars(amount)
            raise Broken(f"the meter is at {shown}, below its trigger of {due}.")
        if len(opened.seats) != fed.wagers or not opened.seats:
            raise Broken(f"{fed.wagers} wagers are not {len(opened.seats)} seats.")
        seat = winner(cycle, secret, fed.table, fed.round, opened.seats)
        right = events.TriggerOpened(
            *(cycle.number, cycle.above, secret.open().hex(), amount),
            *(fed.table, fed.round, opened.seats, seat),
        )
        claim = events.Claim(fed.table, fed.round, locked.claim.number)
        return added, right, lock_award(after, claim, seat, MYSTERY_HAND, Fraction(1))


def _leaving(by: Actor, said: events.FundsLeft) -> Command:
    """What was asked of a meter that money has left."""
    who: dict[str, Any] = {"by": by, "to": said.to, "reason": said.reason, "second": said.second}
    if said.cause == "retired":
        return asked.RetireMeter(**who)
    parts = {"meter": said.meter, "reserve": said.reserve, "overflow": said.overflow}
    part: Any = next((name for name, mites in parts.items() if mites), "meter")
    return asked.ReduceMeter(cause=said.cause, part=part, amount=parts[part], **who)


def _difference(told: Sequence[Any], expected: Sequence[Any]) -> str:
    for said, should in zip(told, expected, strict=True):
        if said != should:
            wrong = [
                f"{name} {getattr(said, name)}, and should be {getattr(should, name)}"
                for name in said.__struct_fields__
                if getattr(said, name) != getattr(should, name)
            ]
            return f"its {type(said).__name__} has {wrong[0]}."
    return "it is not written in the floor's own form."
