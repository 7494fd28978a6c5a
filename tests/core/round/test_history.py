"""Histories: what is written reads back to the cent, and what is tampered with is refused."""

import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.extent import extent

from longsuit.core.cards import DECK
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import find_game, paytables
from longsuit.core.games.table import Table, make_table
from longsuit.core.refusals import Refused
from longsuit.core.round import commands as asked
from longsuit.core.round.actions import legal_actions
from longsuit.core.round.commands import DEALER, SYSTEM, Actor, Command
from longsuit.core.round.deal import draw_dynamic
from longsuit.core.round.decide import decide, open_round
from longsuit.core.round.events import AnyEvent, RoundOpened, RoundSettled
from longsuit.core.round.evolve import evolve, evolve_all, replay
from longsuit.core.round.history import HEADING, facts_of, write_history
from longsuit.core.round.history_reader import read_histories
from longsuit.core.round.state import Round

GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("*.txt"))
TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in GOLDEN}
PLACE = re.compile(r"^told\.txt(, line \d+)?: ")
ROUNDS = 60
EDITS = 150
PARTS = extent(3, 10)
EDIT_PARTS = extent(1, 4)


# Random rounds


def random_table(chance: random.Random) -> Table:
    game = find_game(chance.choice(["ctf", "hcf"]))
    chosen = {}
    for wager in game.wagers:
        boxed = [table for table in paytables(game.id) if table.wager == wager.id]
        if boxed:
            chosen[wager.id] = chance.choice(boxed)
    rules = replace(
        game.rules,
        unqualified=chance.choice(["push", "win", "play"]),
        ties=chance.choice(["push", "lose", "win"]),
    )
    return make_table(
        game.id,
        rules=chance.choice([None, rules]),
        seats=chance.randint(1, game.seats),
        paytables=chosen,
        face_up=chance.random() < 0.2,
        seats_per_player=chance.choice([1, 1, 3]),
        raise_step=chance.choice([0, 2_50]) if game.id == "high-card-flush" else 0,
        bonus_cap=chance.choice([0, 0, 37_11]),
        progressive_mandatory=chance.random() < 0.2,
    )


