"""The exact value of every action open to one hand, at any point of a game."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from longsuit.analysis.exact.case import Case, make_case
from longsuit.analysis.exact.histories import Bets, histories
from longsuit.analysis.exact.tuned import tuned_case
from longsuit.analysis.frame import Frame, make_frame
from longsuit.analysis.numbers import as_json, decimal
from longsuit.analysis.result import Result
from longsuit.core.cards import DECK_SIZE, Card, card_name, card_names, card_set, suit_masks
from longsuit.core.errors import InputError
from longsuit.core.games.game import Game, MainRules
from longsuit.core.games.table import Table
from longsuit.core.money import Cents
from longsuit.core.paytable import PayTable
from longsuit.core.round.actions import Action, decision_actions


class Option(Struct, frozen=True):
    """An action, and the expected net result of it and of best play after it, in Antes."""

    action: str
    value: Fraction
    amount: Cents = 0
    """What it bets; 0 where the hand is at no table."""


class Advice(Result, Struct, frozen=True):
    """The value of every action open to a hand, best first."""

    game: str
    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    seen: tuple[Card, ...]
    options: tuple[Option, ...]
    dealer: tuple[Card, ...] = ()
    """Cards that the dealer is known to hold."""

    @property
    def best(self) -> Option:
        """The best action; of equal ones, the smaller wager."""
        return self.options[0]

    def cost(self, action: str, amount: Cents | None = None) -> Fraction:
        """What an action, or one for that amount, gives up against the best one."""
        given = next(
            (
                option
                for option in self.options
                if option.action == action and amount in (None, option.amount)
            ),
            None,
        )
        if given is None:
            known = ", ".join(dict.fromkeys(option.action for option in self.options))
            raise InputError(f"'{action}' is not open to this hand; it can {known}.")
        return self.best.value - given.value

    @property
    def headline(self) -> str:
        """The hand and its best action."""
        hand = card_names(self.hole) + (f" on {card_names(self.board)}" if self.board else "")
        return f"{hand}: {self.best.action}, worth {decimal(self.best.value)} Antes"

    @property
    def table(self) -> Frame:
        """Each action with its value and its cost against the best one."""
        best = self.best.value
        return make_frame(
            "In Antes",
            "action value cost",
            [(one.action, one.value, best - one.value) for one in self.options],
        )

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; an amount where the hand is at a table."""
        return {
            "game": self.game,
            "hole": [card_name(card) for card in self.hole],
            "board": [card_name(card) for card in self.board],
            "seen": [card_name(card) for card in self.seen],
            "dealer": [card_name(card) for card in self.dealer],
            "actions": [
                {"action": one.action, "value": as_json(one.value)}
                | ({"amount": {"cents": one.amount}} if one.amount else {})
                for one in self.options
            ],
            "best": self.best.action,
        }


def advise(
    game: str,
    hole: Sequence[Card],
    board: Sequence[Card] = (),
    seen: Sequence[Card] = (),
    *,
    dealer: Sequence[Card] = (),
    bets: Sequence[int] = (),
    xtra: str | PayTable | None = None,
    rules: MainRules | None = None,
) -> Advice:
    """The value of each action for a hand, other seen cards out of the deck, the dealer's known.

    `hole` are all cards that the seat holds alone by then. `bets` are those at the decisions
    before, 0 for a check, where a game has several and they may differ. Values count from the
    beginning of the round, with what was wagered before.
    """
    case = make_case(game, xtra, rules)
    check_position(case.game, hole, board, seen, dealer)
    before = _history(case, decision_place(case.game, hole, board), tuple(bets))
    known = case.payoffs
    own, shared, out, held = (suit_masks(card_set(c)) for c in (hole, board, seen, dealer))
    # Compiled code is loaded only by who asks: the server's own process never does.
    if tuned_case(case) is None:
        from longsuit.analysis.exact.general.position import value_any

        values = value_any(case, own, shared, out, held, before)
    else:
        from longsuit.analysis.exact.position import value_position

        position = value_position(case, own, shared, out, held)
        names = (*known.names, "fold", "check")
        values = {
            names[choice.action]: Fraction(choice.value, position.deals * known.unit)
            for choice in position.choices
        }
    options = [Option(name, value) for name, value in values.items()]
    # A stable sort: of equal values the smaller wager, which comes first, stays first.
    options.sort(key=lambda option: -option.value)
    cards = tuple(hole), tuple(board), tuple(seen)
    return Advice(case.game.id, *cards, tuple(options), tuple(dealer))


def decision_place(game: Game, hole: Sequence[Card], board: Sequence[Card]) -> int:
    """Which decision of a game a hand of so many cards is at, from 0."""
    return decision_cards(game).index((len(hole), len(board)))


def decision_cards(game: Game) -> list[tuple[int, int]]:
    """The own cards and those on the board at each decision."""
    own = list(accumulate((street.own for street in game.streets), initial=game.hole))
    board = list(accumulate((street.board for street in game.streets), initial=0))
    return [(own[place + 1], board[place + 1]) for place in game.deciding]


