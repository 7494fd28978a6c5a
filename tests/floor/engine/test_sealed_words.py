"""Nobody knows or chooses a deck while anything can still be chosen (TBL-5, decisions/0032).

The insider here reads all that is written down, with the key of the vault, after every record.
"""

from collections.abc import Iterator

import pytest
from tests.extent import chance as chance_of
from tests.extent import extent
from tests.floor.playing import (
    DEALER,
    Bot,
    DealtTable,
    config,
    running,
    sealed,
    wagers_open,
    wait_for,
)
from tests.wording import reason_of

from longsuit.core.cards import Card
from longsuit.core.progressive.must_hit import Secret
from longsuit.core.round import commands as ask
from longsuit.core.round.commands import SYSTEM
from longsuit.core.round.events import DealerDealt, HandDealt, RoundCancelled
from longsuit.floor.audit.run import audit
from longsuit.floor.engine.ask import Ask
from longsuit.floor.log.codec import events_of
from longsuit.floor.reads.table_view import ANYONE, Looker
from longsuit.floor.secrets.shuffle import Word, commit, shuffle
from longsuit.floor.service.floor import Floor, Visitor
from longsuit.floor.store.database import open_database
from longsuit.floor.store.event_log import Log
from longsuit.floor.store.transactions import Unavailable
from longsuit.floor.tables.commands import CloseWords, OpenWord
from longsuit.floor.tables.events import DeckSealed, SeedOpened, WordAdded, WordsMissing
from longsuit.floor.tables.state import FloorTable

DEALT = config(T1={"mode": "dealt"})
PLAYERS = {1: "ann", 2: "bob", 4: "cy"}


@pytest.fixture
def floor(sqlite_database: str) -> Iterator[Floor]:
    with running(sqlite_database, DEALT) as opened:
        yield opened


@pytest.fixture
def table(floor: Floor) -> DealtTable:
    return DealtTable(floor, "T1", PLAYERS, 100_000_00)


def in_vault(floor: Floor) -> list[Secret]:
    """Every seed that an insider finds, with the key."""
    safe = floor.engine._safe
    found = floor.log.vault().items()
    return [safe.unlock(row) for name, row in found if name.startswith("seed ")]


def close_words(floor: Floor) -> None:
    """The time for words is over, by the table's own clock."""
    answer = floor.engine.submit(
        Ask(CloseWords(by=SYSTEM), f"close {floor.engine.memory.heads['table T1'].version}", "T1")
    )
    assert answer.result(30).ok


def told(floor: Floor, kind: type) -> list[object]:
    records = floor.log.read("table T1")
    return [event for record in records for event in events_of(record) if type(event) is kind]


def dealt_cards(floor: Floor) -> list[Card]:
    found = [
        event
        for record in floor.log.read("table T1")
        for event in events_of(record)
        if isinstance(event, HandDealt | DealerDealt)
    ]
    return [card for event in found for card in event.cards]


def must_be_clean(database: str) -> None:
    engine = open_database(database)
    report = audit(Log(engine), workers=1)
    engine.dispose()
    assert report.clean, report.fault


@pytest.mark.rule("TBL-5")
def test_an_insider_finds_no_seed_while_anything_can_be_chosen(
    floor: Floor, table: DealtTable
) -> None:
    """What was tried before: read the vault, and try words until the deck pleases."""
    assert in_vault(floor) == []
    openings = [table.seal(seat, f"word of {seat}") for seat in PLAYERS]
    table.wager()
    assert in_vault(floor) == []
    table.start()
    for seat, opening in zip(PLAYERS, openings, strict=True):
        # Bound to one word each, without a seed to try it with: opening it is a blind choice.
        assert in_vault(floor) == []
        assert floor.view("T1", Looker("auditor", "Ida")).shuffle.commitment  # type: ignore[union-attr]
        another = OpenWord(by=opening.by, seat=seat, word="one that pleases")
        refused = table.bots[seat].ask(another)
        assert reason_of(refused) == "That is not the word you sealed for this round."
        table.bots[seat].must(opening)
    (known,) = in_vault(floor)
    state = table.dealer.state
    assert [one.word for one in state.words] == [f"word of {seat}" for seat in PLAYERS]
    assert commit("T1", 1, known) == state.commitment
    deck = shuffle("T1", 1, known, state.words)
    assert dealt_cards(floor) == list(deck[: len(dealt_cards(floor))])


