"""The access review: who has an account, in which role, when they were last in (CON-34)."""

from collections import Counter

from longsuit.analysis.report.content import Cell, Paper, Section, Table, Text, left, right, words
from longsuit.analysis.report.numbers import plain
from longsuit.core.errors import InputError
from longsuit.floor.log.codec import events_of
from longsuit.floor.papers.facts import Facts
from longsuit.floor.people import changes
from longsuit.floor.people.changes import PEOPLE, PeopleEvent
from longsuit.floor.reports.period import Day
from longsuit.floor.store.report_rows import Row, Rows

_MOST = 500_000
_NO_CHANGE = (
    changes.SessionBegun,
    changes.SessionEnded,
    changes.SignInFailed,
    changes.AccountLocked,
    changes.LimitPassed,
)


class Review:
    """Everybody with an account, from the people's own stream up to the end of a period."""

    def __init__(self, rows: Rows, day: Day) -> None:
        self.roles: dict[str, str] = {}
        self.closed: set[str] = set()
        self.last: dict[str, int] = {}
        self.failed: Counter[str] = Counter()
        self.locked: Counter[str] = Counter()
        self.changes: list[tuple[Row, PeopleEvent]] = []
        span = rows.span(PEOPLE, 0, day.end)
        if len(span) > _MOST:
            raise InputError(f"The people's stream has more than {_MOST:,} records.")
        for row in rows.read(PEOPLE, span):
            for event in events_of(row):
                self._note(row, event, inside=row.at >= day.start)

    def _note(self, row: Row, event: PeopleEvent, *, inside: bool) -> None:
        match event:
            case changes.PersonAdded(name=name, role=role):
                self.roles[name] = role
            case changes.AdminClaimed(name=name):
                self.roles[name] = "admin"
            case changes.RoleChanged(name=name, after=role):
                self.roles[name] = role
            case changes.AccountClosed(name=name):
                self.closed.add(name)
            case changes.AccountReopened(name=name):
                self.closed.discard(name)
            case changes.SessionBegun(name=name):
                self.last[name] = row.at
            case changes.SignInFailed(name=name) if inside:
                self.failed[name] += 1
            case changes.AccountLocked(name=name) if inside:
                self.locked[name] += 1
        if inside and not isinstance(event, _NO_CHANGE):
            self.changes.append((row, event))


def access_review(facts: Facts, review: Review, day: Day, date: str) -> Paper:
    """The review of those who work here; of players it says how many there are."""
    staff = sorted(name for name, role in review.roles.items() if role != "player")
    accounts = tuple(
        (
            words(plain(name)),
            words(review.roles[name]),
            words("closed" if name in review.closed else "open"),
            words(facts.house.shown(at) if (at := review.last.get(name)) else "never"),
            Cell(f"{review.failed[name]:,}"),
            Cell(f"{review.locked[name]:,}"),
        )
        for name in staff
    )
    made = tuple(
        (
            words(facts.house.shown(row.at)),
            words(plain(row.who)),
            words(_KINDS[type(event)]),
            words(plain(event.name)),
        )
        for row, event in review.changes
    )
    players = sum(role == "player" for role in review.roles.values())
    none = "" if made else "None in the period."
    columns = (*left("Name", "Role", "Account", "Last sign-in"), *right("Failures", "Lock-outs"))
    front = Text(
        f"{len(staff):,} accounts of staff and {players:,} of players, up to the end of "
        f"{day.title}. Failures, lock-outs and changes are those of the period."
    )
    return facts.paper(
        f"Access review of {day.title}",
        date,
        Section("accounts", "Accounts of staff", (Table("accounts", "", columns, accounts),)),
        Section(
            "changes",
            "Changes",
            (Table("changes", "", left("When", "By", "What", "Whose"), made, note=none),),
        ),
        front=(front,),
    )


_KINDS: dict[type, str] = {
    changes.PersonAdded: "account opened",
    changes.AdminClaimed: "first admin",
    changes.RoleChanged: "another role",
    changes.AccountClosed: "account closed",
    changes.AccountReopened: "account opened again",
    changes.PasswordChanged: "another password",
    changes.AccountUnlocked: "unlocked",
    changes.SignedOut: "signed out",
}
