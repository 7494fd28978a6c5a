// The floor as a page meets it: sessions, commands that are done once, and a feed that goes on.

const WAITS = [300, 700, 1500, 3000, 5000];
const PATIENCE = 35000; // The floor itself answers after 30 seconds at the latest.
const KEPT = "longsuit-kept"; // sign_in.js and theme.js clear it: nobody sends what another asked for.
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

export function dollars(cents) {
  const sign = cents < 0 ? "−" : "";
  const whole = Math.floor(Math.abs(cents) / 100).toLocaleString("en-US");
  const rest = Math.abs(cents) % 100;
  return `${sign}$${whole}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
}

export const exactDollars = (cents) =>
  `$${Math.floor(cents / 100).toLocaleString("en-US")}.${String(cents % 100).padStart(2, "0")}`;

export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function answer(response) {
  const text = await response.text();
  const body = text ? JSON.parse(text) : {};
  return { ok: response.ok, status: response.status, body, reason: body.reason || "" };
}

export async function get(path) {
  return answer(await fetch(path, { headers: { accept: "application/json" } }));
}

// Who is here; somebody without a session comes in as a guest.
let me = null;
export async function session() {
  if (me) return me;
  const known = document.getElementById("content")?.dataset.who;
  if (known) {
    me = JSON.parse(known);
    return me;
  }
  const found = await answer(await fetch("/api/guests", { method: "POST" }));
  if (!found.ok) throw new Error(found.reason || "The floor does not answer.");
  const { name, role, guest } = found.body;
  me = { name, role, guest };
  return me;
}

// Commands of a page at its table. Each carries a key, so it may be sent until it is answered: after a
// cut, a reload or a restart of the floor it is done once. It also carries the moment that it is
// meant for: when the line is back and the table has moved on, the floor refuses it.
export class Commands {
  constructor(table, page) {
    this.table = table;
    this.page = page; // { view(), waits(sentence), mark() }
    this.hurry = () => {};
  }

  // The floor's answer; it may take until the line is back.
  async ask(body) {
    const me = await session();
    const { round, terminal, moment } = this.page.view();
    const number = round?.number || terminal?.round || 0;
    const one = { key: newKey(), who: me.name, table: this.table, body, moment, number, mark: this.mark() };
    keep(one);
    return this.deliver(one);
  }

  // What a reload interrupted; the answer to the last of it, or null where there was nothing.
  async resume() {
    const me = await session();
    let found = null;
    for (const one of kept()) {
      if (one.who === me.name && one.table === this.table) found = await this.deliver(one);
      else {
        forget(one.key);
        if (one.who === me.name)
          found = { ok: false, reason: `${named(one)} was not answered at table ${one.table}: look there.` };
      }
    }
    return found;
  }

  // The feed speaks again: whatever waits is sent at once.
  lineIsBack() {
    this.hurry();
  }

  mark() {
    return this.page.mark?.() || "";
  }

  async deliver(one) {
    for (let attempt = 0; ; attempt++) {
      const found = await this.post(one);
      if (found) {
        forget(one.key);
        this.page.waits("");
        return found.status === 412 ? { ...found, reason: lost(one) } : found;
      }
      if (attempt) this.page.waits("No answer from the floor yet: it is sent again until there is one.");
      await Promise.race([
        pause(WAITS[Math.min(attempt, WAITS.length - 1)]),
        new Promise((done) => (this.hurry = done)),
      ]);
      if (one.mark !== this.mark()) {
        forget(one.key);
        this.page.waits("");
        return {
          ok: false,
          status: 0,
          body: {},
          reason: `${named(one)} is not sent again: the terminal shows something else now.`,
        };
      }
    }
  }

  // One try: null where there is no answer.
  async post({ key, table, body, moment }) {
    const given = new AbortController();
    const timer = setTimeout(() => given.abort(), PATIENCE);
    this.hurry = () => given.abort();
    try {
      const found = await answer(
        await fetch(`/api/tables/${encodeURIComponent(table)}/commands`, {
          method: "POST",
          headers: { "idempotency-key": key, "if-moment": moment, "content-type": "application/json" },
          body: JSON.stringify(body),
          signal: given.signal,
        }),
      );
      return found.status >= 500 ? null : found;
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }
}

const NAMES = {
  PlaceWagers: "Your wagers",
  TakeBackWagers: "Taking back your wagers",
  Act: "Your decision",
  AddWord: "Your word",
  SitDown: "Your seat",
  StandUp: "Standing up",
  StartRound: "START ROUND",
  CancelRound: "CANCEL ROUND",
  EndRound: "END ROUND",
  PendingJackpot: "PENDING JACKPOT",
  PayJackpot: "PAY JACKPOT",
  PayAgreedSum: "PAY THE AGREED SUM",
  Ok: "OK",
  VoidJackpot: "VOID",
};
const named = ({ body, number }) => `${NAMES[body.type] || "What you asked for"}${number ? ` in round ${number}` : ""}`;
const lost = (one) =>
  `${named(one)} did not reach the floor in time: nothing was ${one.body.type === "PlaceWagers" ? "placed" : "done"}.`;

const kept = () => JSON.parse(sessionStorage.getItem(KEPT) || "[]");
const store = (all) => sessionStorage.setItem(KEPT, JSON.stringify(all));
const keep = (one) => store([...kept(), one]);
const forget = (key) => store(kept().filter((one) => one.key !== key));

// A table's feed: it reconnects by itself and goes on from the last record it was told of.
export class Feed {
  constructor(table, hear) {
    this.table = table;
    this.hear = hear; // { news(message), line(up, sentence) }
    this.version = null;
    this.stopped = false;
    this.tries = 0;
    this.online = () => this.socket?.readyState > 1 && this.open();
  }

  start() {
    window.addEventListener("online", this.online);
    this.open();
    return this;
  }

  stop() {
    this.stopped = true;
    window.removeEventListener("online", this.online);
    clearTimeout(this.timer);
    clearTimeout(this.watch);
    this.socket?.close();
  }

  open() {
    if (this.stopped) return;
    clearTimeout(this.timer);
    const where = location.origin.replace(/^http/, "ws");
    const after = this.version === null ? "" : `?after=${this.version}`;
    const socket = new WebSocket(`${where}/api/tables/${encodeURIComponent(this.table)}/feed${after}`);
    this.socket = socket;
    let spoke = false;
    socket.onmessage = (message) => {
      spoke = true;
      this.tries = 0;
      this.alive();
      const told = JSON.parse(message.data);
      this.version = told.version;
      this.hear.line?.(true, "");
      this.hear.news(told);
    };
    socket.onclose = (event) => {
      if (this.stopped || socket !== this.socket) return;
      if (event.code === 4401) {
        me = null;
        this.hear.line?.(false, "Your session has ended: reload the page.");
        return;
      }
      // A line that never spoke: too long ago for the feed, so it starts anew.
      if (!spoke) this.version = null;
      this.hear.line?.(false, "Connection lost. Trying again …");
      this.timer = setTimeout(() => this.open(), WAITS[Math.min(this.tries++, WAITS.length - 1)]);
    };
    this.alive();
  }

  // The floor says something at least every 15 seconds; a line that is silent for longer is dead.
  alive() {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => {
      this.socket.close();
      this.socket.onclose({ code: 0 });
    }, 40000);
  }
}
