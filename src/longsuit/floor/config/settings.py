"""A floor as its operator writes it down: the house, and each of its tables, in TOML."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import UNSET
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    WithJsonSchema,
)

from longsuit.core.errors import InputError
from longsuit.core.games.catalog import GAMES, file_of, known_game, paytables
from longsuit.core.games.game import Game
from longsuit.core.games.table import STANDARD_LIMITS, Limits, Table, make_table
from longsuit.core.money import LARGEST_AMOUNT, Cents, parse_dollars, parse_rate, show_dollars
from longsuit.core.plain_number import shorten
from longsuit.core.progressive.terminal import Setup, check_setup
from longsuit.core.progressive.terms import MustHit, Terms, cannot_share, table_terms
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.core.texts import sentence
from longsuit.core.wagers import find_wager
from longsuit.floor.checkpoints.note import SIGNED, TIMED, Key
from longsuit.floor.config.own_game import bring_game
from longsuit.floor.config.time_zones import find_zone
from longsuit.floor.retention.rule import LEAST_DAYS
from longsuit.floor.tables.events import WORD_SECONDS, TableSettings

_LARGEST_FILE = 1_000_000
"""Bytes: some thousand tables."""
LONGEST_ODDS = 100_000_000
"""The chance of an award is not below one in so many (CON-32)."""


def _dollars(value: object) -> Cents:
    """Dollars as TOML has them: a number, or text such as ``12.50``."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError("an amount in dollars, such as 5 or '12.50'")
    if isinstance(value, int) and value > LARGEST_AMOUNT:
        raise ValueError(f"an amount is {show_dollars(LARGEST_AMOUNT)} at most")
    try:
        cents = parse_dollars(shorten(value))
    except InputError as error:
        raise ValueError(str(error).rstrip(".")) from None
    if cents > LARGEST_AMOUNT:
        raise ValueError(f"an amount is {show_dollars(LARGEST_AMOUNT)} at most")
    return cents


def _dollars_or_none(value: object) -> Cents:
    """An amount that protects the house is said, or it is said that there is none."""
    return 0 if value == "none" else _dollars(value)


_IN_DOLLARS = {"type": ["number", "string"], "description": "Dollars, such as 5 or '12.50'."}
Dollars = Annotated[int, BeforeValidator(_dollars), WithJsonSchema(_IN_DOLLARS)]
_OR_NONE = {**_IN_DOLLARS, "description": "Dollars, such as 5 or '12.50', or 'none'."}
DollarsOrNone = Annotated[int, BeforeValidator(_dollars_or_none), WithJsonSchema(_OR_NONE)]


def _three(value: object) -> object:
    if not isinstance(value, list | tuple) or len(value) != 3:
        raise ValueError("limits are the least, the most and the step, such as [5, 100, 5]")
    return value


Bounds = Annotated[tuple[Dollars, Dollars, Dollars], BeforeValidator(_three)]


def in_form(pattern: str, sentence: str) -> AfterValidator:
    """Text that is as the pattern says; who writes another is told in words, not by the pattern."""
    form = re.compile(pattern)

    def check(text: str) -> str:
        if form.fullmatch(text) is None:
            raise ValueError(sentence)
        return text

    return AfterValidator(check)


def _zone(name: str) -> str:
    try:
        find_zone(name)
    except InputError as error:
        raise ValueError(str(error).rstrip(".")) from None
    return name


def _public_key(text: str) -> Key:
    try:
        return Key.read(text)
    except InputError as error:
        raise ValueError(str(error).rstrip(".")) from None


def _witness(text: str) -> str:
    if _public_key(text).kind != TIMED:
        raise ValueError("that is the key of a log, not of a witness")
    return text


def _release_key(text: str) -> str:
    if _public_key(text).kind != SIGNED:
        raise ValueError("that is the key of a witness, not of a release")
    return text


