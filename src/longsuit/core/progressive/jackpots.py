"""Jackpots at the terminal: choosing seat and hand, PENDING, PAY, the agreed sum, OK, void.

At a dealt table the claim is checked against the cards; at a live one the dealer's word is the
claim (TBL-6, PRG-16 to PRG-19).
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from longsuit.core.games.settlement import Award, Settled, Settlement
from longsuit.core.money import Cents, pay
from longsuit.core.paytable import PayLine
from longsuit.core.progressive import commands as asked
from longsuit.core.progressive import events
from longsuit.core.progressive.events import Claim
from longsuit.core.progressive.meter import contribution, lock_award, void_award
from longsuit.core.progressive.outcome import (
    AtMeter,
    AtTable,
    Happened,
    Meters,
    Outcome,
    ask_round,
    close_round,
    no_seat,
    not_in_round,
    together,
    wager_of,
)
from longsuit.core.progressive.terminal import Bonus, Jackpot, Papers, Setup, Terminal
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.core.round import commands as round_asked
from longsuit.core.round.commands import SYSTEM, Command, same_person
from longsuit.core.round.decide import not_running, not_supervising

# Choosing and claiming


def _choose_seat(terminal: Terminal, _meters: Meters, command: asked.ChooseSeat) -> Outcome:
    if no := not_running(command) or not_in_round(terminal):
        return no
    if no := no_seat(terminal, command.seat):
        return no
    if command.seat not in terminal.registered:
        number = terminal.claimed_round
        return refuse(Code.NO_PROGRESSIVE_WAGER, seat=command.seat, round=number)
    return (AtTable(events.SeatChosen(command.seat)),)


def _choose_hand(terminal: Terminal, _meters: Meters, command: asked.ChooseHand) -> Outcome:
    if no := not_running(command) or not_in_round(terminal) or _no_choice(terminal):
        return no
    if terminal.phase != "round":
        return refuse(Code.COUNTED)
    line = _line(terminal, command.hand)
    if isinstance(line, Refused):
        return line
    if no := _not_in_the_cards(terminal, line):
        return no
    return (AtTable(events.HandChosen(line.hand)),)


def _no_choice(terminal: Terminal) -> Refused | None:
    return None if terminal.seat else refuse(Code.CHOOSE_SEAT)


def _line(terminal: Terminal, hand: str) -> PayLine | Refused:
    found = (line for line in terminal.setup.lines if line.hand == hand)
    return next(found, None) or refuse(Code.NO_HAND, hand=hand[:60])


def _not_in_the_cards(terminal: Terminal, line: PayLine) -> Refused | None:
    """On a dealt table the system knows the cards (PRG-18)."""
    state, seat = terminal.round, terminal.seat
    if state is None:
        return None
    if state.settlement is None:
        return refuse(Code.HANDS_HIDDEN)
    found = next(
        result
        for result in state.settlement.results
        if (result.seat, result.wager) == (seat, wager_of(terminal))
    )
    if found.hand != line.hand:
        return refuse(Code.HAND_OTHER, hand=line.hand, seat=seat, has=found.hand)
    return refuse(Code.HAND_FROM_TRAY, hand=line.hand) if line.meter is None else None


def _pending(terminal: Terminal, meters: Meters, command: asked.PendingJackpot) -> Outcome:
    if no := not_running(command) or not_in_round(terminal) or _no_choice(terminal):
        return no
    if terminal.phase != "round":
        return refuse(Code.COUNTED)
    if not terminal.hand:
        return refuse(Code.CHOOSE_HAND)
    line = _line(terminal, terminal.hand)
    assert not isinstance(line, Refused)
    if no := _not_in_the_cards(terminal, line) or _out_of_order(terminal, line):
        return no
    seat, number = terminal.seat, len(terminal.jackpots) + 1
    claim = Claim(terminal.setup.id, terminal.claimed_round, number)
    happened: list[Happened] = []
    if line.meter is None:
        amount = fixed_pay(terminal, line)
    else:
        locked = lock_award(meters[line.meter], claim, seat, line.hand, line.share)
        happened.append(AtMeter(line.meter, locked))
        amount = locked.amount
    by, meter = command.by.name, line.meter or ""
    claimed = events.JackpotClaimed(number, seat, line.hand, meter, amount, by)
    return (*happened, AtTable(claimed))


def fixed_pay(terminal: Terminal, line: PayLine) -> Cents:
    """A fixed line at a live table, from the tray, or its dynamic pay of this round."""
    offer = terminal.setup.offer
    assert offer is not None and offer.paytable is not None
    odds = line.pays
    if line.dynamic and line.hand in terminal.dynamic:
        odds = Fraction(terminal.dynamic[line.hand], offer.paytable.base)
    return pay(offer.limits.least, odds)


def _out_of_order(terminal: Terminal, line: PayLine) -> Refused | None:
    """One claim a seat, and on one meter from right to left (PRG-5)."""
    seat = terminal.seat
    if any(one.seat == seat and one.step != "void" for one in terminal.jackpots):
        return refuse(Code.CLAIMED, seat=seat, round=terminal.claimed_round)
    if line.meter is not None:
        for one in terminal.jackpots:
            if one.meter == line.meter and one.seat < seat and one.step in ("pending", "verifying"):
                return refuse(Code.CLAIM_ORDER, seat=seat, other=one.seat)
    first = next(unclaimed(terminal), None)
    if first is not None and first.seat != seat:
        return refuse(Code.RIGHT_TO_LEFT, seat=first.seat)
    return None


def unclaimed(terminal: Terminal) -> Iterator[Award]:
    """The jackpots of a dealt table that the cards hold and nobody has claimed, in their order."""
    state = terminal.round
    for award in state.due if state is not None else ():
        if terminal.claim_of(award.seat) is None:
            yield award


# A hand that was missed

LATE_OPEN = refuse(Code.LATE_OPEN)


def _claim_late(terminal: Terminal, meters: Meters, command: asked.ClaimLate) -> Outcome:
    """A hand of a live table's last round, by the dealer and a supervisor, with the reason.

    It is paid as it would have been in time: from the meter without what END ROUND has added.
    """
    if no := not_running(command) or _no_late_claim(terminal, command):
        return no
    last = terminal.last
    assert last is not None
    line = _line(terminal, command.hand)
    if isinstance(line, Refused):
        return line
    if command.seat not in last.seats:
        return refuse(Code.NO_PROGRESSIVE_WAGER, seat=command.seat, round=last.number)
    if any(one.seat == command.seat and one.is_claim for one in last.jackpots):
        return refuse(Code.CLAIMED, seat=command.seat, round=last.number)
    table, number = terminal.setup.id, len(last.jackpots) + 1
    claim = Claim(table, last.number, number)
    happened: list[Happened] = []
    if line.meter is None:
        amount = fixed_pay(replace(terminal, dynamic=last.dynamic), line)
    else:
        meter = meters.get(line.meter)
        if meter is None or table not in meter.tables:
            return refuse(Code.METER_NOT_LINKED, meter=line.meter, table=table)
        own = contribution(meter, table, last.number, len(last.seats)).main
        fed = 0 if terminal.setup.at_start else own
        locked = lock_award(meter, claim, command.seat, line.hand, line.share, fed)
        happened.append(AtMeter(line.meter, locked))
        amount = locked.amount
    if amount > terminal.setup.approval and (no := _papers_missing(terminal, command.papers)):
        return no
    claimed = events.LateClaimed(
        *(number, command.seat, line.hand, line.meter or "", amount),
        *(command.reason, command.by.name, command.supervisor, command.papers),
    )
    return (*happened, AtTable(claimed))


def _no_late_claim(terminal: Terminal, command: asked.ClaimLate) -> Refused | None:
    if not terminal.setup.live:
        return refuse(Code.LATE_LIVE)
    if terminal.phase == "late":
        return LATE_OPEN
    if terminal.phase != "idle":
        return refuse(Code.BETWEEN_ROUNDS)
    if terminal.last is None:
        return refuse(Code.LATE_NO_ROUND)
    two = command.by.name and command.supervisor.strip()
    if not two or same_person(command.by.name, command.supervisor):
        return refuse(Code.SECOND_SUPERVISOR)
    return None if command.reason.strip() else refuse(Code.NEEDS_REASON)


# Paying


def _chosen_claim(terminal: Terminal, command: Command) -> Jackpot | Refused:
    if no := not_running(command) or not_in_round(terminal) or _no_choice(terminal):
        return no
    return terminal.claim_of(terminal.seat) or refuse(Code.NO_JACKPOT, seat=terminal.seat)


def _pay_jackpot(terminal: Terminal, _meters: Meters, command: asked.PayJackpot) -> Outcome:
    claim = _chosen_claim(terminal, command)
    if isinstance(claim, Refused):
        return claim
    if claim.step != "pending":
        return refuse(Code.PAID if claim.step == "paid" else Code.SHOWN, amount=claim.amount)
    for one in terminal.jackpots:
        waits = one.number < claim.number and one.step in ("pending", "verifying")
        if waits and one.meter == claim.meter != "":
            # Were it voided later, this one would have been paid from the wrong meter.
            return refuse(Code.JACKPOT_FIRST, seat=one.seat)
    return (AtTable(events.AmountShown(claim.number)),)


def needs_approval(terminal: Terminal, jackpot: Jackpot) -> bool:
    """Whether a supervisor has still to approve it (PRG-19)."""
    limit = terminal.setup.approval
    return bool(limit) and jackpot.amount > limit and not jackpot.approved_by


def _approve(terminal: Terminal, _meters: Meters, command: asked.ApproveJackpot) -> Outcome:
    jackpot = _to_decide(terminal, command)
    if isinstance(jackpot, Refused):
        return jackpot
    if same_person(jackpot.claimed_by, command.by.name):
        return refuse(Code.OWN_CLAIM)
    if no := _papers_missing(terminal, command.papers):
        return no
    approved = events.JackpotApproved(jackpot.number, command.by.name, command.papers)
    return (AtTable(approved),)


def _papers_missing(terminal: Terminal, papers: Papers) -> Refused | None:
    """Why a jackpot above the approval amount is not approved so, or None (CON-13)."""
    if not (terminal.setup.approval_process and terminal.setup.approval):
        return None
    for part in papers.__struct_fields__:
        if not getattr(papers, part).strip():
            return refuse(Code.PAPERS, part=part)
    return None


def _refer(terminal: Terminal, _meters: Meters, command: asked.ReferJackpot) -> Outcome:
    """It waits on; whoever decides, it is on record who was asked to."""
    jackpot = _to_decide(terminal, command)
    if isinstance(jackpot, Refused):
        return jackpot
    if not command.reason.strip():
        return refuse(Code.NEEDS_REASON)
    if not command.to.strip() or same_person(command.to, command.by.name):
        return refuse(Code.REFER_TO)
    to, why = command.to, command.reason
    return (AtTable(events.JackpotReferred(jackpot.number, to, why, command.by.name)),)


# Bonus pays of a dealt table


def bonuses(terminal: Terminal) -> Iterator[Bonus]:
    """The bonus pays of the round at hand that are above the approval amount, right to left."""
    state = terminal.round
    if state is None or state.settlement is None or state.phase != "settled":
        return
    refused = {(one.seat, one.wager): one for one in terminal.refused_bonuses}
    for one in bonuses_of(terminal.setup, state.settlement):
        no = refused.get((one.seat, one.wager))
        why = (no.supervisor, no.reason) if no is not None else ()
        yield Bonus(one.seat, one.wager, one.hand, one.returned - one.stake, *why)


def bonuses_of(setup: Setup, settlement: Settlement) -> Iterator[Settled]:
    """The results of a settlement that are bonus pays above the approval amount."""
    if not (setup.approval_process and setup.approval):
        return
    for one in settlement.results:
        offer = setup.table.offer(one.wager)
        won = one.returned - one.stake
        if offer is not None and offer.paytable is not None and won > setup.approval:
            yield one


def to_approve(terminal: Terminal) -> Iterator[Bonus]:
    """Those of them that wait for a supervisor."""
    done = {(one.seat, one.wager) for one in terminal.bonuses}
    return (one for one in bonuses(terminal) if (one.seat, one.wager) not in done)


def _bonus_of(
    terminal: Terminal, command: asked.ApproveBonus | asked.RefuseBonus
) -> Bonus | Refused:
    """The bonus pay that waits for this supervisor, or why none does."""
    if no := not_supervising(command):
        return no
    place = (command.seat, command.wager)
    found = (one for one in to_approve(terminal) if (one.seat, one.wager) == place)
    return next(found, None) or refuse(Code.NO_APPROVAL)


def _approve_bonus(terminal: Terminal, _meters: Meters, command: asked.ApproveBonus) -> Outcome:
    one = _bonus_of(terminal, command)
    if isinstance(one, Refused):
        return one
    if no := _papers_missing(terminal, command.papers):
        return no
    who = (command.by.name, command.papers)
    return (AtTable(events.BonusApproved(one.seat, one.wager, one.amount, *who)),)


def _refuse_bonus(terminal: Terminal, _meters: Meters, command: asked.RefuseBonus) -> Outcome:
    """It is owed as before: nothing but an approval lets the round end."""
    one = _bonus_of(terminal, command)
    if isinstance(one, Refused):
        return one
    if not command.reason.strip():
        return refuse(Code.NEEDS_REASON)
    if one.refused_by:
        return refuse_again(one)
    return (AtTable(events.BonusRefused(one.seat, one.wager, command.reason, command.by.name)),)


def refuse_again(bonus: Bonus) -> Refused:
    """A bonus pay that was refused waits for another look."""
    by, why = bonus.refused_by, bonus.refused_why
    return refuse(Code.BONUS_REFUSED, seat=bonus.seat, amount=bonus.amount, by=by, why=why)


def _refuse(terminal: Terminal, _meters: Meters, command: asked.RefuseJackpot) -> Outcome:
    """What was refused once may still be approved, by whoever has looked again (PRG-19)."""
    jackpot = _to_decide(terminal, command)
    if isinstance(jackpot, Refused):
        return jackpot
    if not command.reason.strip():
        return refuse(Code.NEEDS_REASON)
    if jackpot.refused_by:
        return _approval_refused(jackpot)
    return (AtTable(events.JackpotRefused(jackpot.number, command.reason, command.by.name)),)


def _to_decide(
    terminal: Terminal, command: asked.ApproveJackpot | asked.RefuseJackpot | asked.ReferJackpot
) -> Jackpot | Refused:
    """The jackpot that waits for this supervisor, or why none does."""
    if no := not_supervising(command):
        return no
    found = [one for one in terminal.jackpots if one.number == command.number]
    if not found or found[0].step not in ("pending", "verifying"):
        return refuse(Code.NO_APPROVAL)
    jackpot = found[0]
    if jackpot.approved_by:
        return refuse(Code.APPROVED, by=jackpot.approved_by)
    return jackpot if needs_approval(terminal, jackpot) else refuse(Code.NO_APPROVAL)


def _approval_refused(jackpot: Jackpot) -> Refused:
    by, why = jackpot.refused_by, jackpot.refused_why
    return refuse(Code.APPROVAL_REFUSED, amount=jackpot.amount, by=by, why=why)


def _agree(terminal: Terminal, _meters: Meters, command: asked.PayAgreedSum) -> Outcome:
    claim = _chosen_claim(terminal, command)
    if isinstance(claim, Refused):
        return claim
    if claim.step == "pending":
        return refuse(Code.SHOW_FIRST)
    if claim.step == "paid":
        return refuse(Code.PAID, amount=claim.amount)
    if command.amount != claim.amount:
        return refuse(Code.OTHER_SUM, amount=claim.amount)
    if claim.refused_by:
        return _approval_refused(claim)
    if needs_approval(terminal, claim):
        return refuse(Code.NEEDS_APPROVAL, amount=claim.amount, limit=terminal.setup.approval)
    return together(_payment(terminal, claim, command.by.name), _award_paid(terminal, claim))


def _payment(terminal: Terminal, claim: Jackpot, by: str) -> Outcome:
    player = terminal.player(claim.seat)
    happened: list[Happened] = []
    if claim.meter:
        key = Claim(terminal.setup.id, terminal.claimed_round, claim.number)
        paid = events.JackpotPaid(key, claim.amount, player, claim.papers.payment)
        happened.append(AtMeter(claim.meter, paid))
    agreed = events.SumAgreed(claim.number, claim.amount, claim.meter, player, by)
    happened.append(AtTable(agreed))
    if not terminal.setup.approval_process:
        happened.extend(AtTable(envy) for envy in envy_pays(terminal, claim))
    return tuple(happened)


def _pay_envy(terminal: Terminal, _meters: Meters, command: asked.PayEnvy) -> Outcome:
    """Each envy pay is confirmed by itself, once the jackpot is paid (CON-16)."""
    claim = _chosen_claim(terminal, command)
    if isinstance(claim, Refused):
        return claim
    if claim.step != "paid":
        return refuse(Code.PAY_FIRST)
    for envy in envies_due(terminal, claim):
        if envy.seat == command.seat:
            return (AtTable(envy),)
    return refuse(Code.NO_ENVY, seat=command.seat)


def envies_due(terminal: Terminal, claim: Jackpot) -> Iterator[events.EnvyPaid]:
    """Those of them that nobody has confirmed yet."""
    return (one for one in envy_pays(terminal, claim) if one.seat not in claim.envied)


def _award_paid(terminal: Terminal, claim: Jackpot) -> Outcome:
    """On a dealt table the award goes to the player's stack."""
    if terminal.round is None:
        return ()
    paid = round_asked.PayAward(
        by=SYSTEM, seat=claim.seat, wager=wager_of(terminal), amount=claim.amount
    )
    return ask_round(terminal, paid)


