"""People without a database: names, passwords and PINs, lock-out, sessions, tokens."""

import base64
import copy
import hashlib
import pickle
import re

import msgspec
import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.profiles import RFC_9106_LOW_MEMORY

from longsuit.floor.people import identity
from longsuit.floor.people.identity import (
    HOUR,
    MINUTE,
    PLACE_LOCKS,
    ROLES,
    STRANGER_LOCKS,
    Passwords,
    Person,
    Role,
    Token,
    guest_name,
    lock_time,
    name_complaint,
    new_session,
    password_complaint,
    tidy_name,
    token_digest,
)

NOW = 1_700_000_000_000_000
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
LONG_OR_PIN = "A password has 10 to 200 characters, or is a PIN of 6 or more digits."
LONG = "A password has 10 to 200 characters."
EASY = "That is easy to guess: it repeats itself, counts up or down, or is the name."


# Names


@pytest.mark.parametrize(
    "name", ["A", "Ann", "Mary-Jane O'Neill Jr.", "Åsa", "李雷", "x_1", "Robotnik", "a" * 60]
)
def test_names_that_are_fine(name: str) -> None:
    assert name_complaint(tidy_name(name)) is None


@pytest.mark.parametrize(
    "name",
    ["", " ", "a" * 61, "a\x00b", "a;b", "<b>", "a\u202eb", "\ud800", "a/b", "a\u200bb", "a@b"],
)
def test_names_that_are_none(name: str) -> None:
    said = name_complaint(tidy_name(name))
    assert said == "A name has 1 to 60 letters, digits, spaces or any of . ' - _ in it."


@pytest.mark.parametrize("name", ["Guest", "guest 4", "Robot 2", "ROBOT-2", "System", "house"])
def test_nobody_is_called_as_guests_and_robots_are(name: str) -> None:
    assert (
        name_complaint(name) == f"A name does not start with '{re.split('[ -]', name)[0].lower()}'."
    )


def test_a_name_is_kept_tidy() -> None:
    assert tidy_name("  Mary \t Ann\n") == "Mary Ann"
    assert tidy_name("A\u030asa") == "Åsa"


def test_a_guest_has_a_name_that_nobody_else_can_have() -> None:
    assert guest_name(4821) == "Guest 4821"
    assert name_complaint(guest_name(4821)) is not None


# Passwords and PINs


@pytest.mark.parametrize(
    ("password", "by_pin_roles", "by_others"),
    [
        ("correct horse", None, None),
        ("ten chars!", None, None),
        ("nine char", LONG_OR_PIN, LONG),
        ("", LONG_OR_PIN, LONG),
        ("x" * 201, LONG_OR_PIN, LONG),
        ("482913", None, LONG),
        ("48291", LONG_OR_PIN, LONG),
        ("٤٨٢٩١٣", LONG_OR_PIN, LONG),
        ("4829130571", None, None),
        ("123456", EASY, LONG),
        ("987654", EASY, LONG),
        ("777777", EASY, LONG),
        ("123123", EASY, LONG),
        ("121212", EASY, LONG),
        ("abcdefghij", EASY, EASY),
        ("0123456789", EASY, EASY),
        ("aaaaaaaaaaaa", EASY, EASY),
        ("passpasspass", EASY, EASY),
        ("bartholomew", EASY, EASY),
    ],
)
def test_what_a_password_has_to_be(
    password: str, by_pin_roles: str | None, by_others: str | None
) -> None:
    for role in ROLES:
        expected = by_pin_roles if role in ("player", "dealer") else by_others
        assert password_complaint(role, "Bartholomew", password) == expected, role


def test_a_password_is_stored_as_argon2id_by_the_rfc() -> None:
    stored = Passwords().hash("correct horse")
    assert stored.startswith("$argon2id$")
    assert extract_parameters(stored) == RFC_9106_LOW_MEMORY


def test_a_password_fits_its_hash_and_no_other() -> None:
    passwords = Passwords(QUICK)
    stored = passwords.hash("correct horse")
    assert "correct" not in stored
    assert stored != passwords.hash("correct horse")
    assert passwords.fits("correct horse", stored)
    for other in ("", "Correct horse", "correct horse ", "correct", "x" * 1_000_000, "\ud800"):
        assert not passwords.fits(other, stored)


def test_a_password_is_the_same_from_any_keyboard() -> None:
    passwords = Passwords(QUICK)
    assert passwords.fits("cafe\u0301 au lait", passwords.hash("café au lait"))


class Watched:
    """A hasher that notes what it was asked to verify."""

    def __init__(self) -> None:
        self.verified: list[str] = []

    def __getattr__(self, name: str) -> object:
        return getattr(QUICK, name)

    def verify(self, stored: str, password: bytes) -> bool:
        self.verified.append(stored)
        return QUICK.verify(stored, password)


