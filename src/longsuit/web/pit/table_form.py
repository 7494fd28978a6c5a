"""The form of a table's settings: its fields, and what was filled in as a configuration.

What a table may be is not decided here: the floor is asked, and says why not.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from msgspec.structs import astuple

from longsuit.core.games.catalog import GAMES, known_game, known_games, paytables
from longsuit.core.games.game import Game
from longsuit.core.games.settlement import MYSTERY_METER
from longsuit.core.games.table import BONUS_LIMITS, STANDARD_LIMITS, Limits
from longsuit.core.money import Cents, plain_dollars
from longsuit.core.paytable import PayTable
from longsuit.core.progressive.terminal import APPROVAL
from longsuit.core.wagers import Wager
from longsuit.floor.config.settings import HouseConfig, MustHitConfig, TableConfig, usual_ante
from longsuit.floor.register.face_up import face_up_cost
from longsuit.web.pit.parts import Field, Values, field, heading, note, text

MODES = (("practice", "Practice"), ("dealt", "Dealt by the system"), ("live", "Live on felt"))
MOMENTS = (("end", "END ROUND"), ("start", "START ROUND"))
_USUAL_HOUSE = HouseConfig()
_BOUNDS: tuple[Literal["least", "most", "step"], ...] = ("least", "most", "step")


def _money(cents: Cents) -> str:
    return plain_dollars(cents).removesuffix(".00")


def new_table(game: str = GAMES[0].id) -> TableConfig:
    """What the form of a new table starts with."""
    return TableConfig(id="new", name=None, game=game, mode="dealt")


def table_fields(
    config: TableConfig, meters: Sequence[str], *, new: bool, house: HouseConfig = _USUAL_HOUSE
) -> list[Field]:
    """All fields of a table; `meters` are the links that are there to choose from.

    Limits of which nothing is said yet are those that the law of the `house` allows.
    """
    game = known_game(config.game)
    if "ante" not in config.limits:
        bounds = astuple(usual_ante(game, house))
        config = config.model_copy(update={"limits": {**config.limits, "ante": bounds}})
    games = [(one.id, one.name) for one in known_games()]
    return [
        *([field("id", "Id", value="", must=True, most=40, hint="T3")] if new else ()),
        field("name", "Name", value=config.name or "", most=60),
        field("game", "Game", "select", game.id, options=games, live=True),
        field("mode", "Mode", "select", config.mode, options=MODES),
        *_option_fields(config, game),
        field("face_up", "Face up: players see each other's cards", "check", config.face_up),
        *_face_up_notes(config, game),
        *(one for wager in game.wagers for one in _wager_fields(config, game, wager)),
        *_must_hit_fields(config, game),
        *link_fields(config, meters),
    ]


def _face_up_notes(config: TableConfig, game: Game) -> Iterator[Field]:
    """What it costs, before anybody ticks it (CON-4)."""
    seats = config.seats or game.seats
    cost = face_up_cost(game.id, seats)
    if cost is not None or seats > 1:
        told = f"There is no study of {game.name} dealt face up." if cost is None else cost.told()
        yield note(f"{told} It takes approved controls: an approval that names it.")


def _option_fields(config: TableConfig, game: Game) -> Iterator[Field]:
    seats = "" if config.seats is None else str(config.seats)
    yield field("seats", "Seats", "number", seats, hint=str(game.seats))
    yield field("seats_per_player", "Seats per player", "number", str(config.seats_per_player))
    factor = str(config.spot_factor)
    yield field("spot_factor", "Least Ante on two spots, times the usual", "number", factor)
    none = "0 for none."
    clock = str(config.action_seconds)
    yield field("action_seconds", "Action clock in seconds", "number", clock, help=none)
    words = "How long a player's page has to open its word for the shuffle"
    seconds = str(config.word_seconds)
    yield field("word_seconds", "Seconds for words", "number", seconds, help=words)
    usual = _money(APPROVAL)
    proposed = "" if config.mode == "practice" else usual
    approval = proposed if config.approval is None else _money(config.approval)
    yield field(
        "approval",
        "Approval above, in dollars",
        "money",
        approval,
        hint=usual,
        help="0 for none. A table for money has to say it.",
    )
    yield field("buy_in", "Buy-in in dollars", "money", _money(config.buy_in))
    company = "At a practice table, as company for players."
    yield field("robots", "Robots", "number", str(config.robots), help=company)
    cap = _money(config.bonus_cap)
    yield field("bonus_cap", "Bonus cap in dollars", "money", cap, help=none)
    if not all(decision.exact for decision in game.rules.decisions):
        step = _money(config.raise_step)
        yield field("raise_step", "Raise step in dollars", "money", step, help="0 for Antes.")


def _wager_fields(config: TableConfig, game: Game, wager: Wager) -> Iterator[Field]:
    yield heading(wager.name)
    yield from ({**one, "group": wager.name} for one in _terms_fields(config, game, wager))


def _terms_fields(config: TableConfig, game: Game, wager: Wager) -> Iterator[Field]:
    if wager.id not in game.mandatory:
        offered = wager.id not in config.without
        yield field(f"offer {wager.id}", "Offered", "check", offered, live=True)
    if wager.basis == "for 1":
        mandatory = config.progressive_mandatory
        yield field("progressive_mandatory", "Everyone has to place it", "check", mandatory)
        base = "" if config.progressive_base is None else _money(config.progressive_base)
        hint = "its paytable's"
        yield field("progressive_base", "Wager in dollars", "money", base, hint=hint)
        early = (
            "START ROUND only as approved controls say, with meters of other names; no Must Hit."
        )
        when = {"options": MOMENTS, "help": early}
        yield field("contributions", "Added to meters at", "select", config.contributions, **when)
    elif wager.id not in game.equal_to_ante:
        bounds = _limits(config, wager)
        for name in _BOUNDS:
            label = f"{name.capitalize()} in dollars"
            yield field(f"{name} {wager.id}", label, "money", _money(getattr(bounds, name)))
    if wager.basis is not None:
        boxed = [one for one in paytables(game.id) if one.wager == wager.id]
        options = [(one.id, _called(one)) for one in boxed]
        chosen = config.paytables.get(wager.id, boxed[0].id)
        if chosen not in [one.id for one in boxed]:
            options.append((chosen, chosen))
        more = {"options": options, "live": wager.basis == "for 1", "wide": True}
        yield field(f"paytable {wager.id}", "Paytable", "select", chosen, **more)


def _called(paytable: PayTable) -> str:
    told = paytable.name.startswith(paytable.id) or not paytable.name
    return paytable.name or paytable.id if told else f"{paytable.id}: {paytable.name}"


def _limits(config: TableConfig, wager: Wager) -> Limits:
    if wager.id in config.limits:
        return Limits(*config.limits[wager.id])
    return STANDARD_LIMITS if wager.basis is None else BONUS_LIMITS


def _may_hit(game: Game) -> bool:
    """Whether a Must Hit meter may go with one of the wagers."""
    return any(wager.must_hit for wager in game.wagers)


def _must_hit_fields(config: TableConfig, game: Game) -> Iterator[Field]:
    if not _may_hit(game):
        return
    terms = config.must_hit or MustHitConfig()
    yield heading("Must Hit meter")
    has = config.must_hit is not None
    yield field("must_hit", "The table has one", "check", has, live=True)
    yield field("must_hit_seed", "Seed in dollars", "money", _money(terms.seed))
    yield field("must_hit_by", "Must hit by, in dollars", "money", _money(terms.by))
    yield field("must_hit_rate", "Of each wager", "money", terms.rate, most=10)


def meter_names(config: TableConfig) -> list[str]:
    """The names that the table's meters have at it."""
    game = known_game(config.game)
    names: list[str] = []
    for wager in game.wagers:
        if wager.basis != "for 1" or wager.id in config.without:
            continue
        boxed = [one for one in paytables(game.id) if one.wager == wager.id]
        chosen = config.paytables.get(wager.id, boxed[0].id)
        names += [meter.id for one in boxed if one.id == chosen for meter in one.meters]
    return [*names, *([MYSTERY_METER] if config.must_hit is not None else ())]


