"""No one sees a card before the rules show it (TBL-4): every byte that is sent is looked at.

First by experiment: the same round is played twice, with cards changed that a viewer may not see.
All that the viewer is sent must be the same to the last byte. Then by search: in rounds with real
shuffles each card that a viewer is sent must be one that they may see.
"""

import itertools
import json
import random
import re
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.api.serving import Caller, House, heard, open_house
from tests.floor.playing import PATIENCE, config, until
from tests.floor.reads.test_delta import applied

from longsuit.core.cards import DECK, card_name
from longsuit.core.progressive.must_hit import Secret
from longsuit.floor.engine.clock import Clock
from longsuit.floor.reads.table_view import Looker
from longsuit.floor.secrets.shuffle import shuffle
from longsuit.floor.service.machine import Machine
from longsuit.floor.tables import decide
from longsuit.floor.tables.automation import Pace

SEED = 20260131
VIEWERS = ("Pam", "Pete", "guest", "Dee", "Abe")
DEAL = 4
"""The step of the round at which cards are dealt: before it there is no secret to find."""
NAMED_CARD = re.compile(rb'"([2-9TJQKA][cdhs])"')
Deck = tuple[int, ...]
Sent = list[dict[str, bytes]]
"""For each step of the round, all that each viewer was sent after it."""

GAMES = {
    "ctf": {
        "hole": 3,
        "board": 4,
        "wagers": {"ante": 500, "xtra": 500},
        "actions": [(1, "check"), (2, "check")] * 2 + [(1, "fold"), (2, "bet_1x")],
    },
    "hcf": {
        "hole": 7,
        "board": 0,
        "wagers": {"ante": 500},
        "actions": [(1, "fold"), (2, "raise_1x")],
    },
}


class Round:
    """A round at a dealt table with two players, and everyone's letters collected."""

    def __init__(self, house: House, game: str) -> None:
        self.house, self.rules = house, GAMES[game]
        self.sent: Sent = []
        self.keys = itertools.count(1)

    def play(self) -> Sent:
        house, dee = self.house, self.house["Dee"]
        # The table opens its first round by itself, soon after the start.
        until(lambda: dee.get("/api/tables/T1").json()["version"] == 2)
        with ExitStack() as stack:
            opened = {name: stack.enter_context(house[name].feed("T1")) for name in VIEWERS}
            for feed in opened.values():
                heard(feed)
            for seat, name in ((1, "Pam"), (2, "Pete")):
                self.step(opened, dee, "SeatPlayer", seat=seat, player=name, stack=50_000)
                wagers = self.rules["wagers"]
                self.step(opened, house[name], "PlaceWagers", seat=seat, wagers=wagers)
            self.step(opened, dee, "StartRound")
            for seat, action in self.rules["actions"]:  # type: ignore[attr-defined]
                caller = house["Pam" if seat == 1 else "Pete"]
                self.step(opened, caller, "Act", seat=seat, action=action)
        return self.sent

    def step(self, feeds: dict[str, Any], caller: Caller, kind: str, **fields: Any) -> None:
        told = caller.must("T1", kind, f"step {next(self.keys)}", **fields)
        letters = {}
        for name, feed in feeds.items():
            parts = [feed.recv(timeout=30).encode()]
            assert json.loads(parts[0])["version"] == told["version"]
            if len(self.sent) >= DEAL:
                parts.extend(self.pages(self.house[name]))
            letters[name] = b"\n".join(parts)
        self.sent.append(letters)

    def pages(self, viewer: Caller) -> Sequence[bytes]:
        """Whatever an address of the API tells that viewer about the table."""
        paths = [
            "/api/tables",
            "/api/tables/T1",
            "/api/tables/T1/rounds",
            "/api/tables/T1/rounds/1",
            "/api/meters",
            "/api/sign/T1",
            "/api/log/table T1",
            "/api/meters/T1/star/statement",
            "/api/meters/T1/star/jackpots",
            "/api/ledger",
        ]
        return [viewer.get(path).content for path in paths]


