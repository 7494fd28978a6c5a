"""What a server knows of the log: tables, meters and secrets as they stand, and what is damaged."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping

import structlog

from longsuit.core.progressive.evolve import standing
from longsuit.core.progressive.meter import Fed, Meter
from longsuit.core.progressive.must_hit import Secret
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.floor.log.record import Head
from longsuit.floor.people.identity import Micros
from longsuit.floor.secrets.vault import stream_of
from longsuit.floor.slips.register import SLIPS, Slips
from longsuit.floor.tables.outline import Outline, outline_of
from longsuit.floor.tables.state import FloorTable

logger = structlog.get_logger()


class Memory:
    """The floor as the log has it."""

    def __init__(self) -> None:
        self.tables: dict[str, FloorTable] = {}
        """Those that are known in full."""
        self.outlines: dict[str, Outline] = {}
        """What is known of others. One that is known in full may have an old one here."""
        self.meters: dict[str, Meter] = {}
        self.slips = Slips()
        self.heads: dict[str, Head] = {}
        self.highest: Micros = 0
        """No record is of a later time: `latest` is this at the most, and takes longer to find."""
        self.secrets: dict[str, Secret] = {}
        """What is in the vault, of the tables known in full and of the meters."""
        self.undealt: dict[str, Secret] = {}
        """By table: the seed last drawn here, which is written nowhere until cards come of it."""
        self.noted: dict[str, int] = {}
        """The version of each stream's last snapshot."""
        self.damaged: dict[str, str] = {}
        """Streams that are not what was written to them, and what is wrong with each."""
        self.known_in_part: set[str] = set()
        """Those of them whose last records cannot be read."""
        self._changes: Counter[str] = Counter()
        """How often each meter has changed, or what its tables have put in."""
        self._standing: dict[str, tuple[int, Meter]] = {}
        """Meters as they stand, each with the change that it is of."""

    def set_aside(self, stream: str, fault: str) -> None:
        """A stream is damaged: nothing is played on it until a start finds it whole again."""
        if stream not in self.damaged:
            self.damaged[stream] = fault
            logger.error("a damaged stream is set aside", stream=stream, fault=fault)

    def latest(self) -> Micros:
        """The time of the last record of all that goes on: closed tables write no more."""
        going = [f"table {name}" for name in self.names() if not self._is_closed(name)]
        going += [f"meter {one.id}" for one in list(self.meters.values()) if one.tables]
        return max((self.heads[one].at for one in going if one in self.heads), default=0)

    def out_of_play(self, table: str, meter: str = "") -> Refused | None:
        """Why nothing can be asked of a table, or of a meter; None where it can."""
        if meter and self._is_fed_by_unknown(meter):
            return refuse(Code.METER_OUT_OF_PLAY, meter=meter)
        if meter:
            return self.damaged_meter(meter)
        damaged = f"table {table}" in self.damaged
        return refuse(Code.TABLE_OUT_OF_PLAY, table=table) if damaged else None

    def names(self) -> list[str]:
        """Every table, known in full or in outline."""
        return sorted({*self.tables, *self.outlines})

    def _is_closed(self, name: str) -> bool:
        known = self.known(name)
        return known is None or known.closed

    def known(self, name: str) -> FloorTable | Outline | None:
        """A table, in full or in outline."""
        return self.tables.get(name) or self.outlines.get(name)

    def outline(self, name: str) -> Outline | None:
        """What any server knows of a table."""
        table = self.tables.get(name)
        return outline_of(table) if table is not None else self.outlines.get(name)

    def fed(self, name: str) -> Mapping[str, Fed]:
        """What a table has put into its meters."""
        known = self.known(name)
        return known.fed if known is not None else {}

    def keep_outline(self, name: str) -> None:
        """Nobody needs to know all of a table: who looks meanwhile finds one of the two."""
        self.outlines[name] = outline_of(self.tables[name])
        del self.tables[name]
        stream = f"table {name}"
        self.secrets = {
            one: secret for one, secret in self.secrets.items() if stream_of(one) != stream
        }

    def damaged_meter(self, name: str) -> Refused | None:
        """Why nothing at all can happen to a meter; None where it can."""
        damaged = f"meter {name}" in self.damaged
        return refuse(Code.METER_OUT_OF_PLAY, meter=name) if damaged else None

    def _is_fed_by_unknown(self, name: str) -> bool:
        """Whether nobody knows all that a meter's tables have put in: none is paid too little."""
        meter = self.meters.get(name) if self.known_in_part else None
        if meter is None or meter.terms.by:
            return False
        return any(f"table {table}" in self.known_in_part for table in meter.tables)

    def meter(self, name: str) -> Meter | None:
        """A meter as it stands: with what its tables have put in and it has not taken in yet."""
        change = self._changes[name]
        kept = self._standing.get(name)
        if kept is not None and kept[0] == change:
            return kept[1]
        meter = self.meters.get(name)
        if meter is None:
            return None
        stands = standing(meter, fed_by(meter, self.fed))
        self._standing[name] = (change, stands)
        return stands

    def state(self, stream: str) -> FloorTable | Outline | Meter | Slips | None:
        """What is known of a stream."""
        kind, _, name = stream.partition(" ")
        if kind == SLIPS:
            return self.slips if SLIPS in self.heads else None
        if kind == "meter":
            return self.meters.get(name)
        return self.known(name)

    def learn(self, stream: str, head: Head, state: FloorTable | Outline | Meter | Slips) -> None:
        """A stream stands so. The head comes last: who looks never sees less than it says."""
        self._know(state)
        self.highest = max(self.highest, head.at)
        self.heads[stream] = head

    def _know(self, state: FloorTable | Outline | Meter | Slips) -> None:
        """What is kept of a meter is let go of after it changed: no reader keeps an old one."""
        if isinstance(state, Slips):
            self.slips = state
            return
        if isinstance(state, Meter):
            self.meters[state.id] = state
            self._changes[state.id] += 1
            return
        before = self.fed(state.id)
        if isinstance(state, FloorTable):
            self.tables[state.id] = state
        else:
            self.outlines[state.id] = state
        if before is not state.fed:
            self._changes.update({*state.fed, *before})

    def copy(self, other: "Memory", stream: str) -> None:
        """Where a stream stands in another memory, without its secrets."""
        state = other.state(stream)
        if state is not None:
            self.learn(stream, other.heads[stream], state)

    def take_over(self, other: "Memory", streams: Collection[str]) -> None:
        """What another memory knows of some streams, in place of what this one does."""
        kept = {name: one for name, one in self.secrets.items() if stream_of(name) not in streams}
        self.secrets = kept | other.secrets
        for stream, fault in other.damaged.items():
            self.set_aside(stream, fault)
        self.known_in_part |= other.known_in_part
        self.noted.update(other.noted)
        slips = other.slips if SLIPS in other.heads else None
        self.install({**other.outlines, **other.tables}, other.meters, other.heads, slips)

    def install(
        self,
        tables: Mapping[str, FloorTable | Outline],
        meters: Mapping[str, Meter],
        heads: Mapping[str, Head],
        slips: Slips | None = None,
    ) -> None:
        """What has been written. Tables come before meters: nothing they put in is missing."""
        for table in tables.values():
            self._know(table)
        for meter in meters.values():
            self._know(meter)
        if slips is not None:
            self._know(slips)
        self.highest = max((self.highest, *(head.at for head in heads.values())))
        self.heads.update(heads)


def fed_by(
    meter: Meter, fed: Callable[[str], Mapping[str, Fed]], tables: Collection[str] | None = None
) -> dict[str, Fed]:
    """What each table that shares a meter, or some of them, has put into it since it joined."""
    found = ((name, fed(name)) for name in (meter.tables if tables is None else tables))
    return {name: one[meter.id] for name, one in found if meter.id in one}
