"""The editor of a paytable in the lab: what it shows while a field does not read."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from nicegui import Client, ui
from nicegui.page import page

from longsuit.core.games.catalog import paytables
from longsuit.web.lab import pays
from longsuit.web.visitor import Guest

SAME_SUIT = next(table for table in paytables("chase-the-flush") if table.wager == "same-suit")


def test_figures_that_come_while_a_field_does_not_read_are_shown_dimmed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They are of the last table that read. Nothing is left to say that it is counting."""

    async def typed() -> tuple[str, bool]:
        counted: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        async def count(_editor: pays.Editor, _table: Any) -> Any:
            return await counted

        monkeypatch.setattr(pays.Editor, "_count", count)
        monkeypatch.setattr(ui, "timer", lambda *_args, **_options: None)
        with Client(page("/"), request=None) as client:
            editor = pays.Editor(Guest(None, ""), SAME_SUIT)  # type: ignore[arg-type]
            counting = asyncio.create_task(editor._work_out())
            await asyncio.sleep(0)
            await editor._change(SAME_SUIT.lines[-1].hand)(SimpleNamespace(value="abc"))
            counted.set_result(([], [("House edge", "1%", "1/100")]))
            await counting
            found = str(editor._figures), "lab-old" in editor._figures.classes
            client.delete()
            return found

    told, dimmed = asyncio.run(typed())
    assert "1%" in told and "Counting" not in told
    assert dimmed
