"""A real Chromium before a real floor. Every page is watched: no error, no other host."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from longsuit.floor.people.identity import Role
from longsuit.floor.store.database import open_database
from longsuit.floor.store.people_rows import add_person

PASSWORD = "correct horse battery"
PIN = "482915"
PATIENCE = 180_000
"""Milliseconds: a busy machine may take its time, and nothing here measures it."""
expect.set_options(timeout=PATIENCE)
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The same engine; without the windows that nobody sees it takes a third of the time."""
_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
STAFF: dict[str, Role] = {
    "Dee": "dealer",
    "Sue": "supervisor",
    "Aud": "auditor",
    "Ada": "admin",
    "Ann": "player",
    "Bob": "player",
}

DEALT_FROM = "04" * 32
"""Every shuffle is made from it: a table's rounds are the same in every run, whatever ran before.

With it nobody wins a jackpot in the first fifteen rounds of a table: the celebration would cover
what a test looks at.
"""
CONFIG = """
[house]
requests_a_minute = 0
pages_a_minute = 0
commands_a_minute = 0
guest_commands_a_minute = 0
name = "The Long Room"
legal_maximum = "none"
[[table]]
id = "chase"
name = "Chase the Flush"
game = "ctf"
must_hit = {}
[[table]]
id = "high-card"
name = "High Card Flush"
game = "hcf"
paytables = { progressive = "PT-PRG-HCF-MLP-03" }
[[table]]
id = "live"
name = "On felt"
game = "ctf"
mode = "live"
approval = 400
must_hit = {}
[[table]]
id = "wall"
name = "By the wall"
game = "ctf"
mode = "live"
approval = 400
[[table]]
id = "refusals"
name = "Refusals"
game = "ctf"
mode = "live"
approval = 400
[[table]]
id = "door"
name = "By the door"
game = "hcf"
mode = "live"
approval = 0
[[table]]
id = "envy"
name = "Envy"
game = "hcf"
mode = "live"
approval = 0
paytables = { progressive = "PT-BJS-HCF-SF-E04" }
[[table]]
id = "late"
name = "Late"
game = "ctf"
mode = "live"
approval = 1200
[[table]]
id = "raised"
name = "Raised"
game = "hcf"
mode = "live"
approval = 1200
paytables = { progressive = "PT-PRG-HCF-D01a" }
links = { main = "harbour main" }
[[table]]
id = "raised2"
name = "By the harbour"
game = "hcf"
mode = "live"
approval = 1200
paytables = { progressive = "PT-PRG-HCF-D01a" }
links = { main = "harbour main" }
[[table]]
id = "round"
name = "A round"
game = "ctf"
mode = "live"
approval = 0
[[table]]
id = "tray"
name = "Tray"
game = "ctf"
mode = "live"
approval = 0
[[table]]
id = "free"
name = "Free"
game = "ctf"
mode = "dealt"
approval = 1200
[[table]]
id = "dealt"
name = "Dealt"
game = "ctf"
mode = "dealt"
approval = 400
must_hit = { seed = 500, by = "500.30" }
"""

# A table of its own for each test that leaves one in the middle of a round.
for _number in range(1, 7):
    CONFIG += f'[[table]]\nid = "own{_number}"\ngame = "{"hcf" if _number == 3 else "ctf"}"\n'
for _name in ("words", "kept", "chips", "seated"):
    CONFIG += f'[[table]]\nid = "{_name}"\ngame = "ctf"\n'
CONFIG += '[[table]]\nid = "clock"\ngame = "ctf"\naction_seconds = 2\n'