_NAME = r"^[^\x00-\x1f\x7f]{1,60}$"
_TABLE_ID = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$"
_METER_ID = r"^[A-Za-z0-9][A-Za-z0-9 ._/-]{0,79}$"
_STARTS = "and starts with a letter or a digit"
Name = Annotated[
    str,
    in_form(_NAME, "a name has 1 to 60 characters, and no line breaks"),
    Field(json_schema_extra={"pattern": _NAME}),
]
_LINE = r"^[^\x00-\x1f\x7f]{0,200}$"
Line = Annotated[
    str,
    in_form(_LINE, "a text has up to 200 characters, and no line breaks"),
    Field(json_schema_extra={"pattern": _LINE}),
]
TableId = Annotated[
    str,
    in_form(_TABLE_ID, f"an id has 1 to 40 letters, digits or any of . _ -, {_STARTS}"),
    Field(json_schema_extra={"pattern": _TABLE_ID}),
]
MeterId = Annotated[
    str,
    in_form(
        _METER_ID, f"a meter's id has 1 to 80 letters, digits, spaces or any of . _ / -, {_STARTS}"
    ),
    Field(json_schema_extra={"pattern": _METER_ID}),
]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class MustHitConfig(_Strict):
    """A Must Hit meter (PRG-11)."""

    seed: Annotated[Dollars, Field(json_schema_extra={"default": 500})] = 500_00
    by: Annotated[Dollars, Field(json_schema_extra={"default": 1000})] = 1_000_00
    rate: str = "3.00%"

    def settings(self) -> MustHit:
        """As the core has it."""
        return MustHit(self.seed, self.by, parse_rate(self.rate))


class TableConfig(_Strict):
    """One table."""

    id: TableId
    name: Name | None = None
    game: str
    mode: Literal["practice", "dealt", "live"] = "practice"
    seats: Annotated[int, Field(ge=1, le=20)] | None = None
    face_up: bool = False
    seats_per_player: Annotated[int, Field(ge=1, le=20)] = 1
    spot_factor: Annotated[int, Field(ge=1, le=100)] = 1
    """On two spots or more a player wagers so many times the least Ante on each (CON-12)."""
    paytables: dict[str, str] = {}
    limits: dict[str, Bounds] = {}
    """By wager: least, most, step."""
    without: tuple[str, ...] = ()
    progressive_base: Dollars | None = None
    progressive_mandatory: bool = False
    links: dict[str, MeterId] = {}
    """Meters that are shared: the name at this table, and the name of the link."""
    must_hit: MustHitConfig | None = None
    contributions: Literal["end", "start"] = "end"
    """When progressive wagers add to the meters: at END ROUND, as the documents have it, or at
    START ROUND, where the house's approved controls say so (PRG-2)."""
    approval: DollarsOrNone | None = None
    """An award above it takes a supervisor; 0 for none (PRG-19). A table for money has to say it;
    a practice table that is silent has none."""
    approval_process: bool | None = None
    """Whether what is above that amount has its papers and a numbered slip, and envy pays are
    confirmed one by one (CON-13, CON-16); without a word on it so, but at practice tables."""
    action_seconds: Annotated[int, Field(ge=0, le=3600)] = 0
    raise_step: Dollars = 0
    bonus_cap: Dollars = 0
    buy_in: Annotated[Dollars, Field(gt=0, json_schema_extra={"default": 1000})] = 1_000_00
    robots: Annotated[int, Field(ge=0, le=19)] = 0
    """Robots that wait at a practice table for company."""
    word_seconds: Annotated[int, Field(ge=1, le=60)] = WORD_SECONDS
    """How long a player's page has to open its word for the shuffle, once wagers are closed."""


