"""Random commands for a house: the sensible next one, and wild ones."""

import random

from tests.core.progressive.watched_tables import ANN, CHASE, DEE, HIGH_CARD, SAM, SUE
from tests.core.round.walks import PLAYERS

from longsuit.core.progressive import commands as asked
from longsuit.core.progressive.terminal import Jackpot, Terminal
from longsuit.core.progressive.terms import table_terms
from longsuit.core.round import commands as ask
from longsuit.core.round.commands import DEALER, SYSTEM, Actor, Command
from longsuit.core.round.deal import draw_dynamic


def seating(rng: random.Random, terminal: Terminal) -> dict[int, tuple[str, int]]:
    """Who sat there stays, broke or not so broke, or new players come."""
    table, state = terminal.setup.table, terminal.round
    if state is not None and rng.random() < 0.7:
        seats = enumerate(state.seats, 1)
        return {n: (seat.player, seat.stack or 900_00) for n, seat in seats if seat.player}
    places = rng.sample(range(1, table.seats + 1), rng.choice((1, 2, 3, 4)))
    names = rng.sample(PLAYERS * table.seats_per_player, len(places))
    stacks = rng.choices((60_00, 900_00, 5_000_00), k=len(places))
    return dict(zip(places, zip(names, stacks, strict=True), strict=True))


def idle_command(rng: random.Random, terminal: Terminal) -> Command:
    """Nothing registered: a dealt round without the wager ends; at a live table lights go on."""
    if not terminal.setup.live:
        return ask.EndRound(by=DEE)
    if terminal.last is not None and rng.random() < 0.06:
        seat = rng.choice((*terminal.last.seats, 1, 2))
        return late_claim(rng, DEE, seat, rng.choice(lines_of(terminal)))
    if len(terminal.lights) < 2 or rng.random() < 0.3:
        seat = rng.randint(1, terminal.setup.table.seats)
        return asked.TurnLight(by=DEE, seat=seat, on=seat not in terminal.lights)
    drawn = draw_dynamic(terminal.setup.table, rng)
    wrong = {} if drawn else {"3-card straight flush": 20_00}
    return ask.StartRound(by=DEE, dynamic=wrong if rng.random() < 0.1 else drawn)


def late_claim(rng: random.Random, by: Actor, seat: int, hand: str) -> Command:
    """Good, or without a reason or a second person."""
    reason = rng.choice(("missed", "missed", " "))
    supervisor = rng.choice((SUE.name, SUE.name, by.name, ""))
    return asked.ClaimLate(by=by, seat=seat, hand=hand, reason=reason, supervisor=supervisor)


def terminal_command(rng: random.Random, terminal: Terminal) -> Command:
    """What a dealer does next: the chosen seat's jackpot, another seat's, or END ROUND."""
    by, state = rng.choice((DEE, DEE, DEE, SUE)), terminal.round
    claim = terminal.claim_of(terminal.seat)
    due = {award.seat: award.hand for award in state.due} if state is not None else {}
    if rng.random() < 0.02:
        return ask.CancelRound(by=by, reason="too soon")
    if claim is not None and rng.random() < 0.8:
        return claim_command(rng, by, claim, terminal.setup.approval)
    if terminal.seat and claim is None and rng.random() < 0.8:
        if terminal.hand:
            return asked.PendingJackpot(by=by)
        hands = lines_of(terminal)
        some = rng.choice(hands[: rng.choice((1, 2, len(hands)))])
        return asked.ChooseHand(by=by, hand=due.get(terminal.seat, some))
    waiting = [*(one.seat for one in terminal.jackpots if one.is_open), *due]
    if waiting and rng.random() < (0.6 if terminal.setup.live else 0.9):
        return asked.ChooseSeat(by=by, seat=rng.choice((waiting[0], *waiting)))
    if terminal.setup.live and len(terminal.jackpots) < 3 and rng.random() < 0.6:
        return asked.ChooseSeat(by=by, seat=rng.choice(terminal.registered))
    return ask.EndRound(by=by)


def lines_of(terminal: Terminal) -> list[str]:
    offer = terminal.setup.offer
    assert offer is not None and offer.paytable is not None
    return [line.hand for line in offer.paytable.lines]


