// A settled round, shown one thing after the other: the board, the dealer's cards, both flushes, then spot by spot.
import { laid } from "../shared/flushes.js";

export const CARD_MS = 320;
const MS = { bets: 200, board: CARD_MS, dealer: 150, marks: 400, paid: 280 };
const MOST_MS = 2000;
export const PACES = { calm: 1.8, normal: 1, fast: 0.4 };

// The rounds to show between `then` and `now`, for whoever has these seats; what comes later is in none of them.
// The last of them is not `now` itself: that follows.
export function frames(then, now, own, order) {
  const before = then?.number === now.number ? then : null;
  const rank = ({ wager }) => order.indexOf(wager);
  const results = now.settlement.results.filter((one) => own.includes(one.seat));
  const paid = results.sort((a, b) => a.seat - b.seat || rank(a) - rank(b));
  const dealer = laid(now.dealer);
  const hidden = ({ seat, cards }) => before?.seats[seat - 1].cards || cards.map(() => null);

  // So many cards of the board and of the dealer, and from the marks on so many spots paid.
  const frame = (kind, board, turned, spots) => {
    const told = spots === undefined ? [] : paid.slice(0, spots);
    const owed = (seat) => [
      ...now.settlement.results.filter((one) => one.seat === seat && !told.includes(one)).map((one) => one.returned),
      ...now.settlement.envies.filter((one) => one.seat === seat).map((one) => one.amount),
    ];
    const seats = now.seats.map((one) => ({
      ...one,
      cards: spots === undefined && !own.includes(one.seat) ? hidden(one) : one.cards,
      stack: owed(one.seat).reduce((stack, cents) => stack - cents, one.stack),
    }));
    const settlement = spots === undefined ? null : { ...now.settlement, results: told, envies: [], awards: [] };
    const shut = dealer.map((card, at) => (at < turned ? card : null));
    return { kind, ms: MS[kind], round: { ...now, board: now.board.slice(0, board), dealer: shut, seats, settlement } };
  };
  const numbers = (from, to) => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at + 1);
  const whole = now.board.length;
  const lay = before?.board.length || 0;
  return [
    frame("bets", lay, 0),
    ...numbers(lay, whole).map((board) => frame("board", board, 0)),
    ...numbers(0, dealer.length).map((turned) => frame("dealer", whole, turned)),
    frame("marks", whole, dealer.length, 0),
    ...paid.map((_, at) => frame("paid", whole, dealer.length, at + 1)),
  ];
}

// At a pace; about two seconds in all, however many there are.
export function timed(all, pace) {
  const sum = all.reduce((ms, one) => ms + one.ms, 0);
  const share = Math.min(1, MOST_MS / sum) * PACES[pace];
  return all.map((one) => ({ ...one, ms: one.ms * share }));
}
