// Checks the certificate of a house edge from the rules and the file alone, and needs nothing else: docs/certificate.md
const [RANKS, SUITS] = ["23456789TJQKA", "cdhs"];
const GAMES = { "chase-the-flush": [2e4, "board", "flop", "opening"], "high-card-flush": [100, "flush"] };
// A card is suit * 13 + rank, a suit's cards are 13 bits, and length << 13 | bits orders flushes.
const BITS = Uint8Array.from({ length: 8192 }, (_, mask) => mask.toString(2).replaceAll("0", "").length);
const KEY = Uint16Array.from(BITS, (length, mask) => (length << 13) | mask);
const CHOOSE = Array.from({ length: 53 }, () => [1, 0, 0, 0, 0, 0, 0, 0]);
for (let n = 1; n < 53; n++) for (let k = 1; k < 8; k++) CHOOSE[n][k] = CHOOSE[n - 1][k - 1] + CHOOSE[n - 1][k];
const [SEVENS, DEALERS, ON_BOARD] = [CHOOSE[45][7], CHOOSE[45][3], CHOOSE[48][3]]; // Dealer's hands; on a board, yours.
const maskOf = (ranks) => [...ranks].reduce((mask, rank) => mask | (1 << RANKS.indexOf(rank)), 0);
const cardsOf = (text) => text.match(/../g).map((card) => SUITS.indexOf(card[1]) * 13 + RANKS.indexOf(card[0]));
const suitOf = (card) => Math.floor(card / 13);
const suitsOf = (cards) => [0, 1, 2, 3].map((s) => add(cards.map((c) => (suitOf(c) === s ? 1 << (c % 13) : 0))));
const FOURS = [...Array(256).keys()].map((n) => [n & 3, (n >> 2) & 3, (n >> 4) & 3, n >> 6]);
const NAMINGS = FOURS.filter((order) => new Set(order).size === 4);
const moved = (order, cards) => cards.map((c) => order[suitOf(c)] * 13 + (c % 13)).sort((x, y) => x - y);
const at = (place) => (line) => line[place];
const add = (numbers) => numbers.reduce((total, one) => total + one, 0);
// The rules: what a bet of so many Antes (0: a fold) comes to, in units, at [length * 6 + end]. The six ends of a deal:
// the dealer does not qualify and the player is ahead, level, behind; then the same with a dealer who qualifies.
function paysOf({ game, rules, xtra, unit }, bet) {
  return Float64Array.from({ length: 48 }, (_, at) => {
    const compared = [1, { win: 1, push: 0, lose: -1 }[rules.ties], -1][at % 3];
    const given = at % 6 < 3 && rules.unqualified !== "play"; // The Ante, whoever is ahead.
    const ante = given ? Number(rules.unqualified === "win") : compared;
    if (game === "high-card-flush") return unit * (bet === 0 ? -1 : given ? ante : (1 + bet) * compared);
    const [over, under = 1] = ((at >= 24 && xtra[Math.floor(at / 6)]) || "0").split("/").map(Number);
    const bonus = compared > 0 ? (unit * over) / under : unit * compared;
    return bet === 0 ? -2 * unit : unit * (ante + bet * compared) + bonus;
  });
}
function worth(six, pay, length) {
  let sum = 0;
  for (let end = 0; end < 6; end++) sum += six[end] * pay[length * 6 + end];
  return sum;
}
// The dealer's hands below the player's, not above it, and short of the qualifier give the six ends.
function setEnds(six, below, upto, short, dealers) {
  six[0] = Math.min(below, short);
  six[1] = Math.min(upto, short) - six[0];
  six[2] = short - six[0] - six[1];
  six[3] = below - six[0];
  six[4] = upto - below - six[1];
  six[5] = dealers - upto - six[2];
}
function tally(row, hands, six) {
  row[1] += hands;
  for (let end = 0; end < 6; end++) row[end + 2] += hands * six[end];
}

