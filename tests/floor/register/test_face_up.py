"""The kept figures of face-up dealing are those of the study."""

import re
from pathlib import Path

import pytest

from longsuit.core.games.catalog import GAMES, game_by_id, games
from longsuit.core.games.game import Game
from longsuit.floor.config.settings import TableConfig
from longsuit.floor.register.face_up import face_up_cost
from longsuit.web.pit.table_form import table_fields

DOC = (Path(__file__).parents[3] / "docs" / "faceup.md").read_text(encoding="utf-8")
_ROW = re.compile(
    r"^\| (\d) other seats? \| [^|]+ \| \+([0-9.]+) \| ([0-9.]+) \|.*\| ([0-9,]+) \|$",
    re.MULTILINE,
)


@pytest.mark.rule("CON-4")
@pytest.mark.parametrize("game", [one.id for one in GAMES])
def test_every_figure_is_that_of_the_document(game: str) -> None:
    part = DOC.partition(f"| {game_by_id(game).name} | best play |")[2].partition("\n\n")[0]
    (blind,) = re.findall(r"^\| nothing seen \| (\S+) \|", part, re.MULTILINE)
    told = _ROW.findall(part)
    assert len(told) == game_by_id(game).seats - 1
    for others, gain, error, deals in told:
        cost = face_up_cost(game, int(others) + 1)
        assert cost is not None
        assert (cost.gain, cost.error, cost.blind) == (gain, error, blind)
        assert f"{cost.deals:,}" == deals
        assert f"`--error {cost.aim}`" in DOC
    assert face_up_cost(game, 1) is None


@pytest.mark.rule("CON-4")
@pytest.mark.parametrize(("seats", "gain"), [(None, "9.985"), (6, "9.985"), (4, "0.670")])
def test_the_form_says_what_face_up_costs_at_that_many_seats(seats: int | None, gain: str) -> None:
    config = TableConfig(id="T1", game="hcf", mode="dealt", seats=seats)
    notes = [one["label"] for one in table_fields(config, (), new=True) if one["kind"] == "note"]
    assert any(f"{gain}% of an Ante" in one and "names it" in one for one in notes)


@pytest.mark.parametrize("game", games()[len(GAMES) :], ids=lambda game: game.id)
def test_a_game_without_a_study_has_a_form_and_a_refusal(game: Game) -> None:
    assert face_up_cost(game.id, 4) is None
    fields = table_fields(TableConfig(id="T1", game=game.id), (), new=True)
    told = f"There is no study of {game.name} dealt face up. It takes approved controls"
    assert any(told in one["label"] for one in fields)
    offered = next(one["options"] for one in fields if one.get("name") == "game")
    assert dict(offered) == {one.id: one.name for one in games()}
