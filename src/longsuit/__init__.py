"""Longsuit deals, settles and prices the flush family of casino table games, exactly.

>>> import longsuit
>>> longsuit.solve("hcf").house_edge
Fraction(1348050875653, 50592437455560)

All that is meant to be imported is here; the rooms below may move. Nothing is loaded before it is
asked for, so the import itself takes no time.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from longsuit.version import __version__

if TYPE_CHECKING:
    from longsuit.analysis.exact.advice import Advice
    from longsuit.analysis.exact.pricing import Price
    from longsuit.analysis.exact.solution import Solution
    from longsuit.analysis.frame import Frame
    from longsuit.analysis.simulate.result import Simulation
    from longsuit.core.errors import InputError
    from longsuit.core.games.game import Game, MainRules
    from longsuit.core.paytable import PayTable
    from longsuit.core.progressive.terms import MustHit
    from longsuit.library.cards import Cards, cards
    from longsuit.library.catalog import game, games, paytables, strategies
    from longsuit.library.figures import (
        advise,
        design,
        faceup,
        par_sheet,
        price,
        price_strategy,
        simulate,
        solve,
    )
    from longsuit.library.play import Play, deal
    from longsuit.library.plots import plot

__all__ = [
    "Advice",
    "Cards",
    "Frame",
    "Game",
    "InputError",
    "MainRules",
    "MustHit",
    "PayTable",
    "Play",
    "Price",
    "Simulation",
    "Solution",
    "__version__",
    "advise",
    "cards",
    "deal",
    "design",
    "faceup",
    "game",
    "games",
    "par_sheet",
    "paytables",
    "plot",
    "price",
    "price_strategy",
    "simulate",
    "solve",
    "strategies",
]

_HOMES = {
    "longsuit.analysis.exact.advice": "Advice",
    "longsuit.analysis.exact.pricing": "Price",
    "longsuit.analysis.exact.solution": "Solution",
    "longsuit.analysis.frame": "Frame",
    "longsuit.analysis.simulate.result": "Simulation",
    "longsuit.core.errors": "InputError",
    "longsuit.core.games.game": "Game MainRules",
    "longsuit.core.paytable": "PayTable",
    "longsuit.core.progressive.terms": "MustHit",
    "longsuit.library.cards": "Cards cards",
    "longsuit.library.catalog": "game games paytables strategies",
    "longsuit.library.figures": (
        "advise design faceup par_sheet price price_strategy simulate solve"
    ),
    "longsuit.library.play": "Play deal",
    "longsuit.library.plots": "plot",
}
_HOME = {name: module for module, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    """Each name is loaded by who asks for it."""
    if name not in _HOME:
        raise AttributeError(f"module 'longsuit' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
