"""A job: what a worker is asked for, as a small value, and how it may come to nothing."""

from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from longsuit.core.errors import InputError

T = TypeVar("T")
Tell = Callable[[int, int, str], None]
"""Told how much is done, of how much, and what is being done; it ends a job nobody waits for."""


class Job(Struct, Generic[T], frozen=True, tag=True):
    """All that a worker needs to know. It is encoded, never pickled."""

    gives: ClassVar[Any]
    """The type of the result."""
    quick: ClassVar[bool] = False
    """Takes less than a second: it does not wait behind what takes longer."""
    seconds: ClassVar[int] = 300
    """After so many its worker is killed; a new installation compiles its code meanwhile."""
    of_one: ClassVar[int] = 4
    """Jobs of this kind that one caller may have in the line or in work."""
    kept: ClassVar[bool] = False
    """The same job has the same result, so that the last ones are kept."""
    busy: ClassVar[str] = "The server is busy: try again in a moment."

    def do(self, tell: Tell, /) -> T:
        """Work it out, in a worker."""
        raise NotImplementedError


class Busy(InputError):
    """Too many ask for it at this moment."""

    def __init__(self, words: str, seconds: int = 1) -> None:
        super().__init__(words)
        self.seconds = seconds
        """After which it is worth asking again."""


class Impatient(Busy):
    """One caller asks for too much at once."""


class Ended(Busy):
    """A worker ended before it had the result."""