def _history(case: Case, place: int, bets: Bets) -> Bets:
    """The bets before a decision: the given ones, or the only ones there can be."""
    points = [
        (decision.free, sorted({bet for length in range(8) for bet in decision.multiples(length)}))
        for decision in case.rules.decisions[:place]
    ]
    ends, _ = histories(points, several=case.game.several)
    several = case.game.several
    alive = [one for one in ends if several or not any(one)] if points else [()]
    if bets in alive:
        return bets
    if len(alive) == 1 and not bets:
        return alive[0]
    if not place:
        raise InputError("Nothing can be bet before the first decision.")
    where = "decision" if place == 1 else f"{place} decisions"
    raise InputError(
        f"Say what was bet at the {where} before this one, such as {','.join(map(str, alive[-1]))}."
    )


def check_position(
    game: Game,
    hole: Sequence[Card],
    board: Sequence[Card],
    seen: Sequence[Card],
    dealer: Sequence[Card] = (),
) -> None:
    """Refuse cards from which no value follows, before anything is worked out."""
    check_cards(game, hole, board)
    check_distinct((*hole, *board, *seen, *dealer))
    if len(dealer) > game.dealer:
        raise InputError(f"The dealer has {game.dealer} cards, not {len(dealer)}.")
    unknown = game.board - len(board) + game.own - len(hole) + game.dealer
    if DECK_SIZE - len(hole) - len(board) - len(seen) < unknown:
        raise InputError(f"With {len(seen)} cards seen, too few are left to deal.")


def advise_seat(
    advice: Advice, table: Table, *, ante: Cents, stack: Cents, amount: Cents = 0
) -> Advice:
    """The advice for a seat as it stands: what its table and its stack allow it now, no more.

    A raise whose size is open is valued at its least, at its most, and at the `amount` if one is
    given. A stack that cannot pay for the bets after a check makes the check worth less than
    `advise` says, so it is refused.
    """
    place = decision_place(table.definition, advice.hole, advice.board)
    decision, *later = table.rules.decisions[place:]
    most = [max(one.most) for one in later]
    if table.definition.several and later:
        most = [max(decision.most) + sum(most)]
    if any(bets * ante > stack for bets in most):
        raise InputError("The coach's values count on money for every bet to come.")
    cards = card_set((*advice.hole, *advice.board))
    options = [
        Option(action.name, _value(advice, table.definition, action, bet, ante), bet)
        for action in decision_actions(table, decision, cards, ante, stack)
        for bet in sorted({action.least, action.most, *_among(action, amount)})
    ]
    options.sort(key=lambda option: -option.value)
    return replace(advice, options=tuple(options))


def counts_on_more(rules: MainRules, board: int, ante: Cents, stack: Cents) -> bool:
    """Whether a bet of a later decision, with more than that on the board, is beyond the stack."""
    later = [max(decision.most) for decision in rules.decisions if decision.board > board]
    return any(most * ante > stack for most in later)


def _among(action: Action, amount: Cents) -> tuple[Cents, ...]:
    return (amount,) if action.least < amount < action.most and action.takes(amount) else ()


def _value(advice: Advice, game: Game, action: Action, bet: Cents, ante: Cents) -> Fraction:
    """The value of an action for that amount.

    A raise wins or loses what it is for, so between whole Antes its value runs along a line.
    """
    known = {option.action: option.value for option in advice.options}
    if action.name in known:
        return known[action.name]
    below = bet // ante
    first = known[game.action_name(below)]
    rest = Fraction(bet - below * ante, ante)
    return first + rest * (known[game.action_name(below + 1)] - first) if rest else first


def check_cards(game: Game, hole: Sequence[Card], board: Sequence[Card]) -> None:
    """Refuse cards that make no hand of the game at any of its decisions."""
    known = decision_cards(game)
    own = sorted({mine for mine, _ in known})
    if len(hole) not in own:
        raise InputError(f"A hand of {game.name} has {_either(own)} cards, not {len(hole)}.")
    boards = sorted({shared for mine, shared in known if mine == len(hole)})
    if len(board) not in boards:
        if not game.board:
            raise InputError(f"{game.name} has no board.")
        raise InputError(f"A board has {_either(boards)} cards, not {len(board)}.")
    check_distinct((*hole, *board))


def _either(numbers: Sequence[int]) -> str:
    *early, last = map(str, numbers)
    return f"{', '.join(early)} or {last}" if early else last


def check_distinct(cards: Sequence[Card]) -> None:
    """Refuse what is not a card, and a card that is there twice."""
    known: set[Card] = set()
    for card in cards:
        if not 0 <= card < DECK_SIZE:
            raise InputError(f"There is no card of the number {card}.")
        if card in known:
            raise InputError(f"The card {card_name(card)} is named twice.")
        known.add(card)
