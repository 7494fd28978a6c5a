"""A dealer's certificate: asked for at the end of the drills, opened and printed by the pit."""

import datetime as dt
from html import escape

from fastapi import FastAPI
from nicegui.element import Element
from nicegui.events import GenericEventArguments
from starlette.requests import Request
from starlette.responses import Response

from longsuit.core.errors import InputError
from longsuit.floor.service.visitor import Visitor
from longsuit.school.certificate import PASS, Certificate, Part, certify, seal, unseal
from longsuit.school.marks import Tally
from longsuit.school.scripted_round import KINDS
from longsuit.school.terminal_drill import TITLES
from longsuit.version import __version__
from longsuit.web.page import plain_page
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


def add_page(app: FastAPI) -> None:
    """Certificates by their address; there is nothing to keep."""
    app.add_route("/train/certificate/{sealed}", _certificate)


async def _certificate(request: Request) -> Response:
    visitor = await guest_of(request).visitor()
    try:
        found = unseal(request.path_params["sealed"], *here().floor.every_digest)
    except InputError as error:
        said = f'<h1>Certificate</h1><p class="ls-said" role="alert">{escape(str(error))}</p>'
        return plain_page("Certificate", visitor, said)
    return plain_page("Certificate", visitor, _shown(found))


def _shown(found: Certificate) -> str:
    passed = f"passed ({float(PASS):.0%} or better in every drill)"
    return _PAPER.format(
        house=escape(here().floor.config.house.name),
        title="Dealer training certificate" if found.passed else "Dealer training record",
        name=escape(found.name),
        given="" if found.signed_in else "Name given by the trainee. ",
        day=f"{found.day:%d %B %Y}",
        result=passed if found.passed else "not passed yet",
        rows="".join(map(_row, found.parts)),
        rounds=escape(", ".join(found.rounds)),
        version=__version__,
    )


def _row(one: Part) -> str:
    taken = f"{one.seconds // 60} min {one.seconds % 60} s"
    cells = (one.drill, f"{one.right} of {one.asked}", f"{one.right / one.asked:.0%}", taken)
    return f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"


_PAPER = """<article class="ls-panel certificate"><p class="certificate-house">{house}</p>
<h1>{title}</h1><p class="certificate-name">{name}</p><p class="ls-quiet-text">{given}{day}</p>
<p>Result: {result}</p><table class="grid numbers"><thead><tr><th scope="col">Drill</th>
<th scope="col">Right</th><th scope="col">Share</th><th scope="col">Time</th></tr></thead>
<tbody>{rows}</tbody></table><p>Scripted rounds at the terminal: {rounds}.</p>
<div class="certificate-lines"><span>Dealer</span><span>Supervisor</span></div>
<p class="ls-quiet-text">Longsuit {version}. Only this house can make this address.</p></article>
<button type="button" class="ls-button main no-print" onclick="print()">Print</button>"""
