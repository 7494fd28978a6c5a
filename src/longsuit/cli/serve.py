"""`longsuit serve`: the floor and its API, until it is told to stop."""

import errno
import json
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Annotated, Any

import structlog
import typer
import uvicorn
from fastapi import FastAPI

from longsuit.api.app import make_app
from longsuit.api.connections import Lines
from longsuit.cli.output import JsonOption
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import known_game
from longsuit.floor.checkpoints.signer import (
    CHECKPOINT_KEY_VARIABLE,
    Signer,
    default_key_file,
    open_signer,
)
from longsuit.floor.config.own_game import bring_game
from longsuit.floor.config.settings import (
    FloorConfig,
    check_tables,
    practice_table,
    read_config,
)
from longsuit.floor.service.floor import Floor, FloorBusy, FloorDown
from longsuit.floor.service.program import authenticate
from longsuit.floor.store.database import (
    DEFAULT_DATABASE,
    DatabaseError,
    hide_password,
    open_to_read,
    sqlite_folder,
)
from longsuit.floor.store.first_admin import first_admin_code
from longsuit.floor.store.transactions import Unavailable

DbOption = Annotated[str, typer.Option("--db", help="The floor: a file, or postgresql://...")]
_LARGEST_PORT = 65535
_LARGEST_FRAME = 65536
"""What a page says is small, and so is a command."""
_GRACE_SECONDS = 5
_TURN_SECONDS = 0.0005
"""How long a thread keeps the interpreter while another waits for it."""
_BACKLOG = 1024
_LONGEST_ADDRESS = 70


