"""A game written as TOML: read, checked, and refused with the file and line at fault.

The games in the box and a user's own go through here alike. `docs/games.md` shows the form.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct, field

from longsuit.core.games.game import (
    LARGEST_MULTIPLE,
    Decision,
    Game,
    MainRules,
    Scale,
    Street,
    Terms,
    lowest_flush,
)
from longsuit.core.games.section import Section
from longsuit.core.money import LARGEST_AMOUNT, Cents
from longsuit.core.paytable import PayTable, is_typed_pay
from longsuit.core.paytable_file import read_paytables
from longsuit.core.plain_number import read_number, shorten
from longsuit.core.toml_file import Places
from longsuit.core.wagers import Wager

_SECTIONS = ("game", "paytable", "practice")
_PRACTICE = {"table", "paytables", "must_hit"}
_GAME = {
    *("id", "short", "name", "about", "seats", "hole", "wins", "bonus_cap"),
    *("dealer", "street", "wager", "bet"),
}
_DEALER = {"cards", "qualifier", "unqualified", "ties"}
_BETS = {"free", "bet", "up_to", "robot"}
_STREET = {"name", "own", "face_up", "board"} | _BETS
_TABLE = {"hands", "shortest", "unmatched", "pick", "bonus", "first", "looks_at", "must_hit"}
_WAGER = {"id", "name", "also", "about", "basis", "equals_ante", "main"} | _TABLE
_BET = {"id", "name", "also", "about", "verb", "several", "main"}
_MAIN = {"ahead", "behind", "pays"}
_AGAINST_DEALER = {"tie", "unqualified"}
_VERDICTS = ("win", "push", "lose")
_LONGEST_HAND = 7
_MOST_WAGERS = 20
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
    """All of it, to be read again elsewhere."""
    _read: list[tuple[PayTable, ...]] = field(default_factory=list)

    def paytables(self) -> tuple[PayTable, ...]:
        """The paytables of the file; each wager that needs one has one."""
        if self._read:
            return self._read[0]
        wagers = self.game.all_wagers
        needy = [n for n, wager in enumerate(wagers, start=1) if wager.basis is not None]
        tables: tuple[PayTable, ...] = ()
        if needy or "paytable" in self.document:
            tables = read_paytables(self.document, self.places, wagers)
        for number in needy:
            wager = wagers[number - 1]
            if all(table.wager != wager.id for table in tables):
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
    part = Section(document.get("practice", {"table": game.short}), "practice", places, _PRACTICE)
    chosen = part.entry.get("paytables", {})
    wagers = [wager.id for wager in game.wagers if wager.basis is not None]
    if not isinstance(chosen, dict) or not all(isinstance(name, str) for name in chosen.values()):
        part.refuse("paytables", 'paytables are by wager, such as { suit-bonus = "A" }')
    if strange := [wager for wager in chosen if wager not in wagers]:
        part.refuse("paytables", f"'{shorten(strange[0])}' is no wager with a paytable")
    must_hit = part.flag("must_hit")
    if must_hit and not any(wager.must_hit for wager in game.wagers):
        part.refuse("must_hit", "no wager of the game has must_hit, so no such meter goes with it")
    return Practice(part.id("table"), chosen, must_hit)


class _GameReader(Section):
    """The [game] of a file, read with its checks."""

    def __init__(self, entry: object, places: Places) -> None:
        super().__init__(entry, "game", places, _GAME)
        self.has_dealer = "dealer" in self.entry

    def read(self) -> Game:
        game_id, short, name = self.id(), self.id("short"), self.text("name")
        seats, hole = self.whole("seats", 1, 10), self.whole("hole", 1, _LONGEST_HAND)
        bet = Section(self.needed("bet"), "game.bet", self.places, _BET)
        several = bet.flag("several")
        streets, decisions = self._streets(several=several)
        own = hole + sum(street.own for street in streets)
        board = sum(street.board for street in streets)
        if own + board > _LONGEST_HAND:
            why = f"a hand has up to {_LONGEST_HAND} cards, and {own} and {board} are more"
            self.refuse("hole", why)
        dealer, rules = self._opponent(decisions, own, board)
        if seats * own + dealer + board > _DECK:
            self.refuse("seats", f"{seats} seats and a dealer need more than {_DECK} cards")
        parts = [Section(e, place, self.places, _WAGER) for place, e in self._several("wager")]
        wagers = [_wager(part, game_id, own) for part in parts]
        if len(parts) > _MOST_WAGERS:
            parts[_MOST_WAGERS].refuse("id", f"a game has up to {_MOST_WAGERS} wagers")
        for part in [p for p, w in zip(parts, wagers, strict=True) if w.basis == "for 1"][1:]:
            part.refuse("basis", 'one wager of a game has the basis "for 1", and this is a second')
        if wagers[0].id != "ante" or "main" not in parts[0].entry:
            parts[0].refuse("id", "the first wager is the ante, with its main")
        main = [
            self._terms(part, wager)
            for part, wager in zip(parts, wagers, strict=True)
            if "main" in part.entry
        ]
        placed = _named(bet, game_id)
        self._all_different([*parts, bet], [*wagers, placed])
        return Game(
            id=game_id,
            short=short,
            name=name,
            seats=seats,
            hole=hole,
            streets=streets,
            dealer=dealer,
            wagers=tuple(wagers),
            bet=placed,
            bet_verb=bet.one_of("verb", ("bet", "raise", "play")),
            rules=rules,
            main=(*main, self._terms(bet, placed, several)),
            mandatory=tuple(terms.wager for terms in main),
            equal_to_ante=tuple(_equal(parts, wagers)),
            several=several,
            bonus_cap=self._cap(),
            about=self.text("about", ""),
        )

    def _several(self, key: str) -> list[tuple[str, object]]:
        entries = self.needed(key)
        if not isinstance(entries, list) or not entries:
            self.refuse(key, f"each {key} starts with [[game.{key}]]")
        return [(f"game.{key}#{number}", entry) for number, entry in enumerate(entries, start=1)]

    def _cap(self) -> Cents:
        if "bonus_cap" not in self.entry:
            return 0
        cents = (read_number(self.entry["bonus_cap"]) or Fraction(0)) * 100
        if not 0 < cents <= LARGEST_AMOUNT or cents.denominator != 1:
            self.refuse("bonus_cap", "bonus_cap is an amount of dollars above 0, in whole cents")
        return cents.numerator

    def _opponent(
        self, decisions: tuple[Decision, ...], own: int, board: int
    ) -> tuple[int, MainRules]:
        """The dealer's cards, and the rules that an operator may vary."""
        if self.has_dealer == ("wins" in self.entry):
            why = "a game has either a [game.dealer], or wins: the shortest flush that wins"
            self.refuse("wins", why)
        if not self.has_dealer:
            shortest = lowest_flush(self.whole("wins", 2, own + board))
            return 0, MainRules(decisions, shortest)
        dealer = Section(self.entry["dealer"], "game.dealer", self.places, _DEALER)
        return dealer.whole("cards", 1, _LONGEST_HAND - board, own), MainRules(
            decisions,
            dealer.flush("qualifier"),
            dealer.one_of("unqualified", ("push", "win", "play")),
            dealer.one_of("ties", _VERDICTS),
        )

    def _streets(self, *, several: bool) -> tuple[tuple[Street, ...], tuple[Decision, ...]]:
        streets: list[Street] = []
        decisions: list[Decision] = []
        entries = self._several("street")
        parts = [Section(entry, place, self.places, _STREET) for place, entry in entries]
        last = max((n for n, part in enumerate(parts) if _BETS & set(part.entry)), default=-1)
        if last < 0:
            self.refuse("street", "no street has a decision: free, and bet or up_to")
        shown = 0
        for number, part in enumerate(parts):
            street = _street(part)
            if any(one.name == street.name for one in streets):
                part.refuse("name", f"the street '{shorten(street.name)}' is here twice")
            if streets and not street.own + street.board:
                part.refuse("", "a street after the first deals cards: own, board or both")
            streets.append(street)
            shown += street.board
            if not street.decides:
                continue
            free = part.one_of("free", ("check", "fold"))
            if free == "fold" and number != last and not several:
                why = "with one bet a round, free is check on every street but the last that has it"
                part.refuse("free", why)
            decisions.append(Decision(street.name, shown, free, *_multiples(part)))
        return tuple(streets), tuple(decisions)

    def _all_different(self, parts: list[Section], wagers: list[Wager]) -> None:
        known: set[str] = set()
        for part, wager in zip(parts, wagers, strict=True):
            called = {wager.id, wager.name.casefold().replace(" ", "-"), *wager.also}
            if taken := sorted(called & known):
                part.refuse("id", f"two wagers are called '{taken[0]}'")
            known |= called

    def _terms(self, part: Section, wager: Wager, folds: bool = True) -> Terms:
        """`folds`: whether the wager may be on the table when its seat folds."""
        place = f"{part.place}.main"
        keys = _MAIN | ({"fold"} if folds else set())
        keys |= _AGAINST_DEALER if self.has_dealer else set()
        main = Section(part.needed("main"), place, part.places, keys)
        fold = main.one_of("fold", _VERDICTS) if folds else None
        ahead, behind = main.one_of("ahead", _VERDICTS), main.one_of("behind", _VERDICTS)
        pays = self._pays(main, wager)
        if not self.has_dealer:
            return Terms(wager.id, fold, ahead, behind=behind, pays=pays)
        tie = main.one_of("tie", (*_VERDICTS, "as ruled"))
        unqualified = main.one_of("unqualified", (*_VERDICTS, "as ruled", "compared"))
        return Terms(wager.id, fold, ahead, tie, behind, unqualified, pays)

    def _pays(self, main: Section, wager: Wager) -> Fraction | Scale | None:
        given = main.needed("pays")
        if given == "table":
            if wager.basis != "to 1":
                main.refuse("pays", f'the {wager.name} pays by a table, so its basis is "to 1"')
            return None
        if wager.basis is not None:
            main.refuse("pays", f'the {wager.name} has a basis, so its pays is "table"')
        if isinstance(given, dict):
            return self._scale(main, given)
        odds = read_number(given)
        if not odds or not is_typed_pay(odds):
            why = f'pays is a number above 0, a fraction in quotes or "table", not {shorten(given)}'
            main.refuse("pays", why)
        return odds

    def _scale(self, main: Section, given: dict[str, object]) -> Scale:
        """Odds by the length of the own flush, or by its margin over the dealer's."""
        kinds = ("length", "margin") if self.has_dealer else ("length",)
        (by, written), *more = given.items() or [("", None)]
        if more or by not in kinds or not isinstance(written, list):
            main.refuse("pays", f"pays by cards is {{ {' = [..] } or { '.join(kinds)} = [..] }}")
        least = 1 if by == "length" else 0
        longest = _LONGEST_HAND + 1 - least
        if not 1 <= len(written) <= longest:
            main.refuse("pays", f"pays by {by} is a list of up to {longest} odds, from {least} on")
        odds = tuple(main.odds("pays", one) for one in written)
        if not any(odds):
            main.refuse("pays", "some of these pays are above 0")
        return Scale("margin" if least == 0 else "length", (Fraction(0),) * least + odds)


