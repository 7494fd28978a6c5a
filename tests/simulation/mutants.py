"""Faults put into the production code on purpose: the simulation has to find each of them.

A mutant is a small change, made by putting another function or value in place of one and taken back
afterwards. `find` runs seeds until one fails.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from types import SimpleNamespace
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import select
from tests.simulation.plan import draw
from tests.simulation.run import Outcome, run

from longsuit.core.progressive.events import AFTER_ALL, ContributionReturned
from longsuit.core.progressive.meter import Fed
from longsuit.core.progressive.must_hit import Secret
from longsuit.core.round.view import Viewer
from longsuit.floor.checkpoints import merkle
from longsuit.floor.checkpoints.witness import Witness
from longsuit.floor.engine import batch, committer, recovery, tenant, timers
from longsuit.floor.engine.batch import Work
from longsuit.floor.engine.committer import Committer
from longsuit.floor.engine.engine import Engine
from longsuit.floor.engine.replies import reply
from longsuit.floor.engine.tenant import Tenant
from longsuit.floor.log.codec import encode_state
from longsuit.floor.reads import table_view
from longsuit.floor.reads.broadcast import Broadcast
from longsuit.floor.reads.subscriptions import Telling
from longsuit.floor.reads.table_feed import TableFeed
from longsuit.floor.secrets.shuffle import shuffle
from longsuit.floor.secrets.vault import seed_name
from longsuit.floor.service.peers import Peers
from longsuit.floor.store import checkpoint_rows, event_log
from longsuit.floor.store.database import DatabaseError
from longsuit.floor.store.event_log import Log, Turn
from longsuit.floor.store.leases import Leases
from longsuit.floor.store.ledger_rows import write_postings
from longsuit.floor.store.receipts import write_receipts
from longsuit.floor.store.schema import leases
from longsuit.floor.store.transactions import LeaseLost, Stale, Unavailable
from longsuit.floor.tables import decide
from longsuit.floor.tables.events import DeckSealed

Patch = tuple[Any, str, Any]


class Mutant(Struct, frozen=True):
    """A change that must not go unnoticed."""

    name: str
    why: str
    """What it breaks, for people."""
    patches: Callable[[], list[Patch]]


MUTANTS: list[Mutant] = []


def mutant(made: Callable[[], list[Patch]]) -> Callable[[], list[Patch]]:
    """One more: its name is the function's, and the reason its docstring."""
    MUTANTS.append(Mutant(made.__name__, (made.__doc__ or "").strip(), made))
    return made


@contextmanager
def planted(one: Mutant) -> Iterator[None]:
    """The production code with a mutant in it."""
    patches = one.patches()
    before = [(target, name, vars(target)[name]) for target, name, _ in patches]
    for target, name, value in patches:
        setattr(target, name, value)
    try:
        yield
    finally:
        for target, name, value in before:
            setattr(target, name, value)


def find(one: Mutant, seeds: Iterable[int]) -> Outcome | None:
    """The first seed that fails with a mutant in the code; None if none does."""
    with planted(one):
        return next((found for seed in seeds if not (found := run(draw(seed))).ok), None)


# Leases and writers


@mutant
def fencing_left_out() -> list[Patch]:
    """A commit does not check that its leases are still held."""
    return [(Log, "_check_leases", lambda *_: None)]


@mutant
def lease_taken_without_looking() -> list[Patch]:
    """A server takes tables that others run."""
    plain = Leases.take

    def take(self: Any, name: str, *, by_force: bool = False) -> Any:
        return plain(self, name, by_force=True)

    return [(Leases, "take", take), (Leases, "taken", lambda _self: set())]


@mutant
def lease_renewed_after_it_was_lost() -> list[Patch]:
    """A server believes that it keeps every lease it ever had, and no fence holds it back."""
    return [
        (Leases, "renew", lambda _self, held: list(held)),
        (Log, "_check_leases", lambda *_: None),
    ]


@mutant
def token_is_not_compared() -> list[Patch]:
    """The fence looks at who holds a lease by name only, and lets anybody pass who finds one."""

    def check(self: Any, connection: Any, held: Any) -> None:
        for lease in held:
            query = select(leases.c.name)
            query = query.where(leases.c.name == lease.name)
            if connection.execute(query).first() is None:
                raise LeaseLost(lease.name)

    return [(Log, "_check_leases", check)]


@mutant
def table_taken_over_without_reading() -> list[Patch]:
    """Whoever takes a table over plays on from what it remembers, and believes it is right."""
    plain = recovery.refresh

    def refresh(log: Any, safe: Any, memory: Any, streams: Any, *, anew: bool = False) -> Any:
        return {} if anew else plain(log, safe, memory, streams)

    return [(tenant, "refresh", refresh)]


