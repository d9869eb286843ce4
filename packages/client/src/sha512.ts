import type { Bytes } from './bytes.js';

const BLOCK = 128;
const ROUNDS = 80;
const WORD = (1n << 64n) - 1n;

interface Constants {
  readonly initial: readonly bigint[];
  readonly rounds: readonly bigint[];
}

let constants: Constants | undefined;

/** SHA-512 in JavaScript, for runtimes without any: some milliseconds for a request, seconds for a large file. */
export function portableDigests() {
  return { sha512: async (data: Bytes) => sha512(data), hmacSha512: async (key: Bytes, data: Bytes) => hmac(key, data) };
}

function hmac(key: Bytes, data: Bytes): Bytes {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? sha512(key) : key);
  const inner = sha512(
    joined(
      padded.map((byte) => byte ^ 0x36),
      data,
    ),
  );
  return sha512(
    joined(
      padded.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

function sha512(data: Bytes): Bytes {
  constants ??= makeConstants();
  const padded = new Uint8Array(Math.ceil((data.length + 17) / BLOCK) * BLOCK);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(data.length) * 8n);
  let state = [...constants.initial];
  for (let at = 0; at < padded.length; at += BLOCK) state = compress(state, view, at, constants.rounds);
  const digest = new DataView(new ArrayBuffer(64));
  state.forEach((word, place) => digest.setBigUint64(place * 8, word));
  return new Uint8Array(digest.buffer);
}

/** The names are those of FIPS 180-4, 6.4.2. */
function compress(state: readonly bigint[], view: DataView, at: number, rounds: readonly bigint[]): bigint[] {
  const words: bigint[] = [];
  for (let t = 0; t < 16; t++) words.push(view.getBigUint64(at + t * 8));
  for (let t = 16; t < ROUNDS; t++) {
    const [w15, w2] = [words[t - 15]!, words[t - 2]!];
    const s0 = right(w15, 1n) ^ right(w15, 8n) ^ (w15 >> 7n);
    const s1 = right(w2, 19n) ^ right(w2, 61n) ^ (w2 >> 6n);
    words.push((words[t - 16]! + s0 + words[t - 7]! + s1) & WORD);
  }
  let [a, b, c, d, e, f, g, h] = state as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint];
  for (let t = 0; t < ROUNDS; t++) {
    const s1 = right(e, 14n) ^ right(e, 18n) ^ right(e, 41n);
    const t1 = h + s1 + ((e & f) ^ (~e & WORD & g)) + rounds[t]! + words[t]!;
    const t2 = (right(a, 28n) ^ right(a, 34n) ^ right(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) & WORD, c, b, a, (t1 + t2) & WORD];
  }
  return [a, b, c, d, e, f, g, h].map((word, place) => (word + state[place]!) & WORD);
}

function right(word: bigint, by: bigint): bigint {
  return ((word >> by) | (word << (64n - by))) & WORD;
}

/** The first 64 bits behind the point of the roots of the first primes: square for the state, cube for the rounds. */
function makeConstants(): Constants {
  const primes: bigint[] = [];
  for (let number = 2n; primes.length < ROUNDS; number++) if (primes.every((prime) => number % prime !== 0n)) primes.push(number);
  return {
    initial: primes.slice(0, 8).map((prime) => root(prime << 128n, 2n) & WORD),
    rounds: primes.map((prime) => root(prime << 192n, 3n) & WORD),
  };
}

/** The largest whole number whose power is not above the value. */
function root(value: bigint, power: bigint): bigint {
  let low = 0n;
  for (let bit = 1n << 70n; bit > 0n; bit >>= 1n) if ((low | bit) ** power <= value) low |= bit;
  return low;
}

function joined(one: Bytes, other: Bytes): Bytes {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}
