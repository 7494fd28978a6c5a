"""Prices kept between runs: a strategy of Chase the Flush takes seconds to play over every deal.

What is kept is the count of deals by ending, of the strategy and of best play beside it, under a
digest of all that it depends on: the strategy's own arrays or rules, the rules and pays of the
game, and the code that counts. A file that cannot be read or written is as good as none.
"""

import json
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import json as packed
from numpy.typing import NDArray

from longsuit.analysis.exact.case import Case, make_case
from longsuit.analysis.exact.payoffs import OUTCOMES
from longsuit.analysis.exact.solution import Solution, endings
from longsuit.analysis.exact.solver import solve_case
from longsuit.analysis.exact.strategy import Strategy
from longsuit.analysis.strategies.price import Priced, count_endings
from longsuit.analysis.strategies.rules import RuleList
from longsuit.analysis.strategies.tabulation import tabulate
from longsuit.core.games.game import MainRules
from longsuit.core.paytable import PayTable

Ints = NDArray[np.int64]
_MOST_KEPT = 200
_CODE = (
    "facts.py",
    "kernels/every_deal.py",
    "kernels/every_hand.py",
    "price.py",
    "rules.py",
    "tables.py",
    "tabulation.py",
    "words.py",
)


def priced(
    strategy: Strategy, *, xtra: str | PayTable | None = None, rules: MainRules | None = None
) -> Priced:
    """The price of a compiled strategy, from what is kept if it is there."""
    parts = [json.dumps(strategy.about, sort_keys=True).encode()]
    for name, array in sorted(strategy.arrays.items()):
        parts += [name.encode(), np.ascontiguousarray(array).tobytes()]
    return _price(make_case(strategy.game.id, xtra, rules), parts, lambda: strategy)


def price_rules(
    rules: RuleList, *, xtra: str | PayTable | None = None, variant: MainRules | None = None
) -> Priced:
    """The price of a rule list, which need not be tabulated if its price is kept."""
    case = make_case(rules.definition.id, xtra, variant)
    decided = [(name, [rule.text for rule in listed]) for name, listed in rules.decisions.items()]
    parts = [json.dumps(decided).encode()]
    return _price(case, parts, lambda: tabulate(rules, case.rules))


def _price(case: Case, parts: Iterable[bytes], make: Callable[[], Strategy]) -> Priced:
    common = [_code(), packed.encode(case.rules), case.game.id.encode()]

    def kept(counts: Ints) -> Solution:
        return Solution(case, endings(counts))

    solver = _digest([*common, packed.encode(case.payoffs)])
    best = kept(_kept(solver, lambda: _best_counts(solve_case(case))))
    own = kept(_kept(_digest([*common, *parts]), lambda: count_endings(make(), case.rules)))
    if own.deals != best.deals:
        # What is kept is not of every deal, so it is not believed.
        own = kept(count_endings(make(), case.rules))
    return Priced(own, best)


def _best_counts(best: Solution) -> Ints:
    """Best play in the form in which it is kept."""
    counts = np.zeros((1 + max(action for action, *_ in best.endings), 8, 2, 3), np.int64)
    for (action, length, qualifies, outcome), deals in best.endings.items():
        counts[action, length, int(qualifies), OUTCOMES.index(outcome)] = deals
    return counts


def _kept(digest: str, count: Callable[[], Ints]) -> Ints:
    """The counts that are kept under a digest; else counted now, and kept."""
    found = _load().get(digest)
    if found is not None:
        return np.array(found, np.int64)
    counts = count()
    _keep(digest, counts.tolist())
    return counts


def _digest(parts: Iterable[bytes]) -> str:
    sums = sha256()
    for part in parts:
        sums.update(len(part).to_bytes(8, "big") + part)
    return sums.hexdigest()


@lru_cache
def _code() -> bytes:
    """The code that the counts come from."""
    house = Path(str(resources.files("longsuit")))
    own = [house / "analysis" / "strategies" / name for name in _CODE]
    exact = sorted((house / "analysis" / "exact").rglob("*.py"))
    return b"".join(path.read_bytes() for path in (*own, *exact, house / "core" / "ranking.py"))


def kept_file() -> Path:
    """Where prices are kept: among the user's caches."""
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "longsuit" / "strategy-prices.json"


def _load() -> dict[str, Any]:
    try:
        found = json.loads(kept_file().read_text(encoding="utf-8"))
    except (OSError, ValueError, RuntimeError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {key: entry[0] for key, entry in found.items() if _is_whole(key, entry)}


def _is_whole(key: str, entry: object) -> bool:
    """Whether an entry is as it was written: counts, and a sum over them and what they are of."""
    if not isinstance(entry, list) or len(entry) != 2 or entry[1] != _seal(key, entry[0]):
        return False
    try:
        counts = np.array(entry[0])
    except ValueError:
        return False
    return bool(counts.dtype == np.int64 and counts.shape[1:] == (8, 2, 3) and (counts >= 0).all())


def _seal(key: str, counts: object) -> str:
    return sha256(f"{key} {json.dumps(counts)}".encode()).hexdigest()


def _keep(digest: str, counts: list[Any]) -> None:
    """Add a price, whole or not at all; the oldest go when there are many."""
    path = kept_file()
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    known = list((_load() | {digest: counts}).items())[-_MOST_KEPT:]
    sealed = {key: [one, _seal(key, one)] for key, one in known}
    with suppress(OSError, RuntimeError):
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(json.dumps(sealed), encoding="utf-8")
        beside.replace(path)
