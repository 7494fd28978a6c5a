"""Decisions counted by flush, and those of two forms that differ, against every card dealt."""

from collections import Counter

import msgspec
import numpy as np
import pytest
from tests.analysis.exact.general.forms import Twin, dealt_at_once, flush, flush_rush, mixed
from tests.extent import extent

from longsuit.analysis.exact.case import make_case
from longsuit.analysis.exact.general import Fold, Form, fixed, form_of, survey
from longsuit.analysis.exact.general.survey import is_comparable, survey_form
from longsuit.core.cards import RANK_COUNT
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game
from longsuit.core.games.variants import read_rules
from longsuit.lab.changes import changes


def dearer(form: Form) -> Form:
    """The form where a fold costs more, and all that is left after the last bet less."""
    folds = tuple(Fold(fold.bets, 4 * fold.net) for fold in form.folds)
    pays = tuple(
        pay
        if pay.bets[-1]
        else msgspec.structs.replace(
            pay, nets=tuple((low, (high[0], high[1], 2 * high[2])) for low, high in pay.nets)
        )
        for pay in form.pays
    )
    return msgspec.structs.replace(form, folds=folds, pays=pays)


def open_to_all(form: Form) -> Form:
    """The form where a bet at the first decision is open whatever is held, so to every hand."""
    first, *later = form.points
    first = msgspec.structs.replace(first, multiples=fixed(1, 2))
    return msgspec.structs.replace(form, points=(first, *later))


FORMS = {
    "rush": flush_rush(3, (2, 1, 2)),
    "at once": dealt_at_once(4),
    "mixed": open_to_all(mixed(3)),
}


@pytest.fixture(scope="module", params=FORMS)
def both(request: pytest.FixtureRequest) -> tuple[Form, Form, Twin, Twin]:
    form = FORMS[request.param]
    other = dearer(form)
    twins = Twin(form), Twin(other)
    for twin in twins:
        twin.value()
    return form, other, *twins


def test_shares_are_those_of_every_hand(both: tuple[Form, Form, Twin, Twin]) -> None:
    form, _, twin, _ = both
    wanted: Counter[tuple[int, tuple[int, ...], int, int]] = Counter()
    for (bets, hole, own, board), bet in twin.decided.items():
        ranks = flush((*hole, *own, *board))[1]
        wanted[len(bets), bets, bet, sum(1 << rank for rank in ranks)] += 1
    found = Counter(
        {
            (*spot, bet, mask): int(row[mask])
            for spot, rows in survey_form(form).shares.items()
            for bet, row in rows.items()
            for mask in np.flatnonzero(row).tolist()
        }
    )
    assert found == wanted


def test_changes_are_those_of_every_hand(both: tuple[Form, Form, Twin, Twin]) -> None:
    form, other, twin, twin_before = both
    wanted: Counter[tuple[int, tuple[int, ...], int, int]] = Counter()
    for key, now in twin.decided.items():
        before = twin_before.decided[key]
        if now != before:
            wanted[len(key[0]), key[0], before, now] += 1
    found = survey_form(form, other)
    changed = {(*one.spot, one.before, one.now): one.hands for one in found.changes}
    assert wanted and wanted == changed
    assert found.examples
    for one in found.examples:
        own, board = (
            frozenset(divmod(card, RANK_COUNT) for card in some) for some in (one.own, one.board)
        )
        keys = [
            key
            for key in twin.decided
            if key[0] == one.spot.bets and key[1] | key[2] == own and key[3] == board
        ]
        assert any(
            (twin_before.decided[key], twin.decided[key]) == (one.before, one.now) for key in keys
        )
    assert {(one.spot, one.before, one.now) for one in found.examples} <= {
        (one.spot, one.before, one.now) for one in found.changes
    }


CHASE = [("chase-the-flush", {"ties": "win"}), ("chase-the-flush", {"multiples": "4,2,1"})]
"""Some four times as long as everything else here."""


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("high-card-flush", {"qualifier": "none"}),
        ("high-card-flush", {"ties": "lose"}),
        *extent([], CHASE),
    ],
)
def test_whole_decks_change_as_the_tuned_kernels_say(game: str, rules: dict[str, str]) -> None:
    usual = make_case(game)
    yours = make_case(game, rules=read_rules(find_game(game), **rules))
    found = survey_form(form_of(yours), form_of(usual))
    rows = changes(usual, yours)[0].rows
    counts = sorted(int(row[3][1]) for row in rows)
    assert counts == sorted(one.hands for one in found.changes)


def test_the_same_form_changes_nothing() -> None:
    form = FORMS["rush"]
    found = survey_form(form, form)
    assert not found.changes and not found.examples


def test_what_cannot_be_compared_is_refused() -> None:
    rush, at_once = FORMS["rush"], FORMS["at once"]
    assert not is_comparable(rush, at_once)
    with pytest.raises(InputError, match="have other cards or decisions"):
        survey_form(rush, at_once)


def test_decisions_with_too_many_actions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(survey, "MOST_ACTIONS", 3)
    with pytest.raises(InputError, match=r"have \d+ actions, .* 3 can be shown"):
        survey_form(FORMS["mixed"])
