"""Rounds for a dealer in training at the terminal: who wagers, which cards come, what is due.

Tables, meters and cards are drawn; what each hand is owed, the paytable and the house say.
"""

import random
from collections.abc import Mapping
from typing import Literal, get_args

from msgspec import Struct

from longsuit.core.cards import DECK, RANK_COUNT, SUIT_COUNT, Card, card_set
from longsuit.core.games.settlement import MYSTERY_METER
from longsuit.core.games.table import make_table
from longsuit.core.money import Cents
from longsuit.core.paytable import PayLine
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
_NEARLY = MustHit(seed=500_00, by=510_00)
"""A Must Hit meter that falls after a few rounds."""
_FIRST_NAMES = ("Alex", "Casey", "Jamie", "Morgan", "Pat", "Sam", "Terry")
_LAST_NAMES = ("Abbott", "Doyle", "Hayes", "Kim", "Lopez", "Novak", "Okafor")
_DOCUMENTS = ("driver's licence", "passport", "state ID card")
_PAYMENTS: tuple[Literal["chips", "hand-pay", "cheque"], ...] = ("chips", "hand-pay", "cheque")


class Plan(Struct, frozen=True):
    """The table of a kind of round, and the straight flushes that are dealt at it on purpose."""

    game: str
    paytable: str
    runs: tuple[int, ...] = ()
    must_hit: MustHit | None = None
    approval: Cents = 0


PLANS: Mapping[Kind, Plan] = {
    "several": Plan("high-card-flush", "PT-PRG-HCF-MLP-01", (6, 6)),
    "envy": Plan("high-card-flush", "PT-BJS-HCF-SF-E04", (6,)),
    "must hit": Plan("chase-the-flush", "STAX Progressive Paytable 1", must_hit=_NEARLY),
    "void": Plan("high-card-flush", "PT-PRG-HCF-MLP-01", (6,)),
    "approval": Plan("high-card-flush", "PT-PRG-HCF-MLP-01", (6,), approval=1_200_00),
}


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
    plan = PLANS[kind]
    house = House(chance.randbytes, record)
    table = make_table(plan.game, paytables={_wager(plan.game): plan.paytable})
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


def _wager(game: str) -> str:
    return "stax" if game == "chase-the-flush" else "progressive"


def draw_script(kind: Kind, setup: Setup, chance: random.Random) -> Script:
    """Seats and cards of a round of that kind, and what is due."""
    plan = PLANS[kind]
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
