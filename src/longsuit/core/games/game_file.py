"""A game written as TOML: read, checked, and refused with the file and line at fault.

The games in the box and a user's own go through here alike. `docs/games.md` shows the form.
"""

import re
from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any, NoReturn

from msgspec import Struct, field

from longsuit.core.errors import InputError
from longsuit.core.games.game import (
    LARGEST_MULTIPLE,
    Decision,
    Game,
    MainRules,
    Terms,
    read_qualifier,
)
from longsuit.core.paytable import PayTable
from longsuit.core.paytable_file import read_paytables
from longsuit.core.plain_number import read_number, shorten
from longsuit.core.toml_file import Places
from longsuit.core.wagers import Wager

_GAME = {"id", "short", "name", "seats", "hole", "dealer", "street", "wager", "bet"}
_SECTIONS = ("game", "paytable", "practice")
_PRACTICE = {"table", "paytables", "must_hit"}
_DEALER = {"qualifier", "unqualified", "ties"}
_STREET = {"name", "board", "free", "bet", "up_to"}
_TABLE = {"hands", "shortest", "unmatched", "pick", "bonus"}
_WAGER = {"id", "name", "also", "basis", "equals_ante", "main"} | _TABLE
_BET = {"id", "name", "also", "verb", "main"}
_MAIN = {"ahead", "tie", "behind", "unqualified", "pays"}
_VERDICTS = ("win", "push", "lose")
_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_LONGEST_HAND = 7
_DECK = 52


class Practice(Struct, frozen=True):
    """The practice table of a game on a floor that nobody has set up."""

    table: str
    """Its id."""
    paytables: Mapping[str, str] = {}
    """By wager, where not the first in the file."""
    must_hit: bool = False
    """Whether it has a Must Hit meter (PRG-11)."""


class GameFile(Struct, frozen=True):
    """A game, and the text that its paytables are still to be read from."""

    game: Game
    document: Mapping[str, Any]
    places: Places
    practice: Practice
    text: str = ""
    """Of a user's file: all of it, to be read again elsewhere."""
    _read: list[tuple[PayTable, ...]] = field(default_factory=list)

    def paytables(self) -> tuple[PayTable, ...]:
        """The paytables of the file; each wager that needs one has one."""
        if self._read:
            return self._read[0]
        tables = read_paytables(self.document, self.places, self.game.all_wagers)
        for number, wager in enumerate(self.game.wagers, start=1):
            if wager.basis is not None and all(table.wager != wager.id for table in tables):
                place = f"game.wager#{number}"
                self.places.refuse(place, f"the {wager.name} has no [[paytable]] in this file")
        self._read.append(tables)
        return tables


def read_game(document: Mapping[str, Any], places: Places) -> GameFile:
    """The game of a text that is parsed, checked but for its paytables."""
    for key in document:
        if key not in _SECTIONS:
            places.refuse(key, f"'{key}' is not known here; expected: {', '.join(_SECTIONS)}")
    if not isinstance(document.get("game"), dict):
        places.refuse("game", "a game starts with [game]")
    game = _GameReader(document["game"], places).read()
    return GameFile(game, document, places, _practice(document, places, game))


def _practice(document: Mapping[str, Any], places: Places, game: Game) -> Practice:
    part = _Part(document.get("practice", {"table": game.short}), "practice", places, _PRACTICE)
    chosen = part.entry.get("paytables", {})
    wagers = [wager.id for wager in game.wagers if wager.basis is not None]
    if not isinstance(chosen, dict) or not all(isinstance(name, str) for name in chosen.values()):
        part.refuse("paytables", 'paytables are by wager, such as { suit-bonus = "A" }')
    if strange := [wager for wager in chosen if wager not in wagers]:
        part.refuse("paytables", f"'{shorten(strange[0])}' is no wager with a paytable")
    return Practice(part.id("table"), chosen, part.flag("must_hit"))


