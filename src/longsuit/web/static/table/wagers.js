// Chips put down before a round: a draft in the browser, placed all at once.
import { dollars } from "../shared/money.js";
import { TEXTS } from "./texts.js";

const CHIPS = [100, 500, 2500, 10000, 50000];
const PILE = 6;
const words = TEXTS.place;

const fixed = (offer) => offer.least === offer.most;
const follows = (offer) => offer.equal_to && !fixed(offer);
export const total = (draft) => Object.values(draft).reduce((sum, cents) => sum + cents, 0);

export const chipsFor = (offers) => CHIPS.filter((chip) => offers.some((offer) => chip <= offer.most && !fixed(offer)));

// What a spot may hold at most, and in which steps.
function rounded(offer, amount) {
  if (amount <= 0) return 0;
  const within = Math.min(Math.max(amount, offer.least), offer.most);
  return offer.least + Math.floor((within - offer.least) / offer.step) * offer.step;
}

// The draft after an amount of one wager, and with it of those that are as large.
function put(offers, draft, wager, amount) {
  const next = { ...draft };
  for (const offer of offers) {
    if (offer.wager !== wager && !(offer.equal_to === wager && follows(offer))) continue;
    const cents = rounded(offer, amount);
    if (cents) next[offer.wager] = cents;
    else delete next[offer.wager];
  }
  return next;
}

export function add(offers, draft, wager, chip) {
  const offer = offers.find((one) => one.wager === wager);
  if (follows(offer)) return add(offers, draft, offer.equal_to, chip);
  if (fixed(offer)) return put(offers, draft, wager, draft[wager] ? 0 : offer.least);
  return put(offers, draft, wager, (draft[wager] || 0) + chip);
}

export function doubled(offers, draft) {
  const free = offers.filter((offer) => draft[offer.wager] && !fixed(offer) && !follows(offer));
  return free.reduce((next, { wager }) => put(offers, next, wager, draft[wager] * 2), draft);
}

// A mandatory wager of one size is down from the start.
export function started(offers) {
  const down = offers.filter((offer) => offer.mandatory && fixed(offer));
  return down.reduce((draft, offer) => put(offers, draft, offer.wager, offer.least), {});
}

// What is still missing, in words; empty when it can be placed.
export function missing(offers, draft, stack) {
  const lacking = offers.find((offer) => offer.mandatory && !draft[offer.wager]);
  if (lacking) return words.missing(lacking.name);
  if (total(draft) > stack) return words.tooMuch(dollars(total(draft) - stack));
  return "";
}

// A key for each spot: the first letter of its name that no other key has.
export function spotKeys(offers, taken = "urdp") {
  const keys = {};
  for (const { wager, name } of offers) {
    const free = [...name.toLowerCase()].find(
      (letter) => /[a-z]/.test(letter) && !taken.includes(letter) && !Object.values(keys).includes(letter),
    );
    keys[wager] = free || "";
  }
  return keys;
}

// What a round takes at the least.
export const leastOf = (offers) =>
  offers.filter((offer) => offer.mandatory).reduce((sum, offer) => sum + offer.least, 0);

// A warning when no bet could follow the wagers.
export function noneLeft(draft, stack, bet) {
  const left = stack - total(draft);
  if (left < 0 || left >= bet.least * (draft[bet.of] || 0)) return "";
  return left ? words.fewLeft(dollars(left), bet.name) : words.noneLeft;
}

// An amount as a small pile: the largest chips first, at most six to be seen.
export function pile(cents) {
  const found = [];
  let left = cents;
  for (const chip of [...CHIPS].reverse()) {
    for (; left >= chip && found.length < PILE; left -= chip) found.push(chip);
  }
  return found;
}
