"""People: who may come in, by what password, and for how long. No SQL and no clock.

Times are microseconds since 1970 (UTC), handed in by whoever asks. Passwords, session tokens and
the first admin's code are kept as digests only, and nothing here shows one.
"""

import hashlib
import re
import secrets
import threading
import unicodedata
from itertools import pairwise
from typing import Literal, NoReturn, get_args

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from argon2.profiles import RFC_9106_LOW_MEMORY
from msgspec import Struct

Role = Literal["player", "dealer", "supervisor", "auditor", "admin"]
ROLES: tuple[Role, ...] = get_args(Role)
PIN_ROLES: tuple[Role, ...] = ("player", "dealer")
"""Who may have a PIN: those who type it at a table. The others change money, people or see all."""

Micros = int
MINUTE: Micros = 60 * 1_000_000
HOUR: Micros = 60 * MINUTE

LONGEST_NAME = 60
_PASSWORD_LENGTHS = (10, 200)
_SHORTEST_PIN = 6
_RESERVED = ("guest", "robot", "system", "house")


class Person(Struct, frozen=True):
    """Somebody with an account; the password is not part of it."""

    name: str
    role: Role
    active: bool = True
    failures: int = 0
    """Bad tries in a row from places where they have not signed in before."""
    locked_until: Micros = 0
    created: Micros = 0

    def is_locked(self, now: Micros) -> bool:
        """Whether no password is looked at now, for some place at the least."""
        return now < self.locked_until


# Names


def tidy_name(name: str) -> str:
    """The name as it is kept: composed letters, one space between words, none around them."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def name_complaint(name: str) -> str | None:
    """Why a tidy name is not one, or None. Seats and the ledger know people by their names."""
    if not could_be_name(name):
        return f"A name has 1 to {LONGEST_NAME} letters, digits, spaces or any of . ' - _ in it."
    first = re.split(r"[ .'_-]", name.casefold())[0]
    if first in _RESERVED:
        return f"A name does not start with '{first}'."
    return None


def could_be_name(name: str) -> bool:
    """Whether it is made as the names of people and guests are; others need not be looked up."""
    return 1 <= len(name) <= LONGEST_NAME and all(map(_is_name_letter, name))


def _is_name_letter(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LMN" or letter in " .'-_"


_GUEST = "Guest "


def guest_name(number: int) -> str:
    """The name of somebody without an account; nobody with one has such a name."""
    return f"{_GUEST}{number}"


def is_guest(name: str) -> bool:
    """Whether it is the name of somebody without an account."""
    return name.startswith(_GUEST)


# Passwords and PINs


def password_complaint(role: Role, name: str, password: str) -> str | None:
    """Why somebody in that role may not have that password, or None."""
    least, most = _PASSWORD_LENGTHS
    pin = role in PIN_ROLES and password.isascii() and password.isdigit()
    if not (_SHORTEST_PIN if pin else least) <= len(password) <= most:
        longer = f"A password has {least} to {most} characters"
        or_pin = f", or is a PIN of {_SHORTEST_PIN} or more digits"
        return longer + (or_pin if role in PIN_ROLES else "") + "."
    if _is_easy(password) or password.casefold() == name.casefold():
        return "That is easy to guess: it repeats itself, counts up or down, or is the name."
    return None


def _is_easy(password: str) -> bool:
    """All of one piece (777777, 123123), or a run (123456, 987654, abcdefghij)."""
    steps = {ord(after) - ord(before) for before, after in pairwise(password)}
    return steps in ({1}, {-1}) or re.fullmatch(r"(.+?)\1+", password, re.DOTALL) is not None


class Passwords:
    """argon2id, by the second choice of RFC 9106: 64 MiB and three passes."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self.hasher = hasher or PasswordHasher.from_parameters(RFC_9106_LOW_MEMORY)
        self._decoy = ""
        # Each takes 64 MiB for a while: a crowd at the door waits in line.
        self._turns = threading.BoundedSemaphore(4)

    def hash(self, password: str) -> str:
        """What is stored in place of the password."""
        with self._turns:
            return self.hasher.hash(_as_bytes(password))

    def fits(self, password: str, stored: str | None) -> bool:
        """Whether it is the password. Where nothing is stored the work is the same, and in vain."""
        if not self._decoy or self.hasher.check_needs_rehash(self._decoy):
            self._decoy = self.hash(secrets.token_hex())
        if len(password) > _PASSWORD_LENGTHS[1]:
            password, stored = "", None
        with self._turns:
            try:
                self.hasher.verify(stored or self._decoy, _as_bytes(password))
            except VerificationError:
                return False
        return stored is not None

    def is_outdated(self, stored: str) -> bool:
        """Whether it was made with other parameters than are used today."""
        return self.hasher.check_needs_rehash(stored)