// High Card Flush. A hand is below a key when each of its suits is: such hands are a coefficient of a product of four
// polynomials, one a suit: for 0 to 7 cards drawn from the `free` ranks, the draws that stay below the key.
const MASKS = [...BITS.keys()].filter((mask) => BITS[mask] < 8).sort((one, other) => KEY[one] - KEY[other]);
const LIKE = [24, 12, 12, 4, 12, 6, 4, 1]; // Hands that a class stands for, by which neighbouring suits are alike.
function drawsOf(key, free) {
  let [below, left] = [0, key >> 13];
  for (let bit = 4096; bit && left >= 0; bit >>= 1) {
    if (!(key & bit)) continue;
    below += CHOOSE[BITS[free & (bit - 1)]][left];
    left = free & bit ? left - 1 : -1;
  }
  const draws = new Float64Array(8); // Loops here, and no mapping: this is called some millions of times.
  for (let k = 0; k < key >> 13; k++) draws[k] = CHOOSE[BITS[free]][k];
  draws[key >> 13] = below;
  return draws;
}
const LEVELS = [0, 1, 2, 3].map(() => [0, 1, 2].map(() => new Float64Array(8)));
function times(one, other, out, from) {
  for (let k = from; k < 8; k++) {
    out[k] = 0;
    for (let i = 0; i <= k; i++) out[k] += one[i] * other[k - i];
  }
}
// All hands with one flush: for each bet that best play makes with some of them, [bet, hands, six ends].
function recountFlush(lead, { rules }, pays, short) {
  const [length, six, draws] = [BITS[lead], new Float64Array(6), [[], [], short]];
  const sums = pays.map((_, bet) => [bet, 0, 0, 0, 0, 0, 0, 0]);
  for (const mask of MASKS.filter((one) => one === lead || BITS[one] <= Math.min(length, 7 - length)))
    for (const t of [0, 1]) draws[t][mask] = drawsOf(KEY[lead] + t, 8191 ^ mask); // Below the flush; not above it.
  const settle = (hands) => {
    setEnds(six, LEVELS[3][0][7], LEVELS[3][1][7], LEVELS[3][2][7], SEVENS);
    const values = pays.slice(0, rules.bets[length - 2] + 1).map((pay) => worth(six, pay, length));
    tally(sums[values.indexOf(Math.max(...values))], hands, six); // Of equal ones the smaller bet.
  };
  const fill = (suit, above, alike, rest) => {
    for (const mask of MASKS) {
      if (BITS[mask] > rest || KEY[mask] > KEY[above]) break;
      if (BITS[mask] * (4 - suit) < rest) continue;
      for (let t = 0; t < 3; t++) times(LEVELS[suit - 1][t], draws[t][mask], LEVELS[suit][t], suit === 3 ? 7 : 0);
      if (suit === 3) settle(LIKE[2 * alike + (mask === above)]);
      else fill(suit + 1, mask, 2 * alike + (mask === above), rest - BITS[mask]);
    }
  };
  for (const t of [0, 1, 2]) LEVELS[0][t].set(draws[t][lead]);
  fill(1, lead, 0, 7 - length);
  return sums.filter((sum) => sum[1]);
}

