"""Certificates: house edges that visitors check in their own browser."""

from nicegui import ui
from nicegui.element import Element

from longsuit.core.games.catalog import GAMES
from longsuit.web.shell import words

_ADDRESS = "/static/lab/{}.certificate"
_CERTIFICATES = tuple((game.name, game.id) for game in GAMES)


class CertificateCheck(Element, component="../static/lab/certificate.js"):
    """A certificate of the house, or a file, and the verdict of a checker that is not ours."""

    def __init__(self) -> None:
        super().__init__()
        self._props["certificates"] = [
            {"name": name, "address": _ADDRESS.format(file)} for name, file in _CERTIFICATES
        ]


def show() -> None:
    """The bench: nothing of it is worked out by the server."""
    words(
        "p",
        "The counts behind a house edge, checked by your own browser: 250 lines of JavaScript "
        "count them again from the rules, and share no code with what wrote them.",
    ).classes("ls-quiet-text")
    CertificateCheck()
    with ui.element("div").classes("lab-row"):
        for name, file in (*_CERTIFICATES, ("The checker", "")):
            address = _ADDRESS.format(file) if file else "/static/lab/certificate_check.js"
            words("a", name).props(f'href="{address}" download')
