"""How far the tests go: a short form in every run, all of it in `make quality`.

LONGSUIT_TESTS=full is the long form. LONGSUIT_SEED sets the seed of everything that is random.
"""

import os
import random
from typing import TypeVar

from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

T = TypeVar("T")

EXTENTS = ("short", "full")
EXTENT = os.environ.get("LONGSUIT_TESTS", "short")
SEED = int(os.environ.get("LONGSUIT_SEED", "20260131"))
if EXTENT not in EXTENTS:
    raise ValueError(f"LONGSUIT_TESTS is one of {', '.join(EXTENTS)}, not {EXTENT}")


def extent(short: T, full: T) -> T:
    """What this run asks for."""
    return full if EXTENT == "full" else short


def set_examples() -> None:
    """Hypothesis finds the same examples in every run, others at full length, however slowly.

    It also tries what is written in the modules loaded by then, unless their folder is called
    "tests": so what it finds would depend on the order, and on where the files lie.
    """
    if extent(True, False):
        vars(providers)["_get_local_constants"] = Constants
    settings.register_profile(
        "longsuit",
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
        derandomize=extent(True, False),
        database=None,
        print_blob=True,
    )
    settings.load_profile("longsuit")


def chance(name: str) -> random.Random:
    """The chance of one test, apart from that of every other."""
    return random.Random(f"{SEED} {name}")
