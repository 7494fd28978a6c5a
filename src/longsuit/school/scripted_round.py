"""Rounds for a dealer in training at the terminal: who wagers, which cards come, what is due.

Tables, meters and cards are drawn; what each hand is owed, the paytable and the house say.
"""

import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Literal, get_args

from msgspec import Struct

from longsuit.core.cards import DECK, RANK_COUNT, SUIT_COUNT, Card, card_set
from longsuit.core.games.catalog import GAMES, file_of, paytables
from longsuit.core.games.game import Game
from longsuit.core.games.settlement import MYSTERY_METER
from longsuit.core.games.table import make_table
from longsuit.core.money import Cents
from longsuit.core.paytable import PayLine, PayTable
from longsuit.core.progressive.commands import SetLights
from longsuit.core.progressive.dealer import ask
from longsuit.core.progressive.house import House, Recorder
from longsuit.core.progressive.meter import contribution
from longsuit.core.progressive.must_hit import trigger
from longsuit.core.progressive.terminal import Papers, Setup
from longsuit.core.progressive.terms import MustHit
from longsuit.core.ranking import shape
from longsuit.core.round.commands import Actor, EndRound, StartRound
from longsuit.core.round.deal import shuffled_deck

Kind = Literal["several", "envy", "must hit", "void", "approval"]
KINDS: tuple[Kind, ...] = get_args(Kind)
TABLE = "drill"
_EARLIER = (10, 40)
"""Rounds that were played at the table before this one."""
_APPROVAL: Cents = 1_200_00
_NEARLY = MustHit(seed=500_00, by=510_00)
"""A Must Hit meter that falls after a few rounds."""
_FIRST_NAMES = ("Alex", "Casey", "Jamie", "Morgan", "Pat", "Sam", "Terry")
_LAST_NAMES = ("Abbott", "Doyle", "Hayes", "Kim", "Lopez", "Novak", "Okafor")
_DOCUMENTS = ("driver's licence", "passport", "state ID card")
_PAYMENTS: tuple[Literal["chips", "hand-pay", "cheque"], ...] = ("chips", "hand-pay", "cheque")


class Plan(Struct, frozen=True):
    """The table of a kind of round, and the straight flushes that are dealt at it on purpose."""

    game: str
    wager: str
    paytable: str
    runs: tuple[int, ...] = ()
    must_hit: MustHit | None = None
    approval: Cents = 0


@cache
def plan_of(kind: Kind) -> Plan:
    """The first table in the box at which such a round can be dealt."""
    if kind == "must hit":
        game, table = next(one for one in _progressives() if file_of(one[0]).practice.must_hit)
        return Plan(game.id, table.wager, table.id, must_hit=_NEARLY)
    for game, table in _progressives():
        run = _shortest_run(game, table)
        line = _line_of(game, table, run)
        fits = line.envy > 0 if kind == "envy" else not line.envy and len(table.meters) > 1
        if run and fits:
            runs = (run, run) if kind == "several" else (run,)
            return Plan(
                game.id,
                table.wager,
                table.id,
                runs,
                approval=_APPROVAL if kind == "approval" else 0,
            )
    raise AssertionError(f"no table in the box has rounds of the kind '{kind}'")


def _progressives() -> Iterator[tuple[Game, PayTable]]:
    """Every paytable with meters, game by game."""
    for game in GAMES:
        yield from ((game, table) for table in paytables(game.id) if table.meters)


def _shortest_run(game: Game, table: PayTable) -> int:
    """The fewest cards of one suit in a row that win a meter without the board; 0: none do."""
    for length in range(1, game.hole + 1):
        line = _line_of(game, table, length)
        if line.meter is not None:
            return length
    return 0


def _line_of(game: Game, table: PayTable, length: int) -> PayLine:
    """What so many of one suit in a row win, the lowest ones."""
    run = shape(card_set(DECK[:length]))
    return table.line_for(run, game.wager(table.wager).pick) or PayLine("")


class Due(Struct, frozen=True):
    """A hand that has won at the progressive wager."""

    seat: int
    hand: str
    envy: bool = False
    from_meter: bool = False


class Script(Struct, frozen=True):
    """One round, as it lies on the felt."""

    kind: Kind
    wagering: tuple[int, ...]
    """The seats with the progressive wager."""
    hands: Mapping[int, tuple[Card, ...]]
    board: tuple[Card, ...]
    due: tuple[Due, ...]
    """From right to left."""
    fouled: int = 0
    """The seat whose hand the pit calls fouled once its jackpot is pending."""
    papers: Papers = Papers()
    """What a supervisor puts down of the jackpot above the limit."""


