"""The ledger: every amount moves from one account to another, so the sum is always zero (PRG-7).

Accounts are the house, each chip tray, each player, and for each meter the meter, its reserve and
what is pending of it. A player's account is what the tables have paid them less what they lost; a
tray's is what it has won. Fixed pays and envy pays come from the tray, never from a meter (PRG-6).
What a wager adds to a meter is set aside by the house, so that trays hold whole cents.
"""

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from functools import lru_cache
from typing import Any

from msgspec import Struct

from longsuit.core.money import MITES, Cents, Mites
from longsuit.core.progressive import events
from longsuit.core.progressive.events import MeterEvent
from longsuit.core.progressive.evolve import TableEvent
from longsuit.core.progressive.terminal import Terminal
from longsuit.core.round import events as round_events
from longsuit.core.round.state import Round

HOUSE = "house"


def tray(table: str) -> str:
    """The account of a table's chip tray."""
    return f"tray {table}"


def player(name: str) -> str:
    """A player's account."""
    return f"player {name}"


@lru_cache(maxsize=4096)
def meter_accounts(meter: str) -> tuple[str, str, str]:
    """A meter's own account, its reserve's, and what is pending of it."""
    return f"meter {meter}", f"reserve {meter}", f"pending {meter}"


@lru_cache(maxsize=4096)
def overflow_account(meter: str) -> str:
    """What is above a meter's maximum, kept apart."""
    return f"overflow {meter}"


class Purpose(StrEnum):
    """Why money moves. The event that an entry comes from has the rest: which round, whose hand."""

    SEED = "seed"
    CONTRIBUTION = "contribution"
    AWARD = "award"
    RESEED = "reseed"
    JACKPOT = "jackpot"
    VOID = "void"
    CORRECTION = "correction"
    WAGERS = "wagers"
    PAYS = "pays"
    PROGRESSIVE_WAGER = "progressive-wager"
    FIXED_PAY = "fixed-pay"
    ENVY = "envy"
    BUY_IN = "buy-in"
    CASH_OUT = "cash-out"
    OVERFLOW = "overflow"
    REDUCTION = "reduction"
    MOVE = "move"
    RETURN = "return"


class Transfer(Struct, frozen=True):
    """An entry with its two sides: an amount leaves one account for another, for a purpose."""

    source: str
    target: str
    mites: Mites
    purpose: Purpose


class Ledger:
    """The balances of all accounts, as the entries have left them."""

    def __init__(self) -> None:
        self.balances: dict[str, Mites] = {}

    def post(self, entries: Iterable[Transfer]) -> None:
        """Write entries into the books."""
        balances = self.balances
        for entry in entries:
            balances[entry.source] = balances.get(entry.source, 0) - entry.mites
            balances[entry.target] = balances.get(entry.target, 0) + entry.mites

    def balance(self, account: str) -> Mites:
        """What an account holds."""
        return self.balances.get(account, 0)

    def trial_balance(self) -> Mites:
        """The sum of all accounts: always 0."""
        return sum(self.balances.values())


def _entries(*moves: tuple[str, str, Mites, Purpose]) -> tuple[Transfer, ...]:
    """The moves that move something."""
    return tuple(Transfer(*move) for move in moves if move[2])


# What the events of a meter move


def meter_entries(meter: str, event: MeterEvent) -> tuple[Transfer, ...]:
    """The entries of an event of a meter's stream."""
    write = _METER_ENTRIES.get(type(event))
    apart = _OVERFLOW.get(type(event))
    entries = () if write is None else write(*meter_accounts(meter), event)
    return entries if apart is None else (*entries, *apart(meter, event))


_Entries = tuple[Transfer, ...]


def _opened(main: str, _reserve: str, _pending: str, event: events.MeterOpened) -> _Entries:
    return _entries((HOUSE, main, event.terms.seed_mites, Purpose.SEED))


def _contributed(main: str, reserve: str, _pending: str, event: events.Contributed) -> _Entries:
    why = Purpose.CONTRIBUTION
    if event.main and not event.reserve:
        return (Transfer(HOUSE, main, event.main, why),)
    return _entries((HOUSE, main, event.main, why), (HOUSE, reserve, event.reserve, why))


def _returned(
    main: str, reserve: str, _pending: str, event: events.ContributionReturned
) -> _Entries:
    why = Purpose.RETURN
    return _entries((main, HOUSE, event.main, why), (reserve, HOUSE, event.reserve, why))


def _locked(main: str, reserve: str, pending: str, event: events.AwardLocked) -> _Entries:
    return _entries(
        (main, pending, event.amount * MITES, Purpose.AWARD),
        (reserve, main, event.from_reserve, Purpose.RESEED),
        (HOUSE, main, event.from_house, Purpose.RESEED),
    )


def _paid(_main: str, _reserve: str, pending: str, event: events.JackpotPaid) -> _Entries:
    return _entries((pending, player(event.player), event.amount * MITES, Purpose.JACKPOT))


def _voided(main: str, reserve: str, pending: str, event: events.AwardVoided) -> _Entries:
    return _entries(
        (pending, main, event.amount * MITES, Purpose.VOID),
        (main, reserve, event.to_reserve, Purpose.VOID),
        (main, HOUSE, event.to_house, Purpose.VOID),
    )


