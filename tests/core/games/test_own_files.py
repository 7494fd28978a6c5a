"""What a user's game file may bring about: nothing that a round cannot settle or a history tell."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from longsuit.analysis.exact.pricing import price
from longsuit.analysis.simulate.setting import make_setting
from longsuit.core.cards import DECK, card_set, parse_cards
from longsuit.core.errors import InputError
from longsuit.core.games import catalog
from longsuit.core.games.settlement import Hand, settle
from longsuit.core.games.table import Limits, make_table
from longsuit.core.progressive.terms import line_chances
from longsuit.core.round import commands as ask
from longsuit.core.round.commands import DEALER, SYSTEM, Actor, Command
from longsuit.core.round.decide import decide, open_round
from longsuit.core.round.events import AnyEvent
from longsuit.core.round.evolve import replay
from longsuit.core.round.history import write_history
from longsuit.core.round.history_reader import read_histories
from longsuit.core.toml_file import Places
from longsuit.gym.env import FlushEnv

ANN = Actor("player", "Ann")
GAME = """
[game]
id = "mine-2"
short = "m2"
name = "Mine"
seats = 6
hole = 7
wins = 4
[[game.street]]
name = "only"
free = "fold"
bet = 1
[[game.wager]]
id = "ante"
name = "Stake"
main = { fold = "lose", ahead = "win", behind = "lose", pays = 1 }
[game.bet]
id = "play"
name = "Play"
verb = "play"
main = { ahead = "win", behind = "lose", pays = 2 }
"""


def side(wager: str, keys: str, pays: str) -> str:
    """A side wager of that game, with its table."""
    return f"""
[[game.wager]]
id = "{wager}"
name = "The {wager}"
{keys}
[[paytable]]
id = "A"
game = "mine-2"
wager = "{wager}"
{keys.partition(chr(10))[0]}
{pays}
"""


ALL_IN = side(
    "all-in",
    'basis = "to 1"\nlooks_at = "table"\npick = "best"',
    '[paytable.pays]\n"5-card flush" = { by_players = [10, 1] }\n'
    '"4-card straight flush" = { by_players = [5, 20] }',
)
SIDE = side("side-2", 'basis = "to 1"', '[paytable.pays]\n"4-card flush" = 3')


@pytest.fixture(autouse=True)
def no_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(catalog, "_own", {})
    yield


def add(text: str) -> None:
    catalog.add_game(catalog.game_from_text(text, "mine.toml"))


def play(events: list[AnyEvent], *commands: Command) -> None:
    for command in commands:
        found = decide(replay(events), command)
        assert isinstance(found, tuple), found
        events.extend(found)


@pytest.mark.parametrize(
    ("before", "after"),
    [("pays = 1 }", 'pays = "1/3" }'), ("pays = 2", "pays = { length = [1, 1, '5/3'] }")],
)
def test_a_win_of_part_of_a_cent_is_refused_before_a_round_hangs_on_it(
    before: str, after: str
) -> None:
    add(GAME.replace(before, after))
    with pytest.raises(InputError, match="pays part of a cent"):
        make_table("m2")
    assert make_table("m2", limits={"ante": Limits(3_00, 300_00, 3_00)}).game == "mine-2"


def test_the_best_line_is_the_best_among_so_many_players() -> None:
    add(GAME + ALL_IN)
    table = make_table("m2")
    cards = ("2c 3c 4c 5c Kc 7h 9d", "2d 4s 6h 8d Td Qh As")
    hands = [
        Hand(n, card_set(parse_cards(held)), {"ante": 5_00, "all-in": 1_00}, 5_00)
        for n, held in enumerate(cards, 1)
    ]
    alone, *_ = (one for one in settle(table, hands[:1], 0).results if one.wager == "all-in")
    assert (alone.hand, alone.net) == ("5-card flush", 10_00)
    both = [one for one in settle(table, hands, 0).results if one.wager == "all-in"]
    assert [(one.hand, one.net) for one in both] == [("4-card straight flush", 20_00)] * 2


def test_a_wager_that_does_not_go_by_the_final_hand_is_not_priced_as_if_it_did() -> None:
    (example,) = catalog.paytables("i-luv-suits")
    # The dealer's hand is on the table too, so that a line wins more often than by the own hand.
    assert price(example).house_edge == Fraction(761960049, 5669763925)
    (rush,) = catalog.paytables("flush-rush")
    with pytest.raises(InputError, match="The Ante depends on how a round ends"):
        price(rush)
    add(GAME + side("two", 'basis = "to 1"\nfirst = 2', '[paytable.pays]\n"2-card flush" = 3'))
    (two,) = catalog.paytables("mine-2")
    # Of the 51 cards after the first, 12 are of its suit.
    assert price(two).lines[0].probability == Fraction(12, 51)


def test_a_history_tells_wagers_with_digits_in_their_names() -> None:
    add(GAME + SIDE)
    events: list[AnyEvent] = [open_round(make_table("m2"), 1, {1: ("Ann", 100_00)})]
    play(
        events,
        ask.PlaceWagers(by=ANN, seat=1, wagers={"ante": 5_00, "side-2": 1_00}),
        ask.StartRound(by=DEALER),
        ask.DealCards(by=SYSTEM, deck=tuple(DECK)),
        ask.Act(by=ANN, seat=1, action="play_1x"),
        ask.EndRound(by=DEALER),
    )
    text = write_history(events)
    (again,) = read_histories(text)
    assert write_history(again) == text


def test_wagers_of_the_box_stay_what_they_are_beside_one_of_the_same_name() -> None:
    """Another game's Ante may be called otherwise, and its STAX picked otherwise."""
    stax = catalog.any_wager("stax")
    table = catalog.find_paytable(catalog.find_game("ctf"), stax, "STAX-1")
    chances, priced = line_chances(table), price(table)
    keys = 'basis = "for 1"\npick = "best"'
    pays = 'base = 1\n[paytable.pays]\n"5-card flush" = 10\n"7-card flush" = 20'
    add(GAME + side("stax", keys, pays))
    assert catalog.any_wager("ante").name == "Ante"
    assert catalog.wager_name("stax") == stax.name == "STAX Progressive"
    assert (line_chances(table), price(table)) == (chances, priced)
    (own,) = catalog.paytables("mine-2")
    assert line_chances(own) == {line.line.hand: line.probability for line in price(own).lines}
    assert line_chances(own)["7-card flush"] > 0