class HouseConfig(_Strict):
    """What holds for every table."""

    name: Name = "Longsuit"
    play_money: bool = True
    legal_maximum: DollarsOrNone | None = None
    """The largest wager that the law allows; 0 where there is no such law (TBL-8). A house with a
    table for money has to say it."""
    count_multiples: bool = False
    """Whether the law counts a bet of several Antes as one wager."""
    zone: Annotated[str, AfterValidator(_zone)] = "UTC"
    """The time zone of the gaming day."""
    day_starts: Annotated[int, Field(ge=0, le=23)] = 0
    """The hour at which a gaming day begins."""
    requests_a_minute: Annotated[int, Field(ge=0, le=1_000_000)] = 12_000
    """Requests that one address has in a minute, parts of pages included; 0 for any number."""
    pages_a_minute: Annotated[int, Field(ge=0, le=1_000_000)] = 240
    """Pages that one address may open in a minute; 0 for any number."""
    commands_a_minute: Annotated[int, Field(ge=0, le=1_000_000)] = 180
    """Commands that a player or a guest has in a minute; 0 for any number."""
    guest_commands_a_minute: Annotated[int, Field(ge=0, le=1_000_000)] = 6000
    """Commands that all guests of a server have in a minute; 0 for any number."""
    most_guests: Annotated[int, Field(ge=0, le=100_000)] = 20_000
    """Guests that the floor has at a time."""
    guests_a_minute: Annotated[int, Field(ge=0, le=1_000_000)] = 60
    """Guests that one address may bring in a minute; 0 for any number."""
    sign_ins_a_minute: Annotated[int, Field(ge=0, le=1_000_000)] = 30
    """Tries to sign in that one address has in a minute; 0 for any number."""
    anonymous_seats: bool = False
    """Whether a dealer may seat somebody without an account, under any name but the staff's."""
    buy_in_limit: Dollars = 10_000_00
    """The largest buy-in that a dealer takes alone; above it a supervisor seats the player."""
    password_days: Annotated[int, Field(ge=0, le=3650)] = 0
    """For so long a password is good to sign in with; 0 for ever (CON-34)."""
    approvals: Literal["told", "required"] = "told"
    """Whether the pit desk only tells what is not on file for a table, or the table does not open
    without it (CON-1)."""
    manifest: str = ""
    """A file that the program's own files are held against at each start, in place of the
    release's (CON-31)."""
    release_keys: Annotated[
        tuple[Annotated[str, AfterValidator(_release_key)], ...], Field(max_length=4)
    ] = ()
    """Public keys of those who release; with any, a manifest counts only if one signed it."""
    changed_files: Literal["warn", "refuse"] = "warn"
    """What a changed file does at a start."""
    operation: Literal["commercial", "tribal"] = "commercial"
    """Whose approvals count: the commission's, or a tribal agency's with the commission's
    concurrence (CON-2)."""
    tax_forms: Literal["us", "none"] = "us"
    """Whose tax forms are flagged on jackpot slips, by a dated table; nothing is legal advice."""
    receipt_days: Annotated[int, Field(ge=1, le=3650)] = 30
    """For so long a command that is sent again under its key is known; then its key is free."""
    practice_days: Annotated[int, Field(ge=0, le=36_500)] = 0
    """For so long the log has the rounds of practice tables; then they are shortened. 0 for ever,
    as everything else of the log is kept (CON-36)."""
    least_days: Annotated[int, Field(ge=LEAST_DAYS, le=36_500)] = 30
    """What the house's own rules ask for: `practice_days` cannot be less (CON-36)."""

    jurisdiction: Line = ""
    """Where the house is and under whose licence, on its papers (CON-39)."""
    age_text: Line = "Must be 21 or older to gamble."
    help_text: Line = "Gambling problem? Call 1-800-GAMBLER."
    play_money_text: Line = "Play money: nothing here can be won or lost."
    """Said while `play_money` is true."""

    witnesses: Annotated[
        tuple[Annotated[str, AfterValidator(_witness)], ...], Field(max_length=16)
    ] = ()
    """The public keys of those whose signatures under checkpoints are kept."""
    key_file: str = ""
    """The file of the vault's key, not beside the database; empty for the user's own folder."""
    key_command: Annotated[tuple[str, ...], Field(max_length=32)] = ()
    """A program and its arguments that answers the vault's key, run once at a start."""

    @property
    def line(self) -> str:
        """What stands under everything: play money, age, help, as the house words them."""
        play_money = self.play_money_text if self.play_money else ""
        return " ".join(one for one in (play_money, self.age_text, self.help_text) if one)


class FloorConfig(_Strict):
    """A whole floor."""

    games: tuple[str, ...] = ()
    """Files with games of one's own, seen from the folder of this one (docs/games.md)."""
    house: HouseConfig = HouseConfig()
    table: tuple[TableConfig, ...] = ()