def played(folder: Path, monkeypatch: pytest.MonkeyPatch, game: str, deck: Deck, name: str) -> Sent:
    """The round with this deck; everything else that could differ does not."""
    monkeypatch.setattr(decide, "shuffle", lambda *_: deck)
    monkeypatch.setattr(Machine, "entropy", lambda _machine, size: bytes(size))
    entropy = random.Random(SEED)
    tables = config(T1={"game": game, "mode": "dealt", "id": "T1"})
    with open_house(str(folder / name), tables, ready=_frozen(entropy)) as house:
        return Round(house, game).play()


def _frozen(entropy: random.Random) -> Callable[[Any], None]:
    def freeze(floor: Any) -> None:
        floor.engine._entropy = entropy.randbytes
        floor.engine.clock = Clock(lambda: 1_800_000_000_000_000, lambda: 0)

    return freeze


def swapped(deck: Deck, here: int, there: int, count: int) -> Deck:
    """The deck with two stretches of cards in each other's place."""
    cards = list(deck)
    for offset in range(count):
        one, other = here + offset, there + offset
        cards[one], cards[other] = cards[other], cards[one]
    return tuple(cards)


def some_deck() -> Deck:
    cards = list(DECK)
    random.Random(SEED).shuffle(cards)
    return tuple(cards)


def differs(one: Sent, other: Sent) -> set[tuple[int, str]]:
    """Where two plays of the round sent somebody something else."""
    assert len(one) == len(other)
    return {
        (step, name)
        for step, (before, after) in enumerate(zip(one, other, strict=True))
        for name in VIEWERS
        if before[name] != after[name]
    }


@pytest.mark.rule("TBL-4")
@pytest.mark.parametrize("game", list(GAMES))
def test_bytes_do_not_depend_on_cards_that_are_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    rules = GAMES[game]
    hole, board = int(str(rules["hole"])), int(str(rules["board"]))
    deck = some_deck()
    undealt = 3 * hole + board
    usual = played(tmp_path, monkeypatch, game, deck, "usual.db")
    start, last = DEAL, len(usual) - 1

    # Pam's cards. She folds, and they are never turned up: only she is ever sent others.
    other = played(tmp_path, monkeypatch, game, swapped(deck, 0, undealt, hole), "pam.db")
    seen = differs(usual, other)
    assert {name for _, name in seen} == {"Pam"}, f"seed {SEED}"
    assert {step for step, _ in seen} == set(range(start, last + 1))

    # Pete's: his own letters differ from the deal on, and all differ once they are turned up.
    other = played(tmp_path, monkeypatch, game, swapped(deck, hole, undealt, hole), "pete.db")
    seen = differs(usual, other)
    assert {name for step, name in seen if step < last} == {"Pete"}, f"seed {SEED}"
    assert {name for step, name in seen if step == last} == set(VIEWERS)

    # The dealer's, and the cards that are still to come: nobody's, until they are shown.
    other = played(tmp_path, monkeypatch, game, swapped(deck, 2 * hole, undealt, hole), "dealer.db")
    assert {step for step, _ in differs(usual, other)} == {last}, f"seed {SEED}"
    later = played(
        tmp_path, monkeypatch, game, swapped(deck, undealt, undealt + 8, 8), "undealt.db"
    )
    assert differs(usual, later) == set(), f"seed {SEED}"
    if board:
        turned = swapped(deck, undealt - 2, undealt, 2)
        other = played(tmp_path, monkeypatch, game, turned, "river.db")
        # The last two community cards come when both have passed on the first two.
        assert min(step for step, _ in differs(usual, other)) == start + 4


@pytest.mark.rule("TBL-4")
@pytest.mark.parametrize("game", ["ctf", "hcf"])
def test_each_card_that_is_sent_may_be_seen(tmp_path: Path, game: str) -> None:
    """Whole rounds with real shuffles, two guests and robots; the seed tells all afterwards."""
    tables = config(T1={"game": game, "mode": "practice"})
    chance = random.Random(SEED)
    patient = Pace(robot=0, start=0, wait=PATIENCE, show=0)
    with open_house(str(tmp_path / "floor.db"), tables, pace=patient, people={}) as house:
        players = {1: house.guest(), 2: house.guest()}
        stranger = house.guest()
        for seat, player in players.items():
            player.must("T1", "SitDown", seat=seat, stack=100_000)
        players[1].must("T1", "SeatRobot", seat=3)
        viewers = [*players.values(), stranger]
        with (
            viewers[0].feed("T1") as one,
            viewers[1].feed("T1") as two,
            viewers[2].feed("T1") as three,
        ):
            last = 0
            for _ in range(5):
                last = play_round(players, game, chance)
            letters = [collect(feed, last) for feed in (one, two, three)]
        for viewer, letter in zip(viewers, letters, strict=True):
            assert check_letters(house, viewer.name, letter) > 40, f"seed {SEED}"


