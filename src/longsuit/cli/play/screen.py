"""What the terminal table shows. Everything comes from a view: the screen knows no secret."""

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from longsuit.cli.output import WIDEST, card_text, make_grid
from longsuit.core.cards import by_suit, card_set, parse_card
from longsuit.core.games.game import Game
from longsuit.core.games.settlement import Settlement
from longsuit.core.games.table import Table
from longsuit.core.money import Cents, show_dollars, show_net
from longsuit.core.paytable import PayTable
from longsuit.core.progressive.events import TriggerOpened
from longsuit.core.progressive.terminal import Jackpot
from longsuit.core.progressive.view import MeterView
from longsuit.core.ranking import flush_key, flush_name
from longsuit.core.round.actions import Action
from longsuit.core.round.explanations import result_words
from longsuit.core.round.view import RoundView, SeatView, ShownCards

_NET_STYLES = {1: "green", 0: "default", -1: "red"}


class Screen:
    """Draws one player's table."""

    def __init__(self, console: Console, table: Table, seat: int) -> None:
        self.console = console
        self.table = table
        self.game: Game = table.definition
        self.seat = seat

    def welcome(self, bankroll: Cents, meters: Sequence[MeterView]) -> None:
        """The posted signs: limits, paytables and meters."""
        self._rule(Rule(self.game.name))
        for offer in self.table.offers:
            name = self.game.wager(offer.wager).name
            must = "mandatory" if offer.mandatory else "optional"
            limits = offer.limits
            amount = show_dollars(limits.least)
            if limits.most > limits.least:
                amount += f" to {show_dollars(limits.most)}"
            line = Text.assemble((f"{name:<22}", "bold"), f"{must}, {amount}")
            self.console.print(line)
            if offer.paytable is not None:
                self._posted(offer.paytable, limits.least)
        self.meters(meters)
        self._sealed(meters)
        self.console.print(f"You have {show_dollars(bankroll)}. Good luck.")

    def meters(self, meters: Sequence[MeterView]) -> None:
        """The jackpot sign, for as many meters as there are."""
        if meters:
            shown = "; ".join(_meter_words(meter) for meter in meters)
            self.console.print(Text(f"Meters: {shown}", style="magenta"))

    def _sealed(self, meters: Sequence[MeterView]) -> None:
        """The promise about each Must Hit trigger, to be checked once it is opened."""
        for meter in meters:
            if meter.commitment:
                said = f"The {meter.name} trigger is sealed: {meter.commitment}"
                self.console.print(Text(said, style="dim"))

    def _posted(self, paytable: PayTable, wager: Cents) -> None:
        pays = "; ".join(f"{hand} {pay}" for hand, pay in paytable.posted(wager))
        sign = Text(f"{paytable.id}: {pays}", style="dim")
        self.console.print(Padding(sign, (0, 0, 0, 2), expand=False))

    def heading(self, seen: RoundView, meters: Sequence[MeterView]) -> None:
        """The line above a round."""
        mine = seen.seats[self.seat - 1]
        stack = show_dollars(mine.stack)
        self.console.print()
        self._rule(Rule(f"Round {seen.number}, you have {stack}", align="left"))
        placed = ", ".join(
            f"{self.game.wager(wager).name} {show_dollars(amount)}"
            for wager, amount in mine.wagers.items()
        )
        self.console.print(f"Your wagers: {placed}")
        self.meters(meters)
        for hand, pays in seen.dynamic.items():
            self.console.print(f"This round {hand} pays {show_dollars(pays)}.", style="magenta")

    def _rule(self, rule: Rule) -> None:
        """A line across the terminal; a pipe, which has no width, gets one of the usual length."""
        self.console.print(rule, width=min(self.console.width, WIDEST))

    def cards(self, seen: RoundView) -> None:
        """The board, the dealer and every seat in the round."""
        grid = make_grid("<", "<", "", headed=False)
        grid.columns[0].style = "bold"
        if self.game.board:
            grid.add_row("Board", self._hand(seen.board, self.game.board), "")
        if self.game.dealer:
            grid.add_row("Dealer", self._hand(seen.dealer), self._name(seen.dealer, seen.board))
        for seat in seen.seats:
            if seat.wagers:
                name = "You" if seat.seat == self.seat else str(seat.player)
                grid.add_row(name, self._hand(seat.cards), self._standing(seat, seen))
        self.console.print(grid)

    def _hand(self, cards: ShownCards, places: int = 0) -> Text:
        """Cards for the eye; a board keeps its order and shows the places still empty."""
        known = [parse_card(card) for card in cards if card is not None]
        in_order = known if places else by_suit(known)
        shown = card_text(self.console, [*in_order, *[None] * (len(cards) - len(known))])
        for _ in range(len(cards), places):
            shown.append(" --" if shown else "--", style="dim")
        return shown

    def _name(self, cards: ShownCards, board: ShownCards) -> str:
        if not cards or None in cards:
            return ""
        held = card_set(parse_card(card) for card in (*cards, *board) if card is not None)
        return flush_name(flush_key(held))

    def _standing(self, seat: SeatView, seen: RoundView) -> str:
        parts = [self._name(seat.cards, seen.board)]
        if seat.folded:
            parts.append("folded")
        if seat.bet:
            parts.append(f"{self.game.bet.name} {show_dollars(seat.bet)}")
        return ", ".join(part for part in parts if part)

    def said(self, name: str, action: str, amount: Cents) -> None:
        """What a seat did."""
        does = self.action_words(action, amount)
        self.console.print(f"{name}: {does}", style="dim")

    def action_words(self, action: str, amount: Cents) -> str:
        """An action as a player says it."""
        if amount == 0:
            return action
        multiple = action.rpartition("_")[2] if "_" in action else ""
        return f"{self.game.bet.name} {multiple} {show_dollars(amount)}".replace("  ", " ")

    def choices(self, actions: Iterable[Action]) -> str:
        """The keys that the player may press, with what they do."""
        parts = []
        for action in actions:
            key = action_key(action)
            amount = show_dollars(action.least)
            if action.most > action.least:
                words = f"{self.game.bet.name} {amount} to {show_dollars(action.most)}"
            else:
                words = self.action_words(action.name, action.least)
            parts.append(f"[{key}] {words}")
        return "   ".join([*parts, "[q] leave"])

    def outcome(self, settlement: Settlement, jackpots: Sequence[Jackpot]) -> Cents:
        """Every wager of the player, with the reason; returns the net result."""
        if self.game.dealer:
            word = "qualifies" if settlement.qualifies else "does not qualify"
            dealer = flush_name(settlement.dealer)
            self.console.print(f"Dealer has {dealer} and {word}.", style="bold")
        grid = make_grid("<Wager", ">Stake", ">Net", "Why")
        total = 0
        mine = [one for one in jackpots if one.seat == self.seat]
        award = sum(one.amount for one in mine if not one.mystery)
        for result in settlement.results:
            if result.seat == self.seat:
                net = result.net + (award if result.verdict == "due" else 0)
                why = result_words(result, settlement.awards)
                name = self.game.wager(result.wager).name
                grid.add_row(name, show_dollars(result.stake), _net(net), why)
                total += net
        for envy in settlement.envies:
            if envy.seat == self.seat:
                why = f"seat {envy.winner} has {envy.hand}"
                grid.add_row("Envy", "", _net(envy.amount), why)
                total += envy.amount
        for one in mine:
            if one.mystery:
                grid.add_row(one.hand, "", _net(one.amount), "the meter has reached its trigger")
                total += one.amount
        grid.add_row(Text("Together", style="bold"), "", _net(total), "")
        self.console.print(grid)
        return total

    def jackpots(
        self, seen: RoundView, jackpots: Sequence[Jackpot], opened: TriggerOpened | None
    ) -> None:
        """Who has won a meter, said to the whole table; a Must Hit secret is opened."""
        for one in jackpots:
            player = seen.seats[one.seat - 1].player
            who = "You win" if one.seat == self.seat else f"{player} wins"
            why = "the Must Hit award" if one.mystery else f"{one.hand}, {one.meter}"
            said = f"JACKPOT: {who} {show_dollars(one.amount)} ({why})."
            self.console.print(said, style="bold magenta")
            if one.mystery and opened is not None:
                trigger = show_dollars(opened.trigger)
                told = f"The trigger was {trigger}, its secret {opened.secret}."
                self.console.print(Text(told, style="dim"))


def _meter_words(meter: MeterView) -> str:
    by = f" (must hit by {show_dollars(meter.must_hit_by)})" if meter.must_hit_by else ""
    return f"{meter.name} {show_dollars(meter.value)}{by}"


def action_key(action: Action) -> str:
    """The key for an action: the number of Antes, or its first letter."""
    multiple = action.name.rpartition("_")[2].removesuffix("x")
    return multiple if multiple.isdigit() else action.name[0]


def _net(cents: Cents) -> Text:
    sign = (cents > 0) - (cents < 0)
    return Text(show_net(cents), style=_NET_STYLES[sign])
