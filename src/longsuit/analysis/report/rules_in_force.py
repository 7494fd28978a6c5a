"""The rules that the figures hold for, in words, from the data that the tables are dealt by."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from fractions import Fraction

from longsuit.analysis.exact.tuned import tuned_case
from longsuit.analysis.report.content import Bullets, Cell, Column, Section, Table, left, words
from longsuit.analysis.report.numbers import NUMBERS, cards_in_words, short_dollars
from longsuit.analysis.report.settings import Settings
from longsuit.core.games.game import Decision, Game, Outcome, Ruling, Scale
from longsuit.core.games.settlement import rulings
from longsuit.core.games.table import Table as Posted
from longsuit.core.money import Cents
from longsuit.core.ranking import flush_in_full, key_length
from longsuit.core.wagers import Wager

_OUTCOMES: tuple[tuple[Outcome, str], ...] = (
    ("ahead", "player ahead"),
    ("tie", "tie"),
    ("behind", "dealer ahead"),
)
_ALONE: tuple[tuple[Outcome, str], ...] = (
    ("ahead", "flush that wins"),
    ("behind", "shorter flush"),
)
_VERDICTS = {"push": "is returned", "lose": "loses"}


def rules_section(settings: Settings, posted: Posted | None = None) -> Section:
    """What is dealt, wagered, decided and settled: of a sheet, or of a table that is posted.

    A table says its seats, limits and cap itself, and has no figures.
    """
    figures = posted is None
    mandatory = {offer.wager for offer in posted.offers if offer.mandatory} if posted else set()
    return Section(
        "rules",
        "Rules in force",
        (
            Bullets((*_dealing(settings, figures=figures), *_options(settings, figures=figures))),
            _wagers(settings, mandatory),
            _decisions(settings, posted.raise_step if posted else 0),
            *_largest_bets(settings),
            _settlement(settings),
        ),
    )


def _dealing(settings: Settings, *, figures: bool) -> tuple[str, ...]:
    game, rules = settings.definition, settings.rules
    seats = f"; from 1 to {game.seats} seats" if figures else ""
    shared = "is" if game.board == 1 else "are"
    board = cards_in_words(game.board, "community")
    common = f"; {board} {shared} shared by all" if game.board else ""
    return (
        f"One deck of 52 cards, shuffled afresh for every round{seats}.",
        f"{_receive(game)}{common}. A hand is made of {cards_in_words(game.own + game.board)}.",
        "A hand's flush is the suit in which it holds most cards. More cards beat fewer; between "
        "equal lengths the highest card decides, then the next, ace high. Suits never rank, and a "
        "straight flush counts no more than any flush. Flushes that agree in every rank tie.",
        _qualifier(game, rules.qualifier),
        _fold(game),
    )


def _receive(game: Game) -> str:
    """Who gets how many cards."""
    hole, later = cards_in_words(game.hole), game.own - game.hole
    if game.dealer == game.own == game.hole:
        return f"Each seat and the dealer receive {hole}"
    more = f" and {NUMBERS[later]} more later" if later else ""
    dealer = f"the dealer receives {NUMBERS[game.dealer]}" if game.dealer else "there is no dealer"
    return f"Each seat receives {hole}{more}; {dealer}"


def _qualifier(game: Game, key: int) -> str:
    if not game.dealer:
        return f"A flush of {NUMBERS[key_length(key)]} cards or more wins."
    if not key:
        return "The dealer qualifies with any hand."
    return f"The dealer qualifies with the {flush_in_full(key)} or better."


def _fold(game: Game) -> str:
    ruled = {ruling.wager: ruling.verdict for ruling in rulings(game, game.rules, "folded")}
    bet = ruled.pop(game.bet.id, None)
    ends = folded_in_words(game, ruled)
    with_it = {"lose": "loses", "push": "takes back", "win": "is paid"}.get(bet or "", "")
    bets = f", and {with_it} the {game.bet.name} where one was made before" if bet else ""
    side = any(wager.id not in game.mandatory for wager in game.wagers)
    stay = "; bonus and progressive wagers stay in play" if side else ""
    return f"A fold {ends} at once{bets}{stay}."


def folded_in_words(game: Game, ruled: Mapping[str, str]) -> str:
    """What a fold does to the wagers on the table, by verdict: ``loses the Ante``."""
    told = {"lose": "loses", "push": "takes back", "win": "is paid"}
    by_verdict = {
        verb: [game.wager(wager).name for wager, verdict in ruled.items() if verdict == end]
        for end, verb in told.items()
    }
    return " and ".join(
        f"{v} the {' and the '.join(names)}" for v, names in by_verdict.items() if names
    )


def _options(settings: Settings, *, figures: bool) -> tuple[str, ...]:
    game = settings.definition
    held = NUMBERS[game.own + game.board]
    said = []
    side = [wager for wager in game.wagers if wager.id not in game.mandatory]
    if any(wager.looks_at == "own" and not wager.first for wager in side):
        said.append(
            f"A bonus or progressive wager is settled on the seat's own {held} cards, "
            f"{'whatever the dealer holds, ' if game.dealer else ''}folded or not."
        )
    said += [
        f"The {wager.name} is settled on the best of all hands dealt, folded ones"
        f"{' and the dealer' + chr(39) + 's' if game.dealer else ''} too."
        for wager in side
        if wager.looks_at == "table"
    ]
    said += [
        f"The {wager.name} looks at the seat's own first {NUMBERS[wager.first]} cards alone."
        for wager in side
        if wager.first
    ]
    if any("straight" in line.hand for c in settings.every_table for line in c.table.lines):
        said.append(
            "A straight flush is looked for in every suit, its ace high or low but never both."
        )
    every = settings.every_table
    best = list(dict.fromkeys(c.wager.name for c in every if c.wager.pick == "best"))
    only = f", but the {' and the '.join(best)} pays the better of two" if best else ""
    if every:
        said.append(
            f"Of a paytable one line is paid: the highest that the hand has, as listed{only}."
        )
    capped = any(wager.bonus for wager in game.wagers)
    if figures and settings.bonus_cap:
        said.append(
            f"All bonus payouts of a round come to {short_dollars(settings.bonus_cap)} at most; "
            "above that each is cut in proportion."
        )
    elif figures and capped:
        said.append("There is no cap on the bonus payouts of a round.")
    seen = seen_by_a_player(game)
    if settings.face_up:
        said.append("Players' cards are dealt face up to everyone; the dealer's stay hidden.")
        if figures:
            said[-1] += f" The figures are for a player who goes by {seen} only"
            studied = tuned_case(settings.case) is not None
            more = "; longsuit faceup says what seeing the other hands is worth" if studied else ""
            said[-1] += f"{more}."
    elif opened := [street.name for street in game.streets if street.own and street.face_up]:
        said.append(
            f"A seat's own cards of the street {' and '.join(opened)} are dealt face up to "
            f"everyone, all others face down."
        )
        if figures:
            said[-1] += f" The figures are for a player who goes by {seen} only."
    else:
        said.append(f"Cards are dealt face down: a player sees {seen} only.")
    return tuple(said)


def seen_by_a_player(game: Game) -> str:
    """What a player of face-down hands has to go by."""
    return "their own cards and the board" if game.board else "their own cards"


def _wagers(settings: Settings, mandatory: AbstractSet[str]) -> Table:
    game = settings.definition
    offered = {choice.table.wager for choice in settings.tables} | set(game.mandatory)
    rows = [
        (
            words(wager.name),
            words("before the deal"),
            words(_amount(game, wager, mandatory)),
            words(_paid(game, wager)),
        )
        for wager in game.wagers
        if wager.id in offered
    ]
    sizes = sorted({n for decision in settings.rules.decisions for n in decision.most})
    most = f"{sizes[0]} to {sizes[-1]} Antes" if len(sizes) > 1 else _antes(sizes[0])
    rows.append(
        (words(game.bet.name), words("as a decision"), words(most), words(_paid(game, game.bet)))
    )
    return Table("wagers", "Wagers", left("Wager", "Placed", "Amount", "Pays"), tuple(rows))


def _amount(game: Game, wager: Wager, mandatory: AbstractSet[str]) -> str:
    if wager.id in game.equal_to_ante:
        return "mandatory, equal to the Ante"
    placed = "mandatory" if wager.id in {*game.mandatory, *mandatory} else "optional"
    return f"{placed}, one fixed amount a seat" if wager.basis == "for 1" else placed


def _paid(game: Game, wager: Wager) -> str:
    pays = {terms.wager: terms.pays for terms in game.main}
    if wager.id in pays and pays[wager.id] is None:
        below = "returned" if wager.unmatched == "push" else "lost"
        return f"by its paytable when the hand wins; {below} on a winning hand below it"
    if wager.basis == "to 1":
        return "by its paytable, to 1: the wager comes back too"
    if wager.basis == "for 1":
        return "by its paytable, for 1: the wager does not come back"
    return f"{odds_in_words(game, pays[wager.id])} if it wins"


def odds_in_words(game: Game, pays: Fraction | Scale | None) -> str:
    """What a win pays, with a comma where it is a list; None is said by who knows the table."""
    if not isinstance(pays, Scale):
        return f"{pays} to 1"
    # Shorter flushes do not win, and the last of the odds stands for all that is longer.
    alone = pays.by == "length" and not game.dealer
    least = key_length(game.rules.qualifier) if alone else int(pays.by == "length")
    odds = pays.odds + pays.odds[-1:] * (least + 1 - len(pays.odds))
    from_ = [n for n in range(least, len(odds)) if n == least or odds[n] != odds[n - 1]]
    if len(from_) == 1:
        return f"{odds[least]} to 1"
    longer = " longer" if pays.by == "margin" else ""
    first, second, *more = from_
    said = [f"{odds[first]} to 1", f"{odds[second]} from {cards_in_words(second)}{longer} on"]
    return ", ".join([*said, *(f"{odds[n]} from {NUMBERS[n]}" for n in more)]) + ","


def _antes(number: int) -> str:
    return "1 Ante" if number == 1 else f"{number} Antes"


def _decisions(settings: Settings, step: Cents) -> Table:
    game = settings.definition
    rows = []
    places = zip(game.deciding, settings.rules.decisions, strict=True)
    for number, (place, decision) in enumerate(places, 1):
        own = game.hole + sum(street.own for street in game.streets[: place + 1])
        seen = cards_in_words(own, "own")
        if decision.board:
            seen += f" and {cards_in_words(decision.board, 'community')}"
        rows.append(
            (
                words(f"{number}. {decision.name}"),
                words(seen),
                words(f"{decision.free}, or {_bet(game, decision, step)}"),
            )
        )
    note = "A seat bets once: after a bet it decides no more." if len(rows) > 1 else ""
    if game.several:
        note = "Every decision has a bet of its own."
    return Table(
        "decisions",
        "Decisions",
        left("Decision", "Cards seen", "Open to a seat"),
        tuple(rows),
        note=note,
    )


def _bet(game: Game, decision: Decision, step: Cents) -> str:
    if decision.exact and len(set(decision.most)) > 1:
        return f"{game.bet.name} of exactly the size for its flush"
    if decision.exact:
        return f"{game.bet.name} of exactly {_antes(decision.most[0])}"
    if len(set(decision.most)) == 1:
        bet = f"{game.bet.name} of 1 to {_antes(decision.most[0])}"
        return f"{bet}, below it in steps of {short_dollars(step)}" if step else bet
    steps = f"below it in steps of {short_dollars(step)}" if step else "in whole Antes"
    return f"{game.bet.name} from 1 Ante up to the largest for its flush, {steps}"


def _largest_bets(settings: Settings) -> tuple[Table, ...]:
    """The largest bet by flush length, where it depends on it."""
    name, decisions = settings.definition.bet.name, settings.rules.decisions
    apart = [one for one in decisions if not one.exact or len(set(one.most)) > 1]
    lengths = range(2, 8)
    rows = tuple(
        (
            words(f"Largest {name}" if len(decisions) == 1 else f"Largest {name}, {one.name}"),
            *(words(f"{one.most[n]}x") for n in lengths),
        )
        for one in apart
    )
    columns = (Column("Flush"), *(Column(f"{n} cards", number=True) for n in lengths))
    if not rows:
        return ()
    return (Table("largest-bets", f"Largest {name} by flush length", columns, rows),)


def _settlement(settings: Settings) -> Table:
    """What happens to every wager of the main game, from the rulings that settle a round."""
    game, rules = settings.definition, settings.rules
    wagers = (*(game.wager(name) for name in game.mandatory), game.bet)
    rows = []
    outcomes = _OUTCOMES if game.dealer else _ALONE
    for qualifies in (True, False) if rules.qualifier and game.dealer else (True,):
        for outcome, name in outcomes:
            ruled = rulings(game, rules, outcome, qualifies)
            dealer = "qualifies" if qualifies else "does not qualify"
            rows.append(
                (
                    words(dealer if game.dealer else "none"),
                    words(name),
                    *_verdicts(game, wagers, ruled),
                )
            )
    ruled = rulings(game, rules, "folded")
    held = words("any hand" if game.dealer else "none")
    rows.append((held, words("player folds"), *_verdicts(game, wagers, ruled)))
    return Table(
        "settlement",
        "Settlement of the main game",
        left("Dealer", "Outcome", *(wager.name for wager in wagers)),
        tuple(rows),
    )


def _verdicts(game: Game, wagers: tuple[Wager, ...], ruled: tuple[Ruling, ...]) -> list[Cell]:
    by_wager = {ruling.wager: ruling for ruling in ruled}
    cells = []
    for wager in wagers:
        ruling = by_wager.get(wager.id)
        if ruling is None:
            cells.append(words("not placed"))
        elif ruling.pays is None and ruling.verdict == "win":
            cells.append(words("is paid by its table"))
        else:
            wins = f"wins {odds_in_words(game, ruling.pays).rstrip(',')}"
            cells.append(words(_VERDICTS.get(ruling.verdict, wins)))
    return cells