def play_round(players: dict[int, Caller], game: str, chance: random.Random) -> int:
    wagers = dict(GAMES[game]["wagers"])  # type: ignore[call-overload]
    number = players[1].view("T1")["round"]["number"]
    for seat, player in players.items():
        player.must("T1", "PlaceWagers", seat=seat, wagers=wagers)

    def over() -> bool:
        return bool(players[1].view("T1")["round"]["number"] > number)

    def to_act() -> int:
        return int(players[1].view("T1")["round"]["turn"])

    while True:
        until(lambda: over() or to_act() in players)
        if over():
            return int(players[1].view("T1")["version"])
        seat = to_act()
        if seat in players:
            open_now = players[seat].view("T1")["round"]["seats"][seat - 1]["actions"]
            if open_now:
                action = chance.choice(open_now)
                players[seat].ask("T1", "Act", seat=seat, action=action["name"])


def collect(feed: Any, last: int) -> list[bytes]:
    letters = []
    while True:
        letters.append(feed.recv(timeout=30).encode())
        if json.loads(letters[-1])["version"] >= last:
            return letters


def check_letters(house: House, viewer: str, letters: list[bytes]) -> int:
    """How many cards were looked at; each was the viewer's own, or face up."""
    shown: set[str] = set()
    looked = 0
    view: Any = None
    for letter in letters:
        message = json.loads(letter)
        view = message.get("view") or applied(view, message.get("change", {}))
        message["view"] = view
        for event in message.get("events", ()):
            if event["type"] == "RoundBegun":
                shown = set()
            shown |= may_be_seen(house, viewer, message, event)
        sent = {card.decode() for card in NAMED_CARD.findall(letter)}
        sent |= {card_name(card) for event in message.get("events", ()) for card in numbers(event)}
        assert sent <= shown, f"seed {SEED}: {viewer} was sent {sent - shown}"
        looked += len(sent)
    return looked


def numbers(event: Any) -> list[int]:
    """Every card in an event, by number."""
    cards = list(event.get("cards", ())) + list(event.get("dealer", ()))
    for hand in event.get("hands", ()):
        cards.extend(hand["cards"])
    return cards if event["type"] != "RoundSettled" else []


def may_be_seen(house: House, viewer: str, message: Any, event: Any) -> set[str]:
    """The cards that an event lets the viewer see, by the round's opened seed and not by it."""
    number = message["view"]["round"]["number"]
    kind = event["type"]
    if kind not in ("HandDealt", "BoardDealt", "HandsRevealed"):
        return set()
    told = house.floor.published.round("T1", number, Looker("auditor", "Abe"))
    assert told is not None
    deck = [card_name(card) for card in shuffle("T1", number, _secret(told.seed), ())]
    hole = 3 if message["view"]["round"]["game"] == "chase-the-flush" else 7
    seats = [one for one in message["view"]["round"]["seats"] if one["wagers"]]
    place = {one["seat"]: index for index, one in enumerate(seats)}
    if kind == "HandDealt":
        mine = {one["seat"] for one in seats if one["player"] == viewer}
        return {
            card for seat in mine for card in deck[place[seat] * hole : (place[seat] + 1) * hole]
        }
    start = (len(seats) + 1) * hole
    if kind == "BoardDealt":
        already = len(message["view"]["round"]["board"])
        return set(deck[start : start + already])
    revealed = {hand["seat"] for hand in event["hands"]}
    folded = {one["seat"] for one in seats if one["folded"]}
    # A robot has a side wager on its hand, so that it is turned up all the same.
    assert not {1, 2} & revealed & folded
    up = {card for seat in revealed for card in deck[place[seat] * hole :][:hole]}
    return up | set(deck[start - hole : start])


def _secret(seed: str) -> Secret:
    return Secret(bytes.fromhex(seed))
