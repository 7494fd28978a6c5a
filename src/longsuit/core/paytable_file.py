"""Paytables written as TOML: read, checked, and refused with the file and line at fault.

The tables in the box and a user's own go through here alike. `docs/paytables.md` shows the form.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NoReturn

from longsuit.core.errors import InputError
from longsuit.core.money import Cents, parse_rate
from longsuit.core.paytable import (
    MeterSettings,
    PayLine,
    PayTable,
    dead_lines,
    hand_tests,
    is_typed_pay,
)
from longsuit.core.plain_number import read_number, shorten
from longsuit.core.toml_file import Nowhere, Places, parse_toml
from longsuit.core.wagers import Wager, find_wager

_TABLE_KEYS = {
    *("id", "game", "wager", "name", "source", "basis", "base", "also", "pays"),
    *("meters", "dynamic_lines"),
}
_LINE_KEYS = {"pays", "by_players", "meter", "share", "envy", "dynamic"}
_MOST_PLAYERS = 10
_METER_KEYS = {"seed", "main", "reserve"}


def parse_paytables(text: str, file: str, wagers: tuple[Wager, ...]) -> tuple[PayTable, ...]:
    """All tables of a TOML text for these wagers; `file` is the name that complaints carry."""
    document, places = parse_toml(text, file)
    for key in document:
        if key != "paytable":
            places.refuse(key, f"'{key}' is not known here; a table starts with [[paytable]]")
    return read_paytables(document, places, wagers)


def read_paytables(
    document: Mapping[str, Any], places: Places, wagers: tuple[Wager, ...]
) -> tuple[PayTable, ...]:
    """The tables of a text that is parsed."""
    entries = document.get("paytable")
    if not isinstance(entries, list) or not entries:
        places.refuse("", "there is no [[paytable]] in this file")
    tables: list[PayTable] = []
    for number, entry in enumerate(entries, start=1):
        if not isinstance(entry, dict):
            places.refuse("paytable", "a table starts with [[paytable]]")
        table = _TableReader(entry, f"paytable#{number}", places, wagers).read()
        if any((t.game, t.wager, t.id) == (table.game, table.wager, table.id) for t in tables):
            why = f"the paytable '{table.id}' is in this file twice"
            places.refuse(f"paytable#{number}.id", why)
        tables.append(table)
    return tuple(tables)


def make_paytable(
    game: str, wager: Wager, pays: Mapping[str, object], name: str = "your own"
) -> PayTable:
    """A table of pays by hand, such as ``{"7-card flush": 300}``, checked like one from a file."""
    entry: dict[str, Any] = {"id": name, "game": game, "wager": wager.id, "basis": wager.basis}
    nowhere = Nowhere("", f"Table {name}")
    return _TableReader(entry | {"pays": dict(pays)}, "", nowhere, (wager,)).read()


class _TableReader:
    """One [[paytable]] of a file, read with its checks."""

    def __init__(
        self, entry: dict[str, Any], place: str, places: Places, wagers: tuple[Wager, ...]
    ) -> None:
        self.entry = entry
        self.place = place
        self.places = places
        self.wagers = wagers

    def refuse(self, path: str, why: str) -> NoReturn:
        self.places.refuse(f"{self.place}.{path}" if path else self.place, why)

    def read(self) -> PayTable:
        self._only_known(self.entry, _TABLE_KEYS, "")
        wager = self._wager()
        base = self._base(wager)
        meters = self._meters()
        lines = self._lines(wager, base, meters)
        table = PayTable(
            id=self._text("id"),
            game=self._text("game"),
            wager=wager.id,
            basis=self._basis(wager),
            lines=lines,
            name=self._text("name", self._text("id")),
            source=self._text("source", "a user's file"),
            base=base,
            meters=meters,
            dynamic_lines=self._dynamic_lines(lines),
            also=self._also(),
        )
        for line in dead_lines(table, wager):
            why = f"the line '{line.hand}' never pays, for other lines take all its hands"
            self.refuse(f"pays.{line.hand}", why)
        return table

    def _only_known(self, entry: dict[str, Any], known: set[str], path: str) -> None:
        for key in entry:
            if key not in known:
                expected = ", ".join(sorted(known))
                self.refuse(path + key, f"'{key}' is not known here; expected: {expected}")

    def _text(self, key: str, default: str | None = None) -> str:
        value = self.entry.get(key, default)
        if value is None:
            self.refuse("", f"the table has no {key}")
        if not isinstance(value, str) or not value.strip():
            self.refuse(key, f"the {key} is text in quotes")
        if key == "id" and not value.isprintable():
            # A history names the table by it, in a line.
            self.refuse(key, f"the {key} is one line of plain text")
        return value

    def _also(self) -> tuple[str, ...]:
        names = self.entry.get("also", [])
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            self.refuse("also", "other names are a list of texts in quotes")
        return tuple(names)

    def _wager(self) -> Wager:
        named = self._text("wager")
        try:
            wager = find_wager(named, self._of_its_game() or self.wagers)
        except InputError as error:
            self.refuse("wager", str(error).rstrip("."))
        if wager.basis is None:
            self.refuse("wager", f"the {wager.name} has no paytable")
        if self._text("game") != wager.game:
            self.refuse("game", f"the {wager.name} is a wager of {wager.game}")
        return wager

    def _of_its_game(self) -> tuple[Wager, ...]:
        """The wagers of the game that the table names: other games may call theirs the same."""
        named = self._text("wager")
        game = self.entry.get("game")
        own = tuple(wager for wager in self.wagers if wager.game == game)
        return own if any(named == wager.id for wager in own) else ()

    def _basis(self, wager: Wager) -> Any:
        basis = self._text("basis")
        if basis != wager.basis:
            why = f'the basis of the {wager.name} is "{wager.basis}", not "{basis}"'
            self.refuse("basis", why)
        return basis

    def _base(self, wager: Wager) -> Cents:
        if wager.basis == "to 1":
            if "base" in self.entry:
                self.refuse("base", "only a progressive has a base wager")
            return 0
        if "base" not in self.entry:
            self.refuse("", "a progressive needs its base wager in dollars, such as base = 1")
        cents = self._number("base", self.entry["base"]) * 100
        if cents <= 0 or cents.denominator != 1:
            self.refuse("base", "the base wager is a positive amount in whole cents")
        return cents.numerator

    def _number(self, path: str, value: object) -> Fraction:
        number = read_number(value)
        if number is None:
            shown = f"'{shorten(value)}'" if isinstance(value, str) else shorten(value)
            self.refuse(path, f"{shown} is not a number")
        if number < 0:
            self.refuse(path, f"a pay, seed or base wager is never negative, and {number} is")
        return number

    def _pay(self, path: str, value: object, wager: Wager) -> Fraction:
        """What a line pays; a wager of any size, times it, has to stay an amount."""
        pay = self._number(path, value)
        if wager.basis == "to 1" and not is_typed_pay(pay):
            self.refuse(path, f"{shorten(value)} to 1 is too large a pay, or too fine")
        return pay

    def _rate(self, path: str, value: object) -> Fraction:
        if not isinstance(value, str):
            shown = shorten(value)
            self.refuse(path, f'a rate is a percentage in quotes, such as "2.00%", not {shown}')
        try:
            return parse_rate(value)
        except InputError as error:
            self.refuse(path, str(error).rstrip("."))

    def _meters(self) -> tuple[MeterSettings, ...]:
        meters: list[MeterSettings] = []
        for name, settings in self._section("meters").items():
            path = f"meters.{name}"
            if not isinstance(settings, dict):
                self.refuse(path, f"the meter '{name}' is written {{ seed = 5000, main = \"2%\" }}")
            self._only_known(settings, _METER_KEYS, path + ".")
            for key in ("seed", "main"):
                if key not in settings:
                    self.refuse(path, f"the meter '{name}' has no {key}")
            seed = self._number(path, settings["seed"]) * 100
            if seed.denominator != 1:
                self.refuse(path, f"the seed of '{name}' is in whole cents")
            main = self._rate(path, settings["main"])
            reserve = self._rate(path, settings.get("reserve", "0%"))
            if any(meter.id == name.casefold() for meter in meters):
                self.refuse(path, f"the meter '{name}' is here twice")
            meters.append(MeterSettings(name.casefold(), seed.numerator, main, reserve))
        if sum((meter.main + meter.reserve for meter in meters), Fraction(0)) > 1:
            self.refuse("meters", "the rates of all meters come to more than 100%")
        return tuple(meters)

    def _section(self, key: str) -> dict[str, Any]:
        section = self.entry.get(key, {})
        if not isinstance(section, dict):
            self.refuse(key, f"'{key}' is a section of its own: [paytable.{key}]")
        return section

    def _lines(
        self, wager: Wager, base: Cents, meters: tuple[MeterSettings, ...]
    ) -> tuple[PayLine, ...]:
        section = self._section("pays")
        if not section:
            self.refuse("", "the table has no lines: they follow [paytable.pays]")
        unit = Fraction(base, 100) if base else Fraction(1)
        lines = tuple(self._line(hand, pay, wager, unit) for hand, pay in section.items())
        named = {line.meter for line in lines} - {None}
        known = {meter.id for meter in meters}
        for line in lines:
            if line.meter is not None and line.meter not in known:
                why = f"the meter '{line.meter}' is not among the table's meters"
                self.refuse(f"pays.{line.hand}", why)
        for name in self._section("meters"):
            if name.casefold() not in named:
                self.refuse(f"meters.{name}", f"no line pays from the meter '{name}'")
        return lines

    def _line(self, hand: str, pay: object, wager: Wager, unit: Fraction) -> PayLine:
        path = f"pays.{hand}"
        self._check_hand(path, hand, wager)
        if not isinstance(pay, dict):
            pay = {"pays": pay}
        self._only_known(pay, _LINE_KEYS, path + ".")
        if set(pay) == {"by_players"}:
            return self._by_players(path, hand, pay["by_players"], wager)
        if wager.basis == "to 1" and set(pay) != {"pays"}:
            self.refuse(path, "meters, envy and dynamic pays belong to a progressive")
        if ("pays" in pay) == ("meter" in pay):
            self.refuse(path, f"the line '{hand}' has either a pay or a meter")
        envy = self._number(path, pay.get("envy", 0)) / unit
        if "meter" in pay:
            share = self._rate(path, pay.get("share", "100%"))
            if share == 0:
                self.refuse(path, f"the line '{hand}' takes no part of its meter")
            return PayLine(hand, meter=str(pay["meter"]).casefold(), share=share, envy=envy)
        pays = self._pay(path, pay["pays"], wager) / unit
        if pays == 0 and wager.basis == "for 1":
            self.refuse(path, f"the line '{hand}' pays nothing")
        raised = self._raised(path, pay, unit)
        if any(dynamic <= pays for dynamic in raised):
            self.refuse(path, f"a dynamic pay of '{hand}' is above its usual one")
        return PayLine(hand, pays, envy=envy, dynamic=raised)

    def _by_players(self, path: str, hand: str, given: object, wager: Wager) -> PayLine:
        if wager.looks_at != "table":
            why = f"the {wager.name} looks at one hand, so its pays are not by players"
            self.refuse(path, why)
        if not isinstance(given, list) or not 1 <= len(given) <= _MOST_PLAYERS:
            why = f"by_players is a list of pays, for one player, for two, up to {_MOST_PLAYERS}"
            self.refuse(path, why)
        pays = tuple(self._pay(path, one, wager) for one in given)
        return PayLine(hand, pays[0], by_players=pays)

    def _check_hand(self, path: str, hand: str, wager: Wager) -> None:
        try:
            tests = hand_tests(hand)
        except InputError as error:
            self.refuse(path, str(error).rstrip("."))
        if wager.hands == "flush" and any(test.straight for test in tests):
            self.refuse(path, f"the {wager.name} pays by flush length, not '{hand}'")
        if wager.hands == "straight flush" and not all(test.straight for test in tests):
            self.refuse(path, f"the {wager.name} pays straight flushes, not '{hand}'")
        if min(test.flush for test in tests) < wager.shortest:
            self.refuse(path, f"the {wager.name} pays for {wager.shortest} cards or more")

    def _raised(self, path: str, pay: dict[str, Any], unit: Fraction) -> tuple[Fraction, ...]:
        dynamic = pay.get("dynamic", [])
        if not isinstance(dynamic, list):
            self.refuse(path, "dynamic pays are a list of dollars")
        return tuple(self._number(path, amount) / unit for amount in dynamic)

    def _dynamic_lines(self, lines: tuple[PayLine, ...]) -> tuple[int, int]:
        count = sum(bool(line.dynamic) for line in lines)
        given = self.entry.get("dynamic_lines")
        if given is None:
            if count:
                self.refuse("", "lines have dynamic pays, but dynamic_lines is missing")
            return 0, 0
        good = isinstance(given, list) and len(given) == 2 and all(type(n) is int for n in given)
        if not good or not 1 <= given[0] <= given[1] <= count:
            why = f"dynamic_lines is the fewest and the most of the {count} dynamic lines"
            self.refuse("dynamic_lines", why)
        return given[0], given[1]
