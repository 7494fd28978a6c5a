"""A witness of somebody else's floor: it signs what extends what it has seen, and nothing else.

It needs no database and no account: the floor's address, the floor's public key, a key and a file
of its own. What it signs is on its own disk before anybody is told, so that it cannot be made to
forget it.
"""

import base64
import binascii
import http.client
import socket
from collections.abc import Callable
from threading import Timer
from typing import Literal, Protocol
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from longsuit.core.errors import InputError
from longsuit.floor.checkpoints.merkle import HASH_BYTES, MOST_PROOF, is_consistent
from longsuit.floor.checkpoints.note import (
    MOST_NOTE_BYTES,
    SIGNED,
    Key,
    Note,
    NoteError,
    read_keys,
    read_note,
)
from longsuit.floor.checkpoints.signer import Signer
from longsuit.floor.checkpoints.witness_file import (
    MOST_KEPT_BYTES,
    Witnessed,
    WitnessFile,
    known_keys,
    verify,
)

CHECKPOINTS = "/api/checkpoints"
_SECONDS = 20.0
_MOST_BYTES = 65_536
_MOST_OF_FLOOR = 8
"""Signatures of the floor that are kept with a checkpoint: two for each of its keys."""
_AHEAD_SECONDS = 300
"""The floor's clock may be so far ahead of ours."""

Kind = Literal["fork", "cut", "forged", "other log", "silence"]


