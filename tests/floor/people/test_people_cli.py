"""`longsuit people change`: whoever has the database mends what nobody else can."""

import io
import json
import sys

import pytest
from sqlalchemy import Engine
from tests.floor.people.staffed import BAD, GOOD, NOW
from tests.floor.told import told

from longsuit.cli import operator
from longsuit.cli.main import main
from longsuit.floor.audit.run import audit
from longsuit.floor.edges import MACHINE
from longsuit.floor.engine.clock import Clock
from longsuit.floor.people.changes import PEOPLE
from longsuit.floor.people.identity import SignedIn
from longsuit.floor.store import people_rows as store
from longsuit.floor.store.event_log import Log


class Shell:
    """Somebody at the machine."""

    def __init__(
        self,
        database: str,
        patch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        self.database, self.patch, self.capsys = database, patch, capsys

    def __call__(self, *args: str, typed: str = "") -> tuple[int, str, str]:
        self.patch.setattr(sys, "stdin", io.StringIO(f"{typed}\n"))
        code = main(["people", "change", *args, "--db", self.database])
        told = self.capsys.readouterr()
        return code, told.out, told.err


@pytest.fixture
def shell(
    database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Shell:
    return Shell(database, monkeypatch, capsys)


@pytest.fixture
def ada(engine: Engine) -> Engine:
    store.add_person(engine, "Ada", "admin", GOOD, NOW)
    store.add_person(engine, "Ann", "player", "482913", NOW)
    return engine


def may_come_in(engine: Engine, name: str, password: str) -> bool:
    return isinstance(store.sign_in(engine, name, password, NOW + 1), SignedIn)


def test_a_lost_password_is_mended(ada: Engine, shell: Shell) -> None:
    for _ in range(5):
        store.sign_in(ada, "Ada", BAD, NOW)
    assert not may_come_in(ada, "Ada", GOOD)
    assert shell("Ada", "--password", "--unlock", typed=BAD) == (
        0,
        "Ada may sign in as admin.\n",
        "",
    )
    assert may_come_in(ada, "Ada", BAD)
    record = next(one for one in Log(ada).read(PEOPLE) if one.command == "change")
    assert record.who == "operator"
    assert [event["type"] for event in told(record)] == [
        "PasswordChanged",
        "AccountUnlocked",
    ]
    assert audit(Log(ada)).clean


def test_roles_and_accounts(ada: Engine, shell: Shell) -> None:
    assert shell("Ann", "--close") == (0, "Ann may not sign in.\n", "")
    assert not may_come_in(ada, "Ann", "482913")
    assert shell("Ann", "--reopen", "--role", "dealer")[1] == "Ann may sign in as dealer.\n"
    assert may_come_in(ada, "Ann", "482913")
    code, out, _ = shell("Ann", "--role", "auditor", "--password", "--json", typed=GOOD)
    assert code == 0
    assert json.loads(out) == {"name": "Ann", "role": "auditor", "active": True}
    assert audit(Log(ada)).clean


@pytest.mark.parametrize(
    ("args", "typed", "sentence"),
    [
        ((), "", "Say what is to change: --role, --close, --reopen, --password, --unlock."),
        (("--role", "king"), "", "A role is one of player, dealer, supervisor, auditor, admin."),
        (("--role", "auditor"), "", "The last admin stays one: make another first."),
        (("--close",), "", "The last admin stays one: make another first."),
        (("--password",), "short", "A password has 10 to 200 characters."),
        (("--password",), "Ada", "A password has 10 to 200 characters."),
    ],
)
def test_what_cannot_be_is_one_sentence_and_changes_nothing(
    ada: Engine, shell: Shell, args: tuple[str, ...], typed: str, sentence: str
) -> None:
    before = store.list_people(ada), Log(ada).read(PEOPLE)
    assert shell("Ada", *args, typed=typed) == (2, "", f"longsuit people: {sentence}\n")
    assert (store.list_people(ada), Log(ada).read(PEOPLE)) == before


def test_nobody_of_that_name_is_asked_for_no_password(ada: Engine, shell: Shell) -> None:
    assert shell("Bob", "--password", typed=GOOD)[2] == ("longsuit people: No one has that name.\n")


@pytest.mark.parametrize(
    "asked",
    [
        ["people", "change", "Ann", "--close"],
        ["people", "add", "Eve", "--role", "dealer"],
        ["register", "adopt", "wa-300"],
    ],
)
def test_nothing_is_written_by_a_clock_that_is_out(
    ada: Engine, shell: Shell, asked: list[str]
) -> None:
    """It need not be the machine of the database; all that follows would be as far ahead."""
    year = 366 * 24 * 3600 * 1_000_000
    shell.patch.setattr(
        operator, "Clock", lambda whose: Clock(lambda: MACHINE.wall() + year, whose=whose)
    )
    shell.patch.setattr(sys, "stdin", io.StringIO(f"{GOOD}\n"))
    before = Log(ada).heads()
    assert main([*asked, "--db", shell.database]) == 2
    why = "This machine's clock is 366 days ahead of the database's."
    said = f"longsuit {asked[0]}: {why} Nothing is written until it is right.\n"
    assert shell.capsys.readouterr().err == said
    assert Log(ada).heads() == before
