"""A table in outline: what every server knows of one that it neither runs nor shows.

It follows from a few kinds of events, so a server reads the others' rounds without playing them
again: names and settings for the lobby, who sits there, and what the table has put into meters.
"""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from longsuit.core.progressive import events as terminal
from longsuit.core.progressive.jackpots import bonuses_of
from longsuit.core.progressive.meter import Fed
from longsuit.core.round.events import RoundSettled, SeatLeft, SeatTaken
from longsuit.floor.tables import events
from longsuit.floor.tables.events import TableSettings
from longsuit.floor.tables.state import FloorTable, fed_after, still_shared

CLAIMS = frozenset({terminal.JackpotClaimed, terminal.LateClaimed, terminal.MysteryDrawn})
"""With these a jackpot is open, which staff at any server may have to see."""
OUTLINED = CLAIMS | frozenset(
    {
        *(events.TableSet, events.TableClosed, events.RoundBegun, events.MetersFed),
        *(SeatTaken, SeatLeft, terminal.WagersRegistered),
        *(terminal.RegistrationCancelled, terminal.TerminalCleared),
    }
)
"""The events that are read of it; no others need to be decoded."""
_WITH_BONUSES = OUTLINED | {RoundSettled}


def outlined(settings: TableSettings) -> frozenset[type]:
    """The same for one table: where bonus pays wait for a supervisor, settlements too."""
    return _WITH_BONUSES if settings.setup.approval_process else OUTLINED


class Outline(Struct, frozen=True):
    """One table."""

    settings: TableSettings
    closed: bool = False
    config: str = ""
    """The configuration that was last applied to it, as a digest."""
    number: int = 0
    """Of the round at hand, or of the last."""
    players: Mapping[int, str] = {}
    """Who sits where."""
    fed: Mapping[str, Fed] = {}
    """By meter that it shares: what it has put in since it joined."""
    claimed: bool = False
    """Whether a jackpot was claimed, or a bonus pay waits, since it was last known in full."""

    running: bool = False
    """Whether a round with progressive wagers is played."""

    @property
    def id(self) -> str:
        """The table's id."""
        return self.settings.setup.id


def outline_of(table: FloorTable) -> Outline:
    """A table that is known in full, in outline."""
    players = {seat: player for seat, (player, _) in table.seated().items()}
    told = (table.settings, table.closed, table.config, table.terminal.number)
    running = table.terminal.phase == "round"
    return Outline(*told, players, table.fed, running=running)


def evolve_outline(outline: Outline, event: object) -> Outline:
    """The outline after an event; most change nothing of it."""
    match event:
        case events.TableSet(after=after):
            return replace(
                outline, settings=after, closed=False, fed=still_shared(outline.fed, after)
            )
        case events.TableClosed():
            return replace(outline, closed=True, fed={})
        case events.RoundBegun(number=number, seated=seated):
            return replace(outline, number=number, players={one.seat: one.player for one in seated})
        case terminal.WagersRegistered(round=number):
            return replace(outline, number=number, running=True)
        case terminal.RegistrationCancelled() | terminal.TerminalCleared():
            return replace(outline, running=False)
        case terminal.MysteryDrawn():
            return replace(outline, running=False, claimed=True)
        case SeatTaken(seat=seat, player=player):
            players = {**outline.players, seat: player}
            return replace(outline, players=dict(sorted(players.items())))
        case SeatLeft(seat=left):
            players = {seat: one for seat, one in outline.players.items() if seat != left}
            return replace(outline, players=players)
        case events.MetersFed():
            return replace(outline, fed=fed_after(outline.fed, event))
    return replace(outline, claimed=True) if _is_claim(outline, event) else outline


def _is_claim(outline: Outline, event: object) -> bool:
    """Whether staff have something to see from here on."""
    if isinstance(event, RoundSettled):
        return any(bonuses_of(outline.settings.setup, event.settlement))
    return type(event) in CLAIMS
