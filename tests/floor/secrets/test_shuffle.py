"""Fair shuffles: the commitment, the deck from seed and words, and what a check finds (TBL-5)."""

import copy
import hashlib
import json
import logging
import pickle
import random
import struct
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, seed
from hypothesis import strategies as st
from tests.wording import reason_of

from longsuit.core.cards import DECK, card_names
from longsuit.core.progressive.must_hit import Secret
from longsuit.floor.secrets import shuffle as fairness
from longsuit.floor.secrets.shuffle import Word, check, commit, deck_from, refuse_word, shuffle

SEED = 41
ANN, BOB = Word(1, "Ann", "lucky"), Word(2, "Bob", "bring it ♥")
WORDS = (ANN, BOB)
BYTES = hashlib.sha256(b"a seed for tests").digest()
SECRET = Secret(BYTES)
TABLE, NUMBER = "T1", 12
DECK_NOW = shuffle(TABLE, NUMBER, SECRET, WORDS)
SEALED = commit(TABLE, NUMBER, SECRET)

names = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
words = st.builds(Word, st.integers(1, 7), names, names)
secrets = st.binary(min_size=32, max_size=32).map(Secret)


def shuffle_slowly(
    table: str, number: int, secret: Secret, added: Sequence[Word]
) -> tuple[int, ...]:
    """The twin: one draw at a time, each from a stream made anew, as docs/fairness.md says it."""
    told = json.dumps([[w.seat, w.player, w.word] for w in added], separators=(",", ":"))
    # Written once more without escapes, the long way round.
    told = json.dumps(json.loads(told), separators=(",", ":"), ensure_ascii=False)
    message = "longsuit round shuffle\n" + table + "\n" + str(number) + "\n" + told + "\n"
    return deck_slowly(hashlib.shake_256(message.encode("utf-8") + secret.open()).digest)


def deck_slowly(read: Callable[[int], bytes]) -> tuple[int, ...]:
    left = [suit * 13 + rank for suit in range(4) for rank in range(13)]
    deck: list[int] = []
    used = 0
    while left:
        fair = 65536
        while fair % len(left):
            fair -= 1
        high, low = read(used + 2)[-2:]
        used += 2
        draw = high * 256 + low
        if draw < fair:
            card = left[draw % len(left)]
            left.remove(card)
            deck.append(card)
    return tuple(deck)


# The deck


@pytest.mark.rule("TBL-5", "FL-1")
@seed(SEED)
@given(names, st.integers(0, 10**9), secrets, st.lists(words, max_size=4))
def test_the_twin_makes_the_same_deck(
    table: str, number: int, secret: Secret, added: list[Word]
) -> None:
    deck = shuffle(table, number, secret, added)
    assert deck == shuffle_slowly(table, number, secret, added)
    assert sorted(deck) == list(DECK)


@pytest.mark.rule("TBL-5")
def test_the_twin_agrees_where_draws_are_passed_over() -> None:
    """Nine shuffles in a thousand pass over a draw: among 3,000 there are some."""
    chance, passed = random.Random(SEED), 0
    for number in range(3_000):
        secret = Secret(chance.randbytes(32))
        assert shuffle("T1", number, secret, ()) == shuffle_slowly("T1", number, secret, ())
        message = f"longsuit round shuffle\nT1\n{number}\n[]\n".encode() + secret.open()
        draws = struct.unpack(">51H", hashlib.shake_256(message).digest(102))
        passed += any(
            draw >= 65536 // left * left for draw, left in zip(draws, range(52, 1, -1), strict=True)
        )
    assert 10 <= passed <= 50


@pytest.mark.rule("TBL-5")
@seed(SEED)
@given(st.randoms(use_true_random=False), st.sampled_from([0, 1, 17, 18, 51, 200, 2_000]))
def test_a_stream_full_of_draws_to_pass_over(chance: random.Random, high: int) -> None:
    """The stream goes on as long as it takes, and nothing of it is used twice or lost."""
    draws = [chance.randrange(65_000) for _ in range(60)] + [65_535] * high
    chance.shuffle(draws)
    stream = struct.pack(f">{len(draws)}H", *draws) + chance.randbytes(4_096)

    def read(size: int) -> bytes:
        return stream[:size].ljust(size, b"\0")

    assert deck_from(read) == deck_slowly(read)


