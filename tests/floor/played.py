"""A floor's log with everything in it, written by bots.

Both games, dealt, live and practice tables, links, Must Hit, jackpots paid and voided, corrections,
settings that change, tables that close, rounds cut short.

The progressives here are won by hands that come often, so a few hundred rounds have many jackpots.
"""

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from bench.audit import Writer
from msgspec import UNSET
from msgspec.structs import replace

from longsuit.core.games.table import Limits, make_table
from longsuit.core.paytable import MeterSettings, PayLine, PayTable
from longsuit.core.progressive import commands as touch
from longsuit.core.progressive.dealer import dealer_step
from longsuit.core.progressive.jackpots import to_approve
from longsuit.core.progressive.terminal import Setup
from longsuit.core.progressive.terms import MustHit, table_terms
from longsuit.core.round import commands as ask
from longsuit.core.round.actions import legal_actions
from longsuit.core.round.commands import SYSTEM, Actor, Command
from longsuit.floor.secrets.shuffle import Word, seal_word
from longsuit.floor.slips.register import PrintSlip
from longsuit.floor.tables import commands as floor_ask
from longsuit.floor.tables.automation import AT_ONCE, what_next
from longsuit.floor.tables.events import TableSettings

DEE, DAN = Actor("dealer", "Dee"), Actor("dealer", "Dan")
SUE, SAM = Actor("supervisor", "Sue"), Actor("supervisor", "Sam")
PLAYERS = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Ann Lee", 'Gus "G" O’Hara')
PROCESS = ("C2", "L2")
"""The tables with the whole approval process."""
PAPERS: dict[str, Any] = {"document": "passport", "surveillance": "S-1", "payment": "hand-pay"}
MUST_HIT = MustHit(seed=20_00, by=24_00)
STAX = PayTable(
    *("often", "chase-the-flush", "stax", "for 1"),
    (
        PayLine("4-card straight flush", Fraction(0), meter="star", share=Fraction(1)),
        PayLine("A-K-Q suited", Fraction(20)),
        PayLine("3-card straight flush", Fraction(0), meter="heart", share=Fraction(1, 10)),
    ),
    base=5_00,
    meters=(
        MeterSettings("star", 1_000_00, Fraction(2, 100), Fraction(1, 100)),
        MeterSettings("heart", 50_00, Fraction(333, 10_000)),
    ),
)
PROGRESSIVE = PayTable(
    *("often", "high-card-flush", "progressive", "for 1"),
    (
        PayLine(
            "4-card straight flush", Fraction(0), meter="main", share=Fraction(1), envy=Fraction(5)
        ),
        PayLine("3-card straight flush", Fraction(7), dynamic=tuple(map(Fraction, range(8, 18)))),
        PayLine("5-card flush", Fraction(2), dynamic=tuple(map(Fraction, range(3, 13)))),
    ),
    base=1_00,
    meters=(MeterSettings("main", 500_00, Fraction(5, 100), Fraction(5, 100)),),
    dynamic_lines=(1, 2),
)


def settings(name: str, game: str, *, mode: str = "dealt", **options: Any) -> TableSettings:
    """A table with meters that are won often; tables of a game share them, but for practice."""
    paytables = {"stax": STAX} if game == "ctf" else {"progressive": PROGRESSIVE}
    table = make_table(game, paytables=paytables, **options)
    must_hit = MUST_HIT if game == "ctf" else None
    kind = f"practice {game}" if mode == "practice" else game
    meters = {one: f"{kind} {one}" for one in table_terms(table, must_hit)}
    process = name in PROCESS or UNSET
    setup = Setup(name, table, mode == "live", 300_00, meters, process)
    return TableSettings(setup, f"Table {name}", practice=mode == "practice", action_seconds=10)


