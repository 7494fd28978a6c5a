"""The library as somebody at a prompt uses it."""

import doctest
import io
import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from types import ModuleType
from xml.etree import ElementTree as ET

import pytest

import longsuit
from longsuit.analysis.exact import solver
from longsuit.analysis.exact.law.wager import wager_law
from longsuit.analysis.result import Result
from longsuit.core.games.variants import read_rules
from longsuit.library import cards, figures, play
from longsuit.library.plots import Plotted

HAND = "Th8h6h Js Ad Qd Jc"
OTHERS = longsuit.paytables("ctf", "same-suit")[0]
NAMES = ["Th", "8h", "6h", "Js", "Ad", "Qd", "Jc"]


@pytest.mark.parametrize("module", [cards, figures, play])
def test_examples_of_the_documentation_are_true(module: ModuleType) -> None:
    found = doctest.testmod(module)
    assert found.attempted > 0
    assert found.failed == 0


def test_a_variant_is_keywords_or_rules() -> None:
    game = longsuit.game("hcf")
    rules = read_rules(game, qualifier="T86", ties="lose")
    by_words = longsuit.solve("hcf", qualifier="T86", ties="lose")
    assert by_words == longsuit.solve(game, rules=rules)
    assert by_words == solver.solve("high-card-flush", rules=rules)
    assert by_words == longsuit.solve("hcf", rules=read_rules(game, ties="lose"), qualifier="T86")
    assert by_words == longsuit.solve("hcf", rules=game.rules.with_(qualifier="T86", ties="lose"))
    assert by_words != longsuit.solve("hcf")
    assert hash(by_words) == hash(longsuit.solve(game, rules=rules))


@pytest.mark.parametrize("given", [HAND, "Th 8h 6h Js Ad Qd Jc", NAMES])
def test_cards_are_text_or_names_or_numbers(given: str | list[str]) -> None:
    found = longsuit.advise("hcf", given)
    assert found.best.value == Fraction(-36826253, 45379620)
    assert found == longsuit.advise("hcf", longsuit.cards(given))
    assert found == longsuit.advise("hcf", list(longsuit.cards(given)))


@pytest.mark.parametrize(
    "given",
    [
        "7=300,6=100,5=10,4=1",
        {7: 300, 6: 100, 5: 10, 4: 1},
        {"7-card flush": 300, "6-card flush": 100, "5-card flush": 10, "4-card flush": 1},
    ],
)
def test_an_own_paytable_is_a_text_or_a_dict(given: str | dict[int, int]) -> None:
    own = longsuit.price("hcf", "flush-bonus", given)
    assert own.house_edge == longsuit.price("hcf", "flush-bonus", "A").house_edge


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda: longsuit.solve("poker"), "There is no game 'poker'"),
        (lambda: longsuit.solve("hcf", qualifer="x"), "There is no rule 'qualifer'"),  # type: ignore[call-arg]
        (lambda: longsuit.price("hcf", "flush-bonus", OTHERS), "is not for the Flush"),
        (lambda: longsuit.advise("ctf", "Ah Kh"), "A hand of Chase the Flush has 3 cards, not 2."),
        (lambda: longsuit.advise("ctf", [1, 2, 99]), "There is no card 99"),
        (lambda: longsuit.price("ctf", "ante"), "The Ante has no paytable"),
        (lambda: longsuit.price("ctf", "same-suit", {"2-card flush!": 1}), "Table your own: "),
        (lambda: longsuit.price("hcf", "flush-bonus", {7: -1}), "'7=-1' is not a length"),
        (lambda: longsuit.price("hcf", "flush-bonus", seats=9), "Flush has 1 to 6 seats."),
        (lambda: longsuit.design("hcf", "flush-bonus", (0.1, float("nan"))), "A target is"),
        (lambda: longsuit.price_strategy("ctf", lambda *_: "fold"), "too many hands to count"),
        (lambda: longsuit.deal("ctf", ante=7), "The Ante"),
        (lambda: longsuit.deal("ctf", seed=1).act("raise_9x"), "it can check or bet 3x"),
        (lambda: longsuit.deal("ctf", deck="Ah Kh"), "deck"),
        (lambda: longsuit.plot("ctf"), "has a picture"),  # type: ignore[arg-type]
    ],
)
def test_bad_input_is_one_sentence(ask: Callable[[], object], sentence: str) -> None:
    with pytest.raises(longsuit.InputError) as refused:
        ask()
    assert sentence in str(refused.value)


def hold_on(hole: Sequence[str], board: Sequence[str]) -> str:
    """Bets at the river alone."""
    return "bet" if len(board) == 4 else "check"


RESULTS = [
    pytest.param(lambda: longsuit.solve("hcf"), id="solution"),
    pytest.param(lambda: longsuit.advise("hcf", "Th8h6h Js Ad Qd Jc"), id="advice"),
    pytest.param(lambda: longsuit.price("ctf", "stax", meters={"star": 12_000_00}), id="price"),
    pytest.param(lambda: longsuit.simulate("ctf", 2_000, strategy=hold_on), id="simulation"),
    pytest.param(lambda: longsuit.design("hcf", "flush-bonus", (0.04, 0.05)), id="design"),
    pytest.param(lambda: longsuit.price_strategy("hcf", "short"), id="strategy"),
    pytest.param(lambda: longsuit.faceup("hcf", 1, deals=4), id="face-up"),
]


