"""A player's time at the terminal table: round after round, until they leave."""

from collections.abc import Callable
from pathlib import Path

from longsuit.cli.play.keys import Keys
from longsuit.cli.play.meter_file import MeterBook
from longsuit.cli.play.screen import Screen, action_key
from longsuit.core.errors import InputError
from longsuit.core.games.settlement import MYSTERY_METER
from longsuit.core.games.table import Offer, Table
from longsuit.core.money import Cents, parse_dollars, plain_dollars, show_dollars, show_rate
from longsuit.core.progressive.dealer import ask, end_round, pay_jackpots
from longsuit.core.progressive.events import MeterEvent, TriggerOpened
from longsuit.core.progressive.evolve import TableEvent
from longsuit.core.progressive.house import Entropy, House
from longsuit.core.progressive.terms import MustHit, progressive_offer
from longsuit.core.progressive.view import sign
from longsuit.core.round import commands as asked
from longsuit.core.round.actions import Action
from longsuit.core.round.commands import DEALER, SYSTEM, Actor, Command
from longsuit.core.round.deal import Chance, draw_dynamic, shuffled_deck
from longsuit.core.round.decide import open_round, refuse_wagers
from longsuit.core.round.events import AnyEvent
from longsuit.core.round.evolve import evolve
from longsuit.core.round.history import write_history
from longsuit.core.round.robot import robot_choice
from longsuit.core.round.state import Round
from longsuit.core.round.view import RoundView, Viewer, view
from longsuit.core.texts import sentence

YOU = "You"
YOUR_SEAT = 1
TABLE = "practice"
_ROBOT_STACK = 1_000_000_00

Watcher = Callable[[RoundView, str, Cents], None]
"""Called after each of the player's decisions with what was seen, chosen and bet."""


class Leaving(Exception):
    """The player leaves the table."""


