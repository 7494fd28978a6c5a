// A receipt for a round, checked without any server: its records are in the signed tree, and say what was dealt.

import { sha256 } from "../shared/sha2.js";
import { deckOf } from "../table/shuffle_check.js";
import { sealOf } from "../table/word_seal.js";
import { eventsOf } from "./events.js";
import { encode } from "./msgpack.js";
import { mustHit } from "./must_hit_check.js";
import { fromBase64, readCheckpoint, readKey, signersOf, withTimes } from "./note.js";

const FORM = "longsuit receipt 1";
const MOST_RECORDS = 200,
  MOST_PROOF = 64,
  MOST_LETTERS = 2_000_000;
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new Error("That is no hexadecimal number.");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
};
const node = (left, right) => sha256(Uint8Array.of(1, ...left, ...right));

// The hash that a record carries in its chain; its leaf in the tree is made of it.
const recordHash = (one) =>
  sha256(
    Uint8Array.from(
      encode([
        unhex(one.previous),
        one.stream,
        one.version,
        one.at,
        one.who,
        one.command,
        one.schema,
        one.program,
        fromBase64(one.events),
      ]),
    ),
  );
const leafOf = (hash) => sha256(Uint8Array.of(0, ...hash));

// RFC 9162, 2.1.3.2. Sizes are below 2^53, so halves are taken by division.
export function rootOf(leaf, index, size, proof) {
  if (!(index >= 0 && index < size) || proof.length > MOST_PROOF) return null;
  let [at, last, found] = [index, size - 1, leaf];
  const half = () => {
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  };
  for (const other of proof) {
    if (last === 0) return null;
    if (at % 2 || at === last) {
      found = node(other, found);
      while (!(at % 2) && at) half();
    } else found = node(found, other);
    half();
  }
  return last === 0 ? found : null;
}

export function readReceipt(pasted) {
  if (pasted.length > MOST_LETTERS) throw new Error("That is too long for a receipt.");
  let told;
  try {
    told = JSON.parse(pasted);
  } catch {
    throw new Error("That is not a receipt: it cannot be read as JSON.");
  }
  const fits =
    told?.form === FORM && Array.isArray(told.records) && told.records.length && told.records.length <= MOST_RECORDS;
  if (!fits) throw new Error("That is not a receipt of this form.");
  return told;
}

// What holds and what does not, a line each; `keys` are those that the reader trusts, or none.
export function checkReceipt(told, keys = [], noted = "") {
  const found = [];
  const say = (good, text) => found.push({ good, text });
  const checkpoint = readCheckpoint(told.checkpoint);
  const trusted = keys.length > 0;
  const known = withTimes((trusted ? keys : told.keys).map(readKey));
  const signers = signersOf(checkpoint, known);
  for (const one of signers) {
    const when = one.at ? ` on ${new Date(one.at * 1000).toISOString().replace("T", " ").slice(0, 19)} UTC` : "";
    say(one.good, one.good ? `Signed by ${one.name}${when}.` : `The signature of ${one.name} is false.`);
  }
  if (!signers.length) say(false, "No key that you trust has signed the checkpoint.");
  else if (!trusted)
    found.push({
      good: null,
      text: "The keys are those that the receipt names: compare them with the house's or the witness's own.",
    });
  const outside = told.records.filter((one) => {
    const root = rootOf(leafOf(recordHash(one)), one.index, checkpoint.size, one.proof.map(fromBase64));
    return !root || hex(root) !== hex(checkpoint.root);
  });
  if (outside.length) say(false, `${outside.length} of ${told.records.length} records are not in the signed log.`);
  else
    say(
      true,
      `All ${told.records.length} records are in the signed log of ${checkpoint.size.toLocaleString("en")} records.`,
    );
  checkRound(told, noted, say);
  checkMustHit(told, say);
  return found;
}

