import assert from "node:assert/strict";
import { test } from "node:test";
import { endWords, envyWords, handPay, nextWords } from "../../../src/longsuit/web/static/staff/terminal_words.js";

const TERMINAL = { live: false, phase: "idle", seats: [], lit: [], hand: "", open_hands: [], dark_hands: {} };
const view = (terminal, more) => ({ terminal: { ...TERMINAL, not_claimed: [], ...terminal }, ...more });
const jackpot = { seat: 2, amount: 250000, hand: "Royal", step: "verifying", envies: [], needs_approval: true };
const said = (terminal, more) => nextWords(view(terminal, more), "dealt", [], undefined, "dealer");

test("what comes next, by what the terminal shows", () => {
  assert.equal(said({ live: true }), "Touch the seats that have the progressive wager.");
  assert.equal(said({ live: true, lit: ["START ROUND"] }), "When all wagers are down, touch START ROUND.");
  assert.equal(said({}, { round: { phase: "decisions", turn: 3 } }), "Seat 3 to act.");
  assert.equal(said({ not_claimed: [[4, "Royal"]] }), "Seat 4 has won a jackpot: touch Claim.");
  const chosen = { seats: [{ seat: 5, chosen: true }], hand: "Royal", lit: ["PENDING JACKPOT"] };
  assert.equal(said(chosen), "Touch PENDING JACKPOT: Royal for seat 5.");
  assert.equal(said({}, { closed: true }), "The table is closed.");
});

test("a jackpot that needs a supervisor says so to whoever is none", () => {
  const next = (role) => nextWords(view({}), "dealt", [jackpot], jackpot, role);
  assert.match(next("dealer"), /^\$2,500\.00 needs a supervisor/);
  assert.match(next("supervisor"), /needs your approval/);
});

test("envy pays of several seats", () => {
  const envies = [1, 3].map((seat) => ({ seat, amount: 5000 }));
  assert.equal(envyWords(envies), "$50.00 envy to each of seats 1, 3");
  assert.equal(envyWords(envies.slice(1)), "$50.00 envy to seat 3");
});

test("of two winners of one meter it says which is paid first", () => {
  const two = [6, 2].map((seat) => ({ ...jackpot, seat, meter: "main" }));
  const said = nextWords(view({}), "live", two, undefined, "dealer");
  assert.equal(said, "Two winners of one meter are paid from right to left: touch seat 6 first.");
  const waits = { ...two[1], waits: "Pay or void the jackpot of seat 6 first." };
  assert.match(nextWords(view({}), "live", two, waits, "dealer"), /seat 6 first\. Two winners of one meter/);
});

test("each hand with what it pays now", () => {
  const meters = [
    {
      value: 1234567,
      wins: [
        ["A", "100%"],
        ["B", "10%"],
      ],
    },
  ];
  const terminal = { tray: { C: 5000 }, envy: { A: 20000 }, meters };
  assert.deepEqual(handPay("A", terminal), { pay: "$12,345.67", envy: "envy $200" });
  assert.deepEqual(handPay("B", terminal), { pay: "10% of $12,345.67", envy: "" });
  assert.deepEqual(handPay("C", terminal), { pay: "$50", envy: "" });
});

test("before END ROUND it names the seats that have claimed nothing", () => {
  assert.match(endWords([4]), /^Seat 4 had the wager and has no jackpot\./);
  assert.match(endWords([2, 4]), /^Seats 2, 4 had the wager and have no jackpot\./);
});
