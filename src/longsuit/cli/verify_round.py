"""`longsuit verify-round`: the shuffle of a round, checked from its opened seed (TBL-5)."""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from msgspec import Struct
from msgspec.structs import replace

from longsuit.cli.output import JsonOption, card_text, make_console, print_json
from longsuit.core.cards import DECK_SIZE, RANK_COUNT, Card, card_name, parse_cards
from longsuit.core.errors import InputError
from longsuit.core.progressive.must_hit import Secret
from longsuit.core.texts import sentence
from longsuit.floor.secrets.shuffle import (
    Word,
    check,
    dealt_complaint,
    read_hex,
    refuse_word,
    seal_word,
    shuffle,
)

_STANDARD_INPUT = "-"
_WORD = re.compile(r"([1-9][0-9]?):([^:]+):(.*)", re.DOTALL)


class Opened(Struct, frozen=True):
    """A round as it is published after END ROUND."""

    table: str
    round: int
    commitment: str
    seed: str | None = None
    words: tuple[Word, ...] = ()
    dealt: tuple[str | None, ...] = ()
    """None for a card that was not shown."""
    deck: tuple[str, ...] = ()
    seals: dict[int, str] = {}
    """By seat: what was given for a word while wagers were open; none in the old order."""


class Finding(Struct, frozen=True):
    """One thing that was checked, what of it holds, and what does not."""

    check: str
    says: str
    holds: bool = True


class _Noted(Struct, frozen=True):
    """What the user wrote down and gives by options; what was not given is empty."""

    table: str
    round: int | None
    commitment: str
    seed: str
    words: tuple[Word, ...]

    def as_told(self) -> Opened:
        """The whole round, where there is no file to read it from."""
        if not (self.table and self.commitment and self.seed) or self.round is None:
            raise InputError("Name a file, or give --table, --round, --commitment and --seed.")
        return Opened(self.table, self.round, self.commitment, self.seed, self.words)

    def against(self, told: Opened) -> Iterator[Finding]:
        """Where a file says something else."""
        for name in ("table", "round", "commitment", "seed"):
            value, said = getattr(self, name), getattr(told, name)
            if value not in ("", None, said):
                differ = f"You noted the {name} {_plain(value)}, and the file says {_plain(said)}."
                yield Finding("noted", differ, holds=False)
        for one in self.words:
            if one not in told.words:
                word = f"The word '{_plain(one.word)}' of {_plain(one.player)} at seat {one.seat}"
                yield Finding("noted", f"{word} is not in the file.", holds=False)


_NOTHING = _Noted("", None, "", "", ())


def run(
    file: Annotated[
        str, typer.Argument(help="The round as JSON, or - for standard input.", show_default=False)
    ] = "",
    table: Annotated[str, typer.Option(help="The table's name.")] = "",
    number: Annotated[int | None, typer.Option("--round", help="The round's number.")] = None,
    commitment: Annotated[str, typer.Option(help="Published when the wagers closed.")] = "",
    seed: Annotated[str, typer.Option(help="The seed as opened at END ROUND.")] = "",
    word: Annotated[
        list[str] | None,
        typer.Option(metavar="SEAT:PLAYER:WORD", help="A player's word; one option for each."),
    ] = None,
    dealt: Annotated[str, typer.Option(help="The cards in the order they were dealt.")] = "",
    as_json: JsonOption = False,
) -> int:
    """Check a round's shuffle; exit 1 if something does not hold.

    The round is read from FILE, or named by the options. Options beside a FILE are what you noted
    yourself: the file has to agree with them.
    """
    words = tuple(_read_word(text) for text in word or ())
    noted = _Noted(table, number, commitment.lower(), seed.lower(), words)
    told = _read_file(file) if file else noted.as_told()
    if told.seed is None:
        raise InputError("The seed of this round is not opened yet; that is at END ROUND.")
    if not told.seed:
        raise InputError("A hand of this round was never shown: only who played it has the seed.")
    told = replace(told, commitment=told.commitment.lower(), seed=told.seed.lower())
    deck = _shuffled(told)
    findings = [
        *(_agreement(told, noted) if file else ()),
        _commitment(told),
        *_words(told),
        *_cards(told, deck, parse_cards(dealt)),
    ]
    wrong = [finding for finding in findings if not finding.holds]
    if as_json:
        print_json(_as_dict(told, findings, deck))
    else:
        _show(told, findings, deck)
    for finding in wrong[:1]:
        print(f"longsuit verify-round: {finding.says}", file=sys.stderr)
    return 1 if wrong else 0


# Reading


def _read_file(file: str) -> Opened:
    if file == _STANDARD_INPUT:
        name, content = "Standard input", sys.stdin.buffer.read()
    else:
        name, content = file, Path(file).read_bytes()
    try:
        return msgspec.json.decode(content, type=Opened)
    except msgspec.DecodeError as error:
        raise InputError(f"{name} is not a round as JSON: {error}.") from None
    except RecursionError:
        raise InputError(f"{name} is not a round as JSON: it is nested too deeply.") from None


