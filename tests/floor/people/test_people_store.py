"""People in the database, on SQLite and on PostgreSQL alike."""

import random
import secrets
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import pytest
from argon2 import PasswordHasher, extract_parameters
from sqlalchemy import Engine, event, select, text, update
from sqlalchemy.exc import DBAPIError

from longsuit.core.errors import InputError
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.floor.people.identity import (
    ADMIN_CODE_LASTS,
    HOUR,
    MINUTE,
    PASSWORDS,
    PLACE_FORGOTTEN,
    STRANGER_FORGOTTEN,
    Person,
    Role,
    SignedIn,
    Token,
)
from longsuit.floor.store import first_admin
from longsuit.floor.store import people_rows as store
from longsuit.floor.store import sign_in_attempts as counting
from longsuit.floor.store.database import open_database
from longsuit.floor.store.schema import people, places, sessions, settings

NOW = 1_700_000_000_000_000
GOOD, BAD = "correct horse", "battery staple"
T = TypeVar("T")


@pytest.fixture
def ann(engine: Engine) -> Person:
    return store.add_person(engine, "Ann", "player", GOOD, NOW)


@pytest.fixture
def boss(engine: Engine) -> Person:
    return store.add_person(engine, "Boss", "admin", GOOD, NOW)


def signed_in(engine: Engine, name: str = "Ann", now: int = NOW) -> str:
    """A token from signing in, which has to work."""
    came = store.sign_in(engine, name, GOOD, now)
    assert isinstance(came, SignedIn)
    return came.token.open()


def come_in(engine: Engine) -> SignedIn:
    """A guest, who has to be let in."""
    came = store.admit_guest(engine, NOW)
    assert isinstance(came, SignedIn)
    return came


def is_refused(engine: Engine, password: str, now: int, name: str = "Ann", place: str = "") -> bool:
    came = store.sign_in(engine, name, password, now, place)
    assert isinstance(came, SignedIn) or came == refuse(Code.SIGN_IN)
    return isinstance(came, Refused)


def person(engine: Engine, name: str = "Ann") -> Person:
    found = store.find_person(engine, name)
    assert found is not None
    return found


def lock(engine: Engine, name: str = "Ann") -> int:
    """Until when somebody is locked out at some place, as those see it who list people."""
    return next(one for one in store.list_people(engine) if one.name == name).locked_until


def everything(engine: Engine) -> list[str]:
    """Every value of the three tables, as text."""
    with engine.connect() as connection:
        return [
            str(value)
            for table in (people, sessions, settings)
            for row in connection.execute(select(table))
            for value in row
        ]


