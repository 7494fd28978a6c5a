// The seal of a player's word: given while wagers are open, it fixes the word and tells nothing of it
// (docs/fairness.md).
import { sha256 } from "../shared/sha2.js";

export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export const sealOf = ({ table, round, seat, player, word }) =>
  hex(sha256(new TextEncoder().encode(`longsuit word seal\n${table}\n${round}\n${seat}\n${player}\n${word}`)));
