"""A floor on the day that goes through the documents, and which of their sentences it has enacted.

The people ask through the floor's own doors, each in their role. Decks that the day needs are laid
on top; all others are shuffled as ever.
"""

import re
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.core.round.test_round import deck
from tests.floor.playing import PATIENCE, wagers_open, wait_for
from tests.wording import reason_of

from longsuit.core.games.settlement import Settled
from longsuit.core.progressive import commands as touch
from longsuit.core.progressive.terminal import Terminal
from longsuit.core.round import commands as ask
from longsuit.core.round.commands import Command
from longsuit.floor.config.settings import TableConfig
from longsuit.floor.engine.ask import Answer
from longsuit.floor.secrets.shuffle import shuffle
from longsuit.floor.service.floor import Floor, Visitor
from longsuit.floor.tables.commands import SeatPlayer
from longsuit.floor.tables.state import FloorTable

TEXT = (Path(__file__).parents[2] / "docs" / "documents.md").read_text(encoding="utf-8")
DEE, SUE, SAM = Visitor("dealer", "Dee"), Visitor("supervisor", "Sue"), Visitor("supervisor", "Sam")
_DOCUMENT = re.compile(r"^## .*\((D\d{3})\)$", re.MULTILINE)
_ROW = re.compile(r"^\| (\d+)\.(\d+) \| (.+?) \| (.+?) \| (.+?) \| (.+?) \|$", re.MULTILINE)

Place = tuple[str, int, int]
"""A document, a paragraph and a sentence."""


class Sentence(NamedTuple):
    """A row of docs/documents.md."""

    says: str
    rules: frozenset[str]
    """Empty for what is outside software."""
    test: str


def sentences() -> dict[Place, Sentence]:
    """Every row of docs/documents.md, in its order."""
    found: dict[Place, Sentence] = {}
    _, *parts = _DOCUMENT.split(TEXT)
    for document, part in zip(parts[::2], parts[1::2], strict=True):
        for paragraph, number, says, rules, _, test in _ROW.findall(part):
            named = frozenset() if rules == "outside software" else frozenset(rules.split(", "))
            found[document, int(paragraph), int(number)] = Sentence(says, named, test)
    return found


def places(text: str) -> list[Place]:
    """``D000 13.1-13.4 15.1, D001 8.2`` as places."""
    known, found = list(sentences()), list[Place]()
    for part in text.split(", "):
        document, *spans = part.split()
        for span in spans:
            ends = [tuple(map(int, end.split("."))) for end in span.split("-")]
            first, last = ((document, *end) for end in (ends[0], ends[-1]))
            found += known[known.index(first) : known.index(last) + 1]  # type: ignore[arg-type]
    return found