def read_slowly(*engines: Engine) -> None:
    """Pause after everything that is read: what is not locked is then written by others."""

    def pause(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        if statement.startswith("SELECT"):
            time.sleep(0.02)

    for engine in engines:
        event.listen(engine, "after_cursor_execute", pause)


def at_once(deeds: Iterable[Callable[[], T]]) -> list[T | InputError]:
    """Do them all in threads that start together; what each came to."""
    todo = list(deeds)
    start = threading.Barrier(len(todo))
    came: list[T | InputError] = []

    def run(deed: Callable[[], T]) -> None:
        start.wait()
        try:
            came.append(deed())
        except InputError as error:
            came.append(error)

    threads = [threading.Thread(target=run, args=(deed,)) for deed in todo]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(came) == len(todo)
    return came


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """What each password that was tried was compared with; None where it was work in vain."""
    seen: list[str | None] = []
    fits = PASSWORDS.fits

    def watched(password: str, stored: str | None) -> bool:
        seen.append(stored)
        return fits(password, stored)

    monkeypatch.setattr(PASSWORDS, "fits", watched)
    return seen


def meanwhile(monkeypatch: pytest.MonkeyPatch, deed: Callable[[], object]) -> None:
    """Have it done while the password is being looked at."""
    fits = PASSWORDS.fits

    def slow(password: str, stored: str | None) -> bool:
        monkeypatch.setattr(PASSWORDS, "fits", fits)
        deed()
        return fits(password, stored)

    monkeypatch.setattr(PASSWORDS, "fits", slow)


# People


def test_names_that_differ_in_case_alone_are_one(engine: Engine) -> None:
    """In any alphabet, whatever letters the database knows."""
    for name, again in (
        ("Éva", "éVA"),
        ("Ødegård", "ØDEGÅRD"),
        ("Жанна", "жанна"),
        ("Straße", "STRASSE"),
    ):
        store.add_person(engine, name, "dealer", GOOD, NOW)
        with pytest.raises(InputError, match=f"There is somebody named {name} already"):
            store.add_person(engine, again, "dealer", GOOD, NOW)


def test_people_are_added_found_and_listed(engine: Engine, ann: Person) -> None:
    zoe = store.add_person(engine, "  Zoe   Å ", "auditor", GOOD, NOW + 1)
    bob = store.add_person(engine, "bob", "dealer", "482913", NOW)
    assert zoe == Person("Zoe Å", "auditor", True, 0, 0, NOW + 1)
    assert store.find_person(engine, "Zoe  Å") == zoe
    assert store.list_people(engine) == (ann, zoe, bob)
    for nobody in ("Zed", "", "a\x00b", "\ud800", "x" * 10_000, "' OR 1=1 --"):
        assert store.find_person(engine, nobody) is None


@pytest.mark.parametrize(
    ("name", "role", "password", "sentence"),
    [
        ("Ann", "dealer", GOOD, "There is somebody named Ann already."),
        ("aNN", "dealer", GOOD, "There is somebody named Ann already."),
        ("", "dealer", GOOD, "A name has 1 to 60"),
        ("a\x00b", "dealer", GOOD, "A name has 1 to 60"),
        ("Guest 12", "player", GOOD, "A name does not start with 'guest'."),
        ("Bob", "king", GOOD, "A role is one of player, dealer, supervisor, auditor, admin."),
        ("Bob", "system", GOOD, "A role is one of"),
        ("Bob", "player", "short", "A password has 10 to 200 characters, or is a PIN"),
        ("Bob", "admin", "482913", "A password has 10 to 200 characters."),
    ],
)
def test_bad_people_are_refused_and_nothing_changes(
    engine: Engine, ann: Person, name: str, role: Any, password: str, sentence: str
) -> None:
    before = everything(engine)
    with pytest.raises(InputError) as refused:
        store.add_person(engine, name, role, password, NOW)
    assert str(refused.value).startswith(sentence)
    assert everything(engine) == before


def test_one_name_is_given_once_however_many_ask(engine: Engine) -> None:
    names = ["Ann", "ANN", "ann", "aNN"]
    read_slowly(engine)
    came = at_once(
        lambda name=name: store.add_person(engine, name, "player", GOOD, NOW)  # type: ignore[misc]
        for name in names
    )
    assert len([one for one in came if isinstance(one, Person)]) == 1
    assert len(store.list_people(engine)) == 1


@pytest.mark.parametrize(
    "change",
    [{"role": "dealer"}, {"password": BAD}, {"active": False}, {"role": "admin", "password": BAD}],
)
def test_a_change_that_matters_ends_all_sessions(
    engine: Engine, ann: Person, change: dict[str, Any]
) -> None:
    store.add_person(engine, "Bob", "player", GOOD, NOW)
    tokens = [signed_in(engine), signed_in(engine)]
    others = signed_in(engine, "Bob")
    after = store.change_person(engine, "Ann", NOW, **change)
    assert after == person(engine)
    assert {field: getattr(after, field) for field in change if field != "password"} == {
        field: value for field, value in change.items() if field != "password"
    }
    assert [store.find_session(engine, token, NOW) for token in tokens] == [None, None]
    assert store.find_session(engine, others, NOW) is not None
    assert is_refused(engine, GOOD, NOW) == ("password" in change or change.get("active") is False)


def test_a_change_of_nothing_changes_nothing(engine: Engine, ann: Person) -> None:
    token = signed_in(engine)
    assert store.change_person(engine, "Ann", NOW, role="player", active=True) == ann
    assert store.find_session(engine, token, NOW) is not None


@pytest.mark.parametrize("role", ["supervisor", "auditor", "admin"])
def test_a_role_without_pins_needs_a_new_password(engine: Engine, ann: Person, role: Role) -> None:
    with pytest.raises(InputError, match="The new role needs a new password"):
        store.change_person(engine, "Ann", NOW, role=role)
    with pytest.raises(InputError, match="A password has 10 to 200 characters"):
        store.change_person(engine, "Ann", NOW, role=role, password="482913")
    assert person(engine) == ann
    assert store.change_person(engine, "Ann", NOW, role=role, password=BAD).role == role


def test_bad_changes_are_refused(engine: Engine, ann: Person) -> None:
    with pytest.raises(InputError, match="No one has that name"):
        store.change_person(engine, "Bob", NOW, active=False)
    for change in ({"role": "king"}, {"role": "king", "password": BAD}):
        with pytest.raises(InputError, match="A role is one of"):
            store.change_person(engine, "Ann", NOW, **change)  # type: ignore[arg-type]
    assert person(engine) == ann


@pytest.mark.parametrize("change", [{"active": False}, {"role": "auditor"}])
def test_the_last_admin_stays_one(engine: Engine, boss: Person, change: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="The last admin stays one: make another first"):
        store.change_person(engine, "Boss", NOW, **change)
    assert person(engine, "Boss") == boss
    store.add_person(engine, "Other", "admin", GOOD, NOW)
    store.change_person(engine, "Boss", NOW, **change)
    with pytest.raises(InputError, match="The last admin stays one"):
        store.change_person(engine, "Other", NOW, **change)


def test_two_admins_cannot_close_each_other_at_once(engine: Engine, boss: Person) -> None:
    store.add_person(engine, "Other", "admin", GOOD, NOW)
    read_slowly(engine)
    came = at_once(
        lambda name=name: store.change_person(engine, name, NOW, active=False)  # type: ignore[misc]
        for name in ("Boss", "Other")
    )
    assert sorted(isinstance(one, InputError) for one in came) == [False, True]


def test_people_change_their_own_password(engine: Engine, ann: Person) -> None:
    token = signed_in(engine)
    assert store.change_password(engine, "Ann", BAD, "new password", NOW) == refuse(Code.SIGN_IN)
    with pytest.raises(InputError, match="A password has"):
        store.change_password(engine, "Ann", GOOD, "short", NOW)
    assert not is_refused(engine, GOOD, NOW)
    changed = store.change_password(engine, "Ann", GOOD, BAD, NOW)
    assert isinstance(changed, Person)
    assert store.find_session(engine, token, NOW) is None
    assert is_refused(engine, GOOD, NOW)
    assert not is_refused(engine, BAD, NOW)


# Signing in


def test_signing_in_gives_a_session(engine: Engine, ann: Person) -> None:
    came = store.sign_in(engine, " Ann ", GOOD, NOW)
    assert isinstance(came, SignedIn)
    assert (came.session.person, came.session.role, came.session.guest) == ("Ann", "player", False)
    assert (came.session.created, came.session.expires) == (NOW, NOW + 24 * HOUR)
    assert store.find_session(engine, came.token.open(), NOW) == came.session


def test_a_second_person_confirms_without_a_session(engine: Engine, ann: Person) -> None:
    assert store.confirm(engine, "Ann", BAD, NOW) == refuse(Code.SIGN_IN)
    assert person(engine).failures == 1
    assert store.confirm(engine, "Ann", GOOD, NOW) == ann
    assert store.revoke_all(engine, "Ann", NOW) == 0


def test_every_refusal_is_the_same_sentence_for_the_same_work(
    engine: Engine, ann: Person, looked_at: list[str | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    work: list[bytes] = []
    hasher = PASSWORDS.hasher

    class Counting:
        def __getattr__(self, name: str) -> object:
            return getattr(hasher, name)

        def verify(self, stored: str, password: bytes) -> bool:
            work.append(password)
            return hasher.verify(stored, password)

    for name in ("Closed", "Locked"):
        store.add_person(engine, name, "player", GOOD, NOW)
    store.change_person(engine, "Closed", NOW, active=False)
    for _ in range(5):
        assert is_refused(engine, BAD, NOW, "Locked")
    looked_at.clear()
    monkeypatch.setattr(PASSWORDS, "hasher", Counting())
    nobody = ["Nobody", "", "a\x00b", "\ud800", "ANN", "x" * 10_000, "' OR 1=1 --", "Guest 1"]
    for name in (*nobody, "Closed", "Locked"):
        assert is_refused(engine, GOOD, NOW, name)
    assert looked_at == [None] * (len(nobody) + 2)
    assert is_refused(engine, BAD, NOW)
    assert looked_at[-1] is not None
    assert len(work) == len(looked_at)


@pytest.mark.parametrize("password", ["", "\x00", "\ud800", "x" * 1_000_000, "' OR 1=1 --"])
def test_no_password_is_a_fault(engine: Engine, ann: Person, password: str) -> None:
    assert is_refused(engine, password, NOW)
    assert person(engine).failures == 1


def test_bad_tries_in_a_row_lock_for_longer_and_longer(engine: Engine, ann: Person) -> None:
    now = NOW
    for tries in range(1, 5):
        assert is_refused(engine, BAD, now)
        assert (person(engine).failures, lock(engine)) == (tries, 0)
    for tries, minutes in ((5, 1), (6, 5), (7, 15), (8, 15)):
        assert is_refused(engine, BAD, now)
        assert (person(engine).failures, lock(engine)) == (tries, now + minutes * MINUTE)
        # Not even the right password helps now, and no try counts.
        now = lock(engine) - 1
        assert is_refused(engine, GOOD, now)
        assert is_refused(engine, BAD, now)
        assert (person(engine).failures, lock(engine)) == (tries, now + 1)
        now += 1
    assert not is_refused(engine, GOOD, now)
    assert (person(engine), lock(engine)) == (ann, 0)
    for _ in range(5):
        assert is_refused(engine, BAD, now)
    assert lock(engine) == now + MINUTE, "it is counted anew"


def test_a_stranger_does_not_lock_a_person_out(engine: Engine, ann: Person) -> None:
    assert not is_refused(engine, GOOD, NOW, place="home")
    for _ in range(20):
        assert is_refused(engine, BAD, NOW, place="away")
    assert is_refused(engine, GOOD, NOW, place="away"), "there it is locked"
    assert not is_refused(engine, GOOD, NOW, place="home")
    # Nor where they have not been before, as long as it is one stranger.
    assert not is_refused(engine, GOOD, NOW, place="hotel")


def test_guessing_from_many_places_is_slow(
    engine: Engine, ann: Person, looked_at: list[str | None]
) -> None:
    assert not is_refused(engine, GOOD, NOW, place="home")
    looked_at.clear()
    for guess in range(200):
        assert is_refused(engine, BAD, NOW, place=f"192.0.2.{guess}")
    assert len([stored for stored in looked_at if stored is not None]) == 20
    assert lock(engine) == NOW + MINUTE
    # At a new place the owner waits as well; at home nobody knows of it.
    assert is_refused(engine, GOOD, NOW, place="hotel")
    assert not is_refused(engine, GOOD, NOW, place="home")
    assert person(engine) == ann


def test_a_lock_at_a_known_place_is_that_place_s(engine: Engine, ann: Person) -> None:
    for place in ("home", "work"):
        assert not is_refused(engine, GOOD, NOW, place=place)
    for _ in range(5):
        assert is_refused(engine, BAD, NOW, place="home")
    assert is_refused(engine, GOOD, NOW, place="home")
    assert person(engine) == ann, "a known place does not count for strangers"
    assert not is_refused(engine, GOOD, NOW, place="work")


def test_places_are_remembered_within_bounds(
    engine: Engine, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "MOST_PLACES", 4)
    assert not is_refused(engine, GOOD, NOW, place="home")
    for number in range(10):
        assert is_refused(engine, BAD, NOW + number, place=f"away {number}")
    with engine.connect() as connection:
        kept = set(connection.scalars(select(places.c.place)))
    assert kept == {"home", "away 7", "away 8", "away 9"}
    store.purge_sessions(engine, NOW + STRANGER_FORGOTTEN + 9)
    with engine.connect() as connection:
        assert set(connection.scalars(select(places.c.place))) == {"home"}
    store.purge_sessions(engine, NOW + PLACE_FORGOTTEN)
    with engine.connect() as connection:
        assert set(connection.scalars(select(places.c.place))) == set()


def test_the_fifth_try_may_still_be_the_right_one(engine: Engine, ann: Person) -> None:
    for _ in range(4):
        assert is_refused(engine, BAD, NOW)
    assert not is_refused(engine, GOOD, NOW)
    assert person(engine) == ann


def test_a_lock_is_of_one_account_and_can_be_lifted(engine: Engine, ann: Person) -> None:
    store.add_person(engine, "Bob", "player", GOOD, NOW)
    for _ in range(5):
        assert is_refused(engine, BAD, NOW)
    assert not is_refused(engine, GOOD, NOW, "Bob")
    token = signed_in(engine, "Bob")
    assert is_refused(engine, GOOD, NOW)
    assert store.change_person(engine, "Ann", NOW, unlock=True) == ann
    assert not is_refused(engine, GOOD, NOW)
    store.change_person(engine, "Bob", NOW, unlock=True)
    assert store.find_session(engine, token, NOW) is not None


@pytest.fixture
def second_engine(database: str, engine: Engine) -> Iterator[Engine]:
    """The same database as another process has it."""
    opened = open_database(database)
    yield opened
    opened.dispose()


def test_a_crowd_of_guesses_gets_five(
    engine: Engine, second_engine: Engine, ann: Person, looked_at: list[str | None]
) -> None:
    came = at_once(
        lambda one=one, guess=guess: store.sign_in(one, "Ann", f"guess number {guess}", NOW)  # type: ignore[misc]
        for guess, one in enumerate([engine, second_engine] * 10)
    )
    assert came == [refuse(Code.SIGN_IN)] * 20
    assert len([stored for stored in looked_at if stored is not None]) == 5
    assert (person(engine).failures, lock(engine)) == (5, NOW + MINUTE)


def test_good_tries_at_once_all_come_in(engine: Engine, second_engine: Engine, ann: Person) -> None:
    came = at_once(
        lambda one=one: store.sign_in(one, "Ann", GOOD, NOW)  # type: ignore[misc]
        for one in [engine, second_engine] * 2
    )
    assert all(isinstance(one, SignedIn) for one in came)
    assert person(engine) == ann
    assert store.revoke_all(engine, "Ann", NOW) == 4


def test_nothing_is_locked_while_a_password_is_looked_at(
    engine: Engine, second_engine: Engine, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On SQLite this would wait for ten seconds and fail, if signing in held a transaction open.
    meanwhile(monkeypatch, lambda: store.add_person(second_engine, "Bob", "player", GOOD, NOW))
    assert not is_refused(engine, GOOD, NOW)
    assert person(engine, "Bob").name == "Bob"


@pytest.mark.parametrize("change", [{"active": False}, {"password": BAD}])
def test_an_account_that_changes_meanwhile_does_not_come_in(
    engine: Engine, ann: Person, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any]
) -> None:
    meanwhile(monkeypatch, lambda: store.change_person(engine, "Ann", NOW, **change))
    assert is_refused(engine, GOOD, NOW)
    assert store.revoke_all(engine, "Ann", NOW) == 0


def test_a_role_that_changes_meanwhile_is_the_session_s(
    engine: Engine, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    meanwhile(monkeypatch, lambda: store.change_person(engine, "Ann", NOW, role="dealer"))
    came = store.sign_in(engine, "Ann", GOOD, NOW)
    assert isinstance(came, SignedIn) and came.session.role == "dealer"
    assert came.session.expires == NOW + 10 * HOUR


def test_a_hash_is_made_anew_when_the_parameters_change(
    engine: Engine, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stored() -> str:
        with engine.connect() as connection:
            return str(connection.scalar(select(people.c.password)))

    before = stored()
    monkeypatch.setattr(PASSWORDS, "hasher", PasswordHasher(2, 16, 1))
    assert is_refused(engine, BAD, NOW)
    assert stored() == before
    assert not is_refused(engine, GOOD, NOW)
    after = extract_parameters(stored())
    assert (after.time_cost, after.memory_cost) == (2, 16)
    kept = stored()
    assert not is_refused(engine, GOOD, NOW)
    assert stored() == kept


# Sessions


def used(engine: Engine) -> int:
    with engine.connect() as connection:
        return int(connection.scalars(select(sessions.c.used)).one())


def test_use_is_noted_at_most_once_a_minute(engine: Engine, ann: Person) -> None:
    token = signed_in(engine)
    for later, noted in ((0, 0), (59, 0), (60, 60), (100, 60), (119, 60), (121, 121), (90, 121)):
        assert store.find_session(engine, token, NOW + later * 1_000_000) is not None
        assert used(engine) == NOW + noted * 1_000_000


def test_an_idle_session_ends_and_does_not_come_back(engine: Engine, ann: Person) -> None:
    token = signed_in(engine)
    assert store.find_session(engine, token, NOW + 2 * HOUR) is None
    assert used(engine) == NOW
    assert store.find_session(engine, token, NOW + 2 * HOUR - 1) is not None
    assert store.find_session(engine, token, NOW + 3 * HOUR) is not None
    assert store.find_session(engine, token, NOW + 5 * HOUR) is None


def test_a_session_in_use_ends_by_its_time(engine: Engine, boss: Person) -> None:
    token = signed_in(engine, "Boss")
    quarter = 15 * MINUTE
    lived = [store.find_session(engine, token, NOW + n * quarter) is not None for n in range(44)]
    assert lived == [True] * 40 + [False] * 4


def test_forged_tokens_are_no_sessions(engine: Engine, ann: Person) -> None:
    token = signed_in(engine)
    with engine.connect() as connection:
        digest = connection.scalars(select(sessions.c.token)).one()
    swapped = token[:-2] + ("A" if token[-2] != "A" else "B") + token[-1]
    forged = [swapped, token.swapcase(), token[:-1], token + "A", digest, Token().open()]
    for bad in (*forged, "", "\x00", "\ud800", "ä" * 43, "' OR 1=1 --", "%" * 43, "x" * 100_000):
        assert store.find_session(engine, bad, NOW) is None
        assert not store.revoke(engine, bad)
    assert store.find_session(engine, token, NOW) is not None


def test_one_session_or_all_of_a_person_are_ended(engine: Engine, ann: Person) -> None:
    store.add_person(engine, "Bob", "player", GOOD, NOW)
    first, second, third = (signed_in(engine) for _ in range(3))
    bobs = signed_in(engine, "Bob")
    assert store.revoke(engine, first)
    assert not store.revoke(engine, first)
    assert store.find_session(engine, first, NOW) is None
    assert store.find_session(engine, second, NOW) is not None
    assert store.revoke_all(engine, "Ann", NOW) == 2
    assert store.find_session(engine, third, NOW) is None
    assert store.find_session(engine, bobs, NOW) is not None
    assert store.revoke_all(engine, "a\x00b", NOW) == 0


@pytest.mark.parametrize("column", [{"active": False}, {"role": "dealer"}, {"name": "Else"}])
def test_a_session_holds_only_while_the_account_does(
    engine: Engine, ann: Person, column: dict[str, Any]
) -> None:
    token = signed_in(engine)
    with engine.begin() as connection:
        connection.execute(update(people).values(column))
    assert store.find_session(engine, token, NOW) is None


def test_sessions_that_are_over_are_thrown_away(engine: Engine, ann: Person, boss: Person) -> None:
    signed_in(engine, "Boss", NOW)
    signed_in(engine, "Ann", NOW)
    kept = signed_in(engine, "Ann", NOW + 23 * HOUR)
    store.admit_guest(engine, NOW)
    assert store.purge_sessions(engine, NOW + 30 * MINUTE - 1) == 0
    assert store.purge_sessions(engine, NOW + 30 * MINUTE) == 1
    assert store.purge_sessions(engine, NOW + 2 * HOUR) == 2
    assert store.purge_sessions(engine, NOW + 24 * HOUR) == 0
    assert store.find_session(engine, kept, NOW + 24 * HOUR) is not None


# Guests


def test_a_guest_needs_no_account(engine: Engine) -> None:
    guest = come_in(engine)
    session = guest.session
    assert (session.role, session.guest) == ("player", True)
    assert session.person.startswith("Guest ") and session.person[6:].isdigit()
    assert store.find_session(engine, guest.token.open(), NOW) == session
    assert store.list_people(engine) == ()
    assert store.find_person(engine, session.person) is None
    assert is_refused(engine, "", NOW, session.person)
    assert store.revoke_all(engine, session.person, NOW) == 1


def test_no_two_guests_have_one_name(
    engine: Engine, second_engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(41)
    monkeypatch.setattr("secrets.randbelow", lambda _count: chance.randrange(8))
    came = at_once(
        lambda one=one: store.admit_guest(one, NOW)  # type: ignore[misc]
        for one in [engine, second_engine] * 4
    )
    names = {one.session.person for one in came if isinstance(one, SignedIn)}
    assert names == {f"Guest {100_000 + number}" for number in range(8)}, "seed 41"


# The first admin


def test_a_floor_has_so_many_guests(engine: Engine, ann: Person) -> None:
    signed_in(engine)
    for _ in range(3):
        assert isinstance(store.admit_guest(engine, NOW, 3), SignedIn)
    full = refuse(Code.GUESTS_FULL)
    assert store.admit_guest(engine, NOW, 3) == full
    assert store.admit_guest(engine, NOW, 0) == full
    store.purge_sessions(engine, NOW + 2 * HOUR)
    assert isinstance(store.admit_guest(engine, NOW, 3), SignedIn)


def test_a_name_for_a_guest_is_not_looked_for_for_ever(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrets, "randbelow", lambda _most: 7)
    assert isinstance(store.admit_guest(engine, NOW), SignedIn)
    assert isinstance(store.admit_guest(engine, NOW), Refused)


def test_the_first_admin_comes_in_by_a_code_that_works_once(engine: Engine) -> None:
    code = first_admin.first_admin_code(engine, NOW)
    assert code is not None
    boss = first_admin.claim_admin(engine, code.lower(), "Boss", GOOD, NOW + 1)
    assert boss == Person("Boss", "admin", created=NOW + 1) == person(engine, "Boss")
    assert not is_refused(engine, GOOD, NOW, "Boss")
    with pytest.raises(InputError, match="That code is not good"):
        first_admin.claim_admin(engine, code, "Crook", GOOD, NOW + 2)
    assert first_admin.first_admin_code(engine, NOW) is None
    assert store.list_people(engine) == (boss,)
    with engine.connect() as connection:
        assert connection.execute(select(settings)).all() == []


def test_a_bad_claim_leaves_the_code_as_it_was(engine: Engine, ann: Person) -> None:
    code = first_admin.first_admin_code(engine, NOW)
    assert code is not None
    before = everything(engine)
    for bad in ("", code[:-1], "ABCD-EFGH-JKLM-NPQR-STUV", "\x00", "\ud800", "%", "x" * 100_000):
        with pytest.raises(InputError, match="That code is not good"):
            first_admin.claim_admin(engine, bad, "Boss", GOOD, NOW)
    for name, password in (("Boss", "482913"), ("", GOOD), ("ANN", GOOD), ("Guest 1", GOOD)):
        with pytest.raises(InputError):
            first_admin.claim_admin(engine, code, name, password, NOW)
    assert everything(engine) == before
    first_admin.claim_admin(engine, code, "Boss", GOOD, NOW)


def test_a_code_is_good_for_a_day(engine: Engine) -> None:
    code = first_admin.first_admin_code(engine, NOW)
    assert code is not None
    with pytest.raises(InputError, match="That code is not good"):
        first_admin.claim_admin(engine, code, "Boss", GOOD, NOW + ADMIN_CODE_LASTS)
    later = first_admin.first_admin_code(engine, NOW + ADMIN_CODE_LASTS)
    assert later is not None
    with engine.connect() as connection:
        assert len(connection.execute(select(settings)).all()) == 1
    first_admin.claim_admin(engine, later, "Boss", GOOD, NOW + 2 * ADMIN_CODE_LASTS - 1)


def test_every_process_that_starts_has_a_code_and_one_claim_ends_them(
    engine: Engine, second_engine: Engine
) -> None:
    codes = at_once(
        lambda one=one: first_admin.first_admin_code(one, NOW)  # type: ignore[misc]
        for one in [engine, second_engine] * 2
    )
    assert len({str(code) for code in codes}) == 4
    read_slowly(engine)
    came = at_once(
        lambda code=code, number=number: first_admin.claim_admin(  # type: ignore[misc]
            engine, str(code), f"Boss {number}", GOOD, NOW
        )
        for number, code in enumerate(codes)
    )
    assert len([one for one in came if isinstance(one, Person)]) == 1
    assert len(store.list_people(engine)) == 1


def test_there_is_no_code_while_an_admin_is_active(engine: Engine, boss: Person) -> None:
    assert first_admin.first_admin_code(engine, NOW) is None
    with engine.begin() as connection:
        connection.execute(update(people).values(active=False))
    code = first_admin.first_admin_code(engine, NOW)
    assert code is not None
    store.add_person(engine, "Other", "admin", GOOD, NOW)
    with pytest.raises(InputError, match="That code is not good"):
        first_admin.claim_admin(engine, code, "Crook", GOOD, NOW)


# Secrets


def test_no_secret_is_in_the_database_or_in_anything_shown(
    engine: Engine, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    code = first_admin.first_admin_code(engine, NOW)
    assert code is not None
    kept = everything(engine)
    first_admin.claim_admin(engine, code, "Boss", GOOD, NOW)
    store.add_person(engine, "Dee", "dealer", "482913", NOW)
    came = store.sign_in(engine, "Boss", GOOD, NOW)
    assert isinstance(came, SignedIn)
    refused = store.sign_in(engine, "Boss", BAD, NOW)
    guest = come_in(engine)
    shown = [repr(one) + str(one) for one in (came, refused, guest, *store.list_people(engine))]
    secrets = (GOOD, BAD, "482913", code, code.replace("-", ""))
    tokens = (came.token.open(), guest.token.open())
    for secret in (*secrets, *tokens):
        assert not any(secret in one for one in (*kept, *everything(engine), *shown, caplog.text))
    with engine.connect() as connection:
        digests = [*connection.scalars(select(people.c.password)).all()]
        digests += connection.scalars(select(sessions.c.token)).all()
    for digest in digests:
        assert not any(digest in one for one in (*shown, caplog.text))


@pytest.mark.parametrize("deed", ["add", "sign in", "find", "guest", "claim"])
def test_no_error_of_the_database_tells_a_secret(engine: Engine, ann: Person, deed: str) -> None:
    token = signed_in(engine)
    code = first_admin.first_admin_code(engine, NOW)
    assert code is not None
    with engine.connect() as connection:
        stored = connection.scalars(select(people.c.password)).one()
        digest = connection.scalars(select(sessions.c.token)).one()
        code_digest = connection.scalars(select(settings.c.value)).one().split()[1]
    with engine.begin() as connection:
        # The columns that each of these touches last are gone.
        for table in ("people", "sessions"):
            connection.execute(text(f"ALTER TABLE {table} RENAME COLUMN created TO made"))
        connection.execute(text("ALTER TABLE settings RENAME COLUMN value TO worth"))
    deeds: dict[str, Callable[[], object]] = {
        "add": lambda: store.add_person(engine, "Bob", "player", BAD, NOW),
        "sign in": lambda: store.sign_in(engine, "Ann", GOOD, NOW),
        "find": lambda: store.find_session(engine, token, NOW),
        "guest": lambda: store.admit_guest(engine, NOW),
        "claim": lambda: first_admin.claim_admin(engine, code, "Boss", GOOD, NOW),
    }
    with pytest.raises(DBAPIError) as failed:
        deeds[deed]()
    error = failed.value
    told = str(error) + repr(error) + repr(vars(error))
    told += "".join(traceback.format_exception_only(error))
    for secret in (GOOD, BAD, token, code, stored, digest, code_digest[:40], "$argon2id"):
        assert secret not in told
