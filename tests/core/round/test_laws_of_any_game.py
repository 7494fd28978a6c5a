"""Laws that hold in every round of any game: of those in the box, and of files made at random.

Money is neither made nor lost, replay equals live, a history reads back, and nobody sees a card
that lies face down. A failure names the game and prints the file of one that was made.
"""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.core.games.made import made_file
from tests.core.round.walks import CARD, as_bytes, random_deck
from tests.extent import extent

from longsuit.core.cards import card_name
from longsuit.core.games import catalog
from longsuit.core.games.catalog import find_game, games
from longsuit.core.games.game import Game
from longsuit.core.games.table import make_table
from longsuit.core.refusals import Refused
from longsuit.core.round import commands as ask
from longsuit.core.round.actions import legal_actions
from longsuit.core.round.codec import decode, encode
from longsuit.core.round.commands import DEALER, SYSTEM, Actor
from longsuit.core.round.deal import draw_dynamic
from longsuit.core.round.decide import decide, open_round
from longsuit.core.round.events import AnyEvent, RoundOpened
from longsuit.core.round.evolve import evolve, evolve_all, replay
from longsuit.core.round.history import write_history
from longsuit.core.round.history_reader import read_histories
from longsuit.core.round.robot import robot_choice
from longsuit.core.round.state import Round
from longsuit.core.round.view import PUBLIC, Viewer, feed, view

MADE = extent(160, 2_000)
ROUNDS = extent(2, 10)


@pytest.fixture(autouse=True)
def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "_own", {})


def played(game: Game, seed: int) -> list[AnyEvent]:
    """A round of the game in which every seat does something that it may."""
    rng = random.Random(seed)
    table = make_table(game.id, face_up=rng.random() < 0.1)
    seats = rng.sample(range(1, table.seats + 1), rng.randint(1, min(3, table.seats)))
    stacks = {n: (f"P{n}", rng.choice((40_00, 100_00, 9_000_00))) for n in seats}
    past: list[AnyEvent] = [open_round(table, 1, stacks)]
    state = evolve(None, past[0])

    def do(command: ask.Command) -> Round:
        outcome = decide(state, command)
        assert not isinstance(outcome, Refused), f"{command}: {outcome}"
        past.extend(outcome)
        return evolve_all(state, outcome)

    for n, (name, stack) in sorted(stacks.items()):
        offers = [o for o in table.offers if o.mandatory or (stack > 50_00 and rng.random() < 0.5)]
        wagers = {offer.wager: offer.limits.least for offer in offers}
        state = do(ask.PlaceWagers(by=Actor("player", name), seat=n, wagers=wagers))
    state = do(ask.StartRound(by=DEALER, dynamic=draw_dynamic(table, rng)))
    state = do(ask.DealCards(by=SYSTEM, deck=random_deck(rng)))
    while state.phase == "decisions":
        n = state.turn
        by = Actor("player", f"P{n}")
        action = rng.choice(legal_actions(state, n))
        if rng.random() < 0.2:
            action = robot_choice(view(state, Viewer(by.name)), n)
        state = do(ask.Act(by=by, seat=n, action=action.name, amount=action.most))
        if rng.random() < 0.01:
            state = do(ask.CancelRound(by=DEALER, reason="misdeal"))
    for due in state.due:
        state = do(ask.PayAward(by=DEALER, seat=due.seat, wager=due.wager, amount=1_00))
    if state.phase == "settled":
        do(ask.EndRound(by=DEALER))
    return past


def check_laws(past: list[AnyEvent]) -> None:
    final, opened = replay(past), past[0]
    assert isinstance(opened, RoundOpened)
    brought = {taken.seat: taken.stack for taken in opened.seated}
    back = dict.fromkeys(brought, 0)
    if final.settlement is not None:
        for one in final.settlement.results:
            back[one.seat] += one.net
            seat = final.seat(one.seat)
            bets = {**seat.wagers, final.table.definition.bet.id: seat.bet}
            assert one.stake == bets[one.wager] and one.returned >= 0
        settled = sorted((one.seat, one.wager) for one in final.settlement.results)
        assert settled == sorted(set(settled))
        staked = sum(final.seat(n).staked for n in final.playing)
        assert sum(one.stake for one in final.settlement.results) == staked
        for envy in final.settlement.envies:
            back[envy.seat] += envy.amount
        for award in final.settlement.awards:
            back[award.seat] += 1_00
    assert {n: final.seat(n).stack - brought[n] for n in brought} == back
    assert replay([decode(encode(event)) for event in past]) == final
    text = write_history(past)
    (again,) = read_histories(text)
    assert write_history(again) == text
    dealt = sum(len(seat.cards) for seat in final.seats) + len(final.dealer) + len(final.board)
    cards = [card for seat in final.seats for card in seat.cards] + [*final.dealer, *final.board]
    assert sorted(cards) == sorted(final.deck[:dealt])


def hidden(state: Round, viewer: Viewer) -> Iterator[int]:
    """Every card that the viewer must not know: of the deck, the dealer and others' hands."""
    opened = state.table.definition.open_cards
    known = set(state.board)
    if state.revealed is not None:
        known |= set(state.dealer)
    for number, seat in enumerate(state.seats, 1):
        free = (
            state.table.face_up or number in (state.revealed or ()) or seat.player == viewer.player
        )
        known |= {card for card, up in zip(seat.cards, opened, strict=False) if up or free}
    yield from set(state.deck) - known


def check_secrets(past: list[AnyEvent]) -> None:
    seen: list[AnyEvent] = []
    for event in past:
        seen.append(event)
        state = replay(seen)
        for viewer in (PUBLIC, *(Viewer(f"P{n}") for n in state.playing[:2])):
            told = as_bytes([view(state, viewer)]).decode()
            heard = feed(seen, viewer)
            names = {card_name(card) for card in hidden(state, viewer)}
            assert not names & set(CARD.findall(told)), f"{viewer} sees what is hidden"
            cards = {c for one in heard for c in getattr(one, "cards", ()) or ()}
            assert not cards & set(hidden(state, viewer)), f"{viewer} hears what is hidden"


@pytest.mark.parametrize("name", [one.id for one in games()])
def test_laws_hold_at_every_game_in_the_box(name: str) -> None:
    for seed in range(15 * ROUNDS):
        past = played(find_game(name), seed)
        check_laws(past)
    check_secrets(past)


def test_laws_hold_at_games_that_are_made_at_random(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shapes = set()
    for seed in range(MADE):
        monkeypatch.setattr(catalog, "_own", {})
        file = tmp_path / f"{seed}.toml"
        text = made_file(seed)
        file.write_text(text, encoding="utf-8")
        try:
            game = find_game(str(file))
            for number in range(ROUNDS):
                past = played(game, number)
                check_laws(past)
            check_secrets(past)
        except Exception as error:
            raise AssertionError(f"seed {seed}: {error}\n{text}") from error
        shapes.add((game.dealer > 0, game.several, game.own > game.hole, game.board > 0))
    assert len(shapes) == 16, sorted(shapes)
