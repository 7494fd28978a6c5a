"""A strategy written as rules: for each decision an ordered list of sentences, read from TOML.

The first sentence whose condition holds decides. Where none does, the free action is taken: check,
or fold. `docs/strategy.md` shows the form. Mistakes are refused with the file and line at fault.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

from msgspec import Struct

from longsuit.analysis.exact.advice import check_cards, decision_place
from longsuit.analysis.strategies.facts import FLUSH, facts
from longsuit.analysis.strategies.words import Test, Unclear, parse_condition
from longsuit.core.cards import RANK_COUNT, Card
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import GAMES, find_game, game_by_id
from longsuit.core.games.game import Decision, Game
from longsuit.core.ranking import key_length

LARGEST = 0
"""The bet of a rule that names no size: the largest that the hand allows."""
_TEXTS = ("id", "name", "source", "note")
_SENTENCE = re.compile(r"(.+?) (?:with|on|if) (.+)", re.IGNORECASE)
_OTHERWISE = re.compile(r"(?:otherwise|else),? (.+)", re.IGNORECASE)
_BET = re.compile(r"(bet|raise|play)(?: (\d{1,2})x)?", re.IGNORECASE)


class Rule(Struct, frozen=True):
    """One sentence: do this with that."""

    text: str
    bet: int | None
    """In Antes; `LARGEST` for the most allowed; None for the free action."""
    tests: tuple[Test, ...]


class RuleList(Struct, frozen=True):
    """The rules of every decision of a game."""

    game: str
    id: str
    name: str
    decisions: dict[str, tuple[Rule, ...]]
    source: str = ""
    note: str = ""

    @property
    def definition(self) -> Game:
        """The game it is for."""
        return game_by_id(self.game)

    def __len__(self) -> int:
        """How many rules there are, without the word about everything else."""
        return sum(bool(rule.tests) for listed in self.decisions.values() for rule in listed)

    def action(self, hole: Sequence[Card], board: Sequence[Card] = ()) -> str:
        """What the rules say for one hand: the slow, obvious way."""
        game = self.definition
        check_cards(game, hole, board)
        decision = game.rules.decisions[decision_place(game, hole, board)]
        known = facts(hole, board)
        for rule in self.decisions[decision.name]:
            if all(test.holds(known) for test in rule.tests):
                if rule.bet is None:
                    break
                return game.action_name(size_of(rule, decision, key_length(known.flush)))
        return decision.free


def size_of(rule: Rule, decision: Decision, length: int) -> int:
    """The bet of a rule, in Antes, with a flush of that length."""
    assert rule.bet is not None
    size = decision.most[length] if rule.bet == LARGEST else rule.bet
    if size not in decision.multiples(length):
        raise InputError(f"'{rule.text}' is not allowed with a flush of {length} cards.")
    return size


def can_hold(rule: Rule, length: int) -> bool:
    """A flush of that length can pass the rule's tests of the flush."""
    low, high = length << RANK_COUNT, (length + 1) << RANK_COUNT
    return all(
        test.fact != FLUSH or (test.least < high and test.most >= low) for test in rule.tests
    )


def write_rules(rules: RuleList) -> str:
    """The rules as a file that `read_rules_file` reads back."""
    lines = [f"game = {_quoted(rules.game)}"]
    lines += [f"{key} = {_quoted(value)}" for key in _TEXTS if (value := str(getattr(rules, key)))]
    for name, listed in rules.decisions.items():
        lines += [f"{name} = [", *(f"  {_quoted(rule.text)}," for rule in listed), "]"]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def read_rules_file(text: str, file: str) -> RuleList:
    """The rules of a TOML text; `file` is the name that complaints carry."""
    return _Reader(text.removeprefix("\ufeff"), file).read()


