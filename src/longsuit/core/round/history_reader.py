"""Reading a history back: the round is played again by the rules, and every line compared.

What the rules alone decide (settlement, closing amounts) stands in a history for its human reader;
here it must come out the same. The words that explain a result may be those of another version.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from longsuit.core.cards import DECK, Card, parse_cards
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import game_by_id, paytables
from longsuit.core.games.game import MainRules
from longsuit.core.games.table import Limits, Offer, Table, check_table
from longsuit.core.money import Cents, parse_dollars
from longsuit.core.paytable import PayTable
from longsuit.core.plain_number import read_whole, shorten
from longsuit.core.refusals import Refused
from longsuit.core.round import commands as asked
from longsuit.core.round.codec import from_text
from longsuit.core.round.commands import DEALER, SYSTEM, Actor, Command
from longsuit.core.round.decide import decide, open_round
from longsuit.core.round.events import AnyEvent
from longsuit.core.round.evolve import evolve, evolve_all
from longsuit.core.round.history import HEADING, facts_of, write_history
from longsuit.core.texts import sentence


class _Reading:
    """What has been gathered of one round while its lines are read."""

    def __init__(self) -> None:
        self.settings: dict[str, str] = {}
        self.offers: dict[str, Offer] = {}
        self.tables: dict[str, str] = {}
        self.seated: dict[int, tuple[str, Cents]] = {}
        self.wagers: dict[int, dict[str, Cents]] = {}
        self.dynamic: dict[str, Cents] = {}
        self.dealt: list[Card] = []
        """All cards, in the order in which they came."""
        self.acts: list[tuple[int, str, Cents | None, bool]] = []
        self.awards: list[Command] = []
        self.cancelled: str | None = None
        self.line = 0
        """The line being read."""
        self.places: dict[object, int] = {}
        """The line of each command that the history tells of."""


def read_histories(text: str, file: str = "history", first: int = 1) -> list[list[AnyEvent]]:
    """The events of every round in the text, each played again by the rules.

    `first` is the number of its first line, where the text is a part of a file.

    A line that does not read, that the rules refuse, or that the rules settle otherwise raises
    `InputError` with its file and line.
    """
    rounds: list[list[tuple[int, str]]] = []
    # Only a line feed ends a line: names may hold other marks that Python counts as line ends.
    for number, line in enumerate(text.split("\n"), first):
        content = line.strip(" \t\r")
        if content == HEADING:
            rounds.append([])
        if not content or content.startswith("#"):
            continue
        if not rounds:
            raise InputError(f"{file}, line {number}: a round starts with '{HEADING}'.")
        rounds[-1].append((number, content))
    if not rounds:
        raise InputError(f"{file}: there is no round in it; one starts with '{HEADING}'.")
    return [_read_round(lines, file) for lines in rounds]


def _read_round(lines: Sequence[tuple[int, str]], file: str) -> list[AnyEvent]:
    reading = _Reading()
    for number, line in lines[1:]:
        with _naming(file, number):
            reading.line = number
            _read_line(reading, line)
    with _naming(file, lines[0][0]):
        opened = open_round(_read_table(reading), _whole(reading.settings["round"]))
    past: list[AnyEvent] = [opened]
    state = evolve(None, opened)
    for place, command in _commands(reading):
        with _naming(file, reading.places.get(place, lines[-1][0])):
            outcome = decide(state, command)
            if isinstance(outcome, Refused):
                raise InputError(f"By the rules this cannot be: {sentence(outcome)}")
        past.extend(outcome)
        state = evolve_all(state, outcome)
    again = [line for line in write_history(past).split("\n") if line]
    for (number, line), expected in zip(lines, again, strict=False):
        if facts_of(line) != facts_of(expected):
            raise InputError(
                f"{file}, line {number}: it says '{line}', but by the rules it is '{expected}'."
            )
    if len(lines) != len(again):
        raise InputError(
            f"{file}, line {lines[-1][0]}: the round has {len(lines)} lines, "
            f"but by the rules {len(again)}."
        )
    return past


@contextmanager
def _naming(file: str, number: int) -> Iterator[None]:
    """Complaints from within name the file and the line."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{file}, line {number}: {error}") from None


