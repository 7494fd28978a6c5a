"""The card for the wallet, as pages and as a picture."""

from fractions import Fraction
from pathlib import Path

import pytest
from pypdf import PdfReader
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth

from longsuit.analysis.exact import solve
from longsuit.analysis.report.strategy_card import HEIGHT, WIDTH, Word, lay_out, write_card
from longsuit.analysis.strategies.box import boxed, in_the_box
from longsuit.analysis.strategies.glossary import glossary
from longsuit.analysis.strategies.price import Priced
from longsuit.analysis.strategies.rules import RuleList, read_rules_file
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import GAMES


def priced(game: str) -> Priced:
    return Priced(solve(game), solve(game))


def words(pieces: list[object]) -> str:
    return " ".join(piece.text for piece in pieces if isinstance(piece, Word))


def test_all_that_the_box_holds_fits() -> None:
    for game in GAMES:
        for rules in boxed(game.id):
            faces = lay_out(rules, priced(game.id))
            said = " ".join(words(list(face)) for face in faces)
            for listed in rules.decisions.values():
                for rule in listed:
                    condition = rule.text.partition(" with ")[2] or "Otherwise"
                    assert condition in said, (rules.id, rule.text)
            plain = said.replace(" ", "")
            for label, meaning in glossary(rules):
                assert f"{label}:{meaning}".replace(" ", "") in plain, (rules.id, label)
            for face in faces:
                for piece in face:
                    wide = 0.0
                    if isinstance(piece, Word):
                        wide = stringWidth(piece.text, piece.font, piece.size) / mm
                    assert piece.x >= 0 and piece.x + wide <= WIDTH, piece
                    assert 0 <= piece.y <= HEIGHT


def test_a_card_as_pages(tmp_path: Path) -> None:
    rules = in_the_box(GAMES[1], "short")
    assert rules is not None
    path = tmp_path / "card.pdf"
    write_card(rules, priced("hcf"), path)
    first = path.read_bytes()
    pages = PdfReader(path).pages
    millimetres = [float(length) * 25.4 / 72 for length in pages[0].mediabox[2:]]
    assert millimetres == pytest.approx([WIDTH, HEIGHT])
    text = pages[0].extract_text()
    assert "High Card Flush" in text and "with a J-high three-card flush" in text
    edge = solve("hcf").house_edge
    assert f"house edge {round(edge * 100, 3).__float__():.3f}%" in text
    write_card(rules, priced("hcf"), path)
    assert path.read_bytes() == first


def test_a_card_as_a_picture(tmp_path: Path) -> None:
    rules = in_the_box(GAMES[0], "basic")
    assert rules is not None
    path = tmp_path / "card.png"
    write_card(rules, priced("ctf"), path)
    content = path.read_bytes()
    assert content.startswith(b"\x89PNG")
    wide, high = (int.from_bytes(content[at : at + 4], "big") for at in (16, 20))
    assert wide > 900 and high > 600


def test_what_makes_no_card(tmp_path: Path) -> None:
    rules = in_the_box(GAMES[0], "basic")
    assert rules is not None
    with pytest.raises(InputError, match=r"written to a \.pdf or \.png file, not to card\.txt"):
        write_card(rules, priced("ctf"), tmp_path / "card.txt")
    rule = (
        '"raise with a three-card flush of T-8-6 or better and at least one card of J or better",'
    )
    many = read_rules_file(f'game = "hcf"\nid = "many"\nraise = [{rule * 60}]', "many.toml")
    assert isinstance(many, RuleList)
    with pytest.raises(InputError, match="The strategy many has too many rules for a card"):
        lay_out(many, priced("hcf"))
    assert priced("hcf").cost == Fraction(0)
