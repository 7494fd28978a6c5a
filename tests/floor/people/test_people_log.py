"""Every change of people is in the log, chained, with who made it; and the audit holds it there."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Engine, delete, insert, text, update
from tests.floor.audit.forged import Entries, find, load, save
from tests.floor.people.staffed import BAD, GOOD, NOW, house
from tests.floor.playing import config, running
from tests.floor.told import told as events

from longsuit.core.errors import InputError
from longsuit.core.refusals import Code, Refused
from longsuit.floor.audit.run import audit
from longsuit.floor.log.record import Head, Record, fault
from longsuit.floor.people.changes import PEOPLE
from longsuit.floor.people.identity import ROLES, Role, SignedIn
from longsuit.floor.store import people_rows as store
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.schema import people


def told(engine: Engine) -> list[tuple[str, str, list[dict[str, Any]]]]:
    """Who asked for what, and what came of it."""
    return [(one.who, one.command, events(one)) for one in Log(engine).read(PEOPLE)]


def test_every_change_is_told_with_who_made_it(engine: Engine) -> None:
    house(engine)
    ada, ann = "admin Ada", {"name": "Ann"}
    assert told(engine) == [
        (ada, "claim", [{"type": "AdminClaimed", "name": "Ada"}]),
        (ada, "add", [{"type": "PersonAdded", **ann, "role": "player"}]),
        (
            ada,
            "change",
            [
                {"type": "RoleChanged", **ann, "before": "player", "after": "auditor"},
                {"type": "PasswordChanged", **ann},
            ],
        ),
        (ada, "change", [{"type": "AccountClosed", **ann}]),
        (ada, "change", [{"type": "AccountReopened", **ann}]),
        *[("system", "sign-in-failed", [{"type": "SignInFailed", **ann, "place": ""}])] * 4,
        (
            "system",
            "sign-in-failed",
            [
                {"type": "SignInFailed", **ann, "place": ""},
                {"type": "AccountLocked", **ann, "seconds": 60},
            ],
        ),
        (ada, "change", [{"type": "AccountUnlocked", **ann}]),
        ("auditor Ann", "password", [{"type": "PasswordChanged", **ann}]),
        (ada, "sign-out", [{"type": "SignedOut", **ann}]),
        ("operator", "add", [{"type": "PersonAdded", "name": "Åsa O'Neil", "role": "admin"}]),
    ]
    head = Head()
    for record in Log(engine).read(PEOPLE):
        assert fault(record, head) is None
        head = record.head
    report = audit(Log(engine))
    assert (report.fault, report.streams, report.records) == ("", 1, 14)


def test_no_password_and_no_token_is_in_it(engine: Engine) -> None:
    house(engine)
    came = store.sign_in(engine, "Ann", GOOD, NOW + 10)
    assert isinstance(came, SignedIn)
    with engine.connect() as connection:
        hashes = connection.execute(text("SELECT password FROM people")).scalars().all()
        rows = [repr(tuple(row)) for row in connection.execute(text("SELECT * FROM records_told"))]
    for secret in (GOOD, BAD, "482913", came.token.open(), "argon2", *hashes):
        assert not any(secret in row for row in rows)


def test_a_change_and_its_record_are_written_together(engine: Engine) -> None:
    """Without its record no change is made."""
    house(engine)
    before, people_before = told(engine), store.list_people(engine)
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE records RENAME COLUMN hash TO other"))
    deeds: list[Callable[[], object]] = [
        lambda: store.add_person(engine, "Bob", "player", GOOD, NOW),
        lambda: store.change_person(engine, "Ann", NOW, active=False),
        lambda: store.change_person(engine, "Ann", NOW, password=BAD),
        lambda: store.change_password(engine, "Ann", GOOD, BAD, NOW),
        lambda: store.revoke_all(engine, "Ann", NOW),
    ]
    for deed in deeds:
        with pytest.raises(Exception, match="hash"):
            deed()
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE records RENAME COLUMN other TO hash"))
    assert (told(engine), store.list_people(engine)) == (before, people_before)
    assert isinstance(store.sign_in(engine, "Ann", GOOD, NOW + 20), SignedIn)


@pytest.mark.rule("CON-35")
def test_signing_in_and_out_is_told_and_guests_are_not(engine: Engine) -> None:
    house(engine)
    before = len(told(engine))
    came = store.sign_in(engine, "Ann", GOOD, NOW + 10, "10.0.0.7")
    assert isinstance(came, SignedIn)
    store.sign_in(engine, "Ann", BAD, NOW + 11, "10.0.0.8")
    store.sign_in(engine, "Nobody", BAD, NOW + 12, "10.0.0.8")
    assert store.revoke(engine, came.token.open(), NOW + 13)
    assert not store.revoke(engine, came.token.open(), NOW + 14)
    guest = store.admit_guest(engine, NOW + 15)
    assert isinstance(guest, SignedIn) and store.revoke(engine, guest.token.open(), NOW + 16)
    assert told(engine)[before:] == [
        ("auditor Ann", "sign-in", [{"type": "SessionBegun", "name": "Ann", "place": "10.0.0.7"}]),
        (
            "system",
            "sign-in-failed",
            [{"type": "SignInFailed", "name": "Ann", "place": "10.0.0.8"}],
        ),
        ("auditor Ann", "leave", [{"type": "SessionEnded", "name": "Ann"}]),
    ]
    assert audit(Log(engine)).fault == ""


@pytest.mark.rule("CON-35")
def test_what_a_lock_does_not_look_at_fills_no_log(engine: Engine) -> None:
    house(engine)
    before = len(told(engine))
    for _ in range(50):
        store.sign_in(engine, "Ann", BAD, NOW + 10, "10.0.0.8")
    assert len(told(engine)) == before + 5
    last = told(engine)[-1][2]
    assert [one["type"] for one in last] == ["SignInFailed", "AccountLocked"]


@pytest.mark.rule("CON-34")
def test_a_leavers_account_is_closed_with_the_time(engine: Engine) -> None:
    house(engine)
    store.change_person(engine, "Ann", NOW + 60, by="admin Ada", active=False)
    last = Log(engine).read(PEOPLE)[-1]
    assert (last.who, last.at, events(last)) == (
        "admin Ada",
        NOW + 60,
        [{"type": "AccountClosed", "name": "Ann"}],
    )
    assert not isinstance(store.sign_in(engine, "Ann", GOOD, NOW + 61), SignedIn)


@pytest.mark.rule("CON-34")
def test_an_old_password_is_good_for_nothing_until_an_admin_sets_a_new_one(engine: Engine) -> None:
    house(engine)
    day = 24 * 3600 * 1_000_000
    later = NOW + 91 * day
    for name in ("Ann", "Ada"):
        assert isinstance(store.sign_in(engine, name, GOOD, NOW + 89 * day, days=90), SignedIn)
        assert isinstance(store.sign_in(engine, name, GOOD, later), SignedIn)
        old = store.sign_in(engine, name, GOOD, later, days=90)
        assert isinstance(old, Refused) and old.code == Code.PASSWORD_OLD
    store.change_person(engine, "Ann", later, by="admin Ada", password=BAD)
    assert isinstance(store.sign_in(engine, "Ann", BAD, later + 89 * day, days=90), SignedIn)
    assert isinstance(store.sign_in(engine, "Ann", BAD, later + 91 * day, days=90), Refused)
    assert audit(Log(engine)).fault == ""


def test_what_changes_nothing_is_not_told(engine: Engine) -> None:
    house(engine)
    before = told(engine)
    store.change_person(engine, "Ann", NOW, role="auditor", active=True, unlock=True)
    bad: dict[str, Any]
    for bad in ({"role": "player"}, {"active": False}):
        with pytest.raises(InputError):
            store.change_person(engine, "Nobody", NOW, **bad)
    store.revoke_all(engine, "Guest 123456", NOW)
    assert told(engine) == before


@pytest.mark.parametrize("change", [{"active": False}, {"role": "auditor"}])
def test_whoever_was_changed_meanwhile_changes_nobody(
    engine: Engine, change: dict[str, Any]
) -> None:
    """An admin's request that was let in at the door, and comes late."""
    house(engine)
    store.change_person(engine, "Ada", NOW + 20, **change)
    before, ada = told(engine), "admin Ada"
    for deed in (
        lambda: store.add_person(engine, "Bob", "admin", GOOD, NOW + 30, by=ada),
        lambda: store.change_person(engine, "Ann", NOW + 30, by=ada, active=False),
        lambda: store.revoke_all(engine, "Ann", NOW + 30, by=ada),
    ):
        with pytest.raises(InputError, match="Your account has just been changed"):
            deed()
    assert told(engine) == before
    assert audit(Log(engine)).clean


