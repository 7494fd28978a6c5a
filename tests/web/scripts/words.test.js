import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { sealOf } from "../../../src/longsuit/web/static/table/word_seal.js";
import { keepWords, keptWords, MOST_TYPED, makeWord, toOpen } from "../../../src/longsuit/web/static/table/words.js";

const store = () => {
  const held = new Map();
  return { getItem: (name) => held.get(name) ?? null, setItem: (name, value) => held.set(name, value) };
};

test("a word is what was typed and 128 random bits, and never twice the same", () => {
  assert.match(makeWord(""), /^[0-9a-f]{32}$/);
  assert.match(makeWord(" my dog "), /^my dog [0-9a-f]{32}$/);
  assert.equal(new Set(Array.from({ length: 50 }, () => makeWord(""))).size, 50);
  assert.ok(makeWord("x".repeat(500)).length <= MOST_TYPED + 33);
});

test("a seal is the SHA-256 of table, round, seat, player and word", () => {
  const told = { table: "T1", round: 7, seat: 2, player: "Zoë", word: "luck ♥" };
  const theirs = createHash("sha256").update("longsuit word seal\nT1\n7\n2\nZoë\nluck ♥").digest("hex");
  assert.equal(sealOf(told), theirs);
});

test("a word is opened only once the deck is sealed, and only if it is the one awaited", () => {
  const words = [
    { round: 7, seat: 2, seal: "aa" },
    { round: 6, seat: 2, seal: "aa" },
    { round: 7, seat: 3, seal: "bb" },
  ];
  const view = (phase, commitment) => ({
    round: { phase, number: 7 },
    shuffle: { commitment, seals: { 2: "aa", 3: "cc" } },
  });
  assert.deepEqual(toOpen(words, view("no more bets", "00")), [words[0]]);
  assert.deepEqual(toOpen(words, view("wagers", "")), []);
  assert.deepEqual(toOpen(words, view("no more bets", "")), []);
  assert.deepEqual(toOpen(words, view("decisions", "00")), []);
  assert.deepEqual(toOpen(words, { round: null, shuffle: {} }), []);
});

test("the words of the last rounds are kept, and what cannot be read is none", () => {
  const held = store();
  const words = Array.from({ length: 30 }, (_, round) => ({ round, seat: 1, seal: String(round) }));
  keepWords("T1", "Ann", words, held);
  const kept = keptWords("T1", "Ann", held);
  assert.deepEqual([kept[0].round, kept.at(-1).round], [10, 29]);
  assert.deepEqual(keptWords("T1", "Bob", held), []);
  held.setItem("longsuit-words T1 Eve", "{");
  assert.deepEqual(keptWords("T1", "Eve", held), []);
});
