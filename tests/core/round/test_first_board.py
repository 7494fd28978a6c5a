"""A game whose first decision is with a board: it lies there before anybody acts."""

import pytest
from tests.own_game import TEXT

from longsuit.core.cards import DECK
from longsuit.core.games import catalog
from longsuit.core.games.table import make_table
from longsuit.core.round import commands as ask
from longsuit.core.round.commands import DEALER, SYSTEM, Actor, Command
from longsuit.core.round.decide import decide, open_round
from longsuit.core.round.events import AnyEvent
from longsuit.core.round.evolve import replay
from longsuit.core.round.history import write_history
from longsuit.core.round.history_reader import read_histories

ANN = Actor("player", "Ann")


def play(events: list[AnyEvent], *commands: Command) -> None:
    for command in commands:
        found = decide(replay(events), command)
        assert isinstance(found, tuple), found
        events.extend(found)


def test_it_is_dealt_before_anybody_acts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "_own", {})
    catalog.add_game(catalog.game_from_text(TEXT, "mine.toml"))
    events: list[AnyEvent] = [open_round(make_table("my-chase"), 1, {2: ("Ann", 100_00)})]
    play(
        events,
        ask.PlaceWagers(by=ANN, seat=2, wagers={"ante": 5_00}),
        ask.StartRound(by=DEALER),
        ask.DealCards(by=SYSTEM, deck=tuple(DECK)),
    )
    state = replay(events)
    # Two cards to the seat, two to the dealer, then the three of the flop.
    assert state.board == tuple(DECK[4:7])
    assert (state.to_decide.name, state.turn) == ("flop", 2)
    play(events, ask.Act(by=ANN, seat=2, action="check"))
    state = replay(events)
    assert state.board == tuple(DECK[4:9])
    assert (state.to_decide.name, state.turn) == ("river", 2)
    play(events, ask.Act(by=ANN, seat=2, action="bet_1x"), ask.EndRound(by=DEALER))
    [again] = read_histories(write_history(events))
    assert replay(again).phase == "ended"
    assert [one for one in again if type(one).__name__ == "BoardDealt"] == [
        one for one in events if type(one).__name__ == "BoardDealt"
    ]
