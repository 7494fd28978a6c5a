"""What leaves the server: the core's own views, put together for whoever looks.

Nothing else may be shown: a page, an answer and a feed message all come from here (TBL-4).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from longsuit.core.games.settlement import Envy
from longsuit.core.games.table import Offer, dynamic_pays
from longsuit.core.money import Cents
from longsuit.core.progressive import events as terminal_events
from longsuit.core.progressive.jackpots import envy_pays
from longsuit.core.progressive.meter import Meter
from longsuit.core.progressive.view import MeterView, TerminalView, sign, terminal_view
from longsuit.core.round.commands import Actor
from longsuit.core.round.events import AnyEvent
from longsuit.core.round.state import Round
from longsuit.core.round.view import PUBLIC, RoundView, Viewer, face_down, own_hands, redact, view
from longsuit.floor.people.identity import Micros, Role
from longsuit.floor.secrets.shuffle import Word
from longsuit.floor.tables import events as floor_events
from longsuit.floor.tables.events import Mode, TableSettings
from longsuit.floor.tables.outline import Outline
from longsuit.floor.tables.state import FloorTable

_STAFF = ("dealer", "supervisor", "auditor")
"""Who may look at a terminal; an auditor has no buttons there."""
_FOR_ALL = (
    floor_events.RoundBegun,
    floor_events.WordSealed,
    floor_events.DeckSealed,
    floor_events.WordAdded,
    floor_events.WordsMissing,
    floor_events.TableClosed,
    terminal_events.JackpotClaimed,
    terminal_events.MysteryDrawn,
    terminal_events.SumAgreed,
    terminal_events.EnvyPaid,
    terminal_events.JackpotVoided,
)
"""What happens at a terminal that the whole table may hear of."""


class Looker(Struct, frozen=True):
    """Who looks, and in which role; without a name anyone who walks past."""

    role: Role = "player"
    name: str = ""

    @property
    def viewer(self) -> Viewer:
        """As the round knows them: only a player has cards of their own."""
        return Viewer(self.name) if self.role == "player" and self.name else PUBLIC

    @property
    def is_staff(self) -> bool:
        """Whether they may see the terminal."""
        return self.role in _STAFF

    def may_open(self, state: Round) -> bool:
        """Whether they are given the seed of a round that is over: it shows every hand.

        Where a hand was never turned up, it is for those who played the round, to check their own
        cards by, and for auditors.
        """
        if self.role == "auditor" or own_hands(state, self.viewer):
            return True
        return not face_down(state)

    def not_shown(self, state: Round) -> frozenset[int]:
        """The seats whose cards stay hidden from them after a round; 0 is the dealer."""
        return frozenset() if self.role == "auditor" else face_down(state, self.viewer)


ANYONE = Looker()


class ShuffleView(Struct, frozen=True):
    """The promise about this round's shuffle."""

    commitment: str
    """To the seed; empty while wagers are open, when none is drawn."""
    words: tuple[Word, ...]
    """Those that are open."""
    seals: Mapping[str, str] = {}
    """By seat: words that are sealed and not open yet."""
    silent: tuple[int, ...] = ()
    """Seats that did not open a word in time, and are not asked for one."""


class FeltView(Struct, frozen=True):
    """What all may see of a round whose cards are on the felt: its lights, and its raised pays."""

    number: int
    started: bool
    """Whether the lights are locked: these seats are registered."""
    lights: tuple[int, ...]
    dynamic: Mapping[str, Cents]


class TableView(Struct, frozen=True):
    """What moves of a table, as the viewer sees it."""

    id: str
    fixed: str
    """The digest of what does not move, as `/api/fixed/{digest}` has it."""
    closed: bool
    version: int
    """The record of the table's stream that this view is of."""
    moment: str
    """What is being decided: a command may say that it is meant for this moment alone."""
    meters: tuple[MeterView, ...]
    shuffle: ShuffleView
    round: RoundView | None
    terminal: TerminalView | None
    """For those who run the table."""
    felt: FeltView | None = None
    """At a live table, for all."""
    out: tuple[int, ...] = ()
    """The seats that sit out."""
    leaving: tuple[int, ...] = ()
    """Those whose players leave once the round at hand is over."""
    deadline: Micros | None = None
    """When the seat to act must have acted, or an open practice table waits for wagers no longer;
    none where no clock runs."""
    now: Micros = 0
    """The floor's time when the view was made: what is left is their difference."""
    link_lost: str = ""
    """Why no progressive wager is taken at the table now, in words; empty where it is (CON-17)."""


class StakeView(Struct, frozen=True):
    """The wager that a round begins with."""

    name: str
    least: Cents
    most: Cents


class LobbyView(Struct, frozen=True):
    """A table as the lobby lists it."""

    id: str
    name: str
    game: str
    game_name: str
    hole: int
    """Cards of each hand."""
    mode: Mode
    seats: int
    taken: tuple[int, ...]
    """The seats that are taken."""
    stake: StakeView | None
    """None where that wager is laid on the felt."""
    meters: tuple[MeterView, ...]
    face_up: bool = False
    """Whether players see each other's cards."""
    mine: tuple[int, ...] = ()
    """The seats of whoever looks."""


