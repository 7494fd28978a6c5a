import assert from "node:assert/strict";
import { test } from "node:test";
import * as wagers from "../../../src/longsuit/web/static/table/wagers.js";

const offer = (wager, least, most, step, more) => ({
  wager,
  name: wager,
  least,
  most,
  step,
  mandatory: false,
  ...more,
});
const OFFERS = [
  offer("ante", 500, 10000, 500, { mandatory: true }),
  offer("xtra", 500, 10000, 500, { mandatory: true, equal_to: "ante" }),
  offer("bonus", 100, 2500, 100),
  offer("stax", 500, 500, 500),
];

test("chips add up within the limits, in steps", () => {
  let draft = wagers.add(OFFERS, {}, "bonus", 100);
  assert.deepEqual(draft, { bonus: 100 });
  draft = wagers.add(OFFERS, draft, "bonus", 50000);
  assert.deepEqual(draft, { bonus: 2500 });
  assert.deepEqual(wagers.add(OFFERS, {}, "ante", 100), { ante: 500, xtra: 500 });
});

test("a wager that follows the Ante goes with it, whichever of the two is touched", () => {
  const draft = wagers.add(OFFERS, wagers.add(OFFERS, {}, "xtra", 2500), "ante", 500);
  assert.deepEqual(draft, { ante: 3000, xtra: 3000 });
  assert.deepEqual(wagers.doubled(OFFERS, { ...draft, stax: 500 }), { ante: 6000, xtra: 6000, stax: 500 });
});

test("a wager of one size goes down and up again", () => {
  const down = wagers.add(OFFERS, {}, "stax", 2500);
  assert.deepEqual(down, { stax: 500 });
  assert.deepEqual(wagers.add(OFFERS, down, "stax", 2500), {});
  assert.deepEqual(wagers.started([offer("ante", 500, 500, 500, { mandatory: true })]), { ante: 500 });
});

test("what is missing, and what would leave nothing for the bet", () => {
  assert.equal(wagers.missing(OFFERS, { xtra: 500 }, 10000), "Place your ante to start.");
  assert.equal(wagers.missing(OFFERS, { ante: 500, xtra: 500 }, 900), "That is $1 more than you have.");
  assert.equal(wagers.missing(OFFERS, { ante: 500, xtra: 500 }, 1000), "");
  const [draft, bet] = [
    { ante: 500, xtra: 500 },
    { name: "Raise", of: "ante", least: 1 },
  ];
  assert.equal(wagers.noneLeft(draft, 1000, bet), "You'd have nothing left to bet with.");
  assert.equal(wagers.noneLeft(draft, 1500, bet), "");
  assert.equal(wagers.noneLeft({}, 0, bet), "");
  assert.equal(wagers.leastOf(OFFERS), 1000);
});

test("an amount is a pile of at most six chips, the largest first", () => {
  assert.deepEqual(wagers.pile(63100), [50000, 10000, 2500, 500, 100]);
  assert.equal(wagers.pile(99999999).length, 6);
  assert.deepEqual(wagers.chipsFor([offer("ante", 500, 2500, 500)]), [100, 500, 2500]);
});