def practice_table(game: Game) -> TableConfig:
    """The table of a game on a floor that nobody has set up, as its file has it."""
    practice = file_of(game).practice
    return TableConfig(
        id=practice.table,
        name=game.name,
        game=game.id,
        paytables=dict(practice.paytables),
        must_hit=MustHitConfig() if practice.must_hit else None,
        action_seconds=60,
        robots=min(2, game.seats - 1),
    )


PRACTICE = FloorConfig(table=tuple(map(practice_table, GAMES)))
"""The floor of a first start: a practice table of each game, with progressives and company."""


def read_config(path: Path | None) -> FloorConfig:
    """The floor in a file, or the practice floor; a mistake is told in one sentence."""
    if path is None:
        return PRACTICE
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST_FILE + 1)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from None
    if len(content) > _LARGEST_FILE:
        raise InputError(f"{path} is too large for a floor.")
    try:
        settings = tomllib.loads(content.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path} is not TOML: {error}.") from None
    except (ValueError, RecursionError):
        # tomllib has no words of its own for a number of thousands of digits, or for deep lists.
        raise InputError(f"{path}: something in it is too long or too deep.") from None
    try:
        config = FloorConfig.model_validate(settings)
    except ValidationError as error:
        raise InputError(f"{path}: {first_fault(error)}") from None
    for game in config.games:
        bring_game(path.parent / game)
    try:
        check_tables(config)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    return config


def check_said(config: TableConfig, house: HouseConfig) -> None:
    """Refuse a table for money whose protecting amounts nobody has chosen: silence is no choice."""
    unsaid = [
        *(["legal_maximum under [house]"] if house.legal_maximum is None else ()),
        *(["the table's approval"] if config.approval is None else ()),
    ]
    if unsaid and config.mode != "practice":
        raise InputError(
            f"A table for money opens once the configuration has {' and '.join(unsaid)}: "
            'dollars, such as 300 for the law and 1200 for approval, or "none".'
        )


def check_tables(config: FloorConfig) -> None:
    """Refuse a floor whose tables cannot be, each by itself or with the others."""
    if 0 < config.house.practice_days < config.house.least_days:
        raise InputError(f"practice_days: at least {config.house.least_days} (least_days), or 0.")
    shared: dict[str, _Shared] = {}
    ids = [table.id for table in config.table]
    for table in config.table:
        if ids.count(table.id) > 1:
            raise InputError(f"there are two tables '{table.id}'.")
        try:
            settings, must_hit = table_settings(table, config.house)
            check_said(table, config.house)
            terms = table_terms(settings.setup.table, must_hit, settings.setup.at_start)
        except InputError as error:
            raise InputError(f"table {table.id}: {error}") from None
        for name, link in settings.setup.meters.items():
            ours = _Shared(table.id, terms[name], settings.practice)
            first = shared.setdefault(link, ours)
            if no := first.refuse(link, ours):
                raise InputError(f"table {table.id}: {sentence(no)}")


class _Shared(NamedTuple):
    """A meter as the first table that names it has it."""

    table: str
    terms: Terms
    practice: bool

    def refuse(self, link: str, other: "_Shared") -> Refused | None:
        """Why another table may not share it, or None (PRG-9)."""
        if other.practice != self.practice:
            return refuse(Code.METER_PRACTICE)
        return cannot_share(link, self.terms, other.table, other.terms)


def first_fault(error: ValidationError) -> str:
    """The first thing that is wrong, in one sentence."""
    fault = error.errors()[0]
    place = ".".join(str(part) for part in fault["loc"])
    said = "it is written { name = value }" if fault["type"] == "dict_type" else fault["msg"]
    return f"{place}: {said.removeprefix('Value error, ')}."


