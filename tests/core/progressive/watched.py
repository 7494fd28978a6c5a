"""A house that is watched: after every command every law of the progressives is checked."""

import random
import re
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace
from tests.core.progressive.floor import decode_table_event
from tests.core.progressive.watched_commands import (
    hasty_command,
    idle_command,
    meter_command,
    seating,
    terminal_command,
    wild_touch,
)
from tests.core.progressive.watched_tables import (
    ANN,
    DEE,
    SAM,
    SENTENCE,
    SUE,
    Opening,
    stacked_deck,
)
from tests.core.round.walks import sensible

from longsuit.core.errors import InputError
from longsuit.core.games.settlement import MYSTERY_HAND, MYSTERY_METER
from longsuit.core.money import MITES
from longsuit.core.progressive import commands as asked
from longsuit.core.progressive import events as told
from longsuit.core.progressive.codec import decode_meter_event, encode
from longsuit.core.progressive.decide import decide
from longsuit.core.progressive.decide_meter import decide_meter
from longsuit.core.progressive.events import MeterEvent
from longsuit.core.progressive.evolve import TableEvent
from longsuit.core.progressive.house import House
from longsuit.core.progressive.ledger import meter_accounts
from longsuit.core.progressive.meter import Meter
from longsuit.core.progressive.must_hit import Secret, commitment, trigger, winner
from longsuit.core.progressive.terminal import Terminal
from longsuit.core.progressive.terms import table_terms
from longsuit.core.progressive.tray import tray_pays
from longsuit.core.progressive.view import terminal_view
from longsuit.core.refusals import Refused
from longsuit.core.round import commands as ask
from longsuit.core.round import events as dealt
from longsuit.core.round.commands import SYSTEM, Actor, Command
from longsuit.core.round.deal import draw_dynamic
from longsuit.core.texts import sentence

# A house that is watched