def _read_word(text: str) -> Word:
    found = _WORD.fullmatch(text)
    if found is None:
        raise InputError(
            f"'{_plain(text)}' is not a word: write SEAT:PLAYER:WORD, such as 1:Ann:lucky."
        )
    if no := refuse_word(found[3]):
        raise InputError(sentence(no))
    return Word(int(found[1]), found[2], found[3])


def _read_cards(names: Sequence[str]) -> tuple[Card, ...]:
    return parse_cards(" ".join(map(_plain, names)))


def _read_dealt(names: Sequence[str | None]) -> tuple[Card | None, ...]:
    _read_cards([name for name in names if name is not None])
    each: list[tuple[Card | None, ...]] = [
        (None,) if name is None else _read_cards([name]) for name in names
    ]
    return tuple(card for cards in each for card in cards)


def _shuffled(told: Opened) -> tuple[Card, ...]:
    """The deck of the round, where the round can be read at all."""
    read_hex("commitment", told.commitment)
    seed = Secret(read_hex("seed", str(told.seed)))
    try:
        return shuffle(told.table, told.round, seed, told.words)
    except UnicodeEncodeError:
        raise InputError("The table, a player or a word is not in UTF-8.") from None


# Checking


def _agreement(told: Opened, noted: _Noted) -> list[Finding]:
    """The file against what the user noted, where anything was."""
    agrees = Finding("noted", "the file agrees with what you noted.")
    return list(noted.against(told)) or [agrees] * (noted != _NOTHING)


def _commitment(told: Opened) -> Finding:
    if complaint := check(told.table, told.round, told.commitment, str(told.seed), told.words):
        return Finding("commitment", complaint, holds=False)
    return Finding("commitment", "the seed opens it.")


def _words(told: Opened) -> Iterator[Finding]:
    """Each word is the one that was sealed before the seed was drawn, and they lie by seat."""
    if not told.seals or not told.words:
        return
    for one in told.words:
        if told.seals.get(one.seat) != seal_word(told.table, told.round, one):
            says = f"The word of {_plain(one.player)} at seat {one.seat} is not the one sealed."
            yield Finding("words", says, holds=False)
            return
    seats = [one.seat for one in told.words]
    if seats != sorted(set(seats)):
        yield Finding("words", "The words are not in the order of their seats.", holds=False)
        return
    opened = "it opens its seal" if len(seats) == 1 else "each opens its seal"
    yield Finding("words", f"{_count(len(seats), 'word')}, {opened}.")


def _cards(told: Opened, deck: Sequence[Card], dealt: Sequence[Card]) -> Iterator[Finding]:
    """Cards that were dealt, in the file and by the user's word, and the deck."""
    for shown in (_read_dealt(told.dealt), dealt):
        if shown:
            complaint = dealt_complaint(deck, shown)
            count = _count(sum(card is not None for card in shown), "card")
            says = complaint or f"{count}, as the shuffle has them."
            yield Finding("dealt", says, holds=not complaint)
    if told.deck:
        cards = _read_cards(told.deck)
        complaint = dealt_complaint(deck, cards)
        if len(cards) < DECK_SIZE:
            complaint = f"A deck has {DECK_SIZE} cards, and the file names {len(cards)}."
        yield Finding("deck", complaint or "as the shuffle has it.", holds=not complaint)


# Showing


def _count(number: int, thing: str) -> str:
    return f"{number or 'no'} {thing}{'' if number == 1 else 's'}"


def _plain(text: object) -> str:
    """Text of a stranger's file, without anything that a terminal would obey."""
    return "".join(one if one.isprintable() else "?" for one in str(text))


def _as_dict(told: Opened, findings: Sequence[Finding], deck: Sequence[Card]) -> dict[str, object]:
    return {
        "table": told.table,
        "round": told.round,
        "commitment": told.commitment,
        "seed": told.seed,
        "words": [msgspec.to_builtins(word) for word in told.words],
        "holds": all(finding.holds for finding in findings),
        "checks": [msgspec.to_builtins(finding) for finding in findings],
        "deck": [card_name(card) for card in deck],
    }


def _show(told: Opened, findings: Sequence[Finding], deck: Sequence[Card]) -> None:
    console = make_console()
    words = _count(len(told.words), "word")
    console.print(f"{_plain(told.table)}, round {told.round}, with {words}", soft_wrap=True)
    for finding in findings:
        verdict = "holds" if finding.holds else "DOES NOT HOLD"
        console.print(f"{finding.check} {verdict}: {finding.says}", soft_wrap=True)
    for start in range(0, DECK_SIZE, RANK_COUNT):
        console.print(card_text(console, deck[start : start + RANK_COUNT]))
