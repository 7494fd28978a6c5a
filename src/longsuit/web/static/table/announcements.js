// What happens at a table, in sentences: for its status line and for those who listen.
import { cardWords } from "../shared/cards.js";
import { flushWords } from "../shared/flushes.js";
import { netOf, netWords, resultsOf, resultWords } from "./results.js";
import { total } from "./wagers.js";

const listed = (cards) => cards.map(cardWords).join(", ");
const qualifies = (settlement) => (settlement.qualifies ? "qualifies" : "does not qualify");

export function statusWords({ closed, round }, mine, ends) {
  if (closed) return "This table is closed.";
  if (!round) return "At this table the cards are on the felt.";
  if (round.settlement) return `The dealer ${qualifies(round.settlement)}.`;
  if (round.phase === "decisions")
    return mine && round.turn === mine.seat ? "Your turn." : `Seat ${round.turn} is to act.`;
  if (round.phase !== "wagers") return "";
  if (!mine) return "Wagers are open.";
  if (!total(mine.wagers)) return ends ? "The others are ready: place your wagers." : "Place your wagers.";
  const away = round.seats.filter((seat) => seat.player && !seat.player.startsWith("Robot ") && !total(seat.wagers));
  if (!away.length) return "No more to do: the cards are coming.";
  return `Waiting for seat ${away.map((seat) => seat.seat).join(", ")}.`;
}

export function turnWords(round, seat) {
  const board = round.board.length ? ` Community cards: ${listed(round.board)}.` : "";
  return `Your turn. Your cards: ${listed(seat.cards.filter(Boolean))}.${board}`;
}

export function settledWords({ settlement, dealer, board }, seat, names) {
  const hand = `The dealer's hand: ${flushWords([...dealer, ...board])}; it ${qualifies(settlement)}.`;
  const each = resultsOf(settlement, seat).map((one) => resultWords(one, names));
  return [netWords(netOf(settlement, seat)), hand, ...each].join(" ");
}

// Somebody's time ran out: the floor gave them the free action.
export function lateWords(events, seat) {
  const late = events.find((one) => one.type === "ActionTaken" && one.seat === seat && one.in_time === false);
  return late ? `Time ran out: you ${{ check: "checked", fold: "folded" }[late.action] || late.action}.` : "";
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
