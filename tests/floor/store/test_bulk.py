"""Many rows in one statement: whatever is in them, both databases keep it as it was."""

from sqlalchemy import Column, Engine, Integer, LargeBinary, MetaData, Table, Text, select, text

from longsuit.floor.store.bulk import insert_rows
from longsuit.floor.store.database import open_database
from longsuit.floor.store.transactions import at_one_moment, reading

ODD = Table(
    "odd",
    MetaData(),
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("name", Text),
    Column("content", LargeBinary),
)
NAMES = (
    *(None, "", "NULL", "null", " ", "a,b", "{a}", '"', '""', "\\", '\\"', "\\\\x", "'", "''"),
    *("a\nb", "a\tb", "Dönerkönig €", "♠♥", "\x01", ":name", "%(name)s", "$1"),
)
CONTENTS = (None, b"", b"\x00", b'"', b"\\", b"\\x41", b"{}", bytes(range(256)))


def test_rows_are_read_as_they_were_written(engine: Engine) -> None:
    rows = [
        {"id": number - 3, "name": name, "content": CONTENTS[number % len(CONTENTS)]}
        for number, name in enumerate(NAMES)
    ]
    with engine.begin() as connection:
        ODD.create(connection)
        insert_rows(connection, ODD, rows)
        found = [dict(row) for row in connection.execute(select(ODD).order_by("id")).mappings()]
    assert found == rows


def test_who_only_reads_leaves_prepared_what_is_asked_again(postgres_database: str) -> None:
    """A transaction rolled back has the driver throw away all statements of its connection."""
    question = text("SELECT count(*) FROM records WHERE stream = :stream")
    prepared = text("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE :like")
    like = {"like": "SELECT count(*) FROM records%"}
    for read in (reading, at_one_moment):
        opened = open_database(postgres_database)
        try:
            for _ in range(10):
                with read(opened) as connection:
                    connection.execute(question, {"stream": 1}).scalar()
            with reading(opened) as connection:
                assert connection.execute(prepared, like).scalar() == 1
        finally:
            opened.dispose()
