"""Whether the log is the one that was witnessed: its tree made again from the records alone.

Nothing that the database says of its own checkpoints is believed, but for the order of the leaves:
any other order has other roots. What was witnessed is believed where a key that the auditor brings
has signed it.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

from msgspec import Struct

from longsuit.floor.checkpoints.note import Checkpoint, Key, NoteError, read_note
from longsuit.floor.checkpoints.witness_file import AFTER, Witnessed, restored_to, verify
from longsuit.floor.store.audit_rows import Pages, Source
from longsuit.floor.store.checkpoint_rows import Order
from longsuit.floor.store.tree_rows import DamagedTree

_MOST_NAMED = 6
"""Streams that a sentence names."""
_SECOND = 1_000_000
_TAIL_SECONDS = 120
"""A record is in a checkpoint by then."""
_MOST_DIGITS = 19


class Proof(Struct, frozen=True):
    """How far the log is the one that was witnessed."""

    checkpoints: int
    """How many were compared."""
    records: int
    """Records in the last of them."""
    seconds: int
    """When that was signed, by the latest of its signatures."""
    signers: tuple[str, ...]
    restored: str = ""
    """What the floor says of having been put back from a copy, if it says so."""


class NotWitnessed(Exception):
    """The log is not the one that was witnessed; the message is one plain sentence."""


def compare(source: Source, seen: Sequence[Witnessed], keys: Sequence[Key]) -> Proof:
    """Make the tree again, and hold it against what was witnessed."""
    noted = _by_size(seen)
    last = noted[-1]
    with source.read() as pages:
        order = pages.tree()
        restored, kept = "", noted
        if order.name != last.checkpoint.origin:
            restored, kept = _restored(pages, order, noted, keys)
            if not kept:
                raise NotWitnessed(f"{restored} Nothing of what was witnessed is left to compare.")
        there = [one for one in kept if one.checkpoint.size <= order.size]
        try:
            roots = pages.roots([one.checkpoint.size for one in there])
        except DamagedTree as error:
            raise NotWitnessed(f"{error} It was witnessed on {_when(last)}.") from None
        good = 0
        while good < len(there) and _fits(there[good], roots):
            good += 1
        if good < len(kept):
            before = kept[good - 1] if good else None
            wrong = kept[good]
            if before and _has_gone_on(pages, before, last, order.size):
                raise NotWitnessed(_put_back(before, last))
            if good == len(there):
                raise NotWitnessed(_cut(order.size, last))
            if before is None:
                raise NotWitnessed(_rewritten(len(noted)))
            between = pages.tree_between(before.checkpoint.size, wrong.checkpoint.size)
            raise NotWitnessed(_swapped(before, wrong, between))
    compared = kept[-1]
    size = compared.checkpoint.size
    return Proof(len(kept), size, compared.seconds, compared.signers, restored)


def _by_size(seen: Sequence[Witnessed]) -> list[Witnessed]:
    """One for each size, in their order; two that contradict each other are a finding."""
    found: dict[tuple[str, int], Witnessed] = {}
    for one in seen:
        key = one.checkpoint.origin, one.checkpoint.size
        other = found.setdefault(key, one)
        if other.checkpoint.root != one.checkpoint.root:
            raise NotWitnessed(
                f"Two different logs of {one.checkpoint.size} records were signed as "
                f"{one.checkpoint.origin}: the house has shown them to different people."
            )
    newest = seen[-1].checkpoint.origin
    return sorted(
        (one for one in found.values() if one.checkpoint.origin == newest),
        key=lambda one: one.checkpoint.size,
    )


def _fits(one: Witnessed, roots: dict[int, bytes]) -> bool:
    return roots.get(one.checkpoint.size) == one.checkpoint.root


def _has_gone_on(pages: Pages, before: Witnessed, last: Witnessed, size: int) -> bool:
    """Whether all that follows the last checkpoint that fits is of a later time than was witnessed.

    What was written just before the copy was made may be in no checkpoint yet.
    """
    low = before.seconds + _TAIL_SECONDS
    low = low if low < last.seconds else before.seconds
    times = pages.tree_times(before.checkpoint.size, size, low * _SECOND, last.seconds * _SECOND)
    return times.later and not times.between


def _restored(
    pages: Pages, order: Order, noted: Sequence[Witnessed], keys: Sequence[Key]
) -> tuple[str, list[Witnessed]]:
    """What a log says that was put back from a copy, and the checkpoints that still hold it."""
    name, origin = order.name, noted[-1].checkpoint.origin
    size = restored_to(name, origin)
    if not _is_size(size):
        if origin.startswith(f"{name}{AFTER}"):
            raise NotWitnessed(_put_back(None, noted[-1]))
        raise NotWitnessed(
            f"These checkpoints are of the log {origin}, and this one is {name or 'not named'}."
        )
    put_back = f"The log says that it was put back to {int(size):,} records"
    said, then = (_signed(note, keys) for note in (order.note, pages.note(int(size))))
    if said is None or said.origin != name:
        raise NotWitnessed(f"{put_back}, and no key signed that.")
    if then is None or then.size != int(size):
        raise NotWitnessed(f"{put_back}, and no signed checkpoint of these is left.")
    try:
        roots = pages.roots([one.size for one in (then, said)])
    except DamagedTree as error:
        raise NotWitnessed(f"{put_back}, and not all of them are there: {error}") from None
    for one in (then, said):
        if roots.get(one.size) != one.root:
            raise NotWitnessed(f"{put_back}, and its first {one.size:,} are not those it signed.")
    kept = [one for one in noted if one.checkpoint.size <= int(size)]
    gone = noted[-1].checkpoint.size - int(size)
    what = f"The floor was put back to {int(size):,} records, and says so"
    if gone > 0:
        what += f": {gone:,} records that were witnessed by {_when(noted[-1])} are gone"
    return f"{what}.", kept


def _signed(note: str, keys: Sequence[Key]) -> Checkpoint | None:
    try:
        return verify(read_note(note.encode()), keys).checkpoint
    except NoteError:
        return None


def _is_size(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS


def _put_back(before: Witnessed | None, last: Witnessed) -> str:
    since = f"as it was on {_when(before)}" if before else "to an earlier day"
    return (
        f"The floor was put back {since}, and has gone on from there without saying so: "
        f"what was witnessed by {_when(last)} is gone."
    )


def _cut(size: int, last: Witnessed) -> str:
    return (
        f"The log is cut at its end: {last.checkpoint.size:,} records were witnessed by "
        f"{_when(last)}, and it has {size:,}."
    )


def _rewritten(count: int) -> str:
    fits = "does not fit the checkpoint that was"
    if count > 1:
        fits = f"fits none of the {count:,} checkpoints that were"
    return f"The log was written anew: it {fits} witnessed."


def _swapped(before: Witnessed, wrong: Witnessed, between: Sequence[str]) -> str:
    named = ", ".join(between[:_MOST_NAMED])
    more = f" and {len(between) - _MOST_NAMED} more" if len(between) > _MOST_NAMED else ""
    return (
        f"Something was put in place of what was witnessed: the log is the same up to "
        f"{_when(before)} ({before.checkpoint.size:,} records), and another one by "
        f"{_when(wrong)} ({wrong.checkpoint.size:,}); between them: {named}{more}."
    )


def _when(one: Witnessed) -> str:
    return datetime.fromtimestamp(one.seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
