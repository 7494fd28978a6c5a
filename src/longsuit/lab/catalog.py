"""Every bench, in the order of the page."""

from longsuit.core.errors import InputError
from longsuit.core.plain_number import shorten
from longsuit.lab.bench import Bench
from longsuit.lab.benches.design import DESIGN
from longsuit.lab.benches.faceup import FACE_UP
from longsuit.lab.benches.game_file import GAME_FILE
from longsuit.lab.benches.hand import HAND
from longsuit.lab.benches.record import RECORD
from longsuit.lab.benches.rules import RULES
from longsuit.lab.benches.sheet import SHEET
from longsuit.lab.benches.simulation import SIMULATION
from longsuit.lab.benches.strategy import STRATEGY
from longsuit.lab.benches.wager import WAGER

BENCHES: dict[str, Bench] = {
    bench.id: bench
    for bench in (
        *(RULES, STRATEGY, HAND, WAGER, DESIGN, FACE_UP),
        *(SIMULATION, RECORD, SHEET, GAME_FILE),
    )
}


def find_bench(name: str) -> Bench:
    """The bench of that name."""
    if name not in BENCHES:
        raise InputError(f"There is no bench '{shorten(name)}'; there are: {', '.join(BENCHES)}.")
    return BENCHES[name]
