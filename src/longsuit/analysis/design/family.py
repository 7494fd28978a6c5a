"""The tables a search runs over: which lines, and what a pay on each does to the figures.

Everything a line does is a polynomial in its pay p, as it is posted: it gives back `back + rate p`
of the wager, and adds `square p² + cross p + flat` to the mean square of the net result. That holds
because pays fall from line to line, so which hands a line takes does not depend on them, and
because the X-tra pays change no decision of the main game.
"""

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from longsuit.analysis.exact.case import make_case
from longsuit.analysis.exact.law.wager import wager_law
from longsuit.analysis.exact.pricing import price
from longsuit.analysis.exact.solution import Solution
from longsuit.analysis.exact.solver import solve, xtra_is_free
from longsuit.analysis.exact.tuned import CHASE, tuned_case
from longsuit.core.errors import InputError
from longsuit.core.games.game import Game, MainRules
from longsuit.core.paytable import PayLine, PayTable, dead_lines
from longsuit.core.ranking import Shape
from longsuit.core.wagers import Wager

_ZERO = Fraction(0)


class Line(Struct, frozen=True):
    """One line to be given a pay, and what that does."""

    hand: str
    hits: Fraction
    """How often it pays."""
    back: Fraction
    rate: Fraction
    square: Fraction
    cross: Fraction
    flat: Fraction
    below: Fraction | None = None
    """It pays less than this: what a meter above it holds at least."""

    def gain(self, pay: int) -> Fraction:
        """What players get back by the line."""
        return self.back + self.rate * pay

    def swing(self, pay: int) -> Fraction:
        """What the line adds to the mean square of the net result."""
        return (self.square * pay + self.cross) * pay + self.flat


class Figures(Struct, frozen=True):
    """A table priced by the solver."""

    house_edge: Fraction
    hit_frequency: Fraction
    variance: Fraction
    """Of one player's result, awards as they are paid."""


class Family(Struct, frozen=True):
    """The lines of a wager's tables, with everything else about them fixed."""

    game: Game
    wager: Wager
    rules: MainRules
    seats: int
    template: PayTable
    lines: tuple[Line, ...]
    edge: Fraction
    """The house edge were none of the lines paid."""
    hits: Fraction
    """How often the lines that are not designed, those of meters, pay."""

    @property
    def unit(self) -> Fraction:
        """What is wagered, in the amounts in which pays are posted."""
        return _unit(self.template)

    @property
    def may_drop(self) -> bool:
        """Whether lines can be left out: dynamic pays are drawn from all of them."""
        return self.template.dynamic_lines == (0, 0)

    def table(self, pays: Sequence[int], name: str = "", source: str = "") -> PayTable:
        """The table with these pays on its first lines, as they are posted, and no others."""
        return with_pays(self.template, self.lines, pays, name, source)

    def price(self, table: PayTable) -> Figures:
        """A table's figures from the solver, and not from the polynomials here."""
        if self.wager in self.game.by_table:
            solution = solve(self.game.id, xtra=table, rules=self.rules)
            return Figures(solution.house_edge, solution.xtra_frequency, solution.variance)
        priced = price(table, seats=self.seats)
        return Figures(priced.house_edge, priced.hit_frequency, wager_law(priced).player_variance)


def with_pays(
    template: PayTable, lines: Sequence[Line], pays: Sequence[int], name: str = "", source: str = ""
) -> PayTable:
    """The template with these pays; a line's dynamic pays keep their ratio to its own."""
    amounts = {line.hand: pay / _unit(template) for line, pay in zip(lines, pays, strict=False)}
    kept = []
    for line in template.lines:
        if line.meter is None and line.hand not in amounts:
            continue
        if line.meter is None:
            amount = amounts[line.hand]
            raised = tuple(amount * ratio for ratio in _ratios(line))
            kept.append(replace(line, pays=amount, dynamic=raised))
        else:
            kept.append(line)
    called = name or "-".join(map(str, pays))
    return replace(
        template, id=called, name=called, source=source or "designed", lines=tuple(kept), also=()
    )


def _unit(template: PayTable) -> Fraction:
    return Fraction(template.base, 100) if template.base else Fraction(1)


def _ratios(line: PayLine) -> tuple[Fraction, ...]:
    return tuple(amount / line.pays for amount in line.dynamic)


def _is_free(game: Game, template: PayTable, rules: MainRules) -> bool:
    """Whether pays of the main game's table can be tried without solving the game for each."""
    return tuned_case(make_case(game.id, template, rules)) == CHASE


def make_family(
    game: Game,
    wager: Wager,
    like: PayTable,
    hands: Sequence[str] | None = None,
    *,
    rules: MainRules | None = None,
    seats: int = 1,
) -> Family:
    """The family of a wager: the lines of a table in the box or file, or others by rarity."""
    if wager.looks_at == "table":
        raise InputError(
            f"The {wager.name} looks at every hand on the table: tables for it are not designed, "
            "and longsuit analyze prices one."
        )
    template = like
    if hands is not None:
        if like.meters:
            raise InputError("The lines of a progressive are those of the table it is like.")
        template = replace(like, lines=tuple(PayLine(hand) for hand in hands))
    designed = [
        line.hand
        for line in template.lines
        if line.meter is None and (line.pays > 0 or hands is not None)
    ]
    if not designed:
        raise InputError(f"Paytable {like.id} has no line with a pay to design.")
    _check_hands(template, wager, designed)
    chosen = rules or game.rules
    if wager in game.by_table:
        if wager.unmatched != "push" or not _is_free(game, template, chosen):
            raise InputError(
                f"The {wager.name} is part of the main game of {game.name}, whose best play may "
                "change with its pays: tables for it are not designed, and --xtra prices one."
            )
        return _xtra_family(game, wager, template, designed, chosen)
    return _priced_family(game, wager, template, designed, chosen, seats)