@pytest.mark.rule("TBL-5")
def test_the_limits_leave_no_bias() -> None:
    """Below the limit every one of the cards left is drawn equally often: all draws are counted."""
    for left, limit in fairness._STEPS:
        counts = [0] * left
        for draw in range(limit):
            counts[draw % left] += 1
        assert len(set(counts)) == 1
        assert 65536 - limit < left
    assert [left for left, _ in fairness._STEPS] == list(range(52, 1, -1))


@pytest.mark.rule("TBL-5")
@pytest.mark.parametrize(("left", "limit"), fairness._STEPS)
def test_the_last_draw_that_counts_and_the_first_that_does_not(left: int, limit: int) -> None:
    def deck(*draws: int) -> tuple[int, ...]:
        stream = struct.pack(f">{len(draws)}H", *draws)
        return deck_from(lambda size: stream.ljust(size, b"\0"))

    before, place = range(51, left - 1, -1), 52 - left
    assert deck(*before, limit - 1)[place] == left - 1
    if limit < 65536:
        # If it counted, it would take the first card.
        assert deck(*before, limit, left - 1)[place] == left - 1


def test_a_stream_of_zeros_leaves_the_deck_in_order() -> None:
    assert deck_from(bytes) == DECK


# What the deck hangs on


def others() -> dict[str, tuple[str, int, bytes, tuple[Word, ...]]]:
    """Rounds that differ from the one of this file in one small thing."""
    found: dict[str, tuple[str, int, bytes, tuple[Word, ...]]] = {}
    for bit in range(256):
        changed = bytearray(BYTES)
        changed[bit // 8] ^= 1 << bit % 8
        found[f"seed, bit {bit}"] = (TABLE, NUMBER, bytes(changed), WORDS)
    for table in ("T2", "t1", "T1 ", "T", "", "T1\n12", "T1\n", "Т1"):
        found[f"table {table!r}"] = (table, NUMBER, BYTES, WORDS)
    for number in (11, 13, 1, 2, 112, 120, 0, -12):
        found[f"number {number}"] = (TABLE, number, BYTES, WORDS)
    lists: list[tuple[Word, ...]] = [
        (),
        (ANN,),
        (BOB,),
        (BOB, ANN),
        (ANN, ANN, BOB),
        (ANN, BOB, BOB),
        (Word(2, "Ann", "lucky"), BOB),
        (Word(2, "Ann", "lucky"), Word(1, "Bob", "bring it ♥")),
        (Word(1, "Bob", "lucky"), Word(2, "Ann", "bring it ♥")),
        (Word(1, "ann", "lucky"), BOB),
        (Word(1, "Annl", "ucky"), BOB),
        (Word(1, 'Ann","lucky', ""), BOB),
        (Word(1, "Ann", 'lucky"],[2,"Bob","bring it ♥'),),
        (Word(1, "Ann", "lucky\\"), BOB),
        (Word(1, "Ann", "Lucky"), BOB),
        (Word(1, "Ann", "luckz"), BOB),
        (Word(1, "Ann", "lucky "), BOB),
        (Word(11, "Ann", "lucky"), BOB),
        (ANN, Word(2, "Bob", "bring it ♡")),
        (ANN, Word(2, "Bob", "bring it h")),
        (ANN, BOB, Word(3, "Cy", "e\u0301")),
        (ANN, BOB, Word(3, "Cy", "\u00e9")),
    ]
    for number, added in enumerate(lists):
        found[f"words {number}"] = (TABLE, NUMBER, BYTES, added)
    return found


@pytest.mark.rule("TBL-5")
def test_any_change_makes_another_deck() -> None:
    made = {
        what: shuffle(table, number, Secret(content), added)
        for what, (table, number, content, added) in others().items()
    }
    made["as it is"] = DECK_NOW
    assert len(made) == 256 + 8 + 8 + 22 + 1
    assert len(set(made.values())) == len(made)
    for what, deck in made.items():
        if what != "as it is":
            # Two shuffles that have nothing to do with each other share one place on average.
            alike = sum(a == b for a, b in zip(deck, DECK_NOW, strict=True))
            assert alike <= 8, what


@pytest.mark.rule("TBL-5")
@seed(SEED)
@given(names, st.integers(0, 99), st.lists(words, max_size=3), names, st.integers(0, 99), words)
def test_rounds_that_differ_are_written_differently(
    table: str, number: int, added: list[Word], table_2: str, number_2: int, more: Word
) -> None:
    one = (table, number, tuple(added))
    for other in ((table_2, number_2, tuple(added)), (table, number, (*added, more))):
        same = one == other
        decks = {shuffle(t, n, SECRET, w) for t, n, w in (one, other)}
        assert (len(decks) == 1) is same
    assert (commit(table, number, SECRET) == commit(table_2, number_2, SECRET)) is (
        (table, number) == (table_2, number_2)
    )


# The commitment


@pytest.mark.rule("TBL-5")
def test_the_commitment_binds_seed_table_and_round() -> None:
    whole = b"longsuit round seal\nT1\n12\n" + BYTES
    assert hashlib.sha256(whole).hexdigest() == SEALED
    rounds = {(table, number, content) for table, number, content, _ in others().values()}
    made = {commit(table, number, Secret(content)) for table, number, content in rounds}
    assert len(made) == len(rounds) == 256 + 8 + 8 + 1


@pytest.mark.rule("TBL-5")
def test_the_commitment_does_not_hang_on_the_words() -> None:
    """It is published before they are added, and holds whatever they are."""
    for added in ((), (ANN,), WORDS):
        deck = shuffle(TABLE, NUMBER, SECRET, added)
        assert check(TABLE, NUMBER, SEALED, BYTES.hex(), added, deck) is None


# A player's word


@pytest.mark.parametrize(
    "word", ["x", " ", "lucky 7", "♥", "日本語", 'a "quoted" \\ word', "x" * 100, "é" * 100]
)
def test_a_word_that_may_be_added(word: str) -> None:
    assert refuse_word(word) is None


@pytest.mark.parametrize(
    "word",
    ["", "x" * 101, "a\nb", "a\r", "\t", "\0", "\x1b[31m", "\x7f", "\u2028", "\u202e", "\ud800"],
    ids=ascii,
)
def test_a_word_that_is_refused(word: str) -> None:
    assert reason_of(refuse_word(word)) == (
        "A word has from 1 to 100 printable characters, in one line."
    )


# What a check finds


@pytest.mark.rule("TBL-5")
@pytest.mark.parametrize("count", [0, 1, 13, 51, 52])
def test_an_honest_round_holds(count: int) -> None:
    dealt = DECK_NOW[:count]
    assert check(TABLE, NUMBER, SEALED, BYTES.hex(), WORDS, dealt) is None
    assert check(TABLE, NUMBER, SEALED.upper(), BYTES.hex().upper(), list(WORDS), dealt) is None


ZEROS = "0" * 64
NO_SEED = "The seed is 64 hexadecimal digits."
NO_COMMITMENT = "The commitment is 64 hexadecimal digits."
NOT_OPEN = "The seed does not open the commitment"
NOT_THERE = "The shuffle has "
LIES: dict[str, tuple[dict[str, Any], str]] = {
    "another seed": ({"seed_hex": ZEROS}, NOT_OPEN),
    "another commitment": ({"commitment": ZEROS}, NOT_OPEN),
    "another table": ({"table": "T2"}, NOT_OPEN),
    "another round": ({"number": 13}, NOT_OPEN),
    "a word left out": ({"words": (ANN,)}, NOT_THERE),
    "a word added": ({"words": (*WORDS, Word(3, "Cy", "x"))}, NOT_THERE),
    "words in another order": ({"words": (BOB, ANN)}, NOT_THERE),
    "a changed word": ({"words": (Word(1, "Ann", "Lucky"), BOB)}, NOT_THERE),
    "a word of another player": ({"words": (Word(1, "Al", "lucky"), BOB)}, NOT_THERE),
    "a word from another seat": ({"words": (Word(3, "Ann", "lucky"), BOB)}, NOT_THERE),
    "the last card": (
        {"dealt": (*DECK_NOW[:50], DECK_NOW[51], DECK_NOW[50])},
        f"The shuffle has {card_names(DECK_NOW[50:51])} as card 51, "
        f"and it was {card_names(DECK_NOW[51:])}.",
    ),
    "a card burnt": (
        {"dealt": DECK_NOW[1:10]},
        f"The shuffle has {card_names(DECK_NOW[:1])} as card 1, "
        f"and it was {card_names(DECK_NOW[1:2])}.",
    ),
    "a card dealt twice": ({"dealt": (*DECK_NOW[:4], DECK_NOW[0])}, NOT_THERE),
    "no card": ({"dealt": (*DECK_NOW[:4], 52)}, "and it was 52, which is no card."),
    "less than no card": ({"dealt": (-1,)}, "and it was -1, which is no card."),
    "53 cards": ({"dealt": (*DECK_NOW, 0)}, "A deck has 52 cards, and 53 are said to be dealt."),
    "a short seed": ({"seed_hex": BYTES.hex()[:-2]}, NO_SEED),
    "no seed": ({"seed_hex": ""}, NO_SEED),
    "a seed with spaces": ({"seed_hex": BYTES.hex(" ")}, NO_SEED),
    "a seed with a line end": ({"seed_hex": BYTES.hex() + "\n"}, NO_SEED),
    "a seed in other digits": ({"seed_hex": "٣" * 64}, NO_SEED),
    "no commitment": ({"commitment": ""}, NO_COMMITMENT),
    "a long commitment": ({"commitment": SEALED + "0"}, NO_COMMITMENT),
    "half a character": ({"table": "\ud800"}, "cannot be written in UTF-8"),
    "half a character in a word": ({"words": (Word(1, "Ann", "\udc80"),)}, "cannot be written"),
    "half a character in a name": ({"words": (Word(1, "\udfff", "x"),)}, "cannot be written"),
}


@pytest.mark.rule("TBL-5")
@pytest.mark.parametrize("lie", LIES)
def test_every_lie_is_found(lie: str) -> None:
    honest: dict[str, Any] = {
        "table": TABLE,
        "number": NUMBER,
        "commitment": SEALED,
        "seed_hex": BYTES.hex(),
        "words": WORDS,
        "dealt": DECK_NOW[:13],
    }
    assert check(**honest) is None
    changed, why = LIES[lie]
    complaint = check(**honest | changed)
    assert complaint is not None
    assert why in complaint
    assert complaint.endswith(".")
    assert complaint.isprintable()


@pytest.mark.rule("TBL-5")
@seed(SEED)
@given(st.integers(0, 51), st.integers(0, 51))
def test_two_cards_exchanged_anywhere_are_found(a: int, b: int) -> None:
    dealt = list(DECK_NOW)
    dealt[a], dealt[b] = dealt[b], dealt[a]
    complaint = check(TABLE, NUMBER, SEALED, BYTES.hex(), WORDS, dealt)
    assert (complaint is None) is (a == b)
    if complaint:
        assert f"as card {min(a, b) + 1}," in complaint


# Secrecy


@pytest.mark.rule("TBL-4", "TBL-5")
def test_the_seed_is_shown_by_nothing(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        logging.getLogger("floor").info("%s %r", SECRET, {"seed": SECRET})
    shown = f"{SECRET} {SECRET!r} {[SECRET]} {WORDS} {caplog.text}"
    for part in (BYTES.hex(), repr(BYTES)[2:-1], BYTES.hex()[:16]):
        assert part not in shown
    assert "Secret(sealed)" in caplog.text
    for copied in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="not copied"):
            copied(SECRET)


@pytest.mark.rule("TBL-4", "TBL-5")
def test_what_goes_wrong_does_not_show_the_seed() -> None:
    for call in (
        lambda: shuffle("\ud800", 1, SECRET, ()),
        lambda: shuffle("T1", 1, SECRET, (Word(1, "Ann", "\ud800"),)),
        lambda: commit("\ud800", 1, SECRET),
    ):
        with pytest.raises(UnicodeEncodeError) as caught:
            call()
        assert BYTES.hex() not in f"{caught.value!r} {caught.value}"
        assert repr(BYTES)[2:-1] not in f"{caught.value!r}"
    complaint = check(TABLE, NUMBER, ZEROS, BYTES.hex(), ())
    assert complaint is not None
    assert BYTES.hex() not in complaint