class _Part:
    """A section of the file, with its place."""

    def __init__(self, entry: object, place: str, places: Places, known: Collection[str]) -> None:
        self.place, self.places = place, places
        if not isinstance(entry, dict):
            self.refuse("", f"'{place.rpartition('.')[2]}' is a section of its own: [{place}]")
        self.entry: dict[str, Any] = entry
        for key in entry:
            if key not in known:
                self.refuse(key, f"'{key}' is not known here; expected: {', '.join(sorted(known))}")

    def refuse(self, key: str, why: str) -> NoReturn:
        self.places.refuse(f"{self.place}.{key}" if key else self.place, why)

    def needed(self, key: str) -> Any:
        if key not in self.entry:
            what = self.place.rpartition(".")[2].partition("#")[0]
            self.refuse("", f"the {what} has no {key}")
        return self.entry[key]

    def text(self, key: str) -> str:
        value = self.needed(key)
        if not isinstance(value, str) or not value.strip():
            self.refuse(key, f"the {key} is text in quotes")
        return value

    def id(self, key: str = "id") -> str:
        value = self.text(key)
        if not _ID.fullmatch(value):
            why = f"the {key} is small letters, digits and single hyphens, not '{shorten(value)}'"
            self.refuse(key, why)
        return value

    def one_of(self, key: str, known: tuple[str, ...], default: str | None = None) -> Any:
        value = self.needed(key) if default is None else self.entry.get(key, default)
        if value not in known:
            self.refuse(key, f"{key} is one of {', '.join(known)}, not {shorten(value)}")
        return value

    def whole(self, key: str, least: int, most: int, default: int | None = None) -> int:
        value = self.needed(key) if default is None else self.entry.get(key, default)
        if type(value) is not int or not least <= value <= most:
            why = f"{key} is a whole number from {least} to {most}, not {shorten(value)}"
            self.refuse(key, why)
        return value

    def flag(self, key: str) -> bool:
        value = self.entry.get(key, False)
        if not isinstance(value, bool):
            self.refuse(key, f"{key} is true or false, not {shorten(value)}")
        return value

    def names(self, key: str) -> tuple[str, ...]:
        value = self.entry.get(key, [])
        if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
            self.refuse(key, "other names are a list of texts in quotes")
        return tuple(value)


class _GameReader(_Part):
    """The [game] of a file, read with its checks."""

    def __init__(self, entry: object, places: Places) -> None:
        super().__init__(entry, "game", places, _GAME)

    def read(self) -> Game:
        game_id, short, name = self.id(), self.id("short"), self.text("name")
        seats, hole = self.whole("seats", 1, 10), self.whole("hole", 1, _LONGEST_HAND)
        decisions = self._streets()
        board = decisions[-1].board
        if hole + board > _LONGEST_HAND:
            why = f"a hand has up to {_LONGEST_HAND} cards, and {hole} and {board} are more"
            self.refuse("hole", why)
        if (seats + 1) * hole + board > _DECK:
            self.refuse("seats", f"{seats} seats and a dealer need more than {_DECK} cards")
        rules = self._rules(decisions)
        parts = [_Part(e, place, self.places, _WAGER) for place, e in self._several("wager")]
        wagers = [_wager(part, game_id) for part in parts]
        if wagers[0].id != "ante" or "main" not in parts[0].entry:
            parts[0].refuse("id", "the first wager is the ante, with its main")
        main = [
            _terms(part, wager)
            for part, wager in zip(parts, wagers, strict=True)
            if "main" in part.entry
        ]
        bet = _Part(self.needed("bet"), "game.bet", self.places, _BET)
        placed = Wager(bet.id(), bet.text("name"), game_id, also=bet.names("also"))
        self._all_different([*parts, bet], [*wagers, placed])
        return Game(
            id=game_id,
            short=short,
            name=name,
            seats=seats,
            hole=hole,
            board=board,
            wagers=tuple(wagers),
            bet=placed,
            bet_verb=bet.one_of("verb", ("bet", "raise")),
            rules=rules,
            main=(*main, _terms(bet, placed, is_bet=True)),
            mandatory=tuple(terms.wager for terms in main),
            equal_to_ante=tuple(_equal(parts, wagers)),
        )

    def _several(self, key: str) -> list[tuple[str, object]]:
        entries = self.needed(key)
        if not isinstance(entries, list) or not entries:
            self.refuse(key, f"each {key} starts with [[game.{key}]]")
        return [(f"game.{key}#{number}", entry) for number, entry in enumerate(entries, start=1)]

    def _rules(self, decisions: tuple[Decision, ...]) -> MainRules:
        dealer = _Part(self.needed("dealer"), "game.dealer", self.places, _DEALER)
        try:
            qualifier = read_qualifier(dealer.text("qualifier"))
        except InputError as error:
            if str(error).startswith(f"{self.places.file},"):
                raise
            dealer.refuse("qualifier", str(error).rstrip("."))
        return MainRules(
            decisions,
            qualifier,
            dealer.one_of("unqualified", ("push", "win", "play")),
            dealer.one_of("ties", _VERDICTS),
        )

    def _streets(self) -> tuple[Decision, ...]:
        """One decision a street; one bet a round, so whoever has not bet may wait to the last."""
        decisions: list[Decision] = []
        entries = self._several("street")
        for place, entry in entries:
            street = _Part(entry, place, self.places, _STREET)
            name = street.text("name")
            if any(one.name == name for one in decisions):
                street.refuse("name", f"the street '{shorten(name)}' is here twice")
            board = street.whole("board", 0, _LONGEST_HAND)
            free = street.one_of("free", ("check", "fold"))
            if free != ("fold" if len(decisions) + 1 == len(entries) else "check"):
                street.refuse("free", "free is check on every street but the last, and fold there")
            most, exact = _multiples(street)
            seen = board + (decisions[-1].board if decisions else 0)
            decisions.append(Decision(name, seen, free, most, exact))
        return tuple(decisions)

    def _all_different(self, parts: list[_Part], wagers: list[Wager]) -> None:
        known: set[str] = set()
        for part, wager in zip(parts, wagers, strict=True):
            called = {wager.id, wager.name.casefold().replace(" ", "-"), *wager.also}
            if taken := sorted(called & known):
                part.refuse("id", f"two wagers are called '{taken[0]}'")
            known |= called


