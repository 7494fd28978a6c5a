"""Settling a round: every wager of every seat, with what comes back and why.

Pure: settings and cards in, amounts out. Hands are settled from right to left (CTF-21), that is,
from the last seat to the first.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal

import msgspec
from msgspec import Struct

from longsuit.core.cards import Card, CardSet, card_set
from longsuit.core.games.game import (
    End,
    Game,
    MainRules,
    Outcome,
    ResultReason,
    Ruling,
    Scale,
    compare,
)
from longsuit.core.games.table import Offer, Table
from longsuit.core.money import Cents, pay, share_out
from longsuit.core.paytable import PayLine, PayTable
from longsuit.core.ranking import FlushKey, flush_key, shape
from longsuit.core.wagers import Wager


class Hand(Struct, frozen=True):
    """One seat at the end of the decisions."""

    seat: int
    cards: CardSet
    """Its own cards and the community cards."""
    wagers: Mapping[str, Cents]
    bet: Cents = 0
    folded: bool = False
    player: str = ""
    """Whose hand it is; nobody is paid envy for a hand of their own."""
    own: tuple[Card, ...] = ()
    """Its own cards in the order of dealing, for wagers that look at the first of them."""


class Settled(Struct, frozen=True):
    """What became of one wager."""

    seat: int
    wager: str
    stake: Cents
    returned: Cents
    """All that goes back to the player: the pay, and the stake where it comes back."""
    verdict: Literal["win", "push", "lose", "due"]
    """``due``: a share of a meter is owed, see the awards."""
    reason: ResultReason
    hand: str = ""
    """The line of the paytable that paid, where there is one."""
    unpaid: bool = False
    """The flush wins, and is too short for its paytable to pay it."""
    cap: Cents = 0
    """The cap on bonus payouts of the round, where it has cut this one (HCF-10)."""

    @property
    def net(self) -> Cents:
        """What the player is ahead by."""
        return self.returned - self.stake


class Envy(Struct, frozen=True):
    """A fixed pay to a seat for the hand of another (PRG-12)."""

    seat: int
    winner: int
    hand: str
    amount: Cents


class Award(Struct, frozen=True):
    """A share of a meter owed to a seat; the meters' keeper says how much it is."""

    seat: int
    wager: str
    hand: str
    meter: str
    share: Fraction
    base_multiple: int
    """How many base wagers the seat's wager is; seeds and pays scale with it."""


MYSTERY_HAND = "Must Hit"
"""What stands for a hand in an award that no hand has won (PRG-11)."""
MYSTERY_METER = "must-hit"
"""The name of the Must Hit meter at a table."""


class Settlement(Struct, frozen=True):
    """The whole outcome of a round, in the order in which it is settled."""

    dealer: FlushKey
    qualifies: bool
    results: tuple[Settled, ...]
    envies: tuple[Envy, ...] = ()
    awards: tuple[Award, ...] = ()
    cut: Cents = 0
    """What the cap on bonus payouts took off (HCF-10)."""

    def returned_to(self, seat: int) -> Cents:
        """All that a seat gets back, meter awards aside."""
        back = sum(result.returned for result in self.results if result.seat == seat)
        return back + sum(envy.amount for envy in self.envies if envy.seat == seat)


def settle(
    table: Table,
    hands: Sequence[Hand],
    dealer: CardSet,
    dynamic: Mapping[str, Cents] | None = None,
) -> Settlement:
    """Settle every wager. `dealer` holds the dealer's own and the community cards, if there is one.

    `dynamic` gives, by hand, the raised pays of this round at the base wager (PRG-14).
    """
    dealer_key = flush_key(dealer) if table.definition.dealer else 0
    qualifies = dealer_key >= table.rules.qualifier or not table.definition.dealer
    results: list[Settled] = []
    envies: list[Envy] = []
    awards: list[Award] = []
    in_order = sorted(hands, key=lambda hand: -hand.seat)
    for hand in in_order:
        results.extend(_main_game(table, hand, dealer_key, qualifies))
    if not qualifies:
        # The Antes are seen to first, before any hand is looked at (CTF-14).
        results.sort(key=lambda result: result.wager != "ante")
    # Side wagers come once the main game is over (HCF-6).
    for hand in in_order:
        for offer in table.offers:
            if offer.wager not in table.definition.mandatory and offer.wager in hand.wagers:
                seen = _looked_at(table.definition, offer, hand, in_order, dealer)
                result, award = _side_wager(table, hand, offer, seen, len(hands), dynamic or {})
                results.append(result)
                if award is not None:
                    awards.append(award)
                envies.extend(_envy(table, hand, offer, in_order))
    capped, cut = _cap_bonuses(table, results)
    return Settlement(dealer_key, qualifies, tuple(capped), tuple(envies), tuple(awards), cut)


def rulings(game: Game, rules: MainRules, end: End, qualifies: bool = True) -> tuple[Ruling, ...]:
    """What the main game does to the wagers of a seat (CTF-9 to CTF-18, HCF-4 to HCF-8).

    The one judge of the main game: tables, solver, reports and the rules on paper ask it.
    """
    dealer = game.dealer > 0
    ruled = (terms.ruling(rules, end, qualifies, dealer=dealer) for terms in game.main)
    return tuple(ruling for ruling in ruled if ruling is not None)


def _main_game(table: Table, hand: Hand, dealer: FlushKey, qualifies: bool) -> list[Settled]:
    game = table.definition
    own = flush_key(hand.cards)
    end: End = "folded" if hand.folded else compare_hands(game, table.rules, own, dealer)
    ruled = rulings(game, table.rules, end, qualifies)
    # A seat that has checked to the end has no bet that could be settled.
    placed = [one for one in ruled if one.wager != game.bet.id or hand.bet]
    return [_main_wager(table, game, hand, ruling, dealer) for ruling in placed]


