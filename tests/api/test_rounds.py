"""Finished rounds over the network: their history, and a shuffle that anyone can check."""

import json
import re
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.api.serving import House, new_key, open_house
from tests.floor.playing import PATIENCE, Bot, DealtTable, config, wagers_open, wait_for

from longsuit.cli.main import main
from longsuit.core.cards import card_name
from longsuit.core.errors import InputError
from longsuit.core.round.commands import Act, CancelRound, PlaceWagers
from longsuit.core.round.evolve import replay
from longsuit.core.round.history_reader import read_histories
from longsuit.floor.config.settings import TableConfig, table_settings
from longsuit.floor.reads.archive import ROUNDS, Published
from longsuit.floor.service.floor import Visitor
from longsuit.floor.tables.commands import SetTable


def cancelled(dealt: DealtTable) -> None:
    dealt.wager()
    by = dealt.dealer.visitor.actor
    dealt.dealer.must(CancelRound(by=by, reason="spilled drink"))


@pytest.mark.rule("TBL-5")
def test_a_round_is_checked_by_the_command(
    fresh: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dealt = DealtTable(fresh.floor, "D1", {1: "Pam", 3: "Pete"}, 1_000_00)
    pam = dealt.bots[1]
    dealt.seal(1, "first try")
    opening = dealt.seal(1, "my own ♥")
    dealt.wager()
    dealt.start()
    pam.must(opening)
    dealt.decide()
    dealt.end()
    answer = fresh.guest().get("/api/tables/D1/rounds/1")
    assert answer.status_code == 200
    told = answer.json()
    assert (told["table"], told["round"], told["outcome"]) == ("D1", 1, "ended")
    assert told["words"] == [{"seat": 1, "player": "Pam", "word": "my own ♥"}]
    assert len(told["dealt"]) == 13 and told["began"] < told["over"]
    file = tmp_path / "round.json"
    file.write_bytes(answer.content)
    assert main(["verify-round", str(file)]) == 0
    said = capsys.readouterr()
    assert "words holds: 1 word, it opens its seal." in said.out
    assert "commitment holds" in said.out and "13 cards, as the shuffle has them" in said.out
    # The history is one that the reader reads, and that was told in this round.
    (events,) = read_histories(told["history"])
    assert replay(events).number == 1
    assert 'seat 1 "Pam" has 1000.00' in told["history"] and told["history"].count("ended") == 1
    forged = {**told, "dealt": told["dealt"][::-1]}
    file.write_text(json.dumps(forged), encoding="utf-8")
    assert main(["verify-round", str(file)]) == 1


@pytest.mark.rule("TBL-4")
def test_a_round_that_goes_on_is_not_told(fresh: House) -> None:
    dealt = DealtTable(fresh.floor, "D1", {1: "Pam"}, 1_000_00)
    guest = fresh.guest()

    def is_told() -> bool:
        listed = guest.get("/api/tables/D1/rounds").json()["rounds"]
        answer = guest.get("/api/tables/D1/rounds/1")
        assert (answer.status_code == 200) == bool(listed)
        if not listed:
            assert answer.json()["reason"] == "There is no finished round 1 here."
        return bool(listed)

    assert not is_told()
    dealt.wager()
    assert not is_told()
    dealt.start()
    assert not is_told()
    dealt.decide()
    assert not is_told(), "it is settled, and not yet ended"
    dealt.end()
    assert is_told()


def _folded(house: House, *, cancel: bool = False) -> tuple[DealtTable, dict[int, set[str]]]:
    """Pam folds with nothing but her mandatory wagers, and Pete bets; the cards of each."""
    dealt = DealtTable(house.floor, "D1", {1: "Pam", 3: "Pete"}, 1_000_00)
    for seat, bot in dealt.bots.items():
        wagers = {"ante": 500, "xtra": 500}
        bot.must(PlaceWagers(by=bot.visitor.actor, seat=seat, wagers=wagers))
    dealt.start()
    state = dealt.dealer.state.round
    assert state is not None
    hands = {n: set(map(card_name, state.seat(n).cards)) for n in (1, 3)}
    hands[0] = set(map(card_name, state.dealer))
    for seat, action in ((1, "check"), (3, "bet_3x"), (1, "check"), (1, "fold")):
        bot = dealt.bots[seat]
        bot.must(Act(by=bot.visitor.actor, seat=seat, action=action))
        if cancel:
            dealt.dealer.must(CancelRound(by=dealt.dealer.visitor.actor, reason="misdeal"))
            return dealt, hands
    dealt.end()
    return dealt, hands


def _cards_in(body: bytes) -> set[str]:
    return set(re.findall(r"\b[2-9TJQKA][cdhs]\b", body.decode()))


@pytest.mark.rule("TBL-4")
def test_a_hand_that_was_never_shown_is_told_to_its_player_and_the_auditor(
    fresh: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nor is the seed told to anybody else: it would show the hand."""
    viewers = {"guest": fresh.guest(), **{name: fresh[name] for name in ("Pam", "Pete", "Abe")}}
    viewers |= {"Dee": fresh["Dee"], "Sue": fresh["Sue"]}
    with ExitStack() as stack:
        feeds = {name: stack.enter_context(one.feed("D1")) for name, one in viewers.items()}
        _, hands = _folded(fresh)
        knows: dict[str, tuple[bool, bool, bool]] = {}
        for name, feed in feeds.items():
            answer = viewers[name].get("/api/tables/D1/rounds/1")
            told = answer.json()
            fed = ""
            while '"RoundEnded"' not in fed:
                fed = str(feed.recv(timeout=PATIENCE))
            assert hands[3] | hands[0] <= _cards_in(answer.content)
            hand = hands[1] <= _cards_in(answer.content)
            knows[name] = (hand, bool(told["seed"]), '"SeedOpened"' in fed)
            assert (told["dealt"][:3] == [None] * 3) == (not knows[name][0])
            assert ("seat 1 is dealt 3 cards, not shown" in told["history"]) != knows[name][0]
    nothing = (False, False, False)
    assert knows == {
        **dict.fromkeys(("guest", "Dee", "Sue"), nothing),
        "Pam": (True, True, True),
        "Pete": (False, True, True),
        "Abe": (True, True, True),
    }
    # Pete checks his own cards, and what was shown to him.
    file = tmp_path / "round.json"
    file.write_bytes(fresh["Pete"].get("/api/tables/D1/rounds/1").content)
    assert main(["verify-round", str(file)]) == 0
    assert "10 cards, as the shuffle has them" in capsys.readouterr().out
    file.write_bytes(viewers["guest"].get("/api/tables/D1/rounds/1").content)
    assert main(["verify-round", str(file)]) == 2
    assert "only who played it has the seed" in capsys.readouterr().err


@pytest.mark.rule("TBL-4")
def test_a_cancelled_round_shows_no_hand_that_lay_face_down(fresh: House) -> None:
    _, hands = _folded(fresh, cancel=True)
    guest = fresh.guest().get("/api/tables/D1/rounds/1")
    assert _cards_in(guest.content) == set() and guest.json()["seed"] == ""
    pam = fresh["Pam"].get("/api/tables/D1/rounds/1")
    assert _cards_in(pam.content) == hands[1] and pam.json()["seed"]
    with pytest.raises(InputError, match="a hand that is not shown cannot be played again"):
        read_histories(guest.json()["history"])


def test_rounds_are_listed_the_newest_first(fresh: House) -> None:
    dealt = DealtTable(fresh.floor, "H1", {2: "Pete"}, 1_000_00)
    dealt.play(3)
    cancelled(dealt)
    dealt.play(ROUNDS - 1)
    last = 3 + 1 + ROUNDS - 1
    guest = fresh.guest()

    def listed(query: str = "") -> list[tuple[int, str]]:
        told = guest.get(f"/api/tables/H1/rounds{query}").json()
        assert told["table"] == "H1"
        return [(one["number"], one["outcome"]) for one in told["rounds"]]

    whole = [(number, "cancelled" if number == 4 else "ended") for number in range(last, 0, -1)]
    assert listed() == whole[:ROUNDS]
    assert listed("?before=5") == whole[-4:]
    assert listed("?before=1") == []
    assert listed(f"?before={last + 900}") == whole[:ROUNDS]
    for number in range(1, last + 1):
        told = guest.get(f"/api/tables/H1/rounds/{number}").json()
        assert told["round"] == number and f"round: {number}\n" in told["history"]
    assert guest.get(f"/api/tables/H1/rounds/{last + 1}").status_code == 404
    cut = guest.get("/api/tables/H1/rounds/4").json()
    assert (
        cut["outcome"] == "cancelled" and cut["dealt"] == [] and "spilled drink" in cut["history"]
    )


def test_a_history_has_the_settings_of_its_time(fresh: House) -> None:
    dealt = DealtTable(fresh.floor, "D1", {1: "Pam"}, 1_000_00)
    dealt.play(1)
    settings = {"id": "D1", "game": "ctf", "mode": "dealt", "must_hit": {}, "approval": 0}
    body = {**settings, "limits": {"ante": [10, 100, 5]}}
    headers = {"idempotency-key": new_key()}
    answer = fresh["Sue"].http.put("/api/tables/D1", json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    dealt.play(1)
    guest = fresh.guest()
    rounds = [one["number"] for one in guest.get("/api/tables/D1/rounds").json()["rounds"]]
    # The round that was open when the settings changed gave way to another.
    assert rounds == [3, 2, 1]
    histories = {
        number: guest.get(f"/api/tables/D1/rounds/{number}").json()["history"] for number in (3, 1)
    }
    assert "wager ante: mandatory 10.00 100.00 5.00" in histories[3]
    assert "wager ante: mandatory 5.00 500.00 5.00" in histories[1]


def test_a_live_table_has_no_rounds_of_ours(fresh: House) -> None:
    assert fresh.guest().get("/api/tables/L1/rounds").json() == {"table": "L1", "rounds": []}
    assert fresh.guest().get("/api/tables/L1/rounds/1").status_code == 404


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/tables/T9/rounds", 404),
        ("/api/tables/T9/rounds/1", 404),
        ("/api/tables/D1/rounds/0", 422),
        ("/api/tables/D1/rounds/x", 422),
        (f"/api/tables/D1/rounds/{2**80}", 422),
        ("/api/tables/D1/rounds?before=0", 422),
        ("/api/tables/D1/rounds?before=x", 422),
    ],
)
def test_a_round_is_named_by_its_number(house: House, path: str, status: int) -> None:
    answer = house["Pam"].get(path)
    assert answer.status_code == status and list(answer.json()) == ["code", "reason"]


def test_settings_between_rounds_do_not_confuse_the_search(tmp_path: Path) -> None:
    """Streams with long and short rounds, and other records between: each round is found."""
    tables = config(T1={"mode": "dealt"})
    with open_house(str(tmp_path / "floor.db"), tables, people={}) as house:
        floor = house.floor
        dealt = DealtTable(floor, "T1", {1: "Pam"}, 10_000_00)
        sue = Bot(floor, "T1", Visitor("supervisor", "Sue"))
        for number in range(6):
            pam = dealt.bots[1]
            for word in range(number * 9):
                opening = dealt.seal(1, str(word))
            dealt.wager()
            dealt.start()
            if number:
                pam.must(opening)
            dealt.decide()
            dealt.end()
            named = TableConfig(id="T1", game="ctf", mode="dealt", name=f"T1 {number}")
            settings, _ = table_settings(named, floor.config.house)
            sue.must(SetTable(by=sue.visitor.actor, settings=settings))
        wait_for(floor, "T1", wagers_open)
        published = Published(floor.log)
        last = floor.last_round("T1") or 0
        assert last >= 12
        for number in range(1, last):
            found = published.round("T1", number)
            assert found is not None and found.round == number
        assert published.round("T1", last) is None and published.round("T1", 0) is None
