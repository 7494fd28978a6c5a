// What whoever stands at a terminal does next, in one sentence.
import { dollars, exactDollars } from "../shared/money.js";

const STEPS = { pending: "pending", verifying: "verify the sum", paid: "paid: press OK", done: "done", void: "void" };
const ORDER = "Two winners of one meter are paid from right to left";

// Every envy pay of a hand is the same.
export const envyWords = (envies) => {
  const seats = envies.map((one) => one.seat).join(", ");
  return `${exactDollars(envies[0].amount)} envy to ${envies.length > 1 ? "each of seats" : "seat"} ${seats}`;
};

export function stepWords(jackpot) {
  const { waits, step, approved_by: by, refused_by: not, refused_why: why, needs_approval: approval } = jackpot;
  if (by) return `${waits || STEPS[step]} · approved by ${by}`;
  if (not) return `${waits || STEPS[step]} · refused by ${not}: ${why}`;
  return `${waits || STEPS[step]}${approval ? " · needs a supervisor" : ""}`;
}

// What a hand pays now: from the tray, or from its meter; and what it pays the others.
export function handPay(hand, { tray, envy, meters }) {
  const others = hand in envy ? `envy ${dollars(envy[hand])}` : "";
  if (hand in tray) return { pay: dollars(tray[hand]), envy: others };
  const meter = meters.find(({ wins }) => wins.some(([name]) => name === hand));
  const share = meter?.wins.find(([name]) => name === hand)[1];
  const part = share === "100%" ? "" : `${share} of `;
  return { pay: meter ? part + exactDollars(meter.value) : "", envy: others };
}

export function endWords(silent) {
  const [seats, have] = silent.length > 1 ? ["Seats", "have"] : ["Seat", "has"];
  const note = `${seats} ${silent.join(", ")} had the wager and ${have} no jackpot.`;
  return `${note} Look at every hand first: after this a jackpot takes a supervisor.`;
}

function jackpotWords(jackpot, role) {
  const { seat, step, hand, waits, envies, needs_approval: approval, refused_by: by, refused_why: why } = jackpot;
  const sum = exactDollars(jackpot.amount);
  if (waits) return `${waits} ${ORDER}.`;
  if (step === "pending") return `${hand} at seat ${seat}: touch PAY JACKPOT to see the sum.`;
  if (step === "paid")
    return `Hand ${sum} to seat ${seat}${envies.length ? `, and ${envyWords(envies)}` : ""}; then touch OK.`;
  if (by) return `${sum} was refused by ${by} (${why}): touch VOID, or ask a supervisor to look again.`;
  if (!approval) return `Verify ${sum} with seat ${seat}, then touch PAY THE AGREED SUM.`;
  if (role === "supervisor") return `${sum} for seat ${seat} needs your approval: touch Approve.`;
  return `${sum} needs a supervisor: touch Approve, or wait for the pit desk.`;
}

// At the chosen seat, if there is one.
function seatWords({ seats, hand, lit, tray, open_hands: open, dark_hands: dark }) {
  const seat = seats.find((one) => one.chosen)?.seat;
  if (!seat) return "";
  if (hand && lit.includes("PAY FROM TRAY"))
    return `Pay ${exactDollars(tray[hand])} for ${hand} to seat ${seat}: touch PAY FROM TRAY.`;
  if (hand && lit.includes("PENDING JACKPOT")) return `Touch PENDING JACKPOT: ${hand} for seat ${seat}.`;
  if (open.length) return `Touch the winning hand of seat ${seat}, or another seat.`;
  return Object.values(dark)[0] || "";
}

function roundWords({ terminal, round }, mode) {
  const { live, phase, lit } = terminal;
  const start = lit.includes("START ROUND");
  if (live && phase !== "idle")
    return "Touch each seat that won, from right to left. When all are paid, touch END ROUND.";
  if (live && start) return "When all wagers are down, touch START ROUND.";
  if (live) return "Touch the seats that have the progressive wager.";
  if (round?.phase === "decisions") return `Seat ${round.turn} to act.`;
  if (mode === "practice") return "The system deals at this table.";
  if (lit.includes("END ROUND")) return "The round is settled: touch END ROUND.";
  return start ? "When everyone has wagered, touch START ROUND." : "Waiting for wagers.";
}

// Of several jackpots the first in their order: which to pay first, and why.
function openWords([first, ...others]) {
  const same = others.some((one) => one.meter && one.meter === first.meter);
  if (same) return `${ORDER}: touch seat ${first.seat} first.`;
  return `Touch seat ${first.seat}: its jackpot is not done yet.`;
}

// open: the jackpots that are not done yet; chosen: the one of the chosen seat.
export function nextWords(view, mode, open, chosen, role) {
  if (view.closed) return "The table is closed.";
  if (chosen) return jackpotWords(chosen, role);
  const said = seatWords(view.terminal);
  if (said) return said;
  if (open.length) return openWords(open);
  const [unclaimed] = view.terminal.not_claimed;
  return unclaimed ? `Seat ${unclaimed[0]} has won a jackpot: touch Claim.` : roundWords(view, mode);
}