@pytest.mark.parametrize("make", RESULTS)
def test_results_show_themselves_and_survive_a_pickle(make: Callable[[], Result]) -> None:
    one, again = make(), make()
    assert one == again
    assert hash(one) == hash(again)
    assert pickle.loads(pickle.dumps(one)) == one
    assert repr(one).startswith("<") and "\n" not in repr(one)
    page = ET.fromstring(f"<div>{one._repr_html_()}</div>")
    assert len(page.findall("table/tr")) == len(one.table) + 1
    assert one.to_dict()
    assert one.table.title in repr(one.table)


def test_a_simulation_of_the_best_agrees_with_its_count() -> None:
    found = longsuit.simulate("hcf", 100_000, seed=3)
    assert abs(found.mean + float(longsuit.solve("hcf").house_edge)) < 4 * found.standard_error


def test_answers_are_the_same_from_several_threads() -> None:
    hands = ["Ah Kh 2d", "2c 3d 4h", "Ts 9s 8s", "Ac Ad Ah"]
    alone = [longsuit.advise("ctf", hand) for hand in hands]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda hand: longsuit.advise("ctf", hand), hands))
    assert alone == together


def test_answers_are_the_same_in_a_process_that_is_forked() -> None:
    """What the parent has loaded, solved and compiled is of use to its child."""
    ask = "longsuit.solve('hcf'), longsuit.advise('hcf', 'Th8h6h Js Ad Qd Jc')"
    program = f"""
import longsuit, multiprocessing, pickle
def answer(): return {ask}
if __name__ == "__main__":
    here = answer()
    with multiprocessing.get_context("fork").Pool(2) as pool:
        there = [pool.apply_async(answer) for _ in range(2)]
        assert [one.get(100) for one in there] == [here, here]
"""
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True, timeout=120)


@pytest.mark.parametrize(
    ("make", "titles"),
    [
        (
            lambda: longsuit.solve("hcf"),
            ["High Card Flush", "Distribution of net results, in Antes"],
        ),
        (
            lambda: longsuit.price("hcf", "flush-bonus"),
            ["Flush Bonus A", "What each line brings to the return"],
        ),
        (
            lambda: longsuit.simulate("hcf", 2_000, exact=False),
            ["High Card Flush: best strategy, 2,000 rounds (seed 1)"],
        ),
        (
            lambda: next(longsuit.par_sheet("hcf", quick=True).charts()),
            ["Action shares with best play"],
        ),
    ],
)
def test_a_result_is_drawn(make: Callable[[], Plotted], titles: list[str]) -> None:
    figure = longsuit.plot(make())
    titled = [figure.get_suptitle(), *(text.get_text() for text in figure.texts)]
    assert [line for line in titled if line][: len(titles)] == titles
    assert all(axes.has_data() for axes in figure.axes)
    figure.savefig(drawn := io.BytesIO())
    assert drawn.getvalue().startswith(b"\x89PNG")


def test_a_par_sheet_shows_itself_and_survives_a_pickle() -> None:
    sheet = longsuit.par_sheet("hcf", quick=True)
    assert pickle.loads(pickle.dumps(sheet)) == sheet
    assert repr(sheet).startswith("<High Card Flush") and "<iframe" in sheet._repr_html_()


def test_a_round_is_played_to_its_end() -> None:
    begun = longsuit.deal("hcf", seats=3, seed=7, wagers={"flush-bonus": 5_00})
    state = begun
    while not state.over:
        state = state.act(state.actions[-1])
    assert begun.turn == 1 and not begun.over and begun.dealer == ()
    dealt = [begun.hand_of(seat) for seat in (1, 2, 3)]
    assert begun.hand == dealt[0] and len({*dealt[0], *dealt[1], *dealt[2]}) == 21
    with pytest.raises(longsuit.InputError, match="The table has seats 1 to 3, not 4"):
        begun.hand_of(4)
    assert len(state.dealer) == 7
    assert sum(row for row in state.table["net"] if isinstance(row, int)) == sum(
        state.net(seat) for seat in (1, 2, 3)
    )
    assert longsuit.deal("hcf", seats=3, seed=7) != begun
    assert pickle.loads(pickle.dumps(state)) == state
    assert longsuit.deal("hcf", seed=7).hand == longsuit.deal("hcf", seed=7).hand


def test_cards_draw_themselves() -> None:
    drawn = ET.fromstring(longsuit.cards("Ah Th 2d")._repr_html_())
    assert drawn.attrib["aria-label"] == "Ah Th 2d"
    names = [title.text for title in drawn.iter("{http://www.w3.org/2000/svg}title")]
    assert names == ["Ah", "Th", "2d"]


def test_catalog_names_what_there_is() -> None:
    assert [game.short for game in longsuit.games()] == ["ctf", "hcf", "rush", "ils", "tcc"]
    assert {table.wager for table in longsuit.paytables("ctf", "stax")} == {"stax"}
    assert longsuit.strategies("hcf")[0] == "best"


def test_points_of_awards_are_cents_as_all_amounts_are() -> None:
    priced = longsuit.price("ctf", "stax", must_hit="house")
    law, told = wager_law(priced).awards["star"], priced.to_dict()
    star = told["meters"]["star"]["award"]
    assert star["within"]["50%"]["cents"] == float(law.point(50).cents)
    assert star["standard_deviation"] == {"cents": law.deviation}
    assert priced.must_hit is not None
    cycle = priced.must_hit.cycle
    assert told["must_hit"]["within"]["50%"] == {"cents": cycle.award_point(50)}
    assert told["must_hit"]["award_standard_deviation"] == {"cents": cycle.award_deviation}
