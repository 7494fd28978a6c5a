"""What a cap on the bonus payouts of a round takes from each bonus wager (HCF-10).

Over the cap C every payout of the round is cut by the factor C / T, T the payouts of all seats
together. With one or two seats that is counted over their hands. With more it lies between bounds
that need no more than pairs of hands, for what a payout y of the first seat loses,
y (1 - C / (T1 + R)), only grows with the others' payouts R:

- where T1 alone passes the cap it grows ever more slowly, so that R costs at most what each other
  seat would cost by itself, and at least what one of them does;
- elsewhere R is at most (n - 1) times the largest of the others, and at least that one; of two
  others that both pass what is left, the bound from below counts neither.

Payouts are cut to the cent at a table; here they are cut exactly.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from msgspec import Struct

from longsuit.analysis.exact.law.seats import Pairs, pairs_of
from longsuit.analysis.exact.pricing import price
from longsuit.core.errors import InputError
from longsuit.core.games.catalog import game_by_id, wager_of
from longsuit.core.money import Cents
from longsuit.core.paytable import PayTable

CAP_STAKES: tuple[Cents, ...] = (5_00, 25_00, 100_00)
"""The wagers for which tables of a cap are made."""


class Capped(Struct, frozen=True):
    """A bonus wager under a cap."""

    paytable: PayTable
    stake: Cents
    uncapped: Fraction
    """The return of one unit wagered without the cap."""
    least: Fraction
    most: Fraction
    """The return under the cap: equal for one seat and two."""

    @property
    def returns(self) -> Fraction:
        """The return under the cap, in the middle of its bounds."""
        return (self.least + self.most) / 2

    @property
    def error(self) -> Fraction:
        """How far that may be off; 0 for one seat and two."""
        return (self.most - self.least) / 2

    @property
    def cut(self) -> Fraction:
        """What the cap takes of one unit wagered."""
        return self.uncapped - self.returns


def cap_bonuses(
    wagers: Sequence[tuple[PayTable, Cents]], seats: int, cap: Cents
) -> tuple[Capped, ...]:
    """The return of each bonus wager of a game when `seats` seats all make these wagers."""
    games = {table.game for table, _ in wagers}
    if len(games) != 1 or not all(wager_of(table).bonus for table, _ in wagers):
        raise InputError("The cap is on the bonus wagers of one game.")
    game = game_by_id(games.pop())
    for table, _ in wagers:
        wager = wager_of(table)
        if wager.first or wager.looks_at == "table":
            raise InputError(
                f"What a cap takes is counted for wagers on the own final hand: the {wager.name} "
                "looks at other cards."
            )
    if not 1 <= seats <= game.seats:
        raise InputError(f"{game.name} has from 1 to {game.seats} seats, not {seats}.")
    if cap <= 0 or any(stake <= 0 for _, stake in wagers):
        raise InputError("A cap and the wagers under it are more than nothing.")
    pairs = pairs_of(game)
    payouts = [_payouts(table, stake, pairs) for table, stake in wagers]
    together = [sum(each, Fraction(0)) for each in zip(*payouts, strict=True)]
    found = []
    for (table, stake), own in zip(wagers, payouts, strict=True):
        least, most = _cut(own, together, pairs, seats, Fraction(cap))
        uncapped = price(table).returns
        found.append(
            Capped(table, stake, uncapped, uncapped - most / stake, uncapped - least / stake)
        )
    return tuple(found)


def _payouts(table: PayTable, stake: Cents, pairs: Pairs) -> list[Fraction]:
    """What a wager pays beyond itself, in cents, by shape."""
    pick = wager_of(table).pick
    lines = (table.line_for(form, pick) for form in pairs.shapes)
    return [Fraction(0) if line is None else line.pays * stake for line in lines]


def _lost(own: Fraction, total: Fraction, cap: Fraction) -> Fraction:
    """What a payout loses where all payouts come to the total."""
    return own * (1 - cap / total) if total > cap else Fraction(0)


def _cut(
    own: Sequence[Fraction],
    together: Sequence[Fraction],
    pairs: Pairs,
    seats: int,
    cap: Fraction,
) -> tuple[Fraction, Fraction]:
    """Bounds of what one seat's wager loses in a round, on average, in cents."""
    others = seats - 1
    alone = near = most = past = either = Fraction(0)
    for i, row in enumerate(pairs.counts.tolist()):
        first, base = together[i], _lost(own[i], together[i], cap)
        alone += sum(row) * base
        for second, deals in zip(together, row, strict=True):
            if not deals or not others:
                continue
            more = deals * (_lost(own[i], first + second, cap) - base)
            if first > cap:
                past, most = past + more, most + others * more
                continue
            near += more
            most += others * deals * _lost(own[i], first + others * second, cap)
            if first + second > cap and 2 * first >= cap:
                either += deals * own[i]
        if 2 * first > cap and others > 1:
            # Two others past half the cap, while the first seat is paid half of it at most.
            both = sum(n for n, second in zip(row, together, strict=True) if 2 * second > cap)
            either += both * cap / 2
    least = max(others * near - comb(others, 2) * either, near) + past
    return (alone + least) / pairs.deals, (alone + most) / pairs.deals
