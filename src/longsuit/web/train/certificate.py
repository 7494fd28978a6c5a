"""A dealer's certificate: asked for at the end of the drills, opened and printed by the pit."""

import datetime as dt

from nicegui import ui
from nicegui.element import Element
from nicegui.events import GenericEventArguments
from starlette.requests import Request

from longsuit.core.errors import InputError
from longsuit.floor.service.visitor import Visitor
from longsuit.school.certificate import PASS, Certificate, certify, seal, unseal
from longsuit.school.marks import Tally
from longsuit.school.scripted_round import KINDS
from longsuit.school.terminal_drill import TITLES
from longsuit.version import __version__
from longsuit.web.shell import frame, words
from longsuit.web.train.terminal import TerminalSchool
from longsuit.web.visitor import guest_of, here


class CertificateForm(Element, component="../static/train/certificate_form.js"):
    """A name, and the address of the certificate."""

    def __init__(
        self, visitor: Visitor | None, tallies: dict[str, Tally], school: TerminalSchool
    ) -> None:
        super().__init__()
        self._name = visitor.name if visitor is not None and not visitor.guest else ""
        self._tallies, self._school = tallies, school
        self._props["name"] = self._name
        self.on("certify", self._certify)

    def _certify(self, event: GenericEventArguments) -> None:
        rounds = {TITLES[kind]: kind in self._school.done for kind in KINDS}
        given = event.args if isinstance(event.args, str) else ""
        day = dt.datetime.fromtimestamp(here().now() / 1e6, dt.UTC).date()
        try:
            found = certify(
                self._name or given,
                self._tallies,
                rounds,
                signed_in=bool(self._name),
                day=day,
            )
        except InputError as error:
            self._props |= {"said": str(error), "address": ""}
        else:
            sealed = seal(found, here().floor.keyed_digest)
            self._props |= {"said": "", "address": f"/train/certificate/{sealed}"}
        self.update()


def add() -> None:
    """Certificates by their address; there is nothing to keep."""

    @ui.page("/train/certificate/{sealed}")
    async def shown(request: Request, sealed: str) -> None:
        visitor = await guest_of(request).visitor()
        with frame("Certificate", visitor):
            try:
                found = unseal(sealed, here().floor.keyed_digest)
            except InputError as error:
                words("h1", "Certificate")
                words("p", str(error)).classes("ls-said").props("role=alert")
                return
            _show(found)


def _show(found: Certificate) -> None:
    house = here().floor.config.house.name
    with ui.element("article").classes("ls-panel certificate"):
        words("p", house).classes("certificate-house")
        words("h1", "Dealer training certificate" if found.passed else "Dealer training record")
        words("p", found.name).classes("certificate-name")
        given = "" if found.signed_in else "Name given by the trainee. "
        words("p", f"{given}{found.day:%d %B %Y}").classes("ls-quiet-text")
        passed = f"passed ({float(PASS):.0%} or better in every drill)"
        words("p", f"Result: {passed if found.passed else 'not passed yet'}")
        _parts(found)
        words("p", f"Scripted rounds at the terminal: {', '.join(found.rounds)}.")
        with ui.element("div").classes("certificate-lines"):
            words("span", "Dealer")
            words("span", "Supervisor")
        words("p", f"Longsuit {__version__}. Only this house can make this address.").classes(
            "ls-quiet-text"
        )
    button = words("button", "Print").classes("ls-button main no-print").props('type="button"')
    button.on("click", js_handler="() => window.print()")


def _parts(found: Certificate) -> None:
    with ui.element("table").classes("grid numbers"):
        with ui.element("thead"), ui.element("tr"):
            for name in ("Drill", "Right", "Share", "Time"):
                words("th", name).props("scope=col")
        with ui.element("tbody"):
            for one in found.parts:
                with ui.element("tr"):
                    words("td", one.drill)
                    words("td", f"{one.right} of {one.asked}")
                    words("td", f"{one.right / one.asked:.0%}")
                    words("td", f"{one.seconds // 60} min {one.seconds % 60} s")
