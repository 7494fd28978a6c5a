import assert from "node:assert/strict";
import { test } from "node:test";
import { Hits, meterTitle, paidHits, partWins, pendingHits } from "../../../src/longsuit/web/static/shared/jackpots.js";

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

test("a meter goes by the hand that takes all of it, by its name, or by what it must hit", () => {
  const wins = (...hands) => ({ name: "level-1", wins: hands.map((hand) => [hand, "100%"]) });
  assert.equal(meterTitle(wins("7-card straight flush")), "7-card straight flush");
  const both = wins("7-card straight flush", "6-card straight flush");
  assert.equal(meterTitle(both), "7- or 6-card straight flush");
  assert.equal(meterTitle(wins("A-K-Q-J-10 suited", "5-card flush")), "A-K-Q-J-10 suited or 5-card flush");
  const part = { name: "main", wins: [...wins("7-card straight flush").wins, ["6-card straight flush", "10%"]] };
  assert.equal(meterTitle(part), "7-card straight flush");
  assert.deepEqual(partWins(part), [["6-card straight flush", "10%"]]);
  assert.equal(meterTitle({ name: "big-star", must_hit_by: 0 }), "Big star");
  assert.equal(meterTitle({ name: "mystery", must_hit_by: 100000 }), "Must hit by $1,000");
});
