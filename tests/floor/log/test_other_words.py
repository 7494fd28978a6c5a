"""Words are made at the doors: other words, and every record, hash and audit stays the same."""

from pathlib import Path

import pytest
from tests.floor.played import play_floor

from longsuit.core import texts
from longsuit.core.games.game import ResultReason
from longsuit.core.games.settlement import Settled
from longsuit.core.progressive.ledger import Purpose
from longsuit.core.round.explanations import result_words, short_words
from longsuit.floor.audit.run import audit
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Log

TABLES = (texts.RESULTS, texts.SHORT_RESULTS, texts.CANCELLED, texts.ENTRIES)


def written(file: Path) -> tuple[list[tuple[str, int, bytes, bytes]], str]:
    play_floor(str(file), rounds=2, seed=3)
    engine = open_database(str(file))
    log = Log(engine)
    rows = [
        (one.stream, one.version, one.events, one.hash)
        for stream in log.streams()
        for one in log.each(stream)
    ]
    found = audit(log, workers=1)
    engine.dispose()
    assert found.clean, found.fault
    return rows, found.fingerprint


def test_other_words_change_no_record_no_digest_and_no_audit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = written(tmp_path / "one.db")
    for table in TABLES:
        for code in table:
            monkeypatch.setitem(table, code, f"other words for {code}")
    assert result_words(Settled(1, "ante", 5, 0, "lose", ResultReason.FOLDED)).startswith(
        "other words"
    )
    after = written(tmp_path / "two.db")
    assert after == before and len(before[0]) > 100


def test_every_code_has_its_words() -> None:
    assert {*ResultReason} <= {*texts.RESULTS}
    for reason in ResultReason:
        hand = "a hand" if reason in (ResultReason.HAND, ResultReason.METER) else ""
        assert short_words(Settled(1, "ante", 5, 0, "lose", reason, hand))
    of_meters = {*Purpose} - {
        *(Purpose.WAGERS, Purpose.PAYS, Purpose.PROGRESSIVE_WAGER, Purpose.FIXED_PAY),
        *(Purpose.ENVY, Purpose.BUY_IN, Purpose.CASH_OUT),
    }
    assert {*texts.ENTRIES} == of_meters
