"""Which records of a practice table lose their content, and the seal on what is left of them.

A round goes as a whole: from the record that begins it up to the next such record, which says all
that the table goes on from. One that tells of anything but play stays as it is: settings, closing,
jackpots, words that were not opened. What a round has put into meters stays too, because the meters
are held against it.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from longsuit.core.progressive import events as terminal
from longsuit.core.round import events as played
from longsuit.floor.tables import events as floor

LEAST_DAYS = 7
"""Nobody can have records shortened that are younger."""
QUARTER = 15 * 60 * 1_000_000
"""Microseconds of a quarter of an hour: no gaming day anywhere begins within one."""

_PLAY = frozenset(
    {
        *(floor.RoundBegun, floor.WordSealed, floor.DeckSealed, floor.WordAdded),
        *(floor.SeatPlanned, floor.SeedOpened),
        *(played.SeatTaken, played.SeatLeft, played.WagersPlaced, played.WagersTakenBack),
        *(played.RoundStarted, played.HandDealt, played.DealerDealt, played.BoardDealt),
        *(played.ActionTaken, played.HandsRevealed, played.RoundSettled),
        *(played.RoundEnded, played.RoundCancelled, floor.MetersFed),
        *(terminal.WagersRegistered, terminal.RegistrationCancelled, terminal.TerminalCleared),
    }
)


def what_goes(told: Sequence[Sequence[Any]]) -> list[int]:
    """Which of a round's records lose their content, by their places; none where all stay."""
    kinds = {type(event) for events in told for event in events}
    fed = floor.MetersFed in kinds
    # Wagers that feed nothing but a Must Hit meter are told there, and in no record of the table.
    counted = {terminal.WagersRegistered, played.RoundEnded} <= kinds
    # A meter tells too of what a cancelled round had added at START ROUND and got back.
    returned = fed and terminal.RegistrationCancelled in kinds
    if not kinds <= _PLAY or (counted and not fed) or returned:
        return []
    return [at for at, events in enumerate(told) if floor.MetersFed not in map(type, events)]


def seal_of(rows: Iterable[Sequence[Any]], entries: Iterable[Sequence[Any]]) -> str:
    """The seal on what is left of records and on the ledger entries that they led to."""
    digest = hashlib.sha256()
    for row in (*rows, *entries):
        digest.update(msgspec.msgpack.encode(row))
    return digest.hexdigest()
