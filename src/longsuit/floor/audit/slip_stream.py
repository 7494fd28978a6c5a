"""The stream of slips, replayed: no number is left out or given twice, and each has its jackpot.

The table that a slip is of tells the same in the same command; copies are copies.
"""

from collections.abc import Sequence
from typing import Any

from longsuit.core.refusals import Refused
from longsuit.core.texts import sentence
from longsuit.floor.audit.chain import read_events, says
from longsuit.floor.audit.findings import Broken, Fault
from longsuit.floor.audit.reconcile import Told
from longsuit.floor.audit.requests import actor_of
from longsuit.floor.slips.register import (
    SLIPS,
    PrintSlip,
    SlipIssued,
    SlipPrinted,
    Slips,
    decide_print,
    evolve_slips,
)
from longsuit.floor.store.audit_rows import Row


class SlipReplay:
    """All slips from the first on, and what tables have told of them."""

    def __init__(self) -> None:
        self._slips = Slips()
        self._issued: dict[int, tuple[SlipIssued, Told]] = {}
        self._told: dict[int, tuple[SlipIssued, Told]] = {}

    def record(self, row: Row) -> None:
        """The next record."""
        told = read_events(row)
        if len(told) != 1:
            raise Broken("its events are of no command.")
        expected = self._expected(row, told[0])
        if not says(row, told, [expected]):
            raise Broken(f"it says {told[0]}, and should say {expected}.")
        if isinstance(expected, SlipIssued):
            where = (row.who, row.command, row.position, row.version)
            self._issued[expected.slip] = (expected, where)
        self._slips = evolve_slips(self._slips, expected)

    def _expected(self, row: Row, said: Any) -> SlipIssued | SlipPrinted:
        if isinstance(said, SlipIssued):
            if said.slip != self._slips.last + 1:
                raise Broken(f"slip {self._slips.last + 1} is next, and not {said.slip}.")
            return said
        printed = decide_print(self._slips, PrintSlip(by=actor_of(row.who), slip=said.slip))
        if isinstance(printed, Refused):
            raise Broken(sentence(printed))
        return printed

    def told(self, slips: Sequence[tuple[SlipIssued, Told]]) -> None:
        """What a table says of its slips."""
        for slip, where in slips:
            self._told.setdefault(slip.slip, (slip, where))
            if self._told[slip.slip][0] != slip:
                # Given twice: the stream of slips has it but once.
                self._told[-slip.slip] = (slip, where)

    def fault(self) -> Fault | None:
        """The first slip of which a table and the stream of slips do not say the same."""
        for number, (slip, where) in sorted(self._told.items()):
            found = self._issued.get(number)
            if found is None or found[0] != slip or found[1][:2] != where[:2]:
                what = f"slip {slip.slip} is not in the stream of slips as it is here."
                return Fault(where[2], f"table {slip.table}", where[3], what)
        for number, (slip, where) in self._issued.items():
            if number not in self._told:
                what = f"no jackpot of table {slip.table} has slip {number}."
                return Fault(where[2], SLIPS, where[3], what)
        return None
