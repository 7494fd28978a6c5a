"""Who plays: a crew at each table that does what is allowed, and now and then what is not.

Each command has a key and is sent until it is answered, to whichever server answers.
"""

import random
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import UNSET, Struct
from msgspec.structs import replace
from tests.floor.played import MUST_HIT, PAPERS, TABLES
from tests.simulation.kernel import SECOND, Task, result

from longsuit.core.progressive import commands as touch
from longsuit.core.progressive.dealer import dealer_step
from longsuit.core.progressive.jackpots import to_approve
from longsuit.core.round import commands as ask
from longsuit.core.round.actions import legal_actions
from longsuit.core.round.commands import Command
from longsuit.floor.engine.ask import Answer, Ask
from longsuit.floor.engine.replies import CommandFailed, Elsewhere, FloorDown
from longsuit.floor.secrets.shuffle import Word, seal_word
from longsuit.floor.service.floor import Floor
from longsuit.floor.service.visitor import Visitor
from longsuit.floor.slips.register import SLIPS, PrintSlip
from longsuit.floor.store.database import DatabaseError
from longsuit.floor.store.transactions import OutOfTurn, Stale, Unavailable
from longsuit.floor.tables import commands as floor_ask
from longsuit.floor.tables.events import TableSettings
from longsuit.floor.tables.state import ROBOT, FloorTable

if TYPE_CHECKING:
    from tests.simulation.server import Server
    from tests.simulation.world import World

T = TypeVar("T")

PUT_OFF = (
    *(FloorDown, Elsewhere, CommandFailed, TimeoutError),
    *(DatabaseError, Unavailable, Stale, OutOfTurn),
)
"""What a door answers with "try again"."""
PATIENCE = 8.0
DEE, DAN = Visitor("dealer", "Dee"), Visitor("dealer", "Dan")
SUE, SAM = Visitor("supervisor", "Sue"), Visitor("supervisor", "Sam")
MALLORY = Visitor("player", "Mallory")
GUEST = Visitor("player", "Guest 1", guest=True)


class Sent(Struct):
    """A command, and what became of it."""

    who: str
    stream: str
    key: str
    tries: int = 0
    version: int = 0
    refused: str = ""
    began: int = 0
    known: int = 0
    """The last version of the stream that anybody had been told of when it was asked for."""

    @property
    def answered(self) -> bool:
        return bool(self.version or self.refused)