class _Reader:
    """One file, read with its checks."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.lines = text.splitlines()
        self.document = self._parse(text)

    def _parse(self, text: str) -> dict[str, Any]:
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"\(at line (\d+)", str(error))
            what = re.sub(r" \(at .*\)$", "", str(error))
            line = int(found[1]) if found else max(len(self.lines), 1)
            self.refuse(line, f"this is not TOML: {what[:1].lower()}{what[1:]}")
        except (ValueError, RecursionError):
            self.refuse(1, "this is too long or too deep")

    def refuse(self, line: int, why: str) -> NoReturn:
        raise InputError(f"{self.file}, line {line}: {why}.")

    def read(self) -> RuleList:
        game = self._game()
        named = [decision.name for decision in game.rules.decisions]
        for key in self.document:
            if key not in ("game", *_TEXTS, *named):
                expected = ", ".join(("game", *_TEXTS, *named))
                self.refuse(self.line_of(key), f"'{key}' is not known here; expected: {expected}")
        texts = {key: self._text(key) for key in _TEXTS}
        decisions = {
            decision.name: tuple(self._rules(game, decision)) for decision in game.rules.decisions
        }
        if not any(decisions.values()):
            self.refuse(1, f"there are no rules: {game.name} has the decisions {', '.join(named)}")
        name = texts.pop("name") or texts["id"] or self.file
        return RuleList(game=game.id, name=name, decisions=decisions, **texts)

    def _game(self) -> Game:
        named = self.document.get("game")
        if not isinstance(named, str):
            example = f'game = "{GAMES[0].short}"'
            self.refuse(self.line_of("game"), f"the game is missing, such as {example}")
        try:
            return find_game(named)
        except InputError as error:
            self.refuse(self.line_of("game"), _clause(str(error)))

    def _text(self, key: str) -> str:
        value = self.document.get(key, "")
        if not isinstance(value, str):
            self.refuse(self.line_of(key), f"the {key} is text in quotes")
        return value

    def _rules(self, game: Game, decision: Decision) -> Iterator[Rule]:
        sentences = self.document.get(decision.name, [])
        line = self.line_of(decision.name)
        if not isinstance(sentences, list):
            self.refuse(line, f"'{decision.name}' is a list of sentences in square brackets")
        last = ""
        for sentence in sentences:
            if not isinstance(sentence, str):
                self.refuse(line, f"'{decision.name}' is a list of sentences in quotes")
            line = self.line_of(sentence, after=line)
            if last:
                self.refuse(line, f"nothing is left for this after '{last}'")
            try:
                rule = parse_rule(sentence, game, decision)
            except Unclear as error:
                self.refuse(line, str(error))
            if not rule.tests:
                last = sentence
            yield rule

    def line_of(self, text: str, after: int = 1) -> int:
        """The line on which a key or a sentence stands; a light scan, and 1 where it finds none."""
        for number, line in enumerate(self.lines[after - 1 :], after):
            if text in line:
                return number
        return after


def parse_rule(sentence: str, game: Game, decision: Decision) -> Rule:
    """One sentence: `bet with two suited of Q-9 or better`, `otherwise fold`."""
    plain = " ".join(sentence.split()).rstrip(".")
    if found := _OTHERWISE.fullmatch(plain):
        return Rule(plain, _bet(found[1], game, decision), ())
    if found := _SENTENCE.fullmatch(plain):
        return Rule(plain, _bet(found[1], game, decision), parse_condition(found[2]))
    verb = game.bet_verb
    raise Unclear(
        f"'{plain}' is not a rule, such as '{verb} with a three-card flush' "
        f"or 'otherwise {decision.free}'"
    )


def _bet(action: str, game: Game, decision: Decision) -> int | None:
    """What an action of a sentence bets."""
    if action.casefold() == decision.free:
        return None
    found = _BET.fullmatch(action)
    if not found or found[1].casefold() != game.bet_verb:
        known = f"{game.bet_verb} or {decision.free}"
        raise Unclear(f"'{action}' is no action of the {decision.name} decision: {known}")
    size = int(found[2]) if found[2] else LARGEST
    sizes = sorted({size for length in range(8) for size in decision.multiples(length)})
    if size and size not in sizes:
        known = " or ".join(game.action_name(size).replace("_", " ") for size in sizes)
        raise Unclear(f"'{action}' is no action of the {decision.name} decision: {known}")
    return size


def _clause(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:].rstrip(".")
