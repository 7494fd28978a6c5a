"""A round of a game as an environment: one seat decides, the real round core does the rest."""

from collections.abc import Mapping
from functools import lru_cache
from math import lcm
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded
from msgspec import Struct
from numpy.typing import NDArray

from longsuit.analysis.exact.case import main_table
from longsuit.core.cards import DECK, DECK_SIZE, Card, card_name
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import GAMES, find_game
from longsuit.core.games.game import Game, MainRules, Scale
from longsuit.core.games.table import Limits, make_table
from longsuit.core.money import Cents
from longsuit.core.paytable import PayTable
from longsuit.core.refusals import Refused
from longsuit.core.round import commands as asked
from longsuit.core.round.commands import DEALER, SYSTEM, Actor, Command
from longsuit.core.round.decide import decide, open_round
from longsuit.core.round.evolve import evolve, evolve_all
from longsuit.core.round.state import NOBODY, Round
from longsuit.core.round.view import RoundView, Viewer, view
from longsuit.core.texts import sentence
from longsuit.gym.picture import picture

Bits = NDArray[np.int8]
Observation = dict[str, Any]

SEAT = 1
"""The seat that decides; the seats seen come after it."""
_NAMES = ("agent", "second", "third", "fourth", "fifth", "sixth", "seventh")
_CARDS = {card_name(card): card for card in DECK}
_OPTIONS = ("deck", "xtra", "rules", "seats_seen")


class Setting(Struct, frozen=True):
    """What is played: rules, X-tra table, and how many other hands lie face up."""

    game: str
    rules: MainRules
    xtra: PayTable | None
    seats_seen: int


