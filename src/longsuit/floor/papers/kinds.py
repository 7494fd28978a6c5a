"""Which papers there are, what each needs, and the house whose they are."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Literal, get_args

from msgspec import Struct

from longsuit.core.money import Cents
from longsuit.floor.config.settings import HouseConfig
from longsuit.floor.config.time_zones import find_zone

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Kind = Literal[
    "controls", "rack-card", "submission", "face-up", "report", "exceptions", "access", "meters"
]
KINDS: tuple[Kind, ...] = get_args(Kind)


class Sort(Struct, frozen=True):
    """A kind of paper."""

    name: str
    does: str
    of_table: bool = False
    of_period: bool = False
    """It is read from the log."""
    deed: Literal["report.read", "person.read"] = "report.read"
    """What whoever asks for it may do."""


SORTS: Mapping[Kind, Sort] = {
    "controls": Sort("Internal controls", "dealing, limits, accumulation, jackpots, access"),
    "rack-card": Sort("Rack card", "the posted rules and pays of a table", of_table=True),
    "submission": Sort("Progressive submission", "amounts, rates, chances, returns", of_table=True),
    "face-up": Sort("Face-up study", "what dealing face up does to the odds", of_table=True),
    "report": Sort("Report", "tables, wagers, dealers and meters", of_period=True),
    "exceptions": Sort("Exceptions", "voids, cancels, corrections, by person", of_period=True),
    "access": Sort(
        "Access review", "accounts, roles, last use, failures", of_period=True, deed="person.read"
    ),
    "meters": Sort("Meter statements", "every meter, reconciled", of_period=True),
}


class Wanted(Struct, frozen=True):
    """A paper that somebody asks for."""

    kind: Kind
    date: str
    """On which it is made."""
    table: str = ""
    period: str = ""
    meter: str = ""
    theory: bool = True
    """Whether a report has the exact prices, for which games are solved."""


class House(Struct, frozen=True):
    """The house as its papers name it."""

    name: str
    line: str
    """Age, help line and the like, as the house words them (CON-39)."""
    jurisdiction: str
    zone: str
    day_starts: int
    legal_maximum: Cents | None
    count_multiples: bool
    approvals: str
    operation: str
    buy_in_limit: Cents
    anonymous_seats: bool
    password_days: int
    practice_days: int
    """After so many the rounds of practice tables are shortened; 0 for never."""

    def shown(self, at: int) -> str:
        """A moment by the clock of the house."""
        moment = _EPOCH + timedelta(microseconds=at)
        return f"{moment.astimezone(find_zone(self.zone)):%Y-%m-%d %H:%M:%S}"


class Posted(Struct, frozen=True):
    """What a house has set of a running meter; 0 for none."""

    limit: Cents = 0
    bound: Cents = 0


def house_of(config: HouseConfig) -> House:
    """The house of a configuration."""
    return House(
        *(config.name, config.line, config.jurisdiction, config.zone, config.day_starts),
        *(config.legal_maximum, config.count_multiples, config.approvals, config.operation),
        *(config.buy_in_limit, config.anonymous_seats, config.password_days),
        config.practice_days,
    )
