// Cards as the floor names them ("Th"), in words and signs.
export const RANKS = "23456789TJQKA";
export const SUITS = "cdhs";
const RANK_WORDS = "two three four five six seven eight nine ten jack queen king ace".split(" ");
const SUIT_WORDS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const SUIT_SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };

export const isCard = (card) => /^[2-9TJQKA][cdhs]$/.test(card ?? "");
export const rankWords = (card) => RANK_WORDS[RANKS.indexOf(card[0])];
export const rankOf = (card) => (card[0] === "T" ? "10" : card[0]);
export const signOf = (card) => SUIT_SIGNS[card[1]];
export const shortCard = (card) => (card ? rankOf(card) + signOf(card) : "");
export const cardWords = (card) => (isCard(card) ? `${rankWords(card)} of ${SUIT_WORDS[card[1]]}` : "a card face down");