@mutant
def timer_fires_after_the_lease_is_lost() -> list[Patch]:
    """What is due at a table happens though another server runs it, and nothing stops it."""
    plain = Tenant._lose

    def lose(self: Any, name: str) -> None:
        lease = self.held.get(name)
        plain(self, name)
        if lease is not None:
            self.held[name] = lease

    return [(Tenant, "_lose", lose), (Log, "_check_leases", lambda *_: None)]


# Receipts


@mutant
def receipt_written_after_the_commit() -> list[Patch]:
    """Between commit and receipt a server may die, and the command is done again."""
    plain = Turn.finish

    def finish(self: Any, commit: Any, held: Any) -> None:
        receipts, commit.receipts = commit.receipts, []
        plain(self, commit, held)
        commit.receipts = receipts
        with self._log.engine.begin() as connection:
            write_receipts(connection, receipts)

    return [(Turn, "finish", finish)]


@mutant
def no_receipt() -> list[Patch]:
    """A command that is sent again is carried out again."""
    return [(event_log, "write_receipts", lambda *_: None), (Work, "receipt", lambda *_: None)]


@mutant
def receipts_not_asked_after_a_failed_commit() -> list[Patch]:
    """A commit whose answer was lost is decided again as if nothing had been written."""
    return [(Log, "receipts_of", lambda *_: {}), (Log, "receipt", lambda *_: None)]


@mutant
def receipt_with_the_version_before() -> list[Patch]:
    """What was done is answered again with another record than the first time."""
    plain = Work._done

    def done(self: Any, ask: Any, stream: str) -> Any:
        answer = plain(self, ask, stream)
        if self.commit.receipts:
            last = self.commit.receipts[-1]
            self.commit.receipts[-1] = replace(last, version=last.version - 1)
        return answer

    return [(Work, "_done", done)]


@mutant
def answer_before_the_commit() -> list[Patch]:
    """Who asks is told before it is on disk."""
    plain = Engine._carry_out

    def carry_out(self: Any, waiting: Any) -> None:
        _, answers = self._decide([ask for ask, _ in waiting], {})
        reply(waiting, answers)
        plain(self, [(ask, Future()) for ask, _ in waiting])

    return [(Engine, "_carry_out", carry_out)]


# Memory and the log


@mutant
def memory_keeps_what_was_not_written() -> list[Patch]:
    """A batch is known in memory before its commit, and stays there when that fails."""
    plain = Committer._write

    def write(self: Any, work: Any, turn: Any = None) -> None:
        work.install()
        plain(self, work, turn)

    return [(Committer, "_write", write)]


@mutant
def memory_not_read_after_a_failed_commit() -> list[Patch]:
    """Whether a commit went through is not asked of the log."""
    return [(Committer, "_read_again", lambda self: setattr(self, "_dirty", False))]


@mutant
def lost_commit_taken_for_written() -> list[Patch]:
    """Any error of the database in a commit counts as written."""
    plain = Log.write

    def write(self: Any, commit: Any, held: Any = (), turn: Any = None) -> None:
        with suppress(DatabaseError, Unavailable):
            plain(self, commit, held, turn)

    return [(Log, "write", write)]


@mutant
def stale_writer_writes_anyway() -> list[Patch]:
    """Who comes second at a version is told that all is well."""
    plain = Log.write

    def write(self: Any, commit: Any, held: Any = (), turn: Any = None) -> None:
        with suppress(Stale):
            plain(self, commit, held, turn)

    return [(Log, "write", write)]


@mutant
def snapshot_one_too_new() -> list[Patch]:
    """A snapshot says that it is of the record after its state."""
    plain = Work._snapshot

    def snapshot(self: Any, stream: str, state: Any) -> None:
        before = self.table(stream.partition(" ")[2]) if stream.startswith("table ") else None
        plain(self, stream, state)
        known = self._memory.state(stream)
        if known is not None and before is not None:
            last = self.commit.snapshots[-1]
            self.commit.snapshots[-1] = replace(last, state=encode_state(known))

    return [(Work, "_snapshot", snapshot)]


@mutant
def version_skipped_on_reading() -> list[Patch]:
    """Of what others wrote the last record is left out, and its version is believed."""
    plain = recovery._apply

    def apply(
        memory: Any, stream: str, head: Any, records: Any, known: Any = recovery._NOTHING
    ) -> Any:
        found = list(records)
        entries = plain(memory, stream, head, found[:-1] if len(found) > 1 else found, known)
        if len(found) > 1 and stream in memory.heads:
            memory.heads[stream] = found[-1].head
        return entries

    return [(recovery, "_apply", apply)]


