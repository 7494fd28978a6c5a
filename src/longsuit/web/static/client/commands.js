// Commands of a page at its table. Each carries a key, so it may be sent until it is answered: after a
// cut, a reload or a restart of the floor it is done once. It also carries the moment that it is
// meant for: when the line is back and the table has moved on, the floor refuses it. It goes over the
// feed's line; while there is none, over HTTP.
import { newKey, post, session, tablePath } from "./session.js";
import { forgetCommand, keepCommand, keptCommands } from "./storage.js";

export const WAITS_MS = [300, 700, 1500, 3000, 5000];
const PATIENCE_MS = 35000; // The floor itself answers after 30 seconds at the latest.
const MOMENT_PASSED = 412;
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// Keys of the terminal go by what is written on them: StartRound is START ROUND.
const NAMES = {
  PlaceWagers: "Your wagers",
  TakeBackWagers: "Taking back your wagers",
  Act: "Your decision",
  SitDown: "Your seat",
  StandUp: "Standing up",
  PayAgreedSum: "PAY THE AGREED SUM",
  VoidJackpot: "VOID",
};
const keyName = (type) => (/Round$|Jackpot$|^Ok$/.test(type) ? type.replace(/\B([A-Z])/g, " $1").toUpperCase() : "");
const named = ({ body, number }) =>
  `${NAMES[body.type] || keyName(body.type) || "What you asked for"}${number ? ` in round ${number}` : ""}`;
const refused = (reason) => ({ ok: false, status: 0, body: {}, reason });
const lost = (one) =>
  `${named(one)} did not reach the floor in time: nothing was ${one.body.type === "PlaceWagers" ? "placed" : "done"}.`;

export class Commands {
  constructor(table, page) {
    this.table = table;
    this.page = page; // { view(), waits(sentence), mark(), feed() }
    this.hurry = () => {};
  }

  // The floor's answer; it may take until the line is back.
  async ask(body) {
    const { name } = await session();
    const { round, terminal, moment } = this.page.view();
    const number = round?.number || terminal?.round || 0;
    const one = { key: newKey(), who: name, table: this.table, body, moment, number, mark: this.page.mark() };
    keepCommand(one);
    return this.deliver(one);
  }

  // What a reload interrupted; the answer to the last of it, or null where there was nothing.
  async resume() {
    const { name } = await session();
    let found = null;
    for (const one of keptCommands()) {
      if (one.who === name && one.table === this.table) found = await this.deliver(one);
      else {
        forgetCommand(one.key);
        if (one.who === name) found = refused(`${named(one)} was not answered at table ${one.table}: look there.`);
      }
    }
    return found;
  }

  // The feed speaks again: whatever waits is sent at once.
  lineIsBack() {
    this.hurry();
  }

  async deliver(one) {
    const found = await this.until(one);
    forgetCommand(one.key);
    this.page.waits("");
    return found.status === MOMENT_PASSED ? { ...found, reason: lost(one) } : found;
  }

  // Sent until it is answered, or is meant for something that the page no longer shows.
  async until(one) {
    for (let attempt = 0; ; attempt++) {
      const found = await this.send(one);
      if (found) return found;
      if (attempt) this.page.waits("No answer from the floor yet: it is sent again until there is one.");
      const wait = pause(WAITS_MS[Math.min(attempt, WAITS_MS.length - 1)]);
      const back = new Promise((done) => {
        this.hurry = done;
      });
      await Promise.race([wait, back]);
      if (one.mark !== this.page.mark())
        return refused(`${named(one)} is not sent again: the terminal shows something else now.`);
    }
  }

  // One try: null where there is no answer.
  async send(one) {
    const given = new AbortController();
    const timer = setTimeout(() => given.abort(), PATIENCE_MS);
    this.hurry = () => given.abort();
    try {
      const found = await (this.page.feed()?.ask(one, given.signal) || this.post(one, given.signal));
      return !found || found.status >= 500 ? null : found;
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  post({ key, table, body, moment }, signal) {
    const headers = { "idempotency-key": key, "if-moment": moment };
    return post(tablePath(table, "/commands"), body, headers, { signal });
  }
}
