// Meters and their jackpots as a page follows them: pending until they are paid, and celebrated once, when they are.
import { dollars } from "./money.js";

const keyOf = ({ claim }) => `${claim.table}/${claim.round}/${claim.number}`;
const SIGNS = { star: "★", spade: "♠", heart: "♥", diamond: "♦", club: "♣" };
const LEVELS = ["♛", "♜", "♝", "♞"];
const WHOLE = "100%";

const meterName = (name) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");

// "7-card straight flush or 6-card straight flush" says "straight flush" once.
function eitherOf(hands) {
  const kinds = hands.map((hand) => /^(\d)-card (.+)$/.exec(hand));
  if (hands.length < 2 || kinds.some((kind) => kind?.[2] !== kinds[0]?.[2])) return hands.join(" or ");
  return `${kinds.map((kind) => kind[1]).join("- or ")}-card ${kinds[0][2]}`;
}

// A meter is called by the hand that takes all of it.
export function meterTitle(meter) {
  if (meter.must_hit_by) return `Must hit by ${dollars(meter.must_hit_by)}`;
  const hands = (meter.wins || []).filter(([, share]) => share === WHOLE).map(([hand]) => hand);
  return eitherOf(hands) || meterName(meter.name);
}

// The hands that take a part of it.
export const partWins = (meter) => (meter.wins || []).filter(([, share]) => share !== WHOLE);

// A sign of its own for each meter of a table.
export const emblem = (meter, at) => (meter.must_hit_by ? "?" : SIGNS[meter.name] || LEVELS[at % LEVELS.length]);

export function pendingHits(meter) {
  const open = new Set(meter.pending.map((claim) => keyOf({ claim })));
  return meter.hits.filter((hit) => open.has(keyOf(hit)));
}

export function paidHits(meter) {
  const open = pendingHits(meter);
  return meter.hits.filter((hit) => !open.includes(hit));
}

export class Hits {
  constructor(meters) {
    this.look(meters);
  }

  // What has been paid since the last look. A voided jackpot is gone from the list: it brings no older one back.
  look(meters) {
    const paid = meters.flatMap((meter) => paidHits(meter).map((hit) => ({ ...hit, meter: meter.name })));
    const fresh = paid.filter((hit) => !this.seen?.has(keyOf(hit)));
    this.seen = new Set(paid.map(keyOf));
    return fresh;
  }
}
