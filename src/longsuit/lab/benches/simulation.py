"""Rounds played out by best play, beside the exact value."""

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from longsuit.analysis.report.content import Bars, Chart, Tone
from longsuit.lab.bench import Bench, Values
from longsuit.lab.benches.game import EACH_GAME, GAME
from longsuit.lab.fields import Field, Raw
from longsuit.lab.figures import Figures, Table, Tell, Tile, draw, make_table

if TYPE_CHECKING:
    from longsuit.analysis.simulate.result import Simulation

_SESSION = 100
"""Rounds of a session."""
_BARS = 24
_STEPS = (2500, 5000, 10000, 20000, 50000)
_SURE = 1.96


def _fields(_raw: Raw) -> tuple[Field, ...]:
    return (
        GAME,
        Field("rounds", "Rounds", "1000000", bounds=(1_000, 50_000_000)),
        Field("seed", "Seed", "1", bounds=(0, 2**31)),
    )


def _count(values: Values, tell: Tell) -> Figures:
    from longsuit.analysis.simulate import simulate

    rounds = int(values["rounds"])
    tell(0, rounds, "solving best play")
    found = simulate(
        values["game"],
        rounds=rounds,
        seed=int(values["seed"]),
        session=_SESSION,
        told=lambda done, total: tell(done, total, f"{done:,} rounds"),
    )
    low, high = (found.mean + sign * _SURE * found.standard_error for sign in (-1, 1))
    exact, off = found.long_run.exact, found.long_run.errors_off
    assert exact is not None and off is not None and found.sessions is not None
    side = "below" if off < 0 else "above"
    sessions = Counter(dict(found.sessions.results))
    return Figures(
        tiles=(
            Tile(
                "Mean, Antes a round", f"{found.mean:+.5f}", f"95% from {low:+.5f} to {high:+.5f}"
            ),
            Tile("Exact", f"{float(exact):+.5f}", f"mean {abs(off):.2f} standard errors {side}"),
            Tile("Standard deviation, Antes", f"{found.standard_deviation:.4f}"),
        ),
        said=("Simulation checks the exact figures; it doesn't replace them.",),
        tables=(_figures(found, low, high), _sessions(sessions)),
        pictures=(draw(_chart(sessions)),),
    )


def _figures(found: "Simulation", low: float, high: float) -> Table:
    exact = found.long_run.exact
    rows = [
        ("Rounds", (f"{found.rounds:,}", str(found.rounds))),
        ("Mean, Antes", (f"{found.mean:+.6f}", str(found.mean))),
        ("Standard error", (f"{found.standard_error:.6f}", str(found.standard_error))),
        ("95% from", (f"{low:+.6f}", str(low))),
        ("95% to", (f"{high:+.6f}", str(high))),
        ("Exact mean", (f"{float(exact or 0):+.6f}", str(exact))),
        ("Standard deviation", (f"{found.standard_deviation:.6f}", str(found.standard_deviation))),
    ]
    return make_table("figures", "Simulated and exact", ("Figure", "Value"), rows)


def _sessions(sessions: Counter[int]) -> Table:
    every = sum(sessions.values())
    rows = [
        (
            (f"{cents / 100:+,.2f}", str(Fraction(cents, 100))),
            (f"{count:,}", str(count)),
            (f"{100 * count / every:.3f}%", str(Fraction(count, every))),
        )
        for cents, count in sorted(sessions.items())
    ]
    return make_table(
        "sessions",
        f"Sessions of {_SESSION} rounds at a $5 Ante",
        ("Ahead by, $", "Sessions", "Share"),
        rows,
    )


def _chart(sessions: Counter[int]) -> Chart:
    every = sum(sessions.values())
    for step in _STEPS:
        bins: Counter[int] = Counter()
        for cents, count in sessions.items():
            bins[cents // step] += count
        shown = [at for at, count in bins.items() if count * 1000 >= every] or list(bins)
        places = range(min(shown), max(shown) + 1)
        if len(places) <= _BARS:
            break
    shares = [Fraction(bins[at], every) for at in places]
    tones: tuple[Tone, ...] = tuple("lose" if at < 0 else "win" for at in places)
    return Chart(
        "sessions-chart",
        f"Sessions of {_SESSION} rounds at a $5 Ante, by what they came to",
        f"From ${min(sessions) / 100:,.0f} to ${max(sessions) / 100:,.0f}, in steps of "
        f"${step / 100:,.0f}; each bar is named by its lower end.",
        Bars(
            tuple(f"{at * step // 100:,}" for at in places),
            tuple(shares),
            tuple(f"{float(share):.1%}" for share in shares),
            tones,
            "share of sessions",
        ),
    )


SIMULATION = Bench(
    "simulation",
    "Simulation",
    "Rounds played out by best play, beside the exact value.",
    _fields,
    _count,
    live=False,
    examples=EACH_GAME,
)
