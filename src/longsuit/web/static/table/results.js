// What became of wagers, in words and figures.
import { dollars, signed } from "../shared/money.js";
import { TEXTS } from "./texts.js";

const words = TEXTS.results;

export const gain = (one) =>
  ({ push: words.push, due: words.jackpot })[one.verdict] || signed(one.returned - one.stake);

export const resultsOf = (settlement, seat) => (settlement?.results || []).filter((one) => one.seat === seat);
export const enviesOf = (settlement, seat) => (settlement?.envies || []).filter((one) => one.seat === seat);

// What a seat came out with; a jackpot that is due is told apart.
export function netOf(settlement, seat) {
  const results = resultsOf(settlement, seat).filter((one) => one.verdict !== "due");
  const paid = results.reduce((sum, one) => sum + one.returned - one.stake, 0);
  return enviesOf(settlement, seat).reduce((sum, one) => sum + one.amount, paid);
}

export const netWords = (net) => (net ? (net > 0 ? words.won : words.lost)(dollars(Math.abs(net))) : words.even);

export const resultWords = (one, names) =>
  words.one(names[one.wager] || one.wager, words.verdicts[one.verdict], one.words);

export function spotWords({ name, cents, result }) {
  if (!result) return cents ? `${name}, ${dollars(cents)}` : words.empty(name);
  const verdict = words.verdicts[result.verdict];
  return words.spot(name, result.verdict === "push" ? verdict : `${verdict} ${gain(result)}`, result.words);
}

// A wager's name on a small chip: A, X, SS, SF, P, AI.
export function initials(name) {
  const words = name.replace(/ Bonus$/, "").split(" ");
  return words.at(-1) === "Progressive" ? "P" : words.map((word) => word[0]).join("");
}
