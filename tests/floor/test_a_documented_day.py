"""One day of a floor, by the five documents: their sentences at work, one after another.

D000 and D002 are the letters, D001 the Must Hit procedures, D003 version 7, D004 the posted rules;
`day.enacts` names their sentences as docs/documents.md numbers them, with the rules they lead to.
What no day can show, how often something is drawn or what other paytables pay, has tests of its own.
"""

from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.floor.documented import DEE, SAM, SUE, Day, sentences
from tests.floor.played import PAPERS
from tests.floor.playing import config, running, with_house
from tests.floor.register.filed import LAYOUT, SHUFFLER, SYSTEM
from tests.wording import reason_of

from longsuit.analysis.report.content import Paper
from longsuit.analysis.report.html import to_html
from longsuit.core.cards import DECK
from longsuit.core.errors import InputError
from longsuit.core.money import MITES
from longsuit.core.progressive import commands as touch
from longsuit.core.round import commands as ask
from longsuit.floor.audit.run import audit
from longsuit.floor.config.settings import TableConfig
from longsuit.floor.papers.catalog import prepare
from longsuit.floor.papers.facts import recorded
from longsuit.floor.papers.kinds import KINDS, SORTS, Posted, Wanted, house_of
from longsuit.floor.reads.table_view import Looker
from longsuit.floor.register.entries import Approval
from longsuit.floor.reports.day import day_report
from longsuit.floor.reports.period import day_at
from longsuit.floor.service.coverage import coverage
from longsuit.floor.service.jackpots import Register
from longsuit.floor.slips.drawing import slip_pdf
from longsuit.floor.store.people_rows import add_person
from longsuit.floor.store.projections.slips import Search
from longsuit.floor.store.report_rows import reading
from longsuit.floor.tables.commands import ChangeDuty, CloseTable
from longsuit.version import __version__

HOUSE = with_house(
    config(),
    name="Harbour",
    approvals="required",
    legal_maximum=300_00,
    jurisdiction="Washington, licence 1",
    age_text="Must be 21 or older to gamble.",
    help_text="Bet with your head, not over it. Gambling problem? Call 1-800-GAMBLER.",
    play_money=False,
)
LINKS = {name: f"harbour {name}" for name in ("star", "spade", "heart", "diamond")}


def table(name: str, game: str, mode: str, **more: object) -> TableConfig:
    given = {"id": name, "game": game, "mode": mode, "approval": 1200, "links": {}, **more}
    return TableConfig.model_validate(given)


CHASE = table(
    *("C1", "ctf", "dealt"),
    links=LINKS,
    limits={"ante": [5, 100, 5], "same-suit": [1, 25, 1]},
)
FELT = table(
    *("L1", "ctf", "live"),
    links=LINKS,
    limits={"ante": [5, 100, 5]},
    must_hit={"seed": 500, "by": "500.30", "rate": "3.00%"},
)
HIGH = table(*("H1", "hcf", "dealt"), limits={"ante": [5, 100, 5]}, bonus_cap=50_000)
RAISED = table("H2", "hcf", "live", paytables={"progressive": "PT-PRG-HCF-D03"})
LEVELS = table(
    *("H3", "hcf", "live"), paytables={"progressive": "PT-PRG-HCF-MLP-01"}, progressive_base=5
)
ENVY = table("H4", "hcf", "live", paytables={"progressive": "PT-BJS-HCF-SF-E04"})
TABLES = (CHASE, FELT, HIGH, RAISED, LEVELS, ENVY)
FLOOR = HOUSE.model_copy(update={"table": TABLES})
STAR, ROYAL = "7-card straight flush", "A-K-Q-J-10 suited"


@pytest.mark.rule("CON-40")
@pytest.mark.usefixtures("quick_passwords")
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


# Morning: on file, or it does not open


def letter(day: Day, *names: str, **more: object) -> Approval:
    """What the commission approves: the rules and paytables of these tables."""
    covers = [one for one in coverage(day.floor) if one.id in names]
    parts = tuple(dict.fromkeys(part for one in covers for part in one.parts))
    game = {"C": "chase-the-flush", "L": "chase-the-flush", "H": "high-card-flush"}[names[0][0]]
    about = {"reference": "16-117", "date": "2016-06-22", "names": parts, **more}
    return Approval("controls", "Gambling Commission", game=game, **about)  # type: ignore[arg-type]


def file(day: Day, *entries: object) -> None:
    for entry in entries:
        filed = day.floor.file(SUE, entry, day.floor.engine.now())  # type: ignore[arg-type]
        assert not hasattr(filed, "code"), filed


