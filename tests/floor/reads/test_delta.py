"""Changes between views: applied to what was they give what is, in Python and in the browser."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from tests.extent import chance

from longsuit.floor.reads.delta import diff

SCRIPT = Path(__file__).parents[2] / "web" / "scripts" / "delta.test.js"


def applied(value: Any, change: Any) -> Any:
    """The browser's `changed`, as plainly as it can be said."""
    if isinstance(change, list):
        return change[0]
    if isinstance(value, (list, tuple)):
        items = dict(enumerate(value))
        items |= {int(at): applied(items.get(int(at)), inner) for at, inner in change.items()}
        return [items[at] for at in sorted(items)]
    kept = {key: one for key, one in value.items() if change.get(key) != []}
    news = {key: inner for key, inner in change.items() if inner != []}
    return kept | {key: applied(value.get(key), inner) for key, inner in news.items()}


class Values:
    """Values of JSON such as views are made of."""

    def __init__(self, name: str) -> None:
        self.chance = chance(name)

    def any(self, depth: int = 3) -> Any:
        pick = self.chance.randrange(10 if depth else 6)
        if pick < 6:
            return self.chance.choice([None, True, False, 0, 1, 2, "", "Ah", "2c", [], {}])
        if pick < 8:
            values = [self.any(depth - 1) for _ in range(self.chance.randrange(4))]
            return values if pick == 6 else tuple(values)
        return {key: self.any(depth - 1) for key in "abcd" if self.chance.random() < 0.6}

    def near(self, value: Any) -> Any:
        """One that differs here and there."""
        if self.chance.random() < 0.15:
            return self.any()
        if isinstance(value, (list, tuple)):
            longer = [self.any(1)] if self.chance.random() < 0.2 else []
            return [*(self.near(one) for one in value), *longer]
        if isinstance(value, dict):
            return {key: self.near(one) for key, one in value.items() if self.chance.random() < 0.9}
        return value


def exactly(value: Any) -> str:
    """As text: in Python True is 1."""
    return json.dumps(value, sort_keys=True)


def cases() -> list[tuple[Any, Any, Any]]:
    values = Values("deltas")
    found = []
    for _ in range(400):
        before = {"view": values.any()}
        after = values.near(before) if values.chance.random() < 0.8 else {"view": values.any()}
        found.append((before, diff(before, after), after))
    return found


def test_a_change_leads_from_one_value_to_the_other() -> None:
    for before, change, after in cases():
        assert exactly(applied(before, change)) == exactly(after), (before, change)


def test_nothing_is_said_where_nothing_changed() -> None:
    values = Values("same")
    for _ in range(100):
        value = values.any()
        assert diff(value, json.loads(exactly(value))) == {}
    assert diff(1, True) == [True]
    assert diff(
        {"seats": [{"stack": 1}, {"stack": 2}]}, {"seats": [{"stack": 1}, {"stack": 3}]}
    ) == {"seats": {"1": {"stack": [3]}}}


def test_the_browser_applies_them_as_well(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        return
    told = tmp_path / "deltas.json"
    told.write_text(json.dumps(cases()), encoding="utf-8")
    env = {**os.environ, "LONGSUIT_DELTAS": str(told)}
    run = [node, "--test", "--test-reporter=tap", str(SCRIPT)]
    done = subprocess.run(run, env=env, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0 and "# pass 3" in done.stdout, done.stdout