@pytest.mark.rule("TBL-5")
def test_nothing_is_drawn_before_the_words_are_sealed_and_nothing_is_open_before_the_seed(
    floor: Floor, table: DealtTable
) -> None:
    opening = table.seal(1, "mine")
    early = table.bots[1].ask(opening)
    assert reason_of(early) == "Not now: wagers are open."
    assert told(floor, DeckSealed) == []
    table.wager()
    table.start()
    late = table.bots[2].ask(sealed("T1", 1, Word(2, "bob", "late")))
    assert reason_of(late).startswith("Not now: no more bets")
    assert table.dealer.state.words == ()
    kinds = [type(event) for record in floor.log.read("table T1") for event in events_of(record)]
    assert kinds[-1] is DeckSealed
    table.bots[1].must(opening)
    assert len(told(floor, DeckSealed)) == 1


@pytest.mark.rule("TBL-5")
def test_once_the_deck_is_sealed_wagers_and_seats_stay_as_they_are(
    floor: Floor, table: DealtTable
) -> None:
    table.seal(1, "mine")
    table.wager()
    table.start()
    ann, dealer = table.bots[1], DEALER.actor
    wagers = table.dealer.state.round.seat(1).wagers  # type: ignore[union-attr]
    asked = (
        (ann, ask.PlaceWagers(by=ann.visitor.actor, seat=1, wagers=wagers)),
        (ann, ask.TakeBackWagers(by=ann.visitor.actor, seat=1)),
        (ann, ask.StandUp(by=ann.visitor.actor, seat=1)),
        (table.dealer, ask.StartRound(by=dealer)),
    )
    before = floor.engine.memory.heads["table T1"]
    for bot, command in asked:
        assert not bot.ask(command).ok, command
    assert floor.engine.memory.heads["table T1"] == before
    view = floor.view("T1", ANYONE)
    assert view is not None and view.round is not None and view.round.phase == "no more bets"


@pytest.mark.rule("TBL-5")
def test_a_word_that_is_not_opened_counts_as_absent_and_is_on_record(
    floor: Floor, table: DealtTable, sqlite_database: str
) -> None:
    kept_back, opening = table.seal(1, "kept back"), table.seal(2, "mine")
    table.wager()
    table.start()
    table.bots[2].must(opening)
    close_words(floor)
    assert told(floor, WordsMissing) == [WordsMissing((1,))]
    assert table.dealer.state.words == (Word(2, "bob", "mine"),)
    assert not table.bots[1].ask(kept_back).ok
    table.decide()
    table.end()
    # Neither waited for nor asked again, until somebody sits down there anew.
    table.wager()
    again = table.bots[1].ask(sealed("T1", 2, Word(1, "ann", "again")))
    assert reason_of(again) == "Your last word came too late: sit down again to give words."
    table.start()
    assert table.dealer.state.phase == "decisions"
    table.decide()
    table.end()
    wait_for(floor, "T1", wagers_open)
    ann = table.bots[1]
    ann.must(ask.StandUp(by=ann.visitor.actor, seat=1))
    assert table.dealer.state.silent == ()
    must_be_clean(sqlite_database)


def test_without_a_word_nothing_is_waited_for(floor: Floor, table: DealtTable) -> None:
    """START ROUND deals at once; a word of a seat that does not play is not asked for."""
    table.wager()
    ann = table.bots[1]
    table.seal(1, "mine")
    ann.must(ask.TakeBackWagers(by=ann.visitor.actor, seat=1))
    table.start()
    assert table.dealer.state.phase == "decisions"
    assert table.dealer.state.seals == {}


@pytest.mark.rule("TBL-5")
def test_the_order_in_which_words_are_opened_changes_nothing(
    floor: Floor, table: DealtTable
) -> None:
    openings = {seat: table.seal(seat, f"word {seat}") for seat in PLAYERS}
    table.wager()
    table.start()
    for seat in reversed(PLAYERS):
        table.bots[seat].must(openings[seat])
    assert [one.seat for one in table.dealer.state.words] == sorted(PLAYERS)


