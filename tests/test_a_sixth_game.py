"""A sixth game, nowhere but in a file that a test writes, goes through every door.

Three cards each and one decision, so that it is solved at once and its figures are counted by hand.
Where a door has to treat a game without a dealer another way, that goes through it too.
"""

import io
import json
import re
import sys
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import gymnasium
import pytest
from playwright.sync_api import Browser, expect
from tests.api.serving import Caller
from tests.browser.conftest import Site, Watched, browser, watching
from tests.browser.test_a_seat import play_out, sit
from tests.conftest import Play, Said
from tests.floor.playing import PATIENCE, config
from tests.own_game import LARGE, NO_DEALER, QUICK, TEXT, write_game

import longsuit
from longsuit.analysis.exact.decisions import openings
from longsuit.analysis.exact.tuned import CHASE, tuned_shape
from longsuit.analysis.numbers import percent
from longsuit.analysis.report.opening_chart import opening_tables
from longsuit.analysis.report.settings import choose
from longsuit.cli import mcp
from longsuit.cli.main import main
from longsuit.cli.serve import _with_games
from longsuit.core.games import catalog
from longsuit.core.games.settlement import MYSTERY_METER
from longsuit.core.games.table import make_table
from longsuit.core.progressive.terms import MustHit, table_terms
from longsuit.floor.audit.run import audit
from longsuit.floor.config.settings import PRACTICE
from longsuit.floor.papers.catalog import prepare
from longsuit.floor.papers.facts import configured
from longsuit.floor.papers.kinds import Wanted
from longsuit.floor.papers.posted import settings_of
from longsuit.floor.papers.study import _is_standard
from longsuit.floor.reports import tally
from longsuit.floor.store.database import open_to_read
from longsuit.floor.store.event_log import Log
from longsuit.gym import FlushEnv, exact_values
from longsuit.lab.bench import read_sound
from longsuit.lab.benches.game_file import GAME_FILE
from longsuit.web.rules_card import rules_card
from longsuit.workers.jobs import Advise

__all__ = ["browser"]

SIXTH: str = (
    QUICK.replace("three-flush", "sixth-game")
    .replace('"thf"', '"six"')
    .replace("Three Flush", "Sixth Game")
)
DEALS = comb(52, 3) * comb(49, 3)
SUITED = Fraction(4 * comb(13, 3), comb(52, 3))
"""Three cards of one suit, which the Three Suit pays 17 to 1."""
EDGE = Fraction(166961, 3915100)
"""Of the main game; the whole deck is counted one by one in tests/analysis/exact/general."""

TO_COME = (
    "strategy list FILE",
    "strategy price FILE best",
    "strategy costs FILE",
    "faceup FILE --seats 1",
    "report FILE -o x.pdf",
    "certificate FILE -o x.json",
    "simulate FILE --strategy basic",
)
"""Commands that may still refuse it, in one sentence; one that answers leaves this list."""