class Watched:
    """A house, the second house that hears of every event, and the laws."""

    seen: ClassVar[Counter[str]] = Counter()
    """What there was to see in all walks: events by name, refusals without their numbers."""

    def __init__(self, openings: Mapping[str, Opening], seed: int) -> None:
        self.openings = openings
        # Three tables a walk, neighbours in the list, so that each gets far.
        self.names = [[*openings][(seed + n) % len(openings)] for n in range(3)]
        self.asked = self.events = 0
        self.contributed: set[tuple[str, str, int]] = set()
        self.won: dict[tuple[str, str, int], set[told.Claim]] = {}
        """What of it somebody has won since with all of its meter, by the claims that stand."""
        self.mysteries: set[tuple[str, int]] = set()
        self.due = 0
        """How many contributions the rounds that have ended must have made."""
        self.brought: Counter[str] = Counter()
        """What each player has brought to dealt tables, less what they took away."""
        self.rates: dict[str, tuple[int, Fraction, Fraction]] = {}
        self.second = House(_no_chance)
        self.house = House(random.Random(seed).randbytes, self._hear)
        for name, one in openings.items():
            self._note_rates(name, one)
            self.house.open_table(
                name,
                one.table,
                meters=one.meters,
                must_hit=one.must_hit,
                live=one.live,
                approval=one.approval,
                at_start=one.at_start,
            )
            self.check(name)

    def _note_rates(self, name: str, one: Opening) -> None:
        """What a wager is and adds, from the paytable rather than from the meters' terms."""
        offer = next(o for o in one.table.offers if o.paytable is not None and o.paytable.meters)
        assert offer.paytable is not None
        rates = {meter.id: (meter.main, meter.reserve) for meter in offer.paytable.meters}
        if one.must_hit is not None:
            rates[MYSTERY_METER] = one.must_hit.rate, Fraction(0)
        for meter, (main, reserve) in rates.items():
            link = one.meters.get(meter, f"{name}/{meter}")
            self.rates[link] = offer.limits.least, main, reserve

    # Events, one by one

    def _hear(self, stream: str, event: TableEvent | MeterEvent) -> None:
        self.events += 1
        self.seen[type(event).__name__] += 1
        kind, _, name = stream.partition(" ")
        data = encode(event)
        again = (decode_meter_event if kind == "meter" else decode_table_event)(data)
        assert again == event and encode(again) == data
        for secret in self.house.vault.values():
            # Before the trigger is opened nothing tells of it (PRG-11).
            if secret.open().hex().encode() in data:
                assert isinstance(event, told.TriggerOpened)
        if kind == "meter":
            before = self.second.meters.get(name)
            self.second.record(stream, again)
            self._meter_laws(before, event, self.second.meters[name])
        else:
            terminal = self.second.tables.get(name)
            self.second.record(stream, again)
            if terminal is not None:
                self._note_stacks(terminal, event)
                self._table_laws(terminal, event)

    def _meter_laws(self, before: Meter | None, event: Any, after: Meter) -> None:
        if before is None:
            assert after.value == after.terms.seed * MITES
            return
        gained, saved = after.value - before.value, after.reserve - before.reserve
        match event:
            case told.Contributed():
                self._contributed(before, event, gained, saved)
            case told.ContributionReturned():
                self._returned(before, event, after)
            case told.AwardLocked():
                self._locked(before, event, after)
            case told.AwardVoided():
                self._voided(before, event, gained, saved)
            case told.MeterCorrected():
                changed = (gained, saved) if event.part == "meter" else (saved, gained)
                assert changed == (event.amount, 0)
                two = {event.supervisor, event.second}
                assert two <= {"sue", "sam", "dee"} and len(two) == 2 and event.reason.strip()
            case told.TriggerOpened():
                self._opened(before, event)
            case _:
                assert gained == saved == 0
        if gained < 0:
            # PRG-8: a meter goes down for an award, for its seed given back, or by a correction,
            # and for what a cancelled round had added.
            lowers = told.AwardLocked | told.AwardVoided | told.MeterCorrected
            assert isinstance(event, lowers | told.ContributionReturned)

    def _contributed(self, meter: Meter, event: told.Contributed, gained: int, saved: int) -> None:
        """Once a round, for the wagers registered in it (PRG-2)."""
        key = meter.id, event.table, event.round
        assert key not in self.contributed
        self.contributed.add(key)
        wager, main, reserve = self.rates[meter.id]
        handle = wager * len(self.second.tables[event.table].registered)
        assert gained == handle * main * MITES
        assert saved == handle * reserve * MITES

    def _returned(self, before: Meter, event: told.ContributionReturned, after: Meter) -> None:
        """Once, of a round that added at START ROUND: all of it, or nothing if won since."""
        key = before.id, event.table, event.round
        self.contributed.remove(key)
        self.due -= 1
        wager, main, reserve = self.rates[before.id]
        handle = wager * len(self.house.tables[event.table].registered)
        all_of_it = (handle * main * MITES, handle * reserve * MITES)
        assert event.overflow == 0
        assert event.main == before.value - after.value
        assert event.reserve == before.reserve - after.reserve
        if self.won.pop(key, None):
            assert (event.main, event.reserve) == (0, 0)
            self.seen["won meanwhile"] += 1
            return
        assert event.main <= all_of_it[0]
        assert event.reserve in (all_of_it[1], before.reserve)
        assert event.main == all_of_it[0] or after.value == before.terms.seed * MITES

    def _locked(self, before: Meter, event: told.AwardLocked, after: Meter) -> None:
        counted = (before.id, event.claim.table, event.claim.round) in self.contributed
        early = self.openings[event.claim.table].at_start
        if counted and event.hand != MYSTERY_HAND and not early:
            self._locked_late(before, event, after)
            return
        assert counted == (event.hand == MYSTERY_HAND or early)
        if event.share == 1:
            for key in self.contributed:
                if key[0] == before.id:
                    self.won.setdefault(key, set()).add(event.claim)
            seed = before.terms.seed * MITES
            assert event.amount == before.value // MITES
            assert after.value == seed + before.value % MITES
            assert before.reserve - after.reserve == min(before.reserve, seed)
        else:
            assert event.share == Fraction(1, 10)
            assert event.amount == before.value // (10 * MITES)
            assert after.value == before.value - event.amount * MITES
            assert after.reserve == before.reserve

    def _locked_late(self, before: Meter, event: told.AwardLocked, after: Meter) -> None:
        """What its own round has added is not in the award, and stays in the meter (PRG-2)."""
        last = self.house.tables[event.claim.table].last
        assert last is not None and last.number == event.claim.round
        wager, main, _ = self.rates[before.id]
        seed, standing = before.terms.seed * MITES, before.value
        standing -= int(wager * len(last.seats) * main * MITES)
        if standing < seed <= before.value:
            # Less than its seed is never on offer.
            standing = seed
        assert event.amount == int(standing * event.share) // MITES
        restarted = seed if event.share == 1 else 0
        assert after.value == before.value - event.amount * MITES + restarted

    def _voided(self, before: Meter, event: told.AwardVoided, gained: int, saved: int) -> None:
        """The award is back, and its seed where it came from, as far as there is any.

        A later award of the round was locked after it, so that one has to be undone before it.
        """
        locked, claim = next(one for one in before.pending if one.claim == event.claim), event.claim
        of_round = [one.claim for one in before.pending if one.claim.table == claim.table]
        assert claim.number == max(one.number for one in of_round)
        for claims in self.won.values():
            claims.discard(claim)
        assert event.amount == locked.amount
        there = before.value + locked.amount * MITES
        seed = min(locked.from_reserve + locked.from_house, there)
        assert gained == locked.amount * MITES - seed
        assert saved == min(locked.from_reserve, there)

    def _opened(self, before: Meter, event: told.TriggerOpened) -> None:
        """Anyone can check a trigger that has been opened; one mystery award a round (PRG-11)."""
        secret, cycle, sealed = (
            Secret(bytes.fromhex(event.secret)),
            before.must_hit_cycle(),
            before.sealed,
        )
        assert sealed is not None and commitment(cycle, secret) == sealed.commitment
        assert event.trigger == trigger(cycle, secret)
        assert sealed.above < event.trigger <= before.terms.by
        assert before.shown >= event.trigger
        assert event.seats == self.house.tables[event.table].registered
        assert event.winner == winner(cycle, secret, event.table, event.round, event.seats)
        assert (event.table, event.round) not in self.mysteries
        self.mysteries.add((event.table, event.round))

    def _note_stacks(self, before: Terminal, event: Any) -> None:
        """What players bring to a dealt table and take away from it."""
        seats = before.round.seats if before.round is not None else ()
        match event:
            case dealt.RoundOpened():
                for seat in seats:
                    self.brought[str(seat.player)] -= seat.stack
                for taken in event.seated:
                    self.brought[taken.player] += taken.stack
            case dealt.SeatTaken():
                self.brought[event.player] += event.stack
            case dealt.SeatLeft():
                seat = seats[event.seat - 1]
                self.brought[str(seat.player)] -= seat.stack

    def _table_laws(self, before: Terminal, event: Any) -> None:
        name, links = before.setup.id, before.setup.meters.values()
        match event:
            case told.SumAgreed():
                claim = before.jackpots[event.number - 1]
                assert (claim.step, claim.amount) == ("verifying", event.amount)
                if 0 < before.setup.approval < event.amount:
                    # By a supervisor, and not by whoever claimed it (PRG-19).
                    assert claim.approved_by in {SUE.name, SAM.name} - {claim.claimed_by}
            case told.TerminalCleared():
                early = self.openings[name].at_start
                self.due += len(links) if before.phase != "late" and not early else 0
                ended = before.claimed_round
                assert all((one, name, ended) in self.contributed for one in links)
                pending = [locked for one in links for locked in self.second.meters[one].pending]
                assert name not in {locked.claim.table for locked in pending}
                if before.round is not None:
                    self._in_order(before)
            case told.WagersRegistered() if self.openings[name].at_start:
                self.due += len(links)
            case told.RegistrationCancelled() if not self.openings[name].at_start:
                assert not any((one, name, before.number) in self.contributed for one in links)

    def _in_order(self, terminal: Terminal) -> None:
        """Each hand that won a meter was paid once, and on one meter from right to left (PRG-5)."""
        assert terminal.round is not None and terminal.round.settlement is not None
        paid = [one for one in terminal.jackpots if one.step == "done" and not one.mystery]
        awards = terminal.round.settlement.awards
        assert Counter((a.seat, a.hand, a.meter) for a in awards) == Counter(
            (one.seat, one.hand, one.meter) for one in paid
        )
        for meter in terminal.setup.meters:
            seats = [one.seat for one in paid if one.meter == meter]
            assert seats == sorted(seats, reverse=True)
            if len(seats) > 1:
                self.seen[f"two winners of one meter, {terminal.setup.table.game}"] += 1

    # The laws, after every command

    def check(self, name: str) -> None:
        house, balance = self.house, self.house.ledger.balance
        for meter in house.meters.values():
            assert meter.off_by == 0
            books = tuple(balance(account) for account in meter_accounts(meter.id))
            assert books == (meter.value, meter.reserve, meter.pending_mites)
            assert min(books) >= 0
        assert house.ledger.trial_balance() == 0
        for account, mites in house.ledger.balances.items():
            if account.startswith(("tray ", "player ")):
                assert mites % MITES == 0, account
        counted = sum(len(t.setup.meters) for t in house.tables.values() if t.phase == "mystery")
        assert len(self.contributed) == self.due + counted
        self._stacks_agree()
        assert self.second.tables[name] == house.tables[name]
        assert self.second.meters_of(name) == house.meters_of(name)
        assert self.second.ledger.balances == house.ledger.balances
        for by in (DEE, (SUE, ANN)[self.events % 2]):
            self._buttons_agree(name, by)

    def _stacks_agree(self) -> None:
        """A player's account is what they have, stacks and wagers on the felt, less what came."""
        has: Counter[str] = Counter()
        for terminal in self.house.tables.values():
            for seat in terminal.round.seats if terminal.round is not None else ():
                assert terminal.round is not None
                on_felt = terminal.round.phase in ("wagers", "no more bets", "decisions")
                has[str(seat.player)] += seat.stack + (seat.staked if on_felt else 0)
        for player in self.brought | has:
            account = self.house.ledger.balance(f"player {player}")
            assert account == (has[player] - self.brought[player]) * MITES, player

    def _buttons_agree(self, name: str, by: Actor) -> None:
        """A button is lit exactly when touching it is not refused; and no view shows a secret."""
        terminal, meters = self.house.tables[name], self.house.meters_of(name)
        secret = self.house.vault.get(terminal.setup.meters.get(MYSTERY_METER, ""))
        claim = terminal.claim_of(terminal.seat)
        dynamic = draw_dynamic(terminal.setup.table, random.Random(self.events))
        last = terminal.last.seats if terminal.last is not None else ()
        tray = tray_pays(terminal).get(terminal.hand, 0)
        touched: dict[str, Command] = {
            "SAME SEATS": asked.SetLights(by=by, seats=last),
            "LIGHTS OFF": asked.SetLights(by=by, seats=()),
            "START ROUND": ask.StartRound(by=by, dynamic=dynamic),
            "CANCEL ROUND": ask.CancelRound(by=by, reason="misdeal"),
            "PAY FROM TRAY": asked.PayFromTray(
                by=by, seat=terminal.seat, hand=terminal.hand, amount=tray
            ),
            "PENDING JACKPOT": asked.PendingJackpot(by=by),
            "PAY JACKPOT": asked.PayJackpot(by=by),
            "PAY THE AGREED SUM": asked.PayAgreedSum(by=by, amount=claim.amount if claim else 1),
            "OK": asked.Ok(by=by),
            "VOID": asked.VoidJackpot(by=by, reason="misread"),
            "END ROUND": ask.EndRound(by=by),
        }
        would = [
            button
            for button, command in touched.items()
            if not isinstance(decide(terminal, meters, command, secret), Refused)
        ]
        shown = terminal_view(terminal, meters, by)
        assert list(shown.lit) == would
        assert secret is None or secret.open().hex() not in repr(shown)

    # Commands

    def ask(self, name: str, command: Command) -> None:
        """Ask it of a table; refused, it changes nothing and says why in one sentence."""
        self.asked += 1
        before = self._state()
        outcome = self.house.do(name, command)
        if isinstance(outcome, Refused):
            assert self._state() == before
            self._refused(outcome)
        else:
            assert outcome and self.events >= before[0] + len(outcome)
            self.check(name)
            if isinstance(command, ask.EndRound) and before[1][name].phase == "round":
                self._no_award_missed(name)

    def _state(self) -> tuple[int, Any, Any, Any, Any]:
        house = self.house
        kept = {meter: id(secret) for meter, secret in house.vault.items()}
        balances = dict(house.ledger.balances)
        return self.events, dict(house.tables), dict(house.meters), balances, kept

    def _refused(self, refused: Refused, pattern: re.Pattern[str] = SENTENCE) -> None:
        reason = sentence(refused)
        assert pattern.fullmatch(reason), reason
        for secret in self.house.vault.values():
            assert secret.open().hex() not in reason
        self.seen[refused.code] += 1

    def _no_award_missed(self, name: str) -> None:
        """After END ROUND the Must Hit meter is below its trigger, or has been awarded."""
        meter = self.house.meters_of(name).get(MYSTERY_METER)
        if meter is not None and self.house.tables[name].phase == "idle":
            secret = self.house.vault[meter.id]
            assert meter.shown < trigger(meter.must_hit_cycle(), secret)

    def ask_meter(self, meter: str, command: Command) -> None:
        """A correction, or a command of the floor to a meter."""
        self.asked += 1
        before = self._state()
        outcome = decide_meter(self.house.meters.get(meter), command)
        if isinstance(command, asked.CorrectMeter):
            answer = self.house.correct(meter, command)
            assert answer == (outcome if isinstance(outcome, Refused) else None)
        elif not isinstance(outcome, Refused):
            for event in outcome:
                self.house.record_meter(meter, event)
        if isinstance(outcome, Refused):
            assert self._state() == before
            self._refused(outcome, re.compile(r".+\."))
        assert self.second.meters.get(meter) == self.house.meters.get(meter)
        self.check(next(iter(self.openings)))

    # Sensible commands

    def play(self, name: str, rng: random.Random) -> None:
        """One sensible step at a table."""
        terminal = self.house.tables[name]
        one, state = terminal.setup, terminal.round
        for meter, link in one.meters.items():
            if name not in self.house.meters[link].tables and rng.random() < 0.2:
                terms = table_terms(one.table, self.openings[name].must_hit)[meter]
                self.ask_meter(link, asked.JoinMeter(by=SUE, table=name, terms=terms))
        if terminal.phase != "idle" and rng.random() < 0.15:
            self.ask(name, hasty_command(rng, terminal))
        elif not one.live and (state is None or state.phase in ("ended", "cancelled")):
            self.house.open_round(name, seating(rng, terminal))
            self.check(name)
        elif state is not None and state.phase == "no more bets" and rng.random() < 0.8:
            self.ask(name, ask.DealCards(by=SYSTEM, deck=stacked_deck(rng, state)))
        elif state is not None and state.phase != "settled":
            command = sensible(state, rng)
            if isinstance(command, ask.StartRound):
                command = replace(command, dynamic=draw_dynamic(one.table, rng))
            self.ask(name, command)
        elif terminal.phase == "idle":
            self.ask(name, idle_command(rng, terminal))
        else:
            self.ask(name, terminal_command(rng, terminal))

    def play_on(self, name: str, rng: random.Random) -> None:
        for _ in range(rng.randint(1, 15)):
            self.play(name, rng)

    def play_round(self, name: str, rng: random.Random) -> None:
        """On to the end of the round at hand, unless it takes too long."""
        for step in range(60):
            self.play(name, rng)
            terminal = self.house.tables[name]
            over = terminal.round is None or terminal.round.phase in ("ended", "cancelled")
            if terminal.phase == "idle" and over and (step or not terminal.setup.live):
                return

    # Wild commands

    def touch_wildly(self, name: str, rng: random.Random) -> None:
        for _ in range(rng.randint(1, 6)):
            self.ask(name, wild_touch(rng))

    def meddle(self, name: str, rng: random.Random) -> None:
        """Ask one of the table's meters, or any, or one that does not exist."""
        near = list(self.house.tables[name].setup.meters.values())
        meter = rng.choice([*near * 3, *self.house.meters, "no such meter"])
        for _ in range(rng.randint(1, 6)):
            self.ask_meter(meter, meter_command(rng, name))

    def open_too_soon(self, name: str) -> None:
        terminal = self.house.tables[name]
        over = terminal.round is None or terminal.round.phase in ("ended", "cancelled")
        if terminal.setup.live or not over:
            before = self._state()
            with pytest.raises(InputError):
                self.house.open_round(name, {})
            assert self._state() == before

    def check_all(self) -> None:
        """The second house is the first, table by table and meter by meter."""
        assert (self.second.tables, self.second.meters) == (self.house.tables, self.house.meters)


def _no_chance(_count: int) -> bytes:
    raise AssertionError("events are replayed without chance")
