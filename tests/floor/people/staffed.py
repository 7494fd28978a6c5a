"""A house with people, and everything that may happen to them in its log."""

from sqlalchemy import Engine

from longsuit.floor.store import first_admin
from longsuit.floor.store import people_rows as store

NOW = 1_700_000_000_000_000
GOOD, BAD = "correct horse", "battery staple"


def house(engine: Engine) -> None:
    """An admin by the code, and everything that she may do to people, a minute apart."""
    code = first_admin.first_admin_code(engine, NOW)
    assert code is not None
    first_admin.claim_admin(engine, code, "Ada", GOOD, NOW)
    ada = "admin Ada"
    store.add_person(engine, "Ann", "player", "482913", NOW + 1, by=ada)
    store.change_person(engine, "Ann", NOW + 2, by=ada, role="auditor", password=BAD)
    store.change_person(engine, "Ann", NOW + 3, by=ada, active=False)
    store.change_person(engine, "Ann", NOW + 4, by=ada, active=True)
    for _ in range(5):
        store.sign_in(engine, "Ann", GOOD, NOW + 5)
    store.change_person(engine, "Ann", NOW + 6, by=ada, unlock=True)
    store.change_password(engine, "Ann", BAD, GOOD, NOW + 7)
    store.revoke_all(engine, "Ann", NOW + 8, by=ada)
    store.add_person(engine, "Åsa O'Neil", "admin", GOOD, NOW + 9)