class FlushEnv(gymnasium.Env[Observation, np.int64]):
    """A game, one round an episode.

    Observations, actions and rewards are described in docs/gym.md. The reward is the net result
    of the main game in Antes, given when the round is over.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str = GAMES[0].id,
        *,
        xtra: str | PayTable | None = None,
        rules: MainRules | None = None,
        seats_seen: int = 0,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise InputError(f"There is no render mode '{render_mode}'; there is ansi.")
        self.game: Game = find_game(game)
        self.render_mode = render_mode
        self.usual = self._setting(xtra, rules or self.game.rules, seats_seen)
        """What is played unless `reset` is told otherwise."""
        self.setting = self.usual
        self.actions = _actions(self.game, self.usual.rules)
        """What each number of the action space stands for; see `action_name`."""
        decisions = len(self.game.rules.decisions)
        self.action_space = spaces.Discrete(len(self.actions))
        self.observation_space = spaces.Dict(
            {
                "own": spaces.MultiBinary(DECK_SIZE),
                "board": spaces.MultiBinary(DECK_SIZE),
                "seen": spaces.MultiBinary(DECK_SIZE),
                "phase": spaces.Discrete(decisions + 1),
                "action_mask": spaces.MultiBinary(len(self.actions)),
            }
        )
        self.round: Round | None = None
        self._seen: RoundView | None = None

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new round; `options` hold for this round alone.

        `deck` is 52 cards in the order of dealing, in place of a shuffle by `np_random`; `xtra`,
        `rules` and `seats_seen` replace those of the environment.
        """
        super().reset(seed=seed)
        chosen = dict(options or {})
        for name in chosen:
            if name not in _OPTIONS:
                raise InputError(f"reset has no option '{name}'; it has {', '.join(_OPTIONS)}.")
        # Shuffled even where a deck is given, so that the rounds after it are the same.
        deck = tuple(self.np_random.permutation(DECK_SIZE).tolist())
        if "deck" in chosen:
            deck = tuple(int(card) for card in chosen["deck"])
        setting = self.usual
        if set(chosen) - {"deck"}:
            setting = self._setting(
                chosen.get("xtra", setting.xtra),
                chosen.get("rules", setting.rules),
                chosen.get("seats_seen", setting.seats_seen),
            )
            if len(_actions(self.game, setting.rules)) > len(self.actions):
                raise InputError("These rules have larger raises than the action space.")
        self._show(_do(_ready(setting), asked.DealCards(by=SYSTEM, deck=deck)))
        self.setting = setting
        return self._observe(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action; one that is not open now is played as the free one (TBL-3)."""
        if self.round is None or self.round.turn == NOBODY:
            raise ResetNeeded("The round is over: call reset first.")
        if not self.action_space.contains(action):
            raise InvalidAction(f"There is no action {action!r} in {self.action_space}.")
        legal = bool(self.action_mask[action])
        if legal:
            name = self.action_name(int(action))
            command: Command = asked.Act(by=Actor("player", _NAMES[0]), seat=SEAT, action=name)
        else:
            command = asked.LetTimePass(by=DEALER, seat=SEAT)
        self._show(_others_wait(_do(self.round, command)))
        over = self.round.turn == NOBODY
        info = self._info(illegal=not legal)
        if over:
            info |= {
                "net_cents": self.net_cents,
                "ante_cents": self._ante,
                "dealer": _bits(self.round.dealer),
            }
        reward = self.net_cents / self._ante if over else 0.0
        return self._observe(), reward, over, False, info

    def render(self) -> str | None:
        """The table as text, as the seat sees it."""
        if self.render_mode is None:
            return None
        return picture(self.game, self.view, SEAT) if self.round is not None else ""

    def action_name(self, action: int) -> str:
        """What a number stands for now, as `longsuit advise` calls it: ``check``, ``bet_2x``."""
        name = self.actions[action]
        if name != "bet" or self.round is None:
            return name
        return self.game.action_name(self.round.to_decide.most[0])

    @property
    def action_mask(self) -> Bits:
        """1 for every action that is open now; all 0 once the round is over."""
        names = {action.name for action in self.view.seats[SEAT - 1].actions}
        numbers = range(len(self.actions))
        return np.array([self.action_name(number) in names for number in numbers], np.int8)

    @property
    def view(self) -> RoundView:
        """The round as the seat may see it, and no more."""
        if self._seen is None:
            raise ResetNeeded("No round has been dealt: call reset first.")
        return self._seen

    def _show(self, state: Round) -> None:
        self.round = state
        self._seen = view(state, Viewer(_NAMES[0]))

    @property
    def net_cents(self) -> Cents:
        """What the seat has won or lost, from the settlement of the round."""
        if self.round is None or self.round.settlement is None:
            raise ResetNeeded("The round is not over.")
        settlement = self.round.settlement
        return settlement.returned_to(SEAT) - self.round.seat(SEAT).staked

    @property
    def _ante(self) -> Cents:
        assert self.round is not None
        return self.round.seat(SEAT).wagers["ante"]

    def _setting(self, xtra: str | PayTable | None, rules: MainRules, seats_seen: int) -> Setting:
        most = self.game.seats - 1
        if not 0 <= seats_seen <= most:
            raise InputError(f"From 0 to {most} other seats can be seen, not {seats_seen}.")
        return Setting(self.game.id, rules, main_table(self.game, xtra), int(seats_seen))

    def _observe(self) -> Observation:
        seen = self.view
        own, *others = seen.seats
        assert self.round is not None
        over = self.round.turn == NOBODY
        return {
            "own": _bits(map(_number, own.cards)),
            "board": _bits(map(_number, seen.board)),
            "seen": _bits(_number(card) for seat in others for card in seat.cards),
            "phase": np.int64(
                len(self.round.table.rules.decisions) if over else self.round.decision
            ),
            "action_mask": self.action_mask,
        }

    def _info(self, *, illegal: bool = False) -> dict[str, Any]:
        # A mask of its own: who changes this one does not change what was observed.
        return {"action_mask": self.action_mask, "illegal": illegal}


def _actions(game: Game, rules: MainRules) -> tuple[str, ...]:
    """Fold and check, and bets: one that each decision sizes, or every multiple of the Ante."""
    decisions = rules.decisions
    free = tuple(sorted({decision.free for decision in decisions}, key=("fold", "check").index))
    if all(decision.exact for decision in decisions):
        return (*free, "bet")
    largest = max(most for decision in decisions for most in decision.most)
    return (*free, *(game.action_name(multiple) for multiple in range(1, largest + 1)))


@lru_cache(maxsize=64)
def _ready(setting: Setting) -> Round:
    """A round with every seat's wagers placed, about to be dealt.

    Only the main game is offered, at an Ante on which every X-tra pay is whole cents.
    """
    game = find_game(setting.game)
    odds = [line.pays for line in setting.xtra.lines] if setting.xtra is not None else []
    for pays in (terms.pays for terms in game.main):
        odds.extend(pays.odds if isinstance(pays, Scale) else [pays] if pays is not None else [])
    ante = 100 * lcm(*(one.denominator for one in odds))
    table = make_table(
        setting.game,
        seats=1 + setting.seats_seen,
        rules=setting.rules,
        paytables={} if setting.xtra is None else {setting.xtra.wager: setting.xtra},
        limits={"ante": Limits(ante, ante, ante)},
        without=tuple(wager.id for wager in game.wagers if wager.id not in game.mandatory),
        face_up=setting.seats_seen > 0,
    )
    # Enough for a bet at every decision, as some games have.
    largest = sum(max(decision.most) for decision in table.rules.decisions)
    stack = ante * (len(table.offers) + largest)
    names = dict(enumerate(_NAMES[: table.seats], 1))
    seated = {seat: (name, stack) for seat, name in names.items()}
    state = evolve(None, open_round(table, seated=seated))
    wagers = {offer.wager: ante for offer in table.offers}
    for seat, name in names.items():
        placed = asked.PlaceWagers(by=Actor("player", name), seat=seat, wagers=wagers)
        state = _do(state, placed)
    return _do(state, asked.StartRound(by=DEALER))


def _do(state: Round, command: Command) -> Round:
    outcome = decide(state, command)
    if isinstance(outcome, Refused):
        raise InputError(sentence(outcome))
    return evolve_all(state, outcome)


def _others_wait(state: Round) -> Round:
    """The other seats let their time pass: what they do changes nothing for this one."""
    while state.turn not in (NOBODY, SEAT):
        state = _do(state, asked.LetTimePass(by=DEALER, seat=state.turn))
    return state


def _number(card: str | None) -> Card:
    assert card is not None, "the seat sees its own cards, the board, and hands that lie face up"
    return _CARDS[card]


def _bits(cards: Any) -> Bits:
    bits = np.zeros(DECK_SIZE, np.int8)
    bits[list(cards)] = 1
    return bits