# Secrets and meters


@mutant
def vault_read_first() -> list[Patch]:
    """Secrets are read in another moment than the streams that they belong to."""

    @contextmanager
    def apart(self: Any) -> Iterator[Any]:
        yield self

    return [(Log, "at_one_moment", apart)]


@mutant
def commitment_not_checked() -> list[Patch]:
    """Secrets are read apart, and those that do not fit what was promised are used."""
    return [*vault_read_first(), (recovery, "secret_complaint", lambda *_: None)]


@mutant
def seed_in_the_view() -> list[Patch]:
    """What is sent to pages holds the sealed seed in place of its commitment."""
    plain = Work._keep_seed
    kept: dict[str, str] = {}

    def keep(self: Any, table: Any, event: Any, fresh: Any) -> None:
        kept[table.id] = fresh.seed.open().hex()
        plain(self, table, event, fresh)

    def shown(commitment: str, *others: Any) -> Any:
        seed = next(iter(kept.values()), "")
        return table_view_shuffle(seed if commitment else "", *others)

    table_view_shuffle = table_view.ShuffleView
    return [(Work, "_keep_seed", keep), (table_view, "ShuffleView", shown)]


@mutant
def contribution_twice_at_takeover() -> list[Patch]:
    """A table that is read anew has put everything into its meters twice."""
    plain = recovery._load_stream

    def load(log: Any, memory: Any, stream: str, known: Any) -> Any:
        found = plain(log, memory, stream, known)
        name = stream.removeprefix("table ")
        table = memory.tables.get(name)
        if table is not None and table.fed:
            fed = {
                meter: Fed(one.round, one.wagers, 2 * one.main, 2 * one.reserve)
                for meter, one in table.fed.items()
            }
            memory.tables[name] = replace(table, fed=fed)
        return found

    return [(recovery, "_load_stream", load)]


@mutant
def meter_gathers_without_its_tables() -> list[Patch]:
    """Before an award a meter does not take in what tables have put in."""
    return [(batch, "_after_all", lambda *_: ())]


@mutant
def others_contributions_not_heard() -> list[Patch]:
    """In its turn at a meter a server does not ask what other servers' tables have put in."""
    return [(Committer, "_hear_of", lambda *_: False)]


@mutant
def award_without_a_turn() -> list[Patch]:
    """Servers write to shared meters without taking turns, and a clash counts as written."""
    return [(committer, "shared_streams", lambda _streams: []), *stale_writer_writes_anyway()]


@mutant
def ledger_entry_lost() -> list[Patch]:
    """The last entry of a commit with several is not posted."""
    plain = write_postings

    def write(connection: Any, new: Any, numbers: Any) -> None:
        plain(connection, new[:-1] if len(new) > 2 else new, numbers)

    return [(event_log, "write_postings", write)]


@mutant
def trigger_kept_after_it_was_opened() -> list[Patch]:
    """A Must Hit meter goes on with the secret that everybody knows by now."""
    plain = Work._seal

    def seal(self: Any, name: str, ask: Any) -> None:
        entropy, old = self._entropy, self._memory.secrets.get(f"trigger {name}")
        if isinstance(old, Secret):
            self._entropy = lambda _count: old.open()
        try:
            plain(self, name, ask)
        finally:
            self._entropy = entropy

    return [(Work, "_seal", seal)]


# Words


@mutant
def word_opened_early() -> list[Patch]:
    """A word is taken while wagers are still open."""
    plain = decide._not_their_word

    def check(table: Any, command: Any, phase: Any = "wagers") -> Any:
        return plain(table, command, table.phase or phase)

    return [(decide, "_not_their_word", check)]


@mutant
def another_word_than_the_sealed_one() -> list[Patch]:
    """Any word opens a seal."""

    class Fits(str):
        __slots__ = ()
        __hash__ = str.__hash__

        def __ne__(self, _other: object) -> bool:
            return False

    return [(decide, "seal_word", lambda *_: Fits())]


@mutant
def words_left_out_of_the_deck() -> list[Patch]:
    """The deck follows from the seed alone, which the house has drawn."""

    def without(table: str, number: int, seed: Any, _words: Any) -> Any:
        return shuffle(table, number, seed, ())

    return [(decide, "shuffle", without)]


