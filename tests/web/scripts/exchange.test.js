import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, LONGEST_ADDRESS, linesOf, queryOf, secondsLeft } from "../../../src/longsuit/web/static/lab/exchange.js";

const field = (name, value, more = {}) => ({ name, value, default: "a", ...more });

test("an address has what is not at its default", () => {
  assert.equal(queryOf([field("x", "a"), field("y", "b & c")]), "y=b+%26+c");
  assert.equal(queryOf([]), "");
});

test("a field that restarts sets those after it back", () => {
  const game = field("game", "b", { restarts: true });
  assert.equal(queryOf([field("x", "b"), game, field("y", "b")], game), "x=b&game=b");
});

test("fields that are too long for an address go in a body", async (of) => {
  const asked = [];
  of.mock.method(globalThis, "fetch", async (...given) => asked.push(given));
  const text = "a b".repeat(LONGEST_ADDRESS);
  await ask("/run", "x=1");
  await ask("/run", queryOf([field("text", text)]));
  assert.deepEqual([asked[0][0], asked[1][0], asked[1][1].method], ["/run?x=1", "/run", "POST"]);
  assert.deepEqual(JSON.parse(asked[1][1].body), { text });
});

test("the time left goes on as it did, and is not known before", () => {
  assert.equal(secondsLeft({ done: 30, total: 100 }, 10, 4), 14);
  assert.equal(secondsLeft({ done: 10, total: 100 }, 10, 4), null);
  assert.equal(secondsLeft({ done: 0, total: 0 }, 0, 4), null);
});

test("lines are read however they are cut", async () => {
  const parts = ['{"a":1}\n{"b"', ":2}", "\n"];
  const body = new ReadableStream({
    start(stream) {
      for (const part of parts) stream.enqueue(new TextEncoder().encode(part));
      stream.close();
    },
  });
  const found = [];
  for await (const line of linesOf({ body })) found.push(line);
  assert.deepEqual(found, [{ a: 1 }, { b: 2 }]);
});