@pytest.fixture(autouse=True)
def no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test knows what another one has brought."""
    monkeypatch.setattr(catalog, "_own", {})


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(write_game(tmp_path, "sixth.toml", SIXTH))


@pytest.fixture
def no_dealer(tmp_path: Path) -> str:
    """Four own cards in three parts, and a bet at each of the first two."""
    short = NO_DEALER.replace("hole = 4", "hole = 3").replace("own = 2", "own = 1")
    return str(write_game(tmp_path, "rush.toml", short))


Tell = Callable[..., Any]


@pytest.fixture
def tell(capsys: pytest.CaptureFixture[str]) -> Tell:
    """What a command says as JSON."""

    def ask(*args: str) -> Any:
        assert main([*args, "--json"]) == 0, args
        return json.loads(capsys.readouterr().out)

    return ask


# Library


def test_library(file: str) -> None:
    game = longsuit.Game.load(file)
    assert game in longsuit.games() and longsuit.game("six") == game
    solved = longsuit.solve("six")
    assert (solved.deals, solved.house_edge) == (DEALS, EDGE)
    assert longsuit.solve("six", ties="lose").house_edge > EDGE
    assert longsuit.price("six", "three-suit").house_edge == 1 - 18 * SUITED
    assert longsuit.price("six", "three-suit", {3: 18}).house_edge == 1 - 19 * SUITED
    advice = longsuit.advise("six", "Ah Kh Qh")
    assert [one.action for one in advice.options] == ["raise_1x", "fold"]
    assert advice.options[1].value == -1
    played = longsuit.simulate("six", 20_000, seed=1)
    assert abs(played.mean + float(EDGE)) < 4 * played.standard_error
    assert sum(count for _, count in played.histogram) == 20_000
    assert {net for net, _ in played.histogram} == {-2, -1, 0, 1, 2}
    (main_game,) = played.wagers
    wins = sum(count for net, count in played.histogram if net > 0) / 20_000
    assert main_game.hit_frequency == wins and main_game.exact_hit_frequency is not None
    assert abs(wins - float(main_game.exact_hit_frequency)) < 0.02
    robot = longsuit.simulate("six", 2_000, strategy="robot", seed=1)
    assert robot.mean < played.mean
    assert sum(net * count for net, count in robot.histogram) / 2_000 == pytest.approx(robot.mean)
    with pytest.raises(longsuit.InputError, match="Sixth Game is simulated at one seat"):
        longsuit.simulate("six", 2_000, seats=2)
    assert longsuit.paytables("six")[0].id == "A" and longsuit.strategies("six") == ("best",)
    dealt = longsuit.deal("six", seed=3)
    assert dealt.actions == ("fold", "raise_1x")
    assert dealt.act("fold").settlement is not None


BLIND = """
[[game.wager]]
id = "blind"
name = "Blind"
equals_ante = true
basis = "to 1"
hands = "flush"
shortest = 3
unmatched = "push"
[game.wager.main]
fold = "lose"
ahead = "win"
tie = "push"
behind = "lose"
unqualified = "compared"
pays = "table"

[[game.wager]]
id = "heap"
name = "Heap"
basis = "for 1"
must_hit = true

[game.bet]"""
HEAP = """
[[paytable]]
id = "H"
game = "sixth-game"
wager = "heap"
basis = "for 1"
base = 1
[paytable.pays]
"3-card straight flush" = { meter = "heap", share = "100%" }
"3-card flush" = 5
[paytable.meters]
heap = { seed = 100, main = "10%" }
"""


def blind_game(folder: Path) -> str:
    """The same with a wager of the main game that two tables are for, and a progressive."""
    tables = (
        f"""