def nothing_opens_without_its_papers(day: Day) -> None:
    floor = day.floor
    assert floor.tables() == []
    no = day.sets(FELT)
    for missing in ("approved internal controls", "a limit of the law", "an approved shuffler"):
        assert missing in no, no
    assert "a layout from a licensed maker" in no and "the progressive system" in no
    adopted = floor.adopt(SUE, "wa-300", "", floor.engine.now())
    assert not hasattr(adopted, "code")
    above = table("C9", "ctf", "dealt", limits={"ante": [5, 500, 5]})
    with pytest.raises(InputError, match=r"The Ante goes up to \$500.00, over the legal \$300.00"):
        day.sets(above)
    day.enacts("D000 7.1, D002 15.1", "CON-8 TBL-8")
    felts = [replace(LAYOUT, table=one.id) for one in TABLES if one.mode == "live"]
    assert day.floor.file(SUE, replace(SHUFFLER, licence=""), floor.engine.now()) is not None
    file(day, SHUFFLER, *felts, replace(SYSTEM, version=__version__))
    day.enacts("D000 8.1 8.5 9.1, D002 2.3 3.5", "CON-6 CON-7")
    assert floor.tables() == []
    file(day, letter(day, "C1", "L1"))
    assert floor.tables() == ["C1", "L1"], "they waited for the last that was missing"
    file(day, letter(day, "H1", "H2", "H3", "H4", reference="23-001", date="2023-05-01"))
    assert floor.tables() == sorted(one.id for one in TABLES)
    day.enacts("D002 1.2 2.2", "CON-1")
    no = day.sets(CHASE, paytables={"xtra": "B"})
    assert "an approval that names xtra B" in no, no
    day.enacts("D000 2.1, D002 2.1 3.1 5.1", "CON-5")
    with_stax = table("C9", "ctf", "dealt", without=["same-suit", "stax"])
    assert day.sets(with_stax) == "", "its rules are those that the letter names"
    day.does(SUE, "C9", CloseTable(by=SUE.actor))
    day.enacts("D003 6.1", "FL-10 TBL-9")


# Chase the Flush


