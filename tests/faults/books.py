"""What the log has to say in the end, held against what the crowd was told."""

from collections import Counter

import msgspec
from msgspec import Struct
from tests.faults.crowd import Crowd
from tests.floor.ledger.booked import booked

from longsuit.core.money import MITES
from longsuit.core.progressive.ledger import Ledger
from longsuit.floor.audit.run import audit
from longsuit.floor.ledger.accounts import CAGE
from longsuit.floor.ledger.accounts import account as account_of
from longsuit.floor.log.record import Head, Record, fault
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Log


class Found(Struct, frozen=True):
    """What was counted on the way; anything wrong has failed by then."""

    records: int
    rounds: int
    lost: int
    doubled: int
    audit: str

    @property
    def figures(self) -> dict[str, object]:
        """For the summary of a run."""
        return msgspec.structs.asdict(self)


def check_books(database: str, crowd: Crowd) -> Found:
    """Every acknowledged command is there once, every cent is there, and the audit is clean."""
    engine = open_database(database)
    try:
        log = Log(engine)
        streams = {stream: list(log.each(stream)) for stream in log.streams()}
        lost, doubled = _check_commands(crowd, streams)
        assert (lost, doubled) == ([], []), f"lost {lost[:5]}, doubled {doubled[:5]}"
        _check_chains(streams)
        _check_money(crowd, log, streams)
        report = audit(log, workers=1)
        assert report.clean, report.fault
        return Found(report.records, report.rounds, len(lost), len(doubled), "clean")
    finally:
        engine.dispose()


Streams = dict[str, list[Record]]


def _check_commands(crowd: Crowd, streams: Streams) -> tuple[list[str], list[str]]:
    """What was acknowledged and is not there, and what is there more than once."""
    tables = [record for name in streams if name.startswith("table ") for record in streams[name]]
    there = Counter((one.stream, one.who, one.command) for one in tables)
    doubled = [f"{one}" for one, times in there.items() if times > 1]
    lost = []
    for sent in crowd.sent:
        stream = f"table {sent.table}"
        times = there[stream, sent.who, sent.key]
        if sent.refused:
            assert times == 0, f"refused, and done: {sent}"
            continue
        assert sent.version, f"never answered: {sent}"
        found = streams[stream][sent.version - 1]
        if (found.version, found.who, found.command) != (sent.version, sent.who, sent.key):
            lost.append(f"{sent}")
        elif times != 1:
            doubled.append(f"{sent}")
    _check_by_itself(tables)
    asked = {(sent.who, sent.key) for sent in crowd.sent}
    for one in tables:
        known = (one.who, one.command) in asked
        own = one.command.startswith(("auto ", "config "))
        assert known or own, f"nobody asked for {one}"
    return lost, doubled


def _check_by_itself(tables: list[Record]) -> None:
    """What happens by itself follows the record that it was set for, and no other."""
    for one in tables:
        if one.command.startswith("auto "):
            assert int(one.command.split()[1]) == one.version - 1, f"{one}"


def _check_chains(streams: Streams) -> None:
    for records in streams.values():
        head = Head()
        for record in records:
            assert fault(record, head) is None, fault(record, head)
            head = record.head


def _check_money(crowd: Crowd, log: Log, streams: Streams) -> None:
    """What lies in front of a player is in their account; what they brought came from the cage."""
    ledger = Ledger()
    for stream in streams:
        ledger.post(booked(log, stream))
    assert ledger.trial_balance() == 0
    for (_, player), stack in crowd.stacks.items():
        if not player.startswith("Robot "):
            account = account_of(f"player {player}", practice=player.startswith("Guest "))
            assert ledger.balance(account) == stack * MITES, f"{account} {ledger.balance(account)}"
    for practice in (False, True):
        brought = sum(_of_money(crowd.brought, practice)) - sum(_of_money(crowd.took, practice))
        assert ledger.balance(account_of(CAGE, practice=practice)) == -brought * MITES
    assert set(crowd.brought) <= set(crowd.stacks), "somebody is gone"


def _of_money(counted: Counter[tuple[str, str]], practice: bool) -> list[int]:
    return [sum_ for (_, name), sum_ in counted.items() if name.startswith("Guest ") == practice]
