"""The floor as the pit desk sees it, and the audit beside it."""

from pathlib import Path

from tests.floor.played import PAPERS
from tests.floor.playing import DEALER, SUPERVISOR, Bot, config, running
from tests.floor.told import text_of
from tests.wording import reason_of

from longsuit.core.money import MITES
from longsuit.core.progressive import commands as terminal
from longsuit.core.round import commands as ask
from longsuit.floor.audit.run import audit
from longsuit.floor.service.floor import Floor
from longsuit.floor.service.pit import Desk
from longsuit.floor.tables.commands import CloseTable

TABLES = config(
    live={"mode": "live", "approval": 400, "name": "On felt", "must_hit": {}},
    dealt={"mode": "dealt", "links": {"star": "house star"}},
)


def claim(floor: Floor) -> Bot:
    """A jackpot of ten thousand dollars, pending at the live table."""
    dealer = Bot(floor, "live", DEALER)
    by = DEALER.actor
    dealer.must(terminal.TurnLight(by=by, seat=3, on=True))
    dealer.must(ask.StartRound(by=by))
    dealer.must(terminal.ChooseSeat(by=by, seat=3))
    dealer.must(terminal.ChooseHand(by=by, hand="7-card straight flush"))
    dealer.must(terminal.PendingJackpot(by=by))
    return dealer


def test_every_table_at_a_glance(tmp_path: Path) -> None:
    with running(str(tmp_path / "x.db"), TABLES) as floor:
        desk = Desk(floor)
        dealt, live = desk.tables()
        assert (dealt.id, dealt.mode, dealt.seated, dealt.between_rounds) == (
            *("dealt", "dealt", ()),
            True,
        )
        assert (live.name, live.phase, live.round, live.closed) == ("On felt", "idle", 0, False)
        assert live.at == floor.log.head("table live").at > 0
        assert [one.name for one in live.meters][-1] == "must-hit"
        Bot(floor, "dealt", SUPERVISOR).must(CloseTable(by=SUPERVISOR.actor))
        assert [(one.id, one.closed) for one in desk.tables()] == [("live", False), ("dealt", True)]
        opened = desk.config("dealt")
        assert opened is not None
        meters = {one.id: one for one in desk.meters()}
        assert not meters["house star"].tables and meters["live/star"].tables == {"live"}
        assert meters["live/star"].value == 10_000_00 * MITES
        assert floor.set_table(SUPERVISOR, opened, "again", new=False).result(30).ok
        assert not any(one.closed for one in desk.tables())
        assert desk.streams()[:4] == ("people", "register", "table dealt", "table live")


def test_a_table_is_told_as_its_configuration(tmp_path: Path) -> None:
    with running(str(tmp_path / "x.db"), TABLES) as floor:
        found = Desk(floor).config("live")
        assert found is not None and found.must_hit is not None
        assert (found.mode, found.approval, found.must_hit.by) == ("live", 400_00, 1_000_00)
        answer = floor.set_table(SUPERVISOR, found, "the same", new=False).result(30)
        assert reason_of(answer) == "The table has these settings already."
        assert Desk(floor).config("no") is None


def test_a_jackpot_waits_until_it_is_approved(tmp_path: Path) -> None:
    with running(str(tmp_path / "x.db"), TABLES) as floor:
        desk = Desk(floor)
        assert desk.approvals() == ()
        claim(floor)
        (one,) = desk.approvals()
        assert (one.table, one.seat, one.hand, one.amount) == (
            *("live", 3, "7-card straight flush"),
            10_000_00,
        )
        assert (one.claimed_by, desk.how_many_wait()) == ("Dee", 1)
        claimed = [r for r in floor.log.read("table live") if '"JackpotClaimed"' in text_of(r)]
        assert one.since == claimed[-1].at
        refuse = terminal.RefuseJackpot(by=SUPERVISOR.actor, number=one.number, reason="no seal")
        Bot(floor, "live", SUPERVISOR).must(refuse)
        (refused,) = desk.approvals()
        assert (refused.refused_by, refused.refused_why) == (SUPERVISOR.name, "no seal")
        assert desk.how_many_wait() == 0, "it is the dealer's turn"
        approve = terminal.ApproveJackpot(
            by=SUPERVISOR.actor, number=one.number, winner="Pam", **PAPERS
        )
        Bot(floor, "live", SUPERVISOR).must(approve)
        assert (desk.approvals(), desk.how_many_wait()) == ((), 0)
        report = audit(floor.log)
        assert report.clean, report.fault