def claim_command(rng: random.Random, by: Actor, claim: Jackpot, limit: int) -> Command:
    if claim.step == "paid":
        return asked.Ok(by=by)
    if rng.random() < 0.15:
        return asked.VoidJackpot(by=by, reason="misread")
    if limit and claim.amount > limit and not claim.approved_by and rng.random() < 0.7:
        supervisor = rng.choice((SUE, SAM))
        if rng.random() < 0.2:
            if rng.random() < 0.3:
                return asked.ReferJackpot(
                    by=supervisor, number=claim.number, to="Tom", reason="too much for me"
                )
            return asked.RefuseJackpot(by=supervisor, number=claim.number, reason="misread")
        return asked.ApproveJackpot(by=supervisor, number=claim.number)
    if claim.step == "pending":
        return asked.PayJackpot(by=by)
    return asked.PayAgreedSum(by=by, amount=claim.amount)


def hasty_command(rng: random.Random, terminal: Terminal) -> Command:
    """Something that might be right at another moment."""
    amount = terminal.jackpots[-1].amount if terminal.jackpots else 1
    number, seat = rng.randint(1, 3), rng.choice(terminal.registered)
    return rng.choice(
        (
            asked.ChooseSeat(by=DEE, seat=seat),
            asked.ChooseSeat(by=DEE, seat=seat),
            asked.ChooseHand(by=DEE, hand=rng.choice([*lines_of(terminal), "royal flush"])),
            asked.ChooseHand(by=DEE, hand=rng.choice(lines_of(terminal))),
            asked.PendingJackpot(by=DEE),
            asked.PayJackpot(by=DEE),
            asked.PayAgreedSum(by=DEE, amount=amount - rng.randint(0, 1)),
            asked.Ok(by=DEE),
            asked.VoidJackpot(by=DEE, reason=rng.choice(("misread", " "))),
            asked.ApproveJackpot(by=rng.choice((SUE, SAM)), number=number),
            ask.StartRound(by=DEE, dynamic=draw_dynamic(terminal.setup.table, rng)),
            ask.EndRound(by=DEE),
        )
    )


# Wild commands

ACTORS = (DEE, SUE, SAM, SYSTEM, DEALER, ANN, Actor("supervisor"))
HANDS = ("", "royal flush", "7" * 100, "6-card straight flush", "A-K-Q suited")
TERMS = (*table_terms(CHASE["C1"].table).values(), *table_terms(HIGH_CARD["H7"].table).values())


def wild_touch(rng: random.Random) -> Command:
    """Any command of a terminal by anyone, for any seat, hand and amount."""
    by, number = rng.choice(ACTORS), rng.randint(-1, 8)
    touches: tuple[Command, ...] = (
        asked.TurnLight(by=by, seat=number, on=rng.random() < 0.5),
        asked.ChooseSeat(by=by, seat=number),
        asked.ChooseHand(by=by, hand=rng.choice(HANDS)),
        asked.PendingJackpot(by=by),
        asked.PayJackpot(by=by),
        asked.PayAgreedSum(by=by, amount=rng.choice((-1, 0, 1, 500_00, 10**15))),
        asked.Ok(by=by),
        asked.VoidJackpot(by=by, reason=rng.choice(("", " ", "misread"))),
        asked.ApproveJackpot(by=by, number=number),
        late_claim(rng, by, number, rng.choice(HANDS)),
        asked.RefuseJackpot(by=by, number=number, reason=rng.choice(("", "misread"))),
        ask.StartRound(by=by),
        ask.EndRound(by=by),
        ask.CancelRound(by=by),
        ask.GrantMystery(by=by, seat=number, wager="stax"),
        ask.TakeBackWagers(by=by, seat=number),
    )
    return rng.choice(touches)


def meter_command(rng: random.Random, table: str) -> Command:
    """A correction, good or bad, or now and then a change of a link."""
    by = rng.choice((SUE, SUE, SUE, *ACTORS))
    table = rng.choice((table, table, "nowhere"))
    links: tuple[Command, ...] = (
        asked.LeaveMeter(by=by, table=table),
        asked.JoinMeter(by=by, table=table, terms=rng.choice(TERMS)),
        asked.SealTrigger(by=by, commitment=rng.choice(("", "0" * 64))),
    )
    if rng.random() < 0.3:
        return rng.choice(links)
    return asked.CorrectMeter(
        by=by,
        part=rng.choice(("meter", "reserve")),
        amount=rng.choice((-(10**13), -5_000_000, -3, 0, 1, 99_999, 100_000_000)),
        reason=rng.choice(("misread", "misread", "", " ")),
        second=rng.choice(("sam", "dee", "sue", "")),
    )