[[paytable]]
id = "{name}"
game = "sixth-game"
wager = "blind"
basis = "to 1"
[paytable.pays]
"3-card flush" = {pay}
"""
        for name, pay in (("B1", 1), ("B2", 9))
    )
    text = SIXTH.replace("\n[game.bet]", BLIND) + "".join(tables) + HEAP
    return str(write_game(folder, "blind.toml", text))


def test_the_table_of_a_main_wager_is_the_one_that_is_played(tmp_path: Path) -> None:
    """Not the first of the file, wherever a table, a coach or a paper is asked."""
    game = longsuit.Game.load(blind_game(tmp_path))
    with_first, with_second = (longsuit.solve(game, xtra=name) for name in ("B1", "B2"))
    assert with_first == longsuit.solve(game) and with_first.house_edge > with_second.house_edge
    table = make_table(game.id, paytables={"blind": "B2"})
    assert table.main_paytable is not None and table.main_paytable.id == "B2"
    best = longsuit.advise(game, "Ah Qh 5h", xtra="B2")
    assert best.options[0].value > longsuit.advise(game, "Ah Qh 5h").options[0].value
    assert Advise.at(table, "Ah Qh 5h").do(lambda *_: None).options == best.options
    assert tally._new_lines(table).main.paytable == table.main_paytable
    settings = settings_of(table)
    assert [choice.table.id for choice in settings.xtra] == ["B2"]
    assert {choice.table.id for choice in settings.tables} == {"A", "H"}
    assert not _is_standard(table) and _is_standard(make_table(game.id))
    for name, wager in ((game.id, "blind"), ("rush", "ante")):
        with pytest.raises(longsuit.InputError, match="tables for it are not designed"):
            longsuit.design(name, wager, (0.01, 0.03))
    other = longsuit.game("hcf")
    with pytest.raises(longsuit.InputError, match="has no wager of the main game that is paid by"):
        longsuit.solve(other, xtra="A")


def test_a_must_hit_meter_goes_with_any_progressive_whose_file_says_so(tmp_path: Path) -> None:
    game = longsuit.Game.load(blind_game(tmp_path))
    plain = longsuit.price(game, "heap")
    on_top = longsuit.price(game, "heap", must_hit="house")
    assert on_top.house_edge < plain.house_edge
    terms = table_terms(make_table(game.id), MustHit())
    assert set(terms) == {"heap", MYSTERY_METER} and terms[MYSTERY_METER].by
    with pytest.raises(longsuit.InputError, match="goes with a progressive that may have one"):
        longsuit.price("hcf", "progressive", must_hit="house")


def test_what_cannot_be_counted_has_its_side_wagers_priced_and_is_simulated(
    tmp_path: Path, tell: Tell
) -> None:
    file = str(write_game(tmp_path, text=LARGE))
    main_wager, second = tell("paytables", file)
    assert main_wager["of"] == "not counted" and main_wager["house_edge"] is None
    assert Fraction(second["house_edge"]["exact"]) == 1 - 101 * Fraction(4 * 1716, comb(52, 7))
    played = tell("simulate", file, "--rounds", "2000", "--seed", "1", "--strategy", "robot")
    assert played["standard_error"] > 0


@pytest.mark.parametrize("game", ["ctf", "hcf", "rush", "ils", "tcc"])
def test_a_robot_plays_any_game_at_its_main_game(game: str, tell: Tell) -> None:
    asked = ("simulate", game, "--rounds", "2000", "--seed", "1", "--strategy", "robot")
    told = tell(*asked)
    assert told["rounds"] == 2000 and told["standard_error"] > 0
    played = longsuit.simulate(game, 2000, seed=1, strategy="robot")
    assert played.mean == told["net"]
    assert main([*asked, "--seats", "2"]) == 2


@pytest.mark.parametrize("game", ["ctf", "hcf", "rush", "ils", "tcc"])
def test_a_table_of_each_game_has_its_rack_card(game: str) -> None:
    facts = configured(config(C={"game": game}))
    paper = prepare(Wanted("rack-card", "2026-05-12", "C"), facts)()
    assert longsuit.game(game).name in paper.title and list(paper.tables())


# Commands


def test_game_check_and_games(file: str, capsys: pytest.CaptureFixture[str], tell: Tell) -> None:
    assert main(["game", "check", file]) == 0
    assert capsys.readouterr().out == "sixth.toml: Sixth Game, wagers: 3, paytables: 1, sound.\n"
    assert main(["game", "export", file]) == 0
    assert capsys.readouterr().out == SIXTH
    (game,) = tell("games", "--file", file)["games"]
    assert [wager["id"] for wager in game["wagers"]] == ["ante", "three-suit"]


def test_analyze_and_paytables(file: str, tell: Tell) -> None:
    solved = tell("analyze", file)
    assert (solved["deals"], solved["house_edge"]["exact"]) == (DEALS, str(EDGE))
    edge = str(1 - 18 * SUITED)
    assert tell("analyze", file, "--wager", "three-suit")["house_edge"]["exact"] == edge
    (posted,) = tell("paytables", file)
    assert (posted["paytable"], posted["house_edge"]["exact"]) == ("A", edge)


def test_advise(file: str, tell: Tell) -> None:
    values = {
        one["action"]: one["value"]["exact"] for one in tell("advise", file, "AhKhQh")["actions"]
    }
    assert values["fold"] == "-1/1" and Fraction(values["raise_1x"]) > 1


def test_simulate(file: str, tell: Tell) -> None:
    for strategy in ("best", "robot"):
        asked = ["simulate", file, "--rounds", "20000", "--seed", "1", "--strategy", strategy]
        told = tell(*asked)
        assert told["rounds"] == 20000
        if strategy == "best":
            assert abs(told["net"] + float(EDGE)) < 4 * told["standard_error"]


def test_design(file: str, tmp_path: Path, tell: Tell, capsys: pytest.CaptureFixture[str]) -> None:
    """The table that the rules alone allow: 15 to 1 is the one whole pay between 17% and 18%."""
    wanted = ["design", file, "--wager", "three-suit", "--edge", "17%..18%"]
    (found,) = tell(*wanted)["proposals"]
    assert found["house_edge"]["exact"] == str(1 - 16 * SUITED)
    own = str(tmp_path / "own.toml")
    assert main([*wanted, "-o", own]) == 0 and "15" in capsys.readouterr().out
    priced = tell("analyze", file, "--wager", "three-suit", "--paytable", own)
    assert priced["house_edge"]["exact"] == str(1 - 16 * SUITED)


def test_a_game_without_a_dealer(no_dealer: str, tell: Tell) -> None:
    solved = tell("analyze", no_dealer)
    played = tell("simulate", no_dealer, "--rounds", "20000", "--seed", "1")
    off = played["net"] + solved["house_edge"]["decimal"]
    assert abs(off) < 4 * played["standard_error"]


@pytest.mark.parametrize("command", TO_COME)
def test_what_is_to_come_answers_or_says_so_in_one_sentence(
    command: str,
    file: str,
    no_dealer: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for game, name in ((file, "Sixth Game"), (no_dealer, "My Rush")):
        code = main([game if word == "FILE" else word for word in command.split()])
        said = capsys.readouterr()
        refused = code == 2 and not said.out and said.err.count("\n") == 1
        assert code == 0 or refused, (command, said)
        if refused:
            assert name in said.err or "strategy" in said.err, said.err


@pytest.mark.parametrize("coach", ["--coach", "--no-coach"])
def test_play(file: str, tmp_path: Path, play: Play, coach: str) -> None:
    """A round with robots, whether or not its decisions can be judged."""
    rush = str(write_game(tmp_path, "b.toml", NO_DEALER))
    for game, keys, dealer in ((file, ["1"], True), (rush, ["1", "1"], False)):
        told = play(game, "--seed", "3", "--ante", "5", "--seats", "3", coach, lines=["", *keys])
        assert (told.code, told.err) == (0, "")
        assert ("Dealer has" in told.out) == ("Dealer" in told.out) == dealer
        assert "Robot 2: " in told.out and "Robot 3: " in told.out
        assert "Together" in told.out and "You leave with" in told.out
        assert told.out.count("Coach: ") == (0 if coach == "--no-coach" else len(keys) + 1)


def test_train(
    file: str, no_dealer: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def train(*args: str) -> Said:
        monkeypatch.setattr(sys, "stdin", io.StringIO("q\n"))
        return Said(main(["train", *args]), *capsys.readouterr())

    drilled = train(file)
    assert drilled.code == 0 and "1 of 20, raise" in drilled.out
    none = "My Rush has no dealer, so there is no dealer's drill."
    for more, told in (
        ([], "The school has no drills for My Rush yet."),
        (["--dealer", "read"], none),
        (["--dealer", "settle"], none),
    ):
        said = train(no_dealer, *more)
        assert (said.code, said.out, said.err) == (2, "", f"longsuit train: {told}\n")


# Gym, lab, assistants, words


def test_a_cousin_with_the_cards_of_a_game_in_the_box_has_values_of_its_own(tmp_path: Path) -> None:
    """Three cards, a board of four and the same bets, but a bet pays 2 to 1."""
    boxed = longsuit.game("ctf")
    text = catalog.file_of(boxed).text.replace('"compared", pays = 1', '"compared", pays = 2')
    text = text.replace(f'"{boxed.id}"', '"cousin"').replace('"ctf"', '"cou"')
    cousin = longsuit.Game.load(write_game(tmp_path, "cousin.toml", text))
    assert tuned_shape(cousin) == tuned_shape(boxed) == CHASE
    env = FlushEnv(cousin.id)
    env.reset(seed=3)
    own = "".join(filter(None, env.view.seats[0].cards))
    advice = longsuit.advise(cousin, own)
    assert sorted(exact_values(env).values()) == sorted(one.value for one in advice.options)
    assert advice.options != longsuit.advise(boxed, own).options
    first = openings(cousin.id)[0]
    best = longsuit.advise(cousin, list(first.cards)).options[0]
    assert best.value == max(first.bet, first.check)
    (_, unsuited) = opening_tables(choose(cousin.id))
    assert unsuited != opening_tables(choose(boxed.id))[1]


def test_gym(file: str) -> None:
    env = FlushEnv(longsuit.Game.load(file).id)
    assert isinstance(env, gymnasium.Env)
    env.reset(seed=3)
    own = "".join(filter(None, env.view.seats[0].cards))
    advice = longsuit.advise("six", own)
    assert sorted(exact_values(env).values()) == sorted(one.value for one in advice.options)
    *_, over, _, info = env.step(0)
    assert over and info["net_cents"] == -info["ante_cents"]


def test_lab() -> None:
    """Its text is all that the lab is given, and nothing of it is kept."""
    asked = read_sound(GAME_FILE, {"text": SIXTH}).asked
    figures = GAME_FILE.count(asked, lambda *_: None)
    house_edge, *_ = figures.tables[0].rows
    assert house_edge[2] == (percent(EDGE, 5), str(EDGE))
    assert not catalog.own_files()


def test_mcp() -> None:
    assert mcp.solve(SIXTH)["house_edge"]["exact"] == str(EDGE)
    assert mcp.price("six", "three-suit")["house_edge"]["exact"] == str(1 - 18 * SUITED)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (SIXTH, "You and the dealer get three cards each"),
        (TEXT, "You and the dealer get two cards each; five community cards are shared."),
        (NO_DEALER, "You get four cards, and three more later."),
    ],
)
def test_the_card_says_what_the_file_says(text: str, told: str) -> None:
    game = catalog.add_game(catalog.game_from_text(text, "own.toml"))
    assert any(told in step for step in rules_card(make_table(game.id))["steps"])


# A floor


def test_serve_lays_a_practice_table_of_it(file: str) -> None:
    """As `longsuit serve --game`, which takes the name of a game in the box too."""
    floor = _with_games(PRACTICE, [Path(file), Path("rush")], alone=True)
    assert [one.game for one in floor.table[-2:]] == ["sixth-game", "flush-rush"]


CONFIG = """
games = ["sixth.toml"]
[house]
legal_maximum = "none"
[[table]]
id = "six"
game = "sixth-game"
name = "Ours"
"""


@pytest.fixture
def site(file: str, tmp_path: Path) -> Iterator[Site]:
    found = Site(tmp_path, CONFIG)
    found.start()
    yield found
    found.end()


def settlements(site: Site) -> int:
    """Of its log, audited in a process that has not heard of the game."""
    catalog._own.clear()
    engine = open_to_read(site.database)
    found = audit(Log(engine), workers=1)
    engine.dispose()
    assert found.clean
    return found.settlements


@pytest.fixture
def guest(site: Site) -> Iterator[Caller]:
    found = Caller(site.address)
    found.http.post("/api/guests").raise_for_status()
    yield found
    found.http.close()


def until(found: Callable[[], Any]) -> Any:
    end = time.monotonic() + PATIENCE
    while not (one := found()):
        assert time.monotonic() < end
        time.sleep(0.02)
    return one


def test_a_round_over_the_api(site: Site, guest: Caller) -> None:
    guest.must("six", "SitDown", seat=2, stack=1000_00)
    guest.must("six", "PlaceWagers", seat=2, wagers={"ante": 5_00, "three-suit": 5_00})
    until(lambda: guest.view("six")["round"]["turn"] == 2)
    own = guest.view("six")["round"]["seats"][1]
    assert len(own["cards"]) == 3
    assert [one["name"] for one in own["actions"]] == ["fold", "raise_1x"]
    guest.must("six", "Act", seat=2, action="raise_1x")
    until(lambda: guest.get("/api/tables/six/rounds").json()["rounds"])
    assert "raise_1x" in guest.get("/api/tables/six/rounds/1").json()["history"]
    assert settlements(site) == 1


def test_a_round_in_a_browser(site: Site, browser: Browser) -> None:
    with watching(browser, site) as watched:
        play_in_browser(watched)
    assert settlements(site) == 1


def play_in_browser(watched: Watched) -> None:
    page = watched.open("/table/six", width=390, height=844)
    sit(page, 3)
    page.get_by_role("button", name=re.compile("^Ante, empty")).click()
    page.get_by_role("button", name=re.compile("^Three Suit, empty")).click()
    page.get_by_role("button", name=re.compile("^Place")).click()
    page.locator(".row.big button").first.wait_for()
    assert page.locator(".place-cards svg").count() == 3
    assert page.locator(".row.big button").all_inner_texts() == ["Fold", "Raise 1x $5"]
    play_out(page)
    expect(page.locator(".spot-result").first).to_be_visible()
    # The coach's values of this game come from a worker that was told of it.
    expect(page.locator(".coach-line")).to_be_visible()
    for name in ("Pays", "Rules"):
        page.get_by_role("button", name=name, exact=True).click()
    expect(page.locator(".side")).to_contain_text("get three cards each")
