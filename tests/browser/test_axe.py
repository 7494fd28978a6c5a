"""axe-core finds no serious fault on any page, at either width, in light and in dark."""

from pathlib import Path
from typing import Any

import axe_core_python
import pytest
from playwright.sync_api import Page
from tests.browser.conftest import Watched

AXE = (Path(axe_core_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
PAGES = ("/", "/sign-in", "/table/chase", "/table/high-card", "/sign/chase", "/lab")
STAFF_PAGES = ("/terminal/live", "/terminal/dealt")


def faults(page: Page) -> list[str]:
    page.evaluate(AXE)
    found: dict[str, Any] = page.evaluate("axe.run()")
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:160] for node in one['nodes'][:3]]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (360, True)])
def test_pages_for_everyone(watched: Watched, width: int, dark: bool) -> None:
    for path in PAGES:
        page = watched.open(path, width=width, dark=dark)
        page.wait_for_load_state("networkidle")
        assert faults(page) == [], path


def test_pages_for_the_staff(watched: Watched) -> None:
    page = watched.open("/", width=1024)
    watched.sign_in(page, "Dee")
    for path in STAFF_PAGES:
        page.goto(path)
        page.get_by_role("button", name="START ROUND").wait_for()
        assert faults(page) == [], path
