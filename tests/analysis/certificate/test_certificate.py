"""The certificates that the lab gives away, and those that the command writes."""

import gzip
import json
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.extent import chance, extent

from longsuit.analysis.certificate.certificate import write_certificate
from longsuit.analysis.certificate.kernels.boards import count
from longsuit.analysis.exact.case import make_case
from longsuit.analysis.exact.decisions import openings
from longsuit.analysis.exact.solver import solve
from longsuit.cli.main import main
from longsuit.core.cards import Card, card_set, parse_cards
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game
from longsuit.core.games.variants import read_rules
from longsuit.core.ranking import flush_key

LAB = Path(__file__).parents[3] / "src" / "longsuit" / "web" / "static" / "lab"
Read = tuple[dict[str, Any], dict[str, list[list[Any]]]]
DEALERS = comb(45, 3)
OPENING_DEALS = comb(49, 2) * comb(47, 2) * DEALERS


def text_of(packed: bytes) -> str:
    return gzip.decompress(packed).decode()


def read(text: str) -> Read:
    head, *lines = map(json.loads, text.splitlines())
    kinds: dict[str, list[list[Any]]] = {}
    for line in lines:
        kinds.setdefault(line[0], []).append(line)
    return head, kinds


@pytest.fixture(scope="module")
def chase() -> Read:
    return read(text_of((LAB / "chase-the-flush.certificate").read_bytes()))


def test_the_high_card_certificate_of_the_lab_is_what_the_command_writes(tmp_path: Path) -> None:
    file = tmp_path / "hcf"
    assert main(["certificate", "hcf", "-o", str(file)]) == 0
    kept = (LAB / "high-card-flush.certificate").read_bytes()
    assert text_of(file.read_bytes()) == text_of(kept)


def test_every_opening_of_the_chase_certificate_is_the_solvers(
    chase: Read,
) -> None:
    """The lines were counted by a sweep of boards, the openings here by the solver."""
    head, kinds = chase
    edge = solve("ctf", xtra="A").house_edge
    assert head["house_edge"] == f"{edge.numerator}/{edge.denominator}"
    solved = {frozenset(one.cards): one for one in openings("ctf", "A")}
    assert len(kinds["opening"]) == len(solved) == 1755
    for _, cards, hands, bet, check in kinds["opening"]:
        one = solved[frozenset(parse_cards(cards))]
        assert (hands, Fraction(bet, OPENING_DEALS)) == (one.hands, one.bet)
        assert Fraction(check, OPENING_DEALS) == one.check


def counted(lines: list[list[Any]], kinds: dict[str, list[list[Any]]], **rules: str) -> list[Any]:
    """Boards through the kernel, as lines have them."""
    game = find_game("ctf")
    case = make_case("ctf", "A", read_rules(game, **rules))
    found = count(
        [parse_cards(line[1]) for line in lines],
        [line[2] for line in lines],
        [parse_cards(line[1]) for line in kinds["flop"]],
        np.array(case.payoffs.pay, np.int64),
        case.payoffs.fold,
        case.rules.qualifier,
    )
    return [
        [[[n, *row] for n, row in enumerate(half) if row[0]] for half in board]
        for board in found.boards.tolist()
    ]


def test_boards_of_the_chase_certificate_come_out_again(
    chase: Read,
) -> None:
    lines = chance("certificate boards").sample(chase[1]["board"], 20)
    assert counted(lines, chase[1]) == [line[3:] for line in lines]


def dealt_out(board: list[Card], qualifier: int) -> list[list[list[int]]]:
    """The slow twin: every hand of a board against every dealer's hand that it leaves."""
    free = [card for card in range(52) if card not in board]
    hands = list(combinations(free, 3))
    keys = np.array([flush_key(card_set((*hand, *board))) for hand in hands])
    sets = np.array([sum(1 << card for card in hand) for hand in hands])
    pays = {4: 1, 5: 5, 6: 20, 7: 250}
    found = [[[n, 0, 0, 0, 0, 0, 0, 0] for n in range(8)] for _ in ("all", "folded")]
    for key, own in zip(keys.tolist(), sets.tolist(), strict=True):
        dealer = keys[sets & own == 0]
        qualifies = dealer >= qualifier
        six = [
            np.count_nonzero(which & outcome)
            for which in (~qualifies, qualifies)
            for outcome in (dealer < key, dealer == key, dealer > key)
        ]
        won = 1 + pays.get(key >> 13, 0)
        bet = six[0] * won + six[2] * -2 + six[3] * (won + 1) + six[5] * -3
        for half in found[: 1 + (bet <= -2 * DEALERS)]:
            half[key >> 13][1] += 1
            half[key >> 13][2:] = np.add(half[key >> 13][2:], six).tolist()
    return [[row for row in half if row[1]] for half in found]


@pytest.mark.parametrize("qualifier", ["", "none", "AKQJT98"])
def test_a_board_is_what_comes_of_dealing_it_out(chase: Read, qualifier: str) -> None:
    line = chance(f"a board dealt out {qualifier}").choice(chase[1]["board"])
    rules = read_rules(find_game("ctf"), qualifier=qualifier)
    expected = dealt_out(list(parse_cards(line[1])), rules.qualifier)
    assert counted([line], chase[1], qualifier=qualifier) == [expected], line[1]


def test_the_whole_chase_certificate_comes_out_again(
    chase: Read,
) -> None:
    if extent(True, False):
        pytest.skip("a minute of counting: LONGSUIT_TESTS=full")
    packed = write_certificate(make_case("ctf", "A")).packed
    assert read(text_of(packed)) == chase


def test_pays_that_a_checker_could_not_add_up_are_refused() -> None:
    with pytest.raises(InputError, match="too large"):
        write_certificate(make_case("ctf", "7=50000,6=20,5=5,4=1"))
    with pytest.raises(InputError, match="too large"):
        rules = read_rules(find_game("hcf"), multiples="1,1,1,2,3,100")
        write_certificate(make_case("hcf", None, rules))


def test_the_checker_is_short_enough_to_be_read() -> None:
    text = (LAB / "certificate_check.js").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 250
    assert "import" not in text
