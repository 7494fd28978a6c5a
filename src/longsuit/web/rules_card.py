"""A game on one page for somebody who sits down to it: how it goes, and hands that win."""

from collections.abc import Iterator
from typing import Any

from longsuit.core.cards import card_set, parse_cards
from longsuit.core.games.game import Decision, Game
from longsuit.core.games.settlement import rulings
from longsuit.core.games.table import Table
from longsuit.core.ranking import flush_in_full, flush_key, flush_name
from longsuit.core.wagers import Wager

_HANDS = ("AhJh8h4hKc9d2s", "KcQc9c6c3dAs7h", "AdKd8dQs7s6h4c", "9s3s2sAhTcKd5c")
"""Of seven cards each, the best first; the last is the least that a dealer qualifies with."""
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")


def rules_card(table: Table) -> dict[str, Any]:
    """What the card says of this table's game; its hands are texts, and cards of no round."""
    return {
        "name": table.definition.name,
        "aim": "Beat the dealer's flush. Your flush is the suit in which you hold most cards: "
        "a longer one wins; between equal lengths the highest card decides.",
        "steps": list(_steps(table)),
        "hands": [_hand(text) for text in _HANDS],
    }


def spot_words(table: Table) -> dict[str, str]:
    """When each spot pays, in a sentence or two, by its wager."""
    game = table.definition
    wagers = [game.wager(offer.wager) for offer in table.offers]
    return {wager.id: _spot(table, wager) for wager in (*wagers, game.bet)}


def _steps(table: Table) -> Iterator[str]:
    game, rules = table.definition, table.rules
    must = " and ".join(game.wager(name).name for name in game.mandatory)
    equal = ", which are equal" if game.equal_to_ante else ""
    yield f"Place your {must}{equal}. The other spots are optional."
    shared = f"; {_NUMBERS[game.board]} community cards are shared" if game.board else ""
    yield f"You and the dealer get {_NUMBERS[game.hole]} cards each{shared}."
    for decision in rules.decisions:
        yield _decision(game, decision)
    if len(rules.decisions) > 1:
        yield "You can bet only once per round."
    lost = " and ".join(game.wager(one.wager).name for one in rulings(game, rules, "folded"))
    yield f"If you fold you lose the {lost}; your bonus wagers still count."
    if rules.qualifier:
        yield f"The dealer qualifies with the {flush_in_full(rules.qualifier)} or better."
    if any(wager.basis and wager.id not in game.mandatory for wager in game.wagers):
        yield f"Bonus and progressive wagers pay by {_own(game)}, even if the dealer wins."


def _decision(game: Game, decision: Decision) -> str:
    seen = f"With {_NUMBERS[decision.board]} community cards shown" if decision.board else ""
    start = seen or "With your cards in hand"
    sizes = sorted(set(decision.most))
    if decision.exact:
        bet = f"bet {_antes(sizes[0])} on {game.bet.name}"
    elif len(sizes) == 1:
        bet = f"bet up to {_antes(sizes[0])} on {game.bet.name}"
    else:
        longer = [min(n for n, most in enumerate(decision.most) if most == size) for size in sizes]
        more = ", ".join(
            f"{size} with {length} cards of a suit"
            for size, length in zip(sizes[1:], longer[1:], strict=True)
        )
        bet = f"bet {_antes(sizes[0])} on {game.bet.name} (up to {more})"
    return f"{start}: {decision.free}, or {bet}."


def _antes(number: int) -> str:
    return "1 Ante" if number == 1 else f"{number} Antes"


def _spot(table: Table, wager: Wager) -> str:
    game, rules = table.definition, table.rules
    main = {terms.wager: terms.pays for terms in game.main}
    if wager.id in main and main[wager.id] is None:
        short = "gets it back" if wager.unmatched == "push" else "loses it"
        return f"Pays as listed if your hand wins. A winning hand too short for it {short}."
    if wager.basis == "to 1":
        return f"Pays as listed on {_own(game)}, even if the dealer wins."
    if wager.basis == "for 1":
        return f"Wins jackpots and pays as listed on {_own(game)}. The wager itself is kept."
    said = f"Pays {main[wager.id]} to 1 if your flush beats the dealer's."
    if not rules.qualifier:
        return said
    each = (*rulings(game, rules, "ahead", False), *rulings(game, rules, "behind", False))
    unqualified = {one.verdict for one in each if one.wager == wager.id}
    if unqualified == {"push"}:
        said += " You get it back if the dealer does not qualify."
    elif unqualified == {"win"}:
        said += " It is also paid if the dealer does not qualify."
    return said


def _own(game: Game) -> str:
    return f"your own {_NUMBERS[game.own + game.board]} cards"


def _hand(text: str) -> dict[str, str]:
    return {"cards": text, "words": flush_name(flush_key(card_set(parse_cards(text))))}
