// Whether an Ed25519 signature is good (RFC 8032, 5.1.7). Nothing here is secret, so it need not take equal time.
import { sha512 } from "../shared/sha2.js";

const P = 2n ** 255n - 19n,
  ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const mod = (value) => ((value % P) + P) % P;

function power(base, exponent) {
  let found = 1n;
  for (let e = exponent, b = mod(base); e; e >>= 1n, b = (b * b) % P) if (e & 1n) found = (found * b) % P;
  return found;
}

const D = mod(-121665n * power(121666n, P - 2n)),
  ROOT = power(2n, (P - 1n) / 4n);

const little = (bytes) => bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

// A point as X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z; null for bytes that are no point.
function point(bytes) {
  const told = little(bytes),
    y = told & (2n ** 255n - 1n);
  if (y >= P) return null;
  const top = mod(y * y - 1n),
    below = mod(D * y * y + 1n);
  let x = mod(top * power(below, 3n) * power(top * power(below, 7n), (P - 5n) / 8n));
  if (mod(below * x * x) !== top) x = mod(x * ROOT);
  if (mod(below * x * x) !== top || (x === 0n && told >> 255n)) return null;
  if ((x & 1n) !== told >> 255n) x = P - x;
  return [x, y, 1n, mod(x * y)];
}

function sum([x1, y1, z1, t1], [x2, y2, z2, t2]) {
  const a = mod((y1 - x1) * (y2 - x2)),
    b = mod((y1 + x1) * (y2 + x2)),
    c = mod(2n * t1 * t2 * D),
    d = mod(2n * z1 * z2);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

function times(count, base) {
  let found = [0n, 1n, 1n, 0n];
  for (let n = count, p = base; n; n >>= 1n, p = sum(p, p)) if (n & 1n) found = sum(found, p);
  return found;
}

const BASE = point(Uint8Array.from({ length: 32 }, (_, at) => (at ? 0x66 : 0x58)));

export function isSigned(key, message, signature) {
  if (key.length !== 32 || signature.length !== 64) return false;
  const a = point(key),
    r = point(signature.subarray(0, 32)),
    s = little(signature.subarray(32));
  if (!a || !r || s >= ORDER) return false;
  const hashed = sha512(Uint8Array.of(...signature.subarray(0, 32), ...key, ...message));
  const left = times(s, BASE),
    right = sum(r, times(little(hashed) % ORDER, a));
  return mod(left[0] * right[2] - right[0] * left[2]) === 0n && mod(left[1] * right[2] - right[1] * left[2]) === 0n;
}