def open_house(kind: Kind, chance: random.Random, dealer: Actor, record: Recorder) -> House:
    """A live table after some rounds; a Must Hit meter falls with the next one of `wagering`."""
    plan = plan_of(kind)
    house = House(chance.randbytes, record)
    table = make_table(plan.game, paytables={plan.wager: plan.paytable})
    house.open_table(
        TABLE,
        table,
        live=True,
        approval=plan.approval,
        must_hit=plan.must_hit,
        approval_process=True,
    )
    seats = range(1, table.seats + 1)
    for _ in range(chance.randint(*_EARLIER)):
        if plan.must_hit is None:
            _play(house, tuple(sorted(chance.sample(seats, 3))), dealer)
    return house


def run_up(house: House, wagering: tuple[int, ...], dealer: Actor) -> None:
    """Play rounds until the Must Hit meter falls with the next; where there is none, nothing."""
    link = house.tables[TABLE].setup.meters.get(MYSTERY_METER)
    while link is not None:
        meter = house.meters[link]
        falls = trigger(meter.must_hit_cycle(), house.vault[link])
        adds = contribution(meter, TABLE, 0, len(wagering)).main
        if meter.value + adds >= falls * 10_000:
            return
        _play(house, wagering[:1], dealer)


def _play(house: House, seats: tuple[int, ...], dealer: Actor) -> None:
    ask(house, TABLE, SetLights(by=dealer, seats=seats))
    ask(house, TABLE, StartRound(by=dealer))
    ask(house, TABLE, EndRound(by=dealer))


def draw_script(kind: Kind, setup: Setup, chance: random.Random) -> Script:
    """Seats and cards of a round of that kind, and what is due."""
    plan = plan_of(kind)
    seats = list(range(1, setup.table.seats + 1))
    wagering = tuple(sorted(chance.sample(seats, chance.randint(3, len(seats) - 1))))
    winners = chance.sample(wagering, len(plan.runs))
    while True:
        runs = dict(zip(winners, plan.runs, strict=True))
        hands, board = _deal(setup, runs, chance)
        due = _due(setup, wagering, hands, board)
        meters = {one.seat for one in due if one.from_meter}
        if meters == set(winners) and 1 <= len(due) <= len(winners) + 2:
            break
    return Script(
        kind,
        wagering,
        hands,
        board,
        due,
        fouled=winners[0] if kind == "void" else 0,
        papers=_papers(chance) if kind == "approval" else Papers(),
    )


def _deal(
    setup: Setup, runs: Mapping[int, int], chance: random.Random
) -> tuple[dict[int, tuple[Card, ...]], tuple[Card, ...]]:
    """Cards for every seat; a seat of `runs` has so many of one suit in a row."""
    game = setup.table.definition
    taken: set[Card] = set()
    hands: dict[int, list[Card]] = {}
    for seat in range(1, setup.table.seats + 1):
        hands[seat] = _run(runs[seat], taken, chance) if seat in runs else []
    rest = [card for card in shuffled_deck(chance) if card not in taken]
    for held in hands.values():
        while len(held) < game.hole:
            held.append(rest.pop())
    board = tuple(rest.pop() for _ in range(game.board))
    return {seat: tuple(held) for seat, held in hands.items()}, board


def _run(length: int, taken: set[Card], chance: random.Random) -> list[Card]:
    while True:
        suit, low = chance.randrange(SUIT_COUNT), chance.randrange(RANK_COUNT - length + 1)
        first = suit * RANK_COUNT + low
        run = list(DECK[first : first + length])
        if taken.isdisjoint(run):
            taken.update(run)
            return run


def _due(
    setup: Setup,
    wagering: tuple[int, ...],
    hands: Mapping[int, tuple[Card, ...]],
    board: tuple[Card, ...],
) -> tuple[Due, ...]:
    offer = setup.offer
    assert offer is not None and offer.paytable is not None
    pick = setup.table.definition.wager(offer.wager).pick
    found = []
    for seat in reversed(wagering):
        line: PayLine | None = offer.paytable.line_for(
            shape(card_set((*hands[seat], *board))), pick
        )
        if line is not None:
            found.append(Due(seat, line.hand, bool(line.envy), line.meter is not None))
    return tuple(found)


def _papers(chance: random.Random) -> Papers:
    name = f"{chance.choice(_FIRST_NAMES)} {chance.choice(_LAST_NAMES)}"
    camera = f"S-{chance.randint(1000, 9999)}"
    return Papers(name, chance.choice(_DOCUMENTS), camera, chance.choice(_PAYMENTS))
