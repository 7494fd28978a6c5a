// SHA-256 and SHA-512 written out (FIPS 180-4): a page from a file may have no cryptography of the browser's.
const primes = (count) => {
  const found = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
};

// The first bits of the fraction of a root, exactly: the whole root of the prime, scaled.
function rootBits(prime, power, bits) {
  const scaled = BigInt(prime) << BigInt(power * bits);
  let low = 0n,
    high = 1n << BigInt(bits + 5);
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** BigInt(power) <= scaled) low = middle;
    else high = middle;
  }
  return low & ((1n << BigInt(bits)) - 1n);
}

const FORMS = {
  256: { bits: 32, rounds: 64, turns: [2, 13, 22, 6, 11, 25, 7, 18, 3, 17, 19, 10] },
  512: { bits: 64, rounds: 80, turns: [28, 34, 39, 14, 18, 41, 1, 8, 7, 19, 61, 6] },
};
for (const form of Object.values(FORMS)) {
  form.turns = form.turns.map(BigInt);
  form.keys = primes(form.rounds).map((prime) => rootBits(prime, 3, form.bits));
  form.start = primes(8).map((prime) => rootBits(prime, 2, form.bits));
}

function sha2(message, size) {
  const { bits, rounds, turns, keys, start } = FORMS[size];
  const word = bits / 8,
    block = word * 16,
    width = BigInt(bits),
    mask = (1n << width) - 1n;
  const turn = (value, by) => ((value >> by) | (value << (width - by))) & mask;
  const padded = new Uint8Array(Math.ceil((message.length + 1 + 2 * word) / block) * block);
  padded.set(message);
  padded[message.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  const state = [...start];
  const row = new Array(rounds);
  for (let at = 0; at < padded.length; at += block) {
    for (let n = 0; n < 16; n++) {
      row[n] = 0n;
      for (let byte = 0; byte < word; byte++) row[n] = (row[n] << 8n) | BigInt(padded[at + n * word + byte]);
    }
    for (let n = 16; n < rounds; n++) {
      const [a, b] = [row[n - 15], row[n - 2]];
      const low = turn(a, turns[6]) ^ turn(a, turns[7]) ^ (a >> turns[8]);
      const high = turn(b, turns[9]) ^ turn(b, turns[10]) ^ (b >> turns[11]);
      row[n] = (row[n - 16] + low + row[n - 7] + high) & mask;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let n = 0; n < rounds; n++) {
      const one = turn(e, turns[3]) ^ turn(e, turns[4]) ^ turn(e, turns[5]);
      const first = h + one + ((e & f) ^ (~e & mask & g)) + keys[n] + row[n];
      const two = turn(a, turns[0]) ^ turn(a, turns[1]) ^ turn(a, turns[2]);
      const second = two + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) & mask, c, b, a, (first + second) & mask];
    }
    [a, b, c, d, e, f, g, h].forEach((value, n) => {
      state[n] = (state[n] + value) & mask;
    });
  }
  const out = new Uint8Array(size / 8);
  state.forEach((value, n) => {
    for (let byte = 0; byte < word; byte++)
      out[n * word + byte] = Number((value >> BigInt(bits - 8 - 8 * byte)) & 255n);
  });
  return out;
}

export const sha256 = (message) => sha2(message, 256);
export const sha512 = (message) => sha2(message, 512);
