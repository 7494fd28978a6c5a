"""Random rounds of both games, settled by the engine and by `naive`: every cent is equal.

Half of the rounds are dealt from a stacked deck, so that long flushes, straight flushes, ties and
dealers who do not qualify come up often. Each round has its own seed; a failure prints it.
"""

import random
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from tests.core.games import naive
from tests.core.games.naive import NaiveCard, NaiveOutcome, NaiveSeat, best_flush, settle_naive
from tests.extent import extent

from longsuit.core.cards import DECK, card_name, card_names, card_set
from longsuit.core.games.catalog import paytables
from longsuit.core.games.settlement import Hand, Settlement, settle
from longsuit.core.games.table import Limits, Table, make_table
from longsuit.core.refusals import Refused
from longsuit.core.round import commands
from longsuit.core.round.actions import legal_actions
from longsuit.core.round.commands import DEALER, SYSTEM, Actor
from longsuit.core.round.decide import decide, open_round
from longsuit.core.round.evolve import evolve_all, replay
from longsuit.core.round.state import Round

CTF, HCF = "chase-the-flush", "high-card-flush"
CHUNKS = extent(1, 8)
SETTLED, PLAYED = extent((12_000, 400), (24_350, 650))
"""Rounds a chunk. At full length that is 200,000 of each game, 5,200 through every command."""

HOLE = {CTF: 3, HCF: 7}
BOARD = {CTF: 4, HCF: 0}
SEATS = {CTF: 7, HCF: 6}
BET = {CTF: "all-in", HCF: "raise"}
OPTIONAL = {CTF: ("same-suit", "stax"), HCF: ("flush-bonus", "straight-flush-bonus", "progressive")}
FIXED = ("stax", "progressive")
MOST_RAISE = {2: 1, 3: 1, 4: 1, 5: 2, 6: 3, 7: 3}


def pair(card: int) -> NaiveCard:
    name = card_name(card)
    return "23456789TJQKA".index(name[0]) + 2, name[1]


PAIRS = [pair(card) for card in DECK]
NUMBERS = {pair: card for card, pair in enumerate(PAIRS)}


@dataclass(frozen=True)
class Setup:
    """A table, and what the naive settlement has to know of it."""

    table: Table
    game: str
    tables: dict[str, str]
    base: int
    cap: int
    lines: dict[str, str] = field(default_factory=dict)
    """Dynamic lines: this suite's name to the engine's."""


@dataclass
class Deal:
    """A round before it is settled."""

    setup: Setup
    seats: list[NaiveSeat]
    dealer: list[NaiveCard]
    dynamic: dict[str, int]

    def story(self) -> str:
        lines = [f"{self.setup.game} {self.setup.tables} cap {self.setup.cap} {self.dynamic}"]
        for who, cards in [("dealer", self.dealer), *((str(s), s.cards) for s in self.seats)]:
            lines.append(f"{who}: {card_names(NUMBERS[card] for card in cards)}")
        return "\n".join(lines)


def dynamic_lines(table: Table) -> dict[str, str]:
    names = {}
    for offer in table.offers:
        for line in offer.paytable.lines if offer.paytable else ():
            if line.dynamic:
                names[f"sf{line.hand[0]}"] = line.hand
    return names


