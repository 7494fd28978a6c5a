"""The coach: after a decision it says what the best one was, and what the difference costs."""

from fractions import Fraction

from longsuit.cards import Card, parse_card
from longsuit.cli.figures import decimal
from longsuit.cli.play.screen import Screen
from longsuit.exact.advice import Advice, advise
from longsuit.games.table import Table
from longsuit.round.view import RoundView, ShownCards

_PLACES = 4


class Coach:
    """Knows the exact value of each choice, from what the player could see."""

    def __init__(self, screen: Screen, table: Table) -> None:
        self._screen = screen
        self._table = table
        self.cost = Fraction(0)
        """What the player's choices have given up so far, in Antes."""

    def watch(self, seen: RoundView, action: str) -> None:
        """Comment on a decision just taken."""
        if not self._affordable(seen):
            said = "Coach: the values count on money for every bet to come, so no word on this one."
            self._screen.console.print(said, style="dim")
            return
        advice = self.advise(seen)
        cost = advice.cost(action)
        self.cost += cost
        values = ", ".join(
            f"{self._words(option.action)} {decimal(option.value, _PLACES)}"
            for option in advice.options
        )
        said = "Coach: right"
        if cost:
            best = self._words(advice.best.action)
            said = f"Coach: {best} was better by {decimal(cost, _PLACES)} Antes"
        self._screen.console.print(f"{said} ({values}).", style="yellow" if cost else "green")

    def sum_up(self) -> None:
        """What the player's decisions have given up in all."""
        total = decimal(self.cost, _PLACES)
        self._screen.console.print(f"Coach: your decisions gave up {total} Antes in all.")

    def _affordable(self, seen: RoundView) -> bool:
        """Whether the seat can pay the largest bet of this decision and of those after it."""
        mine = seen.seats[self._screen.seat - 1]
        left = [d for d in self._table.rules.decisions if d.board >= len(seen.board)]
        most = max(max(decision.most) for decision in left)
        return mine.stack >= most * mine.wagers["ante"]

    def advise(self, seen: RoundView) -> Advice:
        """The advice for the player's hand, with every other card that lies face up removed."""
        xtra = self._table.offer("xtra")
        mine = self._screen.seat
        others = [seat.cards for seat in seen.seats if seat.seat != mine]
        return advise(
            self._table.game,
            _known(seen.seats[mine - 1].cards),
            _known(seen.board),
            [card for cards in others for card in _known(cards)],
            xtra=xtra.paytable if xtra is not None else None,
            rules=self._table.rules,
        )

    def _words(self, action: str) -> str:
        multiple = action.rpartition("_")[2] if "_" in action else ""
        return f"{self._screen.game.bet.name} {multiple}" if multiple else action


def _known(cards: ShownCards) -> list[Card]:
    return [parse_card(card) for card in cards if card is not None]