def chase_the_flush_is_dealt(day: Day) -> None:
    """The dealer qualifies with hearts, K-T-8. Ann wins, Bob loses, Cy ties, Di folds, Ed loses."""
    day.sits("C1", "Ann", "Bob", "Cy", "Di", "Ed", "Flo")
    uneven = day.wagers("C1", 1, ante=10, xtra=5)
    assert reason_of(uneven) == "The X-tra Bonus must equal the Ante of $10.00."
    assert "X-tra Bonus" in reason_of(day.wagers("C1", 1, ante=10))
    assert not day.wagers("C1", 1, ante=10, xtra=10, same_suit=26).ok
    assert not day.wagers("C1", 1, ante=10, xtra=10, stax=10).ok
    assert day.wagers("C1", 1, ante=10, xtra=10, same_suit=5, stax=5).ok
    assert day.wagers("C1", 2, ante=10, xtra=10).ok
    assert day.wagers("C1", 3, ante=10, xtra=10, same_suit=1).ok
    assert day.wagers("C1", 4, ante=10, xtra=10, same_suit=2).ok
    assert day.wagers("C1", 5, ante=10, xtra=10, stax=5).ok
    day.enacts("D000 5.1-5.2 13.1-13.2 19.1, D001 4.1-4.2 7.1", "CTF-1 CTF-2 CTF-3 CTF-10")
    day.enacts("D002 7.1 9.1-9.2", "CTF-1 CTF-2 CTF-10")
    stood = {name: day.value(link) for name, link in LINKS.items()}
    hands = "Ah Qh 6h", "Qs 9s 2d", "Ks Ts 8s", "3h 5h 7c", "4s 5s 6s"
    day.starts("C1", *hands, "Th 4c 5d", "Kh 8h 2c 3d")
    state = day.table("C1").round
    assert state is not None and [len(seat.cards) for seat in state.seats[:5]] == [3] * 5
    seen = day.floor.view("C1", Looker("player", "Bob"))
    assert seen is not None and seen.round is not None
    assert [len([c for c in seat.cards if c]) for seat in seen.round.seats[:2]] == [0, 3]
    day.enacts("D000 5.4 13.3, D001 4.4, D002 7.3 9.3", "CTF-4")
    # Before the flop: check or three Antes; then two or check; at last one or fold.
    assert day.act("C1", 1, "bet_2x") and not day.act("C1", 1, "bet_3x")
    assert day.act("C1", 1, "check") != "", "who has bet bets no more"
    day.acts("C1", bob="check", cy="check", di="check", ed="check")
    assert len(day.table("C1").round.board) == 2  # type: ignore[union-attr]
    assert day.act("C1", 2, "bet_3x") and not day.act("C1", 2, "bet_2x")
    day.acts("C1", cy="check", di="check", ed="check")
    assert len(day.table("C1").round.board) == 4  # type: ignore[union-attr]
    assert day.act("C1", 3, "check") and not day.act("C1", 3, "bet_1x")
    day.acts("C1", di="fold", ed="bet_1x")
    day.enacts("D000 6.1-6.3 13.4-13.15, D001 4.5-4.16", "CTF-5 CTF-6 CTF-7 CTF-8")
    day.enacts("D002 8.1-8.3 9.4-9.15", "CTF-5 CTF-6 CTF-7 CTF-8 TBL-4")
    # Ann: a flush of five; even money, X-tra A 5 to 1, Same Suit A 10 to 1, A-K-Q suited $100.
    day.returned("C1", 1, ante=20, all_in=60, xtra=60, same_suit=55, stax=100)
    day.enacts(
        "D000 5.5 14.3 16.1-16.2 17.1 17.3, D001 1.1 1.4-1.5 5.7 5.10 5.12, D002 7.4 10.3 12.1-12.2 13.1 13.3",
        "CTF-10 CTF-11 CTF-18 CTF-19 CTF-20",
    )
    day.returned("C1", 2, ante=0, all_in=0, xtra=0)
    day.returned("C1", 3, ante=10, all_in=10, xtra=10, same_suit=0)
    day.enacts("D000 14.4-14.5, D001 5.8-5.9, D002 10.4-10.5", "CTF-12 CTF-13")
    # Di folds a flush of four, which would have won: Ante and X-tra are lost, Same Suit is paid.
    day.returned("C1", 4, ante=0, xtra=0, same_suit=4)
    day.enacts("D000 17.2 19.2-19.4, D001 5.13, D002 13.2 14.1-14.4", "CTF-2 CTF-9 CTF-19 CTF-20")
    # Ed is behind with three of a suit, and his straight flush of three is paid from the tray.
    day.returned("C1", 5, ante=0, all_in=0, xtra=0, stax=25)
    day.enacts("D000 5.3 18.1-18.3 20.1-20.3 23.1, D001 5.14-5.15", "CTF-3 CTF-9 FL-2 PRG-1 PRG-10")
    assert {name: day.value(link) for name, link in LINKS.items()} == stood
    day.ends("C1")
    # Two wagers of five: 2% and 5% of ten dollars, and the next round has begun.
    added = {name: day.value(link) - stood[name] for name, link in LINKS.items()}
    assert added == {"star": 200_000, "spade": 500_000, "heart": 500_000, "diamond": 500_000}
    assert day.table("C1").phase == "wagers"
    day.enacts("D000 12.1-12.2 23.3, D001 7.2 8.4", "PRG-2 PRG-6 TBL-1")


def chase_the_flush_with_an_unqualified_dealer(day: Day) -> None:
    """The dealer has J-2. Ann has three of a suit, Bob a queen, Cy ten-five, Di J-2 as well.

    Ed has four diamonds with 4-5-6 among them; Flo folds four hearts with ace-2-3 among them.
    """
    for seat in (1, 2, 3, 4):
        assert day.wagers("C1", seat, ante=10, xtra=10).ok
    for seat in (5, 6):
        assert day.wagers("C1", seat, ante=10, xtra=10, same_suit=5, stax=5).ok
    hands = "Ad Kd 3c", "Qc 6h 9s", "9h 3s Tc", "Jh 8s 7d", "5d 6d Td", "Ah 3h Th"
    day.starts("C1", *hands, "Js 8h 7c", "2s 2h 5c 4d")
    names = ("ann", "bob", "cy", "di", "ed")
    for action, last in (("check", "check"), ("check", "check"), ("bet_1x", "fold")):
        day.acts("C1", **dict.fromkeys(names, action), flo=last)
    day.returned("C1", 1, ante=10, all_in=20, xtra=10)
    day.returned("C1", 2, ante=10, all_in=20, xtra=10)
    day.returned("C1", 3, ante=10, all_in=0, xtra=0)
    day.returned("C1", 4, ante=10, all_in=10, xtra=10)
    day.enacts(
        "D000 13.17 15.4-15.6 16.3, D001 4.18-4.20 5.11",
        "CTF-14 CTF-15 CTF-16 CTF-17 CTF-18 FL-8",
    )
    day.enacts(
        "D001 1.2 6.4-6.6 6.8-6.10 6.12, D002 7.2 9.17 11.5-11.7 12.3",
        "CTF-15 CTF-16 CTF-17 CTF-18 FL-2 FL-8",
    )
    day.returned("C1", 5, ante=10, all_in=20, xtra=20, same_suit=10, stax=25)
    day.returned("C1", 6, ante=0, xtra=0, same_suit=10, stax=25)
    day.enacts("D001 6.11 6.13-6.16", "CTF-3 CTF-9 CTF-18 CTF-19 PRG-10")
    day.ends("C1")


