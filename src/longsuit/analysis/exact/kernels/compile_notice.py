"""A word to who waits: the first run ever compiles the kernels, later ones load them."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from numba.core import event


class _Waiting(event.Listener):
    """Says once, on standard error, that something is being compiled."""

    def __init__(self) -> None:
        self._said = False

    def on_start(self, _event: event.Event) -> None:
        if not self._said:
            self._said = True
            sys.stderr.write("Compiling the solver; only the first run waits for this ...\n")
            sys.stderr.flush()

    def on_end(self, _event: event.Event) -> None:
        """Nothing to say."""


@contextmanager
def compiling() -> Iterator[None]:
    """Tell of any compilation within; what comes from the cache is silent."""
    with event.install_listener("numba:compile", _Waiting()):
        yield
