"""Rounds with their progressives in a house, against the same rounds alone; and large links."""

import random
from collections import deque
from collections.abc import Callable
from functools import partial

from bench.measure import best_of, show
from bench.rounds import SEED, play_round
from longsuit.core.games.table import Table, make_table
from longsuit.core.progressive.dealer import ask, end_round, pay_jackpots
from longsuit.core.progressive.events import MeterEvent
from longsuit.core.progressive.evolve import TableEvent
from longsuit.core.progressive.house import House
from longsuit.core.progressive.terms import MustHit, table_terms
from longsuit.core.round.actions import legal_actions
from longsuit.core.round.commands import SYSTEM, Act, Actor, DealCards, PlaceWagers, StartRound
from longsuit.core.round.deal import shuffled_deck
from longsuit.core.round.state import Round

DEALER = Actor("dealer", "Dee")
ROUNDS, REPEAT = 100, 21
AIM = 1.3
LINKED = (1, 10, 100, 1000)
NAMES = {"ctf": "Chase the Flush", "hcf": "High Card Flush"}


def run() -> None:
    _show_against_plain_rounds()
    _show_links()


def _show_against_plain_rounds() -> None:
    kinds: list[tuple[str, int, MustHit | None]] = [
        *(("ctf", seats, must_hit) for must_hit in (None, MustHit()) for seats in (2, 7)),
        *(("hcf", seats, None) for seats in (2, 6)),
    ]
    works: dict[str, Callable[[], object]] = {}
    for game, seats, must_hit in kinds:
        works[f"plain {game} {seats}"] = partial(_plain, make_table(game), seats)
        works[f"{must_hit} {game} {seats}"] = _with_progressives(game, seats, must_hit)
    best = best_of(works, repeat=REPEAT)
    rows = []
    for game, seats, must_hit in kinds:
        plain, whole = best[f"plain {game} {seats}"], best[f"{must_hit} {game} {seats}"]
        name = f"{NAMES[game]}, {seats} seats{', Must Hit' if must_hit else ''}"
        ratio = f"{whole / plain:.2f}{'' if whole <= AIM * plain else ' (missed)'}"
        rows.append((name, f"{ROUNDS / plain:,.0f}", f"{ROUNDS / whole:,.0f}", ratio))
    show(
        f"Rounds per second with meters, terminal, ledger and one recorder (seed {SEED})",
        rows,
        *("round", "alone", "with progressives", f"times as long (aim: {AIM})"),
    )


def _plain(table: Table, seats: int) -> None:
    chance = random.Random(SEED)
    for _ in range(ROUNDS):
        play_round(table, seats, chance)


def _with_progressives(game: str, seats: int, must_hit: MustHit | None) -> Callable[[], object]:
    """The same rounds, wagers, decks and decisions, in a house that is open already."""
    # A recorder hands events on and lets them go; one that kept them all would measure memory.
    heard: deque[tuple[str, TableEvent | MeterEvent]] = deque(maxlen=100)
    house = House(
        random.Random(SEED).randbytes, lambda stream, event: heard.append((stream, event))
    )
    house.open_table("T1", make_table(game), must_hit=must_hit)

    def work() -> None:
        chance = random.Random(SEED)
        for _ in range(ROUNDS):
            house_round(house, "T1", seats, chance)

    return work


def house_round(house: House, table: str, seats: int, chance: random.Random) -> Round:
    """`bench.rounds.play_round` through the house, with every jackpot paid."""
    players = {number: Actor("player", f"player {number}") for number in range(1, seats + 1)}
    house.open_round(table, {n: (actor.name, 1_000_000) for n, actor in players.items()})
    wagers = {o.wager: o.limits.least for o in house.tables[table].setup.table.offers}
    for number, actor in players.items():
        ask(house, table, PlaceWagers(by=actor, seat=number, wagers=wagers))
    ask(house, table, StartRound(by=DEALER))
    ask(house, table, DealCards(by=SYSTEM, deck=shuffled_deck(chance)))
    while (state := _round(house, table)).turn:
        action = chance.choice(legal_actions(state, state.turn))
        ask(house, table, Act(by=players[state.turn], seat=state.turn, action=action.name))
    pay_jackpots(house, table, DEALER)
    end_round(house, table, DEALER)
    return _round(house, table)


def _round(house: House, table: str) -> Round:
    state = house.tables[table].round
    assert state is not None
    return state


def _show_links() -> None:
    """The rounds are spread over the tables by chance."""
    best = best_of({str(tables): _linked(tables) for tables in LINKED}, repeat=REPEAT)
    alone = best[str(LINKED[0])]
    rows = [
        (name, f"{time / ROUNDS * 1e6:,.0f}", f"{time / alone:.2f}") for name, time in best.items()
    ]
    show(
        f"A link of STAX and Must Hit meters, two seats a table (seed {SEED})",
        rows,
        *("tables", "microseconds a round", "times one table"),
    )


def _linked(tables: int) -> Callable[[], object]:
    house, table, must_hit = House(random.Random(SEED).randbytes), make_table("ctf"), MustHit()
    links = {name: f"link {name}" for name in table_terms(table, must_hit)}
    names = [f"T{number}" for number in range(1, tables + 1)]
    for name in names:
        house.open_table(name, table, meters=links, must_hit=must_hit)
    turns = random.Random(SEED).choices(names, k=ROUNDS)

    def work() -> None:
        chance = random.Random(SEED)
        for name in turns:
            house_round(house, name, 2, chance)

    return work
