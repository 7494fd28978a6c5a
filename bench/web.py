"""Pages: from a command to the other browser, page weight, the first card, a hundred who watch.

A floor with its pages runs in a process of its own, and two real browsers look at one table.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from cryptography.fernet import Fernet
from playwright.sync_api import Browser, Page, Response, sync_playwright
from tests.browser.conftest import BROWSERS, launch
from websockets.sync.client import ClientConnection, connect

from bench.measure import console, show
from longsuit.floor.secrets.keys import KEY_VARIABLE

CHANGES = 100
WATCHING = 100
_CHILD = Path(__file__).parent.parent / "tests" / "browser" / "child.py"
_SEEN = """(wanted) => new Promise((done) => {
    const seat = () => document.querySelectorAll(".seat")[5].classList.contains("empty");
    const now = () => performance.timeOrigin + performance.now();
    const look = () => (seat() === wanted ? done(now()) : setTimeout(look, 1));
    look();
})"""

_CLICKED = """() => addEventListener("click", (event) => {
    window.clicked = performance.timeOrigin + event.timeStamp;
}, true)"""


def run() -> None:
    """Every measurement of the pages."""
    if not any(map(shutil.which, BROWSERS)):
        console.print("The pages are measured in Chromium, and there is none here.")
        return
    os.environ.setdefault(KEY_VARIABLE, Fernet.generate_key().decode())
    with _floor() as address, sync_playwright() as playwright:
        browser = launch(playwright)
        _weight(browser, address)
        alone = _latency(browser, address)
        with _watching(address):
            crowd = _latency(browser, address)
        browser.close()
    rows = [
        (name, *(f"{1000 * value:.1f}" for value in (statistics.median(times), _last(times))))
        for name, times in (
            ("two browsers", alone[0]),
            ("with Playwright's own time", alone[1]),
            (f"and {WATCHING} who watch", crowd[0]),
            ("with Playwright's own time", crowd[1]),
        )
    ]
    show("From a command to the other browser's page", rows, "who looks", "median ms", "99th ms")


def _last(times: list[float]) -> float:
    return sorted(times)[round(0.99 * (len(times) - 1))]


@contextmanager
def _floor() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        asked = [sys.executable, str(_CHILD), str(Path(folder) / "floor.db"), "", "0"]
        process = subprocess.Popen(asked, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        port = next(json.loads(line)["port"] for line in process.stdout if line.startswith("{"))
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            process.kill()
            process.wait()


def _open(browser: Browser, address: str) -> Page:
    page = browser.new_context(base_url=address).new_page()
    page.goto("/table/chase")
    page.locator(".seat").first.wait_for()
    return page


def _weight(browser: Browser, address: str) -> None:
    """All that a first visit loads, and how long until the first seat and the first card."""
    page = browser.new_context(base_url=address).new_page()
    answers: list[Response] = []

    def keep(answer: Response) -> None:
        answers.append(answer)

    page.on("response", keep)
    start = time.perf_counter()
    page.goto("/table/high-card")
    page.get_by_role("button", name="Sit at seat 1").wait_for()
    ready = time.perf_counter() - start
    page.get_by_role("button", name="Sit at seat 1").click()
    page.get_by_role("group", name="Your wagers").wait_for()
    page.keyboard.press("a")
    start = time.perf_counter()
    page.keyboard.press("p")
    page.locator(".place-cards svg").first.wait_for()
    card = time.perf_counter() - start
    sizes = [one.request.sizes()["responseBodySize"] for one in answers if one.ok]
    row = (
        f"{len(sizes)}",
        f"{sum(sizes) / 1000:,.0f}",
        f"{1000 * ready:,.0f}",
        f"{1000 * card:,.0f}",
    )
    headings = ("requests", "kB", "ms to a seat", "ms from wagers to the first card")
    show("The first visit to a table", [row], *headings)


def _latency(browser: Browser, address: str) -> tuple[list[float], list[float]]:
    """One browser seats a robot and sends it away; the other's page shows it.

    From the click in the page, and from where Playwright is asked for it: it looks for two frames
    whether the button stands still.
    """
    here, there = _open(browser, address), _open(browser, address)
    here.get_by_role("button", name="Sit at seat 2").click()
    here.get_by_role("button", name="Robot at seat 6").wait_for()
    here.evaluate(_CLICKED)
    times: list[float] = []
    asked: list[float] = []
    for number in range(CHANGES):
        empty = bool(number % 2)
        name = "Send Robot 6 away" if empty else "Robot at seat 6"
        handle = there.evaluate_handle(f"() => ({{ seen: ({_SEEN})({json.dumps(empty)}) }})")
        button = here.get_by_role("button", name=name)
        button.wait_for()
        sent = time.time()
        button.click()
        seen = handle.evaluate("async (one) => await one.seen")
        times.append(seen / 1000 - here.evaluate("window.clicked") / 1000)
        asked.append(seen / 1000 - sent)
    here.get_by_role("button", name="Stand up").click()
    here.context.close()
    there.context.close()
    return times, asked


@contextmanager
def _watching(address: str) -> Iterator[None]:
    """A hundred feeds at the same table, each of a guest of its own."""
    sockets: list[ClientConnection] = []
    with httpx.Client(base_url=address) as client:
        for number in range(WATCHING):
            if number % 10 == 0:
                client.cookies.clear()
                token = client.post("/api/guests").json()["token"]
            header = {"Authorization": f"Bearer {token}"}
            where = address.replace("http", "ws") + "/api/tables/chase/feed"
            sockets.append(connect(where, additional_headers=header, max_queue=None))
    try:
        yield
    finally:
        for socket in sockets:
            socket.close()


if __name__ == "__main__":
    run()
