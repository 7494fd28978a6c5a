"""Witnesses of the simulated floor: the real ones, over lines that are late or cut.

Each has a file of its own and nothing else, begins when it likes and is started again now and then.
One that shouts has found something: no floor here rewrites its log.
"""

import hashlib
import random
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import parse_qs, urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from tests.simulation.checks import Broken
from tests.simulation.database import EPOCH
from tests.simulation.kernel import SECOND

from longsuit.floor.checkpoints.note import NoteError
from longsuit.floor.checkpoints.signer import Signer
from longsuit.floor.checkpoints.witness import Alarm, Missing, Unreachable, Witness, floor_keys
from longsuit.floor.checkpoints.witness_file import Witnessed, WitnessFile, parse, read_file, verify
from longsuit.floor.service.floor import Floor
from longsuit.floor.store.database import DatabaseError

if TYPE_CHECKING:
    from tests.simulation.server import Server
    from tests.simulation.world import World

T = TypeVar("T")

SILENCE_SECONDS = 60
PATIENCE = 8.0
_NOT_THERE = (Missing, Unreachable, NoteError, DatabaseError)


def signer_of(seed: int, name: str) -> Signer:
    """A key that follows from the seed."""
    secret = hashlib.sha256(f"{seed} key of {name}".encode()).digest()
    return Signer([Ed25519PrivateKey.from_private_bytes(secret)])


class SimDoor:
    """The door of a floor's checkpoints (api/routes/checkpoints.py), at any of its servers."""

    def __init__(self, world: "World", chance: random.Random) -> None:
        self._world, self._chance = world, chance

    def get(self, path: str) -> bytes:
        def work(floor: Floor) -> bytes:
            kept, url = floor.checkpoints, urlsplit(path)
            what = url.path.rpartition("/")[2]
            if what == "keys":
                return "".join(f"{key}\n" for key in floor.public_keys()).encode()
            last = kept.last()
            if last is None:
                raise Missing
            if what == "last":
                return str(kept.note(last.size)).encode()
            asked = {name: int(one) for name, (one,) in parse_qs(url.query).items()}
            if asked["second"] > last.size:
                raise Missing
            proof = [b64encode(one).decode() for one in kept.consistency(**asked)]
            return msgspec.json.encode({"proof": proof})

        return self._call(work)

    def post(self, path: str, body: bytes) -> str:
        size, lines = int(path.split("/")[-2]), msgspec.json.decode(body)["lines"]

        def work(floor: Floor) -> str:
            return "" if floor.witnesses.take(size, lines, floor.engine.now()) else "no such size"

        try:
            return self._call(work)
        except NoteError as error:
            return str(error)

    def _call(self, work: Callable[[Floor], T]) -> T:
        server: Server = self._chance.choice(self._world.servers)

        def run() -> T:
            assert server.life.floor is not None
            return work(server.life.floor)

        try:
            return self._world.network.call(server, run, PATIENCE, _NOT_THERE)
        except (TimeoutError, DatabaseError) as error:
            raise Unreachable(type(error).__name__) from None


class SimWitness:
    """Somebody who holds the floor to its log."""

    def __init__(self, world: "World", index: int, begins: float, folder: Path) -> None:
        self._world, self._begins = world, begins
        self.name = f"w{index}.example/floor"
        self.signer = signer_of(world.plan.seed, self.name)
        self.keys = self.signer.witness_keys(self.name)
        self.path = folder / f"witness {index}.jsonl"
        self._chance = random.Random(f"{world.plan.seed} {self.name}")
        self._door = SimDoor(world, self._chance)
        self._heard = 0
        self.size = 0
        """Records of the last checkpoint that it has signed."""

    def _now(self) -> int:
        return (EPOCH + self._world.kernel.now) // SECOND

    def run(self) -> None:
        """Until time ends; now and then with nothing but its file."""
        self._world.kernel.sleep(self._begins)
        while True:
            witness = self._open()
            for _ in range(self._chance.randint(1, 20) if witness is not None else 1):
                self._world.kernel.sleep(self._world.plan.look_seconds)
                if witness is not None:
                    self._look(witness)

    def _open(self) -> Witness | None:
        file = WitnessFile(self.path, self.keys)
        if not file.keys:
            try:
                file.begin(floor_keys(self._door))
            except (Unreachable, NoteError):
                return None
            self._heard = self._now()
        file.heard = self._heard
        return Witness(
            self._door, file, self.signer, self.name, now=self._now, silence=SILENCE_SECONDS
        )

    def _look(self, witness: Witness) -> None:
        try:
            said = witness.look()
        except Alarm as alarm:
            self._world.note(self.name, "shouts:", alarm.kind)
            if alarm.final:
                raise Broken(f"{self.name}: {alarm}") from alarm
            return
        last = witness._file.last
        if last is not None and last.checkpoint.size > self.size:
            self.size = last.checkpoint.size
            self._world.met["witnessed"] += 1
            self._world.note(self.name, said)
        self._heard = self._now()

    def seen(self) -> list[Witnessed]:
        """What its file has, for an audit."""
        if not self.path.exists():
            return []
        found = parse(read_file(self.path))
        return [verify(note, [*found.keys, *found.own]) for note in found.notes]
