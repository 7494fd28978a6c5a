// The events of a record that a receipt is checked by. Numbers and words are those of the log, for good.
import { decode } from "./msgpack.js";

// biome-ignore format: one word after another
const WORDS = [
  "", "ante", "xtra", "same-suit", "stax", "all-in", "flush-bonus", "straight-flush-bonus", "progressive", "raise",
  "check", "fold", "bet_1x", "bet_2x", "bet_3x", "raise_1x", "raise_2x", "raise_3x", "win", "push", "lose", "due",
  "ahead", "tie", "behind", "folded", "unqualified", "hand", "no-hand", "meter", "asked", "settings", "closing",
  "reserve", "must-hit", "Must Hit", "player", "dealer", "supervisor", "auditor", "admin", "main", "star", "spade",
  "heart", "diamond", "7-card flush", "6-card flush", "5-card flush", "4-card flush", "3-card flush",
  "7-card straight flush", "6-card straight flush", "5-card straight flush", "4-card straight flush",
  "3-card straight flush",
];

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const text = (value) => (typeof value === "number" ? WORDS[value] : value instanceof Uint8Array ? hex(value) : value);
const card = (number) => "23456789TJQKA"[number % 13] + "cdhs"[Math.floor(number / 13)];

const READERS = {
  2: (number, _seated, commitment) => ({ kind: "RoundBegun", number, commitment: text(commitment) }),
  3: ([seat, player, word]) => ({ kind: "WordAdded", seat, player: text(player), word: text(word) }),
  4: (number, seed) => ({ kind: "SeedOpened", number, seed: text(seed) }),
  10: (_seat, cards) => ({ kind: "HandDealt", cards: cards.map(card) }),
  11: (cards) => ({ kind: "DealerDealt", cards: cards.map(card) }),
  12: (cards) => ({ kind: "BoardDealt", cards: cards.map(card) }),
  40: (cycle, above, commitment) => ({ kind: "TriggerSealed", cycle, above, commitment: text(commitment) }),
  41: (cycle, above, secret, trigger, table, round, seats, winner) => ({
    kind: "TriggerOpened",
    cycle,
    above,
    secret: text(secret),
    trigger,
    table: text(table),
    round,
    seats,
    winner,
  }),
  78: (seat, seal) => ({ kind: "WordSealed", seat, seal: text(seal) }),
  79: (number, commitment) => ({ kind: "DeckSealed", number, commitment: text(commitment) }),
  80: (seats) => ({ kind: "WordsMissing", seats }),
};

// Those of other kinds are passed over.
export const eventsOf = (bytes) =>
  decode(bytes).flatMap(([number, ...fields]) => (READERS[number] ? [READERS[number](...fields)] : []));
