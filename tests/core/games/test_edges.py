"""What is just allowed and what is just too much; and what is meant where nothing is said."""

from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.own_game import NO_DEALER, QUICK, TEXT

from longsuit.core.cards import card_set, parse_cards
from longsuit.core.errors import InputError
from longsuit.core.games import catalog
from longsuit.core.games.game import Scale, Street, read_qualifier
from longsuit.core.games.settlement import Hand, Settlement, rulings, settle
from longsuit.core.games.table import Limits, check_table, make_table
from longsuit.core.games.variants import read_rules
from longsuit.core.ranking import flush_key, make_key


@pytest.fixture(autouse=True)
def no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "_own", {})


def key(cards: str) -> int:
    return flush_key(card_set(parse_cards(cards)))


# Files


def test_a_file_has_up_to_a_million_bytes(tmp_path: Path) -> None:
    file = tmp_path / "long.toml"
    text = TEXT + "\n#"
    file.write_text(text + "x" * (1_000_000 - len(text)))
    assert catalog.game_from_file(file).game.id == "my-chase"
    file.write_text(text + "x" * (1_000_001 - len(text)))
    with pytest.raises(InputError, match="too large for a file of a game"):
        catalog.game_from_file(file)


def test_a_deal_takes_the_whole_deck_and_no_more() -> None:
    """Ten seats of five cards, a dealer with one, and the board: 52 cards, and 53."""
    full = QUICK.replace("seats = 6", "seats = 10").replace("hole = 3", "hole = 5")
    full = full.replace("[game.dealer]", "[game.dealer]\ncards = 1")
    for board in (1, 2):
        text = full.replace('name = "raise"\nfree', f'name = "raise"\nboard = {board}\nfree')
        if board == 1:
            assert catalog.game_from_text(text, "full.toml").game.board == 1
            continue
        with pytest.raises(InputError, match="10 seats and a dealer need more than 52 cards"):
            catalog.game_from_text(text, "full.toml")


def more_wagers(count: int) -> str:
    wager = '\n[[game.wager]]\nid = "w{0}"\nname = "W {0}"\nbasis = "to 1"\n'
    table = (
        '\n[[paytable]]\nid = "A"\ngame = "three-flush"\nwager = "w{0}"\nbasis = "to 1"\n'
        '[paytable.pays]\n"3-card flush" = 17\n'
    )
    return "".join((wager + table).format(number) for number in range(count))


def test_a_game_has_up_to_twenty_wagers() -> None:
    assert len(catalog.game_from_text(QUICK + more_wagers(18), "many.toml").game.wagers) == 20
    with pytest.raises(InputError, match="a game has up to 20 wagers"):
        catalog.game_from_text(QUICK + more_wagers(19), "many.toml")


def test_a_bet_is_up_to_a_hundred_antes() -> None:
    game = catalog.game_from_text(QUICK.replace("bet = 1\n", "bet = 100\n"), "high.toml").game
    assert game.rules.decisions[0].most == (100,) * 8


def test_what_wins_may_be_a_flush_of_all_cards_board_and_own() -> None:
    text = NO_DEALER.replace("wins = 4", "wins = 7").replace("own = 2", "board = 2")
    text = text.replace("own = 1", "board = 1")
    game = catalog.add_game(catalog.game_from_text(text, "seven.toml"))
    assert make_table(game.id).rules.qualifier == make_key("8765432")


# Tables and rules


def test_limits_begin_above_nothing() -> None:
    limits = {"flush-bonus": Limits(1, 10_00, 1)}
    assert make_table("hcf", limits=limits).offers
    with pytest.raises(InputError, match="The limits of the Flush Bonus make no sense"):
        make_table("hcf", limits={"flush-bonus": Limits(0, 10_00, 1)})


def test_a_bonus_is_from_one_dollar_to_a_hundred() -> None:
    offer = make_table("ctf").offer("same-suit")
    assert offer is not None and offer.limits == Limits(1_00, 100_00, 1_00)


def test_what_the_game_needs_is_placed_with_every_ante() -> None:
    table = make_table("ctf")
    free = tuple(replace(one, mandatory=False) for one in table.offers)
    for offers in (free, table.offers[1:]):
        with pytest.raises(InputError, match="Chase the Flush cannot be played without the ante"):
            check_table(replace(table, offers=offers))


def test_one_multiple_for_each_of_two_decisions() -> None:
    rules = read_rules(catalog.known_game("rush"), multiples="2,1")
    assert rules is not None
    assert [one.most for one in rules.decisions] == [(2,) * 8, (1,) * 8]


@pytest.mark.parametrize(("text", "lowest"), [("9-high-3", "932"), ("K-high-5", "K5432")])
def test_a_qualifier_by_its_high_card_is_the_lowest_such_flush(text: str, lowest: str) -> None:
    assert read_qualifier(text) == make_key(lowest)


# Settling


def test_a_margin_below_none_pays_as_none() -> None:
    scale = Scale("margin", (Fraction(1), Fraction(2), Fraction(5)))
    long, short = key("AhKhQhJh"), key("AhKhQc")
    assert [scale.pays(*pair) for pair in ((long, long), (short, long), (long, short))] == [1, 1, 5]


def test_a_win_that_pays_nothing_is_a_push() -> None:
    text = QUICK.replace(
        'unqualified = "compared", pays = 1', 'unqualified = "compared", pays = { margin = [0, 3] }'
    )
    game = catalog.add_game(catalog.game_from_text(text, "margin.toml"))
    table = make_table(game.id)
    found = {}
    for own in ("AhKhQh", "Ah8h7c"):
        hand = Hand(1, card_set(parse_cards(own)), {"ante": 5_00}, bet=5_00)
        dealer = card_set(parse_cards("Ks2s3c" if own == "Ah8h7c" else "Kc9c2s"))
        settled = settle(table, [hand], dealer)
        found[own] = {one.wager: one for one in settled.results}
    assert (found["AhKhQh"]["raise"].verdict, found["AhKhQh"]["raise"].returned) == ("win", 20_00)
    pushed = found["Ah8h7c"]["raise"]
    assert (pushed.verdict, pushed.returned, pushed.unpaid) == ("push", 5_00, True)


def test_a_line_that_pays_nothing_is_a_push() -> None:
    """A winning flush of four for which the table says 0, and one of five that it does not name."""
    table = make_table("rush", paytables={"ante": "7=250,4=0"})
    found = []
    for own in ("AhKhQhJh2c3c4d", "AhKhQhJh2h3c4d"):
        hand = Hand(1, card_set(parse_cards(own)), {"ante": 5_00}, bet=5_00)
        (ante, _) = settle(table, [hand], 0).results
        found.append((ante.verdict, ante.returned, ante.hand, ante.unpaid))
    assert found == [("push", 5_00, "", True), ("lose", 0, "", True)]


def test_what_is_left_out() -> None:
    """As logs were written before there was such a thing."""
    game = catalog.known_game("hcf")
    assert rulings(game, game.rules, "ahead") == rulings(game, game.rules, "ahead", True)
    assert rulings(game, game.rules, "ahead") != rulings(game, game.rules, "ahead", False)
    assert not Hand(1, 0, {}).folded and Hand(1, 0, {}).bet == 0
    assert Settlement(0, True, ()).cut == 0
    assert Street("deal").robot == 0
    assert not catalog.known_game("hcf").several
