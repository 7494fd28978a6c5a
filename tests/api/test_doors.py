"""The page of doors is what a server shows: a new one, or one that lets others in, is seen here."""

from tests.api.doors import FILE, written
from tests.api.serving import House


def test_the_doors_are_those_of_the_page(fresh: House) -> None:
    told = FILE.read_text(encoding="utf-8").splitlines()
    found = written(fresh).splitlines()
    assert found == told, "python -m tests.api.doors writes it; then read what has changed"