def _as_bytes(password: str) -> bytes:
    # The same letters from any keyboard; a stray surrogate is a wrong password, not a fault.
    return unicodedata.normalize("NFC", password).encode(errors="surrogatepass")


PASSWORDS = Passwords()

# Lock-out

Locks = tuple[tuple[int, Micros], ...]
"""From so many bad tries in a row, each one more locks for so long."""
PLACE_LOCKS: Locks = ((5, MINUTE), (6, 5 * MINUTE), (7, 15 * MINUTE))
"""An account for the place, an address, that the tries come from."""
STRANGER_LOCKS: Locks = ((20, MINUTE), (40, 5 * MINUTE), (60, 15 * MINUTE))
"""An account for every place where its owner has not signed in before.

Whoever guesses from many places is slowed down by it, and the owner at a known place is not.
"""
STRANGER_FORGOTTEN: Micros = 24 * HOUR
"""A place of bad tries only is remembered for so long."""
PLACE_FORGOTTEN: Micros = 180 * 24 * HOUR
"""A place where somebody signed in is known for so long afterwards."""


def lock_time(failures: int, locks: Locks) -> Micros:
    """How long the latest of so many bad tries in a row locks."""
    return max((time for tries, time in locks if failures >= tries), default=0)


# Sessions


class Stay(Struct, frozen=True):
    """How long a session lasts at most, and how long unused."""

    most: Micros
    idle: Micros


_STAFF = Stay(10 * HOUR, 30 * MINUTE)
_PLAYERS = Stay(24 * HOUR, 2 * HOUR)
REFRESH: Micros = MINUTE
"""A session's use is noted at most this often, so it may end that much before its idle time."""

SIGHT: Micros = MINUTE // 4
"""That a guest is there is noted at most this often."""
AWAY: Micros = MINUTE
"""A guest who was not seen for so long has left the table."""


def stay(role: Role) -> Stay:
    """Staff are signed out sooner than players."""
    return _PLAYERS if role == "player" else _STAFF


class Session(Struct, frozen=True):
    """Somebody who is signed in, or a guest; the token is not part of it."""

    person: str
    role: Role
    guest: bool
    created: Micros
    expires: Micros
    used: Micros
    seen: Micros = 0
    """When a guest was last at a table: looked at it, asked for something or had its feed open."""

    def is_live(self, now: Micros) -> bool:
        """Whether it has neither run its time nor lain idle."""
        return now < self.expires and now < self.used + stay(self.role).idle

    def wants_refresh(self, now: Micros) -> bool:
        """Whether its use is to be noted."""
        return now >= self.used + REFRESH

    def wants_sight(self, now: Micros) -> bool:
        """Whether it is to be noted that a guest is there."""
        return self.guest and now >= self.seen + SIGHT

    def is_away(self, now: Micros, since: Micros = 0) -> bool:
        """Whether a guest has not been seen for long; nobody was, before the floor was there."""
        return self.guest and now >= max(self.seen, since) + AWAY


def new_session(person: str, role: Role, now: Micros, *, guest: bool = False) -> Session:
    """A session that starts now."""
    if guest and role != "player":
        raise ValueError("a guest is a player")
    return Session(person, role, guest, now, now + stay(role).most, now, now)


_TOKEN_BYTES = 32
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


class Token:
    """A session's random token, given once; no print, log, copy or message shows it."""

    __slots__ = ("_text",)

    def __init__(self) -> None:
        self._text = secrets.token_urlsafe(_TOKEN_BYTES)

    def __repr__(self) -> str:
        return "Token(sealed)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a token is not copied or sent")

    def open(self) -> str:
        """The token itself, for the one it is given to."""
        return self._text


def token_digest(token: str) -> str | None:
    """What is stored in place of a token, or None for what cannot be one."""
    if _TOKEN.fullmatch(token) is None:
        return None
    return hashlib.sha256(token.encode()).hexdigest()


class SignedIn(Struct, frozen=True):
    """A session that has just begun, with its token."""

    session: Session
    token: Token


# The first admin

ADMIN_CODE_LASTS: Micros = 24 * HOUR
_CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_CODE_LENGTH, _CODE_GROUP = 20, 4


def new_admin_code() -> str:
    """The code by which the first admin comes in: a hundred random bits, without 0 O 1 I."""
    letters = "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))
    return "-".join(letters[at : at + _CODE_GROUP] for at in range(0, _CODE_LENGTH, _CODE_GROUP))


def admin_code_digest(code: str) -> str:
    """What is stored in place of the code; small letters and other gaps are as good."""
    letters = re.sub(r"[\s-]", "", code).upper()
    return hashlib.sha256(letters.encode(errors="surrogatepass")).hexdigest()
