// A round's shuffle made again in the browser, from its opened seed (docs/fairness.md).
// No browser knows SHAKE-256, so the sponge of FIPS 202 is written out here; over plain HTTP SHA-256 is missing too.
import { sha256 } from "../shared/sha2.js";
import { sealOf } from "./word_seal.js";

const LANES = 25,
  RATE = 136,
  MASK = (1n << 64n) - 1n;
const TURNS = [0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14].map(
  BigInt,
);
const ROUND_KEYS = roundKeys();

function roundKeys() {
  const keys = [];
  let register = 1;
  for (let round = 0; round < 24; round++) {
    let key = 0n;
    for (let power = 0; power <= 6; power++) {
      if (register & 1) key |= 1n << BigInt(2 ** power - 1);
      register = (register << 1) ^ (register & 0x80 ? 0x171 : 0);
    }
    keys.push(key);
  }
  return keys;
}

const turn = (lane, by) => ((lane << by) | (lane >> (64n - by))) & MASK;

function permute(state) {
  for (const key of ROUND_KEYS) {
    const columns = [0, 1, 2, 3, 4].map((x) => state[x] ^ state[x + 5] ^ state[x + 10] ^ state[x + 15] ^ state[x + 20]);
    const moved = new Array(LANES);
    for (let x = 0; x < 5; x++) {
      const mixed = columns[(x + 4) % 5] ^ turn(columns[(x + 1) % 5], 1n);
      for (let y = 0; y < 5; y++) {
        const at = x + 5 * y;
        moved[y + 5 * ((2 * x + 3 * y) % 5)] = turn(state[at] ^ mixed, TURNS[at]);
      }
    }
    for (let y = 0; y < 25; y += 5)
      for (let x = 0; x < 5; x++)
        state[y + x] = moved[y + x] ^ (~moved[y + ((x + 1) % 5)] & MASK & moved[y + ((x + 2) % 5)]);
    state[0] ^= key;
  }
}

export function shake256(message, length) {
  const blocks = Math.floor(message.length / RATE) + 1;
  const padded = new Uint8Array(blocks * RATE);
  padded.set(message);
  padded[message.length] ^= 0x1f;
  padded[padded.length - 1] ^= 0x80;
  const state = new Array(LANES).fill(0n);
  for (let at = 0; at < padded.length; at += RATE) {
    for (let lane = 0; lane < RATE / 8; lane++)
      for (let byte = 0; byte < 8; byte++) state[lane] ^= BigInt(padded[at + lane * 8 + byte]) << BigInt(8 * byte);
    permute(state);
  }
  const out = new Uint8Array(length);
  for (let at = 0; at < length; at++) {
    const inside = at % RATE;
    if (at && !inside) permute(state);
    out[at] = Number((state[inside >> 3] >> BigInt(8 * (inside & 7))) & 255n);
  }
  return out;
}

const bytesOf = (text) => new TextEncoder().encode(text);
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const fromHex = (text) => Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));
const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export function deckOf(told) {
  const words = JSON.stringify(told.words.map((one) => [one.seat, one.player, one.word]));
  const name = `longsuit round shuffle\n${told.table}\n${told.round}\n${words}\n`;
  const stream = shake256(joined(bytesOf(name), fromHex(told.seed)), 2048);
  const left = [..."cdhs"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit));
  const deck = [];
  for (let at = 0; left.length; at += 2) {
    const draw = stream[at] * 256 + stream[at + 1],
      n = left.length;
    if (draw < 65536 - (65536 % n)) deck.push(...left.splice(draw % n, 1));
  }
  return deck;
}

// Whether the seed opens the commitment, the words their seals, and the cards are those of the shuffle.
// In rounds of the old order no word was sealed.
export function check(told) {
  const seals = told.seals || {};
  const { table, round } = told;
  const opens = (one) => !Object.keys(seals).length || sealOf({ table, round, ...one }) === seals[one.seat];
  const sealed = joined(bytesOf(`longsuit round seal\n${told.table}\n${told.round}\n`), fromHex(told.seed));
  const digest = toHex(sha256(sealed));
  const deck = deckOf(told);
  return {
    commitment: digest === told.commitment,
    words: told.words.every(opens),
    dealt: told.dealt.every((card, at) => card === null || card === deck[at]), // null: not shown
    deck,
  };
}
