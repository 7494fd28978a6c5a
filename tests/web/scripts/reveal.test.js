import assert from "node:assert/strict";
import { test } from "node:test";
import { isOpen } from "../../../src/longsuit/web/static/table/actions.js";
import { guideStep } from "../../../src/longsuit/web/static/table/guide.js";
import { frames, PACES, timed } from "../../../src/longsuit/web/static/table/reveal.js";
import { sizeOfWin, tally } from "../../../src/longsuit/web/static/table/tally.js";
import { spotKeys } from "../../../src/longsuit/web/static/table/wagers.js";

const seat = (number, cards, stack) => ({ seat: number, player: `P${number}`, cards, stack, wagers: {}, bet: 0 });
const result = (number, wager, stake, returned) => ({ seat: number, wager, stake, returned, verdict: "win" });
const NOW = {
  number: 7,
  board: ["2c", "3c", "4c", "5c"],
  dealer: ["9h", "8h", "7d"],
  seats: [seat(1, ["Ah", "Kh", "Qh"], 1200), seat(2, ["As", "Ks", "Qs"], 900)],
  settlement: {
    results: [result(1, "bet", 300, 600), result(1, "ante", 100, 200), result(2, "ante", 100, 200)],
    envies: [],
    awards: [],
    qualifies: true,
  },
};
const THEN = {
  ...NOW,
  board: ["2c", "3c"],
  dealer: [null, null, null],
  seats: [NOW.seats[0], seat(2, [null, null, null], 700)],
  settlement: null,
};
const all = frames(THEN, NOW, [1], ["ante", "bet"]);

test("board, dealer, flushes and spots come in this order, one at a time", () => {
  const kinds = all.map((one) => one.kind).join(" ");
  assert.equal(kinds, "bets board board dealer dealer dealer marks paid paid");
  const seen = all.map(({ round }) => round.board.length + round.dealer.filter(Boolean).length);
  assert.deepEqual(seen, [2, 3, 4, 5, 6, 7, 7, 7, 7]);
});

test("nothing is told before its moment", () => {
  for (const { kind, round } of all) {
    const early = ["bets", "board", "dealer"].includes(kind);
    assert.equal(round.settlement === null, early, kind);
    assert.deepEqual(round.seats[1].cards, early ? [null, null, null] : ["As", "Ks", "Qs"]);
    assert.deepEqual(round.seats[0].cards, ["Ah", "Kh", "Qh"]);
    assert.equal(round.seats[1].stack, 700, "others are paid at the end");
  }
  const paid = all
    .slice(-3)
    .map(({ round }) => [round.settlement.results.map((one) => one.wager), round.seats[0].stack]);
  assert.deepEqual(paid, [
    [[], 400],
    [["ante"], 600],
    [["ante", "bet"], 1200],
  ]);
});

test("a round that was not seen before begins with an empty board and hidden hands", () => {
  const fresh = frames({ ...THEN, number: 6 }, NOW, [], ["ante", "bet"]);
  assert.equal(fresh.filter((one) => one.kind === "board").length, 4);
  assert.ok(fresh[0].round.seats.every((one) => one.cards.every((card) => card === null)));
  assert.equal(fresh.at(-1).kind, "marks");
});

test("it takes about two seconds at the normal pace, less or more at the others", () => {
  const long = frames({ ...THEN, board: [] }, NOW, [1, 2], ["ante", "bet"]);
  const sum = (pace) => timed(long, pace).reduce((ms, one) => ms + one.ms, 0);
  assert.ok(sum("normal") > 1500 && sum("normal") <= 2000.1, String(sum("normal")));
  assert.ok(sum("fast") < sum("normal") && sum("normal") < sum("calm"));
  assert.deepEqual(Object.keys(PACES), ["calm", "normal", "fast"]);
});

test("a newcomer is led through four steps", () => {
  const steps = [
    ["wager", false],
    ["ready", false],
    ["act opening", false],
    ["wager", true],
  ].map((now) => guideStep(...now));
  assert.deepEqual(
    steps.map((one) => one.at),
    [1, 2, 3, 4],
  );
  assert.ok(steps[3].last && steps.every((one) => one.words));
  assert.equal(guideStep("wait", false), null);
});

test("a session is the sum of its rounds and mistakes, and a big win looks big", () => {
  const advice = [{ cost: 0.25 }, { cost: 0 }];
  const sum = { rounds: 3, net: 500, best: 2500, judged: 2, mistakes: 1, cost: 0.25 };
  assert.deepEqual(tally({ 1: -1000, 2: 2500, 3: -1000 }, advice), sum);
  assert.deepEqual(
    [-1, 0, 100, 5000].map((net) => sizeOfWin(net, 1000)),
    ["lost", "", "won", "won big"],
  );
});

test("each spot has a key that no other has", () => {
  const named = (...names) => names.map((name) => ({ wager: name, name }));
  const keys = spotKeys(named("Ante", "X-tra Bonus", "Same Suit Bonus", "STAX Progressive", "Progressive"));
  assert.deepEqual(Object.values(keys), ["a", "x", "s", "t", "o"]);
});

test("only what was open is compared", () => {
  const actions = [
    { name: "fold", least: 0, most: 0 },
    { name: "raise", least: 500, most: 1000 },
  ];
  assert.ok(isOpen(actions, { action: "raise", amount: 500 }) && isOpen(actions, { action: "fold", amount: 0 }));
  assert.ok(!isOpen(actions, { action: "raise", amount: 1500 }) && !isOpen(actions, { action: "check" }));
});
