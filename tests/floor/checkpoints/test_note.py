"""Signed notes and checkpoints: those of others are read, and damaged ones are not."""

import base64
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from longsuit.core.errors import InputError
from longsuit.floor.checkpoints.note import (
    MOST_NOTE_BYTES,
    Checkpoint,
    Key,
    NoteError,
    read_checkpoint,
    read_keys,
    read_note,
    with_times,
)
from longsuit.floor.checkpoints.signer import Signer, open_signer

# From the documentation of Go's sumdb/note, which reads and writes the same form.
GO_KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
GO_NOTE = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
    "\n"
    "— PeterNeumann "
    "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)
ORIGIN = "longsuit.floor/0123456789abcdef"
SIGNER = Signer([Ed25519PrivateKey.from_private_bytes(bytes(range(32)))])
OTHER = Signer([Ed25519PrivateKey.from_private_bytes(bytes(32))])
CHECKPOINT = Checkpoint(ORIGIN, 41, bytes(range(32)))


def _note() -> bytes:
    text = SIGNER.sign(CHECKPOINT, 1_763_434_000)
    return (text + OTHER.cosign("room.example/w1", CHECKPOINT.text, 1_763_434_007)).encode()


def test_a_note_that_another_program_signed() -> None:
    note = read_note(GO_NOTE.encode())
    key = Key.read(GO_KEY)
    assert note.signers([key]) == [(key, None)]
    assert str(note) == GO_NOTE
    assert str(key) == GO_KEY


def test_a_checkpoint_there_and_back() -> None:
    note = read_note(_note())
    assert read_checkpoint(note) == CHECKPOINT
    log, witness = SIGNER.keys(ORIGIN), OTHER.witness_keys("room.example/w1")
    signed = note.signers([*with_times(log), *witness])
    assert [(key.name, at) for key, at in signed] == [
        (ORIGIN, None),
        (ORIGIN, 1_763_434_000),
        ("room.example/w1", 1_763_434_007),
    ]
    assert str(note).encode() == _note()


def test_a_key_that_is_not_known_signs_nothing() -> None:
    note = read_note(_note())
    assert note.signers(OTHER.keys(ORIGIN)) == []
    assert note.signers(SIGNER.keys("another.log")) == []


def test_a_text_that_was_changed_is_not_signed() -> None:
    changed = _note().replace(b"\n41\n", b"\n42\n", 1)
    with pytest.raises(NoteError, match="is not good"):
        read_note(changed).signers(SIGNER.keys(ORIGIN))


def test_the_time_of_a_signature_is_signed() -> None:
    note = read_note(_note())
    one = note.signatures[1]
    later = one.data[:7] + bytes([one.data[7] ^ 1]) + one.data[8:]
    moved = note.adding([str(type(one)(one.name, one.id, later))])
    with pytest.raises(NoteError, match="is not good"):
        moved.signers([SIGNER.keys(ORIGIN)[0].timed()])


@pytest.mark.parametrize(
    "damage",
    [
        lambda note: note[:-1],
        lambda note: note[: note.index(b"\n\n") + 2],
        lambda note: note.replace("—".encode(), b"-", 1),
        lambda note: note.replace(b"\n\n", b"\n", 1),
        lambda note: b"\xff" + note,
        lambda note: note.replace(b"41", b"4\t1", 1),
        lambda note: note + b"x" * MOST_NOTE_BYTES,
        lambda note: note + note.split(b"\n\n")[1] * 40,
        lambda note: b"",
    ],
)
def test_a_damaged_note_is_refused(damage: object) -> None:
    with pytest.raises(NoteError):
        read_note(damage(_note()))  # type: ignore[operator]


@pytest.mark.parametrize(
    "text",
    [
        "a\n1\n",
        "a\n01\n{root}\n",
        "a\n-1\n{root}\n",
        "a\n٣\n{root}\n",
        "a\n" + "9" * 30 + "\n{root}\n",
        "a\n1\n{root}=\n",
        "a\n1\nAAAA\n",
        "a\n1\n{root}\n\nb\n",
    ],
)
def test_a_note_that_is_no_checkpoint(text: str) -> None:
    told = text.replace("{root}", base64.b64encode(bytes(32)).decode())
    signed = f"{told}\n— a {base64.b64encode(bytes(68)).decode()}\n"
    with pytest.raises(NoteError, match="no checkpoint"):
        read_checkpoint(read_note(signed.encode()))


@settings(max_examples=200, deadline=None)
@given(data=st.binary(max_size=300) | st.text(max_size=300).map(lambda one: one.encode()))
def test_whatever_comes_is_a_note_or_refused(data: bytes) -> None:
    try:
        note = read_note(data)
    except NoteError:
        return
    assert str(note).encode() == data


@settings(max_examples=100, deadline=None)
@given(at=st.integers(0, 10_000), bit=st.integers(0, 7))
def test_one_bit_of_a_note_changed_is_found(at: int, bit: int) -> None:
    """It is no note, or not signed by the key, or the bit was in somebody else's signature."""
    good = _note()
    place = at % len(good)
    data = good[:place] + bytes([good[place] ^ 1 << bit]) + good[place + 1 :]
    key = SIGNER.keys(ORIGIN)
    try:
        note = read_note(data)
        signers = note.signers(key)
    except NoteError:
        return
    assert not signers or (note.text == CHECKPOINT.text and str(note) != good.decode())


@pytest.mark.parametrize(
    "text",
    ["", "a", "a+b", "a+00000000+AAAA", GO_KEY.replace("c74", "c75"), GO_KEY[:-2], "x" * 5000],
)
def test_a_key_that_is_none(text: str) -> None:
    with pytest.raises(NoteError, match="A public key is a line"):
        Key.read(text)


def test_a_file_of_keys() -> None:
    assert read_keys(f"# ours\n\n  {GO_KEY}  \n") == [Key.read(GO_KEY)]


def test_a_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "away" / "log.pem"
    made = open_signer([file], make=True)
    assert file.stat().st_mode & 0o077 == 0
    assert list(file.parent.iterdir()) == [file]
    assert open_signer([file], make=False).keys("a") == made.keys("a")
    with pytest.raises(InputError, match="There is no key"):
        open_signer([tmp_path / "other.pem"], make=False)
    file.write_text("not a key")
    with pytest.raises(InputError, match="is not an Ed25519 key"):
        open_signer([file], make=True)
