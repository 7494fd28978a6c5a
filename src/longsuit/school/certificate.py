"""A certificate of a dealer's drills: a line of text that only the house can have made."""

import base64
import datetime as dt
import hmac
from binascii import Error as NotBase64
from collections.abc import Callable, Mapping
from fractions import Fraction

import msgspec
from msgspec import Struct

from longsuit.core.errors import InputError
from longsuit.school.marks import Tally

KeyedDigest = Callable[[bytes], str]
"""What nobody makes without the house's key."""
PASS = Fraction(9, 10)
"""The share of right points, in each drill, with which a dealer has passed."""
TERMINAL = "Terminal"
"""The drill without which nobody passes."""
LONGEST = 2000
LONGEST_NAME = 60
_PURPOSE = b"longsuit certificate of the school\n"
_DIGITS = 32
NOT_OURS = "This house has not made this certificate."


class Part(Struct, frozen=True):
    """One drill."""

    drill: str
    right: int
    asked: int
    seconds: int


class Certificate(Struct, frozen=True):
    """Who did which drills how well, and when."""

    name: str
    signed_in: bool
    """Whether the name is of an account; otherwise the trainee gave it."""
    day: dt.date
    parts: tuple[Part, ...]
    rounds: tuple[str, ...]
    """The scripted rounds that were run at the terminal."""
    all_rounds: bool

    @property
    def passed(self) -> bool:
        """Whether every scripted round was run, and every drill done well enough."""
        return self.all_rounds and all(one.right >= PASS * one.asked for one in self.parts)


def certify(
    name: str,
    tallies: Mapping[str, Tally],
    rounds: Mapping[str, bool],
    *,
    signed_in: bool,
    day: dt.date,
) -> Certificate:
    """What a trainee has done so far; somebody without a name gets none."""
    tidy = " ".join(name.split())
    if not 1 <= len(tidy) <= LONGEST_NAME or not tidy.isprintable():
        raise InputError(f"A name has from 1 to {LONGEST_NAME} letters.")
    parts = tuple(
        Part(drill, one.right, one.asked, round(one.seconds))
        for drill, one in tallies.items()
        if one.asked
    )
    if not any(one.drill == TERMINAL for one in parts):
        raise InputError("Run a round at the terminal first.")
    run = tuple(title for title, done in rounds.items() if done)
    return Certificate(tidy, signed_in, day, parts, run, all(rounds.values()))


def seal(certificate: Certificate, digest: KeyedDigest) -> str:
    """The certificate as an address has it."""
    content = msgspec.msgpack.encode(certificate)
    text = base64.urlsafe_b64encode(content).decode().rstrip("=")
    return f"{text}.{_proof(content, digest)}"


def unseal(text: str, *digests: KeyedDigest) -> Certificate:
    """The certificate of an address; one that the house has not made is refused.

    The house's key may have changed since: any of its digests will do.
    """
    body, _, proof = text.partition(".")
    try:
        content = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)) if _plain(text) else b""
    except (NotBase64, ValueError):
        raise InputError(NOT_OURS) from None
    ours = (hmac.compare_digest(_proof(content, digest), proof) for digest in digests)
    if not content or not any(ours):
        raise InputError(NOT_OURS)
    return msgspec.msgpack.decode(content, type=Certificate)


def _proof(content: bytes, digest: KeyedDigest) -> str:
    return digest(_PURPOSE + content)[:_DIGITS]


def _plain(text: str) -> bool:
    return len(text) <= LONGEST and text.isascii()
