"""The tables of the faults and who plays at them: dealers, players and a guest with robots."""

import asyncio
import random
from collections.abc import Callable, Coroutine
from typing import Any

from tests.faults.crowd import BREATH, Crowd, Person, add_people
from tests.floor.playing import PATIENCE

from longsuit.floor.people.identity import Role
from longsuit.floor.secrets.shuffle import Word, seal_word

TABLES = """
[house]
legal_maximum = "none"

[[table]]
id = "T1"
game = "ctf"
mode = "dealt"
approval = 0
links = { star = "link/star", spade = "link/spade", heart = "link/heart", diamond = "link/diamond" }
must_hit = { seed = 500, by = "500.60", rate = "3.00%" }

[[table]]
id = "T2"
game = "ctf"
mode = "dealt"
approval = 0
links = { star = "link/star", spade = "link/spade", heart = "link/heart", diamond = "link/diamond" }

[[table]]
id = "T3"
game = "hcf"
mode = "dealt"
approval = 0
action_seconds = 1
paytables = { progressive = "PT-PRG-HCF-MLP-03" }

[[table]]
id = "P1"
game = "ctf"
mode = "practice"
must_hit = { seed = 500, by = "500.60", rate = "3.00%" }
"""
"""T1 and T2 share their meters, T3 has a clock that runs out, P1 runs by itself."""

DEALT = {"T1": ("Ann", "Bob", "Cyd"), "T2": ("Dan", "Eve"), "T3": ("Fay", "Gus")}
SLEEPY = "Gus"
"""Never decides anything: the clock does it for him."""
BUY_IN = 1_000_00
FEW_CHIPS = 150_00


def prepare(database: str) -> None:
    """Accounts for everybody."""
    people: dict[str, Role] = {"Ada": "admin", "Sue": "supervisor"}
    for table, players in DEALT.items():
        people[f"Dee {table}"] = "dealer"
        people |= dict.fromkeys(players, "player")
    add_people(database, people)


Trouble = Callable[[Crowd], Coroutine[Any, Any, None]]


def play_through(
    trouble: Trouble, addresses: list[str], chance: random.Random, patience: float = PATIENCE
) -> Crowd:
    """Play for as long as the trouble lasts, and finish the rounds at hand; the crowd's notes."""
    return asyncio.run(_play_through(trouble, Crowd(addresses, chance, patience)))


async def _play_through(trouble: Trouble, crowd: Crowd) -> Crowd:
    told: list[int] = []
    async with crowd:
        games = await _games(crowd)
        watcher = await crowd.guest()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(crowd.follow(watcher, "T1", told))
            tasks.create_task(_until_over(crowd, trouble))
            await asyncio.gather(*games)
            crowd.over = True
    assert told == list(range(told[0], told[-1] + 1)), "the feed left out a record"
    assert told[-1] >= crowd.acknowledged["T1"]
    return crowd


async def _until_over(crowd: Crowd, trouble: Trouble) -> None:
    """All the trouble, and then some time for the rounds at hand to end."""
    await trouble(crowd)
    crowd.closing = True
    try:
        async with asyncio.timeout(PATIENCE * 4):
            while not crowd.over:
                await asyncio.sleep(BREATH)
    except TimeoutError:
        stood = {table: crowd.looks[table] for table in (*DEALT, "P1")}
        raise AssertionError(f"the rounds at hand never ended: {stood}") from None


async def _games(crowd: Crowd) -> list[Coroutine[Any, Any, None]]:
    """Everybody signs in; what they then do goes on until the crowd is told to close."""
    games: list[Coroutine[Any, Any, None]] = []
    for table, names in DEALT.items():
        dealer = await crowd.sign_in("dealer", f"Dee {table}")
        seats = {
            seat: await crowd.sign_in("player", name) for seat, name in enumerate(names, start=2)
        }
        games.append(DealtGame(crowd, table, dealer, seats).play())
    games.append(PracticeGame(crowd, "P1", await crowd.guest()).play())
    return games


