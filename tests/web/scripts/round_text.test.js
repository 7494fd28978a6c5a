import assert from "node:assert/strict";
import { test } from "node:test";
import { readable } from "../../../src/longsuit/web/static/table/round_text.js";

const HISTORY = `round 3
game chase-the-flush

seat 1 "Ann" has 1000.00
seat 1 wagers ante 5.00, xtra 5.00
seat 1 is dealt Th 9h 2c
seat 1: bet_3x 15.00
board Kh Qh
seat 1: check
seat 1 ante wins, returns 10.00: your flush beats the dealer's
seat 1 ends with 1005.00
ended
`;

test("the text of a round reads as people would say it", () => {
  const parts = Object.fromEntries(readable(HISTORY, { ante: "Ante", xtra: "X-tra" }, { bet_3x: "All In 3x" }));
  assert.deepEqual(parts.Wagers, [{ who: "Ann", words: "wagers Ante $5, X-tra $5" }]);
  assert.deepEqual(
    parts["Cards and decisions"].map((one) => one.words),
    ["is dealt 10♥ 9♥ 2♣", "All In 3x $15", "Board K♥ Q♥", "checks"],
  );
  assert.deepEqual(parts.Stacks, [{ who: "Ann", words: "ends with $1,005" }]);
  assert.equal(parts.Results[0].words, "ante wins, returns $10: beats the dealer");
});
