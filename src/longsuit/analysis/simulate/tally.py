"""Chunks added up in their order: exact whole numbers all the way to the last division."""

from fractions import Fraction
from itertools import groupby
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from longsuit.analysis.simulate.chunk import CHUNK, HIGHEST, LOWEST, MYSTERY, Chunk
from longsuit.analysis.simulate.expected import Expected
from longsuit.analysis.simulate.meters import MeterRun
from longsuit.analysis.simulate.must_hit import cycle_returns
from longsuit.analysis.simulate.plan import Plan
from longsuit.analysis.simulate.result import (
    Figure,
    LineFigures,
    MeterFigures,
    MustHitFigures,
    Simulation,
    WagerFigures,
)
from longsuit.analysis.simulate.sessions import SessionRun
from longsuit.analysis.simulate.setting import Setting
from longsuit.core.games.settlement import MYSTERY_METER
from longsuit.core.money import Cents

_COURSE = 200

Array = NDArray[Any]


class Moments:
    """Sums of nets in cents: of seats, and of rounds with all their seats."""

    def __init__(self) -> None:
        self.total = self.squares = self.round_squares = 0

    def add(self, total: int, squares: int, round_squares: int) -> None:
        """More rounds."""
        self.total += total
        self.squares += squares
        self.round_squares += round_squares

    def correct(self, nets: list[tuple[int, Cents]], whole: int) -> None:
        """Seats that netted so much won more on top; all seats of that round netted `whole`."""
        more = sum(extra for _, extra in nets)
        self.total += more
        self.squares += sum((net + extra) ** 2 - net**2 for net, extra in nets)
        self.round_squares += (whole + more) ** 2 - whole**2

    def figure(
        self,
        rounds: int,
        seats: int,
        unit: Cents,
        exact: Fraction | None,
        also: Fraction,
        deviation: float | None = None,
    ) -> Figure:
        """Per seat and round, in units; `also` is something more in cents that never varies."""
        dealt = rounds * seats
        mean = (Fraction(self.total, dealt) + also) / unit
        spread = Fraction(dealt * self.squares - self.total**2, dealt * (dealt - 1))
        between = Fraction(rounds * self.round_squares - self.total**2, rounds * (rounds - 1))
        error = sqrt(between / rounds) / seats / unit
        return Figure(float(mean), error, sqrt(spread) / unit, exact, deviation)


