"""The strategy that a user names: the best, one in the box, or a file of the user's own."""

from pathlib import Path

from longsuit.analysis.exact.strategy import Strategy, best_strategy
from longsuit.analysis.strategies.box import boxed, in_the_box
from longsuit.analysis.strategies.player_function import OwnStrategy, Told, load_own, tabulate_own
from longsuit.analysis.strategies.rules import RuleList, read_rules_file
from longsuit.analysis.strategies.tabulation import tabulate
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game
from longsuit.core.games.game import Game, MainRules
from longsuit.core.paytable import PayTable

BEST = "best"
_LARGEST_FILE = 1_000_000


def find_strategy(
    game: str,
    name: str,
    *,
    xtra: str | PayTable | None = None,
    rules: MainRules | None = None,
    told: Told | None = None,
) -> Strategy | OwnStrategy:
    """`best`, an id in the box, a .npz file, a rule file (.toml), or `file.py:function`.

    A function of Chase the Flush stays a function: its river has 284 million hands. One of High
    Card Flush is asked for all its hands, and `told` how far that is.
    """
    definition = find_game(game)
    text = name.strip()
    if text.casefold() == BEST:
        return best_strategy(definition.id, xtra=xtra, rules=rules)
    if text.endswith(".npz"):
        found = Strategy.load(Path(text))
        _check_game(text, found.game, definition)
        return found
    if is_rule_list(text):
        return tabulate(find_rules(game, text, others=True), rules)
    own = load_own(definition, text, rules)
    return own if definition.board else tabulate_own(own, told)


def is_rule_list(name: str) -> bool:
    """Whether a name is that of a rule list, and not of best play, a .npz file or a function."""
    text = name.strip()
    return text.casefold() != BEST and not text.endswith((".npz", ".py")) and ".py:" not in text


def find_rules(game: str, name: str, *, others: bool = False) -> RuleList:
    """A rule list by its id in the box, or from a file; `others` could have been named as well."""
    definition = find_game(game)
    if listed := in_the_box(definition, name):
        return listed
    if name.endswith(".toml"):
        listed = _read(Path(name))
        _check_game(name, listed.definition, definition)
        return listed
    if name.strip().casefold() == BEST:
        raise InputError("Best play is no list of rules: longsuit strategy export writes it.")
    known = [rules.id for rules in boxed(definition.id)]
    known, kind, files = (
        ([BEST, *known], "strategy", ".toml, .npz or .py")
        if others
        else (known, "rule list", ".toml")
    )
    raise InputError(
        f"There is no {kind} '{name[:60]}' for {definition.name}; there are: {', '.join(known)}; "
        f"or name a {files} file."
    )


def _read(path: Path) -> RuleList:
    try:
        if path.stat().st_size > _LARGEST_FILE:
            raise InputError(f"{path} is too large for a file of rules.")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is not a text file in UTF-8.") from None
    return read_rules_file(text, path.name)


def _check_game(file: str, found: Game, wanted: Game) -> None:
    if found != wanted:
        raise InputError(f"{file} is a strategy for {found.name}, not for {wanted.name}.")
