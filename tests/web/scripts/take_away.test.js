import assert from "node:assert/strict";
import { test } from "node:test";
import { cardText } from "../../../src/longsuit/web/static/train/take_away.js";
import { TEXTS } from "../../../src/longsuit/web/static/train/texts.js";

const SCORE = { decisions: 12, right: 11, accuracy: 11 / 12, streak: 3, longest: 8, per_hundred: 2.2066, leaks: [] };

test("a score to take away says how it went, what was lost where, and what was best there", () => {
  const leak = { kind: "river, pair", wrong: 1, decisions: 2, cost: 0.2648, example: "9s Tc 5d on 3s Jd 4h 6c: Fold" };
  assert.deepEqual(cardText({ ...SCORE, leaks: [leak] }, TEXTS).split("\n"), [
    "School: what to work on",
    "",
    "Best decisions: 91.7%, 11 of 12, longest 8",
    "Given up: 2.21 Antes per 100 decisions",
    "",
    "Costliest hands",
    "- river, pair: 1 of 2 wrong, 0.2648 Antes lost. Best play:",
    "  9s Tc 5d on 3s Jd 4h 6c: Fold",
    "",
  ]);
  assert.ok(!cardText(SCORE, TEXTS).includes("Costliest"));
});
