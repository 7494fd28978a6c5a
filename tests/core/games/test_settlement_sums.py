"""What a seat gets back is its own: its wagers, and what it is paid for the hands of others."""

from longsuit.core.games.game import ResultReason
from longsuit.core.games.settlement import Envy, Settled, Settlement


def test_envy_pays_are_added_to_what_their_own_seat_gets_back() -> None:
    won = Settled(2, "ante", 500, 1000, "win", ResultReason.AHEAD)
    lost = Settled(3, "ante", 500, 0, "lose", ResultReason.BEHIND)
    envies = (Envy(2, 4, "7-card straight flush", 700), Envy(3, 4, "7-card straight flush", 300))
    found = Settlement(0, True, (won, lost), envies)
    assert [found.returned_to(seat) for seat in (1, 2, 3, 4)] == [0, 1700, 300, 0]
