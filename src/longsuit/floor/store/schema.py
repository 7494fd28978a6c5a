"""The tables of the database, the same on SQLite and on PostgreSQL."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from longsuit.core.progressive.ledger import Purpose

metadata = MetaData()

PURPOSES = tuple(Purpose)
"""By their numbers in ledger entries; they are only ever added at the end."""

_serial = BigInteger().with_variant(Integer, "sqlite")

names = Table(
    "names",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("name", Text, nullable=False, unique=True),
)
"""Streams, people, accounts and programs, each once: rows name them by number."""

records = Table(
    "records",
    metadata,
    Column("position", _serial, primary_key=True, autoincrement=True),
    Column("tx", BigInteger, nullable=False, default=0),
    Column("stream", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("who", Integer, nullable=False),
    Column("command", LargeBinary, nullable=False),
    Column("schema", Integer, nullable=False),
    Column("program", Integer, nullable=False),
    Column("events", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    UniqueConstraint("stream", "version", name="records_of_a_stream"),
)
"""The log: one row holds the events of one command in one stream, chained to the row before.

`tx` is PostgreSQL's transaction, by which a reader of all streams tells what is still to come.
"""
# SQLite has one writer at a time: there the position is the order of commits.
Index("records_in_commit_order", records.c.tx, records.c.position).ddl_if(dialect="postgresql")

snapshots = Table(
    "snapshots",
    metadata,
    Column("stream", String(200), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("state", Text, nullable=False),
    Column("digest", String(64), nullable=False),
)
"""Where a stream stood at some version, so that a start need not read all of it. Never the truth:
the audit does not look here, and without it, or where its digest is not the mark of the house, a
start only takes longer."""

postings = Table(
    "postings",
    metadata,
    Column("id", _serial, primary_key=True, autoincrement=True),
    Column("stream", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("line", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("source", Integer, nullable=False),
    Column("target", Integer, nullable=False),
    Column("mites", BigInteger, nullable=False),
    Column("purpose", Integer, nullable=False),
    UniqueConstraint("stream", "version", "line", name="postings_of_a_record"),
    Index("postings_by_time", "at"),
)
"""The ledger: each row has two sides, and says which record it comes from."""

receipts = Table(
    "receipts",
    metadata,
    Column("mark", _serial, primary_key=True, autoincrement=False),
    Column("digest", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
    Column("seconds", Integer, nullable=False),
    Index("receipts_by_time", "seconds"),
)
"""Commands that were carried out, by a mark of who asked and the key, with the record that each led
to: sending one again repeats nothing.

They are kept for as long as the house says, and then thrown away."""

vault = Table(
    "vault",
    metadata,
    Column("name", String(250), primary_key=True),
    Column("sealed", LargeBinary, nullable=False),
)
"""Secrets not yet opened, encrypted with a key that is not in the database."""

leases = Table(
    "leases",
    metadata,
    Column("name", String(200), primary_key=True),
    Column("owner", String(100), nullable=False),
    Column("token", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
)
"""Which process runs which table, and until when if it does not say so again."""

people = Table(
    "people",
    metadata,
    Column("name", String(60), primary_key=True),
    Column("role", String(20), nullable=False),
    Column("password", Text, nullable=False),
    Column("active", Boolean, nullable=False, default=True),
    Column("failures", Integer, nullable=False, default=0),
    Column("locked_until", BigInteger, nullable=False, default=0),
    Column("created", BigInteger, nullable=False),
)

places = Table(
    "places",
    metadata,
    Column("person", String(60), primary_key=True),
    Column("place", String(100), primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("locked_until", BigInteger, nullable=False),
    Column("tried", BigInteger, nullable=False),
    Column("good", BigInteger, nullable=False),
)
"""Where somebody tried to sign in from, how often in vain since, and when it last went well."""

sessions = Table(
    "sessions",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("person", String(60), nullable=False),
    Column("role", String(20), nullable=False),
    Column("guest", Boolean, nullable=False, default=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False, server_default="0"),
    Index("sessions_by_person", "person"),
)
"""Server-side sessions, by a digest of their token: who reads the table cannot use one."""

settings = Table(
    "settings",
    metadata,
    Column("name", String(60), primary_key=True),
    Column("value", Text, nullable=False),
)

# The tree over the log (checkpoints/), and what was signed of it

tree_runs = Table(
    "tree_runs",
    metadata,
    Column("start", BigInteger, primary_key=True, autoincrement=False),
    Column("stream", Integer, nullable=False),
    Column("first", Integer, nullable=False),
    Column("length", Integer, nullable=False),
    Index("tree_runs_by_stream", "stream", "first"),
)
"""Which records are the leaves: from `start` on, so many of a stream from its version `first`."""

tree_nodes = Table(
    "tree_nodes",
    metadata,
    Column("level", Integer, primary_key=True, autoincrement=False),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("hash", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
"""The hashes of whole subtrees of 256, 65,536 ... leaves, so that no proof reads all of them."""

checkpoints = Table(
    "checkpoints",
    metadata,
    Column("size", BigInteger, primary_key=True, autoincrement=False),
    Column("root", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("note", Text, nullable=False),
)
"""The tree at some size as it was signed, and when it last was."""

cosignatures = Table(
    "cosignatures",
    metadata,
    Column("witness", Text, primary_key=True),
    Column("size", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("line", Text, nullable=False),
    Index("cosignatures_by_size", "size"),
)
"""Who has witnessed a checkpoint, and when by their own clock (microseconds)."""

# Projections: all that is in them follows from records and postings (projections/)

rounds = Table(
    "rounds",
    metadata,
    Column("stream", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("first", Integer, nullable=False),
    Column("began", BigInteger, nullable=False),
    Column("staked", BigInteger),
    Column("returned", BigInteger),
    Column("last", Integer),
    Column("over", BigInteger),
    Column("cancelled", Integer),
    Index("rounds_by_record", "stream", "first"),
    sqlite_with_rowid=False,
)
"""The rounds of dealt tables: where their records are, when they were, what they came to."""

setups = Table(
    "setups",
    metadata,
    Column("stream", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)
"""The records with new settings of a table."""

jackpots = Table(
    "jackpots",
    metadata,
    Column("stream", Integer, primary_key=True, autoincrement=False),
    Column("at_table", Integer, primary_key=True, autoincrement=False),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("hand", Integer, nullable=False),
    Column("cents", BigInteger, nullable=False),
    Column("state", Integer, nullable=False),
    Column("player", Integer, nullable=False),
    Column("closed", BigInteger),
    Index("jackpots_by_record", "stream", "version"),
)
"""Every award out of a meter, by the meter's stream and the claim, and what became of it."""