@mutant
def seed_in_the_vault_too_early() -> list[Patch]:
    """Whoever reads the vault knows the seed while words are opened."""
    plain = Work._keep_seed

    def keep(self: Any, table: Any, event: Any, fresh: Any) -> None:
        plain(self, table, event, fresh)
        if isinstance(event, DeckSealed):
            self._lock(seed_name(table.id, table.terminal.number), fresh.seed)

    return [(Work, "_keep_seed", keep)]


# Checkpoints


@mutant
def checkpoint_skips_a_stream() -> list[Patch]:
    """Records of a stream are in no checkpoint, so nobody holds the house to them."""
    plain = checkpoint_rows._news

    def news(connection: Any, most: Any) -> Any:
        return [one for one in plain(connection, most) if one[0] % 3]

    return [(checkpoint_rows, "_news", news)]


@mutant
def checkpoint_of_another_log() -> list[Patch]:
    """What is signed has no root over the last record, so the next does not begin with it."""

    def root(read: Any, size: int) -> bytes:
        return merkle.root(read, max(1, size - 1))

    return [(checkpoint_rows, "merkle", SimpleNamespace(**{**vars(merkle), "root": root}))]


@mutant
def witness_signs_anything() -> list[Patch]:
    """A witness does not ask for the proof that the log only grew: the audit still does."""
    return [*checkpoint_of_another_log(), (Witness, "_extends", lambda *_: None)]


@mutant
def cosignature_not_kept() -> list[Patch]:
    """The floor does not keep what a witness has signed."""
    return [(checkpoint_rows.Checkpoints, "witness", lambda *_: None)]


# Timers


@mutant
def timer_without_its_record() -> list[Patch]:
    """What is due by itself happens though something else has happened since."""
    plain = timers.automatic

    def automatic(command: Any, table: str, version: int) -> Any:
        return replace(plain(command, table, version), after=None)

    def due(self: Any) -> Iterator[Any]:
        for timer in self._timers.due():
            if timer.table in self.held:
                yield timer.ask, Future()

    return [(timers, "automatic", automatic), (Engine, "_due", due)]


@mutant
def timer_forgotten_at_a_start() -> list[Patch]:
    """Where a server takes a table, nothing happens there by itself."""
    plain, plan = Tenant._take_leases, Tenant._plan

    def take(self: Any) -> None:
        Tenant._plan = lambda *_: None  # type: ignore[method-assign]
        try:
            plain(self)
        finally:
            Tenant._plan = plan  # type: ignore[method-assign]

    return [(Tenant, "_take_leases", take)]


# Feeds and forwarding


@mutant
def feed_that_skips() -> list[Patch]:
    """A page that comes back is told from one record too late."""
    plain = TableFeed.since

    def since(self: Any, version: int) -> Any:
        found = plain(self, version)
        return found[1:] if found and len(found) > 1 else found

    return [(TableFeed, "since", since)]


@mutant
def feed_that_repeats() -> list[Patch]:
    """Each message is sent twice."""
    plain = Broadcast.after

    def after(self: Any, number: int) -> Any:
        found = plain(self, number)
        return found and [frame for frame in found for _ in range(2)]

    return [(Broadcast, "after", after)]


@mutant
def news_of_others_not_told() -> list[Patch]:
    """What other servers have written is known, and nobody who follows it hears of it."""
    return [(Telling, "_hear", lambda *_: None)]


@mutant
def cards_of_others_are_shown() -> list[Patch]:
    """Whoever looks sees a table as somebody else does."""

    def viewer(self: Any) -> Any:
        return Viewer(f"Bob {self.name[-2:]}") if self.name.startswith("Ann") else Viewer("")

    return [(table_view.Looker, "viewer", property(viewer))]


@mutant
def letter_under_another_key() -> list[Patch]:
    """A command that is passed on gets a key of its own, so that it may be done twice."""
    plain = Peers._send
    numbers = iter(range(10**9))

    def send(self: Any, letter: Any) -> Any:
        return plain(self, replace(letter, key=f"{letter.key} again {next(numbers)}"))

    return [(Peers, "_send", send)]


@mutant
def failed_command_leaves_half_of_itself() -> list[Patch]:
    """A batch in which one command is refused loses the postings of another."""
    plain = Work.ask

    def ask(self: Any, asked: Any) -> Any:
        answer = plain(self, asked)
        if not answer.ok and self.commit.postings:
            self.commit.postings.pop()
        return answer

    return [(Work, "ask", ask)]


@mutant
def given_back_before_it_is_gathered() -> list[Patch]:
    """A cancelled round takes out of a meter what has not been put in yet."""
    later = tuple(one for one in AFTER_ALL if one is not ContributionReturned)
    return [(batch, "AFTER_ALL", later)]
