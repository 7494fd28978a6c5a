import assert from "node:assert/strict";
import { test } from "node:test";
import { Hits, meterTitle, paidHits, pendingHits } from "../../../src/longsuit/web/static/shared/jackpots.js";

const claim = (number) => ({ table: "T1", round: 7, number });
const hit = (number) => ({ claim: claim(number), seat: number, amount: 100 * number });
const meter = (hits, pending = []) => ({ name: "big-star", hits: hits.map(hit), pending: pending.map(claim) });

test("a jackpot is pending until it is paid", () => {
  const now = meter([1, 2, 3], [2]);
  assert.deepEqual(
    pendingHits(now).map((one) => one.seat),
    [2],
  );
  assert.deepEqual(
    paidHits(now).map((one) => one.seat),
    [1, 3],
  );
});

test("a jackpot is news once, when it is paid; a voided one brings no older one back", () => {
  const seats = (found) => found.map((one) => one.seat);
  const hits = new Hits([meter([1])]);
  assert.deepEqual(seats(hits.look([meter([1, 2], [2])])), []);
  assert.deepEqual(seats(hits.look([meter([1, 2])])), [2]);
  assert.deepEqual(seats(hits.look([meter([1, 2])])), []);
  assert.deepEqual(seats(hits.look([meter([1])])), []);
});

test("a meter goes by its name, or by what it must hit", () => {
  assert.equal(meterTitle({ name: "big-star", must_hit_by: 0 }), "Big star");
  assert.equal(meterTitle({ name: "mystery", must_hit_by: 100000 }), "Must hit by $1,000");
});
