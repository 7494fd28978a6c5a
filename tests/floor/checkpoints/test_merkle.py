"""The tree of RFC 6962: known answers, and proofs against a slow and obvious twin."""

import hashlib
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from longsuit.floor.checkpoints import merkle
from longsuit.floor.checkpoints.merkle import MOST_LEAVES, MOST_PROOF, TILE, leaf_hash, node_hash

# The eight leaves, roots and proofs of Certificate Transparency's reference implementation.
LEAVES = tuple(
    map(
        bytes.fromhex,
        [
            "",
            "00",
            "10",
            "2021",
            "3031",
            "40414243",
            "5051525354555657",
            "606162636465666768696a6b6c6d6e6f",
        ],
    )
)
ROOTS = (
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)


def root_of_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes | None:
    """The root of the tree that has this leaf there, if the proof is one for it; None if not."""
    if not 0 <= index < size <= MOST_LEAVES or len(proof) > MOST_PROOF:
        return None
    at, last, found = index, size - 1, leaf
    for other in proof:
        if last == 0:
            return None
        if at & 1 or at == last:
            found = node_hash(other, found)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            found = node_hash(found, other)
        at, last = at >> 1, last >> 1
    return found if last == 0 else None


def slow_root(leaves: Sequence[bytes]) -> bytes:
    """As RFC 6962 defines it."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    return merkle.node_hash(slow_root(leaves[:half]), slow_root(leaves[half:]))


def slow_path(index: int, leaves: Sequence[bytes]) -> list[bytes]:
    if len(leaves) <= 1:
        return []
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    if index < half:
        return [*slow_path(index, leaves[:half]), slow_root(leaves[half:])]
    return [*slow_path(index - half, leaves[half:]), slow_root(leaves[:half])]


def slow_subproof(first: int, leaves: Sequence[bytes], whole: bool = True) -> list[bytes]:
    if first == len(leaves):
        return [] if whole else [slow_root(leaves)]
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    if first <= half:
        return [*slow_subproof(first, leaves[:half], whole), slow_root(leaves[half:])]
    return [*slow_subproof(first - half, leaves[half:], False), slow_root(leaves[:half])]


class Stored:
    """A tree as the floor stores it: leaves, and the hashes of whole tiles; it grows in steps."""

    def __init__(self) -> None:
        self.nodes: dict[tuple[int, int], bytes] = {}
        self.size = 0

    def read(self, level: int, number: int) -> bytes:
        return self.nodes[level, number]

    def grow(self, leaves: Sequence[bytes]) -> None:
        for at, leaf in enumerate(leaves, self.size):
            self.nodes[0, at] = leaf
        after = self.size + len(leaves)
        for level, number, found in merkle.whole_nodes(self.read, self.size, after):
            self.nodes[level, number] = found
        self.size = after


def _leaves(count: int) -> list[bytes]:
    return [leaf_hash(str(at).encode()) for at in range(count)]


def test_the_known_answers_of_rfc_6962() -> None:
    hashes = [leaf_hash(one) for one in LEAVES]
    stored = Stored()
    stored.grow(hashes)
    assert merkle.root(stored.read, 0).hex() == hashlib.sha256(b"").hexdigest()
    assert [merkle.root(stored.read, size).hex() for size in range(1, 9)] == list(ROOTS)
    path = merkle.inclusion_proof(stored.read, 5, 8)
    assert [one.hex() for one in path] == [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]
    grown = merkle.consistency_proof(stored.read, 6, 8)
    assert [one.hex() for one in grown] == [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]


def test_every_small_tree_is_that_of_its_slow_twin() -> None:
    leaves, stored = _leaves(40), Stored()
    stored.grow(leaves)
    for size in range(41):
        root = slow_root(leaves[:size])
        assert merkle.root(stored.read, size) == root
        for index in range(size):
            proof = merkle.inclusion_proof(stored.read, index, size)
            assert proof == slow_path(index, leaves[:size])
            assert root_of_inclusion(leaves[index], index, size, proof) == root
        for first in range(size + 1):
            proof = merkle.consistency_proof(stored.read, first, size)
            assert proof == (slow_subproof(first, leaves[:size]) if first else [])
            before = slow_root(leaves[:first])
            assert merkle.is_consistent(first, size, before, root, proof)
    sizes = [0, 1, 7, 8, 33, 40, 41]
    assert merkle.roots_at(iter(leaves), sizes) == {
        size: slow_root(leaves[:size]) for size in sizes[:-1]
    }


@settings(max_examples=25, deadline=None)
@given(
    steps=st.lists(st.integers(0, TILE + 40), min_size=1, max_size=6),
    places=st.tuples(st.floats(0, 0.999), st.floats(0, 1), st.floats(0, 1)),
)
def test_a_tree_that_grows_in_steps(steps: list[int], places: tuple[float, float, float]) -> None:
    """Whatever the steps, the stored tiles give what the slow twin gives."""
    leaves, stored = _leaves(sum(steps)), Stored()
    done = 0
    for step in steps:
        stored.grow(leaves[done : done + step])
        done += step
    second = round(places[2] * done)
    first = round(places[1] * second)
    roots = slow_root(leaves[:first]), slow_root(leaves[:second])
    assert merkle.root(stored.read, second) == roots[1]
    proof = merkle.consistency_proof(stored.read, first, second)
    assert merkle.is_consistent(first, second, *roots, proof)
    if first:
        assert not merkle.is_consistent(first, second, roots[0], leaf_hash(b"?"), proof)
    if second:
        index = int(places[0] * second)
        path = merkle.inclusion_proof(stored.read, index, second)
        assert path == slow_path(index, leaves[:second])
        assert root_of_inclusion(leaves[index], index, second, path) == roots[1]


@settings(max_examples=60, deadline=None)
@given(size=st.integers(2, 300), data=st.data())
def test_no_other_proof_is_taken(size: int, data: st.DataObject) -> None:
    """One changed bit, one hash more or less, another place: none of them shows anything."""
    leaves, stored = _leaves(size), Stored()
    stored.grow(leaves)
    root = slow_root(leaves)
    index = data.draw(st.integers(0, size - 1))
    path = merkle.inclusion_proof(stored.read, index, size)
    at = data.draw(st.integers(0, len(path) - 1))
    broken = [bytes([one[0] ^ 1]) + one[1:] if n == at else one for n, one in enumerate(path)]
    other = data.draw(st.integers(0, size - 1).filter(lambda one: one != index))
    for leaf, place, proof in (
        (leaves[index], index, broken),
        (leaves[index], index, path[:-1]),
        (leaves[index], index, [*path, root]),
        (leaves[index], other, path),
        (leaves[other], index, path),
    ):
        assert root_of_inclusion(leaf, place, size, proof) != root
    first = data.draw(st.integers(1, size - 1))
    before = slow_root(leaves[:first])
    grown = merkle.consistency_proof(stored.read, first, size)
    assert not merkle.is_consistent(first, size, before, root, [*grown, root])
    assert not merkle.is_consistent(first, size, before, root, grown[:-1])
    assert not merkle.is_consistent(first, size, leaf_hash(b"?"), root, grown)
    assert not merkle.is_consistent(first, size, before, slow_root([*leaves[:-1], root]), grown)


def test_what_is_out_of_bounds_is_refused() -> None:
    one = leaf_hash(b"")
    assert root_of_inclusion(one, 0, 2**63, [one] * 63) is None
    assert root_of_inclusion(one, 3, 3, []) is None
    assert not merkle.is_consistent(1, 2, one, one, [one] * 65)
    assert not merkle.is_consistent(2, 1, one, one, [])
    with pytest.raises(ValueError, match="no such leaf"):
        merkle.inclusion_proof(Stored().read, 0, 0)
    with pytest.raises(ValueError, match="only grows"):
        merkle.consistency_proof(Stored().read, 2, 1)
