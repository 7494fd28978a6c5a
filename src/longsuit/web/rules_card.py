"""A game on one page for somebody who sits down to it: how it goes, and hands that win."""

from collections.abc import Iterator, Sequence
from typing import Any

from longsuit.analysis.report.numbers import NUMBERS, cards_in_words
from longsuit.analysis.report.rules_in_force import folded_in_words, odds_in_words
from longsuit.core.cards import card_set, parse_cards
from longsuit.core.games.game import Decision, Game, Street
from longsuit.core.games.settlement import rulings
from longsuit.core.games.table import Table
from longsuit.core.ranking import flush_in_full, flush_key, flush_name, key_length
from longsuit.core.wagers import Wager

_HANDS = ("AhJh8h4hKc9d2s", "KcQc9c6c3dAs7h", "AdKd8dQs7s6h4c", "9s3s2sAhTcKd5c")
"""Of seven cards each, the best first; the last is the least that a dealer qualifies with."""


def rules_card(table: Table) -> dict[str, Any]:
    """What the card says of this table's game; its hands are texts, and cards of no round."""
    # Without a dealer a flush below the qualifier wins nothing.
    least = 0 if table.definition.dealer else table.rules.qualifier
    hands = [_hand(text) for text in _HANDS if _key(text) >= least]
    return {
        "name": table.definition.name,
        "aim": _aim(table),
        "steps": list(_steps(table)),
        "hands": hands,
    }


def _aim(table: Table) -> str:
    most = "Your flush is the suit in which you hold most cards"
    if not table.definition.dealer:
        least = NUMBERS[key_length(table.rules.qualifier)]
        return f"Make a flush of {least} cards or more: there is no dealer. {most}."
    return (
        f"Beat the dealer's flush. {most}: a longer one wins; between equal lengths the highest "
        "card decides."
    )


def spot_words(table: Table) -> dict[str, str]:
    """When each spot pays, in a sentence or two, by its wager."""
    game = table.definition
    wagers = [game.wager(offer.wager) for offer in table.offers]
    return {wager.id: _spot(table, wager) for wager in (*wagers, game.bet)}


def _steps(table: Table) -> Iterator[str]:
    game, rules = table.definition, table.rules
    must = " and ".join(game.wager(name).name for name in game.mandatory)
    equal = ", which are equal" if game.equal_to_ante else ""
    optional = len(game.wagers) > len(game.mandatory)
    yield f"Place your {must}{equal}.{' The other spots are optional.' if optional else ''}"
    yield _dealt(game)
    for place, decision in zip(game.deciding, rules.decisions, strict=True):
        yield _decision(game, decision, game.streets[: place + 1])
    if len(rules.decisions) > 1 and not game.several:
        yield "You can bet only once per round."
    ruled = {one.wager: one.verdict for one in rulings(game, rules, "folded")}
    still = "; your bonus wagers still count" if optional else ""
    yield f"A fold {folded_in_words(game, ruled)}{still}."
    if rules.qualifier and game.dealer:
        yield f"The dealer qualifies with the {flush_in_full(rules.qualifier)} or better."
    if any(wager.basis and wager.id not in game.mandatory for wager in game.wagers):
        yield f"Bonus and progressive wagers pay by {_own(game)}, {_whatever(game)}."


def _dealt(game: Game) -> str:
    """Who gets how many cards, and when."""
    are = "is" if game.board == 1 else "are"
    shared = f"; {cards_in_words(game.board, 'community')} {are} shared" if game.board else ""
    later = f", and {NUMBERS[game.own - game.hole]} more later" if game.own > game.hole else ""
    if game.dealer == game.own == game.hole:
        return f"You and the dealer get {cards_in_words(game.own)} each{shared}."
    dealer = f"; the dealer gets {NUMBERS[game.dealer]}" if game.dealer else ""
    return f"You get {cards_in_words(game.hole)}{later}{dealer}{shared}."


def _decision(game: Game, decision: Decision, streets: Sequence[Street]) -> str:
    held = game.hole + sum(street.own for street in streets)
    board = cards_in_words(decision.board, "community")
    seen = f"With {board} shown" if decision.board else ""
    start = seen or "With your cards in hand"
    if game.own > game.hole:
        start = f"With {cards_in_words(held)}" + seen.replace("With", " and")
    sizes = sorted(set(decision.most))
    if len(sizes) == 1:
        bet = f"bet {'' if decision.exact else 'up to '}{_antes(sizes[0])} on {game.bet.name}"
    else:
        first, most = decision.most[2], decision.most
        changes = [length for length in range(3, len(most)) if most[length] != most[length - 1]]
        more = ", ".join(f"{most[length]} with {length} cards of a suit" for length in changes)
        up_to = "" if decision.exact or first == 1 else "up to "
        then = "" if decision.exact else "up to "
        bet = f"bet {up_to}{_antes(first)} on {game.bet.name} ({then}{more})"
    return f"{start}: {decision.free}, or {bet}."


def _antes(number: int) -> str:
    return "1 Ante" if number == 1 else f"{number} Antes"


def _spot(table: Table, wager: Wager) -> str:
    game, rules = table.definition, table.rules
    main = {terms.wager: terms.pays for terms in game.main}
    if wager.id in main and main[wager.id] is None:
        short = "gets it back" if wager.unmatched == "push" else "loses it"
        if not game.dealer:
            return "Pays as listed if your flush is long enough to win."
        return f"Pays as listed if your hand wins. A winning hand too short for it {short}."
    if wager.looks_at == "table":
        return "Pays as listed on the best of all hands dealt, whatever becomes of yours."
    if wager.basis == "to 1":
        own = f"your first {NUMBERS[wager.first]} cards" if wager.first else _own(game)
        return f"Pays as listed on {own}, {_whatever(game)}."
    if wager.basis == "for 1":
        return f"Wins jackpots and pays as listed on {_own(game)}. The wager itself is kept."
    odds = main[wager.id]
    if not game.dealer:
        long = f"is of {NUMBERS[key_length(rules.qualifier)]} cards or more"
        return f"Pays {odds_in_words(game, odds)} if your flush {long}."
    said = f"Pays {odds_in_words(game, odds)} if your flush beats the dealer's."
    if not rules.qualifier:
        return said
    each = (*rulings(game, rules, "ahead", False), *rulings(game, rules, "behind", False))
    unqualified = {one.verdict for one in each if one.wager == wager.id}
    if unqualified == {"push"}:
        said += " You get it back if the dealer does not qualify."
    elif unqualified == {"win"}:
        said += " It is also paid if the dealer does not qualify."
    return said


def _whatever(game: Game) -> str:
    return "even if the dealer wins" if game.dealer else "even if you fold"


def _own(game: Game) -> str:
    return f"your own {NUMBERS[game.own + game.board]} cards"


def _hand(text: str) -> dict[str, str]:
    return {"cards": text, "words": flush_name(_key(text))}


def _key(text: str) -> int:
    return flush_key(card_set(parse_cards(text)))
