"""The Must Hit secret: drawn once a cycle, sealed by a commitment, opened after the hit (PRG-11).

One secret of 32 random bytes decides everything about a cycle: the trigger, and which of the
registered seats wins when it is reached. Only the commitment is published. Once the secret is
opened anyone can compute all three again with SHA-256 and SHAKE-256.
"""

import hashlib
from collections.abc import Sequence
from typing import NoReturn

from msgspec import Struct

from longsuit.core.money import Cents

SECRET_BYTES = 32


class WrongSecret(Exception):
    """A secret is missing, or is not the one that was promised: nothing is drawn with it."""


class Cycle(Struct, frozen=True):
    """One life of a Must Hit meter, from reseed to award, with the range of its trigger."""

    meter: str
    number: int
    above: Cents
    """The meter when the trigger was drawn; the trigger is above it."""
    by: Cents
    """The must-hit-by amount: the trigger is never above it."""

    @property
    def name(self) -> bytes:
        """What sets this cycle's hashes apart from those of any other."""
        return f"{self.meter}\n{self.number}\n{self.above}\n{self.by}\n".encode()


class Secret:
    """Random bytes that no print, log, copy or message shows; `open` is the only way in."""

    __slots__ = ("_content", "kept")

    def __init__(self, content: bytes) -> None:
        if len(content) != SECRET_BYTES:
            raise ValueError(f"a secret has {SECRET_BYTES} bytes")
        self._content = content
        self.kept: tuple[Cycle, Cents] | None = None
        """The trigger of a cycle once it has been worked out; as secret as the rest."""

    def __repr__(self) -> str:
        return "Secret(sealed)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a secret is not copied or sent")

    def open(self) -> bytes:
        """The bytes themselves."""
        return self._content


def commitment(cycle: Cycle, secret: Secret) -> str:
    """What is published when the trigger is sealed: it fixes the secret and tells nothing of it."""
    return hashlib.sha256(b"longsuit must hit seal\n" + cycle.name + secret.open()).hexdigest()


def trigger(cycle: Cycle, secret: Secret) -> Cents:
    """The amount at which the meter is awarded: uniform over whole cents above the reseed."""
    if secret.kept is None or secret.kept[0] != cycle:
        span = max(cycle.by - cycle.above, 1)
        message = b"longsuit must hit trigger\n" + cycle.name + secret.open()
        secret.kept = cycle, cycle.by - _uniform(message, span)
    return secret.kept[1]


def winner(cycle: Cycle, secret: Secret, table: str, number: int, seats: Sequence[int]) -> int:
    """The seat that wins, drawn uniformly from the seats registered in that round of that table."""
    place = f"{table}\n{number}\n{','.join(map(str, seats))}\n".encode()
    label = b"longsuit must hit winner\n" + cycle.name + place
    return seats[_uniform(label + secret.open(), len(seats))]


def _uniform(message: bytes, count: int) -> int:
    """A number from 0 to count - 1 without bias: what would favour the low ones is passed over."""
    size = (count.bit_length() + 7) // 8 + 1
    limit = 256**size // count * count
    tries = 0
    while True:
        tries += 1
        stream = hashlib.shake_256(message).digest(size * tries)
        drawn = int.from_bytes(stream[-size:], "big")
        if drawn < limit:
            return drawn % count
