import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { mustHit } from "../../../src/longsuit/web/static/receipt/must_hit_check.js";
import { checkReceipt, readReceipt } from "../../../src/longsuit/web/static/receipt/receipt_check.js";

// What the program gives (docs/vectors.md): the page must agree.
const cases = (name) =>
  JSON.parse(readFileSync(new URL(`../../../docs/vectors/${name}.json`, import.meta.url), "utf8")).cases;
const RECEIPTS = cases("receipts");
const hex = (bytes) => Buffer.from(bytes).toString("hex");

test("every receipt of the vectors holds, and every lie is found", () => {
  for (const { receipt, holds, lie } of RECEIPTS) {
    const found = checkReceipt(readReceipt(JSON.stringify(receipt)), receipt.keys);
    const bad = found.filter((one) => one.good === false).map((one) => one.text);
    assert.equal(bad.length === 0, holds, `${lie}: ${bad}`);
  }
});

test("a receipt says who signed it, and what was not said by anybody else", () => {
  const { receipt } = RECEIPTS[1];
  const said = checkReceipt(receipt, receipt.keys).map((one) => one.text);
  assert.ok(said.includes("Signed by regulator.example/w on 2025-11-18 02:46:49 UTC."), said.join("\n"));
  assert.ok(said.some((text) => text.startsWith("It draws the trigger of $")));
  assert.ok(checkReceipt(receipt).some((one) => one.good === null && one.text.includes("compare them")));
  const commitment = said
    .find((text) => text.includes("commitment"))
    .split(" ")
    .at(-1)
    .slice(0, -1);
  assert.ok(checkReceipt(receipt, [], commitment).some((one) => one.text === "It is the commitment that you noted."));
  assert.ok(checkReceipt(receipt, [], "00").some((one) => one.text === "It is not the commitment that you noted."));
});

test("a key that is not the signer's signs nothing", () => {
  const { receipt } = RECEIPTS[0];
  const [, regulator] = receipt.keys;
  const alone = checkReceipt(receipt, [regulator]).filter((one) => one.text.startsWith("Signed by"));
  assert.equal(alone.length, 1);
  assert.throws(() => checkReceipt(receipt, [`${regulator.slice(0, -4)}AAAA`]), /typing error/);
  assert.throws(() => checkReceipt(receipt, ["nonsense"]), /A public key is a line/);
});

test("what is no receipt is told in a sentence", () => {
  for (const [pasted, sentence] of [
    ["", /cannot be read as JSON/],
    ["null", /not a receipt of this form/],
    ["{}", /not a receipt of this form/],
    [JSON.stringify({ ...RECEIPTS[0].receipt, form: "2" }), /not a receipt of this form/],
    [" ".repeat(2_000_001), /too long/],
  ])
    assert.throws(() => readReceipt(pasted), sentence);
  const torn = { ...RECEIPTS[0].receipt, checkpoint: "a\n1\n" };
  assert.throws(() => checkReceipt(torn, torn.keys), /damaged/);
});

test("a Must Hit secret gives what the vectors have", () => {
  for (const one of cases("must_hit")) {
    const made = mustHit({ ...one, secret: Uint8Array.from(Buffer.from(one.secret, "hex")) });
    assert.deepEqual([hex(made.commitment), made.trigger, made.winner], [one.commitment, one.trigger, one.winner]);
  }
});
