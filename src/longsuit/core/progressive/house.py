"""A house in memory: tables, the meters they share, the sealed secrets and the ledger.

It keeps nothing on disk and has no chance of its own: what it records can be stored as it is, and
recording it again gives the same house.
"""

from collections.abc import Callable, Iterable, Mapping

from msgspec import UNSET
from msgspec.structs import replace

from longsuit.core.errors import InputError
from longsuit.core.games.settlement import MYSTERY_METER
from longsuit.core.games.table import Table
from longsuit.core.money import Cents
from longsuit.core.progressive import commands as asked
from longsuit.core.progressive.decide import ROUND_ALONE, decide
from longsuit.core.progressive.decide_meter import decide_meter
from longsuit.core.progressive.events import MeterEvent, TableOpened
from longsuit.core.progressive.evolve import TableEvent, evolve_meter, evolve_terminal
from longsuit.core.progressive.ledger import Ledger, Transfer, meter_entries, table_entries
from longsuit.core.progressive.meter import Meter
from longsuit.core.progressive.must_hit import SECRET_BYTES, Cycle, Secret, commitment
from longsuit.core.progressive.outcome import AtMeter, AtTable, Happened, Outcome
from longsuit.core.progressive.terminal import APPROVAL, Setup, Terminal, check_setup
from longsuit.core.progressive.terms import MustHit, Terms, table_terms
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.core.round.commands import SYSTEM, Command
from longsuit.core.round.decide import decide as decide_round
from longsuit.core.round.decide import open_round
from longsuit.core.round.events import RoundSettled
from longsuit.core.round.evolve import evolve as evolve_round
from longsuit.core.round.state import Round
from longsuit.core.texts import sentence

Entropy = Callable[[int], bytes]
"""That many random bytes: `secrets.token_bytes`, or a seeded stand-in."""
Recorder = Callable[[str, TableEvent | MeterEvent], None]
"""Told of every event with its stream, ``table T1`` or ``meter star``, in their order."""


def _nobody(_stream: str, _event: TableEvent | MeterEvent) -> None:
    """Records nothing."""


