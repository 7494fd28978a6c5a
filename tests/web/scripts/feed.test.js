import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { Commands } from "../../../src/longsuit/web/static/client/commands.js";
import { Feed } from "../../../src/longsuit/web/static/client/feed.js";

// A line that the test is at the other end of.
class Line {
  static OPEN = 1;
  readyState = 1;
  said = [];
  send(text) {
    this.said.push(JSON.parse(text));
  }
  tell(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  cut(code = 1006) {
    this.readyState = 3;
    this.onclose({ code });
  }
  close() {
    this.readyState = 3;
  }
}
globalThis.WebSocket = Line;
globalThis.window = { addEventListener() {}, removeEventListener() {} };
globalThis.location = { origin: "http://floor" };

const opened = [];
afterEach(() => {
  for (const feed of opened.splice(0)) feed.stop();
});
function follow() {
  const feed = new Feed("T1", { news() {}, line() {} }).start();
  opened.push(feed);
  return feed;
}
const one = { key: "k1", table: "T1", body: { type: "StandUp", seat: 1 }, moment: "m" };
const commands = (feed) => new Commands("T1", { feed: () => feed });
const start = { version: 3, view: {} };

test("a command goes over the feed's line once the line speaks, and is answered by its key", async () => {
  const feed = follow();
  assert.equal(feed.ask(one, new AbortController().signal), null);
  feed.socket.tell(start);
  const answer = commands(feed).send(one);
  assert.deepEqual(feed.socket.said, [{ key: "k1", moment: "m", command: one.body }]);
  feed.socket.tell({ key: "another", status: 200, answer: {} });
  feed.socket.tell({ key: "k1", status: 409, answer: { code: "seat_empty", reason: "Seat 1 is empty." } });
  const body = { code: "seat_empty", reason: "Seat 1 is empty." };
  assert.deepEqual(await answer, { ok: false, status: 409, body, reason: "Seat 1 is empty." });
  assert.equal(feed.version, 3);
});

test("without a line it goes over HTTP, with the same key and moment", async () => {
  const asked = [];
  globalThis.fetch = async (path, options) => {
    asked.push([path, options.headers["idempotency-key"], options.headers["if-moment"], options.body]);
    return Response.json({ ok: true, version: 4 });
  };
  const found = await commands(follow()).send(one);
  assert.deepEqual(asked, [["/api/tables/T1/commands", "k1", "m", JSON.stringify(one.body)]]);
  assert.deepEqual([found.ok, found.body.version], [true, 4]);
});

test("a line that is cut, a fault of the floor and a page that hurries leave it unanswered", async () => {
  const feed = follow();
  feed.socket.tell(start);
  const cut = commands(feed).send(one);
  feed.socket.cut();
  assert.equal(await cut, null);
  feed.open();
  feed.socket.tell(start);
  const failed = commands(feed).send(one);
  feed.socket.tell({ key: "k1", status: 503, answer: { code: "down", reason: "Closing." }, retry_after: 1 });
  assert.equal(await failed, null);
  const hurried = commands(feed);
  const late = hurried.send(one);
  hurried.hurry();
  assert.equal(await late, null);
  assert.equal(feed.asked.size, 0);
});
