"""The front desk: finds the command, and loads nothing else.

`longsuit --help` must be quick, so commands are named here and imported only when called.
"""

import os
import sys
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import Any

COMMANDS: dict[str, tuple[str, str]] = {
    "games": ("longsuit.cli.games", "the games, their wagers, their paytables"),
    "game": ("longsuit.cli.game", "a game of your own as a file, checked"),
    "paytables": ("longsuit.cli.paytables", "every paytable: house edge, hit rate, source"),
    "play": ("longsuit.cli.play", "a table in the terminal, with a coach"),
    "train": ("longsuit.cli.train", "drills for players and dealers, judged exactly"),
    "analyze": ("longsuit.cli.analyze", "a game solved exactly, or one wager priced"),
    "figures": ("longsuit.cli.figures_command", "printed house edges beside ours"),
    "record": ("longsuit.cli.record", "what others have published, beside ours"),
    "certificate": ("longsuit.cli.certificate", "a house edge for anyone to check"),
    "strategy": ("longsuit.cli.strategy", "strategies: the best, short ones, your own, priced"),
    "advise": ("longsuit.cli.advise", "the exact value of each action open to a hand"),
    "simulate": ("longsuit.cli.simulate", "many rounds played out, on every core or a cluster"),
    "lab": ("longsuit.cli.lab", "the benches of the lab: tables and charts of any input"),
    "faceup": ("longsuit.cli.faceup", "what seeing the other hands is worth"),
    "design": ("longsuit.cli.design", "paytables that meet a house edge, proposed"),
    "report": ("longsuit.cli.report", "a PAR sheet, as PDF or HTML"),
    "paper": ("longsuit.cli.paper", "controls, rack cards, submissions, reviews of a floor"),
    "mcp": ("longsuit.cli.mcp", "exact figures for assistants, over MCP"),
    "verify-round": ("longsuit.cli.verify_round", "a round's shuffle checked from its opened seed"),
    "audit": ("longsuit.cli.audit", "the whole log recomputed, and the first thing wrong"),
    "witness": ("longsuit.cli.witness", "another house's log watched and signed"),
    "serve": ("longsuit.cli.serve", "the floor: tables for real, behind an API"),
    "people": ("longsuit.cli.people", "who may sign in: list, add, change"),
    "register": ("longsuit.cli.register", "approvals, equipment and limits of the law on file"),
    "program": ("longsuit.cli.program", "version and digest of the program's own files"),
    "day": ("longsuit.cli.day", "a floor's day: hold beside theory, meters, the ledger"),
    "upgrade": ("longsuit.cli.upgrade", "a floor of an older version, brought up to date"),
    "rebuild": ("longsuit.cli.rebuild", "what is written beside the log, made anew from it"),
    "key": ("longsuit.cli.key", "the key of a floor's secrets: show, change, export, import"),
    "backup": ("longsuit.cli.backup", "a copy of a floor, made while it runs"),
    "restore": ("longsuit.cli.restore", "a floor put back from a copy"),
}

_USAGE = """\
Usage: longsuit COMMAND [OPTIONS]

The flush family of casino table games: played, priced and proved.
longsuit games lists them; a GAME may be a file of your own.
"""


def main(argv: list[str] | None = None) -> int:
    """Run one command; the exit code is 0, 1 for a failed check, 2 for bad input."""
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    if sys.stdout is None:
        print("longsuit: standard output is closed.", file=sys.stderr)
        return 2
    try:
        code = _answer(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except (BrokenPipeError, _ReaderGone):
        # The reader of our output has gone, as `head` does: nothing is left to say.
        _drop_output()
        return 0
    except OSError as error:
        _drop_output()
        return _refuse("longsuit", _unwritten(error))
    return code


def _drop_output() -> None:
    """Nothing may be said of the output when Python closes it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _answer(args: list[str]) -> int:
    if not args or args[0] in ("-h", "--help", "help"):
        print(help_text())
        return 0
    if args[0] in ("-V", "--version"):
        from longsuit.version import __version__

        print(f"longsuit {__version__}")
        return 0
    if args[0] not in COMMANDS:
        print(f"longsuit: there is no command '{args[0]}'; see longsuit --help.", file=sys.stderr)
        return 2
    return _run(args[0], args[1:])


def help_text() -> str:
    """The commands, a line each."""
    width = max(map(len, COMMANDS))
    lines = [f"  {name:<{width}}  {does}" for name, (_, does) in COMMANDS.items()]
    return "\n".join([_USAGE, "Commands:", *lines, "", "longsuit COMMAND --help says more."])


def _run(name: str, args: list[str]) -> int:
    import typer

    from longsuit.core.errors import InputError
    from longsuit.extras import name_extra

    settings = {"help_option_names": ["-h", "--help"]}
    app = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings=settings)
    try:
        module = import_module(COMMANDS[name][0])
        # A command with parts, such as `strategy export`, names them; others have just `run`.
        parts = getattr(module, "commands", None) or {name: module.run}
        for part, run in parts.items():
            app.command(part, context_settings=settings)(_closing(run))
        command = typer.main.get_command(app)
        code = command.main(args, prog_name=f"longsuit {name}", standalone_mode=False)
    except InputError as error:
        return _refuse(f"longsuit {name}", str(error))
    except typer.TyperException as error:
        describe = getattr(error, "format_message", None)
        return _refuse(f"longsuit {name}", describe() if describe else str(error))
    except OSError as error:
        return _refuse(f"longsuit {name}", _unwritten(error))
    except ModuleNotFoundError as error:
        sentence = name_extra(error)
        if sentence is None:
            raise
        return _refuse(f"longsuit {name}", sentence)
    except typer.Abort:
        return 130
    return int(code or 0)


class _ReaderGone(Exception):
    """Whoever read our output has closed it."""


def _closing(run: Callable[..., Any]) -> Callable[..., Any]:
    """The command, but that Typer does not see a closed output and call it a failure."""

    @wraps(run)
    def watched(*args: Any, **options: Any) -> Any:
        try:
            code = run(*args, **options)
            sys.stdout.flush()
        except BrokenPipeError:
            raise _ReaderGone from None
        return code

    return watched


def _unwritten(error: OSError) -> str:
    what = error.filename or "The result could not be written"
    return f"{what}: {error.strerror or error}."


def _refuse(who: str, sentence: str) -> int:
    print(f"{who}: {' '.join(sentence.split())}", file=sys.stderr)
    return 2
