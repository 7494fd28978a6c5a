// What became of wagers, in words and figures.
import { dollars, signed } from "../shared/money.js";

const VERDICTS = { win: "won", lose: "lost", push: "pushed", due: "wins a jackpot" };

export const gain = (one) => ({ push: "push", due: "jackpot" })[one.verdict] || signed(one.returned - one.stake);

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

export const resultWords = (one, names) => `${names[one.wager] || one.wager} ${VERDICTS[one.verdict]}: ${one.words}.`;

export const spotWords = ({ name, cents, result }) =>
  result
    ? `${name}: ${VERDICTS[result.verdict]} ${gain(result)}, ${result.words}`
    : `${name}${cents ? `, ${dollars(cents)}` : ", empty"}`;

// A wager's name on a small chip: A, X, SS, SF, P, AI.
export function initials(name) {
  const words = name.replace(/ Bonus$/, "").split(" ");
  return words.at(-1) === "Progressive" ? "P" : words.map((word) => word[0]).join("");
}
