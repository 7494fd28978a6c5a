# mypy: ignore-errors
"""Kernels that go over every board of Chase the Flush, once for the values, once for the counts.

The counting argument. A dealer hand is below a key (length L, mask M) if each of its suits is. A
suit with n board cards may take any k cards with n + k < L, none with n + k > L, and for n + k = L
those whose mask stays below M: as board and hand cards do not overlap, these are the first so many
k-subsets of the suit's rest in the order of their masks. So each suit is a polynomial of degree 3
with one coefficient that depends on M (its "rank"), and the dealer hands that avoid the player's
cards are the coefficient of y^3 in the product of the four suits' polynomials without those cards.
For one board a hand needs three such numbers: `below` its own key, `upto` it, and `short`, below
the qualifier. They settle everything: a hand that reaches the qualifier is ahead of all `short`,
one that does not is behind all others.

Hands are numbered so that the last card's thirteen ranks are neighbours (see chase_tables). For
the first two cards fixed, all three numbers are start + slope * (subsets without the last card)
while the first two decide the key; from some rank on the last card decides it ("late"), and the
number is again a sum of one term a card. Both are computed for sixteen hands at once, modulo 2**16,
which is exact because the results are at most C(45, 3) = 14190.
"""

from typing import Any

import numpy as np
from llvmlite import binding, ir
from numba import njit, types
from numba.core import cgutils, config
from numba.extending import intrinsic, models, register_model

START = (0, 2, 16, 95)
SLOTS = 1024
ROWS = 382
# Inner functions: never called from Python (no wrappers, which take long to compile) and never
# making arrays (no reference counts, which are slow in short loops).
_INNER = {
    "cache": True, "nogil": True, "_nrt": False,
    "no_cpython_wrapper": True, "no_cfunc_wrapper": True,
}  # fmt: skip


def _has_avx2() -> bool:
    """Tell whether the machine compiled for has it: this one, unless numba is told another."""
    if config.CPU_FEATURES is not None:
        return "+avx2" in config.CPU_FEATURES
    if config.CPU_NAME not in (None, "host"):
        return False
    return bool(binding.get_host_cpu_features().get("avx2", False))


_HAS_AVX2 = _has_avx2()
WIDTH = 5552
SINGLES_AT = 3056
TRIPLES_AT = SINGLES_AT + 2197
HANDS = 4 * WIDTH

# --- sixteen lanes at once -------------------------------------------------------------------
# The last card's thirteen ranks fit one vector of sixteen. Plain loops of sixteen are not turned
# into vectors (arrays might overlap for all the compiler knows), so vectors are spelled out.


class Lanes(types.Type):
    """Sixteen (or `lanes`) integers of `bits` bits in one value inside a kernel."""

    def __init__(self, bits: int, lanes: int = 16) -> None:
        self.bits = bits
        self.lanes = lanes
        super().__init__(name=f"Lanes{bits}x{lanes}")


@register_model(Lanes)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, dmm: Any, fe_type: Lanes) -> None:
        super().__init__(dmm, fe_type, _vector(fe_type.bits, fe_type.lanes))


def _vector(bits: int, lanes: int = 16) -> ir.VectorType:
    return ir.VectorType(ir.IntType(bits), lanes)


def _address(context: Any, builder: Any, kind: Any, array: Any, index: Any, bits: int) -> Any:
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [index]), _vector(bits).as_pointer())


def _splat(builder: Any, value: Any, bits: int) -> Any:
    value = builder.trunc(value, ir.IntType(bits)) if bits < 64 else value
    one = builder.insert_element(ir.Constant(_vector(bits), None), value, ir.IntType(32)(0))
    zeros = ir.Constant(_vector(32), None)
    return builder.shuffle_vector(one, ir.Constant(_vector(bits), None), zeros)