class House:
    """Tables and meters together, each command carried out whole or not at all."""

    def __init__(self, entropy: Entropy, recorder: Recorder = _nobody) -> None:
        self.tables: dict[str, Terminal] = {}
        self.meters: dict[str, Meter] = {}
        self.ledger = Ledger()
        self.vault: dict[str, Secret] = {}
        """The secret of each Must Hit meter, by the meter; nothing shows one."""
        self._entropy = entropy
        self._record = recorder

    # Opening

    def open_meter(self, meter: str, terms: Terms) -> None:
        """A new meter at its seed; a Must Hit meter has its trigger sealed at once."""
        self._ask_meter(meter, asked.OpenMeter(by=SYSTEM, meter=meter, terms=terms))
        self._seal(meter)

    def open_table(
        self,
        name: str,
        table: Table,
        *,
        meters: Mapping[str, str] | None = None,
        must_hit: MustHit | None = None,
        live: bool = False,
        approval: Cents | None = None,
        approval_process: bool = False,
        at_start: bool = False,
    ) -> Terminal:
        """A table with its terminal. Meters that it shares are named; others are opened for it.

        `meters` gives, by a meter's name at the table, the meter that it stands for. A live table
        has the usual approval amount unless another is given, or 0 for none.
        """
        if approval is None:
            approval = APPROVAL if live else 0
        if name in self.tables:
            raise InputError(f"There is a table {name} already.")
        wanted = table_terms(table, must_hit, at_start or UNSET)
        links = {one: (meters or {}).get(one, f"{name}/{one}") for one in wanted}
        for one in meters or {}:
            if one not in wanted:
                raise InputError(f"{name} has no meter '{one}' to link.")
        process = approval_process or UNSET
        setup = Setup(name, table, live, approval, links, process, at_start or UNSET)
        check_setup(setup)
        joins = {one: asked.JoinMeter(by=SYSTEM, table=name, terms=wanted[one]) for one in wanted}
        for one, link in links.items():
            # All are checked before any is changed.
            if link in self.meters:
                outcome = decide_meter(self.meters[link], joins[one])
                if isinstance(outcome, Refused):
                    raise InputError(sentence(outcome))
        for one, link in links.items():
            if link not in self.meters:
                self.open_meter(link, wanted[one])
            self._ask_meter(link, joins[one])
        self.record_table(name, TableOpened(setup))
        return self.tables[name]

    def open_round(
        self, table: str, seated: Mapping[int, tuple[str, Cents]], number: int | None = None
    ) -> Terminal:
        """Wagers are open at a dealt table."""
        terminal = self.tables[table]
        state = terminal.round
        if terminal.setup.live:
            raise InputError(f"{table} is a live table: its cards are on the felt.")
        if state is not None and state.phase not in ("ended", "cancelled"):
            raise InputError("The round before is not over.")
        following = terminal.number + 1 if number is None else number
        self._happen(table, (AtTable(open_round(terminal.setup.table, following, seated)),))
        return self.tables[table]

    # Commands

    def meters_of(self, table: str) -> dict[str, Meter]:
        """A table's meters, by their names there."""
        links = self.tables[table].setup.meters
        return {name: self.meters[meter] for name, meter in links.items()}

    def do(self, table: str, command: Command) -> Outcome:
        """Carry out a command at a table, or say why not."""
        terminal = self.tables.get(table)
        if terminal is None:
            return refuse(Code.NO_TABLE, table=table[:40])
        if type(command) in ROUND_ALONE and terminal.round is not None:
            return self._do_round(terminal, terminal.round, command)
        secret = self.vault.get(terminal.setup.meters.get(MYSTERY_METER, ""))
        outcome = decide(terminal, self.meters_of(table), command, secret)
        if not isinstance(outcome, Refused):
            self._happen(table, outcome)
            self._seal_opened(terminal)
        return outcome

    def _do_round(self, terminal: Terminal, state: Round, command: Command) -> Outcome:
        """A command that concerns the round alone, the short way: no meter can move."""
        outcome = decide_round(state, command)
        if isinstance(outcome, Refused):
            return outcome
        table, record = terminal.setup.id, self._record
        stream = f"table {table}"
        entries: tuple[Transfer, ...] = ()
        for event in outcome:
            if type(event) is RoundSettled:
                entries = table_entries(replace(terminal, round=state), event)
            state = evolve_round(state, event)
            record(stream, event)
        self.tables[table] = replace(terminal, round=state)
        self.ledger.post(entries)
        return tuple(map(AtTable, outcome))

    def correct(self, meter: str, command: asked.CorrectMeter) -> Refused | None:
        """Carry out a correction by two people, or say why not."""
        outcome = decide_meter(self.meters.get(meter), command)
        if isinstance(outcome, Refused):
            return outcome
        for event in outcome:
            self.record_meter(meter, event)
        return None

    # Events

    def _happen(self, table: str, happened: Iterable[Happened]) -> None:
        """All of it, or nothing: should the recorder fail, the house is as it was."""
        terminal = self.tables[table]
        links = terminal.setup.meters
        meters: dict[str, Meter] = {}
        entries: list[Transfer] = []
        told: list[tuple[str, TableEvent | MeterEvent]] = []
        for one in happened:
            if isinstance(one, AtMeter):
                meter = links[one.meter]
                meters[meter] = evolve_meter(meters.get(meter) or self.meters[meter], one.event)
                entries.extend(meter_entries(meter, one.event))
                told.append((f"meter {meter}", one.event))
            else:
                entries.extend(table_entries(terminal, one.event))
                terminal = evolve_terminal(terminal, one.event)
                told.append((f"table {table}", one.event))
        for stream, event in told:
            self._record(stream, event)
        self.tables[table] = terminal
        self.meters.update(meters)
        self.ledger.post(entries)

    def record_meter(self, meter: str, event: MeterEvent) -> None:
        """An event of a meter has happened."""
        self.meters[meter] = evolve_meter(self.meters.get(meter), event)
        self.ledger.post(meter_entries(meter, event))
        self._record(f"meter {meter}", event)

    def record_table(self, table: str, event: TableEvent) -> None:
        """An event of a table has happened."""
        terminal = self.tables.get(table)
        self.ledger.post(table_entries(terminal, event))
        self.tables[table] = evolve_terminal(terminal, event)
        self._record(f"table {table}", event)

    def record(self, stream: str, event: TableEvent | MeterEvent) -> None:
        """An event of a stream has happened; a recorder was told of it in the same words."""
        kind, _, name = stream.partition(" ")
        if kind == "meter":
            self.record_meter(name, event)  # type: ignore[arg-type]
        else:
            self.record_table(name, event)  # type: ignore[arg-type]

    def _ask_meter(self, meter: str, command: Command) -> None:
        outcome = decide_meter(self.meters.get(meter), command)
        if isinstance(outcome, Refused):
            raise InputError(sentence(outcome))
        for event in outcome:
            self.record_meter(meter, event)

    def _seal_opened(self, terminal: Terminal) -> None:
        meter = terminal.setup.meters.get(MYSTERY_METER)
        if meter is not None and self.meters[meter].sealed is None:
            self._seal(meter)

    def _seal(self, meter: str) -> None:
        """Draw the trigger of a Must Hit meter's new cycle, and publish the commitment."""
        running = self.meters[meter]
        if running.terms.by:
            secret = Secret(self._entropy(SECRET_BYTES))
            cycle = Cycle(meter, running.cycle, running.shown, running.terms.by)
            self.vault[meter] = secret
            sealed = commitment(cycle, secret)
            self._ask_meter(meter, asked.SealTrigger(by=SYSTEM, commitment=sealed))
