"""A command of a wrong form is refused in a sentence, whatever is wrong with it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longsuit.core.round.commands import Actor
from longsuit.floor.service.command_json import COMMANDS, BadForm, example, read_command

DEE = Actor("dealer", "Dee")
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=90),
    lambda inner: st.lists(inner, max_size=25) | st.dictionaries(st.text(), inner, max_size=25),
    max_leaves=30,
)


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        (list(range(1, 30)), "'seats' has 20 entries or less."),
        (5, "'seats' is a list."),
        (["x"], "There is something in it that is not of its form."),
    ],
)
def test_a_list_that_is_wrong_is_named(seats: Any, said: str) -> None:
    with pytest.raises(BadForm) as refused:
        read_command({"type": "SetLights", "seats": seats}, DEE)
    assert str(refused.value) == said


@given(kind=st.sampled_from(COMMANDS), value=ANYTHING, data=st.data())
def test_any_value_in_any_field_is_read_or_refused(kind: Any, value: Any, data: Any) -> None:
    sent = example(kind)
    name = data.draw(st.sampled_from([*sent, "more"]))
    try:
        read_command({**sent, name: value}, DEE)
    except BadForm as refused:
        assert str(refused).endswith(".")