def _read_line(reading: _Reading, line: str) -> None:
    for pattern, read in _LINES:
        if found := pattern.fullmatch(line):
            read(reading, *found.groups())
            return
    raise InputError(f"'{line}' is not a line of a history.")


def _read_setting(reading: _Reading, key: str, value: str) -> None:
    reading.settings[key] = value


def _read_offer(reading: _Reading, wager: str, must: str, least: str, most: str, step: str) -> None:
    limits = Limits(parse_dollars(least), parse_dollars(most), parse_dollars(step))
    reading.offers[wager] = Offer(wager, limits, mandatory=must == "mandatory")


def _read_paytable(reading: _Reading, wager: str, content: str) -> None:
    reading.tables[wager] = content


def _read_seat(reading: _Reading, seat: str, name: str, stack: str) -> None:
    reading.seated[int(seat)] = (_read_json(name, str), parse_dollars(stack))
    reading.places["seat", int(seat)] = reading.line


def _read_wagers(reading: _Reading, seat: str, placed: str) -> None:
    amounts = dict(part.rsplit(" ", 1) for part in placed.split(", "))
    reading.wagers[int(seat)] = {w: parse_dollars(amount) for w, amount in amounts.items()}
    reading.places["wagers", int(seat)] = reading.line


def _read_dynamic(reading: _Reading, amount: str, hand: str) -> None:
    reading.dynamic[hand] = parse_dollars(amount)
    reading.places["dynamic"] = reading.line


def _read_dealt(reading: _Reading, cards: str) -> None:
    reading.dealt.extend(parse_cards(cards))
    reading.places["dealt"] = reading.line


def _read_hidden(_reading: _Reading) -> None:
    raise InputError("A history with a hand that is not shown cannot be played again.")


def _read_board(reading: _Reading, cards: str) -> None:
    reading.dealt.extend(parse_cards(cards))


def _read_act(
    reading: _Reading, seat: str, action: str, amount: str | None, late: str | None
) -> None:
    cents = None if amount is None else parse_dollars(amount)
    reading.places["act", len(reading.acts)] = reading.line
    reading.acts.append((int(seat), action, cents, late is None))


def _read_award(reading: _Reading, seat: str, wager: str, amount: str) -> None:
    reading.places["award", len(reading.awards)] = reading.line
    cents = parse_dollars(amount)
    reading.awards.append(asked.PayAward(by=SYSTEM, seat=int(seat), wager=wager, amount=cents))


def _read_mystery(reading: _Reading, seat: str, wager: str) -> None:
    reading.places["award", len(reading.awards)] = reading.line
    reading.awards.append(asked.GrantMystery(by=SYSTEM, seat=int(seat), wager=wager))


def _read_cancelled(reading: _Reading, reason: str) -> None:
    reading.cancelled = _read_json(reason, str)


def _ignore(_reading: _Reading, *_parts: str) -> None:
    """A line that the rules decide: compared afterwards."""


_LINES: list[tuple[re.Pattern[str], Callable[..., None]]] = [
    (re.compile(pattern, re.ASCII), read)
    for pattern, read in (
        (
            r"(game|seats|round|face up|seats a player|spot factor|raise step|bonus cap|rules)"
            r": (.+)",
            _read_setting,
        ),
        (r"wager (\S+): (mandatory|optional) (\S+) (\S+) (\S+)", _read_offer),
        (r"paytable (\S+): [0-9a-f]{16} (.+)", _read_paytable),
        (r'seat (\d{1,2}) (".*") has (\S+)', _read_seat),
        (r"seat (\d{1,2}) wagers ([a-z0-9-]+ [\d.]+(?:, [a-z0-9-]+ [\d.]+)*)", _read_wagers),
        (r"dynamic (\S+) (.+)", _read_dynamic),
        (r"(?:seat \d+|dealer) is dealt \d cards, not shown", _read_hidden),
        (r"(?:seat \d+|dealer) is dealt (.+)", _read_dealt),
        (r"board (.+)", _read_board),
        (r"seat (\d{1,2}): (\w{1,20})(?: ([\d.]+))?( \(time\))?", _read_act),
        (r"award seat (\d{1,2}) (\S+) (\S+)", _read_award),
        (r"mystery seat (\d{1,2}) (\S+)", _read_mystery),
        (r'cancelled (".*")', _read_cancelled),
        (r"dealer has .+|seat \d+ (?:\S+ [\d.]+ .+|envy pays .+|ends with \S+)|ended", _ignore),
    )
]


