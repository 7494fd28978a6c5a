// Flushes as the pages tell of them; what wins is decided by the floor alone.

const ORDER = "23456789TJQKA";
const RANK_WORDS = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" };
const rankWord = (letter) => RANK_WORDS[letter] || letter;

// The suits of a hand, the longest first; of equal lengths the higher cards.
export function suitsOf(cards) {
  const known = cards.filter(Boolean);
  const suits = [..."cdhs"].map((suit) =>
    known.filter((card) => card[1] === suit).sort((a, b) => ORDER.indexOf(b[0]) - ORDER.indexOf(a[0])),
  );
  return suits.filter((suit) => suit.length).sort((a, b) => (beats(a, b) ? -1 : 1));
}

export const longSuit = (cards) => suitsOf(cards)[0] || [];

// A large hand lies by suits, so that its flush is seen at once; cards face down stay where they are.
export const laid = (cards) => (cards.length > 3 && cards.every(Boolean) ? suitsOf(cards).flat() : cards);

function beats(these, those) {
  if (these.length !== those.length) return these.length > those.length;
  for (let at = 0; at < these.length; at++) {
    const difference = ORDER.indexOf(these[at][0]) - ORDER.indexOf(those[at][0]);
    if (difference) return difference > 0;
  }
  return false;
}

export function flushWords(cards) {
  const suit = longSuit(cards);
  if (!suit.length) return "";
  if (suit.length === 1) return `${rankWord(suit[0][0])} high`;
  return `${suit.length}-card flush, ${rankWord(suit[0][0])} high`;
}

export function actionWords(action, bet) {
  const words = { check: "Check", fold: "Fold", raise: bet, take_back: "Take back" };
  if (words[action]) return words[action];
  const multiple = action.split("_")[1];
  return multiple ? `${bet} ${multiple}` : action;
}

// One key a decision, told on its button.
export function actionKey(action) {
  if (action === "check") return "c";
  if (action === "fold") return "f";
  const multiple = action.match(/(\d)x$/);
  return multiple ? multiple[1] : "r";
}
