"""The table as a few lines of text, from what the seat may see."""

from longsuit.core.cards import by_suit, card_picture, card_set, parse_card
from longsuit.core.games.game import Game
from longsuit.core.money import show_net
from longsuit.core.ranking import flush_key, flush_name
from longsuit.core.round.view import RoundView, ShownCards


def picture(game: Game, seen: RoundView, seat: int) -> str:
    """The board, the dealer, the hands in sight, and what may be done or what came of it."""
    rows = []
    if game.board:
        empty = ["--"] * (game.board - len(seen.board))
        rows.append(("Board", " ".join([*_cards(seen.board, ordered=False), *empty])))
    rows.append(("Dealer", _hand(seen.dealer, seen.board)))
    for other in seen.seats:
        name = "You" if other.seat == seat else f"Seat {other.seat}"
        rows.append((name, _hand(other.cards, seen.board)))
    lines = [f"{game.name}, {seen.decision or 'over'}"]
    lines += [f"{name:<7} {shown}" for name, shown in rows]
    mine = seen.seats[seat - 1]
    if seen.settlement is None:
        lines.append("You may " + " or ".join(action.name for action in mine.actions) + ".")
    else:
        net = seen.settlement.returned_to(seat) - sum(mine.wagers.values()) - mine.bet
        lines.append(f"You {', '.join(mine.taken)}: {show_net(net)}.")
    return "\n".join(lines)


def _hand(cards: ShownCards, board: ShownCards) -> str:
    shown = " ".join(_cards(cards))
    if None in cards:
        return shown
    held = card_set(parse_card(card) for card in (*cards, *board) if card is not None)
    return f"{shown}   {flush_name(flush_key(held))}"


def _cards(cards: ShownCards, *, ordered: bool = True) -> list[str]:
    known = [parse_card(card) for card in cards if card is not None]
    if ordered:
        known = by_suit(known)
    return [*map(card_picture, known), *["??"] * (len(cards) - len(known))]
