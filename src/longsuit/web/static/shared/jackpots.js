// Meters and their jackpots as a page follows them: pending until they are paid, and celebrated once, when they are.
import { dollars } from "./money.js";

const keyOf = ({ claim }) => `${claim.table}/${claim.round}/${claim.number}`;

export const meterName = (name) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");
export const meterTitle = (meter) =>
  meter.must_hit_by ? `Must hit by ${dollars(meter.must_hit_by)}` : meterName(meter.name);

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
