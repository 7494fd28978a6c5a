// MessagePack as the log uses it: whole numbers, texts, bytes and arrays, each in its shortest form.
const text = (bytes) => new TextDecoder("utf-8", { fatal: true }).decode(bytes);

function head(kinds, length) {
  const [small, most, ...codes] = kinds;
  if (most && length < most) return [small | length];
  const size = [1, 2, 4].findIndex((bytes) => length < 2 ** (8 * bytes));
  const at = codes.findIndex((code, n) => code && n >= size);
  return [codes[at], ...bigEndian(length, 2 ** at)];
}

const bigEndian = (value, bytes) =>
  Array.from({ length: bytes }, (_, at) => Number((BigInt(value) >> BigInt(8 * (bytes - 1 - at))) & 255n));

export function encode(value) {
  if (Array.isArray(value)) return [...head([0x90, 16, 0, 0xdc, 0xdd], value.length), ...value.flatMap(encode)];
  if (value instanceof Uint8Array) return [...head([0, 0, 0xc4, 0xc5, 0xc6], value.length), ...value];
  if (typeof value === "string") {
    const bytes = new TextEncoder().encode(value);
    return [...head([0xa0, 32, 0xd9, 0xda, 0xdb], bytes.length), ...bytes];
  }
  if (!Number.isSafeInteger(value) || value < 0) throw new Error("That is no number of a record.");
  if (value < 128) return [value];
  const size = [1, 2, 4, 8].find((bytes) => value < 2 ** (8 * bytes));
  return [0xcc + Math.log2(size), ...bigEndian(value, size)];
}

const MOST_DEEP = 20;

export function decode(bytes) {
  let at = 0;
  const take = (count) => {
    if (at + count > bytes.length) throw new Error("The record is cut.");
    at += count;
    return bytes.subarray(at - count, at);
  };
  const number = (count) => Number(take(count).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n));
  const signed = (count) =>
    Number(
      BigInt.asIntN(
        8 * count,
        take(count).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n),
      ),
    );
  const list = (count, deep) => {
    const found = [];
    for (let n = 0; n < count; n++) found.push(read(deep + 1));
    return found;
  };
  function read(deep) {
    if (deep > MOST_DEEP) throw new Error("The record is too deep.");
    const code = number(1);
    if (code < 0x80) return code;
    if (code < 0x90) return pairs(code & 15, deep);
    if (code < 0xa0) return list(code & 15, deep);
    if (code < 0xc0) return text(take(code & 31));
    if (code >= 0xe0) return code - 256;
    if (code === 0xc0) return null;
    if (code === 0xc2 || code === 0xc3) return code === 0xc3;
    if (code >= 0xc4 && code <= 0xc6) return take(number(2 ** (code - 0xc4))).slice();
    if (code >= 0xcc && code <= 0xcf) return number(2 ** (code - 0xcc));
    if (code >= 0xd0 && code <= 0xd3) return signed(2 ** (code - 0xd0));
    if (code >= 0xd9 && code <= 0xdb) return text(take(number(2 ** (code - 0xd9))));
    if (code === 0xdc || code === 0xdd) return list(number(code === 0xdc ? 2 : 4), deep);
    if (code === 0xde || code === 0xdf) return pairs(number(code === 0xde ? 2 : 4), deep);
    throw new Error("The record cannot be read.");
  }
  function pairs(count, deep) {
    const found = new Map();
    for (let n = 0; n < count; n++) found.set(read(deep + 1), read(deep + 1));
    return found;
  }
  const found = read(0);
  if (at !== bytes.length) throw new Error("The record is too long.");
  return found;
}
