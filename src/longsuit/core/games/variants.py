"""Rule variants as a user types them: the dealer's qualifier, multiples of the Ante, ties."""

from typing import Any

from msgspec.structs import replace

from longsuit.core.errors import InputError
from longsuit.core.games.game import Game, MainRules, read_qualifier
from longsuit.core.games.table import check_rules
from longsuit.core.plain_number import read_whole, shorten


def read_rules(
    game: Game, qualifier: str = "", multiples: str = "", unqualified: str = "", ties: str = ""
) -> MainRules:
    """The game's rules with the given changes."""
    return change_rules(game, game.rules, qualifier, multiples, unqualified, ties)


def change_rules(
    game: Game,
    rules: MainRules,
    qualifier: str = "",
    multiples: str = "",
    unqualified: str = "",
    ties: str = "",
) -> MainRules:
    """Rules of the game with further changes."""
    changes: dict[str, Any] = {}
    if qualifier:
        changes["qualifier"] = read_qualifier(qualifier)
    if multiples:
        changes["decisions"] = _decisions(game, multiples)
    if unqualified:
        changes["unqualified"] = _one_of("unqualified", unqualified, ("push", "win", "play"))
    if ties:
        changes["ties"] = _one_of("ties", ties, ("push", "win", "lose"))
    changed = replace(rules, **changes)
    check_rules(game, changed)
    return changed


def _one_of(option: str, given: str, known: tuple[str, ...]) -> str:
    if given not in known:
        words = f"{', '.join(known[:-1])} or {known[-1]}"
        raise InputError(f"--{option} is {words}, not '{shorten(given)}'.")
    return given


def _decisions(game: Game, text: str) -> tuple[Any, ...]:
    read = [read_whole(part.strip()) for part in text.split(",")]
    multiples = [number for number in read if number is not None]
    if len(multiples) < len(read):
        raise InputError(f"'{shorten(text)}' is not a list of multiples, such as 3,2,1.")
    usual = game.rules.decisions
    if len(usual) > 1:
        if len(multiples) != len(usual):
            raise InputError(f"{game.name} has {len(usual)} decisions, so {len(usual)} multiples.")
        pairs = zip(usual, multiples, strict=True)
        return tuple(replace(decision, most=(most,) * 8) for decision, most in pairs)
    if len(multiples) != 6:
        raise InputError(f"{game.name} has a multiple for each of 2 to 7 cards, so six of them.")
    return (replace(usual[0], most=(multiples[0], multiples[0], *multiples)),)