@intrinsic
def _load(typingctx, array, index):
    """Read array[index : index + 16]."""
    bits = array.dtype.bitwidth

    def generate(context, builder, signature, args):
        where = _address(context, builder, array, args[0], args[1], bits)
        return builder.load(where, align=bits // 8)

    return Lanes(bits)(array, types.int64), generate


@intrinsic
def _store(typingctx, array, index, value):
    """Write array[index : index + 16]."""
    bits = array.dtype.bitwidth

    def generate(context, builder, signature, args):
        where = _address(context, builder, array, args[0], args[1], bits)
        builder.store(args[2], where, align=bits // 8)
        return context.get_dummy_value()

    return types.void(array, types.int64, value), generate


@intrinsic
def _at(typingctx, array, index):
    """Read one number of an array in one piece, counted flat; a plain index tests its sign."""

    def generate(context, builder, signature, args):
        data = context.make_array(array)(context, builder, args[0]).data
        number = builder.load(builder.gep(data, [args[1]]))
        return builder.sext(number, ir.IntType(64)) if array.dtype.bitwidth < 64 else number

    return types.int64(array, types.int64), generate


@intrinsic
def _line(typingctx, start, slope, value):
    """Give start + slope * value."""

    def generate(context, builder, signature, args):
        slopes = builder.mul(_splat(builder, args[1], value.bits), args[2])
        return builder.add(_splat(builder, args[0], value.bits), slopes)

    return value(types.int64, types.int64, value), generate


def _lane_by_lane(operation):
    """Two vectors joined lane by lane, by an operation that LLVM has."""

    @intrinsic
    def joined(typingctx, left, right):
        def generate(context, builder, signature, args):
            return getattr(builder, operation)(*args)

        return left(left, right), generate

    return joined


def _compared(sign):
    """Give -1 in the lanes that stand so to a number, 0 in the others."""

    @intrinsic
    def compared(typingctx, left, number):
        def generate(context, builder, signature, args):
            hit = builder.icmp_signed(sign, args[0], _splat(builder, args[1], left.bits))
            return builder.sext(hit, _vector(left.bits))

        return left(left, types.int64), generate

    return compared


_add = _lane_by_lane("add")
_sub = _lane_by_lane("sub")
_mul = _lane_by_lane("mul")
_and = _lane_by_lane("and_")
_or = _lane_by_lane("or_")
_same = _compared("==")
_above = _compared(">")


@intrinsic
def _atleast(typingctx, left, number):
    """Give the greater of each lane and number."""

    def generate(context, builder, signature, args):
        floor = _splat(builder, args[1], left.bits)
        return builder.select(builder.icmp_signed(">", args[0], floor), args[0], floor)

    return left(left, types.int64), generate


@intrinsic
def _from(typingctx, first, below, value):
    """Take value in the lanes from number first on, below in the lanes before."""

    def generate(context, builder, signature, args):
        lane = ir.Constant(_vector(value.bits), list(range(16)))
        late = builder.icmp_signed(">=", lane, _splat(builder, args[0], value.bits))
        return builder.select(late, args[2], args[1])

    return value(types.int64, below, value), generate


@intrinsic
def _widen(typingctx, value, array):
    """Give the lanes the width of the array's numbers."""
    bits = array.dtype.bitwidth

    def generate(context, builder, signature, args):
        return builder.sext(args[0], _vector(bits)) if bits > value.bits else args[0]

    return Lanes(bits)(value, array), generate


@intrinsic
def _narrow(typingctx, value, array):
    """Cut the lanes down to the width of the array's numbers."""
    bits = array.dtype.bitwidth

    def generate(context, builder, signature, args):
        return builder.trunc(args[0], _vector(bits))

    return Lanes(bits)(value, array), generate


@intrinsic
def _nothing(typingctx):
    """Start eight sums of 32 bits."""

    def generate(context, builder, signature, args):
        return ir.Constant(_vector(32, 8), None)

    return Lanes(32, 8)(), generate


@intrinsic
def _gain(typingctx, sums, left, right):
    """Add left * right (16-bit lanes) to eight sums, two neighbouring lanes a sum."""

    def generate(context, builder, signature, args):
        if _HAS_AVX2:  # the compiler does not find this instruction by itself
            kind = ir.FunctionType(_vector(32, 8), [_vector(16), _vector(16)])
            name = "llvm.x86.avx2.pmadd.wd"
            pairs = cgutils.get_or_insert_function(builder.module, kind, name)
            return builder.add(args[0], builder.call(pairs, args[1:]))
        parts = []
        for odd in (0, 1):
            pick = ir.Constant(_vector(32, 8), [2 * i + odd for i in range(8)])
            x, y = (
                builder.sext(builder.shuffle_vector(v, v, pick), _vector(32, 8)) for v in args[1:]
            )
            parts.append(builder.mul(x, y))
        return builder.add(args[0], builder.add(*parts))

    return sums(sums, left, right), generate


@intrinsic
def _total(typingctx, sums):
    """Add the eight sums."""

    def generate(context, builder, signature, args):
        total = ir.Constant(ir.IntType(64), 0)
        for i in range(8):
            one = builder.extract_element(args[0], ir.IntType(32)(i))
            total = builder.add(total, builder.sext(one, ir.IntType(64)))
        return total

    return types.int64(sums), generate


@intrinsic
def _ones(typingctx, number):
    """Count the ones of a number."""

    def generate(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


@intrinsic
def _length(typingctx, number):
    """Give the number's length in bits."""

    def generate(context, builder, signature, args):
        zeros = builder.ctlz(args[0], ir.IntType(1)(0))
        return builder.sub(ir.IntType(64)(64), zeros)

    return types.int64(types.int64), generate


# --- counting dealer hands below a threshold --------------------------------------------------


@njit(forceinline=True, **_INNER)
def _row(k, x, which, order, bound):
    """Find START[k] + the number of k-subsets of a suit's rest below x (0 if k is not 0..3)."""
    if k < 0 or k > 3:
        return 0
    start = START[k]
    if x <= 0:
        return start
    return start + _at(order, k * 8193 + _at(bound, which * 8193 + x))


@njit(forceinline=True, **_INNER)
def _poly(k, rank, m):
    """Count ways to hold 0, 1, 2, 3 of m cards below a threshold of k cards: all, rank, none."""
    f0 = 1 if k > 0 else (rank if k == 0 else 0)
    f1 = m if k > 1 else (rank if k == 1 else 0)
    f2 = (m * (m - 1)) >> 1 if k > 2 else (rank if k == 2 else 0)
    f3 = (rank if k == 3 else 0) if k <= 3 else m * (m - 1) * (m - 2) // 6
    return f0, f1, f2, f3


@njit(forceinline=True, **_INNER)
def _times(p, q):
    """Multiply two counts by number of cards, up to three cards."""
    return (
        p[0] * q[0],
        p[0] * q[1] + p[1] * q[0],
        p[0] * q[2] + p[1] * q[1] + p[2] * q[0],
        p[0] * q[3] + p[1] * q[2] + p[2] * q[1] + p[3] * q[0],
    )


@njit(forceinline=True, **_INNER)
def _place_in(left, c):
    """Count the ranks of `left` below c."""
    return _ones(left & ((1 << c) - 1))


@njit(cache=True, nogil=True)
def _workspace():
    """Make the tables that one thread keeps from board to board; see _open_board, _refresh, _cross.

    Most of them depend on one suit's board cards or on two suits' only, and neighbouring boards
    share those: `memo` says what a table was made for.
    """
    memo = np.full((5, SLOTS), -1, np.int64)
    st = np.zeros((9, 4), np.int64)
    masks = np.full((4, 368), -1, np.int64)
    late_kinds = np.zeros((4, 14), np.int64)
    dead = np.zeros(64, np.int16)
    kinds = np.zeros(64, np.int16)
    places = np.zeros(64, np.int16)
    own_rank = np.zeros(4 * 368, np.int16)
    q_rank = np.zeros(4 * 368, np.int16)
    ranks = np.zeros(SLOTS * 736, np.int16)
    rows = np.zeros(SLOTS * 32, np.int16)
    without = np.zeros(SLOTS * 416, np.int16)
    holds = np.zeros(SLOTS * 2496, np.int16)
    lines = np.zeros(1024, np.int16)
    slots = np.zeros((2, 4, 4), np.int64)
    return (memo, st, masks, late_kinds, slots), (
        dead, kinds, places, own_rank, q_rank, ranks, rows, without, holds, lines,
    )  # fmt: skip


@njit(**_INNER)
def _open_board(board, deck, numbers, q, order, bound, longs, shorts):
    """Look at a board's suits; give the board's own key, the least any hand can have.

    st[:, s]: 0 cards on the board, 1 their mask, 2 number of the rest's set, 3 its size, 4 its
    mask, 5 the qualifier's missing cards k, 6 its row, 7 and 8 the same up to the board's key.
    dead, places, kinds (16 lanes a suit): -1 where a card is not there, how many cards of the
    suit are below it, class of its key. late_kinds[s, c]: classes from card c on, as bits.
    """
    memo, st, _masks, late_kinds, _slots = longs
    dead, kinds, places = shorts[0], shorts[1], shorts[2]
    for s in range(4):
        st[0, s] = 0
        st[1, s] = 0
    for i in range(4):
        st[0, board[i] // 13] += 1
        st[1, board[i] // 13] |= 1 << (board[i] % 13)
    own = 0
    for s in range(4):
        own = max(own, st[0, s] << 13 | st[1, s])
    for s in range(4):
        n, mask = st[0, s], st[1, s]
        if memo[0, s] != mask:
            memo[0, s] = mask
            left = deck[s] & ~mask
            st[4, s] = left
            st[2, s] = numbers[left]
            st[3, s] = _ones(left)
            st[5, s] = (q >> 13) - n
            st[6, s] = _row(st[5, s], (q & 8191) - mask, st[2, s], order, bound)
            late_kinds[s, 13] = 0
            for c in range(15, -1, -1):
                live = c < 13 and left >> c & 1
                key = ((n + 1) << 13) + mask + (1 << c)
                kind = (n + 1) * 2 + (key >= q)
                dead[s * 16 + c] = 0 if live else -1
                kinds[s * 16 + c] = kind if live else -1
                places[s * 16 + c] = _place_in(left, c)
                if c < 13:
                    late_kinds[s, c] = late_kinds[s, c + 1] | (1 << kind if live else 0)
        st[7, s] = (own >> 13) - n
        st[8, s] = _row(st[7, s], (own & 8191) + 1 - mask, st[2, s], order, bound)
    return own


@njit(forceinline=True, **_INNER)
def _rank(k, row):
    return row - START[k] if 0 <= k <= 3 else 0


@njit(forceinline=True, **_INNER)
def _whole(st, x, length, row):
    """Count suit x's ways below the threshold of `length` cards, no card taken out."""
    k = length - st[0, x]
    return _poly(k, _rank(k, row), st[3, x])


@njit(forceinline=True, **_INNER)
def _less_one(st, x, length, row, c, free):
    """Count suit x's ways without card c."""
    k = length - st[0, x]
    rank = free[(st[2, x] * ROWS + row) * 16 + c] if 0 <= k <= 3 else 0
    return _poly(k, rank, st[3, x] - 1)


@njit(forceinline=True, **_INNER)
def _shape(k, m):
    """Write the ways of _poly as (c0, c1, c2, c3) + (e0, e1, e2, e3) * rank."""
    c = _poly(k, np.int64(0), m)
    return c, (np.int64(k == 0), np.int64(k == 1), np.int64(k == 2), np.int64(k == 3))


@njit(forceinline=True, **_INNER)
def _spread(shape, rank):
    """Give the ways of sixteen ranks at once."""
    c, e = shape
    return (
        _line(c[0], e[0], rank), _line(c[1], e[1], rank),
        _line(c[2], e[2], rank), _line(c[3], e[3], rank),
    )  # fmt: skip


@njit(forceinline=True, **_INNER)
def _vtimes(p, q):
    """Multiply like _times, sixteen at once (numbers wrap at 16 bits; the counts asked for fit)."""
    two = _add(_add(_mul(p[0], q[2]), _mul(p[1], q[1])), _mul(p[2], q[0]))
    three = _add(_add(_mul(p[0], q[3]), _mul(p[1], q[2])), _mul(p[2], q[1]))
    return (
        _mul(p[0], q[0]),
        _add(_mul(p[0], q[1]), _mul(p[1], q[0])),
        two,
        _add(three, _mul(p[3], q[0])),
    )


@njit(forceinline=True, **_INNER)
def _vdot(c, g):
    """Give c0*g3 + c1*g2 + c2*g1 + c3*g0, sixteen at once."""
    low = _add(_line(0, c[0], g[3]), _line(0, c[1], g[2]))
    return _add(low, _add(_line(0, c[2], g[1]), _line(0, c[3], g[0])))


@njit(forceinline=True, **_INNER)
def _dot(c, g):
    return c[0] * g[3] + c[1] * g[2] + c[2] * g[1] + c[3] * g[0]


@njit(forceinline=True, **_INNER)
def _rank_less_two(st, x, k, row, a, b, free, both):
    """Count the k-subsets up to `row` of suit x without its cards a < b."""
    if k < 0 or k > 3:
        return 0
    at = (st[2, x] * ROWS + row) * 16
    pb = _place_in(st[4, x], b)
    pair = ((pb * (pb - 1)) >> 1) + _place_in(st[4, x], a)
    return free[at + a] + free[at + b] - (row - START[k]) + both[pair, row]


@njit(forceinline=True, **_INNER)
def _rank_less_three(st, x, k, row, a, b, c, free, both):
    """Count the k-subsets up to `row` of suit x without its cards a < b < c."""
    if k < 0 or k > 3:
        return 0
    at = (st[2, x] * ROWS + row) * 16
    j = row - START[k]
    rank = free[at + a] + free[at + b] + free[at + c] - 2 * j
    if k > 1:
        left = st[4, x]
        pa, pb, pc = _place_in(left, a), _place_in(left, b), _place_in(left, c)
        high = (pc * (pc - 1)) >> 1
        low = (pb * (pb - 1)) >> 1
        rank += both[low + pa, row] + both[high + pa, row] + both[high + pb, row]
        if k == 3 and high * (pc - 2) // 3 + low + pa < j:
            rank -= 1
    return rank


@njit(forceinline=True, **_INNER)
def _slot(st, x, y):
    """Name what two suits hold and give the name's slot in `memo`.

    Each pair of suits has 64 slots of its own, so one board's pairs never push each other out;
    thirteen different single cards of one suit fall into different slots.
    """
    name = ((st[1, x] << 13 | st[1, y]) << 13 | st[4, x]) << 13 | st[4, y]
    return name, (x * 4 + y) * 64 + ((st[1, x] % 61 * 7 + st[1, y] % 61) & 63)


@njit(**_INNER)
def _refresh(s, size, order, bound, free, both, longs, shorts):
    """Renew the tables of suit s's pairs (size 2, numbers 0..77) or triples (3, 80..365).

    masks[s, i]: board cards and the subset, -1 if a card is dead. own_rank, q_rank[s*368 + i]:
    subsets of s below it (below the qualifier) without its cards.
    ranks[(slots[0, s, x]*2 + e)*368 + i]: subsets of suit x below it (e=1: up to it).
    """
    memo, st, masks, _late_kinds, slots = longs
    own_rank, q_rank, ranks = shorts[3], shorts[4], shorts[5]
    n, mask, left = st[0, s], st[1, s], st[4, s]
    if memo[0, size * 4 + s] != mask:
        memo[0, size * 4 + s] = mask
        for c in range(13):
            pc = _place_in(left, c)
            for b in range(c):
                i = ((c * (c - 1)) >> 1) + b
                alive = left >> b & 1 and left >> c & 1
                if size == 2 and not alive:
                    masks[s, i] = -1
                elif size == 2:
                    masks[s, i] = mask + (1 << b) + (1 << c)
                    own_rank[s * 368 + i] = ((pc - 1) * (pc - 2)) >> 1
                    q_rank[s * 368 + i] = _rank_less_two(
                        st, s, st[5, s], st[6, s], b, c, free, both
                    )
                i = 80 + c * (c - 1) * (c - 2) // 6 + ((b * (b - 1)) >> 1)
                for a in range(b if size == 3 else 0):
                    masks[s, i + a] = -1
                    if alive and left >> a & 1:
                        masks[s, i + a] = mask + (1 << a) + (1 << b) + (1 << c)
                        own_rank[s * 368 + i + a] = (pc - 2) * (pc - 3) * (pc - 4) // 6
                        q_rank[s * 368 + i + a] = _rank_less_three(
                            st, s, st[5, s], st[6, s], a, b, c, free, both
                        )
    for x in range(4):
        if x == s:
            continue
        name, slot = _slot(st, s, x)
        slots[0, s, x] = slot
        book = 1 if size == 2 else 4
        if memo[book, slot] == name:
            continue
        memo[book, slot] = name
        k = n + size - st[0, x]
        if k < 0 or k > 3:
            continue
        which, shift = st[2, x], st[1, x]
        at = slot * 736
        for i in range(0 if size == 2 else 80, 78 if size == 2 else 366):
            y = _at(masks, s * 368 + i) - shift
            below = _at(bound, which * 8193 + max(y, 0))
            upto = _at(bound, which * 8193 + max(y + 1, 0))
            ranks[at + i] = _at(order, k * 8193 + below)
            ranks[at + 368 + i] = _at(order, k * 8193 + upto)


@njit(**_INNER)
def _cross(x, t, order, bound, free, longs, shorts):
    """Renew what suit x is at the keys of suit t's single cards c (sixteen lanes).

    With j = slots[1, x, t]*2 + e, e = 0 below and 1 up to the key: rows[j*16 + c]: the row of x;
    without[(j*13 + a)*16 + c]: the subsets without card a of x.
    """
    memo, st, _masks, _late_kinds, slots = longs
    rows, without = shorts[6], shorts[7]
    name, spot = _slot(st, x, t)
    slots[1, x, t] = spot
    if memo[2, spot] == name:
        return
    memo[2, spot] = name
    k = st[0, t] + 1 - st[0, x]
    for e in range(2):
        j = spot * 2 + e
        for c in range(13):
            if not st[4, t] >> c & 1:
                rows[j * 16 + c] = 0
                continue
            row = _row(k, st[1, t] + (1 << c) + e - st[1, x], st[2, x], order, bound)
            rows[j * 16 + c] = row
            if k < 1 or k > 3:
                continue
            at = (st[2, x] * ROWS + row) * 16
            for a in range(13):
                without[(j * 13 + a) * 16 + c] = free[at + a]


@njit(**_INNER)
def _hold(x, t, both, longs, shorts):
    """Renew `holds`: of the three-card subsets of x below t's single card, those with a pair of x.

    holds[((slots[1, x, t]*2 + e)*78 + i)*16 + c] is for the pair i and the card c; e = 1: up to its
    key, not only below it.
    """
    memo, st, masks, _late_kinds, slots = longs
    rows, holds = shorts[6], shorts[8]
    spot = slots[1, x, t]
    if memo[3, spot] == memo[2, spot]:
        return
    memo[3, spot] = memo[2, spot]
    left = st[4, x]
    for e in range(2):
        j = spot * 2 + e
        i = -1
        for b in range(13):
            pb = _place_in(left, b)
            for a in range(b):
                i += 1
                if masks[x, i] >= 0:
                    pair = ((pb * (pb - 1)) >> 1) + _place_in(left, a)
                    for c in range(13):
                        holds[(j * 78 + i) * 16 + c] = both[pair, rows[j * 16 + c]]


@njit(forceinline=True, **_INNER)
def _first_late(n, mask, key):
    """Give the first rank c whose single card, as a suit's n-th, beats key (13: none does)."""
    if n != key >> 13:
        return 13 if n < key >> 13 else 0
    return _length(max((key & 8191) - mask, 0))


@njit(forceinline=True, **_INNER)
def _note(seg, n, at, end, mask):
    """Lengthen the last stretch of places with the same classes, or start a new one.

    Places of dead cards (no class) are passed over by code, so they lengthen any stretch.
    """
    if n and seg[n - 1, 1] == at and (seg[n - 1, 2] == mask or mask == 0):
        seg[n - 1, 1] = end
        return n
    seg[n, 0] = at
    seg[n, 1] = end
    seg[n, 2] = mask
    return n + 1


@njit(forceinline=True, **_INNER)
def _ways_at(st, slots, rows, x, t, e):
    """Count suit x's ways at the keys of suit t's single cards, sixteen at once."""
    k = st[0, t] + 1 - st[0, x]
    rank = _load(rows, (slots[1, x, t] * 2 + e) * 16)
    if 0 <= k <= 3:
        rank = _line(-START[k], 1, rank)
    return _spread(_shape(k, st[3, x]), rank)


@njit(forceinline=True, **_INNER)
def _singles_ways(places, t):
    """Count suit t's ways at its single cards' keys, without the card, sixteen at once."""
    return _spread(_shape(np.int64(1), np.int64(0)), _load(places, t * 16))


@njit(**_INNER)
def _late_pairs(s, t, u, v, longs, shorts):
    """Pairs of s under a higher single card c of t: count = base[c] + rise[c] * without a and b.

    Writes base and rise of e = 0, 1 to lines[800 + 32*e ..]. [f_s g]_3 with g the other suits'
    ways: below k cards of s are free, k cards count by rank, and of the subsets up to the rank
    those without a and b are (without a) + (without b) - all + (with both).
    """
    _memo, st, _masks, _late_kinds, slots = longs
    places, rows, lines = shorts[2], shorts[6], shorts[9]
    n, m = st[0, t] + 1, st[3, s] - 2
    k = n - st[0, s]
    for e in range(2):
        g = _vtimes(_ways_at(st, slots, rows, u, t, e), _ways_at(st, slots, rows, v, t, e))
        g = _vtimes(g, _singles_ways(places, t))
        base = _add(g[3], _line(0, m, g[2]))
        rise = _sub(g[0], g[0])
        rank = _load(rows, (slots[1, s, t] * 2 + e) * 16)
        if k == 2:
            rise = g[1]
            base = _add(base, _mul(rise, _line(1 + START[2], -1, rank)))
        else:
            base = _add(base, _line(0, (m * (m - 1)) >> 1, g[1]))
            if k == 3:
                rise = g[0]
                base = _add(base, _mul(rise, _line(START[3], -1, rank)))
            else:
                base = _add(base, _line(0, m * (m - 1) * (m - 2) // 6, g[0]))
        _store(lines, 800 + e * 32, base)
        _store(lines, 816 + e * 32, rise)


@njit(**_INNER)
def _pair_lines(s, t, u, v, own, q, low, free, both, longs, shorts):
    """For all pairs of s and a lower single card of t: count = start + slope * free[row, c].

    Starts and slopes, sixteen pairs at once: lines[(2*e + 0 or 1)*80 + i], e = 0 below, 1 up to,
    2 below the qualifier. Pairs i < low have the board's key: nothing is below them.
    """
    _memo, st, masks, _late_kinds, slots = longs
    own_rank, q_rank, ranks, lines = shorts[3], shorts[4], shorts[5], shorts[9]
    length = st[0, s] + 2
    shape_s = _shape(np.int64(2), st[3, s] - 2)
    shape_u = _shape(length - st[0, u], st[3, u])
    shape_v = _shape(length - st[0, v], st[3, v])
    c, d = _shape(length - st[0, t], st[3, t] - 1)
    for i in range((low >> 4) << 4, 80, 16):
        ws = _spread(shape_s, _load(own_rank, s * 368 + i))
        for e in range(2):
            wu = _spread(shape_u, _load(ranks, (slots[0, s, u] * 2 + e) * 368 + i))
            wv = _spread(shape_v, _load(ranks, (slots[0, s, v] * 2 + e) * 368 + i))
            w = _vtimes(_vtimes(wu, wv), ws)
            _store(lines, e * 160 + i, _vdot(c, w))
            _store(lines, e * 160 + 80 + i, _vdot(d, w))
    g = _times(_whole(st, u, q >> 13, st[6, u]), _whole(st, v, q >> 13, st[6, v]))
    c, d = _shape(st[5, t], st[3, t] - 1)
    x, y = _shape(st[5, s], st[3, s] - 2)
    x, y = _times(x, g), _times(y, g)
    for i in range(0, 80, 16):
        rank = _load(q_rank, s * 368 + i)
        _store(lines, 320 + i, _line(_dot(c, x), _dot(c, y), rank))
        _store(lines, 400 + i, _line(_dot(d, x), _dot(d, y), rank))
    if low:
        g = _times(_whole(st, u, own >> 13, st[8, u]), _whole(st, v, own >> 13, st[8, v]))
        c, d = _shape(st[7, t], st[3, t] - 1)
        x, y = _shape(st[7, s], st[3, s] - 2)
        x, y = _times(x, g), _times(y, g)
        i = -1
        for b in range(13):
            for a in range(b):
                i += 1
                if i < low and masks[s, i] >= 0:
                    rank = _rank_less_two(st, s, st[7, s], st[8, s], a, b, free, both)
                    lines[i] = 0
                    lines[80 + i] = 0
                    lines[160 + i] = _dot(c, x) + _dot(c, y) * rank
                    lines[240 + i] = _dot(d, x) + _dot(d, y) * rank


@njit(**_INNER)
def _fill_pairs(s, t, at, own, q, n, order, bound, free, both, longs, shorts, below, upto, short,
                code, seg):  # fmt: skip
    """Write the counts of all hands with a pair in s and a single card in t from place `at` on.

    below, upto, short: dealer hands below the hand, up to it, and below the qualifier.
    """
    _memo, st, masks, late_kinds, slots = longs
    dead, kinds, ranks = shorts[0], shorts[1], shorts[5]
    without, holds, lines = shorts[7], shorts[8], shorts[9]
    u = 0
    while u in (s, t):
        u += 1
    v = 6 - s - t - u
    length = st[0, s] + 2
    low = 0
    if length < own >> 13:
        low = 78
    elif length == own >> 13:
        while low < 78 and masks[s, low] <= own & 8191:
            low += 1
    _pair_lines(s, t, u, v, own, q, low, free, both, longs, shorts)
    top = st[0, t] + 1
    deep = top - st[0, s] == 3
    if top >= length and top >= own >> 13:
        for x in range(4):
            if x != t:
                _cross(x, t, order, bound, free, longs, shorts)
        _late_pairs(s, t, u, v, longs, shorts)
        if deep:
            _hold(s, t, both, longs, shorts)
    qlane = _load(free, (st[2, t] * ROWS + st[6, t]) * 16)
    gone = _load(dead, t * 16)
    rest = st[2, t] * ROWS
    k = length - st[0, t]
    late_row = rest + START[k] if 0 <= k <= 3 else rest
    some = 1 if 0 <= k <= 3 else 0
    spot = slots[1, s, t] * 2
    near = slots[0, s, t] * 736
    mask_t = st[1, t]
    i = -1
    for b in range(13):
        for a in range(b):
            i += 1
            mine = _at(masks, s * 368 + i)
            if mine < 0:
                _store(code, at, _line(-1, 0, gone))
                n = _note(seg, n, at, at + 13, np.int64(0))
                at += 13
                continue
            if i < low:
                key, row, same = own, rest, rest + st[8, t]
            else:
                key = length << 13 | mine
                row = late_row + some * _at(ranks, near + i)
                same = late_row + some * _at(ranks, near + 368 + i)
            _store(short, at, _line(_at(lines, 320 + i), _at(lines, 400 + i), qlane))
            lows = _line(_at(lines, i), _at(lines, 80 + i), _load(free, row * 16))
            ups = _line(_at(lines, 160 + i), _at(lines, 240 + i), _load(free, same * 16))
            kind = (key >> 13) * 2 + (key >= q)
            classes = _line(kind, 0, gone)
            mask = 1 << kind
            first = _first_late(top, mask_t, key)
            if first < 13:
                mask = late_kinds[t, first] | (mask if first else 0)
                j = (spot * 13 + a) * 16
                jj = (spot * 13 + b) * 16
                x = _add(_load(without, j), _load(without, jj))
                y = _add(_load(without, j + 208), _load(without, jj + 208))
                if deep:
                    x = _add(x, _load(holds, (spot * 78 + i) * 16))
                    y = _add(y, _load(holds, (spot * 78 + 78 + i) * 16))
                x = _add(_load(lines, 800), _mul(_load(lines, 816), x))
                y = _add(_load(lines, 832), _mul(_load(lines, 848), y))
                lows = _from(first, lows, x)
                ups = _from(first, ups, y)
                classes = _from(first, classes, _load(kinds, t * 16))
            _store(below, at, lows)
            _store(upto, at, ups)
            _store(code, at, _or(classes, gone))
            n = _note(seg, n, at, at + 13, mask)
            at += 13
    return n


@njit(**_INNER)
def _late_singles(s, t, u, v, longs, shorts):
    """Cards a of s and b of t under a higher card c of u, e = 0, 1, into lines[800 + 48*e ..].

    The count is base[c] + rise_s[c] * (without a) + rise_t[c] * (without b).
    With h_a the ways that hold a (one power less), [(f_s - y h_a)(f_t - y h_b) f_v f_u]_3 splits:
    the mixed term [h_a h_b f_v f_u]_1 is h_a(1) + h_b(1) + (f_v f_u)(1), as all start with 1.
    """
    _memo, st, _masks, _late_kinds, slots = longs
    places, rows, lines = shorts[2], shorts[6], shorts[9]
    for e in range(2):
        rest = _vtimes(_ways_at(st, slots, rows, v, u, e), _singles_ways(places, u))
        fs, ft = _ways_at(st, slots, rows, s, u, e), _ways_at(st, slots, rows, t, u, e)
        base = _add(_vtimes(_vtimes(fs, ft), rest)[3], rest[1])
        for side in range(2):
            x = s if side == 0 else t
            g = _vtimes(ft if side == 0 else fs, rest)
            k, m = st[0, u] + 1 - st[0, x], st[3, x] - 1
            rank = _load(rows, (slots[1, x, u] * 2 + e) * 16)
            other = _line(1, -1, g[1])
            base = _sub(base, g[2])
            rise = _sub(g[0], g[0])
            if k == 2:
                rise = _line(-1, 1, g[1])
                base = _add(base, _mul(other, _line(-START[2], 1, rank)))
            elif k > 2:
                base = _add(base, _line(0, m, other))
                if k == 3:
                    rise = g[0]
                    base = _sub(base, _mul(rise, _line(-START[3], 1, rank)))
                else:
                    base = _sub(base, _line(0, (m * (m - 1)) >> 1, g[0]))
            _store(lines, 816 + e * 48 + side * 16, rise)
        _store(lines, 800 + e * 48, base)


@njit(forceinline=True, **_INNER)
def _early(st, fs, t, u, v, length, rt, rv, j, free, lines):
    """Starts and slopes of a card with ways fs and the sixteen cards of t at one threshold."""
    h = _times(fs, _whole(st, v, length, rv))
    c, d = _shape(length - st[0, u], st[3, u] - 1)
    x, y = _shape(length - st[0, t], st[3, t] - 1)
    x, y = _times(h, x), _times(h, y)
    rank = _load(free, (st[2, t] * ROWS + rt) * 16)
    _store(lines, j, _line(_dot(c, x), _dot(c, y), rank))
    _store(lines, j + 16, _line(_dot(d, x), _dot(d, y), rank))


@njit(**_INNER)
def _fill_singles(v, at, own, q, n, order, bound, free, longs, shorts, below, upto, short,
                  code, seg):  # fmt: skip
    """Write the counts of all hands with one card in each suit but v from place `at` on.

    For card a of s, lines[e*32 ..] holds starts and slopes of the sixteen cards b of t, at a's
    key or, from card `turn` on, at b's; e as in _pair_lines.
    """
    _memo, st, _masks, late_kinds, slots = longs
    dead, kinds, places, rows = shorts[0], shorts[1], shorts[2], shorts[6]
    without, lines = shorts[7], shorts[9]
    s = 1 if v == 0 else 0
    t = 2 if v <= 1 else 1
    u = 2 if v == 3 else 3
    late = st[0, u] >= st[0, s] and st[0, u] >= st[0, t] and st[0, u] + 1 >= own >> 13
    for x in range(4):
        if x != s:
            _cross(x, s, order, bound, free, longs, shorts)
        if x != t:
            _cross(x, t, order, bound, free, longs, shorts)
        if x != u and late:
            _cross(x, u, order, bound, free, longs, shorts)
    if late:
        _late_singles(s, t, u, v, longs, shorts)
    nt = st[0, t] + 1
    shape_s = _shape(nt - st[0, s], st[3, s] - 1)
    bc, bd = _shape(nt - st[0, u], st[3, u] - 1)
    qlane = _load(free, (st[2, u] * ROWS + st[6, u]) * 16)
    gone = _load(dead, u * 16)
    rest = st[2, u] * ROWS
    spot_u = slots[1, u, t] * 32
    left_t, mask_t, mask_u = st[4, t], st[1, t], st[1, u]
    top = st[0, u] + 1
    for a in range(13):
        if not st[4, s] >> a & 1:
            for _ in range(13):
                _store(code, at, _line(-1, 0, gone))
                n = _note(seg, n, at, at + 13, np.int64(0))
                at += 13
            continue
        fq = _less_one(st, s, q >> 13, st[6, s], a, free)
        _early(st, fq, t, u, v, q >> 13, st[6, t], st[6, v], np.int64(64), free, lines)
        high = ((st[0, s] + 1) << 13) + st[1, s] + (1 << a)
        row_a, same_a = 0, 0
        if high <= own:
            high = own
            _store(lines, 0, _line(0, 0, gone))
            _store(lines, 16, _line(0, 0, gone))
            fs = _less_one(st, s, own >> 13, st[8, s], a, free)
            _early(st, fs, t, u, v, own >> 13, st[8, t], st[8, v], np.int64(32), free, lines)
            same_a = st[8, u]
        else:
            fs = _poly(np.int64(1), _at(places, s * 16 + a), np.int64(0))
            for e in range(2):
                rt = _at(rows, (slots[1, t, s] * 2 + e) * 16 + a)
                rv = _at(rows, (slots[1, v, s] * 2 + e) * 16 + a)
                _early(st, fs, t, u, v, high >> 13, rt, rv, e * 32, free, lines)
            row_a = _at(rows, slots[1, u, s] * 32 + a)
            same_a = _at(rows, slots[1, u, s] * 32 + 16 + a)
        turn = _first_late(nt, st[1, t], high)
        if turn < 13:
            for e in range(2):
                w = _vtimes(_ways_at(st, slots, rows, v, t, e), _singles_ways(places, t))
                spot = (slots[1, s, t] * 2 + e) * 13 + a
                w = _vtimes(w, _spread(shape_s, _load(without, spot * 16)))
                x, y = e * 32, e * 32 + 16
                _store(lines, x, _from(turn, _load(lines, x), _vdot(bc, w)))
                _store(lines, y, _from(turn, _load(lines, y), _vdot(bd, w)))
        for b in range(13):
            if not left_t >> b & 1:
                _store(code, at, _line(-1, 0, gone))
                n = _note(seg, n, at, at + 13, np.int64(0))
                at += 13
                continue
            _store(short, at, _line(_at(lines, 64 + b), _at(lines, 80 + b), qlane))
            key, row, same = high, row_a, same_a
            if b >= turn:
                key = (nt << 13) + mask_t + (1 << b)
                row = _at(rows, spot_u + b)
                same = _at(rows, spot_u + 16 + b)
            lows = _line(_at(lines, b), _at(lines, 16 + b), _load(free, (rest + row) * 16))
            ups = _line(_at(lines, 32 + b), _at(lines, 48 + b), _load(free, (rest + same) * 16))
            kind = (key >> 13) * 2 + (key >= q)
            classes = _line(kind, 0, gone)
            mask = 1 << kind
            first = _first_late(top, mask_u, key)
            if first < 13:
                mask = late_kinds[u, first] | (mask if first else 0)
                j = (slots[1, s, u] * 26 + a) * 16
                jj = (slots[1, t, u] * 26 + b) * 16
                x = _add(
                    _mul(_load(lines, 816), _load(without, j)),
                    _mul(_load(lines, 832), _load(without, jj)),
                )
                y = _add(
                    _mul(_load(lines, 864), _load(without, j + 208)),
                    _mul(_load(lines, 880), _load(without, jj + 208)),
                )
                lows = _from(first, lows, _add(_load(lines, 800), x))
                ups = _from(first, ups, _add(_load(lines, 848), y))
                classes = _from(first, classes, _load(kinds, u * 16))
            _store(below, at, lows)
            _store(upto, at, ups)
            _store(code, at, _or(classes, gone))
            n = _note(seg, n, at, at + 13, mask)
            at += 13
    return n


@njit(**_INNER)
def _fill_triples(s, at, own, q, n, free, both, longs, shorts, below, upto, short, code, seg):
    """Write the counts of all hands with three cards in s from place `at` on."""
    _memo, st, masks, _late_kinds, slots = longs
    own_rank, q_rank, ranks = shorts[3], shorts[4], shorts[5]
    t = 1 if s == 0 else 0
    u = 2 if s <= 1 else 1
    v = 2 if s == 3 else 3
    length = st[0, s] + 3
    shape_s = _shape(np.int64(3), st[3, s] - 3)
    shape_t = _shape(length - st[0, t], st[3, t])
    shape_u = _shape(length - st[0, u], st[3, u])
    shape_v = _shape(length - st[0, v], st[3, v])
    g = _times(_whole(st, t, q >> 13, st[6, t]), _whole(st, u, q >> 13, st[6, u]))
    g = _times(g, _whole(st, v, q >> 13, st[6, v]))
    c, d = _shape(st[5, s], st[3, s] - 3)
    for i in range(0, 286, 16):
        x = _spread(shape_s, _load(own_rank, s * 368 + 80 + i))
        for e in range(2):
            j = e * 368 + 80 + i
            w = _vtimes(
                _spread(shape_t, _load(ranks, j + slots[0, s, t] * 736)),
                _spread(shape_u, _load(ranks, j + slots[0, s, u] * 736)),
            )
            w = _vtimes(w, _spread(shape_v, _load(ranks, j + slots[0, s, v] * 736)))
            counts = _add(
                _add(_mul(w[0], x[3]), _mul(w[1], x[2])),
                _add(_mul(w[2], x[1]), _mul(w[3], x[0])),
            )
            if e == 0:
                _store(below, at + i, counts)
            else:
                _store(upto, at + i, counts)
        rank = _load(q_rank, s * 368 + 80 + i)
        _store(short, at + i, _line(_dot(c, g), _dot(d, g), rank))
    mask = 0
    for i in range(286):
        kind = -1
        if masks[s, 80 + i] >= 0:
            key = max(length << 13 | masks[s, 80 + i], own)
            kind = (key >> 13) * 2 + (key >= q)
            mask |= 1 << kind
        code[at + i] = kind
    if length <= own >> 13:
        g = _times(_whole(st, t, own >> 13, st[8, t]), _whole(st, u, own >> 13, st[8, u]))
        g = _times(g, _whole(st, v, own >> 13, st[8, v]))
        i = 79
        for c in range(2, 13):
            for b in range(1, c):
                for a in range(b):
                    i += 1
                    if masks[s, i] >= 0 and (length << 13 | masks[s, i]) <= own:
                        rank = _rank_less_three(st, s, st[7, s], st[8, s], a, b, c, free, both)
                        below[at + i - 80] = 0
                        upto[at + i - 80] = _dot(_poly(st[7, s], rank, st[3, s] - 3), g)
    return _note(seg, n, at, at + 286, mask)


# --- the two passes over the boards -----------------------------------------------------------


@njit(**_INNER)
def _fill(o, part, own, q, order, bound, free, both, longs, shorts, below, upto, short, code, seg):
    """Write the counts of the hands filed under suit o, part 0 those with a pair, part 1 the rest.

    Gives the number of stretches in seg.
    """
    n = np.int64(0)  # plain numbers as arguments would compile a version of their own
    if part == 0:
        _refresh(o, np.int64(2), order, bound, free, both, longs, shorts)
        for i in range(3):
            t = i if i < o else i + 1
            n = _fill_pairs(o, t, i * 1014, own, q, n, order, bound, free, both, longs, shorts,
                            below, upto, short, code, seg)  # fmt: skip
        return n
    _refresh(o, np.int64(3), order, bound, free, both, longs, shorts)
    n = _fill_singles(o, np.int64(SINGLES_AT), own, q, n, order, bound, free, longs, shorts,
                      below, upto, short, code, seg)  # fmt: skip
    return _fill_triples(
        o, np.int64(TRIPLES_AT), own, q, n, free, both, longs, shorts, below, upto, short, code, seg
    )


@njit(forceinline=True, **_INNER)
def _worth(c, below, upto, short):
    """Give the value of a bet from the three counts."""
    return _add(_line(c[3], c[0], below), _add(_line(0, c[1], upto), _line(0, c[2], short)))


@njit(**_INNER)
def _values(begin, end, mask, coef, fold, below, upto, short, code, gain, two, three):
    """Write river value less bet 2, bet 2 and bet 3 for a stretch of places (dead places: 0)."""
    none = _line(0, 0, _load(gain, 0))
    if mask == 0:
        for i in range(begin, end, 16):
            _store(gain, i, none)
            _store(two, i, none)
            _store(three, i, none)
        return
    again = False
    for k in range(16):
        if not mask >> k & 1:
            continue
        c3, c2, c1 = coef[k, 0], coef[k, 1], coef[k, 2]
        for i in range(begin, end, 16):
            w = _widen(_load(below, i), gain)
            x = _widen(_load(upto, i), gain)
            y = _widen(_load(short, i), gain)
            hit = _widen(_same(_load(code, i), k), gain)
            z2 = _worth(c2, w, x, y)
            best = _atleast(_worth(c1, w, x, y), fold)
            g = _and(hit, _sub(best, z2))
            z2 = _and(hit, z2)
            z3 = _and(hit, _worth(c3, w, x, y))
            if again:
                g = _or(g, _load(gain, i))
                z2 = _or(z2, _load(two, i))
                z3 = _or(z3, _load(three, i))
            _store(gain, i, g)
            _store(two, i, z2)
            _store(three, i, z3)
        again = True


@njit(forceinline=True, **_INNER)
def _flop(x, y):
    return x * (x - 1) // 2 + y if x > y else y * (y - 1) // 2 + x


@njit(**_INNER)
def _same_run(boards, i, j):
    """Tell whether boards i and j share their first three cards."""
    for c in range(3):
        if boards[i, c] != boards[j, c]:
            return False
    return True


@njit(**_INNER)
def _twin(longs, deck, s):
    """Tell whether suit s holds the same as the suit before it.

    Then exchanging the two leaves the board alone and takes each hand filed under one to the
    same place under the other: the values are the same, and it is enough to count one double.
    """
    st = longs[1]
    return s > 0 and st[1, s] == st[1, s - 1] and deck[s] == deck[s - 1]


@njit(**_INNER)
def _times_board(longs, deck, o, share):
    """Tell how many suits the hands filed under o speak for: 0 if an earlier suit does."""
    if not share:
        return 1
    if _twin(longs, deck, o):
        return 0
    times = 1
    while o + times < 4 and _twin(longs, deck, o + times):
        times += 1
    return times


@njit(cache=True, nogil=True)
def _pass_values(o, portion, share, boards, weights, deck, numbers, q, coef, fold, order, bound,
                 free, both, flush, rows, bet2, bet3):  # fmt: skip
    """Add up, for one part of the hands filed under suit o, rows[flop] and bets without a choice.

    rows[flop, hand] += weight * (best of the river - bet 2) for the six flops of each board;
    bet2[hand], bet3[hand] += weight * value. Boards that share three cards share three flops:
    their values are first added to `part`.
    """
    longs, shorts = _workspace()
    seg = np.zeros((500, 3), np.int64)
    below = np.zeros(WIDTH + 16, np.int16)
    upto = np.zeros(WIDTH + 16, np.int16)
    short = np.zeros(WIDTH + 16, np.int16)
    code = np.full(WIDTH + 16, -1, np.int16)
    gain = np.zeros(WIDTH + 16, rows.dtype)
    two = np.zeros(WIDTH + 16, rows.dtype)
    three = np.zeros(WIDTH + 16, rows.dtype)
    part = np.zeros(WIDTH, rows.dtype)
    twos = np.zeros(WIDTH, rows.dtype)
    threes = np.zeros(WIDTH, rows.dtype)
    scaled = np.zeros((16, 3, 4), np.int64)
    since = 0
    at = o * WIDTH
    begin = 0 if portion == 0 else SINGLES_AT
    end = SINGLES_AT if portion == 0 else WIDTH
    for i in range(boards.shape[0]):
        own = _open_board(boards[i], deck, numbers, q, order, bound, longs, shorts)
        c1, c2, c3, c4 = boards[i]
        weight = weights[i] * _times_board(longs, deck, o, share)
        if weight:
            for k in range(16):
                for b in range(3):
                    for j in range(4):
                        scaled[k, b, j] = weight * coef[k, b, j]
            n = _fill(o, portion, own, q, order, bound, free, both, longs, shorts, below, upto,
                      short, code, seg)  # fmt: skip
            for j in range(n):
                _values(seg[j, 0], seg[j, 1], seg[j, 2], scaled, fold * weight, below, upto,
                        short, code, gain, two, three)  # fmt: skip
            x = _flop(c1, c4) * HANDS + at
            y = _flop(c2, c4) * HANDS + at
            z = _flop(c3, c4) * HANDS + at
            for j in range(begin, end, 16):
                g = _load(gain, j)
                _store(rows, x + j, _add(g, _load(rows, x + j)))
                _store(rows, y + j, _add(g, _load(rows, y + j)))
                _store(rows, z + j, _add(g, _load(rows, z + j)))
                _store(part, j, _add(g, _load(part, j)))
                _store(twos, j, _add(_load(two, j), _load(twos, j)))
                _store(threes, j, _add(_load(three, j), _load(threes, j)))
        last = i + 1 == boards.shape[0]
        if last or not _same_run(boards, i, i + 1):
            x = _flop(c1, c2) * HANDS + at
            y = _flop(c1, c3) * HANDS + at
            z = _flop(c2, c3) * HANDS + at
            for j in range(begin, end, 16):
                g = _load(part, j)
                _store(rows, x + j, _add(g, _load(rows, x + j)))
                _store(rows, y + j, _add(g, _load(rows, y + j)))
                _store(rows, z + j, _add(g, _load(rows, z + j)))
                _store(part, j, _sub(g, g))
        since += 1
        if last or since == flush:
            since = 0
            for j in range(begin, end):
                bet2[at + j] += twos[j]
                bet3[at + j] += threes[j]
                twos[j] = 0
                threes[j] = 0


@njit(**_INNER)
def _count(begin, end, mask, coef, fold, weight, below, upto, short, code, bets, opens, bet,
           sums, extra):  # fmt: skip
    """Add a stretch of places to sums[class, action, (1, below, upto, short)].

    A place counts for its six flops: opens (0 or 6) bet before the flop, bets (0..6) bet on the
    flop, the rest bet at the river or fold. bet[place] gets -1 where the river is bet. extra[0]
    counts river folds of four and more cards that could have been ahead.
    """
    six = _line(6, 0, _load(code, 0))
    one = _line(1, 0, _load(code, 0))
    for k in range(16):
        if not mask >> k & 1:
            continue
        c = coef[k, 2]
        a0, a1, a2, a3 = _nothing(), _nothing(), _nothing(), _nothing()
        b0, b1, b2, b3 = _nothing(), _nothing(), _nothing(), _nothing()
        c0, c1, c2, c3 = _nothing(), _nothing(), _nothing(), _nothing()
        d0, d1, d2, d3 = _nothing(), _nothing(), _nothing(), _nothing()
        lost = _nothing()
        for i in range(begin, end, 16):
            kind = _load(code, i)
            if end - i < 16:
                kind = _from(end - i, kind, _line(-1, 0, kind))
            hit = _same(kind, k)
            x, y, z = _load(below, i), _load(upto, i), _load(short, i)
            worth = _worth(c, _widen(x, fold), _widen(y, fold), _widen(z, fold))
            river = _and(hit, _narrow(_above(worth, fold[0]), code))
            total = _and(hit, six)
            opened = _and(hit, _widen(_load(opens, i), code))
            flop = _and(hit, _widen(_load(bets, i), code))
            late = _and(river, _sub(_sub(total, opened), flop))
            a0, a1 = _gain(a0, opened, one), _gain(a1, opened, x)
            a2, a3 = _gain(a2, opened, y), _gain(a3, opened, z)
            b0, b1 = _gain(b0, flop, one), _gain(b1, flop, x)
            b2, b3 = _gain(b2, flop, y), _gain(b3, flop, z)
            c0, c1 = _gain(c0, late, one), _gain(c1, late, x)
            c2, c3 = _gain(c2, late, y), _gain(c3, late, z)
            d0, d1 = _gain(d0, total, one), _gain(d1, total, x)
            d2, d3 = _gain(d2, total, y), _gain(d3, total, z)
            folded = _and(_sub(hit, river), _above(x, 0))
            lost = _gain(lost, folded, folded)
            if bet.size:
                _store(bet, i, _or(river, _load(bet, i)))
        sums[k, 0, 0] += weight * _total(a0)
        sums[k, 0, 1] += weight * _total(a1)
        sums[k, 0, 2] += weight * _total(a2)
        sums[k, 0, 3] += weight * _total(a3)
        sums[k, 1, 0] += weight * _total(b0)
        sums[k, 1, 1] += weight * _total(b1)
        sums[k, 1, 2] += weight * _total(b2)
        sums[k, 1, 3] += weight * _total(b3)
        sums[k, 2, 0] += weight * _total(c0)
        sums[k, 2, 1] += weight * _total(c1)
        sums[k, 2, 2] += weight * _total(c2)
        sums[k, 2, 3] += weight * _total(c3)
        sums[k, 3, 0] += weight * _total(d0)
        sums[k, 3, 1] += weight * _total(d1)
        sums[k, 3, 2] += weight * _total(d2)
        sums[k, 3, 3] += weight * _total(d3)
        if k >= 8:
            extra[0] += _total(lost)


@njit(cache=True, nogil=True)
def _pass_counts(o, portion, share, boards, weights, deck, numbers, q, coef, fold, order, bound,
                 free, both, bets, opens, sums, extra, river):  # fmt: skip
    """Count all deals by class and action, now that the flop and opening decisions are known.

    bets[flop, hand]: 1 where the flop is bet; opens[hand]: 6 where the hand bets at once (bets is
    then 0). sums and extra as in _count, action 3 being all deals. river (may be empty):
    river[board, hand // 8] gets bit hand % 8 where the river is bet.
    """
    longs, shorts = _workspace()
    seg = np.zeros((500, 3), np.int64)
    below = np.zeros(WIDTH + 16, np.int16)
    upto = np.zeros(WIDTH + 16, np.int16)
    short = np.zeros(WIDTH + 16, np.int16)
    code = np.full(WIDTH + 16, -1, np.int16)
    part = np.zeros(WIDTH, np.int8)
    flops = np.zeros(WIDTH + 16, np.int8)
    bet = np.zeros(WIDTH + 16 if river.size else 0, np.int16)
    at = o * WIDTH
    mine = np.zeros(WIDTH + 16, np.int8)
    for j in range(WIDTH):
        mine[j] = opens[at + j]
    begin = 0 if portion == 0 else SINGLES_AT
    end = SINGLES_AT if portion == 0 else WIDTH
    stale = True
    for i in range(boards.shape[0]):
        own = _open_board(boards[i], deck, numbers, q, order, bound, longs, shorts)
        c1, c2, c3, c4 = boards[i]
        if i and not _same_run(boards, i, i - 1):
            stale = True
        times = _times_board(longs, deck, o, share)
        if times == 0:
            continue
        if stale:
            stale = False
            x = _flop(c1, c2) * HANDS + at
            y = _flop(c1, c3) * HANDS + at
            z = _flop(c2, c3) * HANDS + at
            for j in range(begin, end, 16):
                three = _add(_load(bets, x + j), _add(_load(bets, y + j), _load(bets, z + j)))
                _store(part, j, three)
        x = _flop(c1, c4) * HANDS + at
        y = _flop(c2, c4) * HANDS + at
        z = _flop(c3, c4) * HANDS + at
        for j in range(begin, end, 16):
            three = _add(_load(bets, x + j), _add(_load(bets, y + j), _load(bets, z + j)))
            _store(flops, j, _add(three, _load(part, j)))
        n = _fill(o, portion, own, q, order, bound, free, both, longs, shorts, below, upto, short,
                  code, seg)  # fmt: skip
        for j in range(n):
            _count(seg[j, 0], seg[j, 1], seg[j, 2], coef, fold, weights[i] * times, below, upto,
                   short, code, flops, mine, bet, sums, extra)  # fmt: skip
        if river.size:
            for j in range(begin, end, 8):
                byte = 0
                for k in range(8):
                    byte |= (bet[j + k] & 1) << k
                    bet[j + k] = 0
                for k in range(times):
                    river[i, (at + k * WIDTH + j) // 8] = byte
