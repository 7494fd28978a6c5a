"""The exact figures of the games, for interactive use.

Amounts are whole cents; values and house edges are exact fractions of an Ante or of one unit
wagered. Invalid input raises `InputError` with one sentence.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Unpack

from longsuit.analysis.exact import advice, pricing, solver
from longsuit.analysis.exact.advice import Advice
from longsuit.analysis.exact.case import make_case
from longsuit.analysis.exact.pricing import Price
from longsuit.analysis.exact.solution import Solution
from longsuit.analysis.exact.tuned import tuned_case
from longsuit.core.errors import InputError
from longsuit.core.games.game import Game, MainRules
from longsuit.core.money import Cents
from longsuit.core.paytable import PayTable
from longsuit.core.plain_number import read_number
from longsuit.core.progressive.terms import MustHit
from longsuit.library.cards import CardsLike, cards
from longsuit.library.inputs import (
    GameLike,
    PayTableLike,
    Variant,
    game_of,
    must_hit_of,
    rules_of,
    table_of,
    tables_of,
    wager_of,
    xtra_of,
)

if TYPE_CHECKING:
    from longsuit.analysis.design.proposal import Design, Rank
    from longsuit.analysis.exact.strategy import Strategy
    from longsuit.analysis.faceup.study import Study
    from longsuit.analysis.report.content import ParSheet
    from longsuit.analysis.simulate.result import Simulation
    from longsuit.analysis.strategies.player_function import OwnStrategy
    from longsuit.analysis.strategies.price import Priced

PlayFunction = Callable[[Sequence[str], Sequence[str]], str]
"""Your own strategy: a function from the names of hole cards and board cards to an action."""


def solve(
    game: GameLike, *, xtra: PayTableLike | None = None, **variant: Unpack[Variant]
) -> Solution:
    """Solve a game: best play over every deal, with house edge, element of risk and distribution.

    >>> solve("hcf").house_edge
    Fraction(1348050875653, 50592437455560)
    >>> solve("hcf", ties="lose").house_edge > solve("hcf").house_edge
    True
    """
    found = game_of(game)
    rules = rules_of(found, variant)
    return solver.solve(found.id, xtra=xtra_of(found, xtra), rules=rules)


def advise(
    game: GameLike,
    hole: CardsLike,
    board: CardsLike = "",
    *,
    seen: CardsLike = "",
    dealer: CardsLike = "",
    bets: Sequence[int] = (),
    xtra: PayTableLike | None = None,
    **variant: Unpack[Variant],
) -> Advice:
    """Return the exact value of each action open to a hand, best first.

    `seen` are other cards known to be out of the deck, `dealer` cards the dealer is known to hold.
    In a game with several bets, `bets` are the Antes bet at each earlier decision.

    >>> advise("ctf", "Ah Kh 2d").best.action
    'bet_3x'
    """
    found = game_of(game)
    return advice.advise(
        found.id,
        cards(hole),
        cards(board),
        cards(seen),
        dealer=cards(dealer),
        bets=bets,
        xtra=xtra_of(found, xtra),
        rules=rules_of(found, variant),
    )


def price(
    game: GameLike,
    wager: str,
    paytable: PayTableLike | None = None,
    *,
    meters: Mapping[str, Cents] | None = None,
    base: Cents | None = None,
    seats: int = 1,
    must_hit: str | MustHit | None = None,
) -> Price:
    """Price a bonus or progressive wager; `meters` are the current amounts of its meters.

    >>> price("hcf", "flush-bonus", {7: 300, 6: 100, 5: 10, 4: 1}).house_edge
    Fraction(200861, 2572780)
    """
    found = game_of(game)
    table = table_of(found, wager_of(found, wager), paytable)
    if not 1 <= seats <= found.seats:
        raise InputError(f"{found.name} has 1 to {found.seats} seats.")
    terms = must_hit_of(must_hit)
    return pricing.price(table, meters=meters, base=base, seats=seats, must_hit=terms)


def price_strategy(
    game: GameLike,
    strategy: "str | PlayFunction",
    *,
    xtra: PayTableLike | None = None,
    **variant: Unpack[Variant],
) -> "Priced":
    """Return what a strategy costs against best play, counted over every deal.

    `strategy` is a built-in id, a file or, for a game without a board, a function. A function for a
    game with a board has too many hands to count (284 million on a river): use `simulate`.
    """
    from longsuit.analysis.strategies.player_function import OwnStrategy
    from longsuit.analysis.strategies.price_cache import priced

    found = game_of(game)
    rules, table = rules_of(found, variant), xtra_of(found, xtra)
    played = _strategy(found, strategy, table, rules)
    if isinstance(played, OwnStrategy):
        raise InputError(f"A function of {found.name} has too many hands to count: simulate it.")
    return priced(played, xtra=table, rules=rules)


def simulate(
    game: GameLike,
    rounds: int = 1_000_000,
    *,
    strategy: "str | PlayFunction" = "best",
    seed: int = 1,
    seats: int = 1,
    ante: Cents = 5_00,
    wagers: Mapping[str, Cents | None] | None = None,
    paytables: Mapping[str, PayTableLike] | None = None,
    must_hit: str | MustHit | None = None,
    bonus_cap: Cents = 0,
    session: int | None = None,
    bankroll: Cents | None = None,
    exact: bool = True,
    **variant: Unpack[Variant],
) -> "Simulation":
    """Simulate rounds and report each wager's result beside its exact value.

    `strategy` is ``"best"``, a built-in id, a file, or a function of hole cards and board such as
    ``lambda hole, board: "fold"``. `wagers` are additional wagers in cents (None for the usual
    amount). The same seed gives the same numbers on any number of cores.

    For a game without a specialised kernel only the main game is simulated, with ``"best"`` or as
    a ``"robot"`` plays it.
    """
    from longsuit.analysis.simulate import play
    from longsuit.analysis.simulate.main_game import simulate_main_game

    found = game_of(game)
    rules = rules_of(found, variant)
    robot, chosen = strategy == "robot", tables_of(found, paytables)
    given = next((chosen.get(wager.id) for wager in found.by_table), None)
    # A robot plays what cannot be solved, too: of such a game no case is made.
    table = None if robot else xtra_of(found, given)
    if robot or tuned_case(make_case(found.id, table, rules)) is None:
        others = (seats != 1, wagers, paytables, must_hit, bonus_cap, session, bankroll)
        if not (robot or strategy == "best") or any(others):
            raise InputError(
                f"{found.name} is simulated at one seat of the main game, with strategy 'best' or "
                "'robot'; other options do not apply."
            )
        return simulate_main_game(found, rules, rounds=rounds, seed=seed, robot=robot, ante=ante)
    return play.simulate(
        found.id,
        rounds=rounds,
        seed=seed,
        # A name is found by the simulation itself, which then says it.
        strategy=strategy
        if isinstance(strategy, str)
        else _strategy(found, strategy, table, rules),
        seats=seats,
        ante=ante,
        wagers=wagers,
        paytables=chosen,
        must_hit=must_hit_of(must_hit),
        bonus_cap=bonus_cap,
        rules=rules,
        session=session,
        bankroll=bankroll,
        exact=exact,
    )


def faceup(
    game: GameLike,
    seats: int = 0,
    *,
    dealer_cards: int = 0,
    deals: int | None = None,
    error: float | None = None,
    seed: int = 1,
    threads: int = 2,
    xtra: PayTableLike | None = None,
    **variant: Unpack[Variant],
) -> "Study":
    """Return what best play is worth to a player who sees other seats' cards or dealer cards.

    Each of `deals` random deals is valued exactly. Instead of a number of deals, `error` sets the
    standard error to reach, in Antes.
    """
    from longsuit.analysis.faceup.study import study

    found = game_of(game)
    return study(
        found.id,
        seats,
        deals=deals,
        error=error,
        seed=seed,
        threads=threads,
        dealer_cards=dealer_cards,
        xtra=xtra_of(found, xtra),
        rules=rules_of(found, variant),
    )


def design(
    game: GameLike,
    wager: str,
    edge: tuple[float | Fraction, float | Fraction],
    *,
    hit_frequency: tuple[float | Fraction, float | Fraction] | None = None,
    top: tuple[int, int] | None = None,
    like: PayTableLike | None = None,
    rank: "Rank" = "near",
    count: int = 10,
    seats: int = 1,
) -> "Design":
    """Find paytables of a wager with a house edge in the range `edge`, each priced exactly.

    >>> design("hcf", "flush-bonus", (0.04, 0.05), count=1).proposals[0].pays
    {'7-card flush': 200, '6-card flush': 150, '5-card flush': 8, '4-card flush': 1}
    """
    from longsuit.analysis.design.proposal import design as search
    from longsuit.analysis.design.target import Target

    found = game_of(game)
    chosen = wager_of(found, wager)
    target = Target(_span(edge), _span(hit_frequency) if hit_frequency else None, top)
    table = None if like is None else table_of(found, chosen, like)
    return search(found.id, chosen.id, target, like=table, rank=rank, count=count, seats=seats)


def par_sheet(
    game: GameLike,
    *,
    xtra: PayTableLike | None = None,
    without: Iterable[str] = (),
    seats: int = 1,
    meters: Mapping[str, Cents] | None = None,
    must_hit: str | MustHit | None = None,
    bonus_cap: Cents = 0,
    quick: bool = False,
    **variant: Unpack[Variant],
) -> "ParSheet":
    """Make the PAR sheet of a game; ``par_sheet("ctf").save("par.pdf")`` writes it."""
    from longsuit.analysis.report.sheet import par_sheet as build

    found = game_of(game)
    return build(
        found.id,
        xtra=xtra_of(found, xtra),
        rules=rules_of(found, variant),
        without=without,
        seats=seats,
        meters=meters,
        must_hit=must_hit_of(must_hit),
        bonus_cap=bonus_cap,
        quick=quick,
    )


def _strategy(
    game: Game, given: "str | PlayFunction", xtra: PayTable | None, rules: MainRules
) -> "Strategy | OwnStrategy":
    """What is named, or a function; one of a game without a board is asked for all its hands."""
    from longsuit.analysis.strategies.lookup import find_strategy
    from longsuit.analysis.strategies.player_function import OwnStrategy, tabulate_own

    if isinstance(given, str):
        return find_strategy(game.id, given, xtra=xtra, rules=rules)
    own = OwnStrategy(game, given, getattr(given, "__name__", "your function"), rules)
    return own if game.board else tabulate_own(own)


def _span(given: tuple[float | Fraction, float | Fraction]) -> tuple[Fraction, Fraction]:
    """Two shares; a decimal means what it is written as, not its nearest float."""
    read = [one if isinstance(one, Fraction) else read_number(repr(one)) for one in given]
    if len(read) != 2 or read[0] is None or read[1] is None:
        raise InputError("A target is the least and the most, such as (0.04, 0.05).")
    return read[0], read[1]
