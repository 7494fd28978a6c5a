"""`longsuit witness`: somebody else's floor, held to what it has shown before."""

import json
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from longsuit.cli.output import JsonOption
from longsuit.core.errors import InputError
from longsuit.floor.checkpoints.note import SIGNED, Key, is_name
from longsuit.floor.checkpoints.signer import default_key_file, open_signer
from longsuit.floor.checkpoints.witness import (
    Alarm,
    Door,
    HttpDoor,
    Unreachable,
    Witness,
    floor_keys,
)
from longsuit.floor.checkpoints.witness_file import WitnessFile
from longsuit.floor.store.file_lock import lock_beside

_COMMAND_SECONDS = 60


def run(
    floor: Annotated[str, typer.Option(help="The address of the floor.")],
    file: Annotated[Path, typer.Option(help="What this witness has seen of it.")] = Path(
        "witness.jsonl"
    ),
    key: Annotated[
        Path | None, typer.Option(help="This witness's own key; made on first use.")
    ] = None,
    name: Annotated[
        str, typer.Option(help="What this witness is called, such as regulator.example/floor.")
    ] = "",
    floor_key: Annotated[
        list[str] | None,
        typer.Option(help="A public key of the floor, from elsewhere; repeat for each key."),
    ] = None,
    every: Annotated[int, typer.Option(min=1, max=86_400, help="Seconds between looks.")] = 60,
    silence: Annotated[
        int, typer.Option(min=1, max=864_000, help="Seconds of silence that are an alarm.")
    ] = 900,
    once: Annotated[bool, typer.Option("--once", help="Look once, and end.")] = False,
    command: Annotated[
        str, typer.Option(help="A program to call at an alarm; it gets the sentence.")
    ] = "",
    as_json: JsonOption = False,
) -> int:
    """Check that each checkpoint of a floor extends the last, and sign it; else raise an alarm.

    Exit 1 at an alarm. Silence is reported and waited out, except with --once. See
    docs/operations.md.
    """
    called = name or f"{socket.gethostname()}/longsuit"
    if not is_name(called):
        raise InputError("A --name has no spaces and no +, such as regulator.example/floor.")
    told = shlex.split(command) if command else []
    with lock_beside(file, f"Another witness keeps {file}."), _until_told() as stopping:
        signer = open_signer([(key or default_key_file("witness")).expanduser()], make=True)
        own = signer.witness_keys(called)
        kept, door = WitnessFile(file, own), HttpDoor(floor)
        say = _Say(as_json=as_json)
        say("key", str(own[0]))
        _trust(kept, door, [Key.read(one) for one in floor_key or ()], say)
        witness = Witness(door, kept, signer, called, now=_now, silence=silence)
        return _watch(witness, told, stopping, say, every=every, once=once)


def _now() -> int:
    return int(time.time())


class _Say:
    """Lines for people, or one JSON object a line."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json

    def __call__(self, what: str, text: str) -> None:
        print(json.dumps({what: text}) if self._as_json else text, flush=True)


def _trust(kept: WitnessFile, door: Door, given: list[Key], say: _Say) -> None:
    """The keys that the file has; new ones are added by whoever names them."""
    if any(one.kind != SIGNED for one in given):
        raise InputError("A --floor-key is the key of a log, not of a witness.")
    missing = [one for one in given if one not in kept.keys]
    if missing:
        kept.begin([*kept.keys, *missing])
    if kept.keys:
        return
    try:
        found = floor_keys(door)
    except Unreachable as error:
        raise InputError(f"The floor's key is not known, and {error}.") from None
    if not found:
        raise InputError("The floor signs no checkpoints: it has no key.")
    said = "The floor's key is taken on its own word: compare it with what you have from elsewhere."
    say("note", said)
    for one in found:
        say("floor_key", str(one))
    kept.begin(found)


@contextmanager
def _until_told() -> Iterator[threading.Event]:
    """Ctrl-C and SIGTERM end it between two looks."""
    stopping = threading.Event()
    before = {}
    for ending in (signal.SIGINT, signal.SIGTERM):
        before[ending] = signal.signal(ending, lambda _number, _frame: stopping.set())
    try:
        yield stopping
    finally:
        for ending, handler in before.items():
            signal.signal(ending, handler)


def _watch(
    witness: Witness,
    command: list[str],
    stopping: threading.Event,
    say: _Say,
    *,
    every: int,
    once: bool,
) -> int:
    said = ""
    while True:
        try:
            line = witness.look()
            if line != said:
                say("seen", line)
            said = line
        except Alarm as alarm:
            if str(alarm.kind) != said or alarm.final:
                _shout(alarm, command)
            if alarm.final or once:
                return 1
            # Told once, until something else is to be told.
            said = alarm.kind
        if once or stopping.wait(every):
            return 0


def _shout(alarm: Alarm, command: list[str]) -> None:
    print(f"longsuit witness: {alarm}", file=sys.stderr, flush=True)
    if not command:
        return
    try:
        subprocess.run([*command, alarm.kind, str(alarm)], timeout=_COMMAND_SECONDS, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        name = type(error).__name__
        print(f"longsuit witness: {command[0]} failed ({name}).", file=sys.stderr, flush=True)
