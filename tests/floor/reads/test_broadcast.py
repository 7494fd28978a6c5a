"""What feeds send: applied one after the other it is the whole view, made once for its kind."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.floor.playing import PATIENCE, Bot, config, running, wait_for
from tests.floor.reads.test_delta import applied

from longsuit.core.progressive import commands as touch
from longsuit.core.round import commands as ask
from longsuit.core.round.codec import to_text
from longsuit.floor.reads import broadcast as broadcasting
from longsuit.floor.reads.broadcast import Frame
from longsuit.floor.reads.table_feed import KEPT
from longsuit.floor.reads.table_view import ANYONE, Looker
from longsuit.floor.service.floor import Floor, Visitor
from longsuit.floor.tables.commands import SeatPlayer, UnseatPlayer

ANN, BOB = Visitor("player", "Ann"), Visitor("player", "Bob")
DEE = Visitor("dealer", "Dee")
LOOKERS = (ANYONE, ANN.looker, BOB.looker, DEE.looker, Looker("auditor", "Abe"))
WAGERS = {"ante": 500, "xtra": 500, "stax": 500}


class Table:
    """A dealt table at which two play a round, with everyone's feed."""

    def __init__(self, database: str) -> None:
        self.floor = Floor(database, config(T1={"mode": "dealt", "must_hit": {}}))
        self.floor.start()
        wait_for(self.floor, "T1", lambda table: table.round is not None)
        self.broadcast = self.floor.broadcast("T1")
        self.place = self.broadcast.last.number
        self.seen = {looker: self.whole(looker) for looker in LOOKERS}
        self.keys = 0

    def whole(self, looker: Looker) -> Any:
        """The slow twin: the view itself."""
        view = self.broadcast.last.stand.view(looker)
        return json.loads(msgspec.json.encode(view, enc_hook=to_text))

    def do(self, by: Visitor, kind: Any, **fields: Any) -> list[Frame]:
        self.keys += 1
        command = kind(by=by.actor, **fields)
        answer = self.floor.ask(by, "T1", command, str(self.keys)).result(PATIENCE)
        assert answer.ok, answer
        self.broadcast.advance()
        frames = self.broadcast.after(self.place)
        assert frames
        self.place = frames[-1].number
        return frames

    def follow(self, by: Visitor, kind: Any, **fields: Any) -> None:
        """A command, and what every feed makes of it."""
        for frame in self.do(by, kind, **fields):
            for looker in LOOKERS:
                told = json.loads(frame.message(looker))
                self.seen[looker] = applied(self.seen[looker], told["change"])
        for looker in LOOKERS:
            assert self.seen[looker] == self.whole(looker), (kind, looker)

    def play(self) -> None:
        self.follow(DEE, SeatPlayer, seat=1, player="Ann", stack=50_000)
        self.follow(DEE, SeatPlayer, seat=3, player="Bob", stack=50_000)
        for seat, player in ((1, ANN), (3, BOB)):
            self.follow(player, ask.PlaceWagers, seat=seat, wagers=WAGERS)
        self.follow(DEE, ask.StartRound)
        self.follow(ANN, ask.Act, seat=1, action="check")
        self.follow(BOB, ask.Act, seat=3, action="bet_3x")
        self.follow(ANN, ask.Act, seat=1, action="check")
        self.follow(ANN, ask.Act, seat=1, action="fold")


@pytest.fixture
def table(sqlite_database: str, request: pytest.FixtureRequest) -> Table:
    made = Table(sqlite_database)
    request.addfinalizer(made.floor.stop)
    return made


@pytest.mark.rule("TBL-4")
def test_changes_one_after_the_other_are_the_view(table: Table) -> None:
    table.play()
    cards = table.seen[ANYONE]["round"]["seats"][0]["cards"]
    assert len(cards) == 3


