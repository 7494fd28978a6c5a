"""A floor's own games: in its log for good, whatever becomes of the files (decisions/0037)."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import structlog
from tests.floor.playing import DealtTable, running, until
from tests.own_game import NO_DEALER, TEXT, write_game

from longsuit.core.errors import InputError
from longsuit.core.games import catalog
from longsuit.floor.audit.findings import Broken
from longsuit.floor.audit.games_stream import GamesReplay
from longsuit.floor.audit.run import AuditReport, audit
from longsuit.floor.config.settings import read_config
from longsuit.floor.log.packed import encode_events
from longsuit.floor.log.record import SCHEMA, Head
from longsuit.floor.own_games.events import BY_START, GAMES, LARGEST_GAME, GameBrought, brought
from longsuit.floor.store.backup import backup
from longsuit.floor.store.database import open_database, open_to_read
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.game_rows import note_games
from longsuit.floor.store.records import append
from longsuit.floor.store.redaction import writing

CONFIG = """
games = ["mine.toml"]
[house]
legal_maximum = "none"
anonymous_seats = true
[[table]]
id = "M1"
game = "mine"
mode = "dealt"
approval = "none"
"""


@pytest.fixture(autouse=True)
def no_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As in a process that has not heard of any."""
    monkeypatch.setattr(catalog, "_own", {})
    yield


def forget() -> None:
    """As if the process began anew."""
    catalog._own.clear()


def write_floor(folder: Path) -> Path:
    write_game(folder)
    (folder / "floor.toml").write_text(CONFIG)
    return folder / "floor.toml"


def play(database: str, config: Path, rounds: int) -> None:
    with running(database, read_config(config)) as floor:
        table = DealtTable(floor, "M1", {2: "Ann", 5: "Bob"}, 100_000)
        table.play(rounds)


def audited(database: str) -> AuditReport:
    """As another process audits it."""
    forget()
    engine = open_to_read(database)
    found = audit(Log(engine), workers=1)
    engine.dispose()
    return found


def test_its_rounds_are_played_and_audited_without_the_file(database: str, tmp_path: Path) -> None:
    config = write_floor(tmp_path)
    play(database, config, 3)
    (tmp_path / "mine.toml").unlink()
    found = audited(database)
    assert (found.clean, found.fault) == (True, "")
    assert (found.settlements, found.shuffles) == (3, 3)


def test_a_game_without_a_dealer_is_played_and_audited(tmp_path: Path) -> None:
    """Folds, one bet and both: every round is settled again from its cards alone."""
    config = write_floor(tmp_path)
    write_game(tmp_path, text=NO_DEALER)
    config.write_text(CONFIG.replace('game = "mine"', 'game = "myr"'))
    database = str(tmp_path / "floor.db")
    play(database, config, 3)
    found = audited(database)
    assert (found.clean, found.fault) == (True, "")
    assert (found.settlements, found.shuffles) == (3, 3)


def test_a_later_start_needs_no_file(tmp_path: Path) -> None:
    database = str(tmp_path / "floor.db")
    config = write_floor(tmp_path)
    play(database, config, 1)
    forget()
    (tmp_path / "mine.toml").unlink()
    open_to_read(database).dispose()
    with structlog.testing.capture_logs() as said:
        settings = read_config(config)
    assert [one["event"] for one in said] == ["the file of a game is gone: its log has it"]
    with running(database, settings) as floor:
        until(lambda: floor.engine.table("M1") is not None)
    found = audited(database)
    assert found.clean and found.settlements == 1


def test_a_changed_file_changes_nothing_that_was_played(tmp_path: Path) -> None:
    database = str(tmp_path / "floor.db")
    config = write_floor(tmp_path)
    play(database, config, 1)
    forget()
    write_game(tmp_path, text=TEXT.replace('ties = "push"', 'ties = "lose"'))
    open_to_read(database).dispose()
    with structlog.testing.capture_logs() as said:
        read_config(config)
    assert [one["event"] for one in said] == ["the log's game goes on"]
    assert catalog.game_by_id("my-chase").rules.ties == "push"
    assert audited(database).clean


def test_a_comment_is_no_change(tmp_path: Path) -> None:
    database = str(tmp_path / "floor.db")
    config = write_floor(tmp_path)
    play(database, config, 1)
    write_game(tmp_path, text=f"# Ours.\n{TEXT}")
    with structlog.testing.capture_logs() as said:
        play_again = read_config(config)
    assert said == [] and play_again.games == ("mine.toml",)


def test_a_copy_has_the_game(tmp_path: Path) -> None:
    database = str(tmp_path / "floor.db")
    play(database, write_floor(tmp_path), 1)
    (tmp_path / "mine.toml").unlink()
    copy = tmp_path / "copy.db"
    backup(database, copy)
    found = audited(str(copy))
    assert found.clean and found.settlements == 1


def test_a_log_goes_on_with_its_game_when_the_box_gets_one_of_that_name(tmp_path: Path) -> None:
    """A newer Longsuit may have a game of the same names: what was played is what was played."""
    database = str(tmp_path / "floor.db")
    forget()
    text = TEXT.replace('"my-chase"', '"flush-rush"').replace('"mine"', '"rush"')
    with pytest.raises(InputError, match="the name 'flush-rush' is taken by another game"):
        catalog.add_game(catalog.game_from_file(write_game(tmp_path, text=text)))
    catalog.add_game(catalog.game_from_text(text, "mine.toml"), of_log=True)
    (tmp_path / "empty.toml").write_text("")
    with running(database, read_config(tmp_path / "empty.toml")):
        pass
    forget()
    assert catalog.known_game("rush").name == "Flush Rush"
    open_to_read(database).dispose()
    assert catalog.known_game("rush").name == "My Chase"