def _street(part: Section) -> Street:
    decides = bool(_BETS & set(part.entry))
    return Street(
        part.text("name"),
        part.whole("own", 0, _LONGEST_HAND, 0),
        part.whole("board", 0, _LONGEST_HAND, 0),
        part.flag("face_up"),
        decides,
        part.flush("robot") if "robot" in part.entry else 0,
    )


def _multiples(street: Section) -> tuple[Any, bool]:
    """The largest bet by the length of the flush, and whether it is the only one."""
    if ("bet" in street.entry) == ("up_to" in street.entry):
        street.refuse("", "a street has either bet, for an exact one, or up_to")
    key = "bet" if "bet" in street.entry else "up_to"
    most = street.entry[key]
    if not isinstance(most, list):
        return (street.whole(key, 1, LARGEST_MULTIPLE),) * 8, key == "bet"
    good = len(most) == 6 and all(type(one) is int for one in most)
    if not good or not 1 <= min(most) <= max(most) <= LARGEST_MULTIPLE:
        why = f"{key} has six whole numbers from 1 to {LARGEST_MULTIPLE}, for 2 to 7 cards"
        street.refuse(key, why)
    return (most[0], most[0], *most), key == "bet"


def _named(part: Section, game: str) -> Wager:
    """A wager without a table."""
    wager_id, about = part.id(), part.text("about", "")
    game = "" if wager_id == "ante" else game
    return Wager(wager_id, part.text("name"), game, also=part.names("also"), about=about)


