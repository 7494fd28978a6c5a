import assert from "node:assert/strict";
import { test } from "node:test";
import { partsOf } from "../../../src/longsuit/web/static/train/parts.js";

const round = (name) => ["Longsuit round, form 1", `game: ${name}`, ""];

test("a file is divided where its rounds begin, and keeps its lines", () => {
  const lines = ["# mine", ...round("a"), ...round("é"), ...round("c")];
  for (const longest of [1, 40, 70, 1000]) {
    const parts = partsOf(lines.join("\n"), longest);
    assert.equal(parts.map((one) => one.text).join("\n"), lines.join("\n"));
    for (const { text, line } of parts)
      assert.deepEqual(text.split("\n"), lines.slice(line - 1, line - 1 + text.split("\n").length));
    for (const { text } of parts) assert.match(text, /Longsuit round/);
  }
  assert.equal(partsOf(lines.join("\n"), 1).length, 3);
  assert.equal(partsOf(lines.join("\n"), 1000).length, 1);
});
