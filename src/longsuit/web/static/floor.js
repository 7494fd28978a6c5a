// The floor as a page meets it: sessions, commands that are done once, and a feed that goes on.

const WAITS = [300, 700, 1500, 3000, 5000];
const PENDING = "longsuit-pending";
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

export function dollars(cents) {
  const sign = cents < 0 ? "−" : "";
  const whole = Math.floor(Math.abs(cents) / 100).toLocaleString("en-US");
  const rest = Math.abs(cents) % 100;
  return `${sign}$${whole}${rest ? "." + String(rest).padStart(2, "0") : ""}`;
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
  if (known) return (me = JSON.parse(known));
  const found = await answer(await fetch("/api/guests", { method: "POST" }));
  if (!found.ok) throw new Error(found.reason || "The floor does not answer.");
  const { name, role, guest } = found.body;
  me = { name, role, guest };
  return me;
}

// A request that changes something. It carries a key, so it may be sent until it is answered:
// after a cut, a reload or a restart of the floor it is still done only once.
export async function send(method, path, body, key = newKey()) {
  keep({ key, method, path, body });
  for (let attempt = 0; ; attempt++) {
    try {
      const options = { method, headers: { "idempotency-key": key } };
      if (body !== undefined) {
        options.body = JSON.stringify(body);
        options.headers["content-type"] = "application/json";
      }
      const found = await answer(await fetch(path, options));
      if (found.status !== 503 || attempt >= WAITS.length) {
        forget(key);
        return found;
      }
    } catch (error) {
      if (attempt >= WAITS.length) {
        return { ok: false, status: 0, body: {}, reason: "No connection: it will be sent again." };
      }
    }
    await pause(WAITS[attempt]);
  }
}

export const command = (table, body, key) =>
  send("POST", `/api/tables/${encodeURIComponent(table)}/commands`, body, key);

const kept = () => JSON.parse(sessionStorage.getItem(PENDING) || "[]");
const store = (all) => sessionStorage.setItem(PENDING, JSON.stringify(all));
// Passwords are never kept.
function keep(asked) {
  if (asked.path.includes("/commands")) store([...kept().filter((one) => one.key !== asked.key), asked]);
}
function forget(key) {
  store(kept().filter((one) => one.key !== key));
}

// What a reload interrupted is sent once more, with the keys it had.
export async function sendAgain() {
  for (const { key, method, path, body } of kept()) await send(method, path, body, key);
}

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
