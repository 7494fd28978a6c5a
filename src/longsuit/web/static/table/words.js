// The page's own words for the shuffle (docs/fairness.md): sealed with the wagers, opened once the deck is sealed.
// A word is what the player typed, if anything, and 128 random bits: nobody can guess it from its seal.
import { newKey } from "../client/session.js";
import { hex, sealOf } from "./word_seal.js";

const RANDOM_BYTES = 16;
const PATIENCE_MS = 10000;
const OPENING = new Set(); // The seals of words that are on their way.
const KEPT_ROUNDS = 20;
export const MOST_TYPED = 60;

export const makeWord = (typed, bytes = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))) =>
  `${typed.trim().slice(0, MOST_TYPED)} ${hex(bytes)}`.trim();

// In the browser and not in the tab: any page of the player's can open the word.
const place = (table, player) => `longsuit-words ${table} ${player}`;
export function keptWords(table, player, store = localStorage) {
  try {
    return JSON.parse(store.getItem(place(table, player))) || [];
  } catch {
    return [];
  }
}
export function keepWords(table, player, words, store = localStorage) {
  const newest = Math.max(...words.map((one) => one.round));
  const kept = words.filter((one) => one.round > newest - KEPT_ROUNDS);
  store.setItem(place(table, player), JSON.stringify(kept));
}

// The words that can be opened now: the deck is sealed, and awaits exactly these.
export const toOpen = (words, { round, shuffle }) =>
  round?.phase === "no more bets" && shuffle.commitment
    ? words.filter((one) => one.round === round.number && shuffle.seals[one.seat] === one.seal)
    : [];

// For a page at a table: `me`, `view`, `own` and `feed` are the page's.
export const Worded = {
  methods: {
    words() {
      return this.me ? keptWords(this.table, this.me.name) : [];
    },
    // One word a round, unless the player types another while wagers are open.
    sealWord(seat, typed = "") {
      const { round, shuffle } = this.view;
      if (round?.phase !== "wagers" || shuffle.silent.includes(seat)) return;
      if (shuffle.seals[seat] && !typed) return;
      const one = { table: this.table, round: round.number, seat, player: this.me.name, word: makeWord(typed) };
      const sealed = { ...one, seal: sealOf(one), typed: Boolean(typed) };
      const others = this.words().filter((kept) => kept.round !== one.round || kept.seat !== seat);
      keepWords(this.table, this.me.name, [...others, sealed]);
      this.quietly({ type: "SealWord", seat, seal: sealed.seal });
    },
    // With the commitment that it saw: the round list holds the house to it.
    openWords() {
      const words = this.words();
      for (const one of toOpen(words, this.view)) {
        if (OPENING.has(one.seal)) continue;
        OPENING.add(one.seal);
        one.commitment = this.view.shuffle.commitment;
        keepWords(this.table, this.me.name, words);
        this.quietly({ type: "OpenWord", seat: one.seat, word: one.word }).then(() => OPENING.delete(one.seal));
      }
    },
    // Beside what the player asks for. A word that is still awaited is sent again when the feed next speaks.
    quietly(body) {
      const one = { key: newKey(), table: this.table, body, moment: "" };
      const signal = AbortSignal.timeout(PATIENCE_MS);
      return (this.feed?.ask(one, signal) || this.commands.post(one, signal)).catch(() => null);
    },
  },
};
