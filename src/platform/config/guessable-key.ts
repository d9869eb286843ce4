import { KEY_FORM } from './variables.js';

/** About 30 of 32 random bytes differ, and so do the steps between them; as few as this happens once in 10^10 keys. */
const FEWEST_DIFFERENT = 17;

/** Whether a key of 32 bytes was not drawn at random: text, zeros, something repeated, or a sequence. */
export function isGuessable(key: Buffer): boolean {
  const steps = [...key.subarray(1)].map((byte, index) => (byte - key[index]! + 256) % 256);
  return isText(key) || new Set(key).size < FEWEST_DIFFERENT || new Set(steps).size < FEWEST_DIFFERENT;
}

/** @param keys in base64, by their variables */
export function guessableKeyFaults(keys: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(keys)
    .filter(([, key]) => key !== undefined && KEY_FORM.test(key) && isGuessable(Buffer.from(key, 'base64')))
    .map(([name]) => `${name} can be guessed: set it to 32 random bytes in base64 (openssl rand -base64 32)`);
}

function isText(key: Buffer): boolean {
  return key.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d || byte === 0x09);
}
