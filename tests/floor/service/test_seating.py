"""Who sits at a dealt table, and with how much: decided in one place for every door."""

import pytest
from tests.floor.playing import DEALER, PATIENCE, SUPERVISOR, config, running, wait_for, with_house

from longsuit.core.refusals import Code, Refused
from longsuit.floor.people.identity import Role, SignedIn
from longsuit.floor.service.floor import Floor, Visitor
from longsuit.floor.store.people_rows import add_person, admit_guest
from longsuit.floor.tables.commands import SeatPlayer
from longsuit.floor.tables.state import FloorTable

TABLES = config(T1={"mode": "dealt"})
STRICT = with_house(TABLES, anonymous_seats=False, buy_in_limit=500_00)
PEOPLE: dict[str, Role] = {"Ann": "player", "Dee": "dealer", "Abe": "auditor"}


def wagers_are_open(table: FloorTable) -> bool:
    return table.round is not None and table.round.phase == "wagers"


def seat(
    floor: Floor, player: str, stack: int = 100_00, by: Visitor = DEALER, key: str = ""
) -> Refused | None:
    command = SeatPlayer(by=by.actor, seat=1, player=player, stack=stack)
    return floor.ask(by, "T1", command, key or f"{player} {stack}").result(PATIENCE).refused


@pytest.mark.parametrize(
    ("player", "code"),
    [
        ("Nobody", Code.NO_ACCOUNT),
        ("ann", Code.NO_ACCOUNT),
        ("", Code.NO_ACCOUNT),
        ("Dee", Code.PLAYERS_ONLY),
        ("Abe", Code.PLAYERS_ONLY),
    ],
)
def test_whoever_is_seated_has_an_account_as_a_player(
    sqlite_database: str, player: str, code: Code
) -> None:
    with running(sqlite_database, STRICT) as floor:
        for name, role in PEOPLE.items():
            add_person(floor.database, name, role, "correct horse battery", 1)
        wait_for(floor, "T1", wagers_are_open)
        no = seat(floor, player)
        assert no is not None and no.code is code
        assert floor.engine.memory.tables["T1"].seated() == {}


def test_a_house_may_seat_anybody_but_its_staff(sqlite_database: str) -> None:
    with running(sqlite_database, TABLES) as floor:
        add_person(floor.database, "Dee", "dealer", "correct horse battery", 1)
        wait_for(floor, "T1", wagers_are_open)
        add_person(floor.database, "Ann", "player", "correct horse battery", 1)
        # Nobody at the table tells DEE from Dee, and Ann has her own account.
        for name in ("Dee", "DEE", "\uff24\uff25\uff25", "ann", "A\u00adnn"):
            no = seat(floor, name, key=name[0])
            code = Code.NO_ACCOUNT if name[0] in "aA" else Code.PLAYERS_ONLY
            assert no is not None and no.code is code, name
        visitor = admit_guest(floor.database, 1, 10)
        assert isinstance(visitor, SignedIn)
        no = seat(floor, visitor.session.person)
        assert no is not None and no.code is Code.NO_ACCOUNT
        assert seat(floor, "The man in the hat") is None


def test_a_large_buy_in_is_a_supervisors(sqlite_database: str) -> None:
    with running(sqlite_database, STRICT) as floor:
        add_person(floor.database, "Ann", "player", "correct horse battery", 1)
        wait_for(floor, "T1", wagers_are_open)
        no = seat(floor, "Ann", 500_01)
        assert no is not None and (no.code, no.facts) == (
            Code.BUY_IN_LIMIT,
            {"limit": 500_00, "amount": 500_01},
        )
        assert seat(floor, "Ann", 500_01, SUPERVISOR, "large") is None
        # Sent again it is what it was, whatever has become of the account.
        assert seat(floor, "Ann", 500_01, SUPERVISOR, "large") is None
