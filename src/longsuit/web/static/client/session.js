// Questions to the floor, and who asks them.
const JSON_TYPE = { "content-type": "application/json" };

const SILENT = "The floor does not answer.";

async function answer(response) {
  const body = await response.json().catch(() => ({}));
  const reason = body.reason || (response.ok ? "" : SILENT);
  const after = Number(response.headers.get("retry-after")) || 1; // Seconds, where asking again helps.
  return { ok: response.ok, status: response.status, body, reason, after };
}

export const tablePath = (table, rest) => `/api/tables/${encodeURIComponent(table)}${rest}`;

// A question may go unanswered; whoever asks shows what it has.
export const get = (path) =>
  fetch(path, { headers: { accept: "application/json" } }).then(answer, () => ({
    ok: false,
    status: 0,
    body: {},
    reason: SILENT,
    after: 1,
  }));

export const post = async (path, body, headers = {}, options = {}) =>
  answer(
    await fetch(path, {
      method: "POST",
      headers: { ...JSON_TYPE, ...headers },
      body: body && JSON.stringify(body),
      ...options,
    }),
  );

// A command carries a key of its own, so that it is done once however often it is sent.
export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// Who is here; somebody without a session comes in as a guest.
let me = null;
export async function session() {
  if (me) return me;
  const known = document.getElementById("content")?.dataset.who;
  if (known) me = JSON.parse(known);
  else {
    const { ok, body, reason } = await post("/api/guests");
    if (!ok) throw new Error(reason);
    me = { name: body.name, role: body.role, guest: body.guest };
  }
  return me;
}
export function endSession() {
  me = null;
}

// Another person signs in for one request; the session of this browser stays as it is.
export async function asPerson(name, password, request) {
  const apart = { credentials: "omit" };
  const signed = await post("/api/sessions", { name, password }, {}, apart);
  if (!signed.ok) return signed;
  const headers = { authorization: `Bearer ${signed.body.token}` };
  try {
    return await request(headers, apart);
  } finally {
    await fetch("/api/sessions/current", { method: "DELETE", headers, ...apart });
  }
}
