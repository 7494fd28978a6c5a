"""Advice for one hand, the whole strategy as a file, opening hands, and what habits cost."""

import json
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from tests.extent import extent

from longsuit.analysis.exact import advise, decisions, solve
from longsuit.analysis.exact.decisions import Habit, Opening, habits, openings
from longsuit.analysis.exact.hand_classes import (
    class_count,
    class_hands,
    class_index,
    class_masks,
    classes,
)
from longsuit.analysis.exact.payoffs import Payoffs
from longsuit.analysis.exact.strategy import Strategy, best_strategy, hole_number
from longsuit.core.cards import DECK, Card, card_names, parse_cards
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game

CTF, HCF = "chase-the-flush", "high-card-flush"


def advised(game: str, hole: str, board: str = "", seen: str = "") -> dict[str, Fraction]:
    cards = (parse_cards(text) for text in (hole, board, seen))
    return {option.action: option.value for option in advise(game, *cards).options}


# Advice.


def test_a_published_hand_done_right() -> None:
    """An analysis prints -0.86655 for this raise; dealing every dealer's hand gives -0.8115."""
    advice = advise("hcf", parse_cards("Th8h6h Js Ad Qd Jc"))
    assert [option.action for option in advice.options] == ["raise_1x", "fold"]
    assert advice.best.value == Fraction(-36826253, 45379620)
    assert advice.cost("fold") == 1 - Fraction(36826253, 45379620)
    assert advice.cost("raise_1x") == 0


@pytest.mark.parametrize(
    ("game", "hole", "board", "actions"),
    [
        ("ctf", "Th8h6h", "", {"check", "bet_3x"}),
        ("ctf", "Th8h6h", "2c3d", {"check", "bet_2x"}),
        ("ctf", "Th8h6h", "2c3d4s5s", {"fold", "bet_1x"}),
        ("hcf", "2c3c4c5d6d7h8s", "", {"fold", "raise_1x"}),
        ("hcf", "2c3c4c5c6cTh8s", "", {"fold", "raise_1x", "raise_2x"}),
        ("hcf", "2c3c4c5c6cTc8s", "", {"fold", "raise_1x", "raise_2x", "raise_3x"}),
    ],
)
def test_the_actions_of_a_hand(game: str, hole: str, board: str, actions: set[str]) -> None:
    advice = advise(game, parse_cards(hole), parse_cards(board))
    assert {option.action for option in advice.options} == actions
    values = [option.value for option in advice.options]
    assert values == sorted(values, reverse=True)
    assert advice.best == advice.options[0]
    for option in advice.options:
        assert advice.cost(option.action) == values[0] - option.value
    if "fold" in actions:
        fold = next(option for option in advice.options if option.action == "fold")
        assert fold.value == (-2 if game == "ctf" else -1)


def test_seen_cards_matter() -> None:
    alone = advised("ctf", "2h3h7h", "9hKs")
    poor = advised("ctf", "2h3h7h", "9hKs", "4h5h6hThJhQhKhAh")
    assert poor["bet_2x"] < alone["bet_2x"]


@pytest.mark.parametrize(
    ("left", "value"),
    [
        ("AhKhQh", -3),  # the dealer's ace-high flush takes Ante, X-tra Bonus and All In
        ("QsJs5s", -3),
        ("5c6c3d", 2),  # no qualifier: the Ante comes back, the others win 1 each
        ("5cTc3d", 3),  # a ten-high three-card flush qualifies and loses
    ],
)
def test_all_but_three_cards_seen(left: str, value: int) -> None:
    hole, board, dealer = map(parse_cards, ("2h3h7h", "9hKs4d8c", left))
    seen = [card for card in DECK if card not in (*hole, *board, *dealer)]
    advice = advise("ctf", hole, board, seen)
    assert {o.action: o.value for o in advice.options} == {"fold": -2, "bet_1x": value}
    assert advice.best.action == ("fold" if value < -2 else "bet_1x")
    # The same known as the dealer's, whatever else has been seen.
    for known in (dealer, dealer[:2], dealer[:1]):
        shown = advise("ctf", hole, board, seen, dealer=known)
        assert shown.options == advice.options
    assert advise("ctf", hole, board, dealer=dealer).options == advice.options


