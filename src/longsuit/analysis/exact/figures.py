"""The figures that documents print, beside our own: the first thing a test lab looks at."""

from collections.abc import Callable
from fractions import Fraction

from msgspec import Struct

from longsuit.analysis.exact.pricing import price
from longsuit.analysis.exact.solver import solve
from longsuit.core.games.catalog import any_wager, find_game, find_paytable


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
    return price(find_paytable(definition, any_wager(wager), paytable)).house_edge


class Printed(Struct, frozen=True):
    """A figure as a document prints it, and how it is counted here."""

    what: str
    printed: str
    source: str
    command: str
    """Shows our own."""
    count: Callable[[], Fraction]


_LETTER_2016 = "Washington letter, 2016"
_LETTER_2020 = "Washington letter, 2020"
_EARLIER = "earlier analysis"
PRINTED: tuple[Printed, ...] = (
    Printed(
        "Chase the Flush, X-tra A",
        "2.39%",
        _LETTER_2016,
        "longsuit analyze ctf --xtra A",
        lambda: _main("A"),
    ),
    Printed(
        "Chase the Flush, X-tra B",
        "2.29%",
        _LETTER_2016,
        "longsuit analyze ctf --xtra B",
        lambda: _main("B"),
    ),
    Printed(
        "Same Suit A",
        "5.67%",
        _LETTER_2016,
        "longsuit analyze ctf --wager same-suit --paytable A",
        lambda: _wager("ctf", "same-suit", "A"),
    ),
    Printed(
        "Same Suit B",
        "8.46%",
        _LETTER_2016,
        "longsuit analyze ctf --wager same-suit --paytable B",
        lambda: _wager("ctf", "same-suit", "B"),
    ),
    Printed(
        "STAX paytable 1",
        "21.91%",
        _LETTER_2020,
        "longsuit analyze ctf --wager stax",
        lambda: _wager("ctf", "stax", "STAX-1"),
    ),
    Printed(
        "X-tra A, loss in Antes",
        "0.0239067",
        _EARLIER,
        "longsuit analyze ctf",
        lambda: _main("A"),
    ),
    Printed(
        "X-tra A, Antes wagered",
        "3.564878",
        _EARLIER,
        "longsuit analyze ctf",
        lambda: solve("chase-the-flush", xtra="A").average_wager,
    ),
    Printed(
        "High Card Flush",
        "2.66%",
        _EARLIER,
        "longsuit analyze hcf",
        lambda: solve("high-card-flush").house_edge,
    ),
)


def figures() -> list[Figure]:
    """Every printed figure with ours."""
    return [Figure(one.what, one.printed, one.source, one.count()) for one in PRINTED]


def as_markdown(table: list[Figure]) -> str:
    """The figures as a table for the documentation."""
    lines = ["| figure | printed | ours | exactly |", "|---|---|---|---|"]
    for figure in table:
        places = 9 if figure.exact < 1 else 6
        decimal = f"{round(figure.exact * 10**places) / 10**places:.{places}f}"
        exact = f"{figure.exact.numerator}/{figure.exact.denominator}"
        lines.append(f"| {figure.what} | {figure.printed} | {decimal} | {exact} |")
    return "\n".join(lines)