def test_a_name_that_nobody_has_takes_the_same_work() -> None:
    watched = Watched()
    passwords = Passwords(watched)  # type: ignore[arg-type]
    stored = passwords.hash("correct horse")
    assert not passwords.fits("wrong horse", stored)
    assert not passwords.fits("wrong horse", None)
    assert not passwords.fits("x" * 201, stored)
    assert len(watched.verified) == 3
    kinds = [extract_parameters(one) for one in watched.verified]
    assert kinds == [extract_parameters(stored)] * 3
    assert watched.verified.count(stored) == 1


def test_a_hash_with_other_parameters_is_outdated() -> None:
    passwords = Passwords(QUICK)
    stored = passwords.hash("correct horse")
    assert not passwords.is_outdated(stored)
    assert not passwords.fits("wrong horse", None)
    passwords.hasher = PasswordHasher(time_cost=2, memory_cost=8, parallelism=1)
    assert passwords.is_outdated(stored)
    assert passwords.fits("correct horse", stored)
    # The stand-in for names that nobody has goes along.
    assert not passwords.fits("wrong horse", None)
    assert not passwords.is_outdated(passwords._decoy)


# Lock-out


@pytest.mark.parametrize(
    ("failures", "minutes"), [(0, 0), (1, 0), (4, 0), (5, 1), (6, 5), (7, 15), (8, 15), (99, 15)]
)
def test_each_bad_try_from_the_fifth_locks_for_longer(failures: int, minutes: int) -> None:
    assert lock_time(failures, PLACE_LOCKS) == minutes * MINUTE


@pytest.mark.parametrize(
    ("failures", "minutes"), [(0, 0), (19, 0), (20, 1), (39, 1), (40, 5), (60, 15), (999, 15)]
)
def test_strangers_everywhere_lock_for_strangers(failures: int, minutes: int) -> None:
    assert lock_time(failures, STRANGER_LOCKS) == minutes * MINUTE


def test_a_lock_ends_on_the_microsecond() -> None:
    ann = Person("Ann", "player", locked_until=NOW)
    assert ann.is_locked(NOW - 1)
    assert not ann.is_locked(NOW)


# Sessions


@pytest.mark.parametrize("role", ROLES)
def test_a_session_ends_by_its_time_and_when_idle(role: Role) -> None:
    most, idle = (24 * HOUR, 2 * HOUR) if role == "player" else (10 * HOUR, 30 * MINUTE)
    session = new_session("Ann", role, NOW)
    assert session.is_live(NOW)
    assert session.is_live(NOW + idle - 1)
    assert not session.is_live(NOW + idle)
    used = msgspec.structs.replace(session, used=NOW + most - 1)
    assert used.is_live(NOW + most - 1)
    assert not used.is_live(NOW + most)


def test_staff_are_signed_out_sooner_than_players() -> None:
    player = identity.stay("player")
    for role in ROLES[1:]:
        assert identity.stay(role).most < player.most
        assert identity.stay(role).idle < player.idle


def test_a_guest_is_a_player() -> None:
    assert new_session("Guest 1", "player", NOW, guest=True).guest
    with pytest.raises(ValueError, match="a guest is a player"):
        new_session("Guest 1", "admin", NOW, guest=True)


# Tokens and codes


def test_a_token_is_32_random_bytes_and_shown_by_nothing() -> None:
    tokens = [Token() for _ in range(100)]
    texts = {token.open() for token in tokens}
    assert len(texts) == 100
    token = tokens[0]
    assert len(base64.urlsafe_b64decode(token.open() + "=")) == 32
    signed_in = identity.SignedIn(new_session("Ann", "player", NOW), token)
    for shown in (repr(token), str(token), f"{token}", repr(signed_in), repr([token])):
        assert token.open() not in shown
    with pytest.raises(TypeError, match="not copied or sent"):
        pickle.dumps(token)
    with pytest.raises(TypeError, match="not copied or sent"):
        copy.deepcopy(token)
    for encode in (msgspec.json.encode, msgspec.msgpack.encode):
        with pytest.raises(TypeError):
            encode(signed_in)


def test_only_the_digest_of_a_token_is_stored() -> None:
    text = Token().open()
    assert token_digest(text) == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(
    "text", ["", "a", "a" * 42, "a" * 44, "a" * 42 + "\n", "ä" * 43, "a" * 42 + "'", "a" * 64]
)
def test_what_cannot_be_a_token_has_no_digest(text: str) -> None:
    assert token_digest(text) is None


def test_the_admin_code_has_a_hundred_random_bits_and_is_easy_to_type() -> None:
    code = identity.new_admin_code()
    assert re.fullmatch(r"([2-9A-HJ-NP-Z]{4}-){4}[2-9A-HJ-NP-Z]{4}", code)
    assert len({identity.new_admin_code() for _ in range(100)}) == 100
    digest = identity.admin_code_digest(code)
    assert re.fullmatch("[0-9a-f]{64}", digest)
    assert identity.admin_code_digest(f" {code.lower().replace('-', ' ')}\n") == digest
    assert identity.admin_code_digest(code[:-1]) != digest
    assert identity.admin_code_digest("\ud800") != digest
