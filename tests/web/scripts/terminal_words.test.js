import assert from "node:assert/strict";
import { test } from "node:test";
import { envyWords, nextWords } from "../../../src/longsuit/web/static/staff/terminal_words.js";

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