def random_deck(chance: random.Random) -> tuple[int, ...]:
    """Half of the decks have their suits clustered, so that long flushes come up."""
    deck = list(DECK)
    chance.shuffle(deck)
    if chance.random() < 0.5:
        deck.sort(key=lambda card: card // 13 + chance.random() * 1.5)
    return tuple(deck)


class Play:
    """A round driven by chance."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.table = random_table(self.chance)
        opened = open_round(self.table, self.chance.randint(1, 99_999))
        self.past: list[AnyEvent] = [opened]
        self.state: Round = evolve(None, opened)

    def ask(self, command: Command) -> bool:
        outcome = decide(self.state, command)
        if isinstance(outcome, Refused):
            return False
        self.past.extend(outcome)
        self.state = evolve_all(self.state, outcome)
        return True

    def wager(self, seat: int) -> None:
        name = self.chance.choice(["Ann", "Bob", "Cleo", f"p{seat}"])
        player = Actor("player", name)
        stack = self.chance.randint(0, 500_00)
        if not self.ask(asked.SitDown(by=player, seat=seat, stack=stack)):
            return
        ante = 5_00 * self.chance.randint(1, 10)
        for _ in range(self.chance.randint(1, 3)):
            wagers = {}
            for offer in self.table.offers:
                if offer.wager == "ante" or offer.wager in self.table.definition.equal_to_ante:
                    wagers[offer.wager] = ante
                elif offer.mandatory or self.chance.random() < 0.5:
                    wagers[offer.wager] = offer.limits.least
            self.ask(asked.PlaceWagers(by=player, seat=seat, wagers=wagers))
        if self.chance.random() < 0.1:
            self.ask(asked.StandUp(by=player, seat=seat))

    def decision(self) -> None:
        seat = self.state.turn
        if self.chance.random() < 0.1:
            self.ask(asked.LetTimePass(by=SYSTEM, seat=seat))
            return
        action = self.chance.choice(legal_actions(self.state, seat))
        amount = self.chance.randrange(action.least, action.most + 1, action.step)
        player = Actor("player", str(self.state.seat(seat).player))
        assert self.ask(asked.Act(by=player, seat=seat, action=action.name, amount=amount))

    def maybe_cancel(self) -> bool:
        return self.chance.random() < 0.05 and self.ask(
            asked.CancelRound(by=DEALER, reason=self.chance.choice(["", 'a "short" deck']))
        )

    def run(self) -> list[AnyEvent]:
        for seat in range(1, self.table.seats + 1):
            if self.chance.random() < 0.8:
                self.wager(seat)
        if self.maybe_cancel():
            return self.past
        dynamic = draw_dynamic(self.table, self.chance)
        if not self.ask(asked.StartRound(by=DEALER, dynamic=dynamic)):
            assert self.ask(asked.CancelRound(by=DEALER, reason="nobody plays"))
            return self.past
        if self.maybe_cancel():
            return self.past
        assert self.ask(asked.DealCards(by=SYSTEM, deck=random_deck(self.chance)))
        while self.state.turn:
            if self.maybe_cancel():
                return self.past
            self.decision()
        for award in self.state.due:
            amount = self.chance.randint(0, 10_000_00)
            assert self.ask(
                asked.PayAward(by=SYSTEM, seat=award.seat, wager=award.wager, amount=amount)
            )
        assert self.ask(asked.EndRound(by=DEALER))
        return self.past


def settlements(events: list[AnyEvent]) -> list[RoundSettled]:
    return [event for event in events if isinstance(event, RoundSettled)]


@pytest.mark.parametrize("start", range(0, PARTS * ROUNDS, ROUNDS))
def test_random_rounds_read_back_to_the_cent(start: int) -> None:
    phases = set()
    for seed in range(start, start + ROUNDS):
        past = Play(seed).run()
        text = write_history(past)
        (again,) = read_histories(text)
        assert write_history(again) == text, f"seed {seed}"
        assert settlements(again) == settlements(past), f"seed {seed}"
        before, after = replay(past), replay(again)
        assert after.seats == before.seats, f"seed {seed}"
        assert (after.number, after.table, after.phase, after.dealer, after.board) == (
            *(before.number, before.table, before.phase, before.dealer, before.board),
        ), f"seed {seed}"
        phases.add(before.phase)
    assert phases == {"ended", "cancelled"}


def test_a_round_that_is_not_over_is_not_written() -> None:
    with pytest.raises(ValueError, match="when the round is over"):
        write_history([open_round(make_table("ctf"))])


# What else a file may hold


def test_rounds_follow_each_other_in_one_file() -> None:
    names = ["ctf-fold", "hcf-envy", "ctf-cancelled-after-bets"]
    rounds = read_histories("\n\n".join(TEXTS[name] for name in names))
    assert [write_history(events) for events in rounds] == [TEXTS[name] for name in names]


def test_comments_blank_lines_and_indents_are_not_looked_at() -> None:
    plain = TEXTS["hcf-fold"]
    lines = [f"\n# note {n}\n   {line}  " for n, line in enumerate(plain.splitlines())]
    (events,) = read_histories("# before everything\n" + "\n".join(lines) + "\n# the end")
    assert write_history(events) == plain


def test_windows_line_ends_read() -> None:
    (events,) = read_histories(TEXTS["hcf-fold"].replace("\n", "\r\n"))
    assert write_history(events) == TEXTS["hcf-fold"]


def named_round(name: str, reason: str | None) -> list[AnyEvent]:
    table = make_table("hcf")
    past: list[AnyEvent] = [open_round(table, 7, {3: (name, 1000_00)})]
    state = evolve(None, past[0])
    who = Actor("player", name)
    asks: list[Command] = [
        asked.PlaceWagers(by=who, seat=3, wagers={"ante": 5_00}),
        asked.StartRound(by=DEALER),
        asked.DealCards(by=SYSTEM, deck=DECK),
    ]
    if reason is None:
        asks.append(asked.Act(by=who, seat=3, action="fold"))
        asks.append(asked.EndRound(by=DEALER))
    else:
        asks.append(asked.CancelRound(by=DEALER, reason=reason))
    for command in asks:
        outcome = decide(state, command)
        assert not isinstance(outcome, Refused), outcome
        past.extend(outcome)
        state = evolve_all(state, outcome)
    return past


@pytest.mark.parametrize(
    "name",
    [
        'Ann "the shark" Lee',
        "it's",
        "two\nlines",
        "tab\tand\rreturn",
        "back\\slash",
        "Zoë Ωmega 雀",
        "🂡 ace",
        " spaces around ",
        '" has 5.00',
        "# no comment",
        "x wagers ante 5.00",
        HEADING,
        "ends\n" + HEADING,
    ],
)
def test_odd_names_read_back(name: str) -> None:
    past = named_round(name, None)
    (again,) = read_histories(write_history(past))
    assert replay(again).seat(3) == replay(past).seat(3)
    assert replay(again).seat(3).player == name


@settings(max_examples=200)
@given(
    name=st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20),
    reason=st.none() | st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
)
@example(name="line\u2028separator", reason=None)
@example(name="next\x85line", reason=None)
@example(name="Ann", reason="paragraph\u2029separator")
def test_any_name_and_reason_read_back(name: str, reason: str | None) -> None:
    past = named_round(name, reason)
    (again,) = read_histories(write_history(past))
    assert write_history(again) == write_history(past)
    assert replay(again).seats == replay(past).seats


def test_the_example_of_the_documentation_is_a_real_round() -> None:
    page = (Path(__file__).parents[3] / "docs" / "history.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"(?s)```\n(.*?)```", page)
    (events,) = read_histories(shown, "history.md")
    assert write_history(events) == shown


# Tampering


def refusal(text: str) -> str:
    with pytest.raises(InputError) as caught:
        read_histories(text, "told.txt")
    assert "\n" not in str(caught.value)
    return str(caught.value)


BASE = TEXTS["ctf-stax-meters"]
OWN = TEXTS["hcf-own-paytables"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("xtra 10.00 wins, returns 210.00", "xtra 10.00 wins, returns 211.00"),
        ("stax 5.00 wins, returns 150.00", "stax 5.00 wins, returns 1500.00"),
        ("all-in 30.00 wins, returns 60.00", "all-in 30.00 loses, returns 0.00"),
        ("seat 1 ends with 3735.00", "seat 1 ends with 3735.01"),
        ("dealer has 10-high five-card flush: qualifies", "dealer has no cards: qualifies"),
        ("five-card flush: qualifies", "five-card flush: does not qualify"),
        ("paytable xtra: ", "paytable xtra: 0123456789abcdef A\n# "),
        ("seat 3: bet_3x 30.00", "seat 3: bet_3x 30"),
        ("ended\n", "ended now\n"),
        ("seat 2 is dealt 6h", "seat 2 is dealt 6x"),
        ("seat 2 is dealt 6h 3d 4c", "seat 2 is dealt 6h 3d 3d"),
        ("seat 2: bet_3x 30.00", "seat 2: bets the farm"),
        ("award seat 2 stax 500.00", "award seat 2 stax lots"),
        ("seats: 7", "chairs: 7"),
        ('seat 1 "Ann" has 1000.00', 'seat 1 "Ann\\x" has 1000.00'),
        ("seat 1 wagers ante 10.00, xtra", "seat 1 wagers ante 10.00; xtra"),
        ("wager stax: optional 5.00 5.00 0.01", "wager stax: optional 5.00 5.00 0.001"),
        (f"{HEADING}\n", "Longsuit round, form 2\n"),
    ],
)
def test_a_changed_line_is_refused_by_its_number(old: str, new: str) -> None:
    assert BASE.count(old) >= 1
    line = BASE[: BASE.index(old)].count("\n") + 1
    assert refusal(BASE.replace(old, new, 1)).startswith(f"told.txt, line {line}: ")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("is dealt Jh Qh 2c", "is dealt Jh Th 2c", "not a shuffle of the 52 cards"),
        ("is dealt Jh Qh 2c", "is dealt Jh Qh", "rules"),
        ("is dealt Jh Qh 2c", "is dealt Jh Qh 2c 3c", "rules"),
        ("board Th 9h", "board Th 9h 8h", "rules"),
        ("dealer is dealt 5h 5c 5d\n", "", "rules"),
        ("seat 3: bet_3x 30.00", "seat 3: bet_2x 20.00", "Seat 3 cannot bet 2x now"),
        ("seat 3: bet_3x 30.00", "seat 3: check", "rules"),
        ("seat 3: bet_3x 30.00", "seat 3: fold", "Seat 3 cannot fold now"),
        ("seat 3: bet_3x 30.00", "seat 3: bet_3x 45.00", "To bet 3x takes exactly $30.00"),
        ("seat 3: bet_3x 30.00", "seat 3: check (time)", "rules"),
        ("seat 3: bet_3x 30.00\n", "", "rules"),
        ("seat 3: bet_3x", "seat 4: bet_3x", "Nobody sits at seat 4"),
        ("seat 3: bet_3x", "seat 99: bet_3x", "There is no seat 99"),
        ("seat 3 wagers ante 10.00, xtra 10.00", "seat 3 wagers ante 10.00, xtra 15.00", "equal"),
        ("seat 3 wagers ante 10.00, xtra 10.00", "seat 3 wagers ante 10.00", "mandatory"),
        ("seat 3 wagers ante 10.00, xtra 10.00", "seat 3 wagers ante 7.00, xtra 7.00", "steps"),
        ("stax 5.00\nseat 2", "stax 6.00\nseat 2", "exactly $5.00"),
        ("stax 5.00\nseat 2", "raise 6.00\nseat 2", "does not offer the wager 'raise'"),
        ('"Cleo" has 1000.00', '"Cleo" has 20.00', "but the seat has $20.00"),
        ('"Cleo" has 1000.00', '"Ann" has 1000.00', "may have one seat"),
        ("award seat 2 stax 500.00\n", "", "right to left: seat 2 is first"),
        ("award seat 1 stax 2500.00\n", "", "An award is due to seat 1"),
        ("award seat 1 stax 2500.00", "award seat 3 stax 2500.00", "No award is due to seat 3"),
        ("award seat 1 stax 2500.00", "award seat 1 stax 2400.00", "by the rules it is"),
        ("ended\n", "", "by the rules it is"),
        ("seat 3 ends with 1235.00\n", "", "lines"),
        ("ended\n", 'cancelled "no"\n', "Not now"),
        ("game: chase-the-flush", "game: chase-the-goose", "There is no game"),
        ("game: chase-the-flush", "game: high-card-flush", "has no wager 'xtra'"),
        ("game: chase-the-flush\n", "", "does not say its game"),
        ("seats: 7", "seats: 8", "from 1 to 7 seats"),
        ("seats: 7", "seats: 2", "There is no seat 3"),
        ("seats: 7", "seats: seven", "is not a whole number"),
        ("round: 1\n", "", "does not say its round"),
        ("wager stax: ", "wager flax: ", "has no wager 'flax'"),
        ("STAX Progressive Paytable 1", "STAX Progressive Paytable 9", "There is no paytable"),
        (
            "wager ante: mandatory 5.00 500.00 5.00",
            "wager ante: mandatory 5.00 500.00 0.00",
            "sense",
        ),
        ("wager ante: mandatory 5.00", "wager ante: mandatory 1.00", "limits are the Ante's"),
        ("round: 1\n", "round: 1\nraise step: 5.00\n", "exact: it has no step"),
        ("round: 1\n", "round: 1\nrules: {}\n", "does not read"),
        ("round: 1\n", "round: 1\nrules: nonsense\n", "does not read"),
    ],
)
def test_a_round_that_cannot_be_is_refused_with_its_reason(old: str, new: str, why: str) -> None:
    assert BASE.count(old) >= 1
    message = refusal(BASE.replace(old, new, 1))
    assert PLACE.match(message)
    assert why in message


@pytest.mark.parametrize("name", ["ctf-stax-meters", "hcf-own-paytables", "hcf-dynamic"])
def test_any_line_missing_twice_there_or_moved_is_refused(name: str) -> None:
    lines = [line for line in TEXTS[name].splitlines() if line]
    for at in range(1, len(lines)):
        without = [*lines[:at], *lines[at + 1 :]]
        twice = [*lines[:at], lines[at], *lines[at:]]
        moved = (
            [*without, lines[at]] if at + 1 < len(lines) else [lines[0], lines[at], *lines[1:at]]
        )
        for changed in (without, twice, moved):
            assert PLACE.match(refusal("\n".join(changed))), lines[at]


def test_swapped_seats_are_refused() -> None:
    swapped = re.sub(r"\bseat ([12])\b", lambda m: f"seat {3 - int(m[1])}", BASE)
    assert swapped != BASE
    assert PLACE.match(refusal(swapped))


def test_the_file_and_line_of_a_later_round_are_named() -> None:
    bad = TEXTS["hcf-fold"].replace("returns 305.00", "returns 306.00")
    line = (BASE + bad)[: (BASE + bad).index("returns 306.00")].count("\n") + 1
    assert refusal(BASE + bad).startswith(f"told.txt, line {line}: ")


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing but a note\n"])
def test_a_file_without_a_round_is_refused(text: str) -> None:
    assert refusal(text).startswith("told.txt: there is no round")


def test_text_before_the_first_round_is_refused() -> None:
    assert refusal("hello\n" + BASE).startswith("told.txt, line 1: ")


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        # A comma where none belongs.
        (BASE, "seat 1 wagers ante 10.00, xtra 10.00, stax 5.00", "seat 1 wagers ante, 10.00"),
        # A side wager whose table is not given.
        (BASE, "paytable stax: ", "# "),
        # An Ante that is not mandatory, and a seat that has none.
        (
            BASE.replace("wager ante: mandatory", "wager ante: optional"),
            "seat 1 wagers ante 10.00, ",
            "seat 1 wagers ",
        ),
        (
            OWN.replace("wager ante: mandatory", "wager ante: optional"),
            "seat 3 wagers ante 10.00, ",
            "seat 3 wagers ",
        ),
        # Numbers past all bounds.
        (BASE, "seat 1: bet_3x", f"seat {'9' * 5000}: bet_3x"),
        (BASE, 'seat 1 "Ann"', f'seat {"9" * 5000} "Ann"'),
        (BASE, "seat 1 wagers", f"seat {'9' * 5000} wagers"),
        (BASE, "award seat 1", f"award seat {'9' * 5000}"),
        # Tables that no file of paytables could hold.
        (OWN, '"base":500', '"base":0'),
        (OWN, '"hand":"5-card straight flush"', '"hand":"9-card straight flush"'),
        (OWN, '"pays":"200"', '"pays":"1/0"'),
        (OWN, '"pays":"200"', '"pays":"-200"'),
        (OWN, '"pays":"200"', '"pays":null'),
        (OWN, '"pays":"200"', '"pays":"1/3"'),
        (OWN, '"pays":"200"', '"pays":"1e5000"'),
        (OWN, '"name":', f'"more":{"[" * 100_000}{"]" * 100_000},"name":'),
    ],
)
def test_what_no_table_could_write_is_refused_in_a_sentence(text: str, old: str, new: str) -> None:
    assert text.count(old) >= 1
    assert PLACE.match(refusal(text.replace(old, new, 1)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"decisions":[', '"decisions":[],"was":['),
        ('"board":0', '"board":40'),
        ('"board":2', '"board":-2'),
        ('"most":[3,3,3,3,3,3,3,3]', '"most":[-3,-3,-3,-3,-3,-3,-3,-3]'),
        ('"ties":"lose"', '"ties":"maybe"'),
    ],
)
def test_main_rules_that_cannot_be_played_are_refused(old: str, new: str) -> None:
    text = TEXTS["ctf-rules-ties-lose"]
    assert text.count(old) >= 1
    assert PLACE.match(refusal(text.replace(old, new, 1)))


def test_a_bet_of_any_number_of_antes_is_answered_at_once() -> None:
    """In a process of its own, for it must not go through the bets one by one."""
    text = TEXTS["hcf-rules-ante-returned"]
    assert text.count('"most":[1,1,1,1,1,2,3,3]') == 1
    huge = text.replace('"most":[1,1,1,1,1,2,3,3]', f'"most":[{",".join(["9" * 18] * 8)}]')
    code = (
        "import sys; from longsuit.core.errors import InputError; "
        "from longsuit.core.round.history_reader import read_histories\n"
        "try: read_histories(sys.stdin.read(), 'told.txt')\n"
        "except InputError as error: print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=huge,
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert PLACE.match(done.stdout)


# Random edits


def edit_characters(chance: random.Random, text: str) -> str:
    at = chance.randrange(len(text))
    new: str = chance.choice([*'0123456789.,:"#{}[]()-\n \\ascdhx', "\x00", "♥", "٣", text[at] * 2])
    return text[:at] + chance.choice([new, new + text[at], ""]) + text[at + 1 :]


def edit_numbers(chance: random.Random, text: str) -> str:
    found: re.Match[str] = chance.choice(list(re.finditer(r"\d+", text)))
    new: str = chance.choice(["0", "1", "2", "7", "00", "99", "1234", "-1"])
    return text[: found.start()] + new + text[found.end() :]


def edit_words(chance: random.Random, text: str) -> str:
    words = re.findall(r"[^\s,]+", text)
    old: str = chance.choice(words)
    return text.replace(old, chance.choice(words), chance.choice([1, 1, -1]))


def edit_lines(chance: random.Random, text: str) -> str:
    lines = text.splitlines()
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(4):
        case 0:
            del lines[one]
        case 1:
            lines.insert(other, lines[one])
        case 2:
            lines[one], lines[other] = lines[other], lines[one]
        case _:
            foreign = chance.choice(list(TEXTS.values())).splitlines()
            lines[one] = chance.choice(foreign)
    return "\n".join(lines)


KINDS: list[Callable[[random.Random, str], str]] = [
    edit_characters,
    edit_numbers,
    edit_words,
    edit_lines,
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("start", range(0, EDIT_PARTS * EDITS, EDITS))
def test_random_edits_are_refused_or_tell_another_true_round(
    kind: Callable[[random.Random, str], str], start: int
) -> None:
    refused = 0
    for seed in range(start, start + EDITS):
        chance = random.Random(seed)
        text = chance.choice(list(TEXTS.values()))
        for _ in range(chance.choice([1, 1, 2, 4])):
            text = kind(chance, text)
        try:
            rounds = read_histories(text, "told.txt")
        except InputError as error:
            assert PLACE.match(str(error)), f"seed {seed}"
            refused += 1
        except Exception as error:
            error.add_note(f"seed {seed}, {kind.__name__}")
            raise
        else:
            told = [line.strip() for line in text.splitlines() if line.strip()]
            again = "".join(map(write_history, rounds)).splitlines()
            facts = [facts_of(t) for t in told if t[0] != "#"]
            assert facts == [facts_of(t) for t in again if t], f"seed {seed}"
    assert refused > EDITS // 4


def test_a_spot_factor_is_told_and_read_back() -> None:
    table = make_table("hcf", seats_per_player=2, spot_factor=2)
    state = evolve(None, open_round(table, 1, {1: ("Ann", 100_00)}))
    cancelled = decide(state, asked.CancelRound(by=SYSTEM))
    assert not isinstance(cancelled, Refused)
    events = (open_round(table, 1, {1: ("Ann", 100_00)}), *cancelled)
    told = write_history(events)
    assert "\nspot factor: 2\n" in told
    opened = read_histories(told)[0][0]
    assert isinstance(opened, RoundOpened) and opened.table == table
