"""Which tables are covered, and exactly what is missing for the others."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace
from tests.extent import chance
from tests.floor.register.filed import (
    EQUIPMENT,
    LAYOUT,
    LIMIT,
    PROGRAM,
    SHUFFLER,
    SYSTEM,
    TODAY,
    asked,
    letter,
    register,
)

from longsuit.core.refusals import Code, refuse
from longsuit.core.texts import GAPS, sentence
from longsuit.floor.register.coverage import Asked, gaps, parts_of
from longsuit.floor.register.entries import Entry, Equipment
from longsuit.floor.register.register import Register

LIVE = asked()
FACE_UP = asked(face_up=True, mode="dealt", seats=5)


def codes(entries: Sequence[Entry], about: Asked = LIVE) -> list[str]:
    return [gap.code for gap in gaps(register(*entries), about)]


@pytest.mark.rule("CON-1", "CON-6", "CON-7", "CON-8")
def test_all_that_is_missing_is_told_at_once() -> None:
    found = gaps(Register(), LIVE)
    assert [gap.code for gap in found] == ["controls", "shuffler", "layout", "program", "limit"]
    told = sentence(refuse(Code.NOT_ON_FILE, table="T1", missing=tuple(map(str, found))))
    assert told == (
        "Not on file for T1: approved internal controls for Chase the Flush; an approved shuffler, "
        "or a shoe, for T1; a layout from a licensed maker for T1; the progressive system 1.2.0; "
        "a limit of the law that holds today."
    )
    assert codes([letter(LIVE), *EQUIPMENT]) == []


@pytest.mark.parametrize(
    ("left_out", "missing"),
    [(SHUFFLER, "shuffler"), (LAYOUT, "layout"), (SYSTEM, "program"), (LIMIT, "limit")],
)
@pytest.mark.rule("CON-6", "CON-7", "CON-8")
def test_each_entry_is_needed(left_out: Entry, missing: str) -> None:
    entries = [letter(LIVE), *(one for one in EQUIPMENT if one != left_out)]
    assert codes(entries) == [missing]


@pytest.mark.rule("CON-6")
def test_a_shoe_will_do_and_equipment_of_another_table_will_not() -> None:
    shoe = Equipment("shoe", "A maker", "Six decks")
    assert codes([letter(LIVE), shoe, LAYOUT, SYSTEM, LIMIT]) == []
    there = replace(SHUFFLER, table="T2")
    assert codes([letter(LIVE), there, LAYOUT, SYSTEM, LIMIT]) == ["shuffler"]
    here = replace(SHUFFLER, table="T1")
    assert codes([letter(LIVE), here, LAYOUT, SYSTEM, LIMIT]) == []


@pytest.mark.rule("CON-2")
def test_a_tribal_house_needs_its_agency_and_the_commission() -> None:
    tribal = asked("tribal")
    agency, concurrence = letter(tribal, "tribal"), letter(tribal, "concurrence")
    assert codes([letter(tribal), *EQUIPMENT], tribal) == ["tribal", "concurrence"]
    assert codes([agency, *EQUIPMENT], tribal) == ["concurrence"]
    assert codes([concurrence, *EQUIPMENT], tribal) == ["tribal"]
    assert codes([agency, concurrence, *EQUIPMENT], tribal) == []


@pytest.mark.rule("CON-3", "CON-4")
def test_face_up_takes_controls_that_say_so_and_a_study_of_as_many_seats() -> None:
    plain, allowed = letter(FACE_UP), letter(FACE_UP, face_up=True, reference="F-1")
    rest = (SYSTEM, LIMIT)
    study = letter(FACE_UP, "study", seats=5)
    assert codes([plain, *rest], FACE_UP) == ["face-up", "study"]
    assert codes([plain, allowed, *rest], FACE_UP) == ["study"]
    assert codes([plain, replace(study, seats=4), allowed, *rest], FACE_UP) == ["study"]
    assert codes([plain, study, *rest], FACE_UP) == ["face-up"]
    assert codes([plain, study, allowed, *rest], FACE_UP) == []


@pytest.mark.rule("CON-4")
def test_a_study_is_of_the_pays_that_the_main_game_turns_on() -> None:
    """Who sees other hands decides by the X-tra Bonus too; side wagers are no part of it."""
    other = asked(face_up=True, mode="dealt", seats=5, paytables={"xtra": "B", "same-suit": "B"})
    leave = (letter(other, face_up=True), SYSTEM, LIMIT)
    standard = letter(FACE_UP, "study", seats=5)
    assert codes([*leave, standard], other) == ["study"]
    main = tuple(one for one in letter(other).names if one.name in ("rules", "xtra B"))
    assert codes([*leave, replace(standard, names=main)], other) == []


@pytest.mark.rule("CON-3")
def test_leave_for_one_game_is_none_for_the_other() -> None:
    """The letter names Chase the Flush; High Card Flush face up takes one that names it."""
    high = asked(game="hcf", face_up=True, mode="dealt", must_hit=None, seats=5)
    chase = [letter(FACE_UP, face_up=True), letter(FACE_UP, "study", seats=6)]
    assert codes([*chase, SYSTEM, LIMIT], high) == ["controls", "face-up", "study"]
    own = [letter(high), letter(high, "study", seats=6)]
    assert codes([*chase, *own, SYSTEM, LIMIT], high) == ["face-up"]
    named = letter(high, face_up=True, reference="H-1")
    assert codes([*chase, *own, named, SYSTEM, LIMIT], high) == []


@pytest.mark.rule("CON-5")
@pytest.mark.parametrize(
    "changes",
    [
        {"paytables": {"xtra": "B"}},
        {"paytables": {"same-suit": "B"}},
        {"progressive_mandatory": True},
        {"seats_per_player": 2},
        {"bonus_cap": 50_000},
        {"must_hit": {"by": 2000}},
        {"contributions": "start", "must_hit": None},
    ],
)
def test_another_rule_or_paytable_is_not_covered_until_it_is_named(changes: dict[str, Any]) -> None:
    changed = asked(**changes)
    found = gaps(register(letter(LIVE), *EQUIPMENT), changed)
    new = [
        part for part in parts_of(changed.setup, changed.must_hit) if part not in letter(LIVE).names
    ]
    assert new and [(gap.code, gap.what) for gap in found] == [("named", str(one)) for one in new]
    second = letter(changed, reference="A-2", names=tuple(new))
    assert codes([letter(LIVE), second, *EQUIPMENT], changed) == []


@pytest.mark.rule("CON-5")
@pytest.mark.parametrize(
    "changes", [{"seats": 3}, {"name": "Other"}, {"limits": {"ante": (10, 50, 5)}}]
)
def test_what_is_no_rule_of_the_game_needs_no_new_approval(changes: dict[str, Any]) -> None:
    assert codes([letter(LIVE), *EQUIPMENT], asked(**changes)) == []


@pytest.mark.rule("CON-1")
def test_an_approval_covers_nothing_before_its_date_or_after_its_last_day() -> None:
    bounded = letter(LIVE, date="2026-11-10", until="2026-11-20")
    stood = register(bounded, *EQUIPMENT)
    told = {
        day: [gap.code for gap in gaps(stood, asked(day=f"2026-11-{day}"))]
        for day in ("09", "10", "20", "21")
    }
    assert told == {"09": ["controls"], "10": [], "20": [], "21": ["over"]}
    over = gaps(stood, asked(day="2026-11-21"))[0]
    assert over.what == "Commission A-controls"


@pytest.mark.rule("CON-7")
@pytest.mark.parametrize(
    ("version", "digest", "missing"),
    [
        ("1.2.0", "", []),
        ("1.2", "", []),
        ("1.10.0", "", ["version"]),
        ("2", "", ["version"]),
        ("1.0.1", PROGRAM.digest, []),
        ("1.0.1", PROGRAM.digest[:16], []),
        ("1.0.1", "cd" * 32, ["digest"]),
    ],
)
def test_the_program_is_the_one_on_file_or_a_later(
    version: str, digest: str, missing: list[str]
) -> None:
    filed = replace(SYSTEM, version=version, digest=digest)
    assert codes([letter(LIVE), SHUFFLER, LAYOUT, LIMIT, filed]) == missing


@pytest.mark.rule("CON-7")
def test_an_entry_for_a_later_version_does_not_speak_for_this_one() -> None:
    """What is filed of 2.0 without a digest says nothing of a 1.x whose digest is another."""
    now = replace(SYSTEM, version="1.0.1", digest="cd" * 32)
    later = replace(SYSTEM, version="2.0", serial="2")
    on_file: list[Entry] = [letter(LIVE), SHUFFLER, LAYOUT, LIMIT]
    assert codes([*on_file, now, later]) == ["digest"]
    assert codes([*on_file, replace(now, digest=PROGRAM.digest), later]) == []


@pytest.mark.rule("CON-8")
def test_the_law_counts_bets_of_several_antes_where_it_does() -> None:
    entries: list[Entry] = [letter(LIVE), SHUFFLER, LAYOUT, SYSTEM]
    assert codes([*entries, replace(LIMIT, amount=99_00)]) == ["above", "above", "above"]
    counted = replace(LIMIT, multiples=True)
    assert codes([*entries, counted]) == []
    over = asked(limits={"ante": (5, 105, 5)})
    assert codes([*entries, LIMIT], over) == []
    found = gaps(register(*entries, counted), over)
    assert [str(gap) for gap in found] == ["above:the All In of $315.00"]


@pytest.mark.rule("CON-8")
def test_of_several_limits_the_last_that_holds_counts() -> None:
    later = replace(LIMIT, amount=500_00, since="2026-01-01")
    coming = replace(LIMIT, amount=900_00, since="2027-01-01")
    stood = register(later, LIMIT, coming)
    assert stood.limit("2016-06-21") is None
    assert stood.limit("2025-12-31") == LIMIT
    assert stood.limit(TODAY) == later
    assert stood.limit("2027-01-01") == coming


def test_more_on_file_never_uncovers_a_table() -> None:
    """Of approvals and equipment: a limit of the law may be lower than the one before."""
    rng = chance("coverage")
    needed: list[Entry] = [
        *(letter(LIVE, names=(one,), reference=one.name) for one in letter(LIVE).names),
        *EQUIPMENT,
    ]
    others: list[Entry] = [
        letter(LIVE, until=TODAY, reference="ends today"),
        letter(asked(seats_per_player=2), reference="other rules"),
        letter(FACE_UP, "study", seats=2),
        *(replace(SYSTEM, model="next", version="9"), replace(SHUFFLER, table="T2")),
    ]
    for _ in range(30):
        left_out = rng.sample(needed, rng.randint(0, 2))
        some = [one for one in needed if one not in left_out]
        more = [*some, *rng.sample(others, rng.randint(1, len(others)))]
        rng.shuffle(more)
        assert bool(codes(some)) == bool(left_out)
        # A whole letter about the same rules names all of them again.
        assert len(codes(more)) <= len(codes(some))


def test_every_gap_has_its_words() -> None:
    tables = (LIVE, FACE_UP, asked("tribal"))
    seen = {gap.code for one in tables for gap in gaps(Register(), one)}
    assert seen | {"named", "over", "version", "digest", "above"} == set(GAPS)
