// Signed checkpoints as c2sp.org has them: who has signed which tree.

import { sha256 } from "../shared/sha2.js";
import { isSigned } from "./ed25519.js";

const DASH = "— ";
const MOST_NOTE = 16384;
const utf8 = (text) => new TextEncoder().encode(text);

export function fromBase64(text) {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4) throw new Error("That is no base64.");
  return Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
}

const same = (a, b) => a.length === b.length && a.every((byte, at) => byte === b[at]);

export function readKey(line) {
  const [name, id, encoded] = line.trim().split(/\+(.{8})\+/);
  const data = encoded ? fromBase64(encoded) : [];
  if (!name || data.length !== 33 || ![1, 4].includes(data[0]))
    throw new Error("A public key is a line such as name+1234abcd+AbC...");
  const key = { name, kind: data[0], key: data.slice(1) };
  key.id = sha256(Uint8Array.of(...utf8(`${name}\n`), ...data)).slice(0, 4);
  if ([...key.id].map((byte) => byte.toString(16).padStart(2, "0")).join("") !== id)
    throw new Error("The public key has a typing error.");
  return key;
}

// The same key of a log also signs with the time.
export const withTimes = (keys) =>
  keys.flatMap((key) => {
    if (key.kind !== 1) return [key];
    const timed = Uint8Array.of(...utf8(`${key.name}\n`), 4, ...key.key);
    return [key, { ...key, kind: 4, id: sha256(timed).slice(0, 4) }];
  });

export function readCheckpoint(note) {
  if (note.length > MOST_NOTE) throw new Error("The checkpoint is too long.");
  const cut = note.lastIndexOf("\n\n");
  const text = note.slice(0, cut + 1),
    lines = note.slice(cut + 2).split("\n");
  const [origin, size, root] = text.split("\n");
  if (cut < 0 || lines.pop() !== "" || !/^(0|[1-9]\d{0,15})$/.test(size ?? ""))
    throw new Error("The checkpoint is damaged.");
  const signatures = lines.map((line) => {
    const [name, encoded] = line.slice(DASH.length).split(" ");
    const data = fromBase64(encoded ?? "");
    return { name, id: data.subarray(0, 4), data: data.subarray(4) };
  });
  const tree = fromBase64(root ?? "");
  if (tree.length !== 32) throw new Error("The checkpoint is damaged.");
  return { origin, size: Number(size), root: tree, text, signatures };
}

// Each signature of a key that is known, good or bad, with its time if it has one.
export function signersOf(checkpoint, keys) {
  return checkpoint.signatures.flatMap((one) => {
    const key = keys.find((each) => each.name === one.name && same(each.id, one.id));
    if (!key) return [];
    if (key.kind === 1) return [{ name: key.name, good: isSigned(key.key, utf8(checkpoint.text), one.data) }];
    const at = one.data.subarray(0, 8).reduce((sum, byte) => sum * 256 + byte, 0);
    const message = utf8(`cosignature/v1\ntime ${at}\n${checkpoint.text}`);
    return [{ name: key.name, at, good: isSigned(key.key, message, one.data.subarray(8)) }];
  });
}