def ties_are_broken_by_the_next_card(day: Day) -> None:
    """The dealer has K-T-8 of hearts: Ann's K-T-9 is ahead, and Bob's 5-6-7 in a row is nothing."""
    assert day.wagers("C1", 1, ante=10, xtra=10).ok
    assert day.wagers("C1", 2, ante=10, xtra=10).ok
    day.starts("C1", "Ks Ts 9s", "5c 6c 7c", "Kh 4c 8h", "Th 2d 3d 6d")
    for action in ("check", "check", "bet_1x"):
        day.acts("C1", ann=action, bob=action)
    day.returned("C1", 1, ante=20, all_in=20, xtra=10)
    day.returned("C1", 2, ante=0, all_in=0, xtra=0)
    seen = day.floor.view("C1", Looker())
    assert seen is not None and seen.round is not None
    assert len([card for card in seen.round.dealer if card]) == 3
    day.enacts(
        "D000 13.16 14.1-14.2, D001 1.3 4.17 5.2-5.6, D002 9.16 10.1-10.2",
        "CTF-10 FL-3 FL-5",
    )
    # Nobody has the progressive wager: the terminal is not touched.
    assert day.terminal("C1").phase == "idle"
    day.ends("C1")
    day.enacts("D001 7.5 7.8", "PRG-20")


def it_is_dealt_face_up(day: Day) -> None:
    """Chase the Flush may be, with controls that say so and a study; High Card Flush may not."""
    no = day.sets(CHASE, face_up=True)
    assert (
        "approved controls for Chase the Flush dealt face up" in no and "a study of the odds" in no
    )
    study = letter(day, "C1", reference="study 1", seats=7)
    file(day, replace(study, kind="study"))
    file(day, letter(day, "C1", reference="20-015", date="2020-06-15", face_up=True))
    assert day.sets(CHASE, face_up=True) == ""
    assert "face up" in day.sets(HIGH, face_up=True), "no letter names High Card Flush"
    for seat in (1, 2):
        assert day.wagers("C1", seat, ante=5, xtra=5).ok
    day.starts("C1", "2c 7d 9s", "3c 8d Ts", "4c 9d Js", "Ah Kh Qh Jh")
    seen = day.floor.view("C1", Looker("player", "Bob"))
    assert seen is not None and seen.round is not None
    assert [len([c for c in seat.cards if c]) for seat in seen.round.seats[:2]] == [3, 3]
    for action in ("check", "check", "fold"):
        day.acts("C1", ann=action, bob=action)
    day.ends("C1")
    assert day.sets(CHASE, face_up=False) == ""
    day.enacts("D000 1.1 3.1 3.3", "CON-1 CON-3 CON-4 CTF-22")


# Jackpots, by the keypad guide


def papers(winner: str) -> dict[str, str]:
    return {"winner": winner, **PAPERS}


