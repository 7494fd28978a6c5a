// What a dealer in training said, beside what is so.
import { centsOf, exactDollars } from "../shared/money.js";

const same = (given, { length, high }) => given.length === length && given.high === high;
const WHO = { ahead: "the player's is higher", behind: "the dealer's is higher", tie: "a tie" };

// Both flushes, the qualifier and the winner.
export function readAnswers(given, truth) {
  const qualifies = truth.qualifies ? "yes" : "no";
  return [
    { about: "dealer's flush", right: same(given.dealer, truth.dealer), told: truth.dealer.name },
    { about: "dealer qualifies", right: given.qualifies === qualifies, told: qualifies },
    { about: "player's flush", right: same(given.player, truth.player), told: truth.player.name },
    { about: "higher flush", right: given.outcome === truth.outcome, told: WHO[truth.outcome] },
  ];
}

// For each seat one answer for its spots, and one for what is paid.
export function settledAnswers(given, truth, felt) {
  return felt.seats.flatMap(({ seat, spots }, at) => {
    const [mine, { verdicts, why, pays }] = [given.seats[seat], truth.seats[at]];
    const told = spots.map((spot, n) => `${spot.name}: ${verdicts[n]} (${why[n]})`).join("; ");
    const right = verdicts.every((verdict, n) => verdict === mine.verdicts[n]);
    return [
      { about: `seat ${seat}, spots`, right, told },
      { about: `seat ${seat}, paid`, right: centsOf(mine.pays) === pays, told: exactDollars(pays) },
    ];
  });
}