class Session:
    """The table, the player's bankroll, and the round being played."""

    def __init__(
        self,
        table: Table,
        screen: Screen,
        keys: Keys,
        chance: Chance,
        *,
        entropy: Entropy,
        bankroll: Cents,
        robots: int,
        wagers: dict[str, Cents],
        save: Path | None,
        must_hit: MustHit | None = None,
        watcher: Watcher | None = None,
    ) -> None:
        self.table = table
        self._past: list[AnyEvent] = []
        self._opened: TriggerOpened | None = None
        """The last Must Hit secret that was opened, for the player to check."""
        self._book = MeterBook(save)
        self.house = House(entropy, self._record)
        try:
            self._book.load(self.house)
            meters = meter_ids(table, must_hit)
            self.house.open_table(TABLE, table, meters=meters, must_hit=must_hit)
            # A trigger is stored sealed before play goes on (PRG-11).
            self._book.write(self.house)
        except InputError:
            self._book.close()
            raise
        self.screen = screen
        self.keys = keys
        self.chance = chance
        self.start = self.bankroll = bankroll
        self.robots = robots
        self.wagers = wagers
        self.save = save
        self.watcher = watcher
        self.played = 0

    def _record(self, stream: str, event: TableEvent | MeterEvent) -> None:
        if isinstance(event, AnyEvent):
            self._past.append(event)
        elif isinstance(event, TriggerOpened):
            self._opened = event
            self._book.note(stream, event)
        else:
            self._book.note(stream, event)

    def play(self, rounds: int | None) -> None:
        """Play until the player leaves, the rounds are over, or the money is."""
        self.screen.welcome(self.bankroll, sign(self.house.meters_of(TABLE)))
        try:
            while rounds is None or self.played < rounds:
                if not self._can_afford():
                    least = show_dollars(sum(self._least_wagers().values()))
                    self._say(f"The smallest wagers come to {least}: the game is over.")
                    break
                self._choose_wagers()
                self._play_round()
        except (Leaving, EOFError, KeyboardInterrupt) as reason:
            self._leave(reason)
        self.screen.meters(sign(self.house.meters_of(TABLE)))
        self._say(f"You leave with {show_dollars(self.bankroll)}.")

    def close(self) -> None:
        """Let go of the files."""
        self._book.close()

    def _say(self, sentence: str) -> None:
        self.screen.console.print(sentence)

    def _leave(self, reason: BaseException) -> None:
        if not isinstance(reason, Leaving):
            self._say("")
        state = self.house.tables[TABLE].round
        if not self._past or state is None:
            return
        if state.phase in ("wagers", "no more bets", "decisions"):
            # A round cut short counts for nothing: its wagers go back (TBL-1).
            self._ask(asked.CancelRound(by=DEALER, reason="the player left"))
            self._keep_history()
            self._say("The round is cancelled and its wagers are returned.")
        else:
            # Its hands have been shown: a result is not undone.
            self._finish(state)

    # Wagers

    def _least_wagers(self) -> dict[str, Cents]:
        return {o.wager: o.limits.least for o in self.table.offers if o.mandatory}

    def _robot_wagers(self) -> dict[str, Cents]:
        """Robots place what they must, and the progressive: company that feeds the meters."""
        offer = progressive_offer(self.table)
        more = {offer.wager: offer.limits.least} if offer is not None else {}
        return self._least_wagers() | more

    def _can_afford(self) -> bool:
        return sum(self._least_wagers().values()) <= self.bankroll

    def complaint(self, wagers: dict[str, Cents]) -> str | None:
        """Why the player cannot place these wagers, or None."""
        seat = evolve(None, open_round(self.table, 1, {1: (YOU, self.bankroll)})).seat(1)
        no = refuse_wagers(self.table, seat, wagers)
        return sentence(no) if no is not None else None

    def _choose_wagers(self) -> None:
        """Enter plays the same wagers again; they are asked for when there are none that fit."""
        if self.wagers and (complaint := self.complaint(self.wagers)):
            self._say(complaint)
            self.wagers = {}
        if self.wagers:
            placed = ", ".join(
                f"{self.screen.game.wager(w).name} {show_dollars(a)}"
                for w, a in self.wagers.items()
            )
            self._say("")
            self._say(f"Wagers: {placed}")
            key = self.keys.key(
                "[Enter] deal   [w] change the wagers   [q] leave",
                ("", "w", "q"),
                {"deal": "", "wagers": "w", "leave": "q", "quit": "q"},
            )
            if key == "q":
                raise Leaving
            if key == "":
                return
        self._ask_wagers()

    def _ask_wagers(self) -> None:
        while True:
            wagers: dict[str, Cents] = {}
            for offer in self.table.offers:
                if offer.wager in self.screen.game.equal_to_ante:
                    wagers[offer.wager] = wagers["ante"]
                elif amount := self._ask_amount(offer):
                    wagers[offer.wager] = amount
            complaint = self.complaint(wagers)
            if complaint is None:
                self.wagers = wagers
                return
            self._say(complaint)

    def _ask_amount(self, offer: Offer) -> Cents:
        name = self.screen.game.wager(offer.wager).name
        usual = self.wagers.get(offer.wager, offer.limits.least if offer.mandatory else 0)
        none = "" if offer.mandatory else ", 0 for none"
        while True:
            answer = self.keys.line(f"{name} in dollars{none} [{plain_dollars(usual)}]:")
            if answer.casefold() in ("q", "quit"):
                raise Leaving
            try:
                amount = parse_dollars(answer) if answer else usual
            except InputError as error:
                self._say(str(error))
                continue
            if amount == 0 and not offer.mandatory:
                return 0
            no = offer.refuse(amount)
            if no is None:
                return amount
            self._say(sentence(no))

    # The round

    def _play_round(self) -> None:
        seated = {YOUR_SEAT: (YOU, self.bankroll)}
        for number in range(2, self.robots + 2):
            seated[number] = (f"Robot {number}", _ROBOT_STACK)
        self.house.open_round(TABLE, seated, self.played + 1)
        for number, (name, _) in seated.items():
            wagers = self.wagers if number == YOUR_SEAT else self._robot_wagers()
            player = Actor("player", name)
            self._ask(asked.PlaceWagers(by=player, seat=number, wagers=wagers))
        self._ask(asked.StartRound(by=DEALER, dynamic=self._dynamic()))
        state = self._ask(asked.DealCards(by=SYSTEM, deck=shuffled_deck(self.chance)))
        self.screen.heading(view(state, Viewer(YOU)), sign(self.house.meters_of(TABLE)))
        self.screen.cards(view(state, Viewer(YOU)))
        while state.turn:
            board = len(state.board)
            state = self._take_turn(state)
            if len(state.board) > board and state.turn:
                self.screen.cards(view(state, Viewer(YOU)))
        self._finish(state)

    def _dynamic(self) -> dict[str, Cents]:
        """The raised pays of a round; without a wager on them nothing is drawn (PRG-20)."""
        offer = progressive_offer(self.table)
        wagered = offer is not None and (self.robots > 0 or offer.wager in self.wagers)
        return draw_dynamic(self.table, self.chance) if wagered else {}

    def _ask(self, command: Command) -> Round:
        ask(self.house, TABLE, command)
        state = self.house.tables[TABLE].round
        assert state is not None
        return state

    def _take_turn(self, state: Round) -> Round:
        number = state.turn
        name = str(state.seat(number).player)
        seen = view(state, Viewer(name))
        if number == YOUR_SEAT:
            action, amount = self._your_choice(seen)
        else:
            action = robot_choice(seen, number)
            amount = action.most
            self.screen.said(name, action.name, amount)
        command = asked.Act(
            by=Actor("player", name), seat=number, action=action.name, amount=amount
        )
        after = self._ask(command)
        if number == YOUR_SEAT and self.watcher is not None:
            self.watcher(seen, action.name, amount)
        return after

    def _your_choice(self, seen: RoundView) -> tuple[Action, Cents]:
        actions = {action_key(a): a for a in seen.seats[YOUR_SEAT - 1].actions}
        words = {action.name: key for key, action in actions.items()}
        words |= {f"{key}x": key for key in actions if key.isdigit()}
        words |= {"leave": "q", "quit": "q"}
        key = self.keys.key(self.screen.choices(actions.values()), (*actions, "q"), words)
        if key == "q":
            raise Leaving
        action = actions[key]
        amount = action.least
        while action.most > action.least:
            answer = self.keys.line(f"How much [{plain_dollars(action.least)}]:")
            try:
                amount = parse_dollars(answer) if answer else action.least
            except InputError as error:
                self._say(str(error))
                continue
            if action.takes(amount):
                break
            self._say(
                f"From {show_dollars(action.least)} to {show_dollars(action.most)} "
                f"in steps of {show_dollars(action.step)}."
            )
        return action, amount

    def _finish(self, state: Round) -> None:
        """Pay awards, show the outcome, end the round and keep its history."""
        jackpots = pay_jackpots(self.house, TABLE, DEALER)
        if state.phase != "ended" and (mystery := end_round(self.house, TABLE, DEALER)):
            jackpots.append(mystery)
        self.screen.cards(view(state, Viewer(YOU)))
        assert state.settlement is not None
        self.screen.outcome(state.settlement, jackpots)
        final = self.house.tables[TABLE].round
        assert final is not None
        self.screen.jackpots(view(final, Viewer(YOU)), jackpots, self._opened)
        if jackpots:
            self.screen.meters(sign(self.house.meters_of(TABLE)))
        self.bankroll = final.seat(YOUR_SEAT).stack
        self.played += 1
        self._keep_history()
        self._say(f"You have {show_dollars(self.bankroll)}.")

    def _keep_history(self) -> None:
        """Append the round that is over to the file, where there is one."""
        past, self._past = self._past, []
        self._book.write(self.house)
        if self.save is not None:
            with self.save.open("a", encoding="utf-8") as file:
                file.write(write_history(past) + "\n")


def meter_ids(table: Table, must_hit: MustHit | None) -> dict[str, str]:
    """The meters of a practice table: the same table finds its meters of earlier games again."""
    offer = progressive_offer(table)
    if offer is None or offer.paytable is None:
        return {}
    paytable, wager = offer.paytable, show_dollars(offer.limits.least)
    names = {meter.id: f"{paytable.id}, {wager}, {meter.id}" for meter in paytable.meters}
    if must_hit is not None:
        settings = f"{show_dollars(must_hit.seed)} to {show_dollars(must_hit.by)}"
        kind = f"{MYSTERY_METER} {settings} at {show_rate(must_hit.rate)}"
        names[MYSTERY_METER] = f"{paytable.id}, {wager}, {kind}"
    return names
