// The log's text of a round, for people: names for ids, suits for letters.
import { shortCard } from "../shared/cards.js";
import { dollars } from "../shared/money.js";
import { TEXTS } from "./texts.js";

const words = TEXTS.rounds;
const HEAD_END = "\n\n";
const NOT_TOLD = / has \d+\.\d\d$|^ended$/;

const partOf = (line) => {
  if (/ wagers /.test(line)) return words.parts.wagers;
  if (/ is dealt |^board |^seat \d+: /.test(line)) return words.parts.cards;
  return / ends with /.test(line) ? words.parts.stacks : words.parts.results;
};

const worded = (line, names, actions) =>
  words.phrases
    .reduce((text, [said, better]) => text.replace(said, better), line)
    .replace(/\b(\d+)\.(\d\d)\b/g, (_, whole, part) => dollars(Number(whole + part)))
    .replace(/\b[2-9TJQKA][cdhs]\b/g, shortCard)
    .replace(/^[a-z_\d]+/, (action) => words.deeds[action] || actions[action] || action)
    .replace("(time)", words.timeRanOut)
    .replace(", returns $0:", ":")
    .replace(/^(dealer|board) /, (word) => word[0].toUpperCase() + word.slice(1))
    .replace(/(^|wagers |, )([a-z-]+)(?= \$)/g, (all, before, id) => (names[id] ? before + names[id] : all));

export function readable(history, names, actions) {
  const text = history.slice(history.indexOf(HEAD_END) + HEAD_END.length);
  const players = Object.fromEntries([...text.matchAll(/^seat (\d+) "(.*)" has /gm)].map(([, ...pair]) => pair));
  const parts = Object.fromEntries(Object.values(words.parts).map((name) => [name, []]));
  for (const line of text.trim().split("\n")) {
    if (NOT_TOLD.test(line)) continue;
    const [, seat, rest] = line.match(/^seat (\d+):? (.*)$/) || ["", "", line];
    parts[partOf(line)].push({ who: seat && (players[seat] || words.seat(seat)), words: worded(rest, names, actions) });
  }
  return Object.entries(parts).filter(([, lines]) => lines.length);
}