class Site:
    """A floor that runs, at an address; it can be ended and started again."""

    def __init__(
        self,
        folder: Path,
        config: str = CONFIG,
        pace: str = "quick",
        seed: str = DEALT_FROM,
        database: str = "",
        words: str = "counted",
    ) -> None:
        self._how = [pace, seed, words]
        self.database = database or str(folder / "floor.db")
        self._config = folder / "floor.toml"
        self._config.write_text(config)
        self._port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        child = Path(__file__).with_name("child.py")
        asked = [sys.executable, str(child), self.database, str(self._config)]
        asked += [str(self._port), *self._how]
        self._process = subprocess.Popen(asked, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("{"):
                self._port = json.loads(line)["port"]
                return
        raise AssertionError("the floor did not start")

    def loaded(self) -> str:
        """The libraries that the server has loaded, where the system tells."""
        assert self._process is not None
        told = Path(f"/proc/{self._process.pid}/maps")
        return told.read_text() if told.exists() else ""

    def workers(self) -> set[int]:
        """The processes that it has started, where the system tells."""
        assert self._process is not None
        told = Path(f"/proc/{self._process.pid}/task").glob("*/children")
        return {int(pid) for one in told for pid in one.read_text().split()}

    def end(self) -> None:
        """No test has any more use for it; what it ran is told where that is measured."""
        assert self._process is not None
        if "COVERAGE_PROCESS_CONFIG" in os.environ:
            self._process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(PATIENCE / 1000)
        self.kill()

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


def add_staff(site: Site) -> None:
    database = open_database(site.database)
    for name, role in STAFF.items():
        add_person(database, name, role, PASSWORD, time.time_ns() // 1000)
    add_person(database, "Pia", "dealer", PIN, time.time_ns() // 1000)
    database.dispose()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    found = Site(tmp_path_factory.mktemp("site"))
    found.start()
    add_staff(found)
    yield found
    found.end()


def launch(playwright: Playwright) -> Browser:
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert path is not None, "the tests need Chromium (on Debian: apt install chromium)"
    return playwright.chromium.launch(executable_path=path, args=_FLAGS)


# A browser for each file: while Playwright runs, no other test of its process may start a loop.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = launch(playwright)
        yield found
        found.close()


_SHOWN_AROUND = "if (origin !== 'null') localStorage.setItem('longsuit-guided', 'yes')"


class Watched:
    """Pages whose faults are noted."""

    def __init__(self, browser: Browser, site: Site) -> None:
        self._browser, self.site = browser, site
        self.faults: list[str] = []
        self.hosts: set[str] = set()
        self._contexts: list[BrowserContext] = []

    def open(
        self,
        path: str,
        *,
        who: str = "",
        width: int = 1280,
        height: int = 800,
        dark: bool = False,
        moving: bool = False,
        newcomer: bool = False,
        touch: bool = False,
    ) -> Page:
        """A page in a browser of its own, as another person has it.

        Without motion unless asked, and as somebody who has been shown around. `who` has signed in:
        the form for it, which `sign_in` fills, costs three pages.
        """
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            reduced_motion="no-preference" if moving else "reduce",
            has_touch=touch,
            base_url=self.site.address,
        )
        if not newcomer:
            context.add_init_script(_SHOWN_AROUND)
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        if who:
            said = {"name": who, "password": PASSWORD}
            assert context.request.post("/api/sessions", data=said).status == 201, who
        page = context.new_page()
        page.on("console", lambda said: self._hear(said.type, said.text))
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", lambda asked: self.hosts.add(urlsplit(asked.url).netloc))
        page.goto(path)
        return page

    def _hear(self, kind: str, text: str) -> None:
        # That a line was cut, the browser says by itself.
        if kind == "error" and "net::ERR_" not in text and "WebSocket connection" not in text:
            self.faults.append(text)

    def sign_in(self, page: Page, name: str) -> None:
        page.goto("/sign-in")
        page.get_by_label("Name").fill(name)
        page.get_by_label("Password or PIN").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("button", name="Sign out").wait_for()

    def close(self) -> None:
        for context in self._contexts:
            context.close()


_SETTLED = """() => {
    const words = document.body.innerText.replace(/[0-9]/g, "").trim();
    const now = performance.now();
    if (words !== window.wordsSeen) Object.assign(window, { wordsSeen: words, seenSince: now });
    return words.length > 0 && now - window.seenSince > 300;
}"""


def wait_until_settled(page: Page) -> None:
    """Its words have come, and stay. The line of a page that lives is never quiet for long."""
    page.wait_for_function(_SETTLED)


_AT_REST = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    const ends = (one) => Number.isFinite(one.effect.getComputedTiming().endTime);
    const moves = document.getAnimations().filter(ends);
    await Promise.allSettled(moves.map((one) => one.finished));
}"""


def wait_until_at_rest(page: Page) -> None:
    """Cards and chips lie where they are to lie; what moves for ever is not waited for."""
    page.evaluate(_AT_REST)


@contextmanager
def watching(browser: Browser, site: Site) -> Iterator[Watched]:
    """Pages of a floor; at the end none has found fault, or asked another host for anything."""
    found = Watched(browser, site)
    yield found
    found.close()
    assert not found.faults, found.faults
    assert {host for host in found.hosts if host} == {urlsplit(site.address).netloc}


@pytest.fixture
def watched(browser: Browser, site: Site) -> Iterator[Watched]:
    with watching(browser, site) as found:
        yield found


@pytest.fixture
def watched_alone(browser: Browser, tmp_path: Path) -> Iterator[Watched]:
    """On a floor of its own, for a test that kills it."""
    site = Site(tmp_path)
    site.start()
    add_staff(site)
    try:
        with watching(browser, site) as found:
            yield found
    finally:
        site.end()
