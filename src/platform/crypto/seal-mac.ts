import { createHmac, timingSafeEqual } from 'node:crypto';
import { derive } from './key-ring.js';

const FORMAT = '1';

export function sealKey(chainSecret: Buffer): Buffer {
  return derive(chainSecret, 'row seals', 32);
}

/** `1.<key id>.<HMAC-SHA-256 in base64url>`, 54 characters. */
export function makeSeal(keyId: string, key: Buffer, text: string): string {
  return `${FORMAT}.${keyId}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}

export function keyIdOf(seal: string): string {
  return seal.split('.')[1] ?? '';
}

export function isEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