slips = Table(
    "slips",
    metadata,
    Column("stream", Integer, primary_key=True, autoincrement=False),
    Column("slip", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("number", Integer, nullable=False),
    Column("cents", BigInteger, nullable=False),
    Column("words", Text, nullable=False),
    Column("state", Integer, nullable=False),
    Column("closed", BigInteger),
    Index("slips_by_number", "slip"),
)
"""The register of jackpots above the approval amount, by the table's stream: where each is told,
what it can be found by, and what became of it."""

balances = Table(
    "balances",
    metadata,
    Column("account", Integer, primary_key=True, autoincrement=False),
    Column("stream", Integer, primary_key=True, autoincrement=False),
    Column("mites", BigInteger, nullable=False),
    Index("balances_by_stream", "stream"),
    sqlite_with_rowid=False,
)
"""What each stream's entries have come to by now, by account."""

day_balances = Table(
    "day_balances",
    metadata,
    Column("stream", Integer, primary_key=True, autoincrement=False),
    Column("account", Integer, primary_key=True, autoincrement=False),
    Column("day", BigInteger, primary_key=True, autoincrement=False),
    Column("mites", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""What a stream's entries had come to by the end of a day (UTC, in days since 1970), by account;
all players are one account here, and all robots. Reports and statements carry on from there."""

# Rows with names in place of numbers, for those who read

views = MetaData()

records_told = Table(
    "records_told",
    views,
    *(Column(name) for name in ("position", "tx", "stream", "version", "at", "who", "command")),
    *(Column(name) for name in ("schema", "program", "events", "hash")),
)
postings_told = Table(
    "postings_told",
    views,
    *(Column(name) for name in ("id", "stream", "version", "line", "at", "source", "target")),
    *(Column(name) for name in ("mites", "purpose")),
)
_VIEWS = {
    "records_told": """
        SELECT r.position, r.tx, s.name AS stream, r.version, r.at, w.name AS who, r.command,
            r.schema, p.name AS program, r.events, r.hash
        FROM records r LEFT JOIN names s ON s.id = r.stream LEFT JOIN names w ON w.id = r.who
        LEFT JOIN names p ON p.id = r.program
        """,
    "postings_told": """
        SELECT e.id, s.name AS stream, e.version, e.line, e.at, f.name AS source, t.name AS target,
            e.mites, e.purpose
        FROM postings e LEFT JOIN names s ON s.id = e.stream LEFT JOIN names f ON f.id = e.source
        LEFT JOIN names t ON t.id = e.target
        """,
}


def make_tables(connection: Connection) -> None:
    """Of a new floor. What is there already under one of their names is not ours, and raises."""
    metadata.create_all(connection, checkfirst=False)
    make_views(connection)


def make_views(connection: Connection) -> None:
    """They hold nothing, so that they are made anew after every upgrade."""
    for name, query in _VIEWS.items():
        connection.execute(text(f"DROP VIEW IF EXISTS {name}"))
        connection.execute(text(f"CREATE VIEW {name} AS {query}"))
