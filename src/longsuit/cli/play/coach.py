"""The coach: after a decision it says what the best one was, and what the difference costs."""

from fractions import Fraction

from longsuit.analysis.exact.advice import Option, counts_on_more
from longsuit.analysis.numbers import decimal
from longsuit.cli.play.screen import Screen
from longsuit.core.errors import InputError
from longsuit.core.games.table import Table
from longsuit.core.money import Cents, show_dollars
from longsuit.core.round.view import RoundView
from longsuit.school.judgement import advise_view

_PLACES = 4


class Coach:
    """Knows the exact value of each choice, from what the player could see."""

    def __init__(self, screen: Screen, table: Table) -> None:
        self._screen = screen
        self._table = table
        self.cost = Fraction(0)
        """What the player's choices have given up so far, in Antes."""

    def watch(self, seen: RoundView, action: str, amount: Cents) -> None:
        """Comment on a decision just taken, beside what else the seat could have done."""
        mine = seen.seats[self._screen.seat - 1]
        if len(mine.actions) == 1:
            self._say(f"Coach: your stack allowed only a {action}.", "dim")
            return
        if counts_on_more(self._table.rules, len(seen.board), mine.wagers["ante"], mine.stack):
            said = "Coach: the values count on money for every bet to come, so no word on this one."
            self._say(said, "dim")
            return
        try:
            advice = advise_view(self._table, seen, self._screen.seat, amount)
        except InputError as error:
            # The round goes on: a game may be played that cannot be counted.
            self._say(f"Coach: {error}", "dim")
            return
        cost = advice.cost(action, amount)
        self.cost += cost
        values = ", ".join(
            f"{self._words(option)} {decimal(option.value, _PLACES)}" for option in advice.options
        )
        said = "Coach: right"
        if cost:
            best = self._words(advice.best)
            said = f"Coach: {best} was better by {decimal(cost, _PLACES)} Antes"
        self._say(f"{said} ({values}).", "yellow" if cost else "green")

    def _say(self, said: str, style: str) -> None:
        self._screen.console.print(said, style=style)

    def sum_up(self) -> None:
        """What the player's decisions have given up in all."""
        total = decimal(self.cost, _PLACES)
        self._screen.console.print(f"Coach: your decisions gave up {total} Antes in all.")

    def _words(self, option: Option) -> str:
        bet, (_, _, multiple) = self._screen.game.bet.name, option.action.rpartition("_")
        if not option.amount:
            return option.action
        return f"{bet} {multiple if '_' in option.action else show_dollars(option.amount)}"