def test_another_server_knows_it_before_its_tables(
    postgres_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has begun before the game was brought, and reads on."""
    empty = tmp_path / "empty.toml"
    empty.write_text('[house]\nlegal_maximum = "none"\nanonymous_seats = true\n')
    with running(postgres_database, read_config(empty)) as first:
        config = read_config(write_floor(tmp_path))
        own = dict(catalog._own)
        # Both are in this process: the first hears of nothing until what the second knows is gone.
        with ExitStack() as second:
            with monkeypatch.context() as deaf:
                deaf.setattr(first.log, "heads", lambda _streams=None: {})
                second.enter_context(running(postgres_database, config))
                catalog._own.clear()
            first.engine.wake(["table M1"])
            until(lambda: first.engine.memory.known("M1") is not None)
            assert list(catalog._own) == list(own)


def test_a_file_that_is_too_large_for_a_log_is_refused() -> None:
    text = TEXT + "#" * LARGEST_GAME
    with pytest.raises(InputError, match=r"mine\.toml is too large for a floor's log: 30,000"):
        brought(catalog.game_from_text(text, "mine.toml"))


def test_a_damaged_record_is_told_and_ends_nothing(tmp_path: Path) -> None:
    database = str(tmp_path / "floor.db")
    play(database, write_floor(tmp_path), 1)
    engine = open_database(database)
    with engine.begin() as connection:
        # As somebody would who has the file in their hands.
        connection.exec_driver_sql(
            "UPDATE records SET events = x'90' WHERE stream = "
            "(SELECT id FROM names WHERE name = 'games')"
        )
    engine.dispose()
    found = audited(database)
    assert not found.clean
    assert "games, record 1" in found.fault


FORGED = TEXT.replace('"my-chase"', '"high-card-flush"').replace('"mine"', '"hcf"')
"""By which the rounds of a game in the box would be settled again."""


@pytest.mark.parametrize(
    ("game", "text", "fault"),
    [
        ("high-card-flush", FORGED, "it takes the name 'hcf' of a game in the box"),
        ("my-chase", "[game]", "mine.toml"),
    ],
)
def test_a_forged_game_is_not_believed_and_found(
    tmp_path: Path, game: str, text: str, fault: str
) -> None:
    """Somebody has the file in their hands, and makes the hashes anew."""
    database = str(tmp_path / "floor.db")
    with running(database, read_config(None)):
        pass
    engine = open_database(database)
    with writing(engine, alone=True) as connection:
        append(connection, GAMES, Head(), 1, BY_START, GameBrought(game, "mine.toml", text))
    engine.dispose()
    forget()
    with structlog.testing.capture_logs() as said:
        open_to_read(database).dispose()
    assert [one["event"] for one in said] == ["a game of the log is not known"]
    assert catalog.known_game("hcf").name == "High Card Flush"
    found = audited(database)
    assert not found.clean and "games, record 1" in found.fault and fault in found.fault


def test_what_another_server_has_brought_meanwhile_is_not_played_by_other_rules(
    tmp_path: Path,
) -> None:
    """Both begin on an empty log, each with its own file of one name."""
    database = str(tmp_path / "floor.db")
    engine = open_database(database)
    catalog.add_game(catalog.game_from_text(TEXT, "mine.toml"))
    note_games(engine, 1)
    forget()
    other = TEXT.replace('ties = "push"', 'ties = "lose"')
    catalog.add_game(catalog.game_from_text(other, "mine.toml"))
    with pytest.raises(InputError, match="the name 'my-chase' is taken by another game"):
        note_games(engine, 2)
    engine.dispose()


def row(event: Any, who: str = "system", command: str = "start") -> Any:
    return SimpleNamespace(
        events=encode_events([event]), stream="games", schema=SCHEMA, who=who, command=command
    )


@pytest.mark.parametrize(
    ("event", "by", "fault"),
    [
        (GameBrought("my-chase", "mine.toml", TEXT), ("dealer Dee", "start"), "dealer Dee brings"),
        (GameBrought("other", "mine.toml", TEXT), ("system", "start"), "its text is of 'my-chase'"),
        (GameBrought("my-chase", "mine.toml", TEXT), ("system", "settle"), "only a server"),
    ],
)
def test_lies_about_a_game_are_found(event: GameBrought, by: tuple[str, str], fault: str) -> None:
    with pytest.raises(Broken, match=fault):
        GamesReplay().record(row(event, *by))


def test_no_game_is_brought_twice() -> None:
    replay, event = GamesReplay(), GameBrought("my-chase", "mine.toml", TEXT)
    replay.record(row(event))
    with pytest.raises(Broken, match="the game 'my-chase' is brought twice"):
        replay.record(row(event))


def test_no_two_games_of_a_log_have_one_short_name() -> None:
    replay = GamesReplay()
    replay.record(row(GameBrought("my-chase", "mine.toml", TEXT)))
    other = TEXT.replace('"my-chase"', '"other"')
    with pytest.raises(Broken, match="the game 'other' is brought twice"):
        replay.record(row(GameBrought("other", "mine.toml", other)))
