"""What a server knows of the log: tables, meters and secrets as they stand, and what is damaged."""

from collections.abc import Collection

import structlog

from longsuit.core.progressive.meter import Meter
from longsuit.core.progressive.must_hit import Secret
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.floor.log.record import Head
from longsuit.floor.people.identity import Micros
from longsuit.floor.secrets.vault import stream_of
from longsuit.floor.tables.state import FloorTable

logger = structlog.get_logger()


class Memory:
    """The floor as the log has it."""

    def __init__(self) -> None:
        self.tables: dict[str, FloorTable] = {}
        self.meters: dict[str, Meter] = {}
        self.heads: dict[str, Head] = {}
        self.secrets: dict[str, Secret] = {}
        self.noted: dict[str, int] = {}
        """The version of each stream's last snapshot."""
        self.damaged: dict[str, str] = {}
        """Streams that are not what was written to them, and what is wrong with each."""

    def set_aside(self, stream: str, fault: str) -> None:
        """A stream is damaged: nothing is played on it until a start finds it whole again."""
        if stream not in self.damaged:
            self.damaged[stream] = fault
            logger.error("a damaged stream is set aside", stream=stream, fault=fault)

    def latest(self) -> Micros:
        """The time of the last record of all that goes on: closed tables write no more."""
        going = [f"table {one.id}" for one in list(self.tables.values()) if not one.closed]
        going += [f"meter {one.id}" for one in list(self.meters.values()) if one.tables]
        return max((self.heads[one].at for one in going if one in self.heads), default=0)

    def out_of_play(self, table: str, meter: str = "") -> Refused | None:
        """Why nothing can be asked of a table, or of a meter; None where it can."""
        if meter:
            damaged = f"meter {meter}" in self.damaged
            return refuse(Code.METER_OUT_OF_PLAY, meter=meter) if damaged else None
        damaged = f"table {table}" in self.damaged
        return refuse(Code.TABLE_OUT_OF_PLAY, table=table) if damaged else None

    def learn(self, stream: str, head: Head, state: FloorTable | Meter) -> None:
        """A stream stands so. The head comes last: who looks never sees less than it says."""
        if isinstance(state, Meter):
            self.meters[state.id] = state
        else:
            self.tables[state.id] = state
        self.heads[stream] = head

    def copy(self, other: "Memory", stream: str) -> None:
        """Where a stream stands in another memory, without its secrets."""
        kind, _, name = stream.partition(" ")
        state = other.meters.get(name) if kind == "meter" else other.tables.get(name)
        if state is not None:
            self.learn(stream, other.heads[stream], state)

    def take_over(self, other: "Memory", streams: Collection[str]) -> None:
        """What another memory knows of some streams, in place of what this one does."""
        kept = {name: one for name, one in self.secrets.items() if stream_of(name) not in streams}
        self.secrets = kept | other.secrets
        for stream, fault in other.damaged.items():
            self.set_aside(stream, fault)
        self.tables.update(other.tables)
        self.meters.update(other.meters)
        self.noted.update(other.noted)
        self.heads.update(other.heads)
