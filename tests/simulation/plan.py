"""What happens in one run, drawn from its seed: servers, tables, faults, who plays.

A plan is a list that can be made shorter: `shrink` leaves out what a failure does not need.
"""

import random

import msgspec
from msgspec import Struct

POINTS = ("read", "write", "write", "commit", "committed")
TABLES = ("C1", "C2", "H1", "L1", "L2", "P1")
"""Of `tests/floor/played.py`: C1, C2 and L1 share meters, one of which must hit; H1 and L2 share
theirs; C2 and L2 have the whole approval process; P1 runs by itself."""
FAULTS = ("crash", "cut", "stall", "slow", "clock", "full", "net", "kill")


class Fault(Struct, frozen=True):
    """Something that goes wrong."""

    kind: str
    at: float
    """Seconds from the start; those at a point wait for it."""
    server: int
    point: str = ""
    skip: int = 0
    """How often the point is passed before."""
    seconds: float = 0.0
    size: float = 0.0


class Plan(Struct, frozen=True):
    """One run."""

    seed: int
    servers: int
    """1 has SQLite to itself, more share a database."""
    tables: tuple[str, ...]
    drifts: tuple[float, ...]
    faults: tuple[Fault, ...]
    trouble_seconds: float
    calm_seconds: float
    commands: int
    """At each table at the most."""
    latency: float
    """How often a statement takes its time, and others come between."""
    together: float
    """How often people ask at once."""
    snapshot_every: int = 500
    """Records between two snapshots."""
    pages: tuple[tuple[str, str, float], ...] = ()
    """Who follows which table, and how slowly."""
    kept: int = 300
    """Records and messages at hand for pages."""
    words: float = 0.0
    """How often a player seals a word with their wagers."""
    witnesses: tuple[float, ...] = ()
    """When each begins; without one there are no checkpoints."""
    checkpoint_seconds: int = 60
    """The age of the last checkpoint at which there is another, while anything is written."""
    pace: float = 1.0
    """How much longer people take than those who never think."""
    look_seconds: float = 1.0
    """Between two looks of a witness."""
    moves: float = 0.0
    """How often money of meters is moved, or a meter retired, when a round might begin."""
    at_start: bool = False
    """Whether tables without a Must Hit meter add to their meters at START ROUND."""


def draw(seed: int) -> Plan:
    """The plan of a seed; each run has a few kinds of faults only, so that rare ones meet."""
    chance = random.Random(f"plan {seed}")
    servers = chance.choice((1, 2, 2, 3))
    count = chance.randint(1, 3)
    tables = tuple(sorted(chance.sample(TABLES, count)))
    # Apart, so that what was drawn before stays as it was.
    more = random.Random(f"more {seed}")
    pace = more.choice((1.0, 1.0, 8.0))
    trouble = chance.uniform(10, 60) * pace
    kinds = chance.sample(FAULTS, chance.randint(1, 4))
    faults = [
        _fault(chance, chance.choice(kinds), servers, trouble) for _ in range(chance.randint(1, 12))
    ]
    return Plan(
        seed,
        servers,
        tables,
        tuple(chance.choice((0.0, 0.0, chance.uniform(-0.01, 0.01))) for _ in range(servers)),
        tuple(sorted(faults, key=lambda one: one.at)),
        trouble,
        60.0,
        chance.randint(8, 40),
        chance.choice((0.02, 0.2, 1.0)),
        chance.choice((0.0, 0.3, 1.0)),
        chance.choice((3, 20, 500)),
        tuple(_page(chance, tables) for _ in range(chance.randint(0, 2))),
        chance.choice((4, 300)),
        more.choice((0.0, 0.3, 1.0)),
        tuple(
            more.choice((0.0, more.uniform(0, trouble))) for _ in range(more.choice((0, 0, 1, 2)))
        ),
        more.choice((2, 5, 20)),
        pace,
        more.choice((1.0, 5.0, 20.0)),
        random.Random(f"office {seed}").choice((0.0, 0.0, 0.1)),
        random.Random(f"start {seed}").choice((False, False, True)),
    )


def _page(chance: random.Random, tables: tuple[str, ...]) -> tuple[str, str, float]:
    table = chance.choice(tables)
    name = chance.choice(("", "Dee", f"Ann {table}"))
    return table, name, chance.choice((0.0, 0.0, 0.5, 3.0))


def _fault(chance: random.Random, kind: str, servers: int, until: float) -> Fault:
    at, server = chance.uniform(0, until), chance.randrange(servers)
    skip = chance.choice((0, chance.randrange(5), chance.randrange(40)))
    if kind in ("crash", "cut", "slow"):
        seconds = chance.choice((0.1, 1.0, 8.0))
        return Fault(kind, at, server, chance.choice(POINTS), skip, seconds)
    if kind == "stall":
        return Fault(kind, at, server, chance.choice(POINTS), skip, chance.uniform(0.5, 20))
    if kind == "clock":
        size = chance.choice((-1, 1)) * chance.choice((0.5, 20.0, 59.0, 3600.0))
        return Fault(kind, at, server, seconds=chance.uniform(1, 20), size=size)
    if kind == "full":
        return Fault(kind, at, server, seconds=chance.uniform(0.5, 10))
    if kind == "net":
        return Fault(
            kind, at, server, seconds=chance.uniform(2, 20), size=chance.uniform(0.05, 0.7)
        )
    return Fault("kill", at, server, seconds=chance.choice((0.1, 1.0, 8.0)))


def as_text(plan: Plan) -> str:
    """A plan as it is printed, and read again."""
    return msgspec.json.encode(plan).decode()


def read_plan(text: str) -> Plan:
    """The plan that `as_text` wrote."""
    return msgspec.json.decode(text, type=Plan)