def test_a_floor_runs_and_reports_beside_it(database: str) -> None:
    """Recovery, and other processes, have nothing to do with it."""
    tables = config(T1={"mode": "dealt"})
    with running(database, tables) as floor:
        house(floor.database)
        assert floor.has_stream(PEOPLE)
        assert PEOPLE not in floor.engine.memory.heads
        assert len(floor.published.records(PEOPLE, 0)) == 14
    with running(database, tables) as floor:
        store.add_person(floor.database, "Bob", "dealer", "482913", NOW + 10)
        floor.engine.wake()
        assert floor.open_table(tables.table[0]).ok
        assert audit(floor.log).clean


# The audit


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (update(people).where(people.c.name == "Ann").values(role="admin"), "Ann is admin in"),
        (update(people).where(people.c.name == "Ann").values(active=False), "the account of Ann"),
        (update(people).where(people.c.name == "Ann").values(name="Eve"), "Ann is in the log"),
        (delete(people).where(people.c.name == "Ada"), "Ada is in the log, and not in the table"),
        (
            insert(people).values(
                name="Eve",
                role="admin",
                password="x",
                active=True,
                failures=0,
                locked_until=0,
                created=1,
            ),
            "Eve is in the table of people, and nobody added them.",
        ),
    ],
)
def test_a_row_changed_behind_the_log_is_found(engine: Engine, change: Any, sentence: str) -> None:
    house(engine)
    with engine.begin() as connection:
        connection.execute(change)
    report = audit(Log(engine))
    assert report.fault.startswith(f"people, record 14: {sentence}")
    assert report.faults == 1


