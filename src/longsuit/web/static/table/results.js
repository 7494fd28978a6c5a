// What became of wagers, in words and figures.
import { dollars } from "../client/floor.js";
import { flushWords } from "../shared/flushes.js";
import { cardWords } from "../shared/playing_card.js";
import { total } from "./wagers.js";

const VERDICTS = { win: "won", lose: "lost", push: "pushed", due: "wins a jackpot" };
const SHORT = {
  "your flush beats the dealer's": "beats the dealer",
  "the dealer's flush beats yours": "the dealer is higher",
  "the flushes tie": "a tie",
};

// With its sign: +$265, −$10.
export const signed = (cents) => (cents > 0 ? "+" : "") + dollars(cents);
export const signedValue = (value) => (value < 0 ? "−" : "+") + Math.abs(value).toFixed(4);

export const gain = (one) =>
  one.verdict === "push" ? "push" : one.verdict === "due" ? "jackpot" : signed(one.returned - one.stake);

// Why, in the few words that fit under a spot.
export function shortly(one) {
  if (/, but .* is not paid$/.test(one.reason)) return "too short to be paid";
  return one.hand || SHORT[one.reason] || one.reason.split(/[:,] /)[0];
}
export const fully = (one) => (one.hand && one.hand !== one.reason ? `${one.hand}: ${one.reason}` : one.reason);

// What a seat came out with; a jackpot that is due is told apart.
export function netOf(settlement, seat) {
  const results = settlement.results.filter((one) => one.seat === seat && one.verdict !== "due");
  const envies = (settlement.envies || []).filter((one) => one.seat === seat);
  return (
    results.reduce((sum, one) => sum + one.returned - one.stake, 0) + envies.reduce((sum, one) => sum + one.amount, 0)
  );
}

// A wager's name on a small chip: A, X, SS, SF, P, AI.
export function initials(name) {
  const words = name.replace(/ Bonus$/, "").split(" ");
  return words.at(-1) === "Progressive" ? "P" : words.map((word) => word[0]).join("");
}

const listed = (cards) => cards.map(cardWords).join(", ");

export function statusWords({ closed, round }, mine, ends) {
  if (closed) return "This table is closed.";
  if (!round) return "At this table the cards are on the felt.";
  if (round.settlement) return round.settlement.qualifies ? "The dealer qualifies." : "The dealer does not qualify.";
  if (round.phase === "decisions")
    return mine && round.turn === mine.seat ? "Your turn." : `Seat ${round.turn} is to act.`;
  if (round.phase !== "wagers") return "";
  if (!mine) return "Wagers are open.";
  if (!total(mine.wagers)) return ends ? "The others are ready: place your wagers." : "Place your wagers.";
  const away = round.seats.filter((seat) => seat.player && !seat.player.startsWith("Robot ") && !total(seat.wagers));
  return away.length
    ? `Waiting for seat ${away.map((seat) => seat.seat).join(", ")}.`
    : "No more to do: the cards are coming.";
}

export function turnWords(round, seat) {
  const board = round.board.length ? ` Community cards: ${listed(round.board)}.` : "";
  return `Your turn. Your cards: ${listed(seat.cards.filter(Boolean))}.${board}`;
}

export function settledWords(round, seat, names) {
  const { settlement } = round;
  const net = netOf(settlement, seat);
  const dealer = `The dealer's hand: ${flushWords([...round.dealer, ...round.board])}; it ${settlement.qualifies ? "qualifies" : "does not qualify"}.`;
  const each = settlement.results
    .filter((one) => one.seat === seat)
    .map((one) => `${names[one.wager] || one.wager} ${VERDICTS[one.verdict]}: ${fully(one)}.`);
  return [netWords(net), dealer, ...each].join(" ");
}

export const netWords = (net) =>
  net ? `You ${net > 0 ? "won" : "lost"} ${dollars(Math.abs(net))}.` : "You came out even.";

export const spotWords = (spot) =>
  spot.result
    ? `${spot.name}: ${VERDICTS[spot.result.verdict]} ${gain(spot.result)}, ${fully(spot.result)}`
    : `${spot.name}${spot.cents ? `, ${dollars(spot.cents)}` : ", empty"}`;

// Somebody's time ran out: the floor gave them the free action.
export function lateWords(events, seat) {
  const late = events.find((one) => one.type === "ActionTaken" && one.seat === seat && one.in_time === false);
  return late ? `Time ran out: you ${{ check: "checked", fold: "folded" }[late.action] || late.action}.` : "";
}

// The open round with the cards and results of the one before still on the felt.
export function lingering(round, past) {
  if (round?.phase !== "wagers" || past?.number !== round.number - 1 || past.game !== round.game) return round;
  const seats = round.seats.map((seat) => {
    const { player, cards, folded, taken } = past.seats[seat.seat - 1];
    const stays = player && player === seat.player && !Object.keys(seat.wagers).length;
    return stays ? { ...seat, cards, folded, taken, gone: true } : seat;
  });
  return { ...round, number: past.number, board: past.board, dealer: past.dealer, settlement: past.settlement, seats };
}
