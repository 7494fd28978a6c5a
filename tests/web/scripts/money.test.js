import assert from "node:assert/strict";
import { test } from "node:test";
import { centsOf, dollars, exactDollars, signed, signedValue } from "../../../src/longsuit/web/static/shared/money.js";

test("amounts as people read them", () => {
  assert.deepEqual([0, 5, 1250, 125000, -1000].map(dollars), ["$0", "$0.05", "$12.50", "$1,250", "−$10"]);
  assert.deepEqual([5, 125000].map(exactDollars), ["$0.05", "$1,250.00"]);
  assert.deepEqual([26500, 0, -1000].map(signed), ["+$265", "$0", "−$10"]);
  assert.deepEqual([signedValue(-0.5), signedValue(1, 6)], ["−0.5000", "+1.000000"]);
});

test("what is typed is an amount, or none: a comma never moves the point", () => {
  assert.deepEqual(["5", " $12.5 ", "1,250", "1,250.75"].map(centsOf), [500, 1250, 125000, 125075]);
  for (const text of ["", "12,50", "1,2,3", "1.234", "-5", "5 dollars", "99999999999", "1e3"])
    assert.equal(centsOf(text), null, text);
});

test("an amount that is shown is read back as itself", () => {
  for (let cents = 0; cents < 300000; cents += 997) {
    assert.equal(centsOf(dollars(cents)), cents);
    assert.equal(centsOf(exactDollars(cents)), cents);
  }
});