def _entry(entries: Entries, kind: str, **changes: Any) -> None:
    _, entry, event = find(entries, kind)
    who = changes.pop("who", entry.who)
    entry.who, entry.command = who, changes.pop("command", entry.command)
    event.update(changes)


def _claim_again(entries: Entries) -> None:
    last = entries[8]
    last.events = [{"type": "AdminClaimed", "name": "Åsa O'Neil"}]
    last.who, last.command = "admin Åsa O'Neil", "claim"


LIES: dict[str, tuple[Any, str]] = {
    "another role": (
        lambda all_: _entry(all_, "PersonAdded", role="dealer"),
        "Ann is dealer, and not changed from player.",
    ),
    "nobody of that name": (
        lambda all_: _entry(all_, "PersonAdded", who="admin Eve"),
        "there is no admin Eve to make this change.",
    ),
    "no admin": (
        lambda all_: _entry(all_, "AccountReopened", who="auditor Ann"),
        "there is no auditor Ann to make this change.",
    ),
    "no right": (
        lambda all_: _entry(all_, "SignedOut", who="auditor Ann"),
        "Only an admin may change people.",
    ),
    "another's password": (
        lambda all_: _entry(all_[6:], "PasswordChanged", who="admin Ada"),
        "Ada does for Ann what people do for themselves.",
    ),
    "a second claim": (_claim_again, "there was an admin already."),
    "added twice": (
        lambda all_: _entry(all_[8:], "PersonAdded", name="Ann"),
        "there is somebody named Ann already.",
    ),
    "a reserved name": (
        lambda all_: _entry(all_[8:], "PersonAdded", name="Robot 1"),
        "A name does not start with 'robot'.",
    ),
    "closed twice": (
        lambda all_: _entry(all_, "AccountReopened", type="AccountClosed"),
        "the account of Ann is closed already.",
    ),
    "nobody changed": (
        lambda all_: _entry(all_, "SignedOut", name="Bob"),
        "there is nobody named Bob.",
    ),
    "a PIN for an auditor": (
        lambda all_: all_[2].events.pop(),
        "the new role needs a new password.",
    ),
    "the last admin": (
        lambda all_: _entry(all_, "AccountClosed", name="Ada"),
        "the last admin stays one.",
    ),
    "two at once": (
        lambda all_: all_[2].events[1].update(name="Ada"),
        "its events are of no command.",
    ),
    "another command": (
        lambda all_: _entry(all_, "SignedOut", command="change"),
        "its events are of no command.",
    ),
    "no such event": (
        lambda all_: _entry(all_, "SignedOut", type="PersonPromoted"),
        "its events cannot be read.",
    ),
    "another form": (
        lambda all_: setattr(all_[7], "raw", b"\xdc\x00\x01" + all_[7].written()[1:]),
        "it is not written in the floor's own form.",
    ),
}


@pytest.mark.parametrize("name", list(LIES))
def test_a_lie_about_people_is_found(engine: Engine, name: str) -> None:
    """The forger makes every hash fit again."""
    house(engine)
    entries = load(engine)
    forge, sentence = LIES[name]
    forge(entries)
    save(engine, entries)
    report = audit(Log(engine))
    assert report.fault.endswith(sentence)
    assert report.fault.startswith("people, record ")


@pytest.mark.parametrize("role", ROLES)
def test_every_role_may_change_its_own_password(engine: Engine, role: Role) -> None:
    store.add_person(engine, "Ann", role, GOOD, NOW)
    store.change_password(engine, "Ann", GOOD, BAD, NOW)
    records: list[Record] = Log(engine).read(PEOPLE)
    assert records[-1].who == f"{role} Ann"
    assert audit(Log(engine)).clean
