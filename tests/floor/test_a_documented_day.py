"""One day of a floor, by the five documents: their sentences at work, one after another.

D000 and D002 are the letters, D001 the Must Hit procedures, D003 version 7, D004 the posted rules;
`day.enacts` names their sentences as docs/documents.md numbers them, with the rules they lead to.
What no day can show, such as how often something is drawn, has tests of its own.
"""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.floor.documented import DEE, SUE, TEXT, Day, sentences
from tests.floor.documented_jackpots import (
    a_jackpot_from_start_to_end,
    bonuses_are_capped_and_approved,
    levels_are_meters_of_their_own,
    others_are_paid_envy,
    pays_are_raised,
)
from tests.floor.documented_rounds import (
    chase_the_flush_is_dealt,
    chase_the_flush_with_an_unqualified_dealer,
    high_card_flush_is_dealt,
    it_is_dealt_face_up,
    ties_are_broken_by_the_next_card,
)
from tests.floor.documented_tables import (
    FLOOR,
    LINKS,
    RAISED,
    TABLES,
    nothing_opens_without_its_papers,
)
from tests.floor.playing import running

from longsuit.analysis.report.content import Paper
from longsuit.analysis.report.html import to_html
from longsuit.core.money import MITES
from longsuit.core.progressive import commands as touch
from longsuit.floor.audit.run import audit
from longsuit.floor.papers.catalog import prepare
from longsuit.floor.papers.facts import recorded
from longsuit.floor.papers.kinds import KINDS, SORTS, Posted, Wanted, house_of
from longsuit.floor.reports.day import day_report
from longsuit.floor.reports.period import day_at
from longsuit.floor.store.people_rows import add_person
from longsuit.floor.store.report_rows import reading
from longsuit.floor.tables.commands import ChangeDuty, CloseTable


@pytest.mark.rule("CON-40")
def test_a_day_by_the_documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(str(tmp_path / "day.db"), FLOOR) as floor:
        day = Day(floor, monkeypatch)
        for role, name in (("supervisor", "Sue"), ("supervisor", "Sam"), ("dealer", "Dee")):
            add_person(floor.database, name, role, "correct horse battery", floor.engine.now())  # type: ignore[arg-type]
        nothing_opens_without_its_papers(day)
        chase_the_flush_is_dealt(day)
        chase_the_flush_with_an_unqualified_dealer(day)
        ties_are_broken_by_the_next_card(day)
        it_is_dealt_face_up(day)
        a_jackpot_from_start_to_end(day)
        high_card_flush_is_dealt(day)
        bonuses_are_capped_and_approved(day)
        pays_are_raised(day)
        levels_are_meters_of_their_own(day)
        others_are_paid_envy(day)
        meters_are_looked_after(day)
        the_day_is_put_on_paper(day)
        report = audit(floor.log, workers=1)
        assert report.clean, report.fault
        assert all(one.off_by == 0 for one in floor.meters().values())
    everything_was_enacted_or_has_its_test(day)


# Evening: meters, papers, the audit


def meters_are_looked_after(day: Day) -> None:
    two = {"reason": "as the controls say", "second": "Sam"}
    by: dict[str, Any] = {"by": SUE.actor, **two}
    star, spade = LINKS["star"], LINKS["spade"]
    day.lights("L1", 4)
    up = touch.CorrectMeter(part="meter", amount=5 * MITES, **by)
    no = day.meter(star, up)
    assert no == f"A round runs at L1: end it, then change {star}."
    day.closes("L1")
    day.keeps("CON-28")
    assert (
        day.meter(star, replace(up, second="Sue"))
        == "A second member of the staff has to confirm this."
    )
    assert day.meter(star, up) == ""
    shown = day.value(star) // MITES
    limit = touch.SetMeter(limit=shown - 1, bound=0, **by)
    assert "cannot be below the meter" in day.meter(star, limit)
    assert day.meter(star, replace(limit, limit=shown + 1)) == ""
    day.keeps("CON-21 CON-23")
    for _ in range(2):
        day.lights("L1", 1, 2, 3)
        day.closes("L1")
    over = day.floor.meters()[star].overflow
    assert day.value(star) == (shown + 1) * MITES and over > 0
    no = day.meter(star, replace(up, amount=-1))
    assert no == "Choose one of the reasons for which a meter may go down."
    reduce = touch.ReduceMeter(cause="over-limit", part="overflow", amount=over, **by)
    assert "money leaves" in day.meter(star, replace(reduce, part="meter"))
    assert day.meter(star, reduce) == ""
    move = touch.ReduceMeter(cause="moved", part="meter", amount=1, to=spade, **by)
    assert day.meter(star, move) == ""
    hold = day.floor.meters()[star]
    assert hold.hits and hold.win_count == 1 and hold.hand_paid > 0 and hold.off_by == 0
    day.keeps("CON-22 CON-24 CON-25")
    # A level of H3 is ended: its tables leave it, and its money goes where two people say.
    first = next(iter(day.terminal("H3").setup.meters.values()))
    retire = touch.RetireMeter(by=SUE.actor, **two)
    assert "take it off the meter" in day.meter(first, retire)
    day.does(SUE, "H3", CloseTable(by=SUE.actor))
    assert day.meter(first, retire) == "" and day.floor.meters()[first].retired
    day.keeps("CON-26")
    # The house may change or close a table without notice, but between rounds and on record.
    day.lights("H2", 1)
    assert day.sets(RAISED, name="Other") == "That is done between rounds: end this round first."
    day.ends("H2")
    assert day.sets(RAISED, name="Other") == ""
    day.enacts("D004 15.1", "TBL-7")
    day.does(DEE, "L1", ChangeDuty(by=DEE.actor, on=False))
    day.keeps("CON-37")


