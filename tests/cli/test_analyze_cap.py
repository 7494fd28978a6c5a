"""`longsuit analyze --cap`: bonus wagers under a cap on the payouts of a round."""

import json

import pytest

from longsuit.cli.main import main

Capsys = pytest.CaptureFixture[str]


def test_the_bonuses_of_high_card_flush_under_a_cap(capsys: Capsys) -> None:
    main(["analyze", "hcf", "--wager", "flush-bonus", "--cap", "50000"])
    said = " ".join(capsys.readouterr().out.split())
    assert "Straight Flush Bonus $100 1 86.07489% 13.92511% 0.83873%" in said
    assert "Flush Bonus $25 2 92.18738% 7.81262% 0.00547%" in said
    main(["analyze", "ctf", "--wager", "same-suit", "--cap", "50000", "--json"])
    shown = json.loads(capsys.readouterr().out)
    assert {one["seats"] for one in shown["wagers"]} == set(range(1, 8))
    assert all(one["cut"]["decimal"] >= 0 for one in shown["wagers"])


def test_what_has_no_cap_is_refused(capsys: Capsys) -> None:
    for options in (("--wager", "stax", "--cap", "50000"), ("--cap", "50000")):
        assert main(["analyze", "ctf", *options]) != 0
        assert "cap" in capsys.readouterr().err