@pytest.mark.rule("TBL-5")
def test_a_server_that_ends_before_the_deal_ends_the_round_and_gives_the_wagers_back(
    database: str,
) -> None:
    """The seed was in its memory alone. Nobody draws another: by now words may be open."""
    with running(database, DEALT) as floor:
        table = DealtTable(floor, "T1", PLAYERS, 1_000_00)
        openings = {seat: table.seal(seat, f"word {seat}") for seat in PLAYERS}
        table.wager()
        stacks = [sum((seat.stack, seat.staked)) for seat in table.dealer.state.round.seats]  # type: ignore[union-attr]
        table.start()
        table.bots[1].must(openings[1])
    with running(database, DEALT) as floor:
        assert not floor.damaged()
        bots = {seat: Bot(floor, "T1", Visitor("player", name)) for seat, name in PLAYERS.items()}
        for seat in (2, 4):
            bots[seat].must(openings[seat])
        assert told(floor, HandDealt) == []
        close_words(floor)
        (cancelled,) = told(floor, RoundCancelled)
        assert isinstance(cancelled, RoundCancelled) and cancelled.cause == "seed"
        state = wait_for(floor, "T1", lambda one: one.terminal.number == 2)
        assert [seat.stack for seat in state.round.seats] == stacks  # type: ignore[union-attr]
        assert told(floor, SeedOpened) == []
        assert state.silent == ()
    must_be_clean(database)


def test_a_commit_whose_answer_is_lost_does_not_lose_the_seed(
    floor: Floor, table: DealtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening = table.seal(1, "mine")
    table.wager()
    write = floor.log.write

    def cut(*args: object) -> None:
        write(*args)  # type: ignore[arg-type]
        monkeypatch.undo()
        raise Unavailable("the answer was lost")

    monkeypatch.setattr(floor.log, "write", cut)
    table.start()
    table.bots[1].must(opening)
    assert table.dealer.state.phase == "decisions"


def test_the_seed_stays_in_memory_when_the_log_is_read_again(
    floor: Floor, table: DealtTable
) -> None:
    opening = table.seal(1, "mine")
    table.wager()
    table.start()
    floor.engine._dirty = True
    table.bots[1].must(opening)
    assert table.dealer.state.phase == "decisions"


def test_a_round_with_its_deck_sealed_can_be_cancelled(
    floor: Floor, table: DealtTable, sqlite_database: str
) -> None:
    table.seal(1, "mine")
    table.wager()
    table.start()
    table.dealer.must(ask.CancelRound(by=DEALER.actor, reason="spilled drink"))
    assert told(floor, SeedOpened) == [] and in_vault(floor) == []
    table.play(1)
    must_be_clean(sqlite_database)


@pytest.mark.rule("TBL-5")
def test_whatever_is_sealed_opened_and_withheld_no_choice_meets_a_known_seed(
    floor: Floor, table: DealtTable, sqlite_database: str
) -> None:
    """Random rounds: whenever anything can be chosen, nothing written down opens the deck."""
    chance = chance_of("words")
    for number in range(1, extent(6, 60) + 1):
        wait_for(floor, "T1", wagers_open)
        openings = [
            table.seal(seat, f"{number} {seat}")
            for seat in PLAYERS
            if chance.random() < 0.6 and seat not in table.dealer.state.silent
        ]
        table.wager()
        assert not in_vault(floor) and table.dealer.state.commitment == ""
        table.start()
        chance.shuffle(openings)
        for opening in openings:
            assert not in_vault(floor)
            if chance.random() < 0.8:
                table.bots[opening.seat].must(opening)
        if table.dealer.state.closing:
            close_words(floor)
        state = table.dealer.state
        (known,) = in_vault(floor)
        _must_fit(state, known)
        table.decide()
        table.end()
    must_be_clean(sqlite_database)


def _must_fit(state: FloorTable, known: Secret) -> None:
    assert state.round is not None
    assert commit("T1", state.terminal.number, known) == state.commitment
    assert state.round.deck == shuffle("T1", state.terminal.number, known, state.words)


def test_a_player_who_comes_has_no_word_of_the_one_before(floor: Floor, table: DealtTable) -> None:
    table.seal(1, "of ann")
    ann = table.bots[1]
    ann.must(ask.StandUp(by=ann.visitor.actor, seat=1))
    assert table.dealer.state.seals == {}
    assert told(floor, WordAdded) == []
