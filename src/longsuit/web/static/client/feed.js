// A table's feed: it reconnects by itself and goes on from the last record it was told of. Commands go
// over the same line.
import { WAITS_MS } from "./commands.js";
import { endSession, tablePath } from "./session.js";

const SILENCE_MS = 40000; // The floor says something at least every 15 seconds; a line silent for longer is dead.
const SIGNED_OUT = 4401;

const answered = ({ status, answer }) => ({ ok: status === 200, status, body: answer, reason: answer.reason || "" });

export class Feed {
  constructor(table, hear) {
    this.table = table;
    this.hear = hear; // { news(message), line(up, sentence) }
    this.version = null;
    this.stopped = false;
    this.tries = 0;
    this.asked = new Map(); // By key: who waits for an answer on this line.
    this.online = () => this.socket?.readyState > WebSocket.OPEN && this.open();
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
    this.giveUp();
  }

  // A command, answered as over HTTP, or with null when the line is cut before; no promise without a line.
  ask({ key, body, moment }, signal) {
    if (!this.spoke || this.socket.readyState !== WebSocket.OPEN) return null;
    return new Promise((done) => {
      this.asked.set(key, done);
      signal.addEventListener("abort", () => this.answer(key, null));
      this.socket.send(JSON.stringify({ key, moment, command: body }));
    });
  }

  answer(key, found) {
    this.asked.get(key)?.(found);
    this.asked.delete(key);
  }

  giveUp() {
    for (const key of [...this.asked.keys()]) this.answer(key, null);
  }

  open() {
    if (this.stopped) return;
    clearTimeout(this.timer);
    // Of events the decisions alone: what else happened is in the view.
    const after = this.version === null ? "" : `&after=${this.version}`;
    const path = tablePath(this.table, `/feed?events=decisions${after}`);
    const socket = new WebSocket(location.origin.replace(/^http/, "ws") + path);
    this.giveUp();
    this.socket = socket;
    this.spoke = false;
    socket.onmessage = (message) => this.heard(JSON.parse(message.data));
    socket.onclose = (event) => !this.stopped && socket === this.socket && this.closed(event.code);
    this.alive();
  }

  heard(told) {
    this.spoke = true;
    this.tries = 0;
    this.alive();
    if (told.key !== undefined) {
      this.answer(told.key, answered(told));
      return;
    }
    this.version = told.version;
    this.hear.line(true, "");
    this.hear.news(told);
  }

  closed(code) {
    this.giveUp();
    if (code === SIGNED_OUT) {
      endSession();
      this.hear.line(false, "Your session has ended: reload the page.");
      return;
    }
    // A line that never spoke: too long ago for the feed, so it starts anew.
    if (!this.spoke) this.version = null;
    this.hear.line(false, "Connection lost. Trying again …");
    this.timer = setTimeout(() => this.open(), WAITS_MS[Math.min(this.tries++, WAITS_MS.length - 1)]);
  }

  alive() {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => {
      this.socket.close();
      this.closed(0);
    }, SILENCE_MS);
  }
}
