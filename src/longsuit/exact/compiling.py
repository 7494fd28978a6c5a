"""A word to who waits: the first run ever compiles the kernels, later ones load them."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_PATIENCE = 1.0
"""Seconds. Loading compiled code from the cache takes a fraction of this."""


@contextmanager
def compiling(*kernels: Any) -> Iterator[None]:
    """Say once, on standard error, that kernels are being compiled, if it takes a while."""

    def tell() -> None:
        if not all(kernel.signatures for kernel in kernels):
            sys.stderr.write("Compiling the solver; only the first run waits for this ...\n")
            sys.stderr.flush()

    timer = threading.Timer(_PATIENCE, tell)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