class Crew:
    """Everybody at one table."""

    def __init__(self, world: "World", table: str) -> None:
        self._world, self.table = world, table
        self.chance = random.Random(f"{world.plan.seed} crew {table}")
        self.sent: list[Sent] = []
        self.carried_out = 0
        self._at = self.chance.randrange(len(world.servers))
        self._words: dict[str, Word] = {}
        """By their seals."""
        self._desk = random.Random(f"{world.plan.seed} desk {table}")
        """Of what was added later, so that all else is drawn as before."""
        self._told: tuple[object, int] = (None, 0)
        """The last version that a server has told of, and which one it was."""

    # Asking

    def _call(self, work: "Callable[[Floor], T]") -> T:
        """Ask a server until one answers; another after each that does not."""
        while True:
            server: Server = self._world.servers[self._at]

            def run(server: "Server" = server) -> T:
                assert server.life.floor is not None
                return work(server.life.floor)

            try:
                return self._world.network.call(server, run, PATIENCE, PUT_OFF)
            except PUT_OFF:
                if self._one_in(2):
                    self._at = (self._at + 1) % len(self._world.servers)
                self._world.kernel.sleep(self.chance.uniform(0.05, 1.0))

    def look(self) -> FloorTable | None:
        """The table as a server knows it."""

        def work(floor: Floor) -> tuple[FloorTable | None, int, object]:
            result(self._world.kernel, floor.engine.attend(self.table), PATIENCE)
            head = floor.engine.memory.heads.get(f"table {self.table}")
            return floor.engine.table(self.table), head.version if head else 0, floor

        table, version, floor = self._call(work)
        server, told = self._told
        # One that has passed a command on hears of it a moment after its answer.
        if self._world.alone and server is floor and version < told:
            raise AssertionError(f"{self.table}: {version} is shown after {told} was answered.")
        return table

    def do(self, visitor: Visitor, command: Command, meter: str = "") -> bool:
        """Carry out a command, however long it takes; whether it was not refused."""
        stream = f"meter {meter}" if meter else f"table {self.table}"
        where: dict[str, Any] = {"meter": meter} if meter else {"table": self.table}
        if isinstance(command, PrintSlip):
            stream, where = SLIPS, {}
        key = f"{self.table} {len(self.sent)}"
        known = self._world.checks.asked(stream, visitor.who, key)
        sent = Sent(visitor.who, stream, key, began=self._world.kernel.now, known=known)
        self.sent.append(sent)
        sets = command.settings.setup.meters if isinstance(command, floor_ask.SetTable) else {}
        must_hit = MUST_HIT if "must-hit" in sets else None
        asked = Ask(command, key, **where, must_hit=must_hit)

        def work(floor: Floor) -> tuple[Answer, object]:
            sent.tries += 1
            future = floor._submit(visitor, asked)
            return result(self._world.kernel, future), floor

        answer, floor = self._call(work)
        self._note(sent, answer, command)
        if answer.ok and "table" in where and floor is not None:
            self._told = (floor, max(answer.version, self._told[1]))
        return answer.ok

    def _note(self, sent: Sent, answer: Answer, command: Command) -> None:
        what = type(command).__name__
        if answer.refused is not None:
            sent.refused = answer.refused.code.value
            self._world.met["refused"] += 1
            self._world.note(sent.who, what, sent.key, "refused:", sent.refused)
            return
        sent.version = answer.version
        self._world.note(sent.who, what, sent.key, "is", sent.stream, sent.version)
        place = (sent.stream, sent.who, sent.key)
        self._world.checks.acknowledged(*place, sent.version, sent.known)
        self._world.checks.seen[what] += 1
        self.carried_out += 1

    def _all(self, works: "list[Callable[[], object]]") -> None:
        """Each after the other, or all at once; now and then with one that is not allowed."""
        if self._one_in(4):
            seat = self.chance.randint(1, 7)
            takes = ask.PlaceWagers(by=MALLORY.actor, seat=seat, wagers={"ante": 5_00})
            works.insert(self.chance.randrange(len(works) + 1), partial(self.do, MALLORY, takes))
        if self.chance.random() >= self._world.plan.together:
            for work in works:
                work()
            return
        tasks: list[Task] = [self._world.kernel.spawn(work) for work in works]  # type: ignore[arg-type]
        for task in tasks:
            task.join()

    def _one_in(self, count: int) -> bool:
        return self.chance.randrange(count) == 0

    # Playing

    def play(self) -> None:
        """Until time ends."""
        while True:
            table = self.look()
            if table is None or table.closed:
                self.do(SUE, floor_ask.SetTable(by=SUE.actor, settings=self._settings()))
            else:
                self._step(table)
            pause = self.chance.choice((0.02, 0.3, 1.5))
            self._world.kernel.sleep(pause * (1 if self._world.calm else self._world.plan.pace))
            if self.has_enough:
                return

    @property
    def has_enough(self) -> bool:
        """Enough of trouble, and something was done since it ended."""
        calm = round(self._world.plan.trouble_seconds * SECOND)
        last = self.sent[-1] if self.sent else None
        over = self._world.kernel.now > calm and last is not None and last.began > calm
        return over and bool(last and last.version)

    @property
    def _is_tired(self) -> bool:
        """It has asked for all that it wanted to, and waits for the calm."""
        calm = self._world.plan.trouble_seconds * SECOND
        return len(self.sent) >= self._world.plan.commands and self._world.kernel.now < calm

    def _step(self, table: FloorTable) -> None:
        if self._is_tired:
            self._world.kernel.sleep(2.0)
            return
        if table.between_rounds and self._desk.random() < self._world.plan.moves:
            self._move_funds(table)
        elif table.between_rounds and self._one_in(12):
            self._between_rounds(table)
        elif table.settings.setup.live:
            self._live(table)
        elif table.settings.practice:
            self._practice(table)
        else:
            self._dealt(table)

    def _dealt(self, table: FloorTable) -> None:
        state = table.round
        phase = state.phase if state is not None else ""
        if table.terminal.phase == "mystery" or phase == "settled":
            self._touch(table)
        elif phase == "decisions" and state is not None:
            self._decide(table)
        elif table.closing:
            self._open_words(table)
        elif phase == "wagers":
            self._wager(table)
        else:
            self._world.kernel.sleep(0.2)

    def _wager(self, table: FloorTable) -> None:
        seated = table.seated()
        for seat, name in ((2, f"Ann {self.table}"), (5, f"Bob {self.table}")):
            there = seated.get(seat)
            if there is not None and there[1] < 150_00:
                self.do(DEE, floor_ask.UnseatPlayer(by=DEE.actor, seat=seat))
                there = None
            if there is None:
                brings = floor_ask.SeatPlayer(by=DEE.actor, seat=seat, player=name, stack=1_000_00)
                self.do(DEE, brings)
        if len(seated) < 2:
            return
        self._all([partial(self._place, table, seat) for seat in seated])
        self._change_their_mind(table)
        if self._one_in(12):
            self.do(DEE, ask.CancelRound(by=DEE.actor, reason="too soon"))
        else:
            self.do(DEE, ask.StartRound(by=DEE.actor))

    def _place(self, table: FloorTable, seat: int) -> None:
        player = Visitor("player", table.seated()[seat][0])
        wagers = {
            offer.wager: offer.limits.least
            for offer in table.settings.setup.table.offers
            if offer.mandatory or self.chance.random() < 0.8
        }
        placed = self.do(player, ask.PlaceWagers(by=player.actor, seat=seat, wagers=wagers))
        if placed and self.chance.random() < self._world.plan.words:
            word = Word(seat, player.name, f"lucky {len(self.sent)}")
            seal = seal_word(self.table, table.terminal.number, word)
            self._words[seal] = word
            self.do(player, floor_ask.SealWord(by=player.actor, seat=seat, seal=seal))
            if self._one_in(6):
                # Too soon: it is refused.
                self.do(player, floor_ask.OpenWord(by=player.actor, seat=seat, word=word.word))

    def _change_their_mind(self, table: FloorTable) -> None:
        """Now and then somebody takes wagers back, sits out, leaves; a dealer comes or goes."""
        if not self._one_in(5):
            return
        seat, (name, _) = self.chance.choice(sorted(table.seated().items()))
        player = Visitor("player", name)
        plan: Any = self.chance.choice(("out", "leave", "play"))
        chosen = self.chance.choice(
            (
                (player, ask.TakeBackWagers(by=player.actor, seat=seat)),
                (player, ask.StandUp(by=player.actor, seat=seat)),
                (player, floor_ask.PlanSeat(by=player.actor, seat=seat, plan=plan)),
                (DEE, floor_ask.ChangeDuty(by=DEE.actor, on=self._one_in(2))),
            )
        )
        self.do(*chosen)

    def _open_words(self, table: FloorTable) -> None:
        """Most are opened; some not, or another in place of the one that was sealed."""
        if self._one_in(12):
            self.do(SUE, ask.CancelRound(by=SUE.actor, reason="no words"))
            return
        opened = []
        for seal in table.seals.values():
            word = self._words.get(seal)
            if word is None or self._one_in(5):
                continue
            player = Visitor("player", word.player)
            said = word.word if self.chance.random() < 0.9 else "another"
            shows = floor_ask.OpenWord(by=player.actor, seat=word.seat, word=said)
            opened.append(partial(self.do, player, shows))
        self._all(list(opened))
        self._world.kernel.sleep(1.0)

    def _decide(self, table: FloorTable) -> None:
        state = table.round
        assert state is not None
        if not state.turn or str(state.seat(state.turn).player).startswith(ROBOT):
            self._world.kernel.sleep(0.5)
        elif self._one_in(40):
            self.do(SUE, ask.CancelRound(by=SUE.actor, reason="a card was turned up"))
        elif self._one_in(15):
            self._world.kernel.sleep(12)
        else:
            name = str(state.seat(state.turn).player)
            player = Visitor("player", name, guest=name.startswith("Guest "))
            action = self.chance.choice(legal_actions(state, state.turn))
            act = ask.Act(by=player.actor, seat=state.turn, action=action.name, amount=action.least)
            self.do(player, act)

    def _touch(self, table: FloorTable) -> None:
        """The next touch of the terminal; now and then the jackpot was none."""
        step = dealer_step(table.terminal, DEE.actor)
        if isinstance(step, touch.PayJackpot) and self._one_in(4):
            step = touch.VoidJackpot(by=DEE.actor, reason="misread")
        for bonus in to_approve(table.terminal):
            where: dict[str, Any] = {"seat": bonus.seat, "wager": bonus.wager}
            if self._one_in(4):
                self.do(SAM, touch.RefuseBonus(by=SAM.actor, **where, reason="not shown"))
            self.do(SAM, touch.ApproveBonus(by=SAM.actor, **where, winner="Bea", **PAPERS))
        if step is None:
            self.do(DEE, ask.EndRound(by=DEE.actor))
        elif not self.do(DEE, step):
            self._approve(table)

    def _approve(self, table: FloorTable) -> None:
        process = table.settings.setup.approval_process
        papers: dict[str, Any] = {"winner": "Win", **PAPERS} if process else {}
        for jackpot in table.terminal.jackpots:
            number = jackpot.number
            if self._one_in(4):
                self.do(SUE, touch.RefuseJackpot(by=SUE.actor, number=number, reason="no tape"))
            if self._one_in(4):
                refers = touch.ReferJackpot(by=SUE.actor, number=number, to="Sam", reason="mine")
                self.do(SUE, refers)
            approve = touch.ApproveJackpot(by=SAM.actor, number=jackpot.number, **papers)
            if self.do(SAM, approve) and process:
                self.do(SUE, PrintSlip(by=SUE.actor, slip=self.chance.randint(1, 2)))

    def _live(self, table: FloorTable) -> None:
        terminal, seats = table.terminal, table.settings.setup.table.seats
        offer = table.settings.setup.offer
        assert offer is not None and offer.paytable is not None
        if terminal.phase == "idle":
            if self._one_in(8) and terminal.last is not None:
                hand = self.chance.choice(offer.paytable.lines).hand
                late: dict[str, Any] = {"seat": self.chance.randint(1, seats), "hand": hand}
                late |= {"reason": "seen late", "supervisor": "Sam", "winner": "Win", **PAPERS}
                self.do(DEE, touch.ClaimLate(by=DEE.actor, **late))
                return
            lights = self.chance.sample(range(1, seats + 1), k=self.chance.randint(1, 4))
            if self._one_in(3):
                self.do(DEE, touch.SetLights(by=DEE.actor, seats=tuple(lights)))
            else:
                turned = [touch.TurnLight(by=DEE.actor, seat=seat, on=True) for seat in lights]
                self._all([partial(self.do, DEE, one) for one in turned])
            self.do(DEE, ask.StartRound(by=DEE.actor))
        elif table.settings.setup.at_start and self._desk.random() < 0.25:
            self.do(SUE, ask.CancelRound(by=SUE.actor, reason="a card was turned up"))
        elif dealer_step(terminal, DEE.actor) is None and self._one_in(2):
            seat = self.chance.choice(terminal.registered or (1,))
            hand = self.chance.choice(offer.paytable.lines).hand
            self.do(DEE, touch.ChooseSeat(by=DEE.actor, seat=seat))
            self.do(DEE, touch.ChooseHand(by=DEE.actor, hand=hand))
            self.do(DEE, touch.PendingJackpot(by=DEE.actor))
        else:
            self._touch(table)

    def _practice(self, table: FloorTable) -> None:
        state = table.round
        mine = table.seated().get(1)
        if state is None or state.phase not in ("wagers", "decisions"):
            self._approve(table)
            self._world.kernel.sleep(0.3)
        elif state.phase == "decisions":
            self._decide(table)
        elif mine is None:
            stack = table.settings.buy_in
            self.do(GUEST, ask.SitDown(by=GUEST.actor, seat=1, stack=stack))
            self.do(GUEST, floor_ask.SeatRobot(by=GUEST.actor, seat=3))
        elif self._one_in(10):
            self.do(GUEST, floor_ask.UnseatRobot(by=GUEST.actor, seat=3))
            self._place_guest(table)
        elif mine[1] < 150_00:
            self.do(GUEST, ask.StandUp(by=GUEST.actor, seat=1))
        elif not state.seat(1).plays:
            self._place_guest(table)
        else:
            self._world.kernel.sleep(0.5)

    def _place_guest(self, table: FloorTable) -> None:
        offers = table.settings.setup.table.offers
        wagers = {offer.wager: offer.limits.least for offer in offers}
        self.do(GUEST, ask.PlaceWagers(by=GUEST.actor, seat=1, wagers=wagers))

    def _settings(self) -> TableSettings:
        """As the plan has the table; where a meter has been retired, with one that follows it."""
        made, retired = TABLES[self.table](), self._world.retired
        links = {
            name: f"{link} {retired[link]}" if retired[link] else link
            for name, link in made.setup.meters.items()
        }
        at_start = UNSET if "must-hit" in links or not self._world.plan.at_start else True
        return replace(made, setup=replace(made.setup, meters=links, at_start=at_start))

    def _move_funds(self, table: FloorTable) -> None:
        """Money of a meter goes to another or to the house; or one ends that nobody shares."""
        meters = sorted(table.settings.setup.meters.values())
        if not meters:
            return
        source = self._desk.choice(meters)
        two: dict[str, Any] = {"by": SUE.actor, "reason": "a test", "second": "Sam"}
        two["to"] = self._desk.choice(["", *(one for one in meters if one != source)])
        if two["to"] and self._desk.random() < 0.5:
            part: Any = self._desk.choice(("meter", "reserve"))
            moves = touch.ReduceMeter(cause="moved", part=part, amount=11, **two)
            self.do(SUE, moves, meter=source)
            return
        closed = self.do(SUE, floor_ask.CloseTable(by=SUE.actor))
        if closed and self.do(SUE, touch.RetireMeter(**two), meter=source):
            links = TABLES[self.table]().setup.meters.values()
            self._world.retired[next(one for one in links if source.startswith(one))] += 1

    def _between_rounds(self, table: FloorTable) -> None:
        made = table.settings
        meters = sorted(made.setup.meters.values())
        if self._one_in(2) and meters:
            more: dict[str, Any] = {"amount": self.chance.choice((1, 12_345))}
            more["part"] = self.chance.choice(("meter", "reserve"))
            two: dict[str, Any] = {"by": SUE.actor, "reason": "a test", "second": "Sam"}
            cause: Any = self.chance.choice(("malfunction", "gross-receipts"))
            change = self.chance.choice(
                (
                    touch.CorrectMeter(**more, **two),
                    touch.ReduceMeter(cause=cause, part=more["part"], amount=7, **two),
                    touch.SetMeter(limit=self.chance.choice((0, 5_000_00)), bound=0, **two),
                )
            )
            self.do(SUE, change, meter=self.chance.choice(meters))
            return
        changed = replace(made, action_seconds=made.action_seconds % 60 + 1)
        if self._one_in(2):
            self.do(SUE, floor_ask.CloseTable(by=SUE.actor))
        self.do(SUE, floor_ask.SetTable(by=SUE.actor, settings=changed))
