"""The figures that documents print, beside our own: the first thing a test lab looks at."""

from collections.abc import Callable
from fractions import Fraction

from msgspec import Struct

from longsuit.analysis.exact.pricing import price
from longsuit.analysis.exact.solver import solve
from longsuit.core.games.catalog import find_game, find_paytable
from longsuit.core.wagers import find_wager


class Figure(Struct, frozen=True):
    """A figure as printed, and as it comes out exactly."""

    what: str
    printed: str
    source: str
    exact: Fraction

    @property
    def agrees(self) -> bool:
        """Whether the exact figure, rounded as the printed one, is the printed one."""
        return rounded_like(self.exact, self.printed) == self.printed


def rounded_like(value: Fraction, printed: str) -> str:
    """The value with as many decimals as the printed figure, as a percentage if it is one."""
    percent = printed.endswith("%")
    places = len(printed.removesuffix("%").partition(".")[2])
    scaled = round(value * (100 if percent else 1) * 10**places)
    whole, rest = divmod(scaled, 10**places)
    return f"{whole}.{rest:0{places}d}" + "%" * percent


def _main(xtra: str) -> Fraction:
    return solve("chase-the-flush", xtra=xtra).house_edge


def _wager(game: str, wager: str, paytable: str) -> Fraction:
    definition = find_game(game)
    return price(find_paytable(definition, find_wager(wager), paytable)).house_edge


_LETTER_2016 = "Washington letter, 2016"
_LETTER_2020 = "Washington letter, 2020"
_PRINTED: tuple[tuple[str, str, str, Callable[[], Fraction]], ...] = (
    ("Chase the Flush, X-tra A", "2.39%", _LETTER_2016, lambda: _main("A")),
    ("Chase the Flush, X-tra B", "2.29%", _LETTER_2016, lambda: _main("B")),
    ("Same Suit A", "5.67%", _LETTER_2016, lambda: _wager("ctf", "same-suit", "A")),
    ("Same Suit B", "8.46%", _LETTER_2016, lambda: _wager("ctf", "same-suit", "B")),
    ("STAX paytable 1", "21.91%", _LETTER_2020, lambda: _wager("ctf", "stax", "STAX-1")),
    ("X-tra A, loss in Antes", "0.0239067", "earlier analysis", lambda: _main("A")),
    (
        "X-tra A, Antes wagered",
        "3.564878",
        "earlier analysis",
        lambda: solve("chase-the-flush", xtra="A").average_wager,
    ),
    (
        "High Card Flush",
        "2.66%",
        "earlier analysis",
        lambda: solve("high-card-flush").house_edge,
    ),
)


def figures() -> list[Figure]:
    """Every printed figure with ours."""
    return [Figure(what, printed, source, exact()) for what, printed, source, exact in _PRINTED]


def as_markdown(table: list[Figure]) -> str:
    """The figures as a table for the documentation."""
    lines = ["| figure | printed | ours | exactly |", "|---|---|---|---|"]
    for figure in table:
        places = 9 if figure.exact < 1 else 6
        decimal = f"{round(figure.exact * 10**places) / 10**places:.{places}f}"
        exact = f"{figure.exact.numerator}/{figure.exact.denominator}"
        lines.append(f"| {figure.what} | {figure.printed} | {decimal} | {exact} |")
    return "\n".join(lines)
