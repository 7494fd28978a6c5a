"""Which tables the register covers, and what is missing for the others (CON-1 to CON-8).

A table for money is covered on a day when the approvals that hold then name its rules and every
paytable it has, when its equipment is on file, and when the law allows its largest wagers. Several
approvals may cover a table together. A practice table needs none.
"""

import hashlib
from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec import Struct

from longsuit.core.games.table import Table
from longsuit.core.money import show_dollars
from longsuit.core.progressive.terminal import Setup
from longsuit.core.progressive.terms import MustHit, progressive_offer
from longsuit.floor.register.entries import Approval, ApprovalKind, Day, Equipment, Part
from longsuit.floor.register.register import Register

Operation = Literal["commercial", "tribal"]
_AUTHORITIES: dict[Operation, tuple[ApprovalKind, ...]] = {
    "commercial": ("controls",),
    "tribal": ("tribal", "concurrence"),
}
"""Which approvals a house needs (CON-1, CON-2)."""
RULES = "rules"
MUST_HIT = "must hit"
AT_START = "start-round contributions"
_LETTERS = 16


class Program(Struct, frozen=True):
    """The program that runs."""

    version: str
    digest: str = ""


class Gap(Struct, frozen=True):
    """Something that is not on file: a code of `texts.GAPS`, and what it is about."""

    code: str
    what: str = ""

    def __str__(self) -> str:
        return f"{self.code}:{self.what}"


def parts_of(setup: Setup, must_hit: MustHit | None = None) -> tuple[Part, ...]:
    """The rules and paytables of a table as approvals name them.

    Limits are the law's matter, seats the study's, and face up has a name of its own; whatever else
    makes the game is in one of the digests.
    """
    table = setup.table
    rules = {
        "game": table.game,
        "rules": table.rules,
        "mandatory": sorted(one.wager for one in table.offers if one.mandatory),
        "seats_per_player": table.seats_per_player,
        "raise_step": table.raise_step,
        "bonus_cap": table.bonus_cap,
    }
    paid = [(one.wager, one.paytable) for one in table.offers if one.paytable is not None]
    return (
        Part(RULES, _digest(rules)),
        *(Part(f"{wager} {paytable.id}", paytable.digest) for wager, paytable in paid),
        *([Part(MUST_HIT, _digest(must_hit))] if must_hit is not None else ()),
        # END ROUND is the documents' way, and needs no name (PRG-2).
        *([Part(AT_START, _digest(AT_START))] if setup.at_start else ()),
    )


def _digest(content: object) -> str:
    plain = msgspec.to_builtins(content, enc_hook=str)
    return hashlib.sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()[:_LETTERS]


class Asked(Struct, frozen=True):
    """A table that is to be covered, on a day."""

    setup: Setup
    must_hit: MustHit | None
    day: Day
    operation: Operation
    program: Program

    @property
    def table(self) -> Table:
        """What is played at it."""
        return self.setup.table

    @property
    def game(self) -> str:
        """By its name."""
        return self.table.definition.name


def gaps(register: Register, asked: Asked) -> tuple[Gap, ...]:
    """All that is missing; nothing when the table is covered."""
    return (
        *_approval_gaps(register, asked),
        *_face_up_gaps(register, asked),
        *_equipment_gaps(register, asked),
        *_program_gaps(register, asked),
        *_limit_gaps(register, asked),
    )


def _approval_gaps(register: Register, asked: Asked) -> Iterator[Gap]:
    """Approved controls that name the rules and every paytable (CON-1, CON-2, CON-5)."""
    for kind in _AUTHORITIES[asked.operation]:
        held = _held(register, asked, kind)
        if not held:
            yield _over(register, asked, kind) or Gap(kind, asked.game)
            continue
        named = {(part.digest, _wager(part)) for one in held for part in one.names}
        for part in parts_of(asked.setup, asked.must_hit):
            if (part.digest, _wager(part)) not in named:
                yield Gap("named", str(part))


def _wager(part: Part) -> str:
    """What a part is of; a paytable may be called otherwise and be the same."""
    return part.name.partition(" ")[0]


