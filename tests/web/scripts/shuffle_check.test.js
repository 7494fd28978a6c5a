import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { check, deckOf, shake256 } from "../../../src/longsuit/web/static/table/shuffle_check.js";

const ROUND = { table: "T1", round: 41, seed: "ab".repeat(32), words: [{ seat: 2, player: "Ann", word: "biscuit ♥" }] };

test("our SHAKE-256 is that of OpenSSL, at every length around its block", () => {
  for (const length of [0, 1, 135, 136, 137, 272, 500]) {
    const message = Uint8Array.from({ length }, (_, at) => (at * 31) & 255);
    const theirs = createHash("shake256", { outputLength: 300 }).update(message).digest("hex");
    assert.equal(Buffer.from(shake256(message, 300)).toString("hex"), theirs, String(length));
  }
});

test("a deck has every card once, and each word changes it", () => {
  assert.equal(new Set(deckOf(ROUND)).size, 52);
  assert.notDeepEqual(deckOf(ROUND), deckOf({ ...ROUND, words: [] }));
});

test("a round is checked against its commitment and its cards", () => {
  const sealed = Buffer.concat([Buffer.from("longsuit round seal\nT1\n41\n"), Buffer.from(ROUND.seed, "hex")]);
  const commitment = createHash("sha256").update(sealed).digest("hex");
  const dealt = deckOf(ROUND).slice(0, 9).with(3, null);
  const found = check({ ...ROUND, commitment, dealt });
  assert.deepEqual([found.commitment, found.dealt], [true, true]);
  const lie = check({ ...ROUND, commitment: "0".repeat(64), dealt: [...dealt].reverse() });
  assert.deepEqual([lie.commitment, lie.dealt], [false, false]);
});
