"""Papers over HTTP: made by a worker, for those who may read what is in them."""

from datetime import UTC, datetime

import pytest
from tests.api.serving import House


@pytest.mark.rule("CON-34")
def test_an_access_review_is_for_auditors_and_names_failures(house: House) -> None:
    tried = {"name": "Dee", "password": "not this one"}
    assert house["Pam"].http.post("/api/sessions", json=tried).status_code == 401
    asked = "/api/papers/access?period=2020-01-01..2020-01-02&as=html"
    assert house["Sue"].get(asked).status_code == 403
    page = house["Abe"].get(f"/api/papers/access?period={_today(house)}&as=html")
    assert page.status_code == 200, page.text
    assert page.headers["content-type"].startswith("text/html")
    for name in ("Dee", "Sue", "Abe"):
        assert f'<th scope="row" class="s">{name}</th>' in page.text
    assert '<th scope="row" class="s">Pam</th>' not in page.text


@pytest.mark.rule("CON-10")
def test_a_paper_comes_as_pdf_or_html(house: House) -> None:
    paper = house["Sue"].get("/api/papers/rack-card?table=D1")
    assert paper.status_code == 200, paper.text
    assert (paper.headers["content-type"], paper.content[:5]) == ("application/pdf", b"%PDF-")
    page = house["Sue"].get("/api/papers/rack-card?table=D1&as=html")
    assert "rules and pays of" in page.text


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ("rack-card?table=none", 409),
        ("report?period=2026-13", 409),
        ("report", 409),
        ("poem", 422),
        ("controls?as=docx", 422),
        ("rack-card?table=" + "x" * 41, 422),
    ],
)
def test_what_no_paper_is_made_of_is_one_sentence(house: House, asked: str, status: int) -> None:
    answer = house["Abe"].get(f"/api/papers/{asked}")
    assert answer.status_code == status, answer.text
    assert answer.json()["reason"].endswith(".")


def _today(house: House) -> str:
    return f"{datetime.fromtimestamp(house.floor.log.read('people')[-1].at / 1e6, UTC):%Y-%m-%d}"