def envy_pays(terminal: Terminal, claim: Jackpot) -> Iterator[events.EnvyPaid]:
    """What the dealer of a live table pays the other registered seats for a hand (PRG-12).

    Where the system deals, envy pays are settled with the round.
    """
    if not terminal.setup.live or claim.mystery or claim.step == "void":
        return
    offer, line = terminal.setup.offer, _line(terminal, claim.hand)
    assert offer is not None and not isinstance(line, Refused)
    if line.envy:
        for seat in reversed(terminal.registered):
            if seat != claim.seat:
                amount, player = pay(offer.limits.least, line.envy), terminal.player(seat)
                yield events.EnvyPaid(seat, claim.seat, claim.hand, amount, player)


def _ok(terminal: Terminal, _meters: Meters, command: asked.Ok) -> Outcome:
    claim = _chosen_claim(terminal, command)
    if isinstance(claim, Refused):
        return claim
    if claim.step != "paid":
        return refuse(Code.PAY_FIRST)
    if terminal.setup.approval_process and (due := next(envies_due(terminal, claim), None)):
        return refuse(Code.ENVY_FIRST, seat=due.seat, amount=due.amount)
    return _and_over(terminal, AtTable(events.JackpotClosed(claim.number)))


def _and_over(terminal: Terminal, *happened: Happened) -> Outcome:
    """END ROUND was touched before a Must Hit draw and before a late claim: that was the rest."""
    return together(happened, () if terminal.phase == "round" else close_round(terminal))


