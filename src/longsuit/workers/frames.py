"""What the server and a worker say to each other: msgpack after its length, with a limit."""

from functools import cache
from typing import Any, BinaryIO, Literal

import msgspec
from msgspec import Struct

from longsuit.core.round.codec import from_text, to_text

MOST_ASKED = 32 * 1024
"""Bytes of a job. A pipe holds more, so that whoever asks is never held up."""
MOST_TOLD = 16 * 1024 * 1024
"""Bytes of a result; the largest is a PAR sheet."""
_LENGTH = 4
_AROUND = 5 * 1024 * 1024
"""Bytes beside a job or a result: games of files come with one, at most a million characters."""

encode = msgspec.msgpack.Encoder(enc_hook=to_text).encode


class Asked(Struct, frozen=True):
    """A job by its number; without one, nobody waits for that number any more."""

    number: int
    job: bytes = b""
    games: tuple[tuple[str, str], ...] = ()
    """Games of files that the worker has not been told of: name and text of each file."""


class Told(Struct, frozen=True):
    """That a job is begun, how far it is, what came of it, or why nothing did."""

    kind: Literal["begun", "progress", "done", "refused", "failed"]
    text: str = ""
    done: int = 0
    total: int = 0
    result: bytes = b""


@cache
def decoder(wanted: Any) -> "msgspec.msgpack.Decoder[Any]":
    """Reads values of a type; fractions travel as text."""
    return msgspec.msgpack.Decoder(wanted, dec_hook=from_text)


def send(pipe: BinaryIO, message: Asked | Told) -> None:
    """Write one message."""
    content = encode(message)
    pipe.write(len(content).to_bytes(_LENGTH, "big") + content)
    pipe.flush()


def receive(pipe: BinaryIO, most: int) -> bytes:
    """Read one message; EOFError where the other end is gone or says too much."""
    length = int.from_bytes(_exactly(pipe, _LENGTH), "big")
    if length > most + _AROUND:
        raise EOFError
    return _exactly(pipe, length)


def _exactly(pipe: BinaryIO, size: int) -> bytes:
    content = pipe.read(size)
    if len(content) < size:
        raise EOFError
    return content
