// A newcomer's first round: what to do next, on the real table.
import { TEXTS } from "./texts.js";

const STEPS = ["wager", "ready", "act", "result"];

// `todo` is what the seat is at; `settled` whether results of it lie on the felt.
export function guideStep(todo, settled) {
  const name = settled && todo !== "ready" ? "result" : todo.split(" ")[0];
  const at = STEPS.indexOf(name) + 1;
  return at ? { name, at, words: TEXTS.guide[name], last: at === STEPS.length } : null;
}