def test_a_known_card_of_the_dealers_at_high_card_flush() -> None:
    """Over all cards that he may hold, a raise is worth what it is worth without."""
    hole = parse_cards("Th8h6hJsAdQdJc")
    known = [
        advise("hcf", hole, dealer=[card]).options[0].value for card in DECK if card not in hole
    ]
    options = {o.action: o.value for o in advise("hcf", hole).options}
    raises = [
        next(o.value for o in advise("hcf", hole, dealer=[card]).options if o.action != "fold")
        for card in DECK
        if card not in hole
    ]
    assert sum(raises) / 45 == options["raise_1x"]
    assert sum(known) / 45 > options["raise_1x"]


def test_dealer_cards_that_cannot_be() -> None:
    hole = parse_cards("2h3h7h")
    with pytest.raises(InputError, match=r"The dealer has 3 cards, not 4\."):
        advise("ctf", hole, dealer=parse_cards("2s3s4s5s"))
    with pytest.raises(InputError, match=r"The card 3h is named twice\."):
        advise("ctf", hole, dealer=parse_cards("3h"))
    with pytest.raises(InputError, match=r"The card 3s is named twice\."):
        advise("ctf", hole, seen=parse_cards("3s"), dealer=parse_cards("3s"))


@pytest.mark.parametrize(
    ("game", "hole", "board", "seen", "sentence"),
    [
        ("ctf", "2h3h4h", "2h5c", "", "The card 2h is named twice."),
        ("ctf", "2h3h4h", "", "4h", "The card 4h is named twice."),
        ("ctf", "2h3h4h", "5h6h", "6h", "The card 6h is named twice."),
        ("ctf", "2h3h", "", "", "A hand of Chase the Flush has 3 cards, not 2."),
        ("hcf", "2h3h4h", "", "", "A hand of High Card Flush has 7 cards, not 3."),
        ("ctf", "", "5h6h", "", "A hand of Chase the Flush has 3 cards, not 0."),
        ("ctf", "2h3h4h", "5h", "", "A board has 0, 2 or 4 cards, not 1."),
        ("ctf", "2h3h4h", "5h6h7h", "", "A board has 0, 2 or 4 cards, not 3."),
        ("hcf", "2h3h4h5h6h7h8h", "9hTh", "", "High Card Flush has no board."),
    ],
)
def test_bad_advice_is_refused(game: str, hole: str, board: str, seen: str, sentence: str) -> None:
    with pytest.raises(InputError) as refused:
        advised(game, hole, board, seen)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("game", "hole", "board", "left"),
    [("ctf", 3, 0, 7), ("ctf", 3, 2, 5), ("ctf", 3, 4, 3), ("hcf", 7, 0, 7)],
)
def test_enough_cards_must_be_left(game: str, hole: int, board: int, left: int) -> None:
    own, shared, rest = DECK[:hole], DECK[hole : hole + board], DECK[hole + board :]
    fits = advise(game, own, shared, rest[left:])
    assert len(fits.options) >= 2
    with pytest.raises(InputError, match=f"With {len(rest) - left + 1} cards seen, too few"):
        advise(game, own, shared, rest[left - 1 :])


# Strategies.


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("strategies")
    found = {}
    for game in (CTF, HCF):
        found[game] = folder / f"{game}.npz"
        best_strategy(game).save(found[game])
    return found


@pytest.fixture(scope="module")
def loaded(files: dict[str, Path]) -> dict[str, Strategy]:
    return {game: Strategy.load(path) for game, path in files.items()}


