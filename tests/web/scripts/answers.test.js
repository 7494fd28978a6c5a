import assert from "node:assert/strict";
import { test } from "node:test";
import { readAnswers, settledAnswers } from "../../../src/longsuit/web/static/train/answers.js";

const four = { length: 4, high: "Q", name: "Q-high four-card flush" };
const three = { length: 3, high: "J", name: "J-high three-card flush" };

test("each thing that was read is right or not", () => {
  const truth = { dealer: four, player: three, qualifies: true, outcome: "behind" };
  const given = {
    dealer: { length: 4, high: "Q" },
    player: { length: 3, high: "J" },
    qualifies: "yes",
    outcome: "behind",
  };
  assert.deepEqual(
    readAnswers(given, truth).map((one) => one.right),
    [true, true, true, true],
  );
  const wrong = { dealer: { length: 4, high: "K" }, player: { length: 2, high: "J" }, qualifies: "no", outcome: "tie" };
  assert.deepEqual(
    readAnswers(wrong, truth).map((one) => one.right),
    [false, false, false, false],
  );
});

test("a seat's spots are one answer, and what is paid another", () => {
  const felt = { seats: [{ seat: 2, spots: [{ name: "Ante" }, { name: "X-tra Bonus" }] }] };
  const truth = { seats: [{ verdicts: ["win", "push"], why: ["a", "b"], pays: 12_50 }] };
  const right = (verdicts, pays) =>
    settledAnswers({ seats: { 2: { verdicts, pays } } }, truth, felt).map((one) => one.right);
  assert.deepEqual(right(["win", "push"], "12.50"), [true, true]);
  assert.deepEqual(right(["win", "lose"], "12,50"), [false, false]);
});
