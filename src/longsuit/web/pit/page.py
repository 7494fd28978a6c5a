"""The pit desk's pages: one for each tab, and only for those who have one."""

from collections.abc import Callable
from typing import NamedTuple

from nicegui import ui
from nicegui.element import Element
from starlette.requests import Request

from longsuit.floor.people.permissions import Deed
from longsuit.floor.service.floor import FloorDown, Visitor
from longsuit.floor.service.pit import Desk
from longsuit.floor.store.database import DatabaseError
from longsuit.floor.store.transactions import Unavailable
from longsuit.web.pit.approvals import Approvals
from longsuit.web.pit.audit import Audit
from longsuit.web.pit.jackpots import Jackpots
from longsuit.web.pit.log import LogPages
from longsuit.web.pit.meters import Meters
from longsuit.web.pit.papers import Papers
from longsuit.web.pit.parts import button
from longsuit.web.pit.register import RegisterTab
from longsuit.web.pit.reports import Reports
from longsuit.web.pit.staff import Staff
from longsuit.web.pit.staff_session import Sitting
from longsuit.web.pit.tab import TabPage
from longsuit.web.pit.tables import Tables
from longsuit.web.shell import frame, staff_only, words
from longsuit.web.visitor import guest_of, here

_TITLE = r"document.title = '%s' + document.title.replace(/^\(\d+ waiting\) /, '')"
_BEEP = """
const sound = new AudioContext(), tone = sound.createOscillator();
tone.connect(sound.destination); tone.frequency.value = 880;
tone.start(); tone.stop(sound.currentTime + 0.4); tone.onended = () => sound.close();
"""
_SECONDS = 1.0
"""Between two looks at the floor."""
_FOR = "The pit desk is for supervisors, auditors and admins."
_OVER = "Your session has ended, or your role has changed."


class Tab(NamedTuple):
    """A tab, and what whoever sees it may do."""

    path: str
    name: str
    deed: Deed
    make: Callable[[Sitting], TabPage]


TABS = (
    Tab("tables", "Tables", "view.public", Tables),
    Tab("approvals", "Approvals", "view.terminal", Approvals),
    Tab("jackpots", "Jackpots", "report.read", Jackpots),
    Tab("meters", "Meters", "report.read", Meters),
    Tab("register", "Register", "register.read", RegisterTab),
    Tab("staff", "Staff", "person.read", Staff),
    Tab("reports", "Reports", "report.read", Reports),
    Tab("papers", "Papers", "view.public", Papers),
    Tab("audit", "Audit", "audit.run", Audit),
    Tab("log", "Log", "log.read", LogPages),
)
_DEEDS_OF_THE_DESK: tuple[Deed, ...] = ("report.read", "person.read")
"""Who may do neither has nothing to look for at the desk."""


def tabs_of(visitor: Visitor | None) -> list[Tab]:
    """The tabs that somebody has."""
    if visitor is None:
        return []
    floor = here().floor
    if all(floor.refusal(visitor, deed) for deed in _DEEDS_OF_THE_DESK):
        return []
    return [tab for tab in TABS if floor.refusal(visitor, tab.deed) is None]


def add() -> None:
    """Set up the desk."""
    desk = Desk(here().floor)

    @ui.page("/pit")
    @ui.page("/pit/{tab}")
    async def pit(request: Request, tab: str = "tables") -> None:
        guest = guest_of(request)
        visitor = await guest.visitor()
        tabs = tabs_of(visitor)
        chosen = next((one for one in tabs if one.path == tab), None)
        with frame("Pit desk", visitor, wide=chosen is not None):
            if chosen is None or visitor is None:
                _told(_FOR if not tabs else "There is no such tab for your role.")
                return
            content = ui.element("div").classes("pit")
            with content:
                await _Desk(Sitting(guest, visitor, desk), tabs, chosen, content).begin()


class _Desk:
    """One page of the desk, kept up to date until the session ends."""

    def __init__(self, sitting: Sitting, tabs: list[Tab], chosen: Tab, content: Element) -> None:
        self._sitting, self._content = sitting, content
        self._waiting: Callable[[int], None] = lambda _: None
        self._known = 0
        """How many jackpots waited when it was last looked."""
        self._sound = False
        words("h1", "Pit desk").classes("ls-hidden")
        with ui.element("nav").props('aria-label="Pit desk"').classes("pit-tabs"):
            for tab in tabs:
                self._link(tab, current=tab is chosen)
        self._cut = words("p", "The floor does not answer; trying again.").classes("cut")
        self._cut.props('role="status"').set_visibility(False)
        self._alarm = words("p", "").classes("cut").props('role="alert"')
        self._tab = chosen.make(sitting)
        if any(tab.path == "approvals" for tab in tabs):
            self._sound_words = words("span", "Sound: off")
            self._sound_words.move(button("", self._switch_sound))

    def _link(self, tab: Tab, *, current: bool) -> None:
        link = ui.element("a").props(f'href="/pit/{tab.path}"')
        if current:
            link.props('aria-current="page"')
        with link:
            words("span", tab.name)
            if tab.path == "approvals":
                count = words("span", "").classes("pit-count")
                count.set_visibility(False)

                def show(number: int) -> None:
                    count.text = f"{number} waiting"
                    count.set_visibility(number > 0)

                self._waiting = show

    def _switch_sound(self) -> None:
        """A jackpot that comes to wait is heard only where somebody asks for it."""
        self._sound = not self._sound
        self._sound_words.text = f"Sound: {'on' if self._sound else 'off'}"

    def _alert(self, waiting: int) -> None:
        """The tab's badge, the page's title and, if it is switched on, a sound."""
        self._waiting(waiting)
        if waiting == self._known:
            return
        more, self._known = waiting > self._known, waiting
        ui.run_javascript(_TITLE % (f"({waiting} waiting) " if waiting else ""))
        if more and self._sound:
            ui.run_javascript(_BEEP)

    async def begin(self) -> None:
        """Look for the first time, and from now on by itself."""
        await self._look()
        self._timer = ui.timer(_SECONDS, self._tick, immediate=False)

    async def _tick(self) -> None:
        try:
            await self._look_again()
        except (DatabaseError, FloorDown, Unavailable):
            # What is shown stays, and is looked for again.
            self._cut.set_visibility(True)
        else:
            self._cut.set_visibility(False)

    async def _look_again(self) -> None:
        if await self._sitting.is_over():
            self._timer.deactivate()
            self._content.clear()
            with self._content:
                _told(_OVER)
            return
        await self._look()

    async def _look(self) -> None:
        await self._tab.tick()
        self._alert(self._sitting.desk.how_many_wait())
        alarms = self._sitting.desk.alarms()
        self._alarm.text = " ".join(alarms)
        self._alarm.set_visibility(bool(alarms))


def _told(said: str) -> None:
    ui.html(staff_only(said), sanitize=False)