function checkRound(told, noted, say) {
  const mine = told.records.filter((one) => one.stream === `table ${told.table}`);
  const inOrder = mine.every((one, at) => !at || one.version > mine[at - 1].version);
  const events = mine.flatMap((one) => eventsOf(fromBase64(one.events)));
  const begun = events.filter((one) => one.kind === "RoundBegun");
  if (!inOrder || begun.length !== 1 || events[0] !== begun[0] || begun[0].number !== told.round) {
    say(false, `The records are not those of round ${told.round} at table ${told.table}.`);
    return;
  }
  const commitment = promisedBy(events, say);
  if (!commitment) return;
  say(true, `Round ${told.round} at table ${told.table} was promised with the commitment ${commitment}.`);
  if (noted)
    say(
      noted.trim().toLowerCase() === commitment,
      noted.trim().toLowerCase() === commitment
        ? "It is the commitment that you noted."
        : "It is not the commitment that you noted.",
    );
  const opened = events.find((one) => one.kind === "SeedOpened" && one.number === told.round);
  if (!opened) {
    say(null, "The seed is not in this receipt: a hand was never shown, or the round was cancelled before the deal.");
    return;
  }
  const sealed = new TextEncoder().encode(`longsuit round seal\n${told.table}\n${told.round}\n`);
  const opens = hex(sha256(Uint8Array.of(...sealed, ...unhex(opened.seed)))) === commitment;
  say(opens, opens ? "The seed opens the commitment." : "The seed does not open the commitment.");
  const words = wordsOf(told, events, say);
  const deck = deckOf({ table: told.table, round: told.round, words, seed: opened.seed });
  const dealt = events.filter((one) => one.kind.endsWith("Dealt")).flatMap((one) => one.cards);
  const right = dealt.every((card, at) => card === deck[at]);
  say(
    right,
    right
      ? `All ${dealt.length} cards dealt are the first of the shuffle of that seed and ${words.length} words.`
      : "The cards dealt are not those of the shuffle.",
  );
}

// The commitment to the seed: when the deck was sealed, or in the old order when wagers opened.
function promisedBy(events, say) {
  const sealed = events.filter((one) => one.kind === "DeckSealed");
  if (events[0].commitment && !sealed.length) return events[0].commitment;
  if (sealed.length === 1 && !events[0].commitment) return sealed[0].commitment;
  if (sealed.length) say(false, "The deck was sealed more than once.");
  else say(null, "The commitment is not in this receipt: the cards were dealt in the same record.");
  return "";
}

// The words as they go into the shuffle: by seat, each sealed before the deck was; in the old order as they came.
function wordsOf(told, events, say) {
  const [words, seals] = [new Map(), new Map()];
  let [deck, right] = [false, true];
  for (const one of events) {
    if (one.kind === "DeckSealed") deck = true;
    if (one.kind === "WordSealed") {
      right &&= !deck;
      seals.set(one.seat, one.seal);
    }
    if (one.kind !== "WordAdded") continue;
    words.delete(one.seat);
    words.set(one.seat, one);
    const { table, round } = told;
    if (!events[0].commitment) right &&= deck && sealOf({ table, round, ...one }) === seals.get(one.seat);
  }
  if (events[0].commitment) return [...words.values()];
  if (!right) say(false, "The words are not those that were sealed before the deck was.");
  else if (words.size) say(true, "Every word was sealed before the deck was, and opened after it.");
  const missing = events.flatMap((one) => (one.kind === "WordsMissing" ? one.seats : []));
  if (missing.length) say(null, `The word of seat ${missing.join(", ")} was not opened in time, and counts as absent.`);
  return [...words.values()].sort((one, other) => one.seat - other.seat);
}

function checkMustHit(told, say) {
  const meters = told.records.filter((one) => one.stream.startsWith("meter "));
  if (!meters.length) return;
  const events = meters.flatMap((one) => eventsOf(fromBase64(one.events)));
  const opened = events.find(
    (one) => one.kind === "TriggerOpened" && one.table === told.table && one.round === told.round,
  );
  const promised = opened && events.find((one) => one.kind === "TriggerSealed" && one.cycle === opened.cycle);
  if (!promised || promised.above !== opened.above) {
    say(false, "The Must Hit award was not promised by a record of this receipt.");
    return;
  }
  const meter = meters[0].stream.slice("meter ".length);
  const secret = unhex(opened.secret);
  const made = mustHit({ ...opened, meter, by: told.must_hit_by, secret });
  const opens = hex(made.commitment) === promised.commitment;
  say(opens, opens ? "The Must Hit secret opens its commitment." : "The Must Hit secret does not open its commitment.");
  const right = made.trigger === opened.trigger && made.winner === opened.winner;
  say(
    right,
    right
      ? `It draws the trigger of $${(opened.trigger / 100).toFixed(2)} and seat ${opened.winner}.`
      : "The trigger or the seat is not the one that the secret draws.",
  );
}