def a_jackpot_from_start_to_end(day: Day) -> None:
    by = DEE.actor
    day.does(DEE, "L1", ChangeDuty(by=by, on=True))
    # Touched too soon: CANCEL ROUND leaves the lights, and adds nothing to a meter.
    stood = {name: meter.value for name, meter in day.floor.meters().items()}
    day.lights("L1", 2, 5, 6)
    assert day.refused(DEE, "L1", touch.TurnLight(by=by, seat=3, on=True))
    seen = day.floor.view("L1", Looker())
    assert seen is not None and seen.felt is not None
    assert seen.felt.lights == (2, 5, 6), "players see who is registered"
    day.does(DEE, "L1", ask.CancelRound(by=by, reason="touched too soon"))
    assert day.terminal("L1").lights == (2, 5, 6)
    assert {name: meter.value for name, meter in day.floor.meters().items()} == stood
    day.does(DEE, "L1", ask.StartRound(by=by))
    day.enacts("D001 3.7 8.1-8.3", "CON-15 PRG-2 PRG-15")
    # The star is above the amount of approval, and nobody but a second person lets it be paid.
    assert day.refused(DEE, "L1", touch.ChooseSeat(by=by, seat=3)), "not registered"
    amount = day.claims("L1", 5, STAR)
    assert amount == stood["harbour star"] // MITES
    day.does(DEE, "L1", touch.PayJackpot(by=by))
    pay = touch.PayAgreedSum(by=by, amount=amount)
    assert "supervisor" in day.refused(DEE, "L1", pay)
    assert day.refused(DEE, "L1", ask.EndRound(by=by)) == "Pay or void the jackpot of seat 5 first."
    approve = touch.ApproveJackpot(by=SUE.actor, number=1, **papers("Pam Jones"))
    assert "surveillance" in day.refused(SUE, "L1", replace(approve, surveillance=""))
    assert day.refused(DEE, "L1", replace(approve, by=by)), "who claimed it does not approve it"
    refer = touch.ReferJackpot(by=SUE.actor, number=1, to="Sam", reason="I know the winner")
    day.does(SUE, "L1", refer)
    day.does(SAM, "L1", touch.RefuseJackpot(by=SAM.actor, number=1, reason="no passport yet"))
    assert day.floor.meters()["harbour star"].pending, "it waits, and is not lost"
    day.does(SAM, "L1", replace(approve, by=SAM.actor))
    day.does(DEE, "L1", pay, touch.Ok(by=by))
    # The next winner in the same way: a fixed pay of the same table, from the tray.
    fixed = day.claims("L1", 2, "4-card straight flush")
    assert fixed == 150_00
    day.pays("L1", fixed)
    day.enacts("D000 12.3, D001 4.3 7.4 8.5-8.11", "CON-13 CON-14 PRG-5 PRG-16 PRG-17 PRG-19")
    # Nobody else has won: END ROUND adds, and draws the Must Hit award for one registered seat.
    before = day.value("L1/must-hit")
    day.ends("L1")
    terminal = day.terminal("L1")
    assert terminal.phase == "mystery"
    drawn = terminal.jackpots[-1]
    assert drawn.mystery and drawn.seat in (2, 5, 6)
    assert drawn.amount == (before + 3 * 150_000) // MITES == 500_45
    assert day.refused(DEE, "L1", touch.VoidJackpot(by=by, reason="none"))
    day.does(DEE, "L1", touch.ChooseSeat(by=by, seat=drawn.seat))
    day.pays("L1", drawn.amount)
    assert day.terminal("L1").phase == "idle"
    assert day.value("L1/must-hit") == 500_00 * MITES
    day.enacts("D001 2.1-2.2 3.1-3.6 8.12-8.13", "CON-14 PRG-9 PRG-10 PRG-11 PRG-18 PRG-21")
    a_hand_that_was_missed(day)
    a_hand_that_the_system_dealt(day)
    slips_are_on_file(day)


def a_hand_that_was_missed(day: Day) -> None:
    """Seen after END ROUND: by the dealer and a supervisor, with a reason, as it would have been."""
    by = DEE.actor
    hand = "5-card straight flush"
    late = touch.ClaimLate(by=by, seat=6, hand=hand, reason="in a picture", supervisor="Sue")
    assert day.refused(DEE, "L1", replace(late, supervisor="Dee"))
    assert day.refused(DEE, "L1", replace(late, reason=" ")) == "Give a reason."
    own = 3 * 5_00 * 500
    day.does(DEE, "L1", late)
    [award] = day.floor.meters()["harbour diamond"].pending
    assert award.amount == (500_00 * MITES + 1_000_000) // MITES, "without its own round, with C1's"
    assert day.value("harbour diamond") >= 500_00 * MITES + own
    day.does(DEE, "L1", touch.ChooseSeat(by=by, seat=6))
    day.does(DEE, "L1", touch.VoidJackpot(by=by, reason="it was four cards"))
    day.keeps("CON-18 PRG-17")


def a_hand_that_the_system_dealt(day: Day) -> None:
    """The cards say who has won: nothing else is claimed, and nothing that is won is passed over."""
    by = DEE.actor
    assert day.wagers("C1", 1, ante=10, xtra=10, stax=5).ok
    assert day.wagers("C1", 2, ante=10, xtra=10, stax=5).ok
    day.starts("C1", "Ah Kh Qh", "2d 7s 9s", "2c 7d 9c", "Jh Th 3c 4d")
    for action in ("check", "check", "bet_1x"):
        day.acts("C1", ann=action, bob=action)
    assert "seat 1" in day.refused(DEE, "C1", ask.EndRound(by=by)).lower()
    day.does(DEE, "C1", touch.ChooseSeat(by=by, seat=1))
    assert day.refused(DEE, "C1", touch.ChooseHand(by=by, hand=STAR))
    amount = day.claims("C1", 1, ROYAL)
    assert amount == day.floor.meters()["harbour heart"].pending[0].amount
    day.pays("C1", amount)
    stood = day.value("harbour heart")
    day.ends("C1")
    assert day.value("harbour heart") == stood + 2 * 5_00 * 500
    day.enacts("D001 7.1 7.3 7.6-7.7", "CTF-3 CTF-10 PRG-18")