class Alarm(Exception):
    """Something that somebody has to hear of: what it is, and one sentence."""

    def __init__(self, kind: Kind, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind

    @property
    def final(self) -> bool:
        """Whether nothing more is signed after it."""
        return self.kind != "silence"


class Unreachable(Exception):
    """The floor does not answer, or not as a floor does."""


class Missing(Unreachable):
    """It answers that there is no such thing."""


class Door(Protocol):
    """How a floor is asked."""

    def get(self, path: str) -> bytes:
        """What is there; `Missing` or `Unreachable` if nothing is."""

    def post(self, path: str, body: bytes) -> str:
        """Why it was not taken; empty where it was."""


class HttpDoor:
    """A floor over HTTP. No answer is read beyond what one of them can have."""

    def __init__(self, address: str) -> None:
        url = urlsplit(address)
        if url.scheme not in ("http", "https") or not url.netloc:
            raise InputError("A --floor is a URL, such as https://floor.example.")
        self._url = url

    def get(self, path: str) -> bytes:
        status, body = self._ask("GET", path)
        if status == http.client.NOT_FOUND:
            raise Missing
        if status != http.client.OK:
            raise Unreachable(f"the floor answers with {status}")
        return body

    def post(self, path: str, body: bytes) -> str:
        status, answer = self._ask("POST", path, body)
        if status == http.client.OK:
            return ""
        try:
            return _reason.decode(answer).reason
        except msgspec.MsgspecError:
            return f"the floor answers with {status}"

    def _ask(self, method: str, path: str, body: bytes | None = None) -> tuple[int, bytes]:
        secure = self._url.scheme == "https"
        kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        try:
            connection, hurry = kind(self._url.netloc, timeout=_SECONDS), None
            try:
                headers = {"content-type": "application/json"} if body is not None else {}
                connection.connect()
                # One byte at a time, an answer would hold us for weeks without an alarm.
                hurry = Timer(_SECONDS, connection.sock.shutdown, (socket.SHUT_RDWR,))
                hurry.daemon = True
                hurry.start()
                connection.request(method, f"{self._url.path.rstrip('/')}{path}", body, headers)
                response = connection.getresponse()
                return response.status, response.read(_MOST_BYTES)
            finally:
                if hurry is not None:
                    hurry.cancel()
                connection.close()
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise Unreachable(f"the floor cannot be reached ({type(error).__name__})") from None


class _Reason(Struct):
    reason: str


class _Proof(Struct):
    proof: list[str]


_reason = msgspec.json.Decoder(_Reason)
_proof = msgspec.json.Decoder(_Proof)


def floor_keys(door: Door) -> list[Key]:
    """The keys that a floor says its log has; believed only by who has nothing better."""
    try:
        told = read_keys(door.get(f"{CHECKPOINTS}/keys").decode())
    except UnicodeDecodeError:
        raise Unreachable("the floor's keys are not text") from None
    return [key for key in told if key.kind == SIGNED]


class Witness:
    """Looks at one floor for one file."""

    def __init__(
        self,
        door: Door,
        file: WitnessFile,
        signer: Signer,
        name: str,
        *,
        now: Callable[[], int],
        silence: int,
    ) -> None:
        self._door, self._file, self._signer, self._name = door, file, signer, name
        self._now, self._silence = now, silence
        self._heard = min(now(), file.heard)
        """When the floor last said something new, by our clock."""

    def look(self) -> str:
        """Look once: what was found, in one line. What is wrong comes as an `Alarm`."""
        try:
            note = self._read(self._door.get(f"{CHECKPOINTS}/last"))
        except Missing:
            if self._file.last is not None:
                raise Alarm(
                    "cut", f"The floor has no checkpoint any more; {self._had()}."
                ) from None
            return self._quiet("the floor has no checkpoint yet")
        except Unreachable as error:
            return self._quiet(str(error))
        seen = self._verify(note)
        try:
            self._extends(seen)
        except Unreachable as error:
            # What is not shown is neither good nor a fork: it is not signed, and silence is told.
            return self._quiet(f"no proof that the log only grew: {error}")
        age = self._now() - seen.seconds
        if age > self._silence:
            raise Alarm(
                "silence", f"The floor has signed nothing for {age:,} seconds; {self._had()}."
            )
        said = self._sign(seen)
        self._heard = self._file.heard = self._now()
        return said

    def _read(self, data: bytes) -> Note:
        try:
            return read_note(data[: MOST_NOTE_BYTES + 1])
        except NoteError as error:
            raise Unreachable(f"what the floor shows is no checkpoint: {error}") from None

    def _verify(self, note: Note) -> Witnessed:
        try:
            seen = verify(note, self._file.keys)
        except NoteError as error:
            raise Alarm("forged", f"A checkpoint that is not the floor's: {error}") from None
        if seen.seconds > self._now() + _AHEAD_SECONDS:
            raise Alarm("silence", "The floor's clock, or ours, is wrong: nothing is signed.")
        return seen

    def _extends(self, seen: Witnessed) -> None:
        """The one thing that counts: all that we have seen is still there."""
        last = self._file.last
        if last is None:
            return
        old, new = last.checkpoint, seen.checkpoint
        if new.origin != old.origin:
            raise Alarm(
                "other log",
                f"The floor shows another log, {new.origin}: it was put back from a copy, or is "
                f"another floor. {self._had(capital=True)}; begin another file for it.",
            )
        if new.size < old.size:
            self._file.keep_evidence(last, seen)
            raise Alarm("cut", f"The log is cut: it has {new.size:,} records; {self._had()}.")
        proof = self._proof(old.size, new.size) if new.size > old.size else []
        if not is_consistent(old.size, new.size, old.root, new.root, proof):
            self._file.keep_evidence(last, seen)
            raise Alarm(
                "fork",
                f"The log was changed: the one of {new.size:,} records does not begin with the "
                f"one of {old.size:,} that we have signed.",
            )

    def _proof(self, first: int, second: int) -> list[bytes]:
        try:
            told = self._door.get(f"{CHECKPOINTS}/proof?first={first}&second={second}")
            found = _proof.decode(told).proof
            proof = [base64.b64decode(one, validate=True) for one in found[: MOST_PROOF + 1]]
        except (msgspec.MsgspecError, binascii.Error):
            return []
        return proof if all(len(one) == HASH_BYTES for one in proof) else []

    def _sign(self, seen: Witnessed) -> str:
        now, text, size = self._now(), seen.note.text, seen.checkpoint.size
        lines = self._signer.cosign(self._name, text, now)
        last = self._file.last
        if last is None or last.checkpoint != seen.checkpoint:
            own = self._signer.witness_keys(self._name)
            known = {(key.name, key.id) for key in known_keys(self._file.keys, seen.checkpoint)}
            of_floor = tuple(s for s in seen.note.signatures if (s.name, s.id) in known)
            signed = Note(text, of_floor[:_MOST_OF_FLOOR]).adding(lines.splitlines())
            if len(str(signed).encode()) > MOST_KEPT_BYTES:
                raise Alarm("silence", "The floor's checkpoint is too long: it isn't signed.")
            self._file.keep(verify(signed, [*self._file.keys, *own]))
        try:
            body = msgspec.json.encode({"lines": lines})
            no = self._door.post(f"{CHECKPOINTS}/{size}/cosignatures", body)
        except Unreachable as error:
            no = str(error)
        return f"{size:,} records signed" + (f", and not kept by the floor: {no}" if no else "")

    def _quiet(self, why: str) -> str:
        silent = self._now() - self._heard
        if silent > self._silence:
            raise Alarm("silence", f"For {silent:,} seconds {why}; {self._had()}.")
        return why

    def _had(self, *, capital: bool = False) -> str:
        last = self._file.last
        said = f"we have signed {last.checkpoint.size:,} records" if last else "we have seen none"
        return said.capitalize() if capital else said
