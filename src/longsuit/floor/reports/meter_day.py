"""Every meter's day, reconciled: how it opened, each change with its reason, how it closed.

Opening and closing are the ledger's; the changes are the log's. What the two leave unexplained is
nothing, or somebody has touched the books.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeVar

from msgspec import Struct

from longsuit.core.money import Mites, show_mites
from longsuit.core.progressive.events import MeterEvent
from longsuit.core.progressive.ledger import HOUSE, meter_accounts, meter_entries
from longsuit.core.progressive.statement import KINDS, Kind, Statement, changes_of
from longsuit.floor.ledger.accounts import CAGE, PLAYERS, PRACTICE, ROBOTS, account, books_of
from longsuit.floor.store.report_rows import Balance

ALL = "all"
"""Of every meter but those of practice tables."""

Told = tuple[str, int, int, str, MeterEvent]
"""An event of a meter with the stream, the version, the time and the author of its record."""


class MeterChange(Struct, frozen=True):
    """One change of a meter or of its reserve."""

    stream: str
    record: int
    at: int
    """Microseconds since 1970, UTC."""
    who: str
    account: str
    kind: Kind
    mites: Mites
    why: str


class Movement(Struct, frozen=True):
    """A meter, or its reserve, over a day."""

    opening: Mites
    contributions: Mites
    awards: Mites
    reseeds: Mites
    voids: Mites
    corrections: Mites
    closing: Mites

    @property
    def unexplained(self) -> Mites:
        """What the changes do not account for."""
        changed = self.contributions + self.awards + self.reseeds + self.voids + self.corrections
        return self.closing - self.opening - changed


class Pending(Struct, frozen=True):
    """What has left a meter and is neither paid nor voided."""

    opening: Mites
    locked: Mites
    paid: Mites
    voided: Mites
    closing: Mites

    @property
    def unexplained(self) -> Mites:
        """What the changes do not account for."""
        return self.closing - self.opening - self.locked + self.paid + self.voided


_Part = TypeVar("_Part", Movement, Pending)


class MeterDay(Struct, frozen=True):
    """One meter over a day."""

    meter: str
    value: Movement
    reserve: Movement
    pending: Pending
    unexplained: Mites
    """In all three, each counted without its sign: always 0."""
    changes: tuple[MeterChange, ...] = ()
    practice: bool = False
    """It is fed and won with play money."""

    def differences(self) -> Iterator[str]:
        """Where the log and the ledger do not agree, in a sentence each."""
        for name, part in (
            ("meter", self.value),
            ("reserve", self.reserve),
            ("pending account", self.pending),
        ):
            if part.unexplained:
                amount = show_mites(part.unexplained)
                yield f"{amount} of the {name} of {self.meter} is explained by no event."

    @staticmethod
    def together(meters: Sequence["MeterDay"]) -> "MeterDay":
        """All meters in one, but those of play money."""
        meters = [one for one in meters if not one.practice]
        return MeterDay(
            ALL,
            _added(Movement, [one.value for one in meters]),
            _added(Movement, [one.reserve for one in meters]),
            _added(Pending, [one.pending for one in meters]),
            sum(one.unexplained for one in meters),
        )


def meter_day(name: str, told: Sequence[Told], balances: Mapping[str, Balance]) -> MeterDay:
    """A meter's statement for the day, with who did each change and when."""
    practice = any(account(one, practice=True) in balances for one in meter_accounts(name))
    balances = books_of(balances, practice=practice)
    main, reserve, pending = (
        balances.get(account) or Balance() for account in meter_accounts(name)
    )
    changes = [(one, change) for one in told for change in changes_of(name, one[1], one[4])]
    statement = Statement(
        name,
        main.opening,
        reserve.opening,
        tuple(change for _, change in changes),
        main.closing,
        reserve.closing,
        pending.closing,
    )
    value = _movement(statement, "meter", statement.opening, statement.closing)
    kept = _movement(statement, "reserve", statement.opening_reserve, statement.closing_reserve)
    waiting = _pending(name, [event for *_, event in told], pending)
    return MeterDay(
        name,
        value,
        kept,
        waiting,
        abs(value.unexplained) + abs(kept.unexplained) + abs(waiting.unexplained),
        tuple(
            MeterChange(*one[:4], change.account, change.kind, change.mites, change.why)
            for one, change in changes
        ),
        practice,
    )


def _movement(
    statement: Statement, account: Literal["meter", "reserve"], opening: Mites, closing: Mites
) -> Movement:
    sums = [statement.total(kind, account) for kind in KINDS]
    return Movement(*[opening, *sums, closing])


def _pending(name: str, events: Iterable[MeterEvent], balance: Balance) -> Pending:
    main, _, account = meter_accounts(name)
    locked = paid = voided = 0
    for event in events:
        for entry in meter_entries(name, event):
            if entry.target == account:
                locked += entry.mites
            elif entry.source == account and entry.target == main:
                voided += entry.mites
            elif entry.source == account:
                paid += entry.mites
    return Pending(balance.opening, locked, paid, voided, balance.closing)


def _added(kind: type[_Part], parts: Sequence[_Part]) -> _Part:
    sums = [sum(getattr(part, name) for part in parts) for name in kind.__struct_fields__]
    return kind(*sums)


# The ledger


class AccountDay(Struct, frozen=True):
    """An account of the ledger; all players are one here, and all robots.

    Those of play money have ``practice`` before their names.
    """

    account: str
    opening: Mites
    received: Mites
    given: Mites
    closing: Mites


class LedgerDay(Struct, frozen=True):
    """The books at the end of the day."""

    accounts: tuple[AccountDay, ...]
    trial_balance: Mites
    """The sum of all accounts: always 0."""


def ledger_day(balances: Mapping[str, Balance]) -> LedgerDay:
    """Every account, in its place."""
    accounts = tuple(
        AccountDay(name, one.opening, one.received, one.given, one.closing)
        for name, one in sorted(balances.items(), key=_place)
    )
    return LedgerDay(accounts, sum(one.closing for one in accounts))


def _place(entry: tuple[str, Balance]) -> tuple[bool, int, str]:
    """The house first, then trays and those who play at them, then what the meters hold.

    Play money comes after all that.
    """
    name = entry[0].removeprefix(PRACTICE)
    kept = ("meter", "reserve", "overflow", "pending")
    order = (HOUSE, CAGE, "tray", PLAYERS, ROBOTS, *kept)
    return entry[0].startswith(PRACTICE), order.index(name.partition(" ")[0]), name