def slips_are_on_file(day: Day) -> None:
    register = Register(day.floor)
    (slip,) = register.find(Search())
    assert (slip.slip, slip.winner, slip.supervisor, slip.state) == (1, "Pam Jones", "Sam", "paid")
    assert slip.tax is not None
    for word in ("ORIGINAL", "COPY"):
        answer = register.print(SUE, 1, f"print {word}").result(60)
        sheet = register.sheet(answer.version)
        assert sheet is not None and slip_pdf(sheet).startswith(b"%PDF")
    day.keeps("CON-13 CON-19 CON-20")


# High Card Flush


def high_card_flush_is_dealt(day: Day) -> None:
    """The dealer qualifies with K-J-5 of spades. Ann wins, Bob folds, Cy loses, Di ties."""
    day.sits("H1", "Ann", "Bob", "Cy", "Di")
    both = {"flush_bonus": 5, "straight_flush_bonus": 5}
    assert not day.wagers("H1", 1, flush_bonus=5).ok, "an Ante first"
    assert day.wagers("H1", 1, ante=10, progressive=1, **both).ok
    assert day.wagers("H1", 2, ante=10, flush_bonus=5).ok
    assert day.wagers("H1", 3, ante=20).ok
    assert day.wagers("H1", 4, ante=10, progressive=1).ok
    day.enacts("D003 3.1 6.2, D004 4.1 5.1 11.1 12.1", "HCF-1 TBL-1")
    assert not day.asks(
        day.player("H1", 4), "H1", ask.SitDown(by=day.player("H1", 4).actor, seat=5, stack=10_00)
    ).ok
    day.enacts("D004 14.3-14.4", "FL-9")
    ann, bob = "Ah Qh Th 8h 6h 3h 2c", "Kd 9d 7d 4d 2s 5c Jc"
    cy, di = "9s 7s 3s 8c 6d 4c 2d", "Kh Jh 5h 6c 3c 8d 6s"
    day.starts("H1", ann, bob, cy, di, "Ks Js 5s Tc 7c Jd 9h")
    state = day.table("H1").round
    assert state is not None and sorted(state.deck) == sorted(DECK), "one pack of 52"
    seen = day.floor.view("H1", Looker("player", "Bob"))
    assert seen is not None and seen.round is not None
    assert [len([c for c in seat.cards if c]) for seat in seen.round.seats[:4]] == [0, 7, 0, 0]
    day.enacts("D003 1.1-1.2 7.1, D004 1.1 3.1 14.6", "CON-11 FL-1 HCF-1 HCF-3 HCF-11")
    assert not day.act("H1", 1, "raise_3x")
    day.acts("H1", bob="fold")
    assert day.act("H1", 3, "raise_2x"), "three of a suit raise one Ante at most"
    day.acts("H1", cy="raise_1x", di="raise_1x")
    day.enacts("D003 7.2-7.3 7.5, D004 6.1 6.3 10.1-10.2 10.4", "HCF-4 HCF-5")
    day.returned(
        "H1", 1, ante=20, raise_=60, flush_bonus=505, straight_flush_bonus=0, progressive=0
    )
    day.returned("H1", 2, ante=0, flush_bonus=10)
    day.returned("H1", 3, ante=0, raise_=0)
    day.returned("H1", 4, ante=10, raise_=10)
    day.enacts(
        "D003 1.3 2.1-2.4 8.1 9.1-9.2 9.4-9.6, D004 1.2-1.3 2.1 6.2 6.4 7.1 8.1-8.2 9.1-9.3 11.2",
        "FL-2 FL-3 FL-8 HCF-1 HCF-6 HCF-8 HCF-9",
    )
    day.ends("H1")
    # The dealer has an eight-high flush of three: Antes win, Raises come back.
    assert day.wagers("H1", 1, ante=10).ok and day.wagers("H1", 2, ante=10).ok
    ann, bob = "Ah Th 4h Kc 9c 6d 3d", "7c 6c 5c 3c 2c Jh 9d"
    day.starts("H1", ann, bob, "8s 4s 2s Kd Qd Jc Tc")
    day.acts("H1", ann="raise_1x")
    assert day.act("H1", 2, "raise_3x") and not day.act("H1", 2, "raise_2x")
    day.returned("H1", 1, ante=20, raise_=10)
    day.returned("H1", 2, ante=20, raise_=20)
    day.ends("H1")
    day.enacts("D003 7.4 9.3, D004 10.3", "HCF-5 HCF-7")


