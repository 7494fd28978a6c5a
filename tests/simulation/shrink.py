"""The shortest history that still fails: without faults, tables, pages, witnesses, commands."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace
from tests.simulation.plan import Plan
from tests.simulation.run import Outcome, run

MOST_TRIES = 200


def shrink(
    failed: Outcome, attempt: Callable[[Plan], Outcome] = run, tries: int = MOST_TRIES
) -> Outcome:
    """The smallest plan that was found to fail, with what came of it."""
    best, left = failed, tries
    smaller = _smaller(best.plan)
    while left and (plan := next(smaller, None)) is not None:
        left -= 1
        outcome = attempt(plan)
        if not outcome.ok:
            best = outcome
            smaller = _smaller(best.plan)
    return best


def _smaller(plan: Plan) -> Iterator[Plan]:
    """Plans that leave out something, the most first."""
    yield from _without(plan, "faults")
    if len(plan.tables) > 1:
        yield from _without(plan, "tables")
    yield from _without(plan, "pages")
    yield from _without(plan, "witnesses")
    if plan.trouble_seconds >= 2:
        yield _shorter(plan, plan.trouble_seconds * 0.6)
    if plan.commands >= 2:
        yield replace(plan, commands=int(plan.commands * 0.6))
    if any(plan.drifts):
        yield replace(plan, drifts=tuple(0.0 for _ in plan.drifts))


def _shorter(plan: Plan, seconds: float) -> Plan:
    """Nothing begins in it once all is to be calm."""
    faults = tuple(fault for fault in plan.faults if fault.at < seconds)
    witnesses = tuple(min(begins, seconds) for begins in plan.witnesses)
    return replace(plan, trouble_seconds=seconds, faults=faults, witnesses=witnesses)


def _without(plan: Plan, name: str) -> Iterator[Plan]:
    """Halves, then each by itself."""
    whole = getattr(plan, name)
    half = len(whole) // 2
    if half > 1:
        yield replace(plan, **{name: whole[half:]})
        yield replace(plan, **{name: whole[:half]})
    for at in range(len(whole)):
        shorter = replace(plan, **{name: whole[:at] + whole[at + 1 :]})
        tables = set(shorter.tables)
        yield replace(shorter, pages=tuple(page for page in shorter.pages if page[0] in tables))