def _held(register: Register, asked: Asked, kind: ApprovalKind) -> list[Approval]:
    return [
        one
        for one in register.standing(Approval)
        if one.kind == kind and one.game == asked.table.game and one.holds(asked.day)
    ]


def _over(register: Register, asked: Asked, kind: ApprovalKind) -> Gap | None:
    """The last approval that has run out, if one has."""
    over = [
        one
        for one in register.standing(Approval)
        if one.kind == kind and one.game == asked.table.game and one.is_over(asked.day)
    ]
    last = max(over, key=lambda one: one.until, default=None)
    return Gap("over", f"{last.authority} {last.reference}") if last is not None else None


def _face_up_gaps(register: Register, asked: Asked) -> Iterator[Gap]:
    """Controls that name the game face up, and a study of at least as many seats (CON-3, CON-4)."""
    if not asked.table.face_up:
        return
    rules, *pays = parts_of(asked.setup)
    # Who sees other hands decides by the pays of the main game; side wagers turn on no decision.
    main = [part for part in pays if _wager(part) in asked.table.definition.mandatory]

    def about(one: Approval, *parts: Part) -> bool:
        named = {(part.digest, _wager(part)) for part in one.names}
        return all((part.digest, _wager(part)) in named for part in parts)

    for kind in _AUTHORITIES[asked.operation]:
        if not any(one.face_up and about(one, rules) for one in _held(register, asked, kind)):
            yield Gap("face-up", asked.game)
            break
    seats = asked.table.seats
    studies = _held(register, asked, "study")
    if not any(one.seats >= seats and about(one, rules, *main) for one in studies):
        yield Gap("study", f"{asked.game} at {seats} seats")


def _equipment_gaps(register: Register, asked: Asked) -> Iterator[Gap]:
    """What a live table is dealt with; at a dealt one the program shuffles (CON-6)."""
    if not asked.setup.live:
        return
    here = [one for one in register.standing(Equipment) if one.table in ("", asked.setup.id)]
    kinds = {one.kind for one in here}
    if not kinds & {"shuffler", "shoe"}:
        yield Gap("shuffler", asked.setup.id)
    if not any(one.kind == "layout" for one in here):
        yield Gap("layout", asked.setup.id)


def _program_gaps(register: Register, asked: Asked) -> Iterator[Gap]:
    """The progressive system is of the version on file or a higher one (CON-7)."""
    if progressive_offer(asked.table) is None:
        return
    filed = [one for one in register.standing(Equipment) if one.kind == "program"]
    running = asked.program
    reached = [one for one in filed if _number(one.version) <= _number(running.version)]
    if not filed:
        yield Gap("program", running.version)
    elif not reached:
        yield Gap("version", min((one.version for one in filed), key=_number))
    elif not any(one.digest in ("", running.digest[: len(one.digest)]) for one in reached):
        # An entry for a later version does not speak for this one.
        yield Gap("digest", running.digest)


def _number(version: str) -> tuple[int, ...]:
    """A version to compare; what is no digit in it ends its part."""
    parts = [part for part in version.split(".") if part.isdecimal()]
    numbers = [int(part) for part in parts[:4]]
    return (*numbers, *(0 for _ in range(4 - len(numbers))))


def _limit_gaps(register: Register, asked: Asked) -> Iterator[Gap]:
    """The law allows the largest wagers, multiples counted where it counts them (CON-8)."""
    limit = register.limit(asked.day)
    if limit is None:
        yield Gap("limit")
        return
    table = asked.table
    for one in table.offers:
        if one.limits.most > limit.amount:
            name = table.definition.wager(one.wager).name
            yield Gap("above", f"the {name} of {show_dollars(one.limits.most)}")
    ante = table.offer("ante")
    multiple = max(max(decision.most) for decision in table.rules.decisions)
    if limit.multiples and ante is not None and ante.limits.most * multiple > limit.amount:
        largest = show_dollars(ante.limits.most * multiple)
        yield Gap("above", f"the {table.definition.bet.name} of {largest}")
