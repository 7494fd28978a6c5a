// What happens at a table, in sentences: for its status line and for those who listen.
import { cardWords } from "../shared/cards.js";
import { flushWords } from "../shared/flushes.js";
import { dollars } from "../shared/money.js";
import { enviesOf, netOf, netWords, resultsOf, resultWords } from "./results.js";
import { TEXTS } from "./texts.js";
import { total } from "./wagers.js";

const listed = (cards) => cards.map(cardWords).join(", ");
const words = TEXTS.status;

export function statusWords({ closed, round }, mine, ends) {
  if (closed) return words.closed;
  if (!round) return words.live;
  if (round.settlement && !round.dealer.length) return words.settled;
  if (round.settlement) return words.qualifies(round.settlement.qualifies);
  if (round.phase === "decisions") return mine && round.turn === mine.seat ? words.yourTurn : words.toAct(round.turn);
  if (round.phase !== "wagers") return "";
  if (!mine) return words.open;
  if (!total(mine.wagers)) return ends ? words.othersReady : words.place;
  const away = round.seats.filter((seat) => seat.player && !seat.player.startsWith("Robot ") && !total(seat.wagers));
  return away.length ? words.waitingFor(away.map((seat) => seat.seat)) : words.dealing;
}

export function turnWords(round, seat) {
  const board = round.board.length ? words.turnBoard(listed(round.board)) : "";
  return words.turn(listed(seat.cards.filter(Boolean))) + board;
}

export function settledWords({ settlement, dealer, board }, seat, names) {
  const theirs = () => words.dealerHand(flushWords([...dealer, ...board]), settlement.qualifies);
  const hand = dealer.length ? [theirs()] : [];
  const each = resultsOf(settlement, seat).map((one) => resultWords(one, names));
  const envies = enviesOf(settlement, seat).map((one) => words.envyPay(dollars(one.amount), one.winner));
  return [netWords(netOf(settlement, seat)), ...hand, ...each, ...envies].join(" ");
}

// Somebody's time ran out: the floor gave them the free action.
export function lateWords(events, seat) {
  const late = events.find((one) => one.type === "ActionTaken" && one.seat === seat && one.in_time === false);
  return late ? words.late(words.lateActions[late.action] || late.action) : "";
}

// The open round with the cards and results of the one before still on the felt.
export function lingering(round, past) {
  if (round?.phase !== "wagers" || past?.number !== round.number - 1 || past.game !== round.game) return round;
  const { number, board, dealer, settlement } = past;
  const seats = round.seats.map((seat) => {
    const { player, cards, folded, taken } = past.seats[seat.seat - 1];
    const stays = player && player === seat.player && !Object.keys(seat.wagers).length;
    return stays ? { ...seat, cards, folded, taken, gone: true } : seat;
  });
  return { ...round, number, board, dealer, settlement, seats };
}
