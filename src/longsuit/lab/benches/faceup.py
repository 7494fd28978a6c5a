"""Face up and exposed cards: what it is worth to see them, and what an operator should do."""

from collections.abc import Callable
from fractions import Fraction

from longsuit.analysis.numbers import percent
from longsuit.core.games.catalog import GAMES, game_by_id
from longsuit.lab.bench import Bench, Values
from longsuit.lab.benches.game import ALONE, GAME, game_of
from longsuit.lab.fields import Field, Raw, chosen
from longsuit.lab.figures import Figures, Place, Tell, Tile, make_table

_HANDS, _EACH = "hands", "each"
_SURE = 1.96
_DEALER = {
    "card": "One of the dealer's cards",
    "rank": "Its rank alone",
    "suit": "Its suit alone",
    "colour": "Its colour alone",
}
_BOARD = {"flop-card": "A flop card in advance", "turn-card": "A turn or river card in advance"}


def _fields(raw: Raw) -> tuple[Field, ...]:
    game = game_of(raw)
    kinds = {_HANDS: "Other players' hands", **_DEALER, **(_BOARD if game.board else {})}
    seen = Field("seen", "What is seen", _HANDS, options=tuple(kinds.items()), restarts=True)
    if chosen(seen, raw) != _HANDS:
        return GAME, seen
    seats = [(_EACH, "each number of hands")]
    seats += [(str(n), f"{n} other hand{'s' * (n > 1)}") for n in range(1, game.seats)]
    most = 5_000 if game.board else 1_000_000
    return (
        GAME,
        seen,
        Field("hands", "Hands seen", _EACH, options=tuple(seats)),
        Field(
            "deals", "Deals sampled, each", "1000" if game.board else "100000", bounds=(100, most)
        ),
        Field("seed", "Seed", "1", bounds=(0, 2**31)),
    )


def _count(values: Values, tell: Tell) -> Figures:
    return _studied(values, tell) if values["seen"] == _HANDS else _exposed(values, tell)


def _studied(values: Values, tell: Tell) -> Figures:
    from longsuit.analysis.faceup import study

    game = game_by_id(values["game"])
    asked = values["hands"]
    numbers = list(range(1, game.seats)) if asked == _EACH else [int(asked)]
    deals = int(values["deals"])

    def told(before: int) -> Callable[[int, int], None]:
        return lambda done, total: tell(
            before * total + done, len(numbers) * total, f"{numbers[before]} other hands"
        )

    found = [
        study(
            game.id,
            number,
            deals=deals,
            seed=int(values["seed"]),
            threads=1,
            practical=True,
            progress=told(at),
        )
        for at, number in enumerate(numbers)
    ]
    blind = found[0].blind
    rows: list[tuple[str | Place, ...]] = [
        ("none", _percent(blind), ("", ""), ("exact", ""), ("", ""), "the house")
    ]
    for one in found:
        rule = one.practical
        rows.append(
            (
                str(one.seats),
                _measured(one.value),
                _measured(one.gain),
                (f"{one.standard_error:.3%}", str(one.standard_error)),
                _measured(rule.value) if rule else ("", ""),
                _edge(one.value, one.standard_error),
            )
        )
    last = found[-1]
    return Figures(
        tiles=(
            Tile("Nothing seen", percent(blind), "of an Ante, exact"),
            Tile(
                f"{last.seats} other hands seen",
                f"{last.value:+.3%}",
                f"± {_SURE * last.standard_error:.3%}, 95% confidence",
            ),
            Tile("Gain", f"{last.gain:+.3%}", f"{last.deals:,} deals"),
        ),
        said=tuple(_conclusion([(one.seats, one.value, one.standard_error) for one in found])),
        tables=(
            make_table(
                "hands-seen",
                "The player's result, in % of an Ante",
                ("Other hands seen", "Best play", "Gain", "Standard error", "A rule by suit counts",
                 "Has the edge"),
                rows,
                note="Each deal is valued exactly; only the deals are sampled.",
            ),
        ),
    )  # fmt: skip


def _conclusion(found: list[tuple[int, float, float]]) -> list[str]:
    """What it means for who runs the table."""
    safe = [n for n, value, error in found if value + _SURE * error < 0]
    lost = [n for n, value, error in found if value - _SURE * error > 0]
    said = []
    if safe:
        hands = f"{max(safe)} other hand{'s' * (max(safe) > 1)}"
        said.append(f"For the operator: with {hands} in sight the house keeps its edge.")
    if lost:
        hands = f"{min(lost)} other hand{'s' * (min(lost) > 1)}"
        said.append(
            f"For the operator: with {hands} in sight a player who computes has the edge. "
            "Keep a seat free, or deal face down."
        )
    if unsure := sorted({n for n, _, _ in found} - {*safe, *lost}):
        said.append(
            f"Too close to say with {', '.join(map(str, unsure))} other hands: sample more deals."
        )
    return said


def _edge(value: float, error: float) -> str:
    if abs(value) < _SURE * error:
        return "too close to say"
    return "the player" if value > 0 else "the house"


def _percent(value: Fraction) -> Place:
    return percent(value), str(value)


def _measured(value: float) -> Place:
    return f"{value:+.3%}", str(value)


def _exposed(values: Values, tell: Tell) -> Figures:
    from longsuit.analysis.exact.case import make_case
    from longsuit.analysis.faceup.exposure import expose

    kind = values["seen"]
    found = expose(
        make_case(values["game"]),
        (kind,),
        threads=1,
        progress=lambda done, total: tell(done, total, "counting every deal"),
    )
    value = found.values[kind]
    gain = value - found.blind
    name = {**_DEALER, **_BOARD}[kind]
    said = (
        "For the operator: the player has the edge. This card must never be seen."
        if value > 0
        else "For the operator: the house keeps an edge, a smaller one."
    )
    return Figures(
        tiles=(
            Tile("Nothing seen", percent(found.blind), "of an Ante"),
            Tile(name, percent(value), str(value)),
            Tile("Gain", f"+{percent(gain)}", str(gain)),
        ),
        said=(said,),
        tables=(
            make_table(
                "exposure",
                "The player's result, of an Ante",
                ("Seen", "Best play", "Gain"),
                [("nothing", _percent(found.blind), ""), (name, _percent(value), _percent(gain))],
                note="Counted over every deal.",
            ),
        ),
    )


FACE_UP = Bench(
    "face-up",
    "Face up",
    "What seeing other hands or one card is worth, and what the operator should do.",
    _fields,
    _count,
    live=False,
    examples=(
        (f"game={ALONE.id}", f"{ALONE.name}, face up"),
        ("", f"{GAMES[0].name}, face up"),
        (f"game={ALONE.id}&seen=card", f"{ALONE.name}, one of the dealer's cards"),
    ),
)
