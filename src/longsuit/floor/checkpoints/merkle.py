"""The Merkle tree of RFC 6962: its root, and proofs that a leaf is in it or that it only grew.

A tree is read through its stored hashes: level 0 are the leaves, and each level above has the hash
of 256 of the level below. So a proof in a tree of any size reads a few hundred hashes of each
level, and what is stored above the leaves is a 256th of them.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence

TILE = 256
"""Hashes of one level that make one of the next."""
HASH_BYTES = 32
MOST_LEAVES = 2**62
MOST_PROOF = 64
"""Hashes in a proof: no tree is higher."""
EMPTY = hashlib.sha256(b"").digest()
"""The root of a tree without leaves."""

Read = Callable[[int, int], bytes]
"""The hash of a whole subtree of 256^level leaves, by its level and its number there."""


def leaf_hash(data: bytes) -> bytes:
    """A leaf of the tree."""
    return hashlib.sha256(b"\0" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Two subtrees as one."""
    return hashlib.sha256(b"\1" + left + right).digest()


def _split(size: int) -> int:
    """The largest power of two below a size."""
    return int(1 << (size - 1).bit_length() - 1)


def _level(size: int) -> int | None:
    """The level whose subtrees have so many leaves, if one has."""
    bits = size.bit_length() - 1
    return bits // 8 if size == 1 << bits and bits % 8 == 0 else None


def root(read: Read, size: int) -> bytes:
    """The root over the first leaves."""
    return _range(read, 0, size) if size else EMPTY


def _range(read: Read, start: int, end: int) -> bytes:
    size = end - start
    level = _level(size)
    if level is not None and start % size == 0:
        return read(level, start // size)
    middle = start + _split(size)
    return node_hash(_range(read, start, middle), _range(read, middle, end))


def inclusion_proof(read: Read, index: int, size: int) -> list[bytes]:
    """What shows that a leaf is in a tree of that size, from its neighbour up."""
    if not 0 <= index < size:
        raise ValueError("there is no such leaf")
    found: list[bytes] = []
    start, end = 0, size
    while end - start > 1:
        middle = start + _split(end - start)
        if index < middle:
            found.append(_range(read, middle, end))
            end = middle
        else:
            found.append(_range(read, start, middle))
            start = middle
    return found[::-1]


def consistency_proof(read: Read, first: int, second: int) -> list[bytes]:
    """What shows that a tree of the second size begins with that of the first."""
    if not 0 <= first <= second:
        raise ValueError("a tree only grows")
    found: list[bytes] = []
    start, end, whole = 0, second, True
    while 0 < first < second and first != end:
        middle = start + _split(end - start)
        if first <= middle:
            found.append(_range(read, middle, end))
            end = middle
        else:
            found.append(_range(read, start, middle))
            start, whole = middle, False
    if 0 < first < second and not whole:
        found.append(_range(read, start, end))
    return found[::-1]


def is_consistent(
    first: int, second: int, first_root: bytes, second_root: bytes, proof: Sequence[bytes]
) -> bool:
    """Whether a proof shows that the second tree begins with the first one (RFC 9162, 2.1.4.2)."""
    if not 0 <= first <= second <= MOST_LEAVES or len(proof) > MOST_PROOF:
        return False
    if first == second:
        return not proof and first_root == second_root
    if first == 0:
        return not proof and first_root == EMPTY
    # Where the first tree is a whole subtree of the second, its root is known already.
    path = [first_root, *proof] if first & (first - 1) == 0 else list(proof)
    if not path:
        return False
    at, last = first - 1, second - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    was = now = path[0]
    for other in path[1:]:
        if last == 0:
            return False
        if at & 1 or at == last:
            was, now = node_hash(other, was), node_hash(other, now)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            now = node_hash(now, other)
        at, last = at >> 1, last >> 1
    return last == 0 and was == first_root and now == second_root


def whole_nodes(read: Read, before: int, after: int) -> Iterator[tuple[int, int, bytes]]:
    """The stored hashes above the leaves that are whole once a tree has grown: level, number, hash.

    Each is to be readable before the next is asked for.
    """
    level, span = 1, TILE
    while span <= after:
        for number in range(before // span, after // span):
            row = [read(level - 1, number * TILE + at) for at in range(TILE)]
            while len(row) > 1:
                row = [node_hash(*pair) for pair in zip(row[::2], row[1::2], strict=True)]
            yield level, number, row[0]
        level, span = level + 1, span * TILE


def roots_at(leaves: Iterator[bytes], sizes: Sequence[int]) -> dict[int, bytes]:
    """The roots over the first so many leaves, for each of these sizes that there are leaves for.

    The tree is grown leaf by leaf, and only its right edge is kept.
    """
    found: dict[int, bytes] = {}
    edge: list[tuple[int, bytes]] = []
    wanted = set(sizes)
    if 0 in wanted:
        found[0] = EMPTY
    for size, leaf in enumerate(leaves, 1):
        height, made = 0, leaf
        while edge and edge[-1][0] == height:
            made = node_hash(edge.pop()[1], made)
            height += 1
        edge.append((height, made))
        if size in wanted:
            whole = edge[-1][1]
            for _, left in reversed(edge[:-1]):
                whole = node_hash(left, whole)
            found[size] = whole
    return found