def _void(terminal: Terminal, meters: Meters, command: asked.VoidJackpot) -> Outcome:
    claim = _chosen_claim(terminal, command)
    if isinstance(claim, Refused):
        return claim
    if not command.reason.strip():
        return refuse(Code.NEEDS_REASON)
    if claim.step == "paid":
        return refuse(Code.PAID, amount=claim.amount)
    if claim.mystery:
        return refuse(Code.MUST_HIT_PAID)
    for one in terminal.jackpots:
        later = one.number > claim.number and one.is_open and one.step != "paid"
        if later and one.meter == claim.meter != "":
            return refuse(Code.VOID_FIRST, seat=one.seat)
    voided = AtTable(events.JackpotVoided(claim.number, command.reason, command.by.name))
    if not claim.meter:
        return _and_over(terminal, voided)
    key = Claim(terminal.setup.id, terminal.claimed_round, claim.number)
    meter = meters[claim.meter]
    if all(one.claim != key for one in meter.pending):
        # A terminal is shown with its meters as they are now, which may be a moment later.
        return refuse(Code.MOVED_ON)
    back = void_award(meter, key, command.reason, command.by.name)
    return _and_over(terminal, AtMeter(claim.meter, back), voided)


JACKPOT_RULES: dict[type, Callable[[Terminal, Meters, Any], Outcome]] = {
    asked.ChooseSeat: _choose_seat,
    asked.ChooseHand: _choose_hand,
    asked.PendingJackpot: _pending,
    asked.ClaimLate: _claim_late,
    asked.PayJackpot: _pay_jackpot,
    asked.ApproveJackpot: _approve,
    asked.RefuseJackpot: _refuse,
    asked.ReferJackpot: _refer,
    asked.ApproveBonus: _approve_bonus,
    asked.RefuseBonus: _refuse_bonus,
    asked.PayEnvy: _pay_envy,
    asked.PayAgreedSum: _agree,
    asked.Ok: _ok,
    asked.VoidJackpot: _void,
}