def _wager(part: Section, game: str, own: int) -> Wager:
    name, wager_id = part.text("name"), part.id()
    if "basis" not in part.entry:
        for key in sorted(_TABLE & set(part.entry)):
            part.refuse(key, f"{key} is about a paytable, and the {name} has no basis")
        if "main" not in part.entry:
            part.refuse("", f"nothing decides the {name}: it has neither a main nor a basis")
        return _named(part, game)
    basis = part.one_of("basis", ("to 1", "for 1"))
    for key in ("first", "looks_at"):
        if key in part.entry and ("main" in part.entry or basis == "for 1"):
            part.refuse(key, f'{key} is for side wagers whose basis is "to 1"')
    if part.entry.get("unmatched") == "push" and "main" not in part.entry:
        part.refuse("unmatched", "only a wager of the main game is returned where no line fits")
    must_hit = part.flag("must_hit")
    if must_hit and basis != "for 1":
        part.refuse("must_hit", 'a Must Hit meter goes with a wager whose basis is "for 1"')
    if "first" in part.entry and "looks_at" in part.entry:
        part.refuse("first", "a wager looks at first cards or at other hands, not at both")
    return Wager(
        wager_id,
        name,
        game,
        basis,
        part.one_of("hands", ("flush", "straight flush", "any"), "any"),
        part.whole("shortest", 2, _LONGEST_HAND, 2),
        part.one_of("unmatched", ("lose", "push"), "lose"),
        part.one_of("pick", ("first", "best"), "first"),
        part.flag("bonus"),
        part.names("also"),
        part.whole("first", 2, own, 0) if "first" in part.entry else 0,
        part.one_of("looks_at", ("own", "table"), "own"),
        part.text("about", ""),
        must_hit,
    )


def _equal(parts: list[Section], wagers: list[Wager]) -> list[str]:
    equal = []
    for part, wager in zip(parts, wagers, strict=True):
        if part.flag("equals_ante"):
            if wager.id == "ante" or "main" not in part.entry:
                part.refuse("equals_ante", "only another wager of the main game equals the Ante")
            equal.append(wager.id)
    return equal
