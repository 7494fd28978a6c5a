import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { longSuit } from "../../../src/longsuit/web/static/shared/flushes.js";
import { exactDollars } from "../../../src/longsuit/web/static/shared/money.js";
import { netOf } from "../../../src/longsuit/web/static/table/results.js";
import { check, deckOf, shake256 } from "../../../src/longsuit/web/static/table/shuffle_check.js";

// What the program gives (docs/vectors.md): the pages must agree.
const cases = (name) =>
  JSON.parse(readFileSync(new URL(`../../../docs/vectors/${name}.json`, import.meta.url), "utf8")).cases;

test("the pages find the same flush in every hand", () => {
  for (const { cards, length, ranks } of cases("ranking")) {
    const suit = longSuit(cards.match(/../g));
    assert.deepEqual([suit.length, suit.map((card) => card[0]).join("")], [length, ranks], cards);
  }
});

test("the pages shuffle the same deck from a seed, and open its commitment", async () => {
  for (const one of cases("shuffle")) {
    assert.deepEqual(deckOf(one), one.deck);
    const found = await check({ ...one, dealt: one.deck });
    assert.deepEqual([found.commitment, found.dealt], [true, true]);
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

test("a Must Hit secret opens its commitment, and gives its trigger and its seat", () => {
  const bytes = (text) => Buffer.from(text, "utf8");
  const drawn = (message, count) => {
    const size = Math.ceil(BigInt(count).toString(2).length / 8) + 1;
    const limit = (256n ** BigInt(size) / BigInt(count)) * BigInt(count);
    for (let tries = 1; ; tries++) {
      const last = Buffer.from(shake256(message, size * tries)).subarray(-size);
      const number = BigInt(`0x${last.toString("hex")}`);
      if (number < limit) return Number(number % BigInt(count));
    }
  };
  for (const one of cases("must_hit")) {
    const name = `${one.meter}\n${one.cycle}\n${one.above}\n${one.by}\n`;
    const secret = Buffer.from(one.secret, "hex");
    const sealed = Buffer.concat([bytes(`longsuit must hit seal\n${name}`), secret]);
    assert.equal(createHash("sha256").update(sealed).digest("hex"), one.commitment);
    const trigger = Buffer.concat([bytes(`longsuit must hit trigger\n${name}`), secret]);
    assert.equal(one.by - drawn(trigger, Math.max(one.by - one.above, 1)), one.trigger);
    const place = `longsuit must hit winner\n${name}${one.table}\n${one.round}\n${one.seats.join()}\n`;
    assert.equal(one.seats[drawn(Buffer.concat([bytes(place), secret]), one.seats.length)], one.winner);
  }
});
