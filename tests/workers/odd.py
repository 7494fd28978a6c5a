"""A worker for tests, whose jobs wait, fail, crash, grow and say too much."""

import os
import signal
import time
from pathlib import Path

from longsuit.core.errors import InputError
from longsuit.workers.job import Job, Tell
from longsuit.workers.worker import run


class Say(Job[str], frozen=True):
    """Gives back what it was given, and prints it, which is nobody's message."""

    text: str
    gives = str

    def do(self, _tell: Tell, /) -> str:
        print(self.text)
        return self.text


class Known(Say, frozen=True):
    kept = True


class Who(Job[int], frozen=True):
    """The number of the process."""

    gives = int

    def do(self, _tell: Tell, /) -> int:
        return os.getpid()


class First(Who, frozen=True):
    quick = True


class Wait(Job[str], frozen=True):
    """Until a file is there, telling how far it is; it notes in another that it was begun."""

    gate: str
    begun: str = ""
    name: str = ""
    gives = str
    busy = "Too many wait."
    of_one = 100

    def do(self, tell: Tell, /) -> str:
        if self.begun:
            with Path(self.begun).open("a") as file:
                file.write(f"{self.name}\n")
        while not Path(self.gate).exists():
            tell(1, 2, "waiting")
            time.sleep(0.01)
        return self.name


class WaitAlone(Wait, frozen=True):
    of_one = 2


class Stuck(Job[None], frozen=True):
    """Never ends, and tells nothing."""

    gives = None
    seconds = 1

    def do(self, _tell: Tell, /) -> None:
        time.sleep(3600)


class Deaf(Job[None], frozen=True):
    """Tells that it has begun, and nothing after that."""

    gives = None

    def do(self, tell: Tell, /) -> None:
        tell(1, 2, "deaf")
        time.sleep(3600)


class Crash(Job[None], frozen=True):
    """Ends its process, and has noted before that it was begun."""

    begun: str
    gives = None

    def do(self, _tell: Tell, /) -> None:
        with Path(self.begun).open("a") as file:
            file.write("begun\n")
        os.kill(os.getpid(), signal.SIGKILL)


class Refuse(Job[None], frozen=True):
    gives = None

    def do(self, _tell: Tell, /) -> None:
        raise InputError("There are no such cards.")


class Fail(Job[None], frozen=True):
    gives = None

    def do(self, _tell: Tell, /) -> None:
        raise ZeroDivisionError


class Grow(Job[int], frozen=True):
    """Takes that much memory."""

    megabytes: int
    gives = int

    def do(self, _tell: Tell, /) -> int:
        return len(bytearray(self.megabytes * 1024 * 1024))


class Much(Job[bytes], frozen=True):
    """Tells that many bytes."""

    size: int
    gives = bytes

    def do(self, _tell: Tell, /) -> bytes:
        return bytes(self.size)


class Environment(Job[list[str]], frozen=True):
    """What the process knows from where it was started, and how it stands to others."""

    gives = list[str]

    def do(self, _tell: Tell, /) -> list[str]:
        return [*os.environ, f"nice {os.nice(0)}"]


if __name__ == "__main__":
    run(
        Say | Known | Who | First | Wait | WaitAlone | Stuck | Deaf | Crash | Refuse | Fail | Grow
        | Much | Environment
    )  # fmt: skip
