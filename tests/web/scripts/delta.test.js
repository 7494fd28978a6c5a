import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { changed } from "../../../src/longsuit/web/static/client/delta.js";

test("a value, a key that goes, a change within, an array that grows", () => {
  assert.equal(changed(1, [2]), 2);
  assert.equal(changed({ a: 1 }, [null]), null);
  assert.deepEqual(changed({ a: 1, b: 2 }, { a: [], c: [[3]] }), { b: 2, c: [3] });
  assert.deepEqual(changed({ a: [1, { b: 2 }] }, { a: { 1: { b: [null] }, 2: ["x"] } }), { a: [1, { b: null }, "x"] });
});

test("what was is left as it was, and what has not changed is shared", () => {
  const before = { seats: [{ stack: 1 }, { stack: 2 }], board: ["2c"] };
  const after = changed(before, { seats: { 1: { stack: [3] } } });
  assert.deepEqual(before.seats, [{ stack: 1 }, { stack: 2 }]);
  assert.deepEqual(after.seats, [{ stack: 1 }, { stack: 3 }]);
  assert.equal(after.seats[0], before.seats[0]);
  assert.equal(after.board, before.board);
});

// Made by the floor's own side (tests/floor/reads/test_delta.py): a list of [before, change, after].
const { LONGSUIT_DELTAS: file } = process.env;
if (file)
  test("changes that the floor made lead where it says", () => {
    for (const [before, change, after] of JSON.parse(readFileSync(file, "utf8")))
      assert.deepEqual(changed(before, change), after);
  });
