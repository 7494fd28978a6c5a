"""Test vectors: what any other implementation must give, as JSON.

``python -m tests.vectors`` writes them to docs/vectors, always the same from one seed;
docs/vectors.md says what they mean.
"""

import json
import random
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.receipt_vectors import receipts, sealed_receipts

from longsuit.core.cards import DECK, Card, card_name, card_set
from longsuit.core.games.game import compare
from longsuit.core.games.settlement import Hand, settle
from longsuit.core.games.table import Table, make_table
from longsuit.core.money import show_dollars
from longsuit.core.progressive.events import Claim
from longsuit.core.progressive.evolve import evolve_meter
from longsuit.core.progressive.meter import Meter, contribution, lock_award
from longsuit.core.progressive.must_hit import Cycle, Secret, commitment, trigger, winner
from longsuit.core.progressive.terms import meter_terms, progressive_offer
from longsuit.core.ranking import flush_key, key_length, key_ranks, shape
from longsuit.floor.secrets.shuffle import Word, commit, seal_word, shuffle

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "vectors"
SEED = 20261118

Case = dict[str, Any]


def text(cards: list[Card]) -> str:
    return "".join(map(card_name, cards))


def suited(chance: random.Random, size: int) -> list[Card]:
    """A hand; every second one leans to one suit, so that long flushes and straights come."""
    if chance.random() < 0.5:
        return chance.sample(DECK, size)
    suit = chance.randrange(4)
    weights = [6 if card // 13 == suit else 1 for card in DECK]
    found: list[Card] = []
    while len(found) < size:
        card = chance.choices(DECK, weights)[0]
        if card not in found:
            found.append(card)
    return found


def rank_hands(chance: random.Random) -> list[Case]:
    """A hand's flush, its straight flushes, and how two hands compare."""
    cases = []
    for _ in range(200):
        player, dealer = (suited(chance, chance.choice((2, 3, 5, 7, 7, 7))) for _ in "pd")
        key, form = flush_key(card_set(player)), shape(card_set(player))
        cases.append(
            {
                "cards": text(player),
                "length": key_length(key),
                "ranks": key_ranks(key),
                "straight_flush": form[1],
                "ace_high_straight_flush": form[2],
                "other": text(dealer),
                "against_other": compare(key, flush_key(card_set(dealer))),
            }
        )
    return cases


def _round(chance: random.Random, table: Table) -> Case:
    """A round with every seat that plays, its wagers at random, settled."""
    game = table.definition
    deck = chance.sample(DECK, 52)
    if chance.random() < 0.4:
        # The first cards are a run of one suit: the board's and the first seat's.
        low, suit = chance.randrange(7), chance.randrange(4)
        run = [13 * suit + low + step for step in range(chance.randint(4, 7))]
        deck = [card for card in deck if card not in run] + chance.sample(run, len(run))
    board = [deck.pop() for _ in range(game.board)]
    hands, told = [], []
    for seat in range(1, chance.randint(1, 4) + 1):
        own = [deck.pop() for _ in range(game.hole)]
        ante = 500 * chance.randint(1, 20)
        wagers = {"ante": ante}
        for offer in table.offers:
            if offer.wager in game.equal_to_ante:
                wagers[offer.wager] = ante
            elif offer.wager not in wagers and chance.random() < 0.7:
                steps = (offer.limits.most - offer.limits.least) // offer.limits.step
                wagers[offer.wager] = offer.limits.least + offer.limits.step * chance.randint(
                    0, steps
                )
        decision = chance.choice(table.rules.decisions)
        length = key_length(flush_key(card_set([*own, *board])))
        folded = chance.random() < 0.2
        bet = 0 if folded else ante * chance.choice(decision.multiples(length))
        hand = Hand(seat, card_set([*own, *board]), wagers, bet, folded, f"player {seat}")
        hands.append(hand)
        told.append(
            {"seat": seat, "cards": text(own), "wagers": wagers, "bet": bet, "folded": folded}
        )
    dealer = [deck.pop() for _ in range(game.hole)]
    found = settle(table, hands, card_set([*dealer, *board]))
    return {
        "board": text(board),
        "dealer": text(dealer),
        "hands": told,
        "qualifies": found.qualifies,
        "net": {
            str(hand.seat): sum(
                r.net for r in found.results if r.seat == hand.seat and r.verdict != "due"
            )
            + sum(envy.amount for envy in found.envies if envy.seat == hand.seat)
            for hand in hands
        },
        "results": [
            {
                "seat": one.seat,
                "wager": one.wager,
                "stake": one.stake,
                "returned": one.returned,
                "verdict": one.verdict,
            }
            for one in found.results
        ],
        "envies": [
            {"seat": one.seat, "winner": one.winner, "amount": one.amount} for one in found.envies
        ],
        "awards": [
            {"seat": one.seat, "meter": one.meter, "share": str(one.share)} for one in found.awards
        ],
        "cut": found.cut,
    }


def settle_rounds(chance: random.Random) -> list[Case]:
    """Rounds of both games, each at tables of several kinds."""
    kinds: list[Case] = [
        {"game": "chase-the-flush"},
        {"game": "chase-the-flush", "paytables": {"xtra": "B", "same-suit": "B"}},
        {"game": "high-card-flush"},
        {"game": "high-card-flush", "paytables": {"progressive": "PT-BJS-HCF-SF-E05"}},
        {"game": "high-card-flush", "bonus_cap": 20_000},
    ]
    tables = [(said, make_table(**said)) for said in kinds]
    return [{"table": said, **_round(chance, table)} for said, table in tables for _ in range(20)]


def shuffle_decks(chance: random.Random) -> list[Case]:
    """A seed with its commitment and its deck."""
    cases = []
    for number in range(1, 21):
        seed = chance.randbytes(32)
        table = chance.choice(("T1", "Table 7", "Felt ♠"))
        said = ["biscuit", "♥ Ann's word", 'a "quote" \\', "ß"]
        words = [Word(seat, f"Player {seat}", said[seat - 1]) for seat in range(1, 1 + number % 5)]
        deck = shuffle(table, number, Secret(seed), words)
        cases.append(
            {
                "table": table,
                "round": number,
                "seed": seed.hex(),
                "words": [{"seat": w.seat, "player": w.player, "word": w.word} for w in words],
                "seals": {str(w.seat): seal_word(table, number, w) for w in words},
                "commitment": commit(table, number, Secret(seed)),
                "deck": [card_name(card) for card in deck],
            }
        )
    return cases


def draw_triggers(chance: random.Random) -> list[Case]:
    """A Must Hit secret with its commitment, its trigger and the seat that wins."""
    cases = []
    for number in range(1, 31):
        above = chance.randrange(0, 100_000)
        by = above + chance.choice((1, 2, 255, 256, 50_000, 1_000_000))
        cycle, secret = Cycle("mystery", number, above, by), chance.randbytes(32)
        seats = sorted(chance.sample(range(1, 8), chance.randint(1, 7)))
        cases.append(
            {
                "meter": "mystery",
                "cycle": number,
                "above": above,
                "by": by,
                "secret": secret.hex(),
                "commitment": commitment(cycle, Secret(secret)),
                "trigger": trigger(cycle, Secret(secret)),
                "table": "T1",
                "round": 100 + number,
                "seats": seats,
                "winner": winner(cycle, Secret(secret), "T1", 100 + number, seats),
            }
        )
    return cases


def run_meters(chance: random.Random) -> list[Case]:
    """A meter through rounds and awards: what it holds after each, in mites."""
    cases = []
    for paytable in ("PT-BJS-HCF-SF-07", "PT-BJS-HCF-SF-08b", "PT-PRG-HCF-MLP-01"):
        offer = progressive_offer(make_table("hcf", paytables={"progressive": paytable}))
        assert offer is not None
        for name, terms in meter_terms(offer).items():
            meter = Meter(name, terms, value=terms.seed_mites, seeded=terms.seed_mites)
            steps: list[Case] = []
            for number in range(1, 26):
                added = contribution(meter, "T1", number, chance.randint(1, 6))
                meter = evolve_meter(meter, added)
                step: Case = {
                    "wagers": added.wagers,
                    "value": meter.value,
                    "reserve": meter.reserve,
                    "shown": show_dollars(meter.shown),
                }
                if number % 7 == 0:
                    share = chance.choice(terms.wins).share
                    locked = lock_award(meter, Claim("T1", number, 1), 1, "hand", Fraction(share))
                    meter = evolve_meter(meter, locked)
                    step["award"] = {
                        "share": str(share),
                        "cents": locked.amount,
                        "value": meter.value,
                        "reserve": meter.reserve,
                    }
                steps.append(step)
            cases.append(
                {
                    "paytable": paytable,
                    "meter": name,
                    "wager": terms.wager,
                    "seed": terms.seed,
                    "main": terms.main,
                    "reserve": terms.reserve,
                    "steps": steps,
                }
            )
    return cases


MAKERS: dict[str, Callable[[random.Random], list[Case]]] = {
    "ranking": rank_hands,
    "settlement": settle_rounds,
    "shuffle": shuffle_decks,
    "must_hit": draw_triggers,
    "meters": run_meters,
    "receipts": lambda chance: [*receipts(chance), *sealed_receipts(chance)],
}


def written(name: str) -> str:
    """The file of that name: a case a line."""
    cases = MAKERS[name](random.Random(f"{SEED} {name}"))
    lines = ",\n".join(
        json.dumps(case, ensure_ascii=False, separators=(",", ":")) for case in cases
    )
    return f'{{"vectors":"{name}","form":1,"seed":{SEED},"cases":[\n{lines}\n]}}\n'


def main() -> None:
    for name in MAKERS:
        (FOLDER / f"{name}.json").write_text(written(name), encoding="utf-8")


if __name__ == "__main__":
    main()
