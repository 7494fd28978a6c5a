import assert from "node:assert/strict";
import { test } from "node:test";
import { cardWords, isCard, shortCard } from "../../../src/longsuit/web/static/shared/cards.js";
import { flushWords, laid, longSuit, suitsOf } from "../../../src/longsuit/web/static/shared/flushes.js";

test("cards in words and signs", () => {
  assert.deepEqual(["Th", "2c", null, "1x"].map(cardWords), [
    "ten of hearts",
    "two of clubs",
    "a card face down",
    "a card face down",
  ]);
  assert.deepEqual(["Th", "As", null].map(shortCard), ["10♥", "A♠", ""]);
  assert.deepEqual(["Th", "hT", "", undefined].map(isCard), [true, false, false, false]);
});

test("the longest suit comes first, of equal ones the higher", () => {
  const hand = ["2c", "Kd", "9c", "Qd", "As"];
  assert.deepEqual(suitsOf(hand), [["Kd", "Qd"], ["9c", "2c"], ["As"]]);
  assert.deepEqual(longSuit(["Kh", "3h", "Kd", "4d"]), ["Kd", "4d"]);
  assert.deepEqual(laid(["2c", "Kd", "9c", "Qd"]), ["Kd", "Qd", "9c", "2c"]);
  assert.deepEqual(laid(["2c", null, "9c", "Qd"]), ["2c", null, "9c", "Qd"]);
  assert.deepEqual(laid(["2c", "Kd", "9c"]), ["2c", "Kd", "9c"]);
});

test("a flush in words", () => {
  assert.equal(flushWords(["2c", "9c", "Td", "Jc"]), "3-card flush, jack high");
  assert.equal(flushWords(["Th", "9c", null]), "10 high");
  assert.equal(flushWords([]), "");
});
