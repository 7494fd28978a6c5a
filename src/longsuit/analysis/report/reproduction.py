"""The very commands that give a sheet's figures again, from its settings."""

import shlex
from collections.abc import Iterator

from longsuit.analysis.exact.case import table_wager
from longsuit.analysis.exact.tuned import tuned_case
from longsuit.analysis.report.numbers import plain
from longsuit.analysis.report.settings import Choice, Settings
from longsuit.analysis.strategies.box import boxed
from longsuit.core.games.catalog import command_name, paytables
from longsuit.core.money import Cents, plain_dollars, show_rate
from longsuit.core.progressive.terms import MustHit
from longsuit.core.ranking import key_ranks

_LONGEST = 2_000


def commands(settings: Settings, date: str, *, quick: bool) -> Iterator[str]:
    """The sheet itself, then the main game, each wager, and each strategy that was priced."""
    short = command_name(settings.definition)
    yield _line("report", short, "-o", "par-sheet.pdf", *_report_options(settings, date, quick))
    main = _rules_options(settings)
    for choice in settings.xtra:
        yield _line("analyze", short, "--xtra", choice.asked, *main)
    if not settings.xtra:
        yield _line("analyze", short, *main)
    for choice in settings.tables:
        yield _line("analyze", short, *_wager_options(settings, choice))
    if not quick:
        for rules in boxed(settings.game):
            yield _line("strategy", "price", short, rules.id, *_xtra_option(settings), *main)
        if tuned_case(settings.case) is not None:
            yield _line("strategy", "costs", short, *_xtra_option(settings), *main)


def _line(*words: str) -> str:
    return plain(shlex.join(["longsuit", *words]), _LONGEST)


def _report_options(settings: Settings, date: str, quick: bool) -> list[str]:
    options = [*_xtra_option(settings), *_rules_options(settings)]
    main = table_wager(settings.definition)
    for wager in settings.definition.wagers:
        if wager == main or wager.basis is None:
            continue
        boxed = [t.id for t in paytables(settings.game) if t.wager == wager.id]
        own = [choice.asked for choice in settings.tables if choice.wager == wager]
        if not own:
            options += ["--without", wager.id]
        elif own != boxed:
            for asked in own:
                options += ["--paytable", f"{wager.id}={asked}"]
    options += _progressive_options(settings, tuple(settings.meters))
    if settings.must_hit is not None:
        options += _must_hit(settings.must_hit)
    options += ["--face-up"] * settings.face_up
    if settings.bonus_cap:
        options += ["--cap", _dollars(settings.bonus_cap)]
    options += ["--quick"] * quick
    return [*options, "--date", date] if date else options


def _xtra_option(settings: Settings) -> list[str]:
    """The table of the main game, unless it is all of those in the box."""
    main = table_wager(settings.definition)
    boxed = [t.id for t in paytables(settings.game) if main and t.wager == main.id]
    if [choice.asked for choice in settings.xtra] == boxed:
        return []
    return ["--xtra", settings.xtra[0].asked]


def _rules_options(settings: Settings) -> list[str]:
    """The variants of the rules, as far as they differ from the game's own."""
    rules, usual = settings.rules, settings.definition.rules
    options = []
    if rules.qualifier != usual.qualifier:
        options += ["--qualifier", key_ranks(rules.qualifier) or "none"]
    if rules.decisions != usual.decisions:
        bets = (
            [decision.most[0] for decision in rules.decisions]
            if rules.decisions[0].exact or len(rules.decisions) > 1
            else list(rules.decisions[0].most[2:])
        )
        options += ["--multiples", ",".join(map(str, bets))]
    if rules.unqualified != usual.unqualified:
        options += ["--unqualified", rules.unqualified]
    if rules.ties != usual.ties:
        options += ["--ties", rules.ties]
    return options


def _wager_options(settings: Settings, choice: Choice) -> list[str]:
    options = ["--wager", choice.wager.id, "--paytable", choice.asked]
    if choice.wager.looks_at == "table":
        return [*options, "--seats", str(settings.seats)]
    if not choice.progressive:
        return options
    options += _progressive_options(settings, tuple(settings.meters_of(choice.table)))
    must_hit = settings.must_hit_of(choice.table)
    if must_hit is not None:
        options += _must_hit(must_hit)
    return options


def _progressive_options(settings: Settings, meters: tuple[str, ...]) -> list[str]:
    options = []
    if settings.base is not None:
        options += ["--base", _dollars(settings.base)]
    if settings.seats != 1:
        options += ["--seats", str(settings.seats)]
    for name in meters:
        options += ["--meter", f"{name}={_dollars(settings.meters[name])}"]
    return options


def _must_hit(terms: MustHit) -> list[str]:
    rate = show_rate(terms.rate)
    return ["--must-hit", f"{_dollars(terms.seed)},{_dollars(terms.by)},{rate}"]


def _dollars(cents: Cents) -> str:
    return plain_dollars(cents).removesuffix(".00")
