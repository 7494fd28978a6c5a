"""What the tabs have in common: whoever sits there, what they ask for, and what comes of it."""

from collections.abc import Awaitable, Callable, Sequence

from longsuit.core.refusals import Refused
from longsuit.floor.people.permissions import Deed
from longsuit.floor.service.floor import Visitor
from longsuit.web.pit.parts import Field, Form, Said, Values
from longsuit.web.pit.staff_session import Sitting, Work


class TabPage:
    """A tab of the desk."""

    _said: Said

    def __init__(self, sitting: Sitting) -> None:
        self._sitting, self._context, self._floor = sitting, sitting.context, sitting.floor
        self._form = Form()

    async def tick(self) -> None:
        """Look again, once a second; what is made when it is asked for has nothing to look at."""

    async def _do(self, work: Work, deed: Deed | None = None) -> None:
        """Do something at once, and tell why it cannot be done."""
        if said := await self._sitting.act(work, deed):
            self._said.tell(said, bad=True)

    def _ask(
        self,
        title: str,
        fields: Sequence[Field],
        button: str,
        work: Callable[[Visitor, Values], Awaitable[str | Refused]],
        deed: Deed | None = None,
        changed: Callable[[Values], Sequence[Field]] | None = None,
    ) -> None:
        """Open a form. What it asks for is done for whoever sends it, as they are then."""

        async def then(values: Values) -> str:
            return await self._sitting.act(lambda visitor: work(visitor, values), deed)

        self._form.open(title, fields, button, then, changed)

    async def _tell(self, done: str) -> str:
        """Tell what has been done, and look again."""
        self._said.tell(done)
        await self.tick()
        return ""
