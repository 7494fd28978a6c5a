"""The school: drills for players and dealers. It needs no account."""

from nicegui import ui
from starlette.requests import Request

from longsuit.school.marks import Tally
from longsuit.web.shell import frame, words
from longsuit.web.train.certificate import CertificateForm
from longsuit.web.train.dealers import DealerDrill
from longsuit.web.train.histories import OwnRounds
from longsuit.web.train.players import PlayerDrill
from longsuit.web.train.terminal import TerminalSchool
from longsuit.web.visitor import guest_of


def add() -> None:
    """Open the school."""

    @ui.page("/train")
    async def train(request: Request) -> None:
        ui.colors(primary="#2f9e74")
        guest = guest_of(request)
        visitor = await guest.visitor()
        with frame("School", visitor):
            words("h1", "School")
            words("p", "Drills on real hands, judged by the exact value of each choice.").classes(
                "ls-quiet-text"
            )
            with ui.tabs().props("no-caps align=left") as tabs:
                players, dealers, terminal = map(ui.tab, ("Players", "Dealers", "Terminal"))
            tallies: dict[str, Tally] = {}
            with ui.tab_panels(tabs, value=players).classes("lab-panels"):
                with ui.tab_panel(players):
                    drill = PlayerDrill(guest)
                    OwnRounds(guest, drill.learn)
                with ui.tab_panel(dealers):
                    DealerDrill(guest, tallies)
                with ui.tab_panel(terminal):
                    school = TerminalSchool(visitor, tallies)
                    CertificateForm(visitor, tallies, school)