JACKPOTS = [
    side(name, 'basis = "for 1"', 'base = 1\n[paytable.pays]\n"7-card flush" = 10')
    for name in ("one", "two")
]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (GAME.replace('name = "Stake"', 'name = "a\\nb"'), "line 15: the name is one line"),
        (GAME.replace('name = "Stake"', f'name = "{"a" * 201}"'), "the name is one line of up to"),
        (GAME.replace('"mine-2"', f'"{"a" * 41}"'), "line 3: the id is small letters"),
        (GAME.replace("pays = 2", "pays = 999999999999"), "pays is a number above 0"),
        (GAME.replace("pays = 2", "pays = { length = [1, 999999999999] }"), "odds are 0, a number"),
        (GAME + SIDE.replace("= 3", "= 999999999999"), "999999999999 to 1 is too large a pay"),
        (GAME + SIDE.replace('"A"', '"A\\nB"'), "the id is one line of plain text"),
        (GAME + "".join(JACKPOTS), 'one wager of a game has the basis "for 1"'),
        (
            GAME + "".join(side(f"s{n}", 'basis = "to 1"', "") for n in range(20)),
            "a game has up to 20 wagers",
        ),
    ],
)
def test_what_a_table_could_not_bear_is_refused_with_its_line(text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint) as found:
        catalog.game_from_text(text, "mine.toml")
    assert str(found.value).startswith("mine.toml, line ")


def test_a_header_of_spaces_that_does_not_end_is_refused_as_soon_as_any_other() -> None:
    """With a pattern that tries every way to part the spaces, four thousand took a minute."""
    with pytest.raises(InputError, match=r"mine\.toml, at its end: this is not TOML"):
        catalog.game_from_text("[" + " " * 30_000 + "x", "mine.toml")
    spaced = GAME.replace("[[game.street]]", "[[ game . street ]] # here").replace("bet = 1", "")
    with pytest.raises(InputError, match="line 9: a street has either bet"):
        catalog.game_from_text(spaced, "mine.toml")


def test_a_header_of_many_parts_is_read_at_once() -> None:
    """Each part was a path as long as all before it: a megabyte took minutes."""
    header = "a." * 500_000 + "a"
    assert Places(f"[{header}]", "mine.toml").lines == {header: 1}


def test_who_bets_at_every_decision_can_pay_for_all_of_them() -> None:
    env = FlushEnv("rush")
    for _ in range(2):
        env.reset(seed=1)
        _, info = env.reset()
        open_at = []
        ended = False
        while not ended:
            open_at.append(info["action_mask"].tolist())
            _, _, ended, _, info = env.step(1)
        assert open_at == [[1, 1], [1, 1]]
    assert make_setting("rush", ante=5_00).needed == 15_00


def test_the_gym_takes_an_ante_that_every_pay_is_whole_on() -> None:
    add(
        GAME.replace("pays = 1 }", 'pays = "1/3" }').replace(
            "pays = 2", "pays = { length = [1, '5/7'] }"
        )
    )
    _, info = FlushEnv("m2").reset(seed=1)
    assert info["action_mask"].tolist() == [1, 1]