class DealtGame:
    """A dealer and players at a table that the system deals; every step is read from the view."""

    def __init__(
        self, crowd: Crowd, table: str, dealer: Person, players: dict[int, Person]
    ) -> None:
        self._crowd, self._table = crowd, table
        self._dealer, self._players = dealer, players
        self._words: dict[str, Word] = {}

    async def play(self) -> None:
        while True:
            view = await self._crowd.look(self._dealer, self._table)
            state = view["round"]
            phase = state["phase"] if state is not None else ""
            if view["terminal"]["phase"] == "mystery" or phase == "settled":
                await self._finish(view)
            elif phase == "decisions":
                await self._decide(state)
            elif phase == "no more bets":
                await self._open_words(view["shuffle"]["seals"])
            elif phase == "wagers":
                if self._crowd.closing:
                    self._leave(state)
                    return
                await self._wager(view)
            else:
                await asyncio.sleep(BREATH)

    async def _open_words(self, seals: dict[str, str]) -> None:
        """Time may have run out for them, or the seed was lost with a server."""
        for seat, seal in seals.items():
            opening = {"seat": int(seat), "word": self._words[seal].word}
            await self._ask(self._players[int(seat)], "OpenWord", **opening)
        await asyncio.sleep(BREATH)

    async def _ask(self, person: Person, kind: str, **fields: Any) -> None:
        await self._crowd.ask(person, self._table, kind, **fields)

    async def _must(self, person: Person, kind: str, **fields: Any) -> None:
        await self._crowd.must(person, self._table, kind, **fields)

    def _leave(self, state: Any) -> None:
        for seat in state["seats"]:
            if seat["player"]:
                assert not seat["wagers"], f"{self._table}: wagers that nobody placed"
                self._crowd.stacks[self._table, seat["player"]] = seat["stack"]

    # Wagers

    async def _wager(self, view: Any) -> None:
        crowd, chance = self._crowd, self._crowd.chance
        seats = {seat["seat"]: seat for seat in view["round"]["seats"]}
        for seat, player in self._players.items():
            await self._bring(seats[seat], player)
        asked = []
        for seat, player in self._players.items():
            wagers = {
                offer["wager"]: offer["least"]
                for offer in view["fixed"]["offers"]
                if offer["mandatory"] or chance.random() < 0.7
            }
            asked.append(self._must(player, "PlaceWagers", seat=seat, wagers=wagers))
            if chance.random() < 0.2:
                word = Word(seat, player.name, f"word {chance.randrange(1000)}")
                seal = seal_word(self._table, view["round"]["number"], word)
                self._words[seal] = word
                asked.append(self._ask(player, "SealWord", seat=seat, seal=seal))
        await asyncio.gather(*asked)
        if chance.random() < 0.05:
            await self._must(self._dealer, "CancelRound", reason="touched too soon")
        else:
            await self._must(self._dealer, "StartRound")
        assert crowd.acknowledged[self._table] > view["version"]

    async def _bring(self, seat: Any, player: Person) -> None:
        """Chips for who has few, and now and then a player who leaves and comes back."""
        crowd, who = self._crowd, (self._table, player.name)
        number = seat["seat"]
        if seat["player"] and (seat["stack"] < FEW_CHIPS or crowd.chance.random() < 0.05):
            await self._must(self._dealer, "UnseatPlayer", seat=number)
            crowd.took[who] += seat["stack"]
        elif seat["player"]:
            return
        await self._must(self._dealer, "SeatPlayer", seat=number, player=player.name, stack=BUY_IN)
        crowd.brought[who] += BUY_IN

    # Decisions

    async def _decide(self, state: Any) -> None:
        player = self._players[state["turn"]]
        if player.name == SLEEPY:
            await asyncio.sleep(BREATH)
            return
        view = await self._crowd.look(player, self._table)
        seat = view["round"]["seats"][state["turn"] - 1]
        if not seat["actions"]:
            return
        action = self._crowd.chance.choice(seat["actions"])
        fields = {"seat": seat["seat"], "action": action["name"], "amount": action["least"]}
        sent = await self._crowd.ask(player, self._table, "Act", **fields)
        # The clock may be quicker than the player, where there is one.
        assert not sent.refused or view["fixed"]["action_seconds"], f"{sent}"

    # The end of a round

    async def _finish(self, view: Any) -> None:
        kind, fields = dealer_touch(view["terminal"])
        await self._must(self._dealer, kind, **fields)


def dealer_touch(terminal: Any) -> tuple[str, dict[str, Any]]:
    """What a dealer touches next once the round is settled, as the terminal shows it."""
    chosen = next((seat["seat"] for seat in terminal["seats"] if seat["chosen"]), 0)
    for claim in terminal["jackpots"]:
        if claim["step"] in ("pending", "verifying", "paid"):
            if chosen != claim["seat"]:
                return "ChooseSeat", {"seat": claim["seat"]}
            if claim["step"] == "pending":
                return "PayJackpot", {}
            if claim["step"] == "verifying":
                return "PayAgreedSum", {"amount": claim["amount"]}
            return "Ok", {}
    if terminal["not_claimed"]:
        seat, hand = terminal["not_claimed"][0]
        if chosen != seat:
            return "ChooseSeat", {"seat": seat}
        if terminal["hand"] != hand:
            return "ChooseHand", {"hand": hand}
        return "PendingJackpot", {}
    return "EndRound", {}


class PracticeGame:
    """A guest at a practice table, with robots for company and the automatic dealer."""

    SEAT = 2

    def __init__(self, crowd: Crowd, table: str, guest: Person) -> None:
        self._crowd, self._table, self._guest = crowd, table, guest

    async def _must(self, kind: str, **fields: Any) -> None:
        await self._crowd.must(self._guest, self._table, kind, **fields)

    async def play(self) -> None:
        who = (self._table, self._guest.name)
        while True:
            view = await self._crowd.look(self._guest, self._table)
            state = view["round"]
            if state is None:
                await asyncio.sleep(BREATH)
                continue
            mine = state["seats"][self.SEAT - 1]
            if state["phase"] == "wagers" and not mine["wagers"]:
                if self._crowd.closing:
                    self._crowd.stacks[who] = mine["stack"]
                    return
                await self._wager(view, mine)
            elif state["turn"] == self.SEAT and mine["actions"]:
                action = self._crowd.chance.choice(mine["actions"])
                fields = {"action": action["name"], "amount": action["least"]}
                await self._must("Act", seat=self.SEAT, **fields)
            else:
                await asyncio.sleep(BREATH)

    async def _wager(self, view: Any, mine: Any) -> None:
        who = (self._table, self._guest.name)
        if mine["player"] and mine["stack"] < FEW_CHIPS:
            await self._must("StandUp", seat=self.SEAT)
            self._crowd.took[who] += mine["stack"]
        if not mine["player"] or mine["stack"] < FEW_CHIPS:
            await self._must("SitDown", seat=self.SEAT, stack=view["fixed"]["buy_in"])
            self._crowd.brought[who] += view["fixed"]["buy_in"]
        for seat in (1, 4):
            if not view["round"]["seats"][seat - 1]["player"]:
                await self._must("SeatRobot", seat=seat)
        wagers = {offer["wager"]: offer["least"] for offer in view["fixed"]["offers"]}
        await self._must("PlaceWagers", seat=self.SEAT, wagers=wagers)
