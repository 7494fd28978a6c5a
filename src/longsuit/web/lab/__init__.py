"""The lab: exact figures to play with, for mathematicians and the curious. It needs no account."""

from nicegui import ui
from starlette.requests import Request

from longsuit.web.lab import certificate, curves, faceup, hands, openings, pays, sheet, simulation
from longsuit.web.shell import frame, words
from longsuit.web.visitor import guest_of

_BENCHES = (
    ("Paytables", pays.show),
    ("Hands", hands.show),
    ("Openings", openings.show),
    ("Progressives", curves.show),
    ("Simulation", simulation.show),
    ("Face up", faceup.show),
    ("PAR sheets", sheet.show),
    ("Certificates", certificate.show),
)


def add() -> None:
    """Open the lab."""

    @ui.page("/lab")
    async def lab(request: Request) -> None:
        ui.colors(primary="#2f9e74")
        guest = guest_of(request)
        with frame("Lab", await guest.visitor()):
            words("h1", "Lab")
            words("p", "Every figure here is counted, not sampled, unless it says so.").classes(
                "ls-quiet-text"
            )
            with ui.tabs().props("no-caps outside-arrows mobile-arrows align=left") as tabs:
                found = [ui.tab(name) for name, _ in _BENCHES]
            # An address with a hand opens the bench for hands, which reads it.
            first = found[1] if "hole" in request.query_params else found[0]
            with ui.tab_panels(tabs, value=first).classes("lab-panels"):
                for tab, (_, show) in zip(found, _BENCHES, strict=True):
                    with ui.tab_panel(tab):
                        show(guest)