// Chase the Flush, one board: its hands in rising order, with counters of the cards and pairs in all the lower ones. By
// inclusion and exclusion these give the lower hands that share no card with a given one, less its `own`.
const DECK = [...Array(52).keys()];
const HANDS = DECK.flatMap((c) => DECK.slice(0, c).flatMap((b) => DECK.slice(0, b).map((a) => [a, b, c])));
const numberOf = ([a, b, c]) => CHOOSE[c][3] + CHOOSE[b][2] + a;
const MOVED = NAMINGS.map((order) => Uint16Array.from(HANDS, (hand) => numberOf(moved(order, hand))));
const SUIT_MASKS = [0, 1, 2, 3].map((suit) => Uint16Array.from(HANDS, (hand) => suitsOf(hand)[suit]));
const [ONES, TWOS, FIRST] = [52, 2704, 65538].map((size) => new Int32Array(size));
const [KEYS, ORDER, BELOW, UPTO, SHORT] = [0, 1, 2, 3, 4].map(() => new Int32Array(HANDS.length));
function apart(hand, own) {
  const [a, b, c] = HANDS[hand];
  return TWOS[a * 52 + b] + TWOS[a * 52 + c] + TWOS[b * 52 + c] - ONES[a] - ONES[b] - ONES[c] - own;
}
function sweep(board, qualifier) {
  const held = suitsOf(board);
  for (const counters of [ONES, TWOS, FIRST]) counters.fill(0);
  for (let hand = 0; hand < HANDS.length; hand++) {
    let key = 0; // A hand that takes a card of the board comes after all others.
    for (let s = 0; s < 4; s++)
      key = Math.max(key, held[s] & SUIT_MASKS[s][hand] ? 65536 : KEY[held[s] | SUIT_MASKS[s][hand]]);
    KEYS[hand] = key;
    FIRST[key + 1]++;
  }
  for (let key = 0; key < 65536; key++) FIRST[key + 1] += FIRST[key];
  for (let hand = 0; hand < HANDS.length; hand++) ORDER[FIRST[KEYS[hand]]++] = hand;
  const short = qualifier ? FIRST[qualifier - 1] : 0; // So many hands do not qualify.
  for (let start = 0, end = 0; start <= ON_BOARD; start = Math.max(end, start + 1)) {
    const key = KEYS[ORDER[start]];
    if (start === short) for (let i = 0; i < ON_BOARD; i++) SHORT[ORDER[i]] = start + apart(ORDER[i], i < start);
    for (; end < ON_BOARD && KEYS[ORDER[end]] === key; end++) BELOW[ORDER[end]] = start + apart(ORDER[end], false);
    for (let at = start; at < end; at++) {
      const [a, b, c] = HANDS[ORDER[at]];
      for (const card of [a, b, c]) ONES[card]++;
      for (const pair of [a * 52 + b, a * 52 + c, b * 52 + c]) TWOS[pair]++;
    }
    for (let at = start; at < end; at++) UPTO[ORDER[at]] = end + apart(ORDER[at], true);
  }
}
// A board's [length, hands, six ends], over all hands and over those that fold at the river. With `sums` each hand's
// values are added up there: both earlier bets, and what the river is worth above the bet on each of six flops.
function recountBoard([, name, size], { rules }, pays, sums) {
  const [all, folds] = [0, 1].map(() => DECK.slice(0, 8).map((length) => Float64Array.of(length, 0, 0, 0, 0, 0, 0, 0)));
  const [opening, second, third] = rules.bets.map((bet) => pays[bet]);
  const [board, six, fold] = [cardsOf(name), new Float64Array(6), pays[0][0] * DEALERS];
  const flops = sums && board.flatMap((x, i) => board.slice(i + 1).map((y) => sums.flopOf[x * 52 + y]));
  sweep(board, KEY[maskOf(rules.qualifier)]);
  for (let hand = 0; hand < HANDS.length; hand++) {
    const length = KEYS[hand] >> 13;
    if (length > 7) continue;
    setEnds(six, BELOW[hand], UPTO[hand], SHORT[hand], DEALERS);
    const river = worth(six, third, length);
    tally(all[length], 1, six);
    if (river <= fold) tally(folds[length], 1, six);
    if (!sums) continue;
    const flop = worth(six, second, length);
    sums.bet[hand] += size * worth(six, opening, length);
    sums.flop[hand] += size * flop;
    const better = size * (Math.max(river, fold) - flop);
    for (let f = 0; f < 6; f++) flops[f].row[flops[f].move[hand]] += better;
  }
  return [all, folds].map((counts) => counts.filter((row) => row[1]).map((row) => [...row]));
}
// All of Chase the Flush again. A class of boards adds its size times the values of one of its boards; summed over the
// namings of suits that leave a flop alone, and divided by 24, that is what all boards with the flop add up to.
function recountChase({ head, pays, of }, compare) {
  const [boards, flops, openings] = ["board", "flop", "opening"].map(of);
  const [bet, flop, ...rows] = [0, 0, ...flops].map(() => new Float64Array(HANDS.length));
  const flopOf = {};
  for (const [at, [, name]] of flops.entries())
    for (const order of NAMINGS) {
      const back = NAMINGS.findIndex((other) => other.every((suit, from) => order[suit] === from));
      const [x, y] = moved(order, cardsOf(name));
      flopOf[x * 52 + y] = { row: rows[at], move: MOVED[back] };
    }
  for (const line of boards) compare(line, recountBoard(line, head, pays, { bet, flop, flopOf }));
  const margins = flops.map(([, name], at) => {
    const alone = MOVED.filter((_, n) => moved(NAMINGS[n], cardsOf(name)).join() === cardsOf(name).join());
    return rows[at].map((_, hand) => add(alone.map((move) => rows[at][move[hand]])) / 24);
  });
  for (const [at, line] of flops.entries())
    compare(line, [add(margins[at]), add(margins[at].map((margin) => Math.max(margin, 0)))]);
  for (const line of openings) {
    const namings = MOVED.map((move) => move[numberOf(cardsOf(line[1]))]);
    const better = (f) => (flops[f][2] * add(namings.map((hand) => Math.max(margins[f][hand], 0)))) / 24;
    const [bets, checks] = [bet, flop].map((values) => add(namings.map((hand) => values[hand])) / 4); // 6 of 24.
    compare(line, [bets, checks + add(flops.map((_, f) => better(f)))]);
  }
}
// A file: its first line says what is claimed, each other line is [kind, cards, size, ...counts] of a kind of its game.
function read(text) {
  const [head, ...lines] = JSON.parse(`[${text.trimEnd().split("\n", 2e4)}]`);
  const whole = (value) => (Array.isArray(value) ? value.every(whole) : Number.isSafeInteger(value));
  const [most, ...kinds] = (head?.certificate === 1 && GAMES[head.game]) || []; // Such pays add up below 2^53.
  if (!lines.every(([kind, , ...n]) => kinds.includes(kind) && whole(n)) || !most) throw new Error("not a certificate");
  const pays = [...Array(Math.min(most, Math.max(...head.rules.bets)) + 1).keys()].map((bet) => paysOf(head, bet));
  if (!pays.every((pay) => pay.every((net) => Number.isInteger(net) && Math.abs(net) <= most))) throw new Error("pays");
  return { head, pays, of: (kind) => lines.filter((line) => line[0] === kind) };
}
// Every class is there once: its size is the number of its namings, and together they are all sets of so many cards.
function checkClasses(lines, cards, say) {
  const formsOf = (set) => new Set(NAMINGS.map((order) => moved(order, set).join()));
  const forms = lines.map(([, name]) => formsOf(cardsOf(name)));
  const sized = lines.every((line, n) => line[2] === forms[n].size) && add(lines.map(at(2))) === CHOOSE[52][cards];
  const all = new Set(forms.flatMap((some) => [...some]));
  if (!sized || all.size !== CHOOSE[52][cards]) say(`These are not all sets of ${cards} cards, once.`);
}
const total = (lines, value) => lines.reduce((sum, line) => sum + BigInt(value(line)) * BigInt(line[2]), 0n);
const sumOf = (pay) => (rows) => add(rows.map(([length, , ...six]) => worth(six, pay, length)));
// What the lines of Chase the Flush add up to, two ways wherever there are two; gives what all deals are worth.
function addChase({ head, pays, of }, say) {
  const [boards, flops, openings] = ["board", "flop", "opening"].map(of);
  for (const [n, lines] of [flops, openings, boards].entries()) checkClasses(lines, n + 2, say);
  for (const [, name, , all, folds] of boards) {
    const dealt = [...all, ...folds].every(([, hands, ...six]) => add(six) === hands * DEALERS);
    const ahead = add(all.map(([, , a, , b, c, , d]) => a + c - b - d)); // Less behind: they are alike.
    if (!dealt || ahead || add(all.map(at(1))) !== ON_BOARD) say(`board ${name} does not add up.`);
  }
  const [bet3, bet2, bet1, fold] = [...head.rules.bets, 0].map((bet) => sumOf(pays[bet]));
  const river = ([, , , all, folds]) => bet1(all) - bet1(folds) + fold(folds) - bet2(all);
  const waits = 6n * total(boards, (line) => bet2(line[3])) + total(flops, at(4));
  if (total(flops, at(3)) !== 6n * total(boards, river)) say("Flops and boards differ in sum.");
  if (total(openings, at(3)) !== 6n * total(boards, (line) => bet3(line[3]))) say("Bets and boards differ in sum.");
  if (total(openings, at(4)) !== waits) say("Checks and flops differ in sum.");
  return total(openings, (line) => Math.max(line[3], line[4]));
}
function addHighCard({ head, pays, of }, say, compare) {
  const [lines, flushes, short] = [of("flush"), MASKS.filter((mask) => BITS[mask] > 1), []];
  for (const mask of MASKS) short[mask] = drawsOf(KEY[maskOf(head.rules.qualifier)], 8191 ^ mask);
  if (lines.map(([, name]) => maskOf(name)).join() !== flushes.join()) say("These are not all flushes in order.");
  else for (const line of lines) compare(line, [recountFlush(maskOf(line[1]), head, pays, short)]);
  return total(lines, ([, name, , rows]) => add(rows.map(([bet, , ...six]) => worth(six, pays[bet], name.length))));
}
// Counts all again, or each `every`th board from one you choose, or none (0); of High Card Flush always everything.
export function check(text, { every = 1, from = 0, tell = () => {} } = {}) {
  const [file, findings] = [read(text), []];
  const [{ head, pays, of }, chase] = [file, file.head.game === "chase-the-flush"];
  let counted = 0;
  const say = (finding) => findings.length < 10 && findings.push(finding);
  const compare = (line, found) => {
    tell(++counted);
    if (JSON.stringify(found) !== JSON.stringify(line.slice(3)))
      say(`${line[0]} ${line[1]} is ${JSON.stringify(found)}.`);
  };
  const value = chase ? addChase(file, say) : addHighCard(file, say, compare);
  const deals = chase ? HANDS.length * 6 * CHOOSE[49][4] * DEALERS : CHOOSE[52][7] * SEVENS;
  const [over, under] = head.house_edge.split("/").map(BigInt);
  if (-value * under !== over * BigInt(deals) * BigInt(head.unit)) say("The lines make another house edge.");
  const picked = of("board").filter((_, at) => at % every === from % every);
  if (chase && every === 1 && !findings.length) recountChase(file, compare);
  else for (const line of picked) compare(line, recountBoard(line, head, pays));
  return { head, findings, counted };
}