def _check_hands(template: PayTable, wager: Wager, designed: list[str]) -> None:
    for hand in designed:
        line = PayLine(hand)
        words = hand.partition("-card ")[2]
        if wager.hands != "any" and not words.startswith(wager.hands):
            raise InputError(f"The {wager.name} does not pay for '{hand}'.")
        if line.fits(Shape(wager.shortest - 1, 0, 0)):
            raise InputError(f"The {wager.name} pays for {wager.shortest} cards or more.")
    probe = _probe(template, designed)
    for line in dead_lines(probe, wager):
        raise InputError(
            f"The line '{line.hand}' would never pay, for lines above it take all its hands."
        )


def _probe(template: PayTable, designed: list[str]) -> PayTable:
    """The table with the least pays that fall from line to line."""
    plain = [Line(hand, *[_ZERO] * 6) for hand in designed]
    return with_pays(template, plain, range(len(designed), 0, -1))


def _priced_family(
    game: Game,
    wager: Wager,
    template: PayTable,
    designed: list[str],
    rules: MainRules,
    seats: int,
) -> Family:
    probe = _probe(template, designed)
    priced = price(probe, seats=seats)
    unit = _unit(template)
    to_one = template.basis == "to 1"
    lines: list[Line] = []
    below: Fraction | None = None
    meters = {meter.id: Fraction(meter.seed, 100) for meter in template.meters}
    for one in priced.lines:
        if one.line.meter is not None:
            held = meters[one.line.meter] * one.line.share
            below = held if below is None else min(below, held)
            continue
        chance = one.probability
        first, second = _raise(probe, one.line)
        envy = chance * one.line.envy * (seats - 1)
        lines.append(
            Line(
                one.line.hand,
                hits=chance,
                back=(chance if to_one else _ZERO) + envy,
                rate=chance * first / unit,
                # To 1 the net result is p in place of -1; for 1 it is p over the wager, less 1.
                square=chance * second / unit**2,
                cross=_ZERO if to_one else -2 * chance * first / unit,
                flat=-chance if to_one else _ZERO,
                below=below,
            )
        )
    paid = sum(
        (line.gain(pay) for line, pay in zip(lines, range(len(lines), 0, -1), strict=True)), _ZERO
    )
    hits = priced.hit_frequency - sum((line.hits for line in lines), _ZERO)
    return Family(game, wager, rules, seats, template, tuple(lines), priced.house_edge + paid, hits)


def _raise(table: PayTable, line: PayLine) -> tuple[Fraction, Fraction]:
    """What dynamic draws multiply a pay by on average, and its square (PRG-14)."""
    if not line.dynamic:
        return Fraction(1), Fraction(1)
    dynamic_lines = sum(bool(other.dynamic) for other in table.lines)
    drawn = Fraction(sum(table.dynamic_lines), 2) / dynamic_lines
    ratios = _ratios(line)
    first = sum(ratios, _ZERO) / len(ratios)
    second = sum((ratio * ratio for ratio in ratios), _ZERO) / len(ratios)
    return 1 + drawn * (first - 1), 1 + drawn * (second - 1)


def _xtra_family(
    game: Game, wager: Wager, template: PayTable, designed: list[str], rules: MainRules
) -> Family:
    """The X-tra Bonus: won with the main game, whose best play its pays do not change."""
    plain = [Line(hand, *[_ZERO] * 6) for hand in designed]
    ones = with_pays(template, plain, [1] * len(designed))
    nothing = with_pays(template, plain, [0] * len(designed))
    if not xtra_is_free(make_case(game.id, ones, rules)):
        raise InputError(
            "With these rules the best play depends on the X-tra pays, so they cannot be designed."
        )
    paid, unpaid = (solve(game.id, xtra=table, rules=rules) for table in (ones, nothing))
    lines = tuple(_xtra_line(hand, ones, paid, unpaid) for hand in designed)
    return Family(game, wager, rules, 1, template, lines, unpaid.house_edge, _ZERO)


def _xtra_line(hand: str, ones: PayTable, paid: Solution, unpaid: Solution) -> Line:
    """With net result m before it, a pay p makes the square m² + 2 m p + p²."""
    won, with_net = 0, _ZERO
    for ending, deals in unpaid.endings.items():
        line = ones.line_for(Shape(ending[1], 0, 0))
        if line is not None and line.hand == hand and paid.net(ending) > unpaid.net(ending):
            won += deals
            with_net += deals * unpaid.net(ending)
    chance = Fraction(won, unpaid.deals)
    return Line(
        hand,
        hits=chance,
        back=_ZERO,
        rate=chance,
        square=chance,
        cross=2 * with_net / unpaid.deals,
        flat=_ZERO,
    )