def bonuses_are_capped_and_approved(day: Day) -> None:
    """A straight flush of seven wins both bonuses and the meter; bonuses come to $50,000 at most."""
    by = DEE.actor
    wagers = {"ante": 10, "flush_bonus": 25, "straight_flush_bonus": 25, "progressive": 1}
    assert day.wagers("H1", 1, **wagers).ok
    day.starts("H1", "8d 7d 6d 5d 4d 3d 2d", "9s 7s 3s 8c 6c 4c Jh")
    day.acts("H1", ann="raise_3x")
    results = day.results("H1")
    bonuses = [results[1, name] for name in ("flush-bonus", "straight-flush-bonus")]
    assert sum(one.net for one in bonuses) == 50_000_00
    assert all(one.cap == 50_000_00 for one in bonuses)
    assert {one.hand for one in bonuses} == {"7-card flush", STAR}, "one line each, the highest"
    day.enacts("D003 12.2, D004 12.2 12.4 13.1 14.1-14.2", "CON-10 HCF-9 HCF-10")
    amount = day.claims("H1", 1, STAR)
    assert amount == 30_000_00 + 2 * 23
    sue = touch.ApproveJackpot(by=SUE.actor, number=1, **papers("Ann Lee"))
    day.does(SUE, "H1", sue)
    day.pays("H1", amount)
    # Each bonus above the amount takes a supervisor, who may refuse at first: it stays owed.
    assert "supervisor" in day.refused(DEE, "H1", ask.EndRound(by=by))
    one = {"by": SUE.actor, "seat": 1, "wager": "flush-bonus"}
    day.does(SUE, "H1", touch.RefuseBonus(**one, reason="the deck is counted first"))
    assert day.refused(DEE, "H1", ask.EndRound(by=by))
    for wager in ("flush-bonus", "straight-flush-bonus"):
        approve = touch.ApproveBonus(by=SUE.actor, seat=1, wager=wager, **papers("Ann Lee"))
        day.does(SUE, "H1", approve)
    day.ends("H1")
    assert day.floor.engine.memory.slips.last == 4, "one for the star, three for Ann"
    day.enacts("D003 11.1", "PRG-1 PRG-3 PRG-4")


def pays_are_raised(day: Day) -> None:
    """Version 7's dynamic pays at a live table: one or two of three, told before the deal."""
    day.lights("H2", 1, 4)
    raised = day.terminal("H2").dynamic
    offer = day.terminal("H2").setup.offer
    assert offer is not None and offer.paytable is not None
    lines = {line.hand: line for line in offer.paytable.lines if line.dynamic}
    assert 1 <= len(raised) <= 2 and set(raised) < set(lines) and len(lines) == 3
    assert all(len(lines[hand].dynamic) == 10 for hand in raised)
    seen = day.floor.view("H2", Looker())
    assert seen is not None and seen.felt is not None and dict(seen.felt.dynamic) == dict(raised)
    hand, amount = next(iter(raised.items()))
    meter = day.value("H2/main")
    assert day.claims("H2", 4, hand) == amount > lines[hand].pays * 100
    day.pays("H2", amount)
    day.ends("H2")
    assert day.terminal("H2").dynamic == {}
    assert day.value("H2/main") == meter + 2 * 1_00 * 1000, (
        "from the tray; ten cents of each dollar"
    )
    day.enacts("D003 5.1-5.3 5.7 12.1 15.1 16.1-16.2 16.6-16.7", "PRG-6 PRG-14")


def levels_are_meters_of_their_own(day: Day) -> None:
    """Two levels on a wager of five dollars: seeds and pays are five times those of one dollar."""
    meters = day.terminal("H3").setup.meters
    first, second = meters.values()
    assert [day.value(one) for one in (first, second)] == [250_000_00 * MITES, 25_000_00 * MITES]
    day.lights("H3", 2)
    assert day.claims("H3", 2, "6-card straight flush") == 25_000_00
    approve = touch.ApproveJackpot(by=SUE.actor, number=1, **papers("seat 2"))
    day.does(SUE, "H3", approve)
    day.pays("H3", 25_000_00)
    day.ends("H3")
    assert day.value(first) == 250_000_00 * MITES + 5_00 * 700
    assert day.value(second) == 25_000_00 * MITES + 5_00 * 900
    assert day.floor.meters()[second].reserve == 5_00 * 600
    day.lights("H3", 2)
    assert day.claims("H3", 2, "4-card straight flush") == 5 * 50_00
    day.pays("H3", 5 * 50_00)
    day.ends("H3")
    day.enacts("D003 12.4-12.5 13.1 14.1-14.2 14.4-14.6", "PRG-1 PRG-6 PRG-13")


