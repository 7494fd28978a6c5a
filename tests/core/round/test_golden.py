"""The golden rounds: as written, as worked out by hand, as read back; and no branch is missing."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from tests import golden_family
from tests.core.games.naive import NaiveCard, against, best_flush, dealer_qualifies
from tests.golden_rounds import FOLDER, SCENARIOS, Scenario, play

from longsuit.core.cards import Card, card_name
from longsuit.core.games.catalog import paytables
from longsuit.core.games.game import NINE_HIGH
from longsuit.core.games.settlement import Settled
from longsuit.core.ranking import key_length, make_key
from longsuit.core.round import events as happened
from longsuit.core.round.actions import legal_actions
from longsuit.core.round.events import AnyEvent
from longsuit.core.round.evolve import evolve, replay
from longsuit.core.round.history import write_history
from longsuit.core.round.history_reader import read_histories
from longsuit.core.round.state import Round

FILES = sorted(FOLDER.glob("*.txt"))
FOLDERS = {FOLDER: SCENARIOS, golden_family.FOLDER: golden_family.SCENARIOS}
TEXTS = {one.name: folder / f"{one.name}.txt" for folder, all_ in FOLDERS.items() for one in all_}
each_scenario = pytest.mark.parametrize(
    "scenario", (*SCENARIOS, *golden_family.SCENARIOS), ids=lambda s: s.name
)
each_file = pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
every_file = pytest.mark.parametrize("path", TEXTS.values(), ids=lambda p: p.stem)

SHORT = {"chase-the-flush": "ctf", "high-card-flush": "hcf"}
OUTCOMES = ("ahead", "behind", "tie")
BETS = {"ctf": ("bet_3x", "bet_2x", "bet_1x"), "hcf": ("raise_1x", "raise_2x", "raise_3x")}
SIDE_WAGERS = {
    "ctf": ("same-suit", "stax"),
    "hcf": ("flush-bonus", "straight-flush-bonus", "progressive"),
}


def side_wagers(state: Round) -> tuple[str, ...]:
    """The wagers of its game that a seat may leave out."""
    game = state.table.definition
    return tuple(wager.id for wager in game.wagers if wager.id not in game.mandatory)


def read(path: Path) -> list[AnyEvent]:
    (events,) = read_histories(path.read_text(encoding="utf-8"), path.name)
    return events


def test_the_folder_holds_the_scenarios_and_nothing_else() -> None:
    for folder, scenarios in FOLDERS.items():
        names = sorted(scenario.name for scenario in scenarios)
        assert names == sorted({path.stem for path in folder.glob("*.txt")})


@each_scenario
def test_file_is_what_the_scenario_gives_now(scenario: Scenario) -> None:
    told = TEXTS[scenario.name].read_bytes().decode("utf-8")
    assert told == write_history(play(scenario)), (
        "python -m tests.golden_rounds (or golden_family) writes it"
    )


@pytest.mark.rule(
    *("CTF-9", "CTF-11", "CTF-12", "CTF-13", "CTF-14", "CTF-15", "CTF-16", "CTF-17", "CTF-18"),
    *("CTF-19", "CTF-20", "HCF-4", "HCF-6", "HCF-7", "HCF-8", "HCF-9", "HCF-10", "PRG-12"),
    *("FL-2", "FL-3", "FL-4", "FL-6", "FL-7", "FL-8"),
)
@each_scenario
def test_amounts_are_those_worked_out_by_hand(scenario: Scenario) -> None:
    settlement = replay(play(scenario)).settlement
    if scenario.cancel is not None:
        assert settlement is None and not scenario.expected
        return
    assert settlement is not None
    assert {(r.seat, r.wager): r.returned for r in settlement.results} == scenario.expected
    assert len(settlement.results) == len(scenario.expected)
    assert [(e.seat, e.winner, e.amount) for e in settlement.envies] == scenario.envied


@pytest.mark.rule("FL-11", "TBL-1")
@each_scenario
def test_stacks_end_as_the_hand_worked_amounts_say(scenario: Scenario) -> None:
    events = play(scenario)
    stacks = {seat: stack for seat, (_, stack) in scenario.seated.items()}
    if scenario.cancel is None:
        for seat, wagers in scenario.wagers.items():
            stacks[seat] -= sum(wagers.values())
        for event in events:
            if isinstance(event, happened.ActionTaken):
                stacks[event.seat] -= event.amount
        for (seat, _), returned in scenario.expected.items():
            stacks[seat] += returned
        for seat, _, amount in (*scenario.paid, *scenario.envied):
            stacks[seat] += amount
    final = replay(events)
    assert {n: s.stack for n, s in enumerate(final.seats, 1) if s.player is not None} == stacks


@pytest.mark.rule("CTF-14", "CTF-21", "HCF-6", "PRG-5")
@each_scenario
def test_hands_are_settled_and_awards_paid_from_right_to_left(scenario: Scenario) -> None:
    final = replay(play(scenario))
    if final.settlement is None:
        assert scenario.cancel is not None
        return
    side = side_wagers(final)

    def stage(result: Settled) -> int:
        """The main game comes first, and before it the Antes of an unqualified dealer."""
        if result.wager in side:
            return 2
        return int(final.settlement.qualifies or result.wager != "ante") if final.settlement else 0

    order = [(stage(result), -result.seat) for result in final.settlement.results]
    assert order == sorted(order)
    paid = [seat for seat, _, _ in scenario.paid]
    assert paid == sorted(paid, reverse=True)
    assert paid == [award.seat for award in final.settlement.awards]
    assert not final.due


@every_file
def test_file_reads_back_and_gives_the_same_text(path: Path) -> None:
    assert write_history(read(path)) == path.read_text(encoding="utf-8")


# Which branches there are, by the rules; and which of them the files bear witness to


def required_main() -> Iterator[tuple[Any, ...]]:
    """The dealer qualifies or not, the hands compared, each point where a seat decides."""
    for qualified, outcome, bet in product((True, False), OUTCOMES, BETS["ctf"]):
        yield "ctf", "main", qualified, outcome, bet
    for outcome, bet in product(OUTCOMES, BETS["hcf"]):
        yield "hcf", "main", True, outcome, bet
    for bet in BETS["hcf"]:
        yield "hcf", "main", False, "ahead", bet
    for outcome in ("behind", "tie"):  # with five cards or more neither is possible
        yield "hcf", "main", False, outcome, "raise_1x"
    yield "ctf", "fold", "river"
    yield "hcf", "fold", "raise"
    yield from (("ctf", "time", action) for action in ("check", "fold"))
    yield "hcf", "time", "fold"


def required_of_both() -> Iterator[tuple[Any, ...]]:
    """Side wagers, settings and cancelled rounds."""
    for game, wagers in SIDE_WAGERS.items():
        yield game, "fold without side wagers"
        for wager, verdict in product(wagers, ("win", "lose")):
            yield game, "side", wager, verdict, "folded"
            yield game, "side", wager, verdict, "not folded"
        for setting in ("face up", "two seats", "own paytable", "two suits", "ace low elsewhere"):
            yield game, setting
        yield from ((game, "cancelled", when) for when in ("before the deal", "after the deal"))


def required_pays() -> Iterator[tuple[Any, ...]]:
    """The lines of the X-tra Bonus, the meters and the fixed pays."""
    for table, length in product("AB", (3, 4, 5, 6, 7)):
        paid = length > (3 if table == "A" else 4)
        if (table, length) != ("B", 3):
            yield "ctf", "xtra", table, length, "win" if paid else "push"
    for hand in ("7-card straight flush", "6-card straight flush", "A-K-Q-J-10 suited"):
        yield "ctf", "award", "stax", hand
    yield "ctf", "award", "stax", "5-card straight flush"
    for hand in ("7-card straight flush", "6-card straight flush"):
        yield "hcf", "award", "progressive", hand
    for hand in ("A-K-Q-J suited", "4-card straight flush", "A-K-Q suited"):
        yield "ctf", "paid", "stax", hand
    for length in (4, 5, 6, 7):
        yield "hcf", "paid", "flush-bonus", f"{length}-card flush"
    for length in (3, 4, 5, 6, 7):
        yield "hcf", "paid", "straight-flush-bonus", f"{length}-card straight flush"


def required_options() -> Iterator[tuple[Any, ...]]:
    """What only some tables have."""
    yield from (("hcf", name) for name in ("envy", "two envies", "dynamic", "not dynamic", "cap"))
    yield "hcf", "bonus line of a dynamic name"
    yield from (("hcf", name) for name in ("partial raise", "progressive beside the cap"))
    yield from (("ctf", "rules", "unqualified", value) for value in ("win", "play"))
    yield from (("hcf", "rules", "unqualified", value) for value in ("push", "play"))
    yield from (("ctf", "rules", "ties", value) for value in ("lose", "win"))
    yield "hcf", "rules", "ties", "lose"
    yield "ctf", "rules", "qualifier", 0


def pairs(cards: tuple[Card, ...]) -> list[NaiveCard]:
    names = (card_name(card) for card in cards)
    return [("23456789TJQKA".index(name[0]) + 2, name[1]) for name in names]


def witnessed(events: list[AnyEvent]) -> set[tuple[Any, ...]]:
    """The branches that a round goes through, from what happened in it."""
    final = replay(events)
    game = SHORT[final.table.game]
    found = {(game, *fact) for fact in of_the_table(final)}
    if final.phase == "cancelled":
        when = "after the deal" if final.dealer else "before the deal"
        return found | {(game, "cancelled", when)}
    for number in final.playing:
        found |= {(game, *fact) for fact in of_the_seat(final, number)}
    found |= {(game, *fact) for fact in of_the_settlement(final)}
    due = {(a.seat, a.wager): a.hand for a in (final.settlement.awards if final.settlement else ())}
    for event in events:
        if isinstance(event, happened.AwardPaid):
            found.add((game, "award", event.wager, due[event.seat, event.wager]))
        if isinstance(event, happened.ActionTaken) and not event.in_time:
            found.add((game, "time", event.action))
    return found


def of_the_table(final: Round) -> Iterator[tuple[Any, ...]]:
    table, usual = final.table, final.table.definition.rules
    players = [seat.player for seat in final.seats if seat.wagers]
    if table.face_up:
        yield ("face up",)
    if len(players) > len(set(players)):
        yield ("two seats",)
    for name in ("unqualified", "ties", "qualifier"):
        if getattr(table.rules, name) != getattr(usual, name):
            yield "rules", name, getattr(table.rules, name)
    if any(o.paytable not in (None, *paytables(table.game)) for o in table.offers):
        yield ("own paytable",)


def of_the_seat(final: Round, number: int) -> Iterator[tuple[Any, ...]]:
    seat, wagers = final.seat(number), final.table.definition.mandatory
    cards = pairs(seat.cards + final.board)
    mine, theirs = best_flush(cards), best_flush(pairs(final.dealer + final.board))
    if seat.folded:
        yield "fold", final.table.rules.decisions[len(seat.actions) - 1].name
        if set(seat.wagers) == set(wagers):
            yield ("fold without side wagers",)
    elif final.table.rules == final.table.definition.rules:
        outcome, multiple = against(mine, theirs), seat.bet / seat.wagers["ante"]
        if multiple == int(multiple):
            verb = final.table.definition.bet_verb
            bet = f"{verb}_{int(multiple)}x"
            yield "main", dealer_qualifies(theirs), outcome, bet
        else:
            yield ("partial raise",)
    suits = {suit: {rank for rank, of in cards if of == suit} for suit in "cdhs"}
    longest = [suit for suit in suits if len(suits[suit]) == len(mine)]
    if len(longest) > 1:
        yield ("two suits",)
    if any({14, 2, 3} <= suits[suit] for suit in suits if suit not in longest):
        yield ("ace low elsewhere",)


def of_the_settlement(final: Round) -> Iterator[tuple[Any, ...]]:
    assert final.settlement is not None
    for result in final.settlement.results:
        offer = final.table.offer(result.wager)
        yield from of_the_result(final, result)
        if result.wager == "xtra" and not final.seat(result.seat).folded:
            held = pairs(final.seat(result.seat).cards + final.board)
            dealers = best_flush(pairs(final.dealer + final.board))
            if against(best_flush(held), dealers) == "ahead":
                assert offer is not None and offer.paytable is not None
                yield "xtra", offer.paytable.id, len(best_flush(held)), result.verdict
    envied = [envy.seat for envy in final.settlement.envies]
    if envied:
        yield ("envy",)
    if len(envied) > len(set(envied)):
        yield ("two envies",)


def of_the_result(final: Round, result: Settled) -> Iterator[tuple[Any, ...]]:
    if result.wager not in side_wagers(final):
        return
    folded = "folded" if final.seat(result.seat).folded else "not folded"
    yield "side", result.wager, result.verdict, folded
    if result.verdict == "win":
        yield "paid", result.wager, result.hand
    if result.verdict == "win" and final.dynamic:
        raised = result.hand in final.dynamic
        if result.wager != "progressive":
            yield ("bonus line of a dynamic name",) if raised else ("bonus line of another name",)
        else:
            yield ("dynamic",) if raised else ("not dynamic",)
    if final.settlement is not None and final.settlement.cut and result.net > 0:
        yield ("progressive beside the cap",) if result.wager == "progressive" else ("cap",)


REQUIRED = [*required_main(), *required_of_both(), *required_pays(), *required_options()]


@cache
def all_witnessed() -> dict[str, set[tuple[Any, ...]]]:
    return {path.stem: witnessed(read(path)) for path in FILES}


@pytest.mark.parametrize("branch", REQUIRED, ids=lambda b: " ".join(map(str, b)))
def test_branch_has_a_golden_round(branch: tuple[Any, ...]) -> None:
    assert [name for name, branches in all_witnessed().items() if branch in branches]


def test_the_check_sees_a_missing_branch() -> None:
    everything = set().union(*all_witnessed().values())
    alone = all_witnessed()["hcf-raise-step"]
    without = set().union(*(b for name, b in all_witnessed().items() if name != "hcf-raise-step"))
    assert ("hcf", "partial raise") in alone
    assert ("hcf", "partial raise") not in without
    assert set(REQUIRED) <= everything


# What stands where a branch cannot be


@pytest.mark.rule("HCF-7")
def test_unqualified_dealer_of_high_card_flush_pays_the_ante_whatever_the_hands() -> None:
    seen = set()
    for path in FILES:
        final = replay(read(path))
        theirs = best_flush(pairs(final.dealer + final.board))
        usual = final.table.rules == final.table.definition.rules
        if final.table.game != "high-card-flush" or final.settlement is None or not usual:
            continue
        if dealer_qualifies(theirs):
            continue
        verdicts = {(r.seat, r.wager): r.verdict for r in final.settlement.results}
        for number in final.playing:
            seen.add(against(best_flush(pairs(final.seat(number).cards)), theirs))
            assert verdicts[number, "ante"] == "win"
            assert verdicts[number, "raise"] == "push"
    assert seen == set(OUTCOMES)


@pytest.mark.rule("FL-8", "HCF-5")
def test_no_hand_that_may_raise_twice_can_meet_its_equal_in_an_unqualified_dealer() -> None:
    assert key_length(NINE_HIGH) < 5
    assert make_key("65432") > make_key("AKQJ") > NINE_HIGH


@pytest.mark.rule("CTF-5", "CTF-6", "CTF-7", "HCF-4")
@each_file
def test_a_fold_is_open_at_the_last_decision_only(path: Path) -> None:
    state: Round | None = None
    turns = 0
    for event in read(path):
        if state is not None and state.turn and isinstance(event, happened.ActionTaken):
            names = [action.name for action in legal_actions(state, state.turn)]
            last = state.decision + 1 == len(state.table.rules.decisions)
            assert ("fold" in names) == last
            assert ("check" in names) == (not last)
            turns += 1
        state = evolve(state, event)
    assert state is not None
    assert turns == sum(len(seat.actions) for seat in state.seats)


@pytest.mark.rule("CTF-9", "HCF-6")
@each_file
def test_a_folded_hand_is_turned_up_only_for_a_side_wager(path: Path) -> None:
    final = replay(read(path))
    if final.phase == "cancelled":
        assert final.revealed is None
        return
    side = side_wagers(final)
    shown = frozenset(
        number
        for number in final.playing
        if not final.seat(number).folded or set(final.seat(number).wagers) & set(side)
    )
    assert final.revealed == shown
