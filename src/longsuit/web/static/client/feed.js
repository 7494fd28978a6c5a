// A table's feed: it reconnects by itself and goes on from the last record it was told of.
import { WAITS_MS } from "./commands.js";
import { endSession, tablePath } from "./session.js";

const SILENCE_MS = 40000; // The floor says something at least every 15 seconds; a line silent for longer is dead.
const SIGNED_OUT = 4401;

export class Feed {
  constructor(table, hear) {
    this.table = table;
    this.hear = hear; // { news(message), line(up, sentence) }
    this.version = null;
    this.stopped = false;
    this.tries = 0;
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
  }

  open() {
    if (this.stopped) return;
    clearTimeout(this.timer);
    // Of events the decisions alone: what else happened is in the view.
    const after = this.version === null ? "" : `&after=${this.version}`;
    const path = tablePath(this.table, `/feed?events=decisions${after}`);
    const socket = new WebSocket(location.origin.replace(/^http/, "ws") + path);
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
    this.version = told.version;
    this.hear.line(true, "");
    this.hear.news(told);
  }

  closed(code) {
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
