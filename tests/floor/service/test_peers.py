"""What one server tells another is heard for a while, whichever of their clocks is ahead."""

import time

import pytest
from cryptography.fernet import Fernet

from longsuit.core.round.commands import Actor, SitDown
from longsuit.floor.engine.clock import MOST_OUT
from longsuit.floor.secrets.vault import Safe
from longsuit.floor.service import peers
from longsuit.floor.service.peers import Letter, Peers

APART = 2 * MOST_OUT // 1_000_000
"""Seconds that two servers may be apart: each a minute from the database."""
PAM = Actor("player", "Pam")
LETTER = Letter("player", "Pam", False, SitDown(by=PAM, seat=1, stack=1), "k", "P1")


@pytest.mark.parametrize(
    ("ahead", "heard"),
    [(0, True), (APART - 5, True), (5 - APART, True), (3600, False), (-3600, False)],
)
def test_a_letter_is_read_while_both_clocks_are_right(ahead: int, heard: bool) -> None:
    key = Fernet.generate_key()
    told = peers._encoder.encode(LETTER)
    letter = Fernet(key).encrypt_at_time(told, int(time.time()) + ahead)
    servers = Peers(Safe(key), lambda _table: "")
    assert servers.read(letter) == (LETTER if heard else None)
    servers.stop()
