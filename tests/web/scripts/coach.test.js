import assert from "node:assert/strict";
import { test } from "node:test";
import { Coached } from "../../../src/longsuit/web/static/table/coach.js";

const answer = { best: "check", actions: [{ action: "check", amount: 0, value: { decimal: 0.5 } }] };

/** A page whose coach answers when it is told to. */
function page() {
  const mine = { cards: ["Ah", "Kh", "2d"], stack: 1000, wagers: { ante: 500 }, actions: [{}, {}] };
  const vm = { ...Coached.methods, mine, values: null, deciding: true };
  vm.fixed = { bet: { of: "ante" } };
  vm.round = { number: 7, phase: "decisions", seats: [mine], board: [] };
  vm.view = { version: 1 };
  vm.value = () => new Promise((tell) => (vm.tell = tell));
  return vm;
}

test("what others do meanwhile takes no advice away", async () => {
  const vm = page();
  const shown = vm.show();
  vm.view = { version: 2 };
  vm.tell(answer);
  await shown;
  assert.equal(vm.values.best, "check");
});

test("advice about another hand, or for who has decided, is not shown", async () => {
  for (const change of [{ round: { number: 8 } }, { round: { board: ["2c", "3c"] } }, { vm: { deciding: false } }]) {
    const vm = page();
    const shown = vm.show();
    Object.assign(vm.round, change.round);
    Object.assign(vm, change.vm);
    vm.tell(answer);
    await shown;
    assert.equal(vm.values, null);
  }
});

test("a busy coach is asked again after as long as it says", async () => {
  const [fetch, later] = [globalThis.fetch, globalThis.setTimeout];
  const waited = [];
  const told = [
    { status: 503, headers: { "retry-after": "7" } },
    { status: 429, headers: {} },
  ].map((one) => Response.json({ reason: "The coach is busy." }, one));
  globalThis.fetch = async () => told.shift() || Response.json(answer);
  globalThis.setTimeout = (then, milliseconds) => {
    waited.push(milliseconds);
    then();
  };
  try {
    const found = await Coached.methods.value.call({ table: "T1" }, { hole: "AhKh2d" });
    assert.deepEqual([found, waited], [answer, [7000, 1000]]);
  } finally {
    Object.assign(globalThis, { fetch, setTimeout: later });
  }
});