def others_are_paid_envy(day: Day) -> None:
    """Two winners at once: each other seat is paid for each, and nobody for an own hand."""
    by = DEE.actor
    day.lights("H4", 1, 3, 6)
    for seat, hand, amount in ((6, STAR, 5_000_00), (3, "6-card straight flush", 5_000_00)):
        assert day.claims("H4", seat, hand) == amount
        number = len(day.terminal("H4").jackpots)
        approve = touch.ApproveJackpot(by=SUE.actor, number=number, **papers(f"seat {seat}"))
        day.does(SUE, "H4", approve, touch.ChooseSeat(by=SUE.actor, seat=seat))
        day.does(DEE, "H4", touch.PayJackpot(by=by), touch.PayAgreedSum(by=by, amount=amount))
        own = touch.PayEnvy(by=by, seat=seat)
        assert day.refused(DEE, "H4", own), "nobody for an own hand"
        assert "envy" in day.refused(DEE, "H4", touch.Ok(by=by)).lower()
        for other in {1, 3, 6} - {seat}:
            day.does(DEE, "H4", touch.PayEnvy(by=by, seat=other))
        day.does(DEE, "H4", touch.Ok(by=by))
    day.ends("H4")
    day.enacts("D003 4.1-4.3 11.2", "PRG-12")
    day.keeps("CON-14 CON-15 CON-16")


# Evening: meters, papers, the audit


def meters_are_looked_after(day: Day) -> None:
    two = {"reason": "as the controls say", "second": "Sam"}
    by = {"by": SUE.actor, **two}
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
    assert "not below what stands" in day.meter(star, limit)
    assert day.meter(star, replace(limit, limit=shown + 1)) == ""
    day.keeps("CON-21 CON-23")
    for _ in range(2):
        day.lights("L1", 1, 2, 3)
        day.closes("L1")
    over = day.floor.meters()[star].overflow
    assert day.value(star) == (shown + 1) * MITES and over > 0
    no = day.meter(star, replace(up, amount=-1))
    assert no == "A meter goes down for one of the allowed reasons: say which."
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
    assert "Sue" in said["access"] and "Dee" in said["report"]
    assert "10,000" in said["submission"] and "passes" in said["submission"]
    day.keeps("CON-9 CON-10 CON-11 CON-30 CON-32 CON-33 CON-34 CON-38 CON-39")


def text_of(paper: Paper) -> str:
    """All words of a paper."""
    return to_html(paper)


# The end


def everything_was_enacted_or_has_its_test(day: Day) -> None:
    """Who goes through the documents finds each sentence here, or in the test that its row names."""
    rows = sentences()
    outside = {place for place, row in rows.items() if not row.rules}
    left = {place for place in rows if place not in day.enacted | outside}
    elsewhere = {rows[place].test for place in left}
    assert elsewhere == ELSEWHERE, sorted(elsewhere ^ ELSEWHERE)
    assert len(day.enacted) == 277, len(day.enacted)
    assert not day.enacted & outside


ELSEWHERE = {
    "test_a_dynamic_pay_is_used_in_its_round_and_gone_after_it",
    "test_a_seven_card_straight_flush_takes_the_top_line_of_d03",
    "test_a_tribal_house_needs_its_agency_and_the_commission",
    "test_a_wager_of_five_scales_seed_pays_and_envy",
    "test_an_ace_is_high_or_low_in_a_straight_flush_never_both",
    "test_antes_go_back_before_hands_are_compared",
    "test_dynamic_draws_are_uniform",
    "test_dynamic_progressives",
    "test_each_bonus_pays_its_highest_line_and_both_may_pay",
    "test_equal_lengths_compare_from_the_top_card_down",
    "test_fixed_tables_pay_as_posted",
    "test_hands_are_settled_from_right_to_left",
    "test_in_the_flush_an_ace_is_high_and_a_straight_flush_is_nothing",
    "test_printed_house_edge_of_a_wager",
    "test_printed_house_edge_of_chase_the_flush",
    "test_side_wagers_come_after_the_main_game",
    "test_single_meter_progressives",
    "test_the_all_in_wins_when_ahead_however_short",
    "test_the_progressive_is_optional_unless_it_is_mandatory",
}
"""The tests of what no single day can show: how often something is drawn, what other paytables and
other ranks of hands come to, the order on the felt, and houses of another kind."""
