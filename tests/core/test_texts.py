"""One table of words: each code has its sentence, each sentence has its facts, and no more."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import msgspec
import pytest

import longsuit
from longsuit.core import texts
from longsuit.core.refusals import Code, Refused, refuse
from longsuit.core.texts import DEEDS, PHASES, REFUSALS, sentence

SOURCE = Path(longsuit.__file__).parent


def calls() -> Iterator[tuple[str, Code, set[str]]]:
    """Every place that refuses something with a code of its own: where, the code, the facts."""
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "refuse(" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.Call) or getattr(node.func, "id", "") != "refuse":
                continue
            codes = [one for one in ast.walk(node.args[0]) if isinstance(one, ast.Attribute)]
            facts = {one.arg for one in node.keywords if one.arg is not None}
            for code in codes:
                if getattr(code.value, "id", "") == "Code":
                    yield f"{path.name}:{node.lineno}", Code[code.attr], facts


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def test_every_code_has_one_plain_sentence() -> None:
    assert set(REFUSALS) == set(Code)
    for code, template in REFUSALS.items():
        assert re.fullmatch(r"[A-Z{'][^\n]*[^.]\.", template), code
        assert ". " not in template, code
    assert len(set(REFUSALS.values())) == len(REFUSALS), "two codes say the same"


def test_whoever_refuses_gives_the_facts_of_the_sentence_and_no_others() -> None:
    found = list(calls())
    assert len(found) > 100
    for where, code, facts in found:
        assert facts == fields(REFUSALS[code]), f"{where}: {code}"


def test_no_code_is_left_over() -> None:
    used = {code for _, code, _ in calls()}
    # These are given their facts by the terms of two meters.
    computed = {Code[name] for name in dir(Code) if name.startswith("METER_")}
    by_permission = {Code.SEATED_BY_DEALER, Code.ROBOT_PRACTICE}
    assert set(Code) - used <= computed | by_permission


@pytest.mark.parametrize(
    ("refused", "told"),
    [
        (refuse(Code.NOT_NOW, phase="decisions"), "Not now: the players are deciding."),
        (
            refuse(Code.NOT_ALLOWED, deed="StartRound", roles=("dealer", "supervisor")),
            "Only a dealer or a supervisor may start a round.",
        ),
        (
            refuse(Code.NOT_ALLOWED, deed="DealCards", roles=()),
            "Only the system may deal the cards.",
        ),
        (refuse(Code.SEATS_EACH, seats=2), "Each player may have 2 seats at this table."),
        (
            refuse(Code.ACTION_CLOSED, seat=1, action="fold", open=("check", "bet_1x", "bet_3x")),
            "Seat 1 cannot fold now; it can check, bet 1x or bet 3x.",
        ),
        (
            refuse(Code.HAND_OTHER, hand="5-card flush", seat=2, has=""),
            "The cards do not make 5-card flush: seat 2 has no paying hand.",
        ),
        (refuse(Code.NO_OFFER, wager="{x.__class__}"), "does not offer the wager '{x.__class__}'."),
    ],
)
def test_facts_are_shown_in_their_units(refused: Refused, told: str) -> None:
    assert sentence(refused).endswith(told)


def test_a_refusal_is_the_same_after_its_way_over_a_wire() -> None:
    refused = refuse(Code.ACTION_CLOSED, seat=1, action="fold", open=("check", "bet_1x"))
    told = msgspec.json.encode(refused)
    assert b"cannot" not in told
    assert msgspec.json.decode(told, type=Refused) == refused


def test_parts_of_sentences_are_words_for_every_command_and_phase() -> None:
    assert all(words and words[0].islower() and words[-1] != "." for words in DEEDS.values())
    assert all(words and words[-1] != "." for words in (*PHASES.values(), *texts.TERMS.values()))
