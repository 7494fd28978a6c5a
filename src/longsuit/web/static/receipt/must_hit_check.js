// What a Must Hit secret gives once it is opened (docs/progressives.md): its commitment, its trigger, its seat.

import { sha256 } from "../shared/sha2.js";
import { shake256 } from "../table/shuffle_check.js";

const MOST_TRIES = 1000;

function drawn(message, count) {
  const size = Math.ceil(count.toString(2).length / 8) + 1;
  const limit = (256n ** BigInt(size) / BigInt(count)) * BigInt(count);
  for (let tries = 1; tries < MOST_TRIES; tries++) {
    const last = shake256(message, size * tries).subarray(-size);
    const number = last.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
    if (number < limit) return Number(number % BigInt(count));
  }
  throw new Error("No draw was found.");
}

// told: meter, cycle, above, by, secret (bytes), table, round, seats.
export function mustHit(told) {
  const name = `${told.meter}\n${told.cycle}\n${told.above}\n${told.by}\n`;
  const message = (label, more = "") =>
    Uint8Array.of(...new TextEncoder().encode(`longsuit must hit ${label}\n${name}${more}`), ...told.secret);
  const place = `${told.table}\n${told.round}\n${told.seats.join()}\n`;
  return {
    commitment: sha256(message("seal")),
    trigger: told.by - drawn(message("trigger"), Math.max(told.by - told.above, 1)),
    winner: told.seats[drawn(message("winner", place), told.seats.length)],
  };
}