class SignView(Struct, frozen=True):
    """The sign of a table or a link: its meters, for all to see (PRG-22)."""

    id: str
    name: str
    meters: tuple[MeterView, ...]
    tables: Mapping[str, str]
    """The names of the tables that the hits were at."""
    envies: tuple[Envy, ...] = ()
    """The envy pays of the round at hand, one by one (CON-16)."""
    house: str = ""
    game_name: str = ""
    pays: tuple[tuple[str, str], ...] = ()
    """What is posted beside the meters: hands that the tray pays, and envy."""
    felt: FeltView | None = None
    """The round at the table, where it has the progressive wager."""
    shared_by: tuple[str, ...] = ()
    """The names of the tables on a link."""


def _posted(settings: TableSettings, meters: Mapping[str, Meter]) -> dict[str, Meter]:
    """The meters in the order of the paytable, the Must Hit last; the log keeps no order."""
    offer = settings.setup.offer
    known = [one.id for one in offer.paytable.meters] if offer and offer.paytable else []
    names = [name for name in known if name in meters]
    return {name: meters[name] for name in [*names, *sorted(set(meters) - set(names))]}


def lobby_view(table: Outline, meters: Mapping[str, Meter], looker: Looker = ANYONE) -> LobbyView:
    """A table in a few words."""
    rules = table.settings.setup.table
    first = rules.definition.wagers[0]
    stakes = [one.limits for one in rules.offers if one.wager == first.id]
    name = looker.name if looker.role == "player" else ""
    return LobbyView(
        table.id,
        table.settings.name,
        rules.game,
        rules.definition.name,
        rules.definition.hole,
        table.settings.mode,
        rules.seats,
        tuple(table.players),
        StakeView(first.name, stakes[0].least, stakes[0].most) if stakes else None,
        sign(_posted(table.settings, meters), table.settings.setup.offer),
        rules.face_up,
        tuple(seat for seat, player in table.players.items() if name and player == name),
    )


def sign_view(
    settings: TableSettings,
    meters: Mapping[str, Meter],
    name_of: Callable[[str], str],
    table: FloorTable | None = None,
) -> SignView:
    """A table's sign; the hits of a shared meter may be of others."""
    shown = sign(_posted(settings, meters), settings.setup.offer)
    hit = sorted({one.claim.table for meter in shown for one in meter.hits})
    names = {table: name for table in hit if (name := name_of(table))}
    return SignView(
        *(settings.setup.id, settings.name, shown, names),
        game_name=settings.setup.table.definition.name,
        pays=tuple(_beside_meters(settings.setup.offer)),
        envies=tuple(_envies(table)) if table is not None else (),
        felt=felt_view(table) if table is not None and shown else None,
    )


def _beside_meters(offer: Offer | None) -> Iterator[tuple[str, str]]:
    if offer is None or offer.paytable is None:
        return
    for line, (hand, text) in zip(
        offer.paytable.lines, offer.paytable.posted(offer.limits.least), strict=True
    ):
        if line.meter is None:
            yield hand, text
        elif line.envy:
            yield hand, text.rpartition(", ")[2]


def _envies(table: FloorTable) -> Iterator[Envy]:
    """At a live table as the dealer pays them, at a dealt one as the round was settled."""
    state = table.round
    if state is not None and state.settlement is not None:
        yield from state.settlement.envies
    for jackpot in table.terminal.jackpots:
        for one in envy_pays(table.terminal, jackpot):
            yield Envy(one.seat, one.winner, one.hand, one.amount)


def table_view(
    table: FloorTable, meters: Mapping[str, Meter], version: int, looker: Looker, fixed: str
) -> TableView:
    """All that moves of a table and the looker may see, and nothing else."""
    by = Actor(looker.role, looker.name) if looker.is_staff else None  # type: ignore[arg-type]
    terminal = table.shown
    state = terminal.round
    meters = _posted(table.settings, meters)
    return TableView(
        table.id,
        fixed,
        table.closed,
        version,
        table.moment,
        sign(meters, table.settings.setup.offer),
        ShuffleView(
            *(table.commitment, table.words),
            {str(seat): seal for seat, seal in table.seals.items()},
            table.silent,
        ),
        view(state, looker.viewer) if state is not None else None,
        terminal_view(terminal, meters, by) if by is not None else None,
        felt_view(table) if table.settings.setup.live else None,
        tuple(seat for seat, plan in table.plans.items() if plan == "out"),
        tuple(seat for seat, plan in table.plans.items() if plan == "leave"),
    )


def felt_view(table: FloorTable) -> FeltView:
    """Who is registered and what is raised in a table's round, as everyone may see it."""
    terminal = table.terminal
    started = terminal.phase != "idle"
    lights = terminal.registered if started else terminal.lights
    dynamic = dynamic_pays(terminal.setup.table, terminal.dynamic)
    return FeltView(terminal.claimed_round, started, lights, dynamic)


def told(after: FloorTable, event: Any, looker: Looker) -> Any | None:
    """An event as the looker may hear of it, or None when it is none of theirs.

    `after` is the table after the event.
    """
    if isinstance(event, AnyEvent):
        state = after.round
        return redact(state, event, looker.viewer) if state is not None else None
    if isinstance(event, floor_events.SeedOpened):
        return event if after.round is not None and looker.may_open(after.round) else None
    if isinstance(event, _FOR_ALL) or looker.is_staff:
        return event
    return None


def hear(steps: Sequence[tuple[FloorTable, Any]], looker: Looker) -> list[Any]:
    """Several events, each with the table after it, as the looker may hear of them."""
    heard = [told(after, event, looker) for after, event in steps]
    return [event for event in heard if event is not None]