def _read_json(text: str, wanted: type[Any]) -> Any:
    try:
        return msgspec.json.decode(text, type=wanted, dec_hook=from_text)
    except (msgspec.DecodeError, ValueError, ZeroDivisionError, RecursionError):
        raise InputError(f"{text[:60]} does not read.") from None


def _whole(text: str) -> int:
    number = read_whole(text)
    if number is None:
        raise InputError(f"'{shorten(text)}' is not a whole number.")
    return number


def _read_table(reading: _Reading) -> Table:
    settings = reading.settings
    for key in ("game", "seats", "round"):
        if key not in settings:
            raise InputError(f"The round does not say its {key}.")
    game = game_by_id(settings["game"])
    known = {wager.id for wager in game.wagers}
    for wager in (*reading.offers, *reading.tables):
        if wager not in known:
            raise InputError(f"{game.name} has no wager '{wager}'.")
    offers = tuple(
        msgspec.structs.replace(offer, paytable=_find_table(game.id, wager, reading.tables))
        for wager, offer in reading.offers.items()
    )
    rules = _read_json(settings["rules"], MainRules) if "rules" in settings else game.rules
    table = Table(
        game.id,
        _whole(settings["seats"]),
        rules,
        offers,
        face_up=settings.get("face up") == "yes",
        seats_per_player=_whole(settings.get("seats a player", "1")),
        raise_step=parse_dollars(settings.get("raise step", "0")),
        bonus_cap=parse_dollars(settings.get("bonus cap", "0")),
        spot_factor=_whole(settings["spot factor"]) if "spot factor" in settings else msgspec.UNSET,
    )
    check_table(table)
    return table


def _find_table(game: str, wager: str, tables: dict[str, str]) -> PayTable | None:
    content = tables.get(wager)
    if content is None:
        return None
    if content.startswith("{"):
        table: PayTable = _read_json(content, PayTable)
        return table
    for boxed in paytables(game):
        if (boxed.wager, boxed.id) == (wager, content):
            return boxed
    raise InputError(f"There is no paytable '{content}' for the wager {wager} of {game}.")


def _commands(reading: _Reading) -> Iterator[tuple[object, Command]]:
    """What was asked in the round, as its lines tell; each with the place that tells it."""
    players = {seat: Actor("player", name) for seat, (name, _) in reading.seated.items()}
    nobody = Actor("player")
    for seat, (_, stack) in reading.seated.items():
        yield ("seat", seat), asked.SitDown(by=players[seat], seat=seat, stack=stack)
    for seat, wagers in reading.wagers.items():
        by = players.get(seat, nobody)
        yield ("wagers", seat), asked.PlaceWagers(by=by, seat=seat, wagers=wagers)
    if reading.cancelled is None or reading.dealt or reading.dynamic:
        yield "dynamic", asked.StartRound(by=DEALER, dynamic=reading.dynamic)
    if reading.dealt:
        yield "dealt", asked.DealCards(by=SYSTEM, deck=_deck(reading))
    for number, (seat, action, amount, in_time) in enumerate(reading.acts):
        by = players.get(seat, nobody)
        act = asked.Act(by=by, seat=seat, action=action, amount=amount)
        yield ("act", number), act if in_time else asked.LetTimePass(by=SYSTEM, seat=seat)
    for number, award in enumerate(reading.awards):
        yield ("award", number), award
    if reading.cancelled is None:
        yield "end", asked.EndRound(by=DEALER)
    else:
        yield "end", asked.CancelRound(by=DEALER, reason=reading.cancelled)


def _deck(reading: _Reading) -> tuple[Card, ...]:
    """A deck that deals the cards of the history; those never seen follow in any order."""
    return (*reading.dealt, *(card for card in DECK if card not in reading.dealt))
