"""Jackpots at the terminal: choosing seat and hand, PENDING, PAY, the agreed sum, OK, void.

At a dealt table the claim is checked against the cards; at a live one the dealer's word is the
claim (TBL-6, PRG-16 to PRG-19).
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from longsuit.core.games.settlement import Award
from longsuit.core.money import Cents, pay, show_dollars
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
from longsuit.core.progressive.terminal import Jackpot, Terminal
from longsuit.core.round import commands as round_asked
from longsuit.core.round.commands import SYSTEM, Actor, same_person
from longsuit.core.round.decide import Refused, not_running

# Choosing and claiming


def _choose_seat(terminal: Terminal, _meters: Meters, command: asked.ChooseSeat) -> Outcome:
    if no := not_running(command.by) or not_in_round(terminal):
        return no
    if no := no_seat(terminal, command.seat):
        return no
    if command.seat not in terminal.registered:
        return Refused(f"Seat {command.seat} has no progressive wager in this round.")
    return (AtTable(events.SeatChosen(command.seat)),)


def _choose_hand(terminal: Terminal, _meters: Meters, command: asked.ChooseHand) -> Outcome:
    if no := not_running(command.by) or not_in_round(terminal) or _no_choice(terminal):
        return no
    if terminal.phase != "round":
        return Refused("The round has been counted: no more hands are claimed.")
    line = _line(terminal, command.hand)
    if isinstance(line, Refused):
        return line
    if no := _not_in_the_cards(terminal, line):
        return no
    return (AtTable(events.HandChosen(line.hand)),)


def _no_choice(terminal: Terminal) -> Refused | None:
    return None if terminal.seat else Refused("Choose the seat first.")


def _line(terminal: Terminal, hand: str) -> PayLine | Refused:
    offer = terminal.setup.offer
    assert offer is not None and offer.paytable is not None
    for line in offer.paytable.lines:
        if line.hand == hand:
            return line
    return Refused(f"'{hand[:60]}' is not a hand of this progressive.")


def _not_in_the_cards(terminal: Terminal, line: PayLine) -> Refused | None:
    """On a dealt table the system knows the cards (PRG-18)."""
    state, seat = terminal.round, terminal.seat
    if state is None:
        return None
    if state.settlement is None:
        return Refused("The hands have not been shown yet.")
    found = next(
        result
        for result in state.settlement.results
        if (result.seat, result.wager) == (seat, wager_of(terminal))
    )
    if found.hand != line.hand:
        has = f"has {found.hand}" if found.hand else "has no paying hand"
        return Refused(f"The cards do not make {line.hand}: seat {seat} {has}.")
    if line.meter is None:
        return Refused(f"{line.hand} is paid from the chip tray, and has been.")
    return None


def _pending(terminal: Terminal, meters: Meters, command: asked.PendingJackpot) -> Outcome:
    if no := not_running(command.by) or not_in_round(terminal) or _no_choice(terminal):
        return no
    if terminal.phase != "round":
        return Refused("The round has been counted: no more hands are claimed.")
    if not terminal.hand:
        return Refused("Choose the hand first.")
    line = _line(terminal, terminal.hand)
    assert not isinstance(line, Refused)
    if no := _not_in_the_cards(terminal, line) or _out_of_order(terminal, line):
        return no
    seat, number = terminal.seat, len(terminal.jackpots) + 1
    claim = Claim(terminal.setup.id, terminal.claimed_round, number)
    happened: list[Happened] = []
    if line.meter is None:
        amount = _fixed_pay(terminal, line)
    else:
        locked = lock_award(meters[line.meter], claim, seat, line.hand, line.share)
        happened.append(AtMeter(line.meter, locked))
        amount = locked.amount
    by, meter = command.by.name, line.meter or ""
    claimed = events.JackpotClaimed(number, seat, line.hand, meter, amount, by)
    return (*happened, AtTable(claimed))


def _fixed_pay(terminal: Terminal, line: PayLine) -> Cents:
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
        return Refused(f"Seat {seat} has its jackpot in this round.")
    if line.meter is not None:
        for one in terminal.jackpots:
            if one.meter == line.meter and one.seat < seat and one.step in ("pending", "verifying"):
                return Refused(
                    f"Jackpots of one meter are claimed from right to left: seat {seat} comes "
                    f"before seat {one.seat}, so void that one first."
                )
    first = next(unclaimed(terminal), None)
    if first is not None and first.seat != seat:
        return Refused(f"Jackpots are claimed from right to left: seat {first.seat} is first.")
    return None


def unclaimed(terminal: Terminal) -> Iterator[Award]:
    """The jackpots of a dealt table that the cards hold and nobody has claimed, in their order."""
    state = terminal.round
    for award in state.due if state is not None else ():
        if terminal.claim_of(award.seat) is None:
            yield award


# A hand that was missed

LATE_OPEN = Refused("A late claim of the last round is open: pay or void it first.")


def _claim_late(terminal: Terminal, meters: Meters, command: asked.ClaimLate) -> Outcome:
    """A hand of a live table's last round, by the dealer and a supervisor, with the reason.

    It is paid as it would have been in time: from the meter without what its own round has added.
    """
    if no := not_running(command.by) or _no_late_claim(terminal, command):
        return no
    last = terminal.last
    assert last is not None
    line = _line(terminal, command.hand)
    if isinstance(line, Refused):
        return line
    if command.seat not in last.seats:
        return Refused(f"Seat {command.seat} had no progressive wager in round {last.number}.")
    if any(one.seat == command.seat and one.is_claim for one in last.jackpots):
        return Refused(f"Seat {command.seat} has its jackpot in round {last.number}.")
    table, number = terminal.setup.id, len(last.jackpots) + 1
    claim = Claim(table, last.number, number)
    happened: list[Happened] = []
    if line.meter is None:
        amount = _fixed_pay(replace(terminal, dynamic=last.dynamic), line)
    else:
        meter = meters.get(line.meter)
        if meter is None or table not in meter.tables:
            return Refused(f"The meter {line.meter} is not linked to this table.")
        fed = contribution(meter, table, last.number, len(last.seats)).main
        locked = lock_award(meter, claim, command.seat, line.hand, line.share, fed)
        happened.append(AtMeter(line.meter, locked))
        amount = locked.amount
    claimed = events.LateClaimed(
        *(number, command.seat, line.hand, line.meter or "", amount),
        *(command.reason, command.by.name, command.supervisor),
    )
    return (*happened, AtTable(claimed))


def _no_late_claim(terminal: Terminal, command: asked.ClaimLate) -> Refused | None:
    if not terminal.setup.live:
        return Refused("Where the system deals no hand is missed: late claims are for live tables.")
    if terminal.phase == "late":
        return LATE_OPEN
    if terminal.phase != "idle":
        return Refused("A late claim is made between rounds: end or cancel this one first.")
    if terminal.last is None:
        return Refused("There is no round that a hand was missed in.")
    if not command.by.name or not command.supervisor.strip():
        return Refused("A late claim takes two people, one of them a supervisor.")
    if same_person(command.by.name, command.supervisor):
        return Refused("A late claim takes a second person.")
    return None if command.reason.strip() else Refused("A late claim needs its reason.")


# Paying


def _chosen_claim(terminal: Terminal, by: Actor) -> Jackpot | Refused:
    if no := not_running(by) or not_in_round(terminal) or _no_choice(terminal):
        return no
    claim = terminal.claim_of(terminal.seat)
    if claim is None:
        return Refused(f"Seat {terminal.seat} has no jackpot pending.")
    return claim


def _pay_jackpot(terminal: Terminal, _meters: Meters, command: asked.PayJackpot) -> Outcome:
    claim = _chosen_claim(terminal, command.by)
    if isinstance(claim, Refused):
        return claim
    if claim.step != "pending":
        amount = show_dollars(claim.amount)
        said = "has been paid" if claim.step == "paid" else "stands on the terminal"
        return Refused(f"The amount of {amount} {said} already.")
    for one in terminal.jackpots:
        waits = one.number < claim.number and one.step in ("pending", "verifying")
        if waits and one.meter == claim.meter != "":
            # Were it voided later, this one would have been paid from the wrong meter.
            return Refused(f"Pay or void the jackpot of seat {one.seat} first: it comes before.")
    return (AtTable(events.AmountShown(claim.number)),)


def needs_approval(terminal: Terminal, jackpot: Jackpot) -> bool:
    """Whether a supervisor has still to approve it (PRG-19)."""
    limit = terminal.setup.approval
    return bool(limit) and jackpot.amount > limit and not jackpot.approved_by


def _approve(terminal: Terminal, _meters: Meters, command: asked.ApproveJackpot) -> Outcome:
    if command.by.role != "supervisor" or not command.by.name:
        return Refused("Only a supervisor approves a jackpot.")
    jackpot = _to_decide(terminal, command)
    if isinstance(jackpot, Refused):
        return jackpot
    if same_person(jackpot.claimed_by, command.by.name):
        return Refused("Whoever claimed a jackpot does not approve it: another supervisor must.")
    return (AtTable(events.JackpotApproved(jackpot.number, command.by.name)),)


def _refuse(terminal: Terminal, _meters: Meters, command: asked.RefuseJackpot) -> Outcome:
    """What was refused once may still be approved, by whoever has looked again (PRG-19)."""
    if command.by.role != "supervisor" or not command.by.name:
        return Refused("Only a supervisor refuses a jackpot.")
    jackpot = _to_decide(terminal, command)
    if isinstance(jackpot, Refused):
        return jackpot
    if not command.reason.strip():
        return Refused("A refusal needs its reason.")
    if jackpot.refused_by:
        return Refused(f"That jackpot has been refused by {jackpot.refused_by} already.")
    return (AtTable(events.JackpotRefused(jackpot.number, command.reason, command.by.name)),)


def _to_decide(
    terminal: Terminal, command: asked.ApproveJackpot | asked.RefuseJackpot
) -> Jackpot | Refused:
    """The jackpot that waits for a supervisor, or why none does."""
    found = [one for one in terminal.jackpots if one.number == command.number]
    if not found:
        return Refused(f"There is no jackpot {command.number} in this round.")
    jackpot = found[0]
    if jackpot.step not in ("pending", "verifying"):
        return Refused("That jackpot waits for no approval: it is paid or void.")
    if jackpot.approved_by:
        return Refused(f"That jackpot has been approved by {jackpot.approved_by} already.")
    if not needs_approval(terminal, jackpot):
        return Refused("That jackpot needs no approval.")
    return jackpot


def _agree(terminal: Terminal, _meters: Meters, command: asked.PayAgreedSum) -> Outcome:
    claim = _chosen_claim(terminal, command.by)
    if isinstance(claim, Refused):
        return claim
    if claim.step == "pending":
        return Refused("Touch PAY JACKPOT first, and verify the amount.")
    if claim.step == "paid":
        return Refused(f"The amount of {show_dollars(claim.amount)} has been paid already.")
    shown = show_dollars(claim.amount)
    if command.amount != claim.amount:
        return Refused(f"The terminal shows {shown}; that is the sum to agree to.")
    if claim.refused_by:
        refused = f"{shown} was refused by {claim.refused_by} ({claim.refused_why})"
        return Refused(f"{refused}: void it, or ask a supervisor to look again.")
    if needs_approval(terminal, claim):
        limit = show_dollars(terminal.setup.approval)
        return Refused(f"{shown} is above {limit}: a supervisor has to approve it.")
    return together(_payment(terminal, claim, command.by.name), _award_paid(terminal, claim))


def _payment(terminal: Terminal, claim: Jackpot, by: str) -> Outcome:
    player = terminal.player(claim.seat)
    happened: list[Happened] = []
    if claim.meter:
        key = Claim(terminal.setup.id, terminal.claimed_round, claim.number)
        happened.append(AtMeter(claim.meter, events.JackpotPaid(key, claim.amount, player)))
    agreed = events.SumAgreed(claim.number, claim.amount, claim.meter, player, by)
    happened.append(AtTable(agreed))
    happened.extend(AtTable(envy) for envy in envy_pays(terminal, claim))
    return tuple(happened)


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
    claim = _chosen_claim(terminal, command.by)
    if isinstance(claim, Refused):
        return claim
    if claim.step != "paid":
        return Refused("OK is for a jackpot that has been paid.")
    return _and_over(terminal, AtTable(events.JackpotClosed(claim.number)))


def _and_over(terminal: Terminal, *happened: Happened) -> Outcome:
    """END ROUND was touched before a Must Hit draw and before a late claim: that was the rest."""
    return together(happened, () if terminal.phase == "round" else close_round(terminal))


def _void(terminal: Terminal, meters: Meters, command: asked.VoidJackpot) -> Outcome:
    claim = _chosen_claim(terminal, command.by)
    if isinstance(claim, Refused):
        return claim
    if not command.reason.strip():
        return Refused("A void needs its reason.")
    if claim.step == "paid":
        return Refused("The jackpot has been paid: it cannot be voided.")
    if claim.mystery:
        return Refused("The system drew the Must Hit award: it is paid, not voided.")
    for one in terminal.jackpots:
        later = one.number > claim.number and one.is_open and one.step != "paid"
        if later and one.meter == claim.meter != "":
            return Refused(f"Void the jackpot of seat {one.seat} first: it was claimed after.")
    voided = AtTable(events.JackpotVoided(claim.number, command.reason, command.by.name))
    if not claim.meter:
        return _and_over(terminal, voided)
    key = Claim(terminal.setup.id, terminal.claimed_round, claim.number)
    back = void_award(meters[claim.meter], key, command.reason, command.by.name)
    return _and_over(terminal, AtMeter(claim.meter, back), voided)


JACKPOT_RULES: dict[type, Callable[[Terminal, Meters, Any], Outcome]] = {
    asked.ChooseSeat: _choose_seat,
    asked.ChooseHand: _choose_hand,
    asked.PendingJackpot: _pending,
    asked.ClaimLate: _claim_late,
    asked.PayJackpot: _pay_jackpot,
    asked.ApproveJackpot: _approve,
    asked.RefuseJackpot: _refuse,
    asked.PayAgreedSum: _agree,
    asked.Ok: _ok,
    asked.VoidJackpot: _void,
}
