/** Authenticator app of a staff member: TOTP of RFC 6238 with SHA-1, six digits and steps of 30 seconds. */
import { createHmac } from 'node:crypto';

const stepSeconds = 30;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Makes one code for each step. A code is valid once, so later ones are made ahead of time instead of waiting half a minute. */
export function makeAuthenticator(secret) {
  const key = fromBase32(secret);
  let last = 0;
  return () => {
    last = Math.max(last + 1, Math.floor(Date.now() / 1000 / stepSeconds));
    return codeAt(key, last);
  };
}

function codeAt(key, step) {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', key).update(counter).digest();
  const number = digest.readUInt32BE(digest.at(-1) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

function fromBase32(text) {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)));
}