def renamed(order: Sequence[int], cards: Sequence[Card]) -> list[Card]:
    return [order[card // 13] * 13 + card % 13 for card in cards]


def dealt(seed: int, *sizes: int) -> list[list[Card]]:
    """Random cards; for every second seed mostly of two suits, where decisions are close."""
    chance = random.Random(seed)
    deck = list(DECK)
    if seed % 2:
        deck.sort(key=lambda card: card // 13 + 2.5 * chance.random())
    else:
        chance.shuffle(deck)
    parts = []
    for size in sizes:
        parts.append(deck[:size])
        deck = deck[size:]
    return parts


def look_up_as_advised(strategy: Strategy, seed: int, board: int) -> str:
    hole, shared = dealt(seed, strategy.game.hole, board)
    best = advise(strategy.game.id, hole, shared).best.action
    story = f"seed {seed}: {card_names(hole)} on {card_names(shared)}"
    assert strategy.action(hole, shared) == best, story
    chance = random.Random(seed)
    for order in chance.sample(list(permutations(range(4))), 4):
        copy = chance.sample(renamed(order, hole), len(hole))
        shown = chance.sample(renamed(order, shared), board)
        assert strategy.action(copy, shown) == best, f"{story}, suits {order}"
    return best


@pytest.mark.parametrize(
    ("game", "board", "hands", "actions"),
    [
        (CTF, 0, extent(8, 16), {"check", "bet_3x"}),
        (CTF, 2, 150, {"check", "bet_2x"}),
        (CTF, 4, 300, {"fold", "bet_1x"}),
        (HCF, 0, 400, {"fold", "raise_1x", "raise_2x"}),
    ],
)
def test_a_strategy_is_what_advice_says(
    loaded: dict[str, Strategy], game: str, board: int, hands: int, actions: set[str]
) -> None:
    met = {look_up_as_advised(loaded[game], seed, board) for seed in range(hands)}
    assert met >= actions


def test_a_strategy_says_what_it_is_for(loaded: dict[str, Strategy]) -> None:
    for game, strategy in loaded.items():
        assert strategy.game.id == game
        assert strategy.about["qualifier"] == "three-card flush 9-3-2"
    assert loaded[CTF].about["actions"] == ["bet_3x", "bet_2x", "bet_1x", "fold"]
    assert loaded[HCF].about["actions"] == ["raise_1x", "raise_2x", "raise_3x", "fold"]
    assert len(loaded[HCF].arrays["hands"]) == 6_009_159
    assert len(loaded[CTF].arrays["boards"]) == 16_432
    assert len(loaded[CTF].arrays["flops"]) == 169


def test_holes_are_numbered_without_gaps() -> None:
    numbers = [hole_number((c, a, b)) for c in DECK for b in range(c) for a in range(b)]
    assert numbers == list(range(22_100))


@pytest.mark.parametrize(
    ("game", "hole", "board", "sentence"),
    [
        (CTF, "2h3h", "", "has 3 cards, not 2"),
        (CTF, "2h3h4h", "2h5c", "The card 2h is named twice"),
        (CTF, "2h3h4h", "5c", "A board has 0, 2 or 4 cards, not 1"),
        (HCF, "2h3h4h5h6h7h8h", "9hTh", "has no board"),
    ],
)
def test_a_bad_hand_is_not_looked_up(
    loaded: dict[str, Strategy], game: str, hole: str, board: str, sentence: str
) -> None:
    with pytest.raises(InputError, match=sentence):
        loaded[game].action(parse_cards(hole), parse_cards(board))


def npz(path: Path, about: Any, **arrays: Any) -> None:
    text = np.frombuffer(json.dumps(about).encode(), np.uint8)
    np.savez(path, about=text, **arrays)


def bad_file(kind: str, path: Path, good: Path) -> None:
    whole = good.read_bytes()
    content = {
        "text": b"not a strategy",
        "empty": b"",
        "cut short": whole[: len(whole) // 2],
        "damaged": whole[:2000] + bytes(200) + whole[2200:],
    }
    if kind in content:
        path.write_bytes(content[kind])
    elif kind == "array":
        with path.open("wb") as file:
            np.save(file, np.zeros(3))
    elif kind == "without about":
        np.savez(path, hands=np.zeros(3, np.uint8))
    elif kind == "of another form":
        npz(path, {"form": 99, "game": HCF, "actions": ["fold"]}, hands=np.zeros(3, np.uint8))
    elif kind == "of another game":
        npz(path, {"form": 1, "game": "whist", "actions": ["fold"]})
    else:
        assert kind == "without hands"
        npz(path, {"form": 1, "game": HCF, "actions": ["raise_1x", "fold"]})


@pytest.mark.parametrize(
    "kind",
    [
        *("text", "empty", "cut short", "damaged", "array", "without about"),
        *("of another form", "of another game", "without hands"),
    ],
)
def test_a_bad_file_is_refused(files: dict[str, Path], tmp_path: Path, kind: str) -> None:
    path = tmp_path / "bad.npz"
    bad_file(kind, path, files[HCF])
    with pytest.raises(InputError, match=r"bad\.npz is not a strategy"):
        Strategy.load(path)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        Strategy.load(tmp_path / "none.npz")
    with pytest.raises(InputError, match="cannot be read"):
        Strategy.load(tmp_path)


# Opening hands.


@pytest.fixture(scope="module")
def table() -> list[Opening]:
    return openings("ctf", "A")


def test_openings_are_all_hands(table: list[Opening]) -> None:
    assert len(table) == 1_755
    assert sum(opening.hands for opening in table) == comb(52, 3) == 22_100
    edges = [opening.bet - opening.check for opening in table]
    assert edges == sorted(edges, reverse=True)
    best = sum(max(opening.bet, opening.check) * opening.hands for opening in table)
    assert Fraction(best) / 22_100 == solve(CTF, xtra="A").value
    bets = sum(opening.hands for opening in table if opening.bet > opening.check)
    assert Fraction(bets, 22_100) == solve(CTF).actions["bet_3x"]


def test_openings_are_what_advice_says(table: list[Opening]) -> None:
    seed = 11
    for opening in random.Random(seed).sample(table, 20):
        values = {o.action: o.value for o in advise(CTF, opening.cards, xtra="A").options}
        story = f"seed {seed}: {card_names(opening.cards)}"
        assert values == {"bet_3x": opening.bet, "check": opening.check}, story


def test_pays_too_large_for_a_machine_word() -> None:
    """Whatever the X-tra Bonus pays, a figure is exact, or the table is refused in a sentence."""
    hole = parse_cards("AcKcQc")
    seven, four = Fraction(999_999_999, 7), Fraction(1, 999_983)
    plain, one_seven, one_four = (bet_at_once(hole, text) for text in ("7=0", "7=1", "4=1"))
    right = plain + seven * (one_seven - plain) + four * (one_four - plain)
    large = f"7={seven},4={four}"
    for find in (bet_at_once, listed_bet):
        try:
            found = find(hole, large)
        except InputError as refused:
            assert str(refused).endswith("."), find
        else:
            assert found == right, find


def bet_at_once(hole: tuple[Card, ...], xtra: str) -> Fraction:
    options = advise(CTF, hole, xtra=xtra).options
    return next(option.value for option in options if option.action == "bet_3x")


def listed_bet(hole: tuple[Card, ...], xtra: str) -> Fraction:
    return next(opening.bet for opening in openings("ctf", xtra) if set(opening.cards) == set(hole))


# Habits.


WAYS = [
    *(("opening", "bet_3x"), ("opening", "check"), ("river", "bet_1x"), ("river", "fold")),
    *(("flop", "bet_2x"), ("flop", "check")),
]


@pytest.fixture(scope="module")
def chase_habits() -> Iterator[dict[tuple[str, str], Habit]]:
    """Each but those of the opening is a game solved anew."""
    forced, wanted = decisions._forced, WAYS[: extent(4, 6)]
    names = "opening", "flop", "river"

    def some(known: Payoffs) -> Iterator[tuple[int, str, Payoffs]]:
        ways = list(forced(known))
        assert sorted((names[place], always) for place, always, _ in ways) == sorted(WAYS)
        yield from (way for way in ways if (names[way[0]], way[1]) in wanted)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(decisions, "_forced", some)
        found = {(habit.decision, habit.always): habit for habit in habits(CTF, "A")}
        assert sorted(found) == sorted(wanted)
        yield found


def test_habits_of_chase_the_flush(
    chase_habits: dict[tuple[str, str], Habit], table: list[Opening]
) -> None:
    best = solve(CTF, xtra="A").value
    for habit in chase_habits.values():
        assert habit.cost > 0
        assert habit.value + habit.cost == best
    bet = sum(opening.bet * opening.hands for opening in table)
    check = sum(opening.check * opening.hands for opening in table)
    assert chase_habits["opening", "bet_3x"].value == Fraction(bet) / 22_100
    assert chase_habits["opening", "check"].value == Fraction(check) / 22_100
    # Whoever always folds at the river has only the other two bets, and never less than a fold.
    assert -2 < chase_habits["river", "fold"].value < chase_habits["river", "bet_1x"].value


def short_dealer_hands(pairs: bool) -> Fraction:
    """The chance that a hand, or each of two hands, is below a nine-high three-card flush.

    No suit then has four cards, and three of a suit are all below the nine: suits are put
    together by how many cards each hand takes of them.
    """
    low = [m for m in range(1 << 13) if m.bit_count() < 3 or (m.bit_count() == 3 and m < 1 << 7)]
    suit: dict[tuple[int, int], int] = {}
    for one in low:
        for other in low if pairs else [0]:
            if not one & other:
                sizes = one.bit_count(), other.bit_count()
                suit[sizes] = suit.get(sizes, 0) + 1
    ways = {(0, 0): 1}
    for _ in range(4):
        more: dict[tuple[int, int], int] = {}
        for (a, b), count in ways.items():
            for (c, d), times in suit.items():
                more[a + c, b + d] = more.get((a + c, b + d), 0) + count * times
        ways = more
    if pairs:
        return Fraction(ways[7, 7], comb(52, 7) * comb(45, 7))
    return Fraction(ways[7, 0], comb(52, 7))


def test_habits_of_high_card_flush() -> None:
    found = {habit.always: habit for habit in habits(HCF)}
    assert set(found) == {"fold", "raise_1x", "the largest raise"}
    best = solve(HCF).value
    for habit in found.values():
        assert habit.cost > 0
        assert habit.value + habit.cost == best
    assert found["fold"].value == -1
    # Two hands are alike, so with a raise of one on everything the wins and losses cancel but for
    # the dealer's hands that do not qualify: what is left is 2 P(neither) - P(not the dealer).
    always = 2 * short_dealer_hands(pairs=True) - short_dealer_hands(pairs=False)
    assert found["raise_1x"].value == always
    assert found["the largest raise"].value > always


# Hand classes.


def test_classes_of_three_cards() -> None:
    every = list(classes(size=3))
    assert len(every) == class_count(size=3) == 1_755
    assert sum(class_hands(masks) for masks in every) == 22_100
    assert [class_index(masks) for masks in every] == list(range(1_755))
    assert [class_masks(number, size=3) for number in range(1_755)] == every
    for masks in random.Random(5).sample(every, 40):
        copies = set(permutations(masks))
        assert len(copies) == class_hands(masks)
        assert {class_index(copy) for copy in copies} == {class_index(masks)}


@pytest.mark.parametrize("card", [-1, 52, 99])
def test_a_number_that_is_no_card_is_refused(card: int) -> None:
    for board in ((), (20, 21), (20, 21, 22, 23)):
        with pytest.raises(InputError, match=f"There is no card of the number {card}"):
            advise("ctf", [card, 1, 2], board)
    with pytest.raises(InputError, match="There is no card"):
        advise("hcf", [card, 1, 2, 3, 4, 5, 6])
    with pytest.raises(InputError, match="There is no card"):
        advise("ctf", [1, 2, 3], (), [card])


def test_rules_of_the_other_game_or_none_are_refused() -> None:
    chase, high = find_game("ctf").rules, find_game("hcf").rules
    wrong = [
        ("hcf", list(range(7)), chase),
        ("ctf", [0, 1, 2], high),
        ("hcf", list(range(7)), replace(high, ties="foo")),
        ("hcf", list(range(7)), replace(high, unqualified="foo")),
        ("ctf", [0, 1, 2], replace(chase, qualifier=-1)),
    ]
    for game, hand, rules in wrong:
        with pytest.raises(InputError):
            advise(game, hand, rules=rules)
        with pytest.raises(InputError):
            habits(game, rules=rules)
    with pytest.raises(InputError, match="no wager of the main game that is paid"):
        habits("hcf", "A")
