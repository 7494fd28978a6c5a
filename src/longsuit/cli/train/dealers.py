"""The dealer's drills: reading hands, and settling a felt, against the clock."""

import random
import time
from collections.abc import Iterable
from typing import Any

from rich.console import Console

from longsuit.cli.output import card_text, make_grid
from longsuit.cli.play.keys import Keys
from longsuit.core.cards import RANKS, Card, by_suit
from longsuit.core.errors import InputError
from longsuit.core.games.game import Game
from longsuit.core.money import parse_dollars, show_dollars
from longsuit.core.ranking import FlushKey, flush_name, key_length, key_ranks
from longsuit.core.round.explanations import short_words
from longsuit.school.felt import Felt, SeatToSettle, deal_felt

DRILLS = ("read", "settle")
_OUTCOMES = {"p": "ahead", "d": "behind", "t": "tie"}
_VERDICTS = frozenset("wpl")


class _Left(Exception):
    """The dealer has had enough."""


class DealerDrill:
    """Deals felts, asks about them, and keeps count of answers and time."""

    def __init__(
        self, console: Console, keys: Keys, game: Game, chance: random.Random, seats: int
    ) -> None:
        self._console, self._keys, self._game = console, keys, game
        self._chance, self._seats = chance, seats
        self._right = self._asked = 0
        self._seconds = 0.0

    def run(self, drill: str, questions: int) -> dict[str, Any]:
        """So many hands to read, or felts to settle."""
        try:
            for number in range(1, questions + 1):
                self._console.print()
                self._console.print(f"{number} of {questions}", style="dim")
                if drill == "read":
                    self._read(deal_felt(self._game.id, self._chance, 1))
                else:
                    self._settle(deal_felt(self._game.id, self._chance, self._seats))
        except (_Left, EOFError, KeyboardInterrupt):
            self._console.print()
        self._sum_up()
        return {
            "answers": self._asked,
            "right": self._right,
            "seconds": round(self._seconds, 1),
        }

    def _sum_up(self) -> None:
        if self._asked:
            each = self._seconds / self._asked
            self._console.print(
                f"{self._right} of {self._asked} answers right, {each:.1f} seconds each."
            )

    # Reading

    def _read(self, felt: Felt) -> None:
        seat = felt.seats[0]
        self._show("Dealer", felt.dealer, felt.board)
        self._check_flush("Dealer's flush", felt.dealer_key)
        answer = self._choose("Does the dealer qualify? [y] yes   [n] no", ("y", "n"))
        self._tell(
            answer == ("y" if felt.qualifies else "n"),
            "qualifies" if felt.qualifies else "does not qualify",
        )
        self._show("Player", seat.cards, felt.board)
        self._check_flush("Player's flush", seat.key)
        answer = self._choose("Whose is higher? [p] player   [d] dealer   [t] tie", _OUTCOMES)
        self._tell(_OUTCOMES[answer] == seat.outcome, _outcome_words(seat))

    def _check_flush(self, prompt: str, key: FlushKey) -> None:
        """Its length and highest card, such as ``4K``."""
        answer = self._line(f"{prompt}, length and high card (such as 4K):")
        told = answer.upper().replace(" ", "").replace("10", "T")
        wanted = f"{key_length(key)}{key_ranks(key)[0]}"
        if told[:1].isdigit() and told[1:] in RANKS:
            self._tell(told == wanted, flush_name(key))
        else:
            self._tell(False, flush_name(key))

    # Settling

    def _settle(self, felt: Felt) -> None:
        self._show("Dealer", felt.dealer, felt.board)
        word = "qualifies" if felt.qualifies else "does not qualify"
        self._console.print(f"Dealer has {flush_name(felt.dealer_key)} and {word}.")
        for seat in felt.seats:
            self._settle_seat(seat, felt.board)

    def _settle_seat(self, seat: SeatToSettle, board: tuple[Card, ...]) -> None:
        self._console.print()
        self._show(f"Seat {seat.seat}", seat.cards, board)
        down = ", ".join(f"{spot.name} {show_dollars(spot.result.stake)}" for spot in seat.spots)
        self._console.print(f"{'Folded. ' if seat.folded else ''}{down}")
        letters = self._line("Win, push or lose, a letter a spot (such as wwl):").casefold()
        right = letters == seat.verdicts and set(letters) <= _VERDICTS
        paid = self._line("You pay, in dollars:")
        try:
            right = right and parse_dollars(paid) == seat.pays
        except InputError:
            right = False
        self._tell(right, f"{seat.verdicts}, {show_dollars(seat.pays)} to pay")
        if not right:
            grid = make_grid("<Spot", ">Pays", "Why")
            for spot in seat.spots:
                pays = show_dollars(max(0, spot.result.net))
                grid.add_row(spot.name, pays, short_words(spot.result))
            self._console.print(grid)

    # Asking

    def _show(self, name: str, cards: Iterable[Card], board: tuple[Card, ...]) -> None:
        shown = card_text(self._console, by_suit(cards))
        if board:
            shown.append("  on  ").append(card_text(self._console, board))
        self._console.print(f"{name}: ", end="")
        self._console.print(shown)

    def _choose(self, prompt: str, keys: Iterable[str]) -> str:
        begun = time.monotonic()
        key = self._keys.key(f"{prompt}   [q] leave", (*keys, "q"), {"yes": "y", "no": "n"})
        self._seconds += time.monotonic() - begun
        if key == "q":
            raise _Left
        return key

    def _line(self, prompt: str) -> str:
        begun = time.monotonic()
        answer = self._keys.line(prompt)
        self._seconds += time.monotonic() - begun
        if answer.casefold() in ("q", "quit", "leave"):
            raise _Left
        return answer

    def _tell(self, right: bool, truth: str) -> None:
        self._asked += 1
        self._right += right
        self._console.print(
            f"Right: {truth}." if right else f"No: {truth}.", style="green" if right else "yellow"
        )


def _outcome_words(seat: SeatToSettle) -> str:
    return {"ahead": "the player's", "behind": "the dealer's", "tie": "a tie"}[seat.outcome]
