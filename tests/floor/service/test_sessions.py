"""Sessions at hand are those of the database, but for two seconds after a change elsewhere."""

from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from longsuit.floor.people.identity import HOUR, Session, SignedIn
from longsuit.floor.service import sessions as cache
from longsuit.floor.service.sessions import FRESH_SECONDS, Sessions
from longsuit.floor.store import people_rows as store
from longsuit.floor.store.database import open_database

NOW = 1_800_000_000_000_000


class Watch:
    """Seconds that tests turn forward."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = open_database(str(tmp_path / "floor.db"))
    yield engine
    engine.dispose()


def guest(engine: Engine) -> str:
    begun = store.admit_guest(engine, NOW)
    assert isinstance(begun, SignedIn)
    return begun.token.open()


def test_what_was_found_is_at_hand_for_a_while(engine: Engine) -> None:
    watch, token = Watch(), guest(engine)
    sessions = Sessions(engine, watch)
    assert sessions.at_hand(token, NOW) is None
    found = sessions.find(token, NOW)
    assert found is not None and sessions.at_hand(token, NOW) == found
    watch.now += FRESH_SECONDS - 0.01
    assert sessions.at_hand(token, NOW) == found
    watch.now += 0.01
    assert sessions.at_hand(token, NOW) is None


def test_who_is_signed_out_elsewhere_is_out_in_time(engine: Engine) -> None:
    watch, token = Watch(), guest(engine)
    sessions = Sessions(engine, watch)
    sessions.find(token, NOW)
    assert store.revoke(engine, token)
    assert sessions.at_hand(token, NOW) is not None
    watch.now += FRESH_SECONDS
    assert sessions.at_hand(token, NOW) is None and sessions.find(token, NOW) is None
    assert sessions.at_hand(token, NOW) is None


def test_who_signs_out_here_is_out_at_once(engine: Engine) -> None:
    sessions, token = Sessions(engine), guest(engine)
    sessions.find(token, NOW)
    assert sessions.end(token) and not sessions.end(token)
    assert sessions.at_hand(token, NOW) is None
    # What it was is known until it is looked for.
    assert sessions.known(token) is not None
    assert sessions.find(token, NOW) is None and sessions.known(token) is None


def test_what_was_read_before_a_sign_out_is_not_kept_after_it(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    sessions, token = Sessions(engine), guest(engine)
    read = store.find_session

    def slowly(*args: object, **options: object) -> object:
        found = read(*args, **options)  # type: ignore[arg-type]
        sessions.end(token)
        return found

    monkeypatch.setattr(store, "find_session", slowly)
    assert sessions.find(token, NOW) is not None
    assert sessions.at_hand(token, NOW) is None


def test_who_asks_while_a_session_is_looked_up_again_is_answered(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thread that looks it up may come between any two steps of who asks what is known."""
    sessions, token = Sessions(engine), guest(engine)
    sessions.find(token, NOW)
    seen: list[object] = []

    class Busy(OrderedDict[str, tuple[Session, float, int]]):
        def __contains__(self, name: object) -> bool:
            there = super().__contains__(name)
            self.clear()
            return there

        def __setitem__(self, name: str, kept: tuple[Session, float, int]) -> None:
            seen.append(sessions.known(name))
            super().__setitem__(name, kept)

    monkeypatch.setattr(sessions, "_kept", Busy(sessions._kept))
    seen.clear()
    found = sessions.find(token, NOW)
    assert found is not None and seen == [found] and sessions.known(token) == found


def test_one_that_ends_by_itself_is_not_at_hand(engine: Engine) -> None:
    sessions, token = Sessions(engine), guest(engine)
    assert sessions.find(token, NOW) is not None
    assert sessions.at_hand(token, NOW + 3 * HOUR) is None
    assert sessions.find(token, NOW + 3 * HOUR) is None


def test_use_and_sight_are_noted_now_and_then(engine: Engine) -> None:
    sessions, token = Sessions(engine), guest(engine)
    later = NOW + HOUR
    assert sessions.find(token, NOW) is not None
    # Its use is to be noted, so the database is asked; then it is at hand again.
    assert sessions.at_hand(token, later) is None
    found = sessions.find(token, later)
    assert found is not None and found.used == later
    assert sessions.at_hand(token, later) == found
    assert found.wants_sight(later)
    sessions.note_sight(token, found, later)
    seen = sessions.at_hand(token, later)
    assert seen is not None and not seen.wants_sight(later)
    assert Sessions(engine).find(token, later) == seen


def test_many_are_looked_up_together_and_few_are_kept(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "MOST_KEPT", 3)
    sessions, tokens = Sessions(engine), [guest(engine) for _ in range(5)]
    assert set(sessions.live([*tokens, "x" * 43], NOW)) == set(tokens)
    assert [sessions.at_hand(one, NOW) is not None for one in tokens].count(True) == 3
    assert sessions.live([], NOW) == {}
