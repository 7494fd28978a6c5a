"""PAR sheets to take away: of any table in the box and any variant of the rules."""

import datetime as dt

from nicegui import ui

from longsuit.core.errors import InputError
from longsuit.core.games.catalog import BY_ID, paytables
from longsuit.core.games.game import Game
from longsuit.core.games.variants import read_rules
from longsuit.core.progressive.terms import MustHit
from longsuit.core.wagers import STAX
from longsuit.web.lab.fields import refuse
from longsuit.web.lab.run_panel import Bench
from longsuit.web.shell import words
from longsuit.web.visitor import Guest
from longsuit.workers.jobs import WriteSheet

_ALL, _NONE, _USUAL = "all", "none", ""
_UNQUALIFIED = {
    _USUAL: "as the game has it",
    "push": "Ante pushes",
    "win": "Ante wins",
    "play": "every wager is compared",
}
_TIES = {_USUAL: "as the game has it", "push": "push", "win": "win", "lose": "lose"}


def show(guest: Guest) -> None:
    """The bench."""
    words(
        "p",
        "The document a test lab wants: rules in force, paytables with digests, every line's "
        "combinations, volatility, how to reproduce it.",
    ).classes("ls-quiet-text")
    game = ui.select({one.id: one.name for one in BY_ID.values()}, label="Game")
    game.set_value(next(iter(BY_ID)))
    game.classes("lab-wide").props("outlined dense")
    body = ui.element("div").classes("lab-body")

    def lay_out() -> None:
        body.clear()
        with body:
            Form(guest, BY_ID[str(game.value)])

    game.on_value_change(lay_out)
    lay_out()


class Form:
    """What a sheet of one game may be about."""

    def __init__(self, guest: Guest, game: Game) -> None:
        self._guest, self._game = guest, game
        self._tables: dict[str, ui.select] = {}
        words("h3", "Paytables")
        with ui.element("div").classes("lab-fields"):
            for wager in game.wagers:
                if wager.basis is not None:
                    self._tables[wager.id] = self._table(wager.id, wager.name)
        words("h3", "Rules")
        with ui.element("div").classes("lab-fields"):
            self._qualifier = _field("Dealer's qualifier", "932, 9-high-3 or none")
            several = len(game.rules.decisions) > 1
            hint = "3,2,1 by decision" if several else "1,1,1,2,3,3 for 2 to 7 cards"
            self._multiples = _field("Bets in Antes", hint)
            self._unqualified = _choice("Dealer does not qualify", _UNQUALIFIED)
            self._ties = _choice("A tie", _TIES)
        with ui.element("div").classes("lab-row"):
            self._face_up = ui.checkbox("Cards face up")
            self._must_hit = ui.checkbox("Must Hit meter")
            self._must_hit.set_visibility(STAX in game.wagers)
            self._whole = ui.checkbox("What strategies and habits cost", value=True)
        with ui.element("div").classes("lab-row"):
            for ending in ("pdf", "html"):
                self._download(ending)

    def _table(self, wager: str, name: str) -> ui.select:
        boxed = {
            one.id: one.name if one.id in one.name else f"{one.id} {one.name}".strip()
            for one in paytables(self._game.id)
            if one.wager == wager
        }
        options = {_ALL: "All standard", **boxed}
        if wager not in self._game.mandatory:
            options[_NONE] = "not offered"
        return _choice(name, options)

    def job(self, ending: str) -> WriteSheet:
        """The sheet that is asked for."""
        for name, field in (("qualifier", self._qualifier), ("multiples", self._multiples)):
            field.error = None
            try:
                read_rules(self._game, **{name: str(field.value or "").strip()})
            except InputError as error:
                raise refuse(field, str(error)) from None
        picked = {wager: str(field.value) for wager, field in self._tables.items()}
        xtra = picked.pop("xtra", _ALL)
        return WriteSheet(
            ending=ending,
            game=self._game.id,
            xtra=None if xtra == _ALL else xtra,
            rules=read_rules(
                self._game,
                str(self._qualifier.value or "").strip(),
                str(self._multiples.value or "").strip(),
                str(self._unqualified.value or ""),
                str(self._ties.value or ""),
            ),
            paytables={w: [name] for w, name in picked.items() if name not in (_ALL, _NONE)},
            without=[wager for wager, name in picked.items() if name == _NONE],
            face_up=bool(self._face_up.value),
            must_hit=MustHit() if self._must_hit.value else None,
            in_short=not self._whole.value,
            date=dt.datetime.now(dt.UTC).date(),
        )

    def _download(self, ending: str) -> None:
        name = f"{self._game.id}-par.{ending}"

        async def run() -> None:
            made = await self._guest.work_out(self.job(f".{ending}"), bench.tell)
            ui.download.content(made, name)

        bench = Bench(ending.upper(), run)


def _field(name: str, hint: str) -> ui.input:
    return ui.input(name, placeholder=hint).props("outlined dense stack-label maxlength=40")


def _choice(name: str, options: dict[str, str]) -> ui.select:
    return ui.select(options, value=next(iter(options)), label=name).props("outlined dense")