def _multiples(street: _Part) -> tuple[Any, bool]:
    """The largest bet by the length of the flush, and whether it is the only one."""
    if ("bet" in street.entry) == ("up_to" in street.entry):
        street.refuse("", "a street has either bet, for an exact one, or up_to")
    if "bet" in street.entry:
        return (street.whole("bet", 1, LARGEST_MULTIPLE),) * 8, True
    most = street.entry["up_to"]
    good = isinstance(most, list) and len(most) == 6 and all(type(one) is int for one in most)
    if not good or not 1 <= min(most) <= max(most) <= LARGEST_MULTIPLE:
        why = f"up_to has six whole numbers from 1 to {LARGEST_MULTIPLE}, for 2 to 7 cards"
        street.refuse("up_to", why)
    return (most[0], most[0], *most), False


def _wager(part: _Part, game: str) -> Wager:
    name, wager_id = part.text("name"), part.id()
    if "basis" not in part.entry:
        for key in sorted(_TABLE & set(part.entry)):
            part.refuse(key, f"{key} is about a paytable, and the {name} has no basis")
        if "main" not in part.entry:
            part.refuse("", f"nothing decides the {name}: it has neither a main nor a basis")
        return Wager(wager_id, name, "" if wager_id == "ante" else game, also=part.names("also"))
    return Wager(
        wager_id,
        name,
        game,
        part.one_of("basis", ("to 1", "for 1")),
        part.one_of("hands", ("flush", "straight flush", "any"), "any"),
        part.whole("shortest", 2, _LONGEST_HAND, 2),
        part.one_of("unmatched", ("lose", "push"), "lose"),
        part.one_of("pick", ("first", "best"), "first"),
        part.flag("bonus"),
        part.names("also"),
    )


def _terms(part: _Part, wager: Wager, *, is_bet: bool = False) -> Terms:
    place = f"{part.place}.main"
    main = _Part(part.needed("main"), place, part.places, _MAIN if is_bet else _MAIN | {"fold"})
    pays = _pays(main, wager)
    return Terms(
        wager.id,
        None if is_bet else main.one_of("fold", _VERDICTS),
        main.one_of("ahead", _VERDICTS),
        main.one_of("tie", (*_VERDICTS, "as ruled")),
        main.one_of("behind", _VERDICTS),
        main.one_of("unqualified", (*_VERDICTS, "as ruled", "compared")),
        pays,
    )


def _pays(main: _Part, wager: Wager) -> Fraction | None:
    given = main.needed("pays")
    if given == "table":
        if wager.basis != "to 1":
            main.refuse("pays", f'the {wager.name} pays by a table, so its basis is "to 1"')
        return None
    if wager.basis is not None:
        main.refuse("pays", f'the {wager.name} has a basis, so its pays is "table"')
    odds = read_number(given)
    if odds is None or odds <= 0:
        why = f'pays is a number above 0, a fraction in quotes or "table", not {shorten(given)}'
        main.refuse("pays", why)
    return odds


def _equal(parts: list[_Part], wagers: list[Wager]) -> list[str]:
    equal = []
    for part, wager in zip(parts, wagers, strict=True):
        if part.flag("equals_ante"):
            if wager.id == "ante" or "main" not in part.entry:
                part.refuse("equals_ante", "only another wager of the main game equals the Ante")
            equal.append(wager.id)
    return equal