@cache
def setups(game: str) -> tuple[Setup, ...]:
    """Every paytable, with several caps, base wagers, limits and raise steps in turn."""
    cents = Limits(1_00, 100_00, 1)
    made = []
    chosen: list[dict[str, str]]
    if game == CTF:
        stax = "STAX Progressive Paytable 1"
        chosen = [{"xtra": x, "same-suit": s, "stax": stax} for x in "AB" for s in "AB"]
    else:
        ids = [name for name in naive.PROGRESSIVES if name.startswith("PT-")]
        bonuses = {"flush-bonus": "A", "straight-flush-bonus": "A"}
        chosen = [{**bonuses, "progressive": name} for name in ids]
    for at, tables in enumerate(chosen * 4):
        cap = (0, 50_000_00, 1_000_03, 77_77)[at // len(chosen)]
        base = naive.PRINTED_FOR[game] * 100 * (1, 5, 2)[at % 3]
        table = make_table(
            game,
            paytables=tables,
            progressive_base=base,
            limits={w: cents for w in OPTIONAL[game] if w not in FIXED and at % 2},
            bonus_cap=cap,
            raise_step=(0, 1_00, 2_50)[at % 3] if game == HCF else 0,
        )
        made.append(Setup(table, game, tables, base, cap, dynamic_lines(table)))
    return tuple(made)


def stack_run(rng: random.Random) -> list[NaiveCard]:
    """A straight flush, ace high and ace low more often than by chance."""
    length, suit = rng.randint(3, 7), rng.choice("cdhs")
    top = rng.choice((14, length, rng.randint(length, 14)))
    return [(14 if rank == 1 else rank, suit) for rank in range(top - length + 1, top + 1)]


def stack_suit(rng: random.Random) -> list[NaiveCard]:
    suit = rng.choice("cdhs")
    return [(rank, suit) for rank in rng.sample(range(2, 15), rng.randint(4, 7))]


def stack_short(rng: random.Random) -> list[NaiveCard]:
    """A hand around the qualifier: two cards a suit, or three with a seven, eight or nine high."""
    a, b, c, d = rng.sample("cdhs", 4)
    if rng.random() < 0.5:
        counts = {a: 2, b: 2, c: 2, d: 1}
        return [(r, s) for s, n in counts.items() for r in rng.sample(range(2, 15), n)]
    top = rng.randint(7, 9)
    cards = [(top, a), *((rank, a) for rank in rng.sample(range(2, top), 2))]
    return cards + [
        (r, s) for s, n in ((b, 2), (c, 1), (d, 1)) for r in rng.sample(range(2, 15), n)
    ]


def stack_twins(rng: random.Random) -> tuple[list[NaiveCard], list[NaiveCard]]:
    """Two hands with the same flush in two suits, and little else."""
    a, b, c, d = rng.sample("cdhs", 4)
    ranks = rng.sample(range(2, 15), rng.choice((2, 3, 3, 4, 5)))
    rest = rng.sample([(r, s) for r in range(2, 15) for s in (c, d)], 2 * (7 - len(ranks)))
    half = len(rest) // 2
    return [(r, a) for r in ranks] + rest[:half], [(r, b) for r in ranks] + rest[half:]


def shuffle(rng: random.Random, game: str, hands: int) -> list[int]:
    """Cards in the order of dealing: the seats' cards, the dealer's and the community cards."""
    deck = rng.sample(DECK, (hands + 1) * HOLE[game] + BOARD[game])
    kind = rng.random()
    if kind < 0.5:
        return deck
    hole, board = HOLE[game], list(range((hands + 1) * HOLE[game], len(deck)))
    at = rng.randrange(hands)

    def slots(hand: int) -> list[int]:
        own = list(range(hand * hole, hand * hole + hole)) + board
        rng.shuffle(own)
        return own

    pinned: dict[int, NaiveCard] = {}
    if kind < 0.68:
        pinned.update(zip(slots(at), stack_run(rng), strict=False))
    elif kind < 0.78:
        pinned.update(zip(slots(rng.randint(0, hands)), stack_suit(rng), strict=False))
    elif kind < 0.9:
        pinned.update(zip(slots(hands), stack_short(rng), strict=False))
    elif game == HCF:
        mine, theirs = stack_twins(rng)
        pinned.update(zip(slots(at), mine, strict=True))
        pinned.update(zip(slots(hands), theirs, strict=True))
    else:
        pinned.update(zip(board, stack_suit(rng), strict=False))
    for slot, card in pinned.items():
        if NUMBERS[card] in deck:
            deck[deck.index(NUMBERS[card])] = deck[slot]
        deck[slot] = NUMBERS[card]
    return deck


def random_wagers(rng: random.Random, setup: Setup) -> dict[str, int]:
    ante = rng.randint(1, 100) * 5_00
    wagers = {"ante": ante, "xtra": ante} if setup.game == CTF else {"ante": ante}
    for wager in OPTIONAL[setup.game]:
        if rng.random() < 0.35:
            continue
        offer = setup.table.offer(wager)
        assert offer is not None
        limits = offer.limits
        steps = (limits.most - limits.least) // limits.step
        if rng.random() < 0.4:
            steps = min(1, steps)  # equal wagers at several seats: equal shares under a cap
        wagers[wager] = limits.least + rng.randint(0, steps) * limits.step
    return wagers


def random_dynamic(rng: random.Random, setup: Setup) -> dict[str, int]:
    """The dynamic pays of a round in dollars: one to three lines of four, one or two of three."""
    if not setup.lines:
        return {}
    drawn = rng.sample(sorted(setup.lines), rng.randint(1, len(setup.lines) - 1))
    printed = {line.hand: line.dollars for line in naive.PROGRESSIVES[setup.tables["progressive"]]}
    return {line: rng.choice(naive.DYNAMIC_PAYS[printed[line]]) for line in drawn}


def in_engine_words(deal: Deal) -> dict[str, int]:
    return {deal.setup.lines[line]: 100 * pay for line, pay in deal.dynamic.items()}


def random_bet(rng: random.Random, setup: Setup, ante: int, cards: list[NaiveCard]) -> int:
    """A bet that the rules allow, or 0 for a fold."""
    if rng.random() < 0.25:
        return 0
    most = 3 if setup.game == CTF else MOST_RAISE[len(best_flush(cards))]
    if setup.table.raise_step and rng.random() < 0.7:
        step = setup.table.raise_step
        return ante + rng.randint(0, (most - 1) * ante // step) * step
    return ante * rng.randint(1, most)


def random_deal(rng: random.Random, setup: Setup) -> Deal:
    most = SEATS[setup.game]
    full = rng.random() < 0.2
    numbers = sorted(rng.sample(range(1, most + 1), rng.randint(1, most if full else 3)))
    deck = [PAIRS[card] for card in shuffle(rng, setup.game, len(numbers))]
    hole, dealt = HOLE[setup.game], (len(numbers) + 1) * HOLE[setup.game]
    board = deck[dealt : dealt + BOARD[setup.game]]
    seats = []
    for at, number in enumerate(numbers):
        cards = deck[at * hole : at * hole + hole] + board
        wagers = random_wagers(rng, setup)
        bet = random_bet(rng, setup, wagers["ante"], cards)
        seats.append(NaiveSeat(number, wagers, bet, bet == 0, cards))
    return Deal(setup, seats, deck[dealt - hole : dealt] + board, random_dynamic(rng, setup))


def expected(deal: Deal) -> NaiveOutcome:
    setup = deal.setup
    args = (setup.game, deal.seats, deal.dealer, setup.tables, setup.cap, deal.dynamic)
    return settle_naive(*args)


def check(settlement: Settlement, deal: Deal, outcome: NaiveOutcome, where: str) -> None:
    """The engine's settlement says what the naive one says, in the same order of seats."""
    returned = {(one.seat, one.wager): one.returned for one in settlement.results}
    if len(returned) != len(settlement.results) or returned != outcome.returned:
        pytest.fail(f"{where}\n{deal.story()}\nengine {returned}\nnaive  {outcome.returned}")
    stakes = {(one.seat, one.wager): one.stake for one in settlement.results}
    placed = {(s.number, wager): stake for s in deal.seats for wager, stake in s.wagers.items()}
    bets = {(s.number, BET[deal.setup.game]): s.bet for s in deal.seats if s.bet}
    assert stakes == placed | bets, f"{where}\n{deal.story()}"
    envies = sorted((one.seat, one.winner, one.amount) for one in settlement.envies)
    assert envies == sorted(outcome.envy), f"{where}\n{deal.story()}"
    due = [(a.seat, a.meter.replace("-", " "), a.share) for a in settlement.awards]
    owed = [(seat, meter, Fraction(share, 100)) for seat, _, meter, share in outcome.due]
    assert due == owed, f"{where}\n{deal.story()}"
    assert settlement.qualifies == outcome.qualifies, f"{where}\n{deal.story()}"
    assert settlement.cut == outcome.cut, f"{where}\n{deal.story()}"
    # From right to left, for each wager in its turn.
    for wager in {one.wager for one in settlement.results}:
        order = [one.seat for one in settlement.results if one.wager == wager]
        assert order == sorted(order, reverse=True), where
    for one in settlement.results if not outcome.cut else ():
        sign = (one.returned > one.stake) - (one.returned < one.stake)
        meters = any(seat == one.seat for seat, *_ in outcome.due) and one.wager in FIXED
        assert one.verdict == ("due" if meters else {1: "win", 0: "push", -1: "lose"}[sign]), where


def count(seen: Counter[Any], deal: Deal, outcome: NaiveOutcome) -> None:
    """Note what came up, to prove in the end that everything did."""
    for verdict in outcome.compared.values():
        seen["main", outcome.qualifies, verdict] += 1
    for (_, wager), line in outcome.lines.items():
        seen[wager, deal.setup.tables[wager], line] += 1
    seen["cap", deal.setup.cap, outcome.cut > 0] += 1
    seen["envy from", len({winner for _, winner, _ in outcome.envy})] += 1
    seen["dynamic pay"] += any(line in deal.dynamic for line in outcome.lines.values())
    seen["partial raise"] += any(seat.bet % seat.wagers["ante"] for seat in deal.seats)
    seen["meters", len(outcome.due)] += 1


def wanted(game: str) -> set[Any]:
    """What every chunk has to come across: each branch, each line of each paytable, cap, envy."""
    want: set[Any] = {
        ("main", qualifies, verdict)
        for qualifies in (True, False)
        for verdict in ("ahead", "tie", "behind", "fold")
    }
    for name in "AB" if game == CTF else ():
        want |= {("xtra", name, f"flush{n}") for n in (4, 5, 6, 7)}
        want |= {("same-suit", name, line) for line in ("sf4", "sf5", "sf6", "sf7")}
        want |= {("same-suit", name, f"flush{n}") for n in (4, 5, 6, 7)}
    if game == HCF:
        want |= {("flush-bonus", "A", f"flush{n}") for n in (4, 5, 6, 7)}
        want |= {("straight-flush-bonus", "A", f"sf{n}") for n in (3, 4, 5, 6, 7)}
        want |= {"partial raise", "dynamic pay", ("envy from", 1)}
    for name, lines in naive.PROGRESSIVES.items():
        if (game == HCF) == name.startswith("PT-"):
            wager = "progressive" if game == HCF else "stax"
            want |= {(wager, name, line.hand) for line in lines}
    caps = {0: (False,), 50_000_00: (False, True), 1_000_03: (False, True), 77_77: (False, True)}
    want |= {("cap", cap, bites) for cap, both in caps.items() for bites in both}
    return want | {("meters", 0), ("meters", 1)}


def all_seen(seen: Counter[Any], game: str) -> None:
    missing = sorted(repr(want) for want in wanted(game) if not seen[want])
    assert not missing, f"never came up: {missing}"


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.rule("CTF-11", "CTF-12", "CTF-13", "CTF-14", "CTF-15", "CTF-16", "CTF-17", "CTF-18")
@pytest.mark.rule("CTF-9", "CTF-10", "CTF-19", "CTF-20", "CTF-21", "FL-2", "FL-3", "FL-4", "FL-8")
def test_chase_the_flush_settles_as_the_documents_say(chunk: int) -> None:
    compare_settlements(CTF, chunk)


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.rule("HCF-4", "HCF-6", "HCF-7", "HCF-8", "HCF-9", "HCF-10", "FL-5", "FL-6", "FL-7")
@pytest.mark.rule("FL-2", "FL-3", "FL-4", "FL-8", "PRG-12")
def test_high_card_flush_settles_as_the_documents_say(chunk: int) -> None:
    compare_settlements(HCF, chunk)


def compare_settlements(game: str, chunk: int) -> None:
    seen: Counter[Any] = Counter()
    tables = setups(game)
    for index in range(SETTLED):
        seed = chunk * 1_000_000 + index
        deal = random_deal(random.Random(seed), tables[index % len(tables)])
        outcome = expected(deal)
        hands = [
            Hand(s.number, card_set(NUMBERS[c] for c in s.cards), s.wagers, s.bet, s.folded)
            for s in deal.seats
        ]
        dealer = card_set(NUMBERS[c] for c in deal.dealer)
        settlement = settle(deal.setup.table, hands, dealer, in_engine_words(deal))
        check(settlement, deal, outcome, f"{game} seed {seed} table {index % len(tables)}")
        count(seen, deal, outcome)
    all_seen(seen, game)


def test_every_paytable_in_the_box_is_compared() -> None:
    for game in (CTF, HCF):
        compared = {(wager, name) for one in setups(game) for wager, name in one.tables.items()}
        assert compared == {(table.wager, table.id) for table in paytables(game)}


class Played:
    """A round led through every command, and kept in the words of the naive settlement."""

    def __init__(self, rng: random.Random, setup: Setup) -> None:
        self.rng, self.setup = rng, setup
        self.deal = random_deal(rng, setup)
        self.bets = dict.fromkeys((seat.number for seat in self.deal.seats), 0)
        self.stacks = {}
        for seat in self.deal.seats:
            # Often too little for the largest bets, sometimes for any.
            spare = rng.choice((0, 1, 2, 3, 10)) * seat.wagers["ante"] + rng.randint(0, 99)
            self.stacks[seat.number] = sum(seat.wagers.values()) + spare
        seated = {number: (f"P{number}", stack) for number, stack in self.stacks.items()}
        self.state: Round = replay([open_round(setup.table, 1, seated)])

    def do(self, command: commands.Command) -> None:
        events = decide(self.state, command)
        assert not isinstance(events, Refused), f"{events}\n{command}\n{self.deal.story()}"
        self.state = evolve_all(self.state, events)

    def deck(self) -> tuple[int, ...]:
        game = self.setup.game
        own = [card for seat in self.deal.seats for card in seat.cards[: HOLE[game]]]
        order = [NUMBERS[card] for card in own + self.deal.dealer]
        return (*order, *(card for card in DECK if card not in order))

    def play(self) -> None:
        for seat in self.deal.seats:
            by = Actor("player", f"P{seat.number}")
            self.do(commands.PlaceWagers(by=by, seat=seat.number, wagers=seat.wagers))
        self.do(commands.StartRound(by=DEALER, dynamic=in_engine_words(self.deal)))
        self.do(commands.DealCards(by=SYSTEM, deck=self.deck()))
        while self.state.phase == "decisions":
            number = self.state.turn
            action = self.rng.choice(legal_actions(self.state, number))
            steps = (action.most - action.least) // action.step
            amount = action.least + self.rng.randint(0, steps) * action.step
            self.bets[number] += amount
            by = Actor("player", f"P{number}")
            self.do(commands.Act(by=by, seat=number, action=action.name, amount=amount))
        for seat in self.deal.seats:
            seat.bet = self.bets[seat.number]
            seat.folded = seat.bet == 0
            most = 3 if self.setup.game == CTF else MOST_RAISE[len(best_flush(seat.cards))]
            assert seat.bet <= most * seat.wagers["ante"], self.deal.story()


def final_stacks(played: Played, outcome: NaiveOutcome) -> dict[int, int]:
    stacks = dict(played.stacks)
    for seat in played.deal.seats:
        stacks[seat.number] -= sum(seat.wagers.values()) + seat.bet
    for (number, _), amount in outcome.returned.items():
        stacks[number] += amount
    for number, _, amount in outcome.envy:
        stacks[number] += amount
    return stacks


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("game", [CTF, HCF])
@pytest.mark.rule("CTF-4", "CTF-9", "HCF-4", "HCF-6")
def test_rounds_played_to_the_end_leave_the_right_stacks(game: str, chunk: int) -> None:
    tables = setups(game)
    seen: Counter[Any] = Counter()
    for index in range(PLAYED):
        seed = 500_000_000 + chunk * 1_000_000 + index
        played = Played(random.Random(seed), tables[index % len(tables)])
        played.play()
        where = f"{game} seed {seed} table {index % len(tables)}"
        outcome = expected(played.deal)
        assert played.state.settlement is not None
        check(played.state.settlement, played.deal, outcome, where)
        stacks = final_stacks(played, outcome)
        wager = "stax" if game == CTF else "progressive"
        for number, *_ in outcome.due:
            award = played.rng.randint(0, 10_000_000)
            played.do(commands.PayAward(by=DEALER, seat=number, wager=wager, amount=award))
            stacks[number] += award
        played.do(commands.EndRound(by=DEALER))
        after = {number: played.state.seat(number).stack for number in stacks}
        assert after == stacks, f"{where}\n{played.deal.story()}"
        count(seen, played.deal, outcome)
    for verdict in ("ahead", "tie", "behind", "fold"):
        times = seen["main", True, verdict] + seen["main", False, verdict]
        assert times, f"{game} chunk {chunk}: no {verdict}"
    assert seen["main", False, "ahead"], f"{game} chunk {chunk}: every dealer qualified"
    assert seen["meters", 1], f"{game} chunk {chunk}: no award"
