"""A server in a process of its own: `longsuit serve`, with a shorter lease and no pauses.

Nothing here is imported that a server does not need: the process is started again and again.
"""

import multiprocessing
import os
import sys
import threading

from argon2 import PasswordHasher

from longsuit.cli.main import main
from longsuit.floor.people.identity import PASSWORDS
from longsuit.floor.secrets.keys import KEY_VARIABLE
from longsuit.floor.service import floor
from longsuit.floor.tables.automation import AT_ONCE


def serve(arguments: list[str], key: str, lease: float, told: str) -> None:
    """Run the command until it ends; what it says goes to a file."""
    threading.Thread(target=end_with_the_tests, daemon=True).start()
    descriptor = os.open(told, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for stream in (1, 2):
        os.dup2(descriptor, stream)
    os.environ.pop(KEY_VARIABLE, None)
    if key:
        os.environ[KEY_VARIABLE] = key
    PASSWORDS.hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    floor.LEASE_SECONDS = lease
    # Robots and the automatic dealer do not pause.
    usual = floor.Floor.__init__.__kwdefaults__
    assert usual is not None
    usual["pace"] = AT_ONCE
    sys.exit(main(["serve", *arguments]))


def end_with_the_tests() -> None:
    """Whoever started this is gone, perhaps killed: it is not to be left behind."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
