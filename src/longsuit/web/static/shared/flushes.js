// Flushes as the pages tell of them; what wins is decided by the floor alone.
import { RANKS, rankOf, rankWords, SUITS } from "./cards.js";

const height = (card) => RANKS.indexOf(card[0]);
const ladder = (suit) => String.fromCharCode(...suit.map(height));

// The suits of a hand, the longest first; of equal lengths the higher cards.
export function suitsOf(cards) {
  const known = cards.filter(Boolean).sort((a, b) => height(b) - height(a));
  const suits = [...SUITS].map((suit) => known.filter((card) => card[1] === suit)).filter((suit) => suit.length);
  return suits.sort((a, b) => b.length - a.length || (ladder(a) < ladder(b) ? 1 : -1));
}

export const longSuit = (cards) => suitsOf(cards)[0] || [];

// A large hand lies by suits, so that its flush is seen at once; cards face down stay where they are.
export const laid = (cards) => (cards.length > 3 && cards.every(Boolean) ? suitsOf(cards).flat() : cards);

export function flushWords(cards) {
  const suit = longSuit(cards);
  if (!suit.length) return "";
  const high = `${"JQKA".includes(suit[0][0]) ? rankWords(suit[0]) : rankOf(suit[0])} high`;
  return suit.length === 1 ? high : `${suit.length}-card flush, ${high}`;
}