class Tally:
    """All chunks so far."""

    def __init__(self, setting: Setting, plan: Plan, rounds: int) -> None:
        self.rounds = 0
        self._setting, self._plan, self._asked = setting, plan, rounds
        columns = plan.columns
        self._endings = np.zeros(len(plan.main), np.int64)
        self._histogram = np.zeros(HIGHEST - LOWEST + 1, np.int64)
        self._lines: Array | None = None
        self._paid = [Moments() for _ in range(columns + 1)]
        """By wager, and all together: what was won."""
        self._long_run = [Moments() for _ in range(columns + 1)]
        """The same with seeds in the place of awards."""
        seats = plan.seats
        self.meters = {
            name: MeterRun(name, terms, seats, rounds) for name, terms in setting.terms.items()
        }
        self._sessions = SessionRun(plan.session, seats) if plan.session else None
        self._course: list[tuple[int, float, float]] = []
        self._rest: tuple[int, Cents] | None = None

    def add(self, chunk: Chunk, mystery: Array) -> None:
        """The next chunk, and the Must Hit awards in it."""
        assert chunk.number * CHUNK == self.rounds, "chunks are added in their order"
        self._endings += chunk.endings
        self._histogram += chunk.histogram
        self._lines = chunk.lines if self._lines is None else self._lines + chunk.lines
        for moments in (self._paid, self._long_run):
            numbers = zip(chunk.sums, chunk.squares, chunk.round_squares, strict=True)
            for one, (total, squares, round_squares) in zip(moments, numbers, strict=True):
                one.add(total, squares, round_squares)
        awards = self._award(chunk, mystery)
        if self._sessions is not None and chunk.walks is not None:
            self._sessions.add(chunk.walks, awards)
        self.rounds += chunk.rounds
        step = max(self._asked // _COURSE, CHUNK)
        if self.rounds // step > (self.rounds - chunk.rounds) // step or self.rounds == self._asked:
            now = self._whole(self._paid)
            self._course.append((self.rounds, now.mean, now.standard_error))

    def finish_cycle(self, rounds: int, award: Cents) -> None:
        """Say when the Must Hit cycle under way would have ended, and with what award."""
        self._rest = rounds, award

    def _award(self, chunk: Chunk, mystery: Array) -> dict[tuple[int, int], Cents]:
        """Run the meters over the chunk's hits; what hands were awarded, by round and seat."""
        offer = self._setting.sides[self._setting.progressive] if len(chunk.records) else None
        if offer is None or offer.paytable is None:
            return {}
        lines, found = offer.paytable.lines, {}
        amounts = iter(mystery[:, 2].tolist())
        for number, records in groupby(chunk.records.tolist(), key=lambda record: record[0]):
            awards: list[tuple[list[int], Cents, Cents]] = []
            for record in records:
                if record[2] == MYSTERY:
                    amount = next(amounts)
                    self.meters[MYSTERY_METER].mystery(self.rounds + number, amount)
                    awards.append((record, amount, 0))
                    continue
                line = lines[record[2]]
                meter = self.meters[line.meter or ""]
                amount = meter.award(self.rounds + number, line.share)
                awards.append((record, amount, meter.terms.seed if line.share == 1 else 0))
                found[number, record[1]] = amount
            self._correct(awards)
        return found

    def _correct(self, awards: list[tuple[list[int], Cents, Cents]]) -> None:
        """A round's awards join its sums: as paid, and with seeds in their place."""
        side = 1 + self._setting.progressive
        by_hands = [one for one in awards if one[0][2] != MYSTERY]
        if by_hands:
            whole = by_hands[0][0][5]
            self._paid[side].correct([(r[3], paid) for r, paid, _ in by_hands], whole)
            self._long_run[side].correct([(r[3], seed) for r, _, seed in by_hands], whole)
        together: dict[int, tuple[int, Cents]] = {}
        for record, paid, _ in awards:
            # One seat may win by its hand and by the Must Hit meter too.
            together[record[1]] = record[4], together.get(record[1], (0, 0))[1] + paid
        for net, paid in together.values():
            self._histogram[self._place(net)] -= 1
            self._histogram[self._place(net + paid)] += 1
        whole = awards[0][0][6]
        self._paid[-1].correct(list(together.values()), whole)
        self._long_run[-1].correct([(r[4], seed) for r, _, seed in by_hands], whole)

    def _place(self, net: Cents) -> int:
        ante = self._plan.ante
        place = (2 * net + ante) // (2 * ante) - LOWEST
        return min(max(place, 0), len(self._histogram) - 1)

    def _whole(self, moments: list[Moments], exact: Fraction | None = None) -> Figure:
        seats, ante = self._plan.seats, self._plan.ante
        return moments[-1].figure(self.rounds, seats, ante, exact, Fraction(0))

    # The result

    def result(
        self, strategy: str, expected: Expected, seconds: float, *, by_hand: bool = False
    ) -> Simulation:
        """Everything that was found."""
        for meter in self.meters.values():
            meter.advance(self.rounds)
        wagers = (self._main(expected), *self._side_figures(expected))
        must_hit = self._must_hit(expected)
        counts = self._endings.reshape(-1, 48).sum(axis=1).tolist()
        dealt = self.rounds * self._plan.seats
        shares = [count / dealt for count in counts]
        actions: dict[str, float] = {}
        for name, share in zip((*expected.payoffs.names, "fold"), shares, strict=True):
            actions[name] = actions.get(name, 0.0) + share
        bets = sum(m * s for m, s in zip(expected.payoffs.multiples, shares, strict=False))
        return Simulation(
            game=self._setting.game.id,
            strategy=strategy,
            by_hand=by_hand,
            rounds=self.rounds,
            seed=self._plan.seed,
            seats=self._plan.seats,
            ante=self._plan.ante,
            paid=self._whole(self._paid),
            long_run=self._together(expected, must_hit),
            wagers=wagers,
            must_hit=must_hit,
            actions=actions,
            average_wager=expected.payoffs.mandatory + bets,
            meters=tuple(self._meter_figures(expected)),
            sessions=self._sessions.figures(self._setting.needed) if self._sessions else None,
            histogram=tuple(
                (LOWEST + place, count)
                for place, count in enumerate(self._histogram.tolist())
                if count
            ),
            course=tuple(self._course),
            seconds=seconds,
        )

    def _main(self, expected: Expected) -> WagerFigures:
        seats, ante = self._plan.seats, self._plan.ante
        figure = self._paid[0].figure(
            self.rounds, seats, ante, expected.main, Fraction(0), expected.main_deviation
        )
        won = int(self._endings[self._plan.main > 0].sum()) / (self.rounds * seats)
        main = self._setting.table.main_paytable
        return WagerFigures(
            wager="main",
            name="Main game",
            paytable=main.id if main is not None else None,
            stake=ante,
            paid=figure,
            long_run=figure,
            hit_frequency=won,
            exact_hit_frequency=expected.main_wins,
        )

    def _side_figures(self, expected: Expected) -> list[WagerFigures]:
        """Each side wager per unit of itself."""
        found = []
        seats = self._plan.seats
        dealt = self.rounds * seats
        for side, (offer, priced, law) in enumerate(
            zip(self._setting.sides, expected.sides, expected.laws, strict=True)
        ):
            assert self._lines is not None and offer.paytable is not None
            counts = self._lines[side].tolist()
            lines = tuple(
                LineFigures(line.line.hand, count, count / dealt, line.probability)
                for line, count in zip(priced.lines, counts, strict=False)
            )
            paying = zip(priced.lines, counts, strict=False)
            hits = sum(count for line, count in paying if line.pays > 0 or line.line.meter)
            stake = offer.limits.least
            exact = None if self._plan.bonus_cap and not priced.meters else -priced.house_edge
            grown = priced.contributions * stake
            paid, long_run = self._paid[side + 1], self._long_run[side + 1]
            found.append(
                WagerFigures(
                    wager=offer.wager,
                    name=self._setting.game.wager(offer.wager).name,
                    paytable=offer.paytable.id,
                    stake=stake,
                    paid=paid.figure(
                        self.rounds, seats, stake, None, Fraction(0), law.player_deviation
                    ),
                    long_run=long_run.figure(
                        self.rounds,
                        seats,
                        stake,
                        exact,
                        grown,
                        None if exact is None or priced.envy else law.house.deviation,
                    ),
                    hit_frequency=hits / dealt,
                    exact_hit_frequency=priced.hit_frequency,
                    lines=lines,
                )
            )
        return found

    def _must_hit(self, expected: Expected) -> MustHitFigures | None:
        """What the meter returned, the cycle under way finished."""
        priced = expected.must_hit
        if priced is None or self._rest is None:
            return None
        meter, (more, award) = self.meters[MYSTERY_METER], self._rest
        awarded, rounds = meter.awarded + award, meter.at + more
        return MustHitFigures(cycle_returns(meter.terms, self._plan.seats, awarded, rounds, priced))

    def _together(self, expected: Expected, must_hit: MustHitFigures | None) -> Figure:
        """All wagers, the meters' growth counted; the Must Hit meter is independent of cards."""
        pairs = zip(self._setting.sides, expected.sides, strict=True)
        grown = sum((p.contributions * offer.limits.least for offer, p in pairs), Fraction(0))
        seats, ante = self._plan.seats, self._plan.ante
        whole = self._long_run[-1].figure(
            self.rounds, seats, ante, expected.whole(self._setting), grown
        )
        if must_hit is None:
            return whole
        share = self.meters[MYSTERY_METER].terms.wager / ante
        extra = must_hit.returns
        return Figure(
            whole.mean + extra.mean * share,
            sqrt(whole.standard_error**2 + (extra.standard_error * share) ** 2),
            whole.standard_deviation,
            whole.exact,
        )

    def _meter_figures(self, expected: Expected) -> list[MeterFigures]:
        found = []
        for name, meter in self.meters.items():
            found.append(meter.figures(expected.meter(name)))
        return found
