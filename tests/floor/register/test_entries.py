"""What may be put on file, and what is refused in one sentence."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.floor.register.filed import LAYOUT, LIMIT, SHUFFLER, TODAY, asked, letter, register

from longsuit.core.errors import InputError
from longsuit.core.refusals import Code, Refused
from longsuit.core.texts import sentence
from longsuit.floor.log.packed import decode_events, encode_events
from longsuit.floor.register import events
from longsuit.floor.register.entries import Entry, Equipment, Part, read_parts
from longsuit.floor.register.lines import as_csv, lines
from longsuit.floor.register.presets import presets
from longsuit.floor.register.register import Register, evolve_register, file_entry, withdraw_entry

LETTER = letter(asked())


def refused(entry: Entry) -> Refused:
    found = file_entry(Register(), entry, TODAY)
    assert isinstance(found, Refused), found
    assert sentence(found).endswith(".") and "\n" not in sentence(found)
    return found


@pytest.mark.rule("CON-1")
@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"authority": ""}, Code.ENTRY_NEEDS),
        ({"reference": ""}, Code.ENTRY_NEEDS),
        ({"reference": "a\nb"}, Code.ENTRY_LONG),
        ({"reference": "x" * 121}, Code.ENTRY_LONG),
        ({"game": "faro"}, Code.ENTRY_GAME),
        ({"date": "2016-02-30"}, Code.DAY),
        ({"date": "22.6.2016"}, Code.DAY),
        ({"date": "20160622"}, Code.DAY),
        ({"date": "2026-11-19"}, Code.DAY_TO_COME),
        ({"until": "2026-13-01"}, Code.DAY),
        ({"until": "2016-06-21"}, Code.DAYS_ORDER),
        ({"until": "2026-11-17"}, Code.APPROVAL_OVER),
        ({"names": ()}, Code.ENTRY_NEEDS),
        ({"names": (Part("rules", "xyz"),)}, Code.ENTRY_DIGEST),
        ({"kind": "study"}, Code.ENTRY_NEEDS),
    ],
)
def test_an_approval_that_cannot_be(changes: dict[str, Any], code: Code) -> None:
    assert refused(replace(LETTER, **changes)).code == code


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (replace(SHUFFLER, licence=""), Code.ENTRY_NEEDS),
        (replace(SHUFFLER, approval=""), Code.ENTRY_NEEDS),
        (replace(LAYOUT, licence=""), Code.ENTRY_NEEDS),
        (Equipment("program", "A", "B"), Code.ENTRY_NEEDS),
        (Equipment("program", "A", "B", version="one"), Code.ENTRY_VERSION),
        (Equipment("program", "A", "B", version="1", digest="0x"), Code.ENTRY_DIGEST),
        (replace(LIMIT, amount=0), Code.ENTRY_NEEDS),
        (replace(LIMIT, since="soon"), Code.DAY),
        (replace(LIMIT, citation=""), Code.ENTRY_NEEDS),
        (replace(LIMIT, citation="WAC 230-15-999"), Code.CITATION),
    ],
)
@pytest.mark.rule("CON-6", "CON-8")
def test_equipment_and_limits_that_cannot_be(entry: Entry, code: Code) -> None:
    assert refused(entry).code == code


@pytest.mark.rule("CON-8")
def test_a_code_is_known_however_it_is_written() -> None:
    for no in ("wac 230-15-999", "WAC230-15-999", "W.A.C. 230-15-999", "WAC", "WAC  230"):
        assert refused(replace(LIMIT, citation=no)).code == Code.CITATION
    for known in ("WAC 230-15-140", "WAC230-15-720", "wac 230-15-140"):
        filed = file_entry(Register(), replace(LIMIT, citation=known), TODAY)
        assert isinstance(filed, events.LimitFiled)


def test_the_law_of_another_place_may_be_cited() -> None:
    other = replace(LIMIT, citation="NJAC 13:69F-1", amount=10_000_00)
    assert isinstance(file_entry(Register(), other, TODAY), events.LimitFiled)


def test_a_reference_is_on_file_once_until_it_is_withdrawn() -> None:
    stood = register(LETTER)
    again = file_entry(stood, replace(LETTER, version="2"), TODAY)
    assert isinstance(again, Refused) and again.code == Code.ON_FILE
    program = Equipment("program", "Maker", "STAX", version="1.0.1")
    twice = file_entry(register(program), replace(program, digest="0f" * 8), TODAY)
    assert isinstance(twice, Refused)
    assert sentence(twice) == "That is on file already, as number 1: Maker STAX 1.0.1."
    later = file_entry(register(program), replace(program, version="1.1"), TODAY)
    assert isinstance(later, events.EquipmentFiled)
    assert sentence(again).startswith("That is on file already, as number 1: Commission A-controls")
    gone = withdraw_entry(stood, 1, "replaced", TODAY)
    assert isinstance(gone, events.EntryWithdrawn)
    stood = evolve_register(stood, gone, "admin Ada", 2, 2)
    assert isinstance(file_entry(stood, LETTER, TODAY), events.ApprovalFiled)
    kept = stood.filed[1]
    assert (kept.entry, kept.withdrawn_by, kept.reason) == (LETTER, "admin Ada", "replaced")


@pytest.mark.parametrize(
    ("number", "reason", "code"),
    [(9, "why", Code.NO_ENTRY), (1, "  ", Code.NEEDS_REASON), (1, "x" * 121, Code.ENTRY_LONG)],
)
def test_a_withdrawal_that_cannot_be(number: int, reason: str, code: Code) -> None:
    found = withdraw_entry(register(LETTER), number, reason, TODAY)
    assert isinstance(found, Refused) and found.code == code


def test_nothing_is_withdrawn_twice() -> None:
    stood = register(LETTER)
    gone = withdraw_entry(stood, 1, "replaced", TODAY)
    assert isinstance(gone, events.EntryWithdrawn)
    again = withdraw_entry(evolve_register(stood, gone, "admin Ada", 2, 2), 1, "so", TODAY)
    assert isinstance(again, Refused) and again.code == Code.WITHDRAWN


@pytest.mark.rule("CON-8")
def test_presets_are_dated_or_called_proposals_and_cite_a_known_section() -> None:
    assert [one.amount for one in presets()] == [300_00, 400_00, 500_00]
    for one in presets():
        assert bool(one.since) == (one.status != "proposal")
        limit = replace(LIMIT, amount=one.amount, citation=one.citation)
        assert isinstance(file_entry(Register(), limit, TODAY), events.LimitFiled)
        assert one.source and one.place


def test_parts_are_read_as_they_are_told() -> None:
    parts = asked().table.offers and LETTER.names
    assert read_parts(", ".join(map(str, parts))) == parts
    for bad in ("rules", "0f1e2d3c4b5a6978", "rules 12"):
        with pytest.raises(InputError, match="is not a name and its digest"):
            read_parts(bad)


@pytest.mark.parametrize("entry", [LETTER, SHUFFLER, LIMIT])
def test_entries_are_read_as_they_were_written(entry: Entry) -> None:
    event = file_entry(Register(), entry, TODAY)
    assert not isinstance(event, Refused)
    assert decode_events(encode_events([event])) == (event,)


def test_the_list_tells_what_holds_and_opens_no_formula() -> None:
    odd = replace(SHUFFLER, maker="=cmd()", serial="2")
    late = replace(LIMIT, since="2027-01-01")
    stood = register(replace(LETTER, until="2026-12-31"), SHUFFLER, odd, late)
    told = lines(stood, TODAY)
    assert [one.holds for one in told] == [True, True, True, False]
    assert [one.holds for one in lines(stood, "2027-01-01")] == [False, True, True, True]
    assert "Chase the Flush" in told[0].covers and "rules " in told[0].covers
    file = as_csv(told)
    assert file.count("\r\n") == 5 and ",'=cmd()," in file
