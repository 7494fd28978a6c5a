"""`longsuit serve` and `longsuit people` as processes: from start to a clean end."""

import errno
import io
import json
import os
import pty
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from tests.api.serving import PASSWORD, Caller, heard
from tests.floor.playing import PATIENCE
from tests.plain_http import PLAIN

from longsuit.cli import serve
from longsuit.cli.main import main
from longsuit.core.errors import InputError
from longsuit.floor.engine import committer
from longsuit.floor.secrets.keys import KEY_VARIABLE
from longsuit.floor.service.floor import Floor
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.transactions import Unavailable

CODE = re.compile(r"[2-9A-Z]{4}(?:-[2-9A-Z]{4}){4}")


def environment() -> dict[str, str]:
    """Without the key of the tests: the server makes one of its own."""
    return {name: value for name, value in os.environ.items() if name != KEY_VARIABLE}


@contextmanager
def serving(
    folder: Path, *options: str, said: list[str] | None = None
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The server in a process of its own, and its address; its first line goes to `said`."""
    program = "import sys; from longsuit.cli.main import main; sys.exit(main(sys.argv[1:]))"
    process = subprocess.Popen(
        [sys.executable, "-c", program, "serve", "--port", "0", *options],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    assert process.stdout is not None and process.stderr is not None
    try:
        line = process.stdout.readline()
        if said is not None:
            said.append(line)
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        if not found:
            process.kill()
            pytest.fail(f"no address: {line!r} {process.stderr.read()}", pytrace=False)
        yield process, found[0]
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT], ids=["TERM", "INT"])
def test_it_serves_and_ends_cleanly(tmp_path: Path, ending: signal.Signals) -> None:
    with serving(tmp_path) as (process, address):
        with httpx.Client(base_url=address, timeout=PATIENCE, verify=PLAIN) as http:
            told = http.post("/api/guests").json()
            assert "server" not in http.get("/health").headers
        guest = Caller(address, told["token"], told["name"])
        assert guest.must("chase", "SitDown", seat=1, stack=100_000)["ok"]
        with guest.feed("chase") as feed:
            heard(feed)
            process.send_signal(ending)
            assert process.wait(PATIENCE) == 0
        guest.http.close()
        assert process.stdout is not None and process.stderr is not None
        assert not CODE.search(process.stdout.read()), "the code is for a terminal"
        lines = process.stderr.read().splitlines()
    there = {path.name for path in tmp_path.iterdir()}
    assert "longsuit.db" in there and not any("key" in name for name in there)
    log = [json.loads(line) for line in lines]
    assert {line["event"] for line in log} == {"runs table", "requests"}
    assert not CODE.search("\n".join(lines)) and told["token"] not in "\n".join(lines)
    with serving(tmp_path) as (_, address), Caller(address, told["token"]).http as http:
        # Leases were given up, and the session and the seat are as they were.
        view = http.get("/api/tables/chase").json()
        assert view["round"]["seats"][0]["player"] == told["name"]


def test_the_code_is_shown_on_a_terminal_once(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    program = "import sys; from longsuit.cli.main import main; sys.exit(main(sys.argv[1:]))"
    with subprocess.Popen(
        [sys.executable, "-c", program, "serve", "--port", "0"],
        cwd=tmp_path,
        env=environment(),
        stdout=theirs,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        os.close(theirs)
        said = ""
        while not (code := CODE.search(said)):
            said += os.read(ours, 4096).decode()
        found = re.search(r"http://127\.0\.0\.1:\d+", said)
        assert found
        with httpx.Client(base_url=found[0], timeout=PATIENCE, verify=PLAIN) as http:
            claim = {"code": code[0].lower(), "name": "Ada", "password": PASSWORD}
            assert http.post("/api/admin-claim", json=claim).status_code == 201
            assert http.post("/api/admin-claim", json=claim).status_code == 409
        process.terminate()
        assert process.stderr is not None
        assert code[0] not in process.stderr.read()
    os.close(ours)
    assert process.returncode == 0


@pytest.mark.parametrize("as_json", [False, True])
def test_the_code_is_shown_anywhere_if_asked_for(tmp_path: Path, as_json: bool) -> None:
    options = ["--show-code", *(["--json"] if as_json else [])]
    lines: list[str] = []
    with serving(tmp_path, *options, said=lines) as (process, address):
        assert process.stdout is not None
        if as_json:
            told = json.loads(lines[0])
            assert told["address"] == address
            code = told["code"]
        else:
            line = process.stdout.readline()
            assert line.startswith("Nobody is admin yet. This code makes one, once: ")
            code = line.split()[-1]
        assert CODE.fullmatch(code)
        with httpx.Client(base_url=address, timeout=PATIENCE, verify=PLAIN) as http:
            claim = {"code": code, "name": "Ada", "password": PASSWORD}
            assert http.post("/api/admin-claim", json=claim).status_code == 201
    with serving(tmp_path, *options, said=lines):
        assert "code" not in lines[1]


def test_a_database_that_takes_no_commit_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A disk that is full when the floor starts."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(serve, "set_up_logs", lambda: None)
    monkeypatch.setattr(committer, "TRIES", 1)

    def full(*_: object) -> None:
        raise Unavailable("OperationalError")

    def said() -> str:
        assert main(["serve", "--port", "0"]) == 2
        told = capsys.readouterr()
        assert "Traceback" not in told.err
        return told.err.splitlines()[-1]

    with monkeypatch.context() as patch:
        patch.setattr(Log, "write", full)
        sentence = "longsuit serve: The database sqlite:///longsuit.db takes no commit now."
        assert said() == sentence
    with monkeypatch.context() as patch:
        patch.setattr(serve, "first_admin_code", full)
        assert said() == sentence
    with monkeypatch.context() as patch:
        no_space = OSError(errno.ENOSPC, "No space left on device")
        patch.setattr(serve, "Floor", lambda *_, **__: (_ for _ in ()).throw(no_space))
        assert said().endswith("cannot be opened: No space left on device.")


def test_only_an_address_that_was_given_is_told_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What it listens at, 0.0.0.0 say, would send clients of the other servers to themselves."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(serve, "set_up_logs", lambda: None)

    def told(*options: str) -> str:
        class Told(Floor):
            def start(self) -> None:
                super().start()
                raise InputError(f"{self.leases.owner.partition('#')[0]} {self.owner('chase')!r}")

        with monkeypatch.context() as patch:
            patch.setattr(serve, "Floor", Told)
            assert main(["serve", "--port", "0", *options]) == 2
        return capsys.readouterr().err.splitlines()[-1]

    assert told() == f"longsuit serve: {socket.gethostname()[:60]} ''"
    assert told("--host", "0.0.0.0") == f"longsuit serve: {socket.gethostname()[:60]} ''"
    given = "https://floor-a.example.com"
    assert told("--address", given) == f"longsuit serve: {given} {given!r}"


def test_what_is_wrong_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(serve, "set_up_logs", lambda: None)
    (tmp_path / "no.db").write_text("this is no database " * 100, encoding="utf-8")
    (tmp_path / "floor.toml").write_text('[[table]]\nid = "T1"\ngame = "poker"', encoding="utf-8")

    def said(*options: str) -> str:
        assert main(["serve", *options]) == 2
        told = capsys.readouterr()
        assert not told.out and "Traceback" not in told.err
        (line,) = told.err.splitlines()
        return line

    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        taken = f"longsuit serve: Port {port} of 127.0.0.1 is taken by another program."
        assert said("--port", port) == taken
    free = ("--port", "0")
    assert said(*free, "--db", "no.db").startswith("longsuit serve: The database no.db")
    assert "missing/floor.db" in said(*free, "--db", "missing/floor.db")
    assert "password" not in said(*free, "--db", "postgresql://me:password@127.0.0.1:1/floor")
    assert "SQLite or PostgreSQL" in said(*free, "--db", "mysql://x/y")
    assert "There is no game 'poker'" in said(*free, "--config", "floor.toml")
    assert "cannot be read" in said(*free, "--config", "none.toml")
    assert "There is no address" in said(*free, "--host", "no such host")
    assert "is a URL" in said(*free, "--address", "floor.example.com")
    assert "--port" in said("--port", "70000")


def test_a_floor_has_one_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(serve, "set_up_logs", lambda: None)
    with serving(tmp_path):
        assert main(["serve", "--port", "0"]) == 2
    told = capsys.readouterr().err
    assert told == "longsuit serve: Another server runs the floor in longsuit.db.\n"


# People


def test_people_are_added_while_the_floor_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    def run(*args: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{typed}\n"))
        code = main(["people", *args])
        told = capsys.readouterr()
        return code, told.out, told.err

    with serving(tmp_path) as (_, address):
        added = run("add", "Sue", "--role", "supervisor", typed=PASSWORD)
        assert added == (0, "Sue may sign in as supervisor.\n", "")
        with httpx.Client(base_url=address, timeout=PATIENCE, verify=PLAIN) as http:
            said = {"name": "Sue", "password": PASSWORD}
            assert http.post("/api/sessions", json=said).status_code == 201
    (tmp_path / "empty.db").touch()
    listed = json.loads(run("list", "--json")[1])
    assert listed == [{"name": "Sue", "role": "supervisor", "active": True}]
    shown = run("list")[1]
    assert "Sue" in shown and PASSWORD not in shown
    for args, typed, sentence in (
        (("add", "Sue", "--role", "dealer"), PASSWORD, "There is somebody named Sue already."),
        (("add", "Eve", "--role", "king"), PASSWORD, "A role is one of player, dealer, "),
        (("add", "Eve", "--role", "dealer"), "short", "A password has 10 to 200 characters"),
        (("add", "Eve", "--role", "dealer", "--db", "no/x.db"), PASSWORD, "no database no/x.db"),
        (("add", "Eve", "--role", "dealer", "--db", "typo.db"), PASSWORD, "no database typo.db"),
        (("list", "--db", "typo.db"), "", "There is no database typo.db."),
        (("list", "--db", "empty.db"), "", "empty.db holds no log of Longsuit."),
    ):
        code, out, err = run(*args, typed=typed)
        assert (code, out) == (2, "") and sentence in err, err
        assert (not typed or typed not in err) and len(err.splitlines()) == 1
    assert not (tmp_path / "typo.db").exists() and not (tmp_path / "empty.db").stat().st_size
