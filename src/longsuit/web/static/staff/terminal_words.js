// What whoever stands at a terminal does next, in one sentence.
import { exactDollars } from "../shared/money.js";

// Every envy pay of a hand is the same.
export const envyWords = (envies) => {
  const seats = envies.map((one) => one.seat).join(", ");
  return `${exactDollars(envies[0].amount)} envy to ${envies.length > 1 ? "each of seats" : "seat"} ${seats}`;
};

function jackpotWords(jackpot, role) {
  const { seat, step, hand, waits, envies, needs_approval: approval, refused_by: by, refused_why: why } = jackpot;
  const sum = exactDollars(jackpot.amount);
  if (waits) return waits;
  if (step === "pending") return `${hand} at seat ${seat}: touch PAY JACKPOT to see the sum.`;
  if (step === "paid")
    return `Hand ${sum} to seat ${seat}${envies.length ? `, and ${envyWords(envies)}` : ""}; then touch OK.`;
  if (by) return `${sum} was refused by ${by} (${why}): touch VOID, or ask a supervisor to look again.`;
  if (!approval) return `Verify ${sum} with seat ${seat}, then touch PAY THE AGREED SUM.`;
  if (role === "supervisor") return `${sum} for seat ${seat} needs your approval: touch Approve.`;
  return `${sum} needs a supervisor: touch Approve, or wait for the pit desk.`;
}

// At the chosen seat, if there is one.
function seatWords({ seats, hand, lit, open_hands: open, dark_hands: dark }) {
  const seat = seats.find((one) => one.chosen)?.seat;
  if (!seat) return "";
  if (hand && lit.includes("PENDING JACKPOT")) return `Touch PENDING JACKPOT: ${hand} for seat ${seat}.`;
  if (open.length) return `Touch the winning hand of seat ${seat}, or another seat.`;
  return Object.values(dark)[0] || "";
}

function roundWords({ terminal, round }, mode) {
  const { live, phase, lit } = terminal;
  const start = lit.includes("START ROUND");
  if (live && phase !== "idle") return "For a jackpot touch its seat; when all hands are paid, touch END ROUND.";
  if (live && start) return "When all wagers are down, touch START ROUND.";
  if (live) return "Touch the seats that have the progressive wager.";
  if (round?.phase === "decisions") return `Seat ${round.turn} to act.`;
  if (mode === "practice") return "The system deals at this table.";
  if (lit.includes("END ROUND")) return "The round is settled: touch END ROUND.";
  return start ? "When everyone has wagered, touch START ROUND." : "Waiting for wagers.";
}

// open: the jackpots that are not done yet; chosen: the one of the chosen seat.
export function nextWords(view, mode, open, chosen, role) {
  if (view.closed) return "The table is closed.";
  if (chosen) return jackpotWords(chosen, role);
  const said = seatWords(view.terminal);
  if (said) return said;
  if (open.length) return `Touch seat ${open[0].seat}: its jackpot is not done yet.`;
  const [unclaimed] = view.terminal.not_claimed;
  return unclaimed ? `Seat ${unclaimed[0]} has won a jackpot: touch Claim.` : roundWords(view, mode);
}