def test_a_record_is_encoded_once_for_each_kind_of_viewer(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.do(DEE, SeatPlayer, seat=1, player="Ann", stack=50_000)
    made: list[Any] = []
    encode = broadcasting.encode

    def noted(told: Any) -> str:
        made.append(told)
        return encode(told)

    monkeypatch.setattr(broadcasting, "encode", noted)
    (frame,) = table.do(ANN, ask.PlaceWagers, seat=1, wagers=WAGERS)
    crowd = [Looker("player", f"Guest {number}") for number in range(500)]
    messages = {frame.message(looker) for looker in (*crowd, ANYONE)}
    assert len(messages) == len(made) == 1
    frame.message(ANN.looker)
    frame.message(DEE.looker)
    frame.message(ANN.looker)
    assert len(made) == 3


def test_whoever_sits_down_or_stands_up_hears_it_as_their_own(table: Table) -> None:
    (sat,) = table.do(DEE, SeatPlayer, seat=1, player="Ann", stack=50_000)
    assert '"actions"' in sat.message(ANN.looker) and '"wager"' in sat.message(ANN.looker)
    assert '"wager"' not in sat.message(BOB.looker)
    (left,) = table.do(DEE, UnseatPlayer, seat=1)
    change = json.loads(left.message(ANN.looker))["change"]
    assert change["round"]["seats"]["0"]["actions"] == [[]]


def test_a_viewer_who_lies_too_far_behind_has_lost_the_place(table: Table) -> None:
    start = table.place
    table.do(DEE, SeatPlayer, seat=1, player="Ann", stack=50_000)
    assert len(table.broadcast.after(start) or ()) == 1
    for number in range(KEPT):
        table.broadcast._add(table.broadcast.last.stand)
        assert number < KEPT - 1 or table.broadcast.after(start) is None
    assert len(table.broadcast._frames) == KEPT


def test_a_claim_that_is_over_by_the_time_it_is_told_is_told(sqlite_database: str) -> None:
    """A table of one moment may be shown with meters of a later one: the award is gone there."""
    with running(sqlite_database, config(L1={"mode": "live"})) as floor:
        dee = Bot(floor, "L1", DEE)
        broadcast = floor.broadcast("L1")
        dee.must(touch.TurnLight(by=DEE.actor, seat=2, on=True))
        dee.must(ask.StartRound(by=DEE.actor))
        dee.must(touch.ChooseSeat(by=DEE.actor, seat=2))
        dee.must(touch.ChooseHand(by=DEE.actor, hand="7-card straight flush"))
        dee.must(touch.PendingJackpot(by=DEE.actor))
        dee.must(touch.VoidJackpot(by=DEE.actor, reason="misread"))
        broadcast.advance()
        frames = broadcast.after(0)
        assert frames is not None
        claimed = frames[-2].view(DEE.looker)["terminal"]
        assert [one["step"] for one in claimed["jackpots"]] == ["pending"]
        assert "VOID" in claimed["dark"]


def test_what_is_fixed_changes_with_the_settings_only(table: Table) -> None:
    before = table.whole(ANYONE)["fixed"]
    table.follow(DEE, SeatPlayer, seat=1, player="Ann", stack=50_000)
    assert table.whole(ANYONE)["fixed"] == before
    fixed = json.loads(table.floor.fixed_view(before) or b"{}")
    assert (fixed["game_name"], fixed["hole"], fixed["board"]) == ("Chase the Flush", 3, 4)
    assert fixed["bet"] == {"wager": "all-in", "name": "All In", "of": "ante", "least": 1}
    assert fixed["actions"]["bet_3x"] == "All In 3x"
    assert [one["equal_to"] for one in fixed["offers"][:2]] == ["", "ante"]
    # A meter has no name that a player would know: it is the jackpot of its hand.
    pays = dict(fixed["offers"][-1]["lines"])
    assert pays["7-card straight flush"] == pays["5-card straight flush"] == "the jackpot"
    assert table.floor.fixed_view("0" * 32) is None


def test_a_part_of_a_jackpot_is_called_so(tmp_path: Path) -> None:
    asked = config(T1={"game": "hcf", "paytables": {"progressive": "PT-BJS-HCF-SF-07"}})
    with running(str(tmp_path / "floor.db"), asked) as floor:
        digest = floor.broadcast("T1").last.stand.view(ANYONE).fixed
        fixed = json.loads(floor.fixed_view(digest) or b"{}")
    pays = dict(fixed["offers"][-1]["lines"])
    assert pays["7-card straight flush"] == "the jackpot"
    assert pays["6-card straight flush"] == "10% of the jackpot"


def test_another_process_finds_the_same_digest(table: Table) -> None:
    """A browser may ask a server that has not shown the table to anybody yet."""
    digest = table.whole(ANYONE)["fixed"]
    table.floor.fixed = type(table.floor.fixed)()
    assert table.floor.fixed_view(digest) is not None
