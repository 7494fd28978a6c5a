// The keys of the terminal: what each asks for, and of what kind it is. Keys that take something back stand apart.
const key = (name, type, kind) => ({ name, type, kind });
const KEYS = [
  key("SAME SEATS", "SetLights", "again"),
  key("START ROUND", "StartRound", "go"),
  key("PENDING JACKPOT", "PendingJackpot", "claim"),
  key("PAY JACKPOT", "PayJackpot", "pay"),
  key("OK", "Ok", "go"),
  key("PAY THE AGREED SUM", "PayAgreedSum", "pay"),
  key("END ROUND", "EndRound", "go"),
  key("PAY FROM TRAY", "PayFromTray", "pay"),
  key("LIGHTS OFF", "SetLights", "back"),
  key("CANCEL ROUND", "CancelRound", "back"),
  key("VOID", "VoidJackpot", "back"),
];
// Two in a row; the keys that pay are on the right.
const LIVE = KEYS.filter(({ kind }) => kind !== "back").map(({ name }) => name);
const DEALT = ["START ROUND", "PENDING JACKPOT", "OK", "PAY JACKPOT", "END ROUND", "PAY THE AGREED SUM"];

const named = (names) => names.map((name) => KEYS.find((one) => one.name === name));
export const forwardKeys = (live) => named(live ? LIVE : DEALT);
export const backKeys = (live) => named(live ? ["LIGHTS OFF", "CANCEL ROUND", "VOID"] : ["CANCEL ROUND", "VOID"]);

// Reasons to touch; whatever else it was is typed.
export const REASONS = {
  "CANCEL ROUND": ["Started too soon", "Misdeal", "Wrong seats lit", "Card exposed"],
  REFUSE: ["Not the hand", "No wager", "Wrong amount", "Cards not sealed"],
  VOID: ["Not the hand", "Wrong seat", "No wager", "Another seat first"],
};
