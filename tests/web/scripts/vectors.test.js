import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { longSuit } from "../../../src/longsuit/web/static/shared/flushes.js";
import { exactDollars } from "../../../src/longsuit/web/static/shared/money.js";
import { netOf } from "../../../src/longsuit/web/static/table/results.js";
import { check, deckOf } from "../../../src/longsuit/web/static/table/shuffle_check.js";

// What the program gives (docs/vectors.md): the pages must agree.
const cases = (name) =>
  JSON.parse(readFileSync(new URL(`../../../docs/vectors/${name}.json`, import.meta.url), "utf8")).cases;

test("the pages find the same flush in every hand", () => {
  for (const { cards, length, ranks } of cases("ranking")) {
    const suit = longSuit(cards.match(/../g));
    assert.deepEqual([suit.length, suit.map((card) => card[0]).join("")], [length, ranks], cards);
  }
});

test("the pages shuffle the same deck from a seed, and open its commitment and the seals of words", () => {
  for (const one of cases("shuffle")) {
    assert.deepEqual(deckOf(one), one.deck);
    const found = check({ ...one, dealt: one.deck });
    assert.deepEqual([found.commitment, found.words, found.dealt], [true, true, true]);
    const other = one.words.map((word) => ({ ...word, word: "other" }));
    assert.equal(check({ ...one, words: other, dealt: one.deck }).words, !other.length);
  }
});

test("a seat comes out of a settled round with the same net", () => {
  for (const { results, envies, net } of cases("settlement"))
    for (const [seat, cents] of Object.entries(net)) assert.equal(netOf({ results, envies }, Number(seat)), cents);
});

test("a meter is shown in the same dollars", () => {
  const MITES = 10000;
  for (const { steps } of cases("meters"))
    for (const { value, shown } of steps) assert.equal(exactDollars(Math.floor(value / MITES)), shown);
});