def _corrected(main: str, reserve: str, _pending: str, event: events.MeterCorrected) -> _Entries:
    account = main if event.part == "meter" else reserve
    if event.amount < 0:
        return _entries((account, HOUSE, -event.amount, Purpose.CORRECTION))
    return _entries((HOUSE, account, event.amount, Purpose.CORRECTION))


def _overflow(meter: str, came: Mites, why: Purpose, left: Mites = 0) -> _Entries:
    """Into what is kept apart above the maximum, and out of it into the meter."""
    main, kept = meter_accounts(meter)[0], overflow_account(meter)
    return _entries((main, kept, came, why), (kept, main, left, why))


def _funds_left(main: str, reserve: str, _pending: str, event: events.FundsLeft) -> _Entries:
    """Between two meters it goes through the house, so that each stream has its own side."""
    why = Purpose.MOVE if event.to else Purpose.REDUCTION
    return _entries((main, HOUSE, event.meter, why), (reserve, HOUSE, event.reserve, why))


def _funds_left_apart(meter: str, event: events.FundsLeft) -> _Entries:
    why = Purpose.MOVE if event.to else Purpose.REDUCTION
    return _entries((overflow_account(meter), HOUSE, event.overflow, why))


def _returned_apart(meter: str, event: events.ContributionReturned) -> _Entries:
    return _entries((overflow_account(meter), HOUSE, event.overflow, Purpose.RETURN))


def _funds_came(main: str, _reserve: str, _pending: str, event: events.FundsCame) -> _Entries:
    return _entries((HOUSE, main, event.mites, Purpose.MOVE))


_OVERFLOW: dict[type, Callable[[str, Any], _Entries]] = {
    events.ContributionsGathered: lambda meter, event: _overflow(
        meter, event.overflow, Purpose.OVERFLOW
    ),
    events.ContributionReturned: _returned_apart,
    events.AwardLocked: lambda meter, event: _overflow(
        meter, 0, Purpose.OVERFLOW, event.from_overflow
    ),
    events.AwardVoided: lambda meter, event: _overflow(meter, event.to_overflow, Purpose.VOID),
    events.FundsCame: lambda meter, event: _overflow(meter, event.overflow, Purpose.OVERFLOW),
    events.FundsLeft: _funds_left_apart,
}
"""What moves between a meter and what is kept apart above its maximum."""

_METER_ENTRIES: dict[type, Callable[[str, str, str, Any], _Entries]] = {
    events.MeterOpened: _opened,
    events.Contributed: _contributed,
    events.ContributionReturned: _returned,
    events.AwardLocked: _locked,
    events.JackpotPaid: _paid,
    events.AwardVoided: _voided,
    events.MeterCorrected: _corrected,
    events.FundsLeft: _funds_left,
    events.FundsCame: _funds_came,
}


# What the events of a table move


def table_entries(terminal: Terminal | None, event: TableEvent) -> tuple[Transfer, ...]:
    """The entries of an event of a table's stream; `terminal` is as it stood before it."""
    write = _TABLE_ENTRIES.get(type(event))
    return () if write is None or terminal is None else write(terminal, event)


def _round_settled(terminal: Terminal, event: round_events.RoundSettled) -> _Entries:
    assert terminal.round is not None
    return tuple(_settled(terminal.setup.id, terminal.round, event))


def _collected(terminal: Terminal, event: events.WagersCollected) -> _Entries:
    why, box = Purpose.PROGRESSIVE_WAGER, tray(terminal.setup.id)
    return _entries(*((player(name), box, event.wager * MITES, why) for name in event.players))


def _agreed(terminal: Terminal, event: events.SumAgreed) -> _Entries:
    """What a meter pays is in the meter's own stream; a fixed pay comes from the tray."""
    if event.meter:
        return ()
    return _from_tray(terminal, event.player, event.amount, Purpose.FIXED_PAY)


def _envy_paid(terminal: Terminal, event: events.EnvyPaid) -> _Entries:
    return _from_tray(terminal, event.player, event.amount, Purpose.ENVY)


def _from_tray(terminal: Terminal, name: str, amount: Cents, why: Purpose) -> _Entries:
    return _entries((tray(terminal.setup.id), player(name), amount * MITES, why))


def _settled(table: str, state: Round, event: round_events.RoundSettled) -> Iterator[Transfer]:
    """What each seat has staked goes to the tray, and what it gets back comes from there."""
    staked: dict[int, int] = {}
    back: dict[int, int] = {}
    for result in event.settlement.results:
        staked[result.seat] = staked.get(result.seat, 0) + result.stake
        back[result.seat] = back.get(result.seat, 0) + result.returned
    for envy in event.settlement.envies:
        back[envy.seat] = back.get(envy.seat, 0) + envy.amount
    box = tray(table)
    for seat, amount in staked.items():
        account = player(str(state.seat(seat).player))
        yield Transfer(account, box, amount * MITES, Purpose.WAGERS)
        if back[seat]:
            yield Transfer(box, account, back[seat] * MITES, Purpose.PAYS)


_TABLE_ENTRIES: dict[type, Callable[[Terminal, Any], _Entries]] = {
    round_events.RoundSettled: _round_settled,
    events.WagersCollected: _collected,
    events.SumAgreed: _agreed,
    events.EnvyPaid: _envy_paid,
}
