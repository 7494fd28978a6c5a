// What became of wagers, in words and figures.
import { dollars, signed } from "../shared/money.js";

const VERDICTS = { win: "won", lose: "lost", push: "pushed", due: "wins a jackpot" };
const SHORT = {
  "your flush beats the dealer's": "beats the dealer",
  "the dealer's flush beats yours": "the dealer is higher",
  "the flushes tie": "a tie",
};

export const gain = (one) => ({ push: "push", due: "jackpot" })[one.verdict] || signed(one.returned - one.stake);

// Why, in the few words that fit under a spot.
export function shortly(one) {
  if (/, but .* is not paid$/.test(one.reason)) return "too short to be paid";
  return one.hand || SHORT[one.reason] || one.reason.split(/[:,] /)[0];
}
export const fully = (one) => (one.hand && one.hand !== one.reason ? `${one.hand}: ${one.reason}` : one.reason);

export const resultsOf = (settlement, seat) => (settlement?.results || []).filter((one) => one.seat === seat);
export const enviesOf = (settlement, seat) => (settlement?.envies || []).filter((one) => one.seat === seat);

// What a seat came out with; a jackpot that is due is told apart.
export function netOf(settlement, seat) {
  const results = resultsOf(settlement, seat).filter((one) => one.verdict !== "due");
  const paid = results.reduce((sum, one) => sum + one.returned - one.stake, 0);
  return enviesOf(settlement, seat).reduce((sum, one) => sum + one.amount, paid);
}

export const netWords = (net) =>
  net ? `You ${net > 0 ? "won" : "lost"} ${dollars(Math.abs(net))}.` : "You came out even.";

export const resultWords = (one, names) => `${names[one.wager] || one.wager} ${VERDICTS[one.verdict]}: ${fully(one)}.`;

export const spotWords = ({ name, cents, result }) =>
  result
    ? `${name}: ${VERDICTS[result.verdict]} ${gain(result)}, ${fully(result)}`
    : `${name}${cents ? `, ${dollars(cents)}` : ", empty"}`;

// A wager's name on a small chip: A, X, SS, SF, P, AI.
export function initials(name) {
  const words = name.replace(/ Bonus$/, "").split(" ");
  return words.at(-1) === "Progressive" ? "P" : words.map((word) => word[0]).join("");
}