def link_fields(config: TableConfig, meters: Sequence[str]) -> list[Field]:
    """One field for each meter of the table: the link that it is on, or nothing."""
    names = [*meter_names(config)]
    names += [name for name in config.links if name not in names]
    if not names:
        return []
    return [
        heading("Links"),
        note("A meter that several tables share. Empty for a meter of the table's own."),
        *(
            field(
                f"link {name}",
                f"Meter {name}",
                value=config.links.get(name, ""),
                most=80,
                list=list(meters),
            )
            for name in names
        ),
    ]


def again(config: TableConfig, values: Values) -> TableConfig:
    """The table of which the form is to ask, once something that others hang on has changed."""
    game = known_game(text(values, "game"))
    base = config if config.game == game.id else new_table(game.id)
    made = filled(values, config.id)
    update = {"paytables": made["paytables"], "without": tuple(made["without"])}
    has = made["must_hit"] is not None and _may_hit(game)
    must_hit = (base.must_hit or MustHitConfig()) if has else None
    return base.model_copy(update={**update, "must_hit": must_hit})


# What was filled in


def filled(values: Values, table: str) -> dict[str, Any]:
    """The form as a configuration; `table` is the id of one that is there already."""
    game = known_game(text(values, "game"))
    made: dict[str, Any] = {
        "id": table or text(values, "id"),
        "name": text(values, "name") or None,
        "game": game.id,
        "face_up": bool(values.get("face_up")),
        "progressive_mandatory": bool(values.get("progressive_mandatory")),
        "progressive_base": text(values, "progressive_base") or None,
        "paytables": {},
        "limits": {},
        "without": [],
        "links": links(values),
        "must_hit": None,
    }
    for name in (
        "mode",
        "seats",
        "seats_per_player",
        "spot_factor",
        "contributions",
        "approval",
        "action_seconds",
        "raise_step",
        "bonus_cap",
        "buy_in",
        "robots",
        "word_seconds",
    ):
        if text(values, name):
            made[name] = text(values, name)
    for wager in game.wagers:
        _filled_wager(values, wager, made)
    if values.get("must_hit"):
        parts = {name: text(values, f"must_hit_{name}") for name in ("seed", "by", "rate")}
        made["must_hit"] = {name: part for name, part in parts.items() if part}
    return made


def _filled_wager(values: Values, wager: Wager, made: dict[str, Any]) -> None:
    if values.get(f"offer {wager.id}") is False:
        made["without"].append(wager.id)
    if paytable := text(values, f"paytable {wager.id}"):
        made["paytables"][wager.id] = paytable
    bounds = [text(values, f"{name} {wager.id}") for name in _BOUNDS]
    if any(bounds):
        made["limits"][wager.id] = bounds


def links(values: Values) -> dict[str, str]:
    """The links that are named."""
    named = [name for name in values if name.startswith("link ") and text(values, name)]
    return {name.removeprefix("link "): text(values, name) for name in named}
