import assert from "node:assert/strict";
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { test } from "node:test";
import { isSigned } from "../../../src/longsuit/web/static/receipt/ed25519.js";
import { decode, encode } from "../../../src/longsuit/web/static/receipt/msgpack.js";
import { rootOf } from "../../../src/longsuit/web/static/receipt/receipt_check.js";
import { sha256, sha512 } from "../../../src/longsuit/web/static/shared/sha2.js";

const hex = (bytes) => Buffer.from(bytes).toString("hex");
const unhex = (text) => Uint8Array.from(Buffer.from(text, "hex"));

test("our SHA-256 and SHA-512 are those of OpenSSL, at every length around their blocks", () => {
  for (let length = 0; length < 260; length += length % 64 < 50 ? 7 : 1) {
    const message = Uint8Array.from({ length }, (_, at) => (at * 31) & 255);
    assert.equal(hex(sha256(message)), createHash("sha256").update(message).digest("hex"), String(length));
    assert.equal(hex(sha512(message)), createHash("sha512").update(message).digest("hex"), String(length));
  }
});

test("the known answers of RFC 8032", () => {
  const cases = [
    [
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
      "",
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ],
    [
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
      "72",
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ],
  ];
  for (const [key, message, signature] of cases) {
    assert.equal(isSigned(unhex(key), unhex(message), unhex(signature)), true);
    assert.equal(isSigned(unhex(key), unhex(`${message}00`), unhex(signature)), false);
  }
});

test("a signature of OpenSSL is good, and none that was touched", () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const key = Uint8Array.from(publicKey.export({ type: "spki", format: "der" }).subarray(-32));
  const message = new TextEncoder().encode("a checkpoint\n41\n");
  const good = Uint8Array.from(sign(null, message, privateKey));
  assert.equal(isSigned(key, message, good), true);
  for (const at of [0, 31, 32, 63])
    assert.equal(
      isSigned(
        key,
        message,
        good.map((byte, n) => (n === at ? byte ^ 1 : byte)),
      ),
      false,
    );
  assert.equal(
    isSigned(
      key.map((byte, n) => (n ? byte : byte ^ 1)),
      message,
      good,
    ),
    false,
  );
  assert.equal(isSigned(key, message, good.subarray(1)), false);
  // A second form of the same signature, with the order added, is refused.
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  let s = [...good.subarray(32)].reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n) + order;
  const other = good.slice();
  for (let n = 32; n < 64; n++, s >>= 8n) other[n] = Number(s & 255n);
  assert.equal(isSigned(key, message, other), false);
});

test("MessagePack there and back, in its shortest form", () => {
  for (const value of [0, 127, 128, 255, 256, 65535, 65536, 4294967295, 4294967296, 1763434000123456]) {
    assert.equal(decode(Uint8Array.from(encode(value))), value);
  }
  assert.deepEqual(encode(128), [0xcc, 128]);
  assert.deepEqual(encode(1763434000123456).length, 9);
  for (const length of [0, 31, 32, 255, 256, 70000]) {
    const text = "x".repeat(length);
    assert.equal(decode(Uint8Array.from(encode(text))), text);
    assert.deepEqual(decode(Uint8Array.from(encode(new Uint8Array(length)))), new Uint8Array(length));
  }
  assert.deepEqual(decode(Uint8Array.from(encode([1, ["a"], []]))), [1, ["a"], []]);
  assert.equal(decode(Uint8Array.of(0xd1, 0xff, 0x00)), -256);
  assert.throws(() => decode(Uint8Array.of(0x92, 1)), /cut/);
  assert.throws(() => decode(Uint8Array.of(1, 1)), /too long/);
  assert.throws(() => decode(new Uint8Array(100).fill(0x91)), /too deep/);
});

test("a proof of RFC 6962 leads to its root, and no other place does", () => {
  const path = [
    "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  ].map(unhex);
  const leaf = sha256(Uint8Array.of(0, ...unhex("40414243")));
  const root = "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328";
  assert.equal(hex(rootOf(leaf, 5, 8, path)), root);
  assert.notEqual(hex(rootOf(leaf, 4, 8, path)), root);
  assert.equal(rootOf(leaf, 5, 8, path.slice(1)), null);
  assert.equal(rootOf(leaf, 8, 8, path), null);
});