class Bots:
    """They do what is allowed, and now and then what is not."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.chance: random.Random = writer.chance
        self.done = 0
        self.slips = 0
        self.words: dict[tuple[str, int, int], Word] = {}

    def open(self, made: TableSettings) -> None:
        must_hit = MUST_HIT if "must-hit" in made.setup.meters else None
        opening = floor_ask.SetTable(by=SUE, settings=made)
        self.writer.must(opening, made.setup.id, must_hit=must_hit)

    def ask(self, table: str, command: Command) -> bool:
        done = self.writer.ask(command, table).ok
        self.done += done
        return done

    def play(self, table: str, rounds: int) -> None:
        made = self.writer.table(table).settings
        play = self._live_round if made.setup.live else self._dealt_round
        if made.practice:
            play = self._practice_round
        for _ in range(rounds):
            play(table)
            self._between_rounds(table)

    def _now_and_then(self, one_in: int) -> bool:
        return self.chance.randrange(one_in) == 0

    # Dealt tables

    def _dealt_round(self, table: str) -> None:
        self.ask(table, floor_ask.BeginRound(by=self.chance.choice((SYSTEM, DEE))))
        for _ in range(self.chance.randint(1, 4)):
            self._seat(table)
        for seat, (player, _) in self.writer.table(table).seated().items():
            self._wager(table, seat, Actor("player", player))
        if self._now_and_then(15):
            self.ask(table, ask.CancelRound(by=DEE, reason="too soon"))
        if not self.ask(table, ask.StartRound(by=self.chance.choice((DEE, SUE, SYSTEM)))):
            self.ask(table, ask.CancelRound(by=DEE, reason="nobody wagers"))
        self._open_words(table)
        while self._turn(table):
            pass
        self._end(table)

    def _seat(self, table: str) -> None:
        seat, player = self.chance.randint(1, 7), self.chance.choice(PLAYERS)
        stack = self.chance.choice((40_00, 1_000_00, 1_000_00))
        self.ask(table, floor_ask.SeatPlayer(by=DEE, seat=seat, player=player, stack=stack))
        if self._now_and_then(6):
            self.ask(table, floor_ask.UnseatPlayer(by=DAN, seat=self.chance.randint(1, 7)))

    def _wager(self, table: str, seat: int, by: Actor) -> None:
        offers = self.writer.table(table).settings.setup.table.offers
        ante = self.chance.choice((5_00, 10_00, 25_00))
        wagers = {
            offer.wager: ante if offer.wager in ("ante", "xtra") else offer.limits.least
            for offer in offers
            if offer.mandatory or self.chance.random() < 0.8
        }
        self.ask(table, ask.PlaceWagers(by=by, seat=seat, wagers=wagers))
        if self._now_and_then(8):
            word = self.chance.choice(("lucky", 'a "word" \\ of mine', "bring it ♥", "x" * 100))
            self._seal(table, Word(seat, by.name, word))
        if self._now_and_then(12):
            self.ask(table, ask.TakeBackWagers(by=by, seat=seat))
        if self._now_and_then(25):
            self.ask(table, ask.StandUp(by=by, seat=seat))

    def _seal(self, table: str, word: Word) -> None:
        number = self.writer.table(table).terminal.number
        seal = seal_word(table, number, word)
        by = Actor("player", word.player)
        if self.ask(table, floor_ask.SealWord(by=by, seat=word.seat, seal=seal)):
            self.words[table, number, word.seat] = word

    def _open_words(self, table: str) -> None:
        """Most are opened; one that is not counts as absent, and a lost seed ends the round."""
        state = self.writer.table(table)
        if not state.closing:
            return
        if self._now_and_then(9):
            self.writer.lose_seeds()
        for seat in list(state.seals):
            word = self.words[table, state.terminal.number, seat]
            by = Actor("player", word.player)
            if not self._now_and_then(5):
                self.ask(table, floor_ask.OpenWord(by=by, seat=seat, word=word.word))
        if self._now_and_then(20):
            self.ask(table, ask.CancelRound(by=SUE, reason="no words"))
        self.ask(table, floor_ask.CloseWords(by=SYSTEM))

    def _turn(self, table: str) -> bool:
        state = self.writer.table(table).round
        if state is None or not state.turn:
            return False
        if self._now_and_then(60):
            self.ask(table, ask.CancelRound(by=SUE, reason="a card was turned up"))
        elif self._now_and_then(10):
            self.ask(table, ask.LetTimePass(by=SYSTEM, seat=state.turn))
        else:
            action = self.chance.choice(legal_actions(state, state.turn))
            by = Actor("player", str(state.seat(state.turn).player))
            self.ask(
                table, ask.Act(by=by, seat=state.turn, action=action.name, amount=action.least)
            )
        return True

    def _end(self, table: str) -> None:
        for _ in range(2):
            while (step := dealer_step(self.writer.table(table).terminal, DEE)) is not None:
                self._touch(table, step)
            for bonus in to_approve(self.writer.table(table).terminal):
                where: dict[str, Any] = {"seat": bonus.seat, "wager": bonus.wager}
                approve = touch.ApproveBonus(by=SAM, **where, winner="Bea", **PAPERS)
                self.slips += self.ask(table, approve)
            self.ask(table, ask.EndRound(by=DEE))

    def _touch(self, table: str, step: Command) -> None:
        """The next touch of the terminal; now and then the jackpot was none."""
        if isinstance(step, touch.PayJackpot) and self._now_and_then(4):
            self.ask(table, touch.VoidJackpot(by=DEE, reason="misread"))
            return
        if not self.ask(table, step):
            self._approve(table)

    # Live tables

    def _live_round(self, table: str) -> None:
        seats = self.writer.table(table).settings.setup.table.seats
        for seat in self.chance.sample(range(1, seats + 1), k=self.chance.randint(0, 4)):
            self.ask(table, touch.TurnLight(by=DEE, seat=seat, on=not self._now_and_then(5)))
        self.ask(table, ask.StartRound(by=DEE))
        if self._now_and_then(10):
            self.ask(table, ask.CancelRound(by=DEE, reason="too soon"))
            return
        offer = self.writer.table(table).settings.setup.offer
        assert offer is not None and offer.paytable is not None
        for seat in reversed(self.writer.table(table).terminal.registered):
            if self._now_and_then(3):
                self.ask(table, touch.ChooseSeat(by=DEE, seat=seat))
                hand = self.chance.choice(offer.paytable.lines).hand
                self.ask(table, touch.ChooseHand(by=DEE, hand=hand))
                self.ask(table, touch.PendingJackpot(by=DEE))
        self._end(table)

    # Practice tables

    def _practice_round(self, table: str) -> None:
        guest = Actor("player", "Guest 1")
        self.ask(table, floor_ask.BeginRound(by=SYSTEM))
        stack = self.writer.table(table).settings.buy_in
        self.ask(table, ask.SitDown(by=guest, seat=1, stack=stack))
        self.ask(table, floor_ask.SeatRobot(by=guest, seat=self.chance.randint(2, 7)))
        if self._now_and_then(5):
            self.ask(table, floor_ask.UnseatRobot(by=guest, seat=self.chance.randint(2, 7)))
        self._wager(table, 1, guest)
        for _ in range(200):
            state = self.writer.table(table).round
            assert state is not None
            if state.phase in ("ended", "cancelled"):
                return
            following = what_next(self.writer.table(table), AT_ONCE)
            if following is None:
                self.ask(table, ask.CancelRound(by=DEE, reason="nobody plays"))
            elif isinstance(following.command, ask.LetTimePass):
                self._turn(table)
            elif not self.ask(table, following.command):
                self._approve(table)

    def _approve(self, table: str) -> None:
        # A table from before there was one has no process, whatever it is called.
        process = self.writer.table(table).settings.setup.approval_process
        papers: dict[str, Any] = {"winner": f"Winner at {table}", **PAPERS} if process else {}
        for jackpot in self.writer.table(table).terminal.jackpots:
            number = jackpot.number
            if papers and jackpot.step != "done":
                why = "above my amount"
                self.ask(table, touch.ReferJackpot(by=SUE, number=number, to="Sam", reason=why))
            if self.ask(table, touch.ApproveJackpot(by=SAM, number=number, **papers)) and papers:
                self.slips += 1
                for _ in range(self.slips % 3):
                    self.writer.must(PrintSlip(by=SUE, slip=self.slips))

    def win_big(self, table: str) -> None:
        """A jackpot above the approval amount at a live table, with all that goes with it."""
        for seat in (1, 2, 3):
            self.ask(table, touch.TurnLight(by=DEE, seat=seat, on=True))
        self.ask(table, ask.StartRound(by=DEE))
        self.ask(table, touch.ChooseSeat(by=DEE, seat=2))
        self.ask(table, touch.ChooseHand(by=DEE, hand="4-card straight flush"))
        self.ask(table, touch.PendingJackpot(by=DEE))
        while (step := dealer_step(self.writer.table(table).terminal, DEE)) is not None:
            if not self.ask(table, step):
                self._approve(table)
        self.ask(table, ask.EndRound(by=DEE))

    def keep_meters(self) -> None:
        """A maximum, money that leaves a meter for each reason, and the end of a meter."""
        two: dict[str, Any] = {"by": SUE, "reason": "a test", "second": "Sam"}
        main, shelf = "hcf main", "shelf"
        self.writer.must(_opens(shelf), "S1")
        self.writer.must(floor_ask.CloseTable(by=SUE), "S1")
        standing = self.writer.standing(main)
        figures = touch.SetMeter(limit=standing.shown + 1, bound=50_00, **two)
        self.writer.must(figures, meter=main)
        for _ in range(8):
            self.ask("L2", touch.TurnLight(by=DEE, seat=1, on=True))
            self.ask("L2", ask.StartRound(by=DEE))
            self.ask("L2", ask.EndRound(by=DEE))
        for cause, part, amount in (
            ("malfunction", "meter", 7),
            ("over-limit", "overflow", 5),
            ("gross-receipts", "reserve", 3),
        ):
            reduce: dict[str, Any] = {"cause": cause, "part": part, "amount": amount, **two}
            self.writer.must(touch.ReduceMeter(**reduce), meter=main)
        moved: dict[str, Any] = {"cause": "moved", "part": "reserve", "amount": 11, **two}
        self.writer.must(touch.ReduceMeter(to=shelf, **moved), meter=main)
        self.writer.must(touch.RetireMeter(to=main, **two), meter=shelf)

    def leave_running(self) -> None:
        """Wagers open at one table, a decision due at the next, a jackpot pending at a live one."""
        for table in ("C1", "C2"):
            self.ask(table, floor_ask.BeginRound(by=SYSTEM))
        for seat, (player, _) in self.writer.table("C2").seated().items():
            self._wager("C2", seat, Actor("player", player))
        self.ask("C2", ask.StartRound(by=DEE))
        self._turn("C2")
        self.ask("L1", touch.TurnLight(by=DEE, seat=2, on=True))
        self.ask("L1", ask.StartRound(by=DEE))
        self.ask("L1", touch.ChooseSeat(by=DEE, seat=2))
        self.ask("L1", touch.ChooseHand(by=DEE, hand="4-card straight flush"))
        self.ask("L1", touch.PendingJackpot(by=DEE))

    # Between rounds

    def _between_rounds(self, table: str) -> None:
        if self._now_and_then(10):
            correction = touch.CorrectMeter(
                by=SUE,
                part=self.chance.choice(("meter", "reserve")),
                amount=self.chance.choice((-1, 1, 12_345, -50_0000)),
                reason="a test",
                second=self.chance.choice(("Sam", "Sue")),
            )
            meters = tuple(self.writer.table(table).settings.setup.meters.values())
            self.done += self.writer.ask(correction, meter=self.chance.choice(meters)).ok
        if self._now_and_then(12):
            made = self.writer.table(table).settings
            seconds = made.action_seconds % 60 + 1
            changed = replace(made, action_seconds=seconds)
            if self._now_and_then(2):
                self.ask(table, floor_ask.CloseTable(by=SUE))
            self.ask(table, floor_ask.SetTable(by=SUE, settings=changed))


def _opens(link: str) -> floor_ask.SetTable:
    """A table that opens a meter."""
    made = settings("S1", "hcf", mode="live")
    setup = replace(made.setup, meters={"main": link})
    return floor_ask.SetTable(by=SUE, settings=replace(made, setup=setup))


TABLES: dict[str, Callable[[], TableSettings]] = {
    "C1": lambda: settings("C1", "ctf"),
    "C2": lambda: settings("C2", "ctf", face_up=True, seats_per_player=2),
    "H1": lambda: settings("H1", "hcf", raise_step=2_50, bonus_cap=200_00),
    "L1": lambda: settings("L1", "ctf", mode="live"),
    "L2": lambda: settings("L2", "hcf", mode="live"),
    "P1": lambda: settings("P1", "ctf", mode="practice"),
    "P2": lambda: settings("P2", "hcf", mode="practice", limits={"ante": Limits(1_00, 50_00, 1)}),
}


def play_floor(
    url: str,
    *,
    rounds: int,
    seed: int,
    tables: tuple[str, ...] = tuple(TABLES),
    running: bool = False,
    key: bytes | None = None,
) -> int:
    """A floor of these tables, so many rounds at each; returns how many commands were done.

    `running`: some rounds have only begun where the log ends.
    """
    writer = Writer(url, seed, key)
    bots = Bots(writer)
    for name in tables:
        bots.open(TABLES[name]())
    for _ in range(rounds):
        for name in tables:
            bots.play(name, 1)
    if "L2" in tables:
        bots.win_big("L2")
        bots.keep_meters()
    if running:
        bots.leave_running()
    writer.close()
    return bots.done