def the_day_is_put_on_paper(day: Day) -> None:
    floor, now = day.floor, day.floor.engine.now()
    house = house_of(floor.config.house)
    date = floor.registry.today(now)
    posted = {name: Posted(one.limit, one.bound) for name, one in floor.meters().items()}
    said: dict[str, str] = {}
    with reading(floor.database) as rows:
        facts = recorded(rows, house, posted)
        for kind in KINDS:
            wanted = Wanted(
                kind, date, "" if not SORTS[kind].of_table else "C1", date, theory=False
            )
            said[kind] = text_of(prepare(wanted, facts, rows)())
        said["posted"] = text_of(prepare(Wanted("rack-card", date, "H1"), facts)())
        report = day_report(rows, day_at(now), theory=False)
    assert not list(report.differences)
    for meter in {link for one in TABLES[:2] for link in one.links.values()}:
        assert meter in said["controls"], "accumulation and prizes are identified in the controls"
    day.enacts("D000 11.1", "CON-9")
    assert "Wagers between players are not allowed." in said["rack-card"]
    day.enacts("D000 10.1", "CON-11")
    for words in ("21 or older", "Bet with your head", "1-800-GAMBLER", "$50,000", "nor discuss"):
        assert words in said["posted"], words
    day.enacts("D004 15.2-15.4", "CON-39")
    for words in ("touched too soon", "no passport yet", "the deck is counted first", "late"):
        assert words in said["exceptions"], words
    assert "overflow" in said["meters"] and "over-limit, by Sue and Sam" in said["meters"]
    assert "Sue" in said["access"] and "Dee" in said["report"]
    assert "10,000" in said["submission"] and "passes" in said["submission"]
    day.keeps("CON-9 CON-10 CON-11 CON-30 CON-32 CON-33 CON-34 CON-38 CON-39")


def text_of(paper: Paper) -> str:
    """All words of a paper."""
    return to_html(paper)


# The end


def everything_was_enacted_or_has_its_test(day: Day) -> None:
    """Who goes through the documents finds each sentence here, or in the test of its row."""
    rows = sentences()
    outside = {place for place, row in rows.items() if not row.rules}
    left = {place for place in rows if place not in day.enacted | outside}
    elsewhere = {rows[place].test for place in left}
    assert elsewhere == ELSEWHERE, sorted(elsewhere ^ ELSEWHERE)
    assert f"enacts {len(day.enacted)} of them" in TEXT, len(day.enacted)
    assert not day.enacted & outside
    seen = day.kept.union(*(rows[place].rules for place in day.enacted))
    missing = {f"CON-{number}" for number in range(1, 41)} - seen
    assert missing == CONDITIONS_ELSEWHERE, sorted(missing ^ CONDITIONS_ELSEWHERE)


ELSEWHERE = {
    "test_a_dynamic_pay_is_used_in_its_round_and_gone_after_it",
    "test_a_progressive_pays_the_highest_hand_alone",
    "test_a_tribal_house_needs_its_agency_and_the_commission",
    "test_a_wager_of_five_scales_seed_pays_and_envy",
    "test_an_ace_is_high_or_low_in_a_straight_flush_never_both",
    "test_antes_go_back_before_hands_are_compared",
    "test_dynamic_draws_are_uniform",
    "test_dynamic_progressives",
    "test_equal_lengths_compare_from_the_top_card_down",
    "test_fixed_tables_pay_as_posted",
    "test_hands_are_settled_from_right_to_left",
    "test_in_the_flush_an_ace_is_high_and_a_straight_flush_is_nothing",
    "test_printed_house_edge_of_a_wager",
    "test_printed_house_edge_of_chase_the_flush",
    "test_side_wagers_come_after_the_main_game",
    "test_the_all_in_wins_when_ahead_however_short",
    "test_the_configuration_of_every_progressive",
    "test_the_higher_hand_is_paid_though_a_lower_pays_more",
    "test_the_progressive_is_optional_unless_it_is_mandatory",
}
"""The tests of what no single day can show: how often something is drawn, what other paytables and
other ranks of hands come to, the order on the felt, and houses of another kind."""

CONDITIONS_ELSEWHERE = {f"CON-{number}" for number in (2, 12, 17, 27, 29, 31, 35, 36, 40)}
"""The conditions that the day does not meet; `make rules` has their tests."""
