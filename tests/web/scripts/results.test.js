import assert from "node:assert/strict";
import { test } from "node:test";
import { actionKey, betWords, lastStep, sizeAt, sized } from "../../../src/longsuit/web/static/table/actions.js";
import {
  lateWords,
  lingering,
  settledWords,
  statusWords,
} from "../../../src/longsuit/web/static/table/announcements.js";
import { gain, initials, netOf, spotWords } from "../../../src/longsuit/web/static/table/results.js";

const result = (more) => ({ seat: 1, wager: "ante", stake: 500, returned: 1000, verdict: "win", words: "", ...more });

test("what a seat came out with leaves out a jackpot that is due, and counts envy pays", () => {
  const due = result({ verdict: "due", returned: 0 });
  const settlement = { results: [result(), due, result({ seat: 2 })], envies: [{ seat: 1, amount: 2500 }] };
  assert.equal(netOf(settlement, 1), 3000);
  assert.equal(netOf(settlement, 3), 0);
  assert.deepEqual([result(), due, result({ verdict: "push" })].map(gain), ["+$5", "jackpot", "push"]);
});

test("an envy pay is told with the rest of a round", () => {
  const envies = [
    { seat: 1, winner: 4, amount: 20000 },
    { seat: 2, winner: 4, amount: 20000 },
  ];
  const round = { settlement: { qualifies: true, results: [], envies }, dealer: ["Kh", "Qh", "2s"], board: [] };
  const told = "Envy pay: $200 for the hand of seat 4.";
  assert.ok(settledWords(round, 1, {}).endsWith(told));
  assert.ok(!settledWords(round, 3, {}).includes("Envy"));
});

test("a spot in words", () => {
  assert.equal(spotWords({ name: "Ante", cents: 500 }), "Ante, $5");
  assert.equal(spotWords({ name: "Ante", cents: 0 }), "Ante, empty");
  const told = spotWords({ name: "Ante", cents: 500, result: result({ words: "3-card flush: higher" }) });
  assert.equal(told, "Ante: won +$5, 3-card flush: higher");
  assert.deepEqual(["X-tra Bonus", "Same Suit Bonus", "STAX Progressive"].map(initials), ["X", "SS", "P"]);
});

test("a bet of the player's own size goes in steps up to its most", () => {
  const raise = { name: "raise", least: 500, most: 1700, step: 500 };
  assert.ok(sized(raise) && !sized({ least: 500, most: 500 }));
  assert.deepEqual(
    [0, 1, lastStep(raise)].map((at) => sizeAt(raise, at)),
    [500, 1000, 1700],
  );
  assert.deepEqual(["check", "fold", "raise", "bet_3x"].map(actionKey), ["c", "f", "r", "3"]);
  assert.equal(betWords({ action: "raise", amount: 700 }, { raise: "Raise" }), "Raise $7");
  assert.equal(betWords({ action: "bet_3x", amount: 700 }, { bet_3x: "All In 3x" }), "All In 3x");
});

const seat = (number, player, wagers = {}) => ({ seat: number, player, wagers, cards: [], folded: false, taken: [] });

test("the status line says whom the table waits for", () => {
  const round = { phase: "wagers", seats: [seat(1, "Ann", { ante: 500 }), seat(2, "Bob"), seat(3, "Robot 3")] };
  assert.equal(statusWords({ round }, round.seats[0], 0), "Waiting for seat 2.");
  assert.equal(statusWords({ round }, round.seats[1], 0), "Place your wagers.");
  assert.equal(statusWords({ round: { phase: "decisions", turn: 2, seats: [] } }, { seat: 2 }, 0), "Your turn");
  assert.equal(statusWords({ closed: true }, null, 0), "This table is closed.");
});

test("somebody whose time ran out is told what was done for them", () => {
  const late = { type: "ActionTaken", seat: 1, in_time: false, action: "fold" };
  assert.equal(lateWords([late], 1), "Time ran out: you folded.");
  assert.equal(lateWords([late], 2), "");
});

test("cards and results of the last round stay until a seat wagers again", () => {
  const past = { number: 4, game: "g", board: ["2c"], dealer: ["3c"], settlement: {}, seats: [] };
  past.seats = [
    { ...seat(1, "Ann"), cards: ["Ah"] },
    { ...seat(2, "Bob"), cards: ["Kh"] },
  ];
  const now = { number: 5, game: "g", phase: "wagers", seats: [seat(1, "Ann"), seat(2, "Bob", { ante: 500 })] };
  const shown = lingering(now, past);
  assert.deepEqual(
    shown.seats.map((one) => one.cards),
    [["Ah"], []],
  );
  assert.deepEqual([shown.number, shown.board], [4, ["2c"]]);
  assert.equal(lingering({ ...now, number: 6 }, past).number, 6);
});