class Day:
    """What people do on it."""

    def __init__(self, floor: Floor, patch: pytest.MonkeyPatch) -> None:
        self.floor = floor
        self.enacted: set[Place] = set()
        self.kept: set[str] = set()
        """Rules beside the documents, of regulators and ours."""
        self._rows = sentences()
        self._keys = count(1)
        self._decks: dict[tuple[str, int], tuple[int, ...]] = {}
        patch.setattr("longsuit.floor.tables.decide.shuffle", self._shuffle)

    def _shuffle(self, table: str, number: int, *secrets: Any) -> tuple[int, ...]:
        laid = self._decks.get((table, number))
        return laid if laid is not None else shuffle(table, number, *secrets)

    def enacts(self, where: str, rules: str) -> None:
        """These sentences have been seen at work, and these are the rules that they lead to."""
        found = places(where)
        named = {rule for place in found for rule in self._rows[place].rules}
        assert named == set(rules.split()), f"{where}: {sorted(named)}"
        self.enacted.update(found)

    def keeps(self, rules: str) -> None:
        """These rules have been seen at work, which no sentence of the documents leads to."""
        self.kept.update(rules.split())

    # Asking

    def asks(self, who: Visitor, table: str, command: Command) -> Answer:
        """A command at a table."""
        return self.floor.ask(who, table, command, f"day {next(self._keys)}").result(PATIENCE)

    def does(self, who: Visitor, table: str, *commands: Command) -> None:
        """Commands that are carried out, one after another."""
        for command in commands:
            answer = self.asks(who, table, command)
            assert answer.ok, f"{table}: {command}: {reason_of(answer)}"

    def refused(self, who: Visitor, table: str, command: Command) -> str:
        """Why a command is not carried out."""
        answer = self.asks(who, table, command)
        assert not answer.ok, command
        return reason_of(answer)

    def meter(self, name: str, command: Command, who: Visitor = SUE) -> str:
        """What is asked of a meter: empty if it is done, else why not."""
        asked = self.floor.ask_meter(who, name, command, f"day {next(self._keys)}")
        answer = asked.result(PATIENCE)
        return "" if answer.ok else reason_of(answer)

    def sets(self, config: TableConfig, **changes: Any) -> str:
        """Sue opens a table, or changes it: empty if it is done, else why not."""
        wanted = config.model_copy(update=changes)
        new = not self.floor.has(config.id)
        key = f"day {next(self._keys)}"
        answer = self.floor.set_table(SUE, wanted, key, new=new).result(PATIENCE)
        return "" if answer.ok else reason_of(answer)

    # Looking

    def table(self, name: str) -> FloorTable:
        """A table as it stands."""
        found = self.floor.engine.table(name)
        assert found is not None
        return found

    def terminal(self, name: str) -> Terminal:
        """Its terminal."""
        return self.table(name).terminal

    def value(self, meter: str) -> int:
        """What a meter holds, in mites."""
        return self.floor.meters()[meter].value

    # A live table

    def lights(self, table: str, *seats: int) -> None:
        """The dealer notes who has the progressive wager, and starts the round."""
        self.does(DEE, table, touch.SetLights(by=DEE.actor, seats=seats))
        self.does(DEE, table, ask.StartRound(by=DEE.actor))

    def claims(self, table: str, seat: int, hand: str) -> int:
        """Seat, hand, PENDING JACKPOT; the amount."""
        by = DEE.actor
        keys = touch.ChooseSeat(by=by, seat=seat), touch.ChooseHand(by=by, hand=hand)
        self.does(DEE, table, *keys, touch.PendingJackpot(by=by))
        return self.terminal(table).jackpots[-1].amount

    def pays(self, table: str, amount: int) -> None:
        """PAY JACKPOT, PAY THE AGREED SUM, OK."""
        by = DEE.actor
        paid = touch.PayJackpot(by=by), touch.PayAgreedSum(by=by, amount=amount), touch.Ok(by=by)
        self.does(DEE, table, *paid)

    def ends(self, table: str) -> None:
        """END ROUND; where the system deals, wagers of the next round are open then."""
        self.does(DEE, table, ask.EndRound(by=DEE.actor))
        if not self.table(table).settings.setup.live:
            wait_for(self.floor, table, wagers_open)

    def closes(self, table: str) -> None:
        """END ROUND, and what Must Hit has drawn is paid."""
        self.ends(table)
        if self.terminal(table).phase == "mystery":
            drawn = self.terminal(table).jackpots[-1]
            self.does(DEE, table, touch.ChooseSeat(by=DEE.actor, seat=drawn.seat))
            self.pays(table, drawn.amount)

    # A dealt table

    def sits(self, table: str, *names: str) -> None:
        """Players sit from seat 1 on, with 5,000 dollars each."""
        for seat, name in enumerate(names, 1):
            stack: dict[str, Any] = {"seat": seat, "player": name, "stack": 5_000_00}
            self.does(SUE, table, SeatPlayer(by=SUE.actor, **stack))

    def wagers(self, table: str, seat: int, **wagers: int) -> Answer:
        """The player at a seat wagers these dollars."""
        who = self.player(table, seat)
        placed = {name.replace("_", "-"): dollars * 100 for name, dollars in wagers.items()}
        return self.asks(who, table, ask.PlaceWagers(by=who.actor, seat=seat, wagers=placed))

    def player(self, table: str, seat: int) -> Visitor:
        """Who sits there."""
        return Visitor("player", self.table(table).seated()[seat][0])

    def starts(self, table: str, *cards: str) -> None:
        """START ROUND, with these cards on top of the deck."""
        self._decks[table, self.terminal(table).number] = deck(*cards)
        self.does(DEE, table, ask.StartRound(by=DEE.actor))

    def act(self, table: str, seat: int, action: str) -> str:
        """A decision of the player at a seat: empty if it is done, else why not."""
        who = self.player(table, seat)
        answer = self.asks(who, table, ask.Act(by=who.actor, seat=seat, action=action))
        return "" if answer.ok else reason_of(answer)

    def acts(self, table: str, **actions: str) -> None:
        """Decisions in their order, as ``ann="bet_3x"``."""
        seats = {name: seat for seat, (name, _) in self.table(table).seated().items()}
        for name, action in actions.items():
            assert not (no := self.act(table, seats[name.capitalize()], action)), no

    def results(self, table: str) -> Mapping[tuple[int, str], Settled]:
        """What has become of each wager, by seat and wager."""
        state = self.table(table).round
        assert state is not None and state.settlement is not None
        return {(one.seat, one.wager): one for one in state.settlement.results}

    def returned(self, table: str, seat: int, **dollars: int) -> None:
        """What went back to a seat for each of its wagers, in dollars."""
        results = self.results(table)
        for name, amount in dollars.items():
            settled = results[seat, name.strip("_").replace("_", "-")]
            assert settled.returned == amount * 100, settled