def compare_hands(game: Game, rules: MainRules, own: FlushKey, dealer: FlushKey) -> Outcome:
    """The own flush against the dealer's, or against the lowest that wins where there is none."""
    if game.dealer:
        return compare(own, dealer)
    return "ahead" if own >= rules.qualifier else "behind"


def _main_wager(table: Table, game: Game, hand: Hand, ruling: Ruling, dealer: FlushKey) -> Settled:
    stake = hand.bet if ruling.wager == game.bet.id else hand.wagers[ruling.wager]
    verdict, line, unpaid = ruling.verdict, None, False
    odds = ruling.pays
    if isinstance(odds, Scale):
        odds = odds.pays(flush_key(hand.cards), dealer)
        if verdict == "win" and odds == 0:
            verdict, unpaid = "push", True
    if odds is None and verdict == "win":
        # Its table pays the length of the winning flush (CTF-18).
        offer, wager = table.offer(ruling.wager), game.wager(ruling.wager)
        assert offer is not None and offer.paytable is not None
        line = offer.paytable.line_for(shape(hand.cards), wager.pick)
        odds = line.pays if line is not None else Fraction(0)
        if odds == 0:
            verdict, unpaid = "push" if line is not None else wager.unmatched, True
    won = pay(stake, odds) if verdict == "win" and odds else 0
    back = {"win": stake + won, "push": stake, "lose": 0}
    name = line.hand if line is not None and verdict == "win" else ""
    return Settled(
        hand.seat, ruling.wager, stake, back[verdict], verdict, ruling.reason, name, unpaid
    )


def _looked_at(
    game: Game, offer: Offer, hand: Hand, hands: Sequence[Hand], dealer: CardSet
) -> list[CardSet]:
    """The cards that decide a side wager, folded or not (CTF-19, HCF-6): one hand, or all."""
    wager = game.wager(offer.wager)
    if wager.looks_at == "table":
        dealt = [one.cards for one in hands]
        return [*dealt, dealer] if game.dealer else dealt
    return [card_set(hand.own[: wager.first]) if wager.first else hand.cards]


def _side_wager(
    table: Table,
    hand: Hand,
    offer: Offer,
    seen: Sequence[CardSet],
    players: int,
    dynamic: Mapping[str, Cents],
) -> tuple[Settled, Award | None]:
    """A bonus or progressive: the best of the hands that it looks at decides."""
    paytable = offer.paytable
    assert paytable is not None
    stake = hand.wagers[offer.wager]
    line = _best_line(paytable, table.definition.wager(offer.wager), seen, players)
    if line is None:
        lost = Settled(hand.seat, offer.wager, stake, 0, "lose", ResultReason.NO_HAND)
        return lost, None
    if line.meter is not None:
        multiple = stake // paytable.base
        award = Award(hand.seat, offer.wager, line.hand, line.meter, line.share, multiple)
        due = Settled(hand.seat, offer.wager, stake, 0, "due", ResultReason.METER, line.hand)
        return due, award
    paid = pay(stake, _pays(line, players, dynamic, paytable.base))
    if paytable.basis == "to 1":
        paid += stake
    verdict: Literal["win", "push"] = "push" if paid == stake else "win"
    return Settled(hand.seat, offer.wager, stake, paid, verdict, ResultReason.HAND, line.hand), None


def _best_line(
    table: PayTable, wager: Wager, seen: Sequence[CardSet], players: int
) -> PayLine | None:
    """The line that pays the best of these hands, in a round of so many players."""
    lines = (table.line_for(shape(cards), wager.pick, players) for cards in seen)
    found = [line for line in lines if line is not None]
    if wager.pick == "best":
        return max(found, key=lambda line: line.pays_among(players), default=None)
    return min(found, key=table.lines.index, default=None)


def _pays(line: PayLine, players: int, dynamic: Mapping[str, Cents], base: Cents) -> Fraction:
    """The pay of a line, or its dynamic pay of this round; other tables may name the same hand."""
    if line.dynamic and line.hand in dynamic:
        return Fraction(dynamic[line.hand], base)
    return line.pays_among(players)


def _envy(table: Table, winner: Hand, offer: Offer, hands: Sequence[Hand]) -> list[Envy]:
    """Every other player's seat with the wager is paid for the winner's hand (PRG-12)."""
    paytable = offer.paytable
    assert paytable is not None
    if not any(line.envy for line in paytable.lines):
        return []
    wager = table.definition.wager(offer.wager)
    line = paytable.line_for(shape(winner.cards), wager.pick)
    if line is None or line.envy == 0:
        return []
    return [
        Envy(hand.seat, winner.seat, line.hand, pay(hand.wagers[offer.wager], line.envy))
        for hand in hands
        if hand.seat != winner.seat
        and offer.wager in hand.wagers
        and not (hand.player and hand.player == winner.player)
    ]


def _cap_bonuses(table: Table, results: list[Settled]) -> tuple[list[Settled], Cents]:
    """Over the cap, every bonus payout of the round is cut in proportion (HCF-10)."""
    if table.bonus_cap == 0:
        return results, 0
    game = table.definition
    paid = [
        index
        for index, result in enumerate(results)
        if game.wager(result.wager).bonus and result.net > 0
    ]
    paid.sort(key=lambda index: results[index].seat)
    payouts = [results[index].net for index in paid]
    if sum(payouts) <= table.bonus_cap:
        return results, 0
    cut = share_out(table.bonus_cap, payouts)
    capped = list(results)
    for index, payout in zip(paid, cut, strict=True):
        result = results[index]
        capped[index] = msgspec.structs.replace(
            result, returned=result.stake + payout, cap=table.bonus_cap
        )
    return capped, sum(payouts) - table.bonus_cap