def run(
    db: DbOption = DEFAULT_DATABASE,
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=_LARGEST_PORT, help="The port; 0 for any that is free.")
    ] = 8080,
    config: Annotated[
        Path | None, typer.Option(help="The floor's TOML file; without it, practice tables.")
    ] = None,
    games: Annotated[
        list[Path] | None,
        typer.Option(
            "--game",
            help="One more practice table: of a game of `longsuit games`, or of your own file.",
            show_default=False,
        ),
    ] = None,
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="Trust the X-Forwarded headers of a proxy here.")
    ] = False,
    address: Annotated[
        str,
        typer.Option(help="The URL by which other servers of the floor reach this one."),
    ] = "",
    pages: Annotated[
        bool, typer.Option("--pages/--no-pages", help="Pages for browsers, or the API alone.")
    ] = True,
    clock_is_right: Annotated[
        bool,
        typer.Option(
            "--clock-is-right",
            help="Go on though the last records are ahead of the clock.",
        ),
    ] = False,
    show_code: Annotated[
        bool,
        typer.Option(
            "--show-code", help="Print the first admin's code even where it may stay in a log."
        ),
    ] = False,
    checkpoint_key: Annotated[
        list[Path] | None,
        typer.Option(
            help="The key that signs checkpoints, not beside the database; twice to change it.",
            envvar=CHECKPOINT_KEY_VARIABLE,
            show_default=False,
        ),
    ] = None,
    checkpoints: Annotated[
        bool, typer.Option("--checkpoints/--no-checkpoints", help="Sign checkpoints of the log.")
    ] = True,
    restored: Annotated[
        bool,
        typer.Option(
            "--restored", help="The database was restored from a copy: record that for good."
        ),
    ] = False,
    as_json: JsonOption = False,
) -> int:
    """Run the floor. Ctrl-C and SIGTERM end it: what is waiting is answered first."""
    _check_address(address)
    set_up_logs()
    know_games(db)
    settings = _with_games(read_config(config), games or [], alone=config is None)
    signer = find_signer(db, checkpoint_key or [], wanted=checkpoints)
    options = {"clock_is_right": clock_is_right, "signer": signer, "restored": restored}
    with closing(open_listener(host, port)) as listener:
        here = f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}"
        # What it listens at may mean another machine elsewhere: only --address is told to others.
        with _running(db, settings, address, **options) as floor:
            with _one_sentence(db):
                code = first_admin_code(floor.database, time.time_ns() // 1000)
            show = show_code or (sys.stdout.isatty() and not as_json)
            _announce(here, code if show else None, code is not None, as_json=as_json)
            _serve(floor, listener, behind_proxy=behind_proxy, pages=pages)
    return 0


def know_games(db: str) -> None:
    """Know the games that a floor's log has, before its configuration names them."""
    # What is wrong with a database is said when it is to be used.
    with suppress(InputError):
        open_to_read(db).dispose()


def _with_games(settings: FloorConfig, files: list[Path], *, alone: bool) -> FloorConfig:
    """The floor with these games; each has a practice table where no configuration has tables."""
    games = [
        bring_game(file) if file.suffix == ".toml" else known_game(str(file)) for file in files
    ]
    if not alone:
        return settings
    tables = (*settings.table, *map(practice_table, games))
    floor = settings.model_copy(update={"table": tables})
    check_tables(floor)
    return floor


def find_signer(db: str, files: list[Path], *, wanted: bool) -> Signer | None:
    """The keys that sign checkpoints. A floor in one file makes its own, on first use."""
    if not wanted:
        return None
    beside = sqlite_folder(db)
    if not files and beside is None:
        # Each server would make one, and witnesses could trust none of them.
        todo = "start every server with the same --checkpoint-key"
        structlog.get_logger().warning("no checkpoints are signed", todo=todo)
        return None
    named = [file.expanduser() for file in files] or [default_key_file("checkpoints")]
    for file in named:
        if beside is not None and file.resolve().parent == beside:
            raise InputError(f"The key {file} lies beside the database: keep it elsewhere.")
    try:
        return open_signer(named, make=beside is not None)
    except InputError as error:
        if files:
            raise
        # Nobody has asked for them: rounds are played without.
        structlog.get_logger().warning("no checkpoints are signed", reason=str(error))
        return None


def _check_address(address: str) -> None:
    if address and not address.startswith(("http://", "https://")):
        raise InputError("An --address is a URL, such as http://10.0.0.5:8080.")
    if len(address) > _LONGEST_ADDRESS:
        raise InputError(f"An --address has {_LONGEST_ADDRESS} characters at most.")


def open_listener(host: str, port: int) -> socket.socket:
    """A socket to listen at, or why there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, so that asyncio lets small answers go at once instead of gathering them.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(_BACKLOG)
        return listener
    except OSError as error:
        listener.close()
        raise _no_listener(host, port, error) from None


def _no_listener(host: str, port: int, error: OSError) -> InputError:
    if isinstance(error, socket.gaierror):
        return InputError(f"There is no address {host} here.")
    if error.errno == errno.EADDRINUSE:
        return InputError(f"Port {port} of {host} is taken by another program.")
    return InputError(f"Port {port} of {host} cannot be had: {os.strerror(error.errno or 0)}.")


@contextmanager
def _running(db: str, settings: FloorConfig, address: str, **options: Any) -> Iterator[Floor]:
    """A floor that runs, and lets go of everything in the end."""
    with _one_sentence(db):
        floor = Floor(db, settings, address=address.rstrip("/"), **options)
        try:
            floor.registry.begin(authenticate(settings.house))
            floor.start()
            floor.registry.note_start(floor.engine.now(), wrong_clock=floor.clock_complaint())
        except BaseException:
            # What has not been started cannot be stopped, and is not what went wrong.
            with suppress(RuntimeError):
                floor.stop()
            raise
    try:
        yield floor
    finally:
        floor.stop()


@contextmanager
def _one_sentence(db: str) -> Iterator[None]:
    """A database that cannot be used is told in a sentence, without what was to be written."""
    try:
        yield
    except FloorBusy:
        raise InputError(
            f"The other servers on {hide_password(db)} keep it busy: start again in a moment."
        ) from None
    except (FloorDown, Unavailable):
        raise InputError(f"The database {hide_password(db)} takes no commit now.") from None
    except DatabaseError as error:
        name = type(error).__name__
        raise InputError(f"The database {hide_password(db)} cannot be used ({name}).") from None
    except OSError as error:
        why = os.strerror(error.errno or 0)
        raise InputError(f"The floor in {hide_password(db)} cannot be opened: {why}.") from None


def _announce(here: str, code: str | None, wanted: bool, *, as_json: bool) -> None:
    """One line with the address, and the code of the first admin where it may be shown."""
    if as_json:
        told = {"address": here} | ({"code": code} if code is not None else {})
        print(json.dumps(told), flush=True)
        return
    print(f"Longsuit is at {here}", flush=True)
    if code is not None:
        print(f"Nobody is admin yet. This code makes one, once: {code}", flush=True)
    elif wanted:
        print("Nobody is admin yet: longsuit people add NAME --role admin makes one.", flush=True)


def _make_app(floor: Floor, *, pages: bool) -> FastAPI:
    app = make_app(floor, warm=True)
    if pages:
        from longsuit.web.mount import add_pages

        add_pages(app)
    return app


def _serve(floor: Floor, listener: socket.socket, *, behind_proxy: bool, pages: bool) -> None:
    server = uvicorn.Server(
        uvicorn.Config(
            _make_app(floor, pages=pages),
            # What it takes for a connection is made by a function, so that connections are counted.
            http=Lines.of_this_process(behind_proxy=behind_proxy).protocol,  # type: ignore[arg-type]
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=behind_proxy,
            ws_max_size=_LARGEST_FRAME,
            timeout_graceful_shutdown=_GRACE_SECONDS,
        )
    )
    # The engine's thread does not wait long for one that answers requests.
    sys.setswitchinterval(_TURN_SECONDS)
    for ending in (signal.SIGINT, signal.SIGTERM):
        # The server ends by itself, and then repeats the signal: by then it has been heard.
        signal.signal(ending, lambda _number, _frame: None)
    server.run(sockets=[listener])


def set_up_logs() -> None:
    """Structured lines to standard error: JSON, or words where that is a terminal.

    Tracebacks are told without variables, which may hold what nobody should read.
    """
    steps: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last: list[Any]
    if sys.stderr.isatty():
        last = [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
    else:
        last = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    structlog.configure(
        processors=[*steps, *last],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    handler = logging.StreamHandler(sys.stderr)
    remove = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(processors=[remove, *last], foreign_pre_chain=[*steps])
    )
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