def table_settings(
    config: TableConfig, house: HouseConfig, *, files: bool = True
) -> tuple[TableSettings, MustHit | None]:
    """The table that a configuration describes, checked.

    Without `files` its paytables are those in the box: what comes over a network opens no file.
    """
    game = known_game(config.game)
    if not files:
        _check_boxed(game, config)
    table = make_table(
        game.id,
        seats=config.seats,
        paytables=config.paytables,
        limits=_limits(game, config, house),
        without=config.without,
        progressive_base=config.progressive_base,
        progressive_mandatory=config.progressive_mandatory,
        face_up=config.face_up,
        seats_per_player=config.seats_per_player,
        spot_factor=config.spot_factor,
        raise_step=config.raise_step,
        bonus_cap=config.bonus_cap,
    )
    practice = config.mode == "practice"
    if complaint := legal_complaint(table, house):
        raise InputError(complaint)
    if config.robots and not practice:
        raise InputError("Robots sit at practice tables only.")
    if config.robots >= table.seats:
        raise InputError("Robots leave one seat free, at the least.")
    must_hit = config.must_hit.settings() if config.must_hit is not None else None
    names = table_terms(table, must_hit)
    at_start = config.contributions == "start" or UNSET
    check_chances(names)
    for name in config.links:
        if name not in names:
            raise InputError(f"It has no meter '{name}' to link.")
    meters = {name: config.links.get(name, f"{config.id}/{name}") for name in names}
    live = config.mode == "live"
    process = not practice if config.approval_process is None else config.approval_process
    approval = config.approval or 0
    setup = Setup(config.id, table, live, approval, meters, process or UNSET, at_start)
    check_setup(setup)
    return TableSettings(
        setup,
        config.name or f"{game.name} {config.id}",
        practice=practice,
        action_seconds=config.action_seconds,
        buy_in=config.buy_in,
        robots=config.robots or UNSET,
        word_seconds=UNSET if config.word_seconds == WORD_SECONDS else config.word_seconds,
    ), must_hit


def check_chances(terms: Mapping[str, Terms]) -> None:
    """Refuse a meter whose award is too rare to be offered (CON-32)."""
    for name, one in terms.items():
        for win in one.wins:
            if win.chance * LONGEST_ODDS < 1:
                raise InputError(
                    f"The meter '{name}' is won by {win.hand}, which comes less than once in "
                    f"{LONGEST_ODDS:,} wagers."
                )


def _check_boxed(game: Game, config: TableConfig) -> None:
    known = {name.casefold() for table in paytables(game.id) for name in (table.id, *table.also)}
    for text in config.paytables.values():
        if text.strip().casefold() not in known:
            raise InputError(f"There is no paytable '{text[:60]}' in the box of {game.name}.")


def _limits(game: Game, config: TableConfig, house: HouseConfig) -> dict[str, Limits]:
    limits = {wager: Limits(*bounds) for wager, bounds in config.limits.items()}
    if all(find_wager(wager, game.wagers).id != "ante" for wager in limits):
        limits["ante"] = usual_ante(game, house)
    return limits


def usual_ante(game: Game, house: HouseConfig) -> Limits:
    """The limits of an Ante of which nothing is said: the standard ones, within the law."""
    if not house.legal_maximum:
        return STANDARD_LIMITS
    multiple = max(max(decision.most) for decision in game.rules.decisions)
    law = house.legal_maximum // multiple if house.count_multiples else house.legal_maximum
    least, step = STANDARD_LIMITS.least, STANDARD_LIMITS.step
    return Limits(least, max(least, min(STANDARD_LIMITS.most, law // step * step)), step)


def legal_complaint(table: Table, house: HouseConfig) -> str | None:
    """Why the law forbids a table's limits, or None (TBL-8)."""
    law = house.legal_maximum
    if not law:
        return None
    most = show_dollars(law)
    for offer in table.offers:
        name = table.definition.wager(offer.wager).name
        if offer.limits.most > law:
            return (
                f"The {name} goes up to {show_dollars(offer.limits.most)}, over the legal {most}."
            )
    ante = table.offer("ante")
    multiple = max(max(decision.most) for decision in table.rules.decisions)
    if house.count_multiples and ante and ante.limits.most * multiple > law:
        bet = table.definition.bet.name
        largest = show_dollars(ante.limits.most * multiple)
        return f"The {bet} goes up to {largest}, {multiple} Antes, over the legal {most}."
    return None


def describe(value: Any) -> dict[str, Any]:
    """A configuration as plain values, for a page or an answer."""
    plain: dict[str, Any] = value.model_dump(mode="json")
    return plain
