import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';

export interface DerivedKey {
  /** Identifies the APP_KEY that it was derived from. */
  readonly id: string;
  readonly bytes: Buffer;
}

const ID_BYTES = 4;

/** `APP_KEY` and the keys of `APP_KEY_PREVIOUS`: the first writes, and all read. */
@Injectable()
export class KeyRing {
  private readonly secrets: readonly Buffer[];
  private readonly derived = new Map<string, readonly DerivedKey[]>();

  constructor({ appKey, previousAppKeys }: Config) {
    this.secrets = [appKey, ...previousAppKeys];
  }

  /** One key for each purpose, so that a signature for one is worth nothing for another; the current one is first. */
  keys(purpose: string): readonly DerivedKey[] {
    let keys = this.derived.get(purpose);
    if (!keys) {
      keys = this.secrets.map((secret) => ({ id: keyId(secret), bytes: derive(secret, purpose, 32) }));
      this.derived.set(purpose, keys);
    }
    return keys;
  }

  current(purpose: string): DerivedKey {
    return this.keys(purpose)[0]!;
  }

  /** `<key id>.<HMAC-SHA-256 in base64url>`, 52 characters. */
  mac(purpose: string, text: string): string {
    const { id, bytes } = this.current(purpose);
    return `${id}.${hmac(bytes, text)}`;
  }

  /** Whether the mac was made from this text for this purpose by a key of the ring. */
  verifyMac(purpose: string, text: string, mac: string): boolean {
    const [id, digest = ''] = mac.split('.');
    return this.keys(purpose).some((key) => key.id === id && isEqual(hmac(key.bytes, text), digest));
  }
}

/** Derived from the key, so that it need not be chosen or kept. */
export function keyId(secret: Buffer): string {
  return derive(secret, 'key id', ID_BYTES).toString('hex');
}

export function derive(secret: Buffer, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `harmattan ${purpose}`, bytes));
}

function hmac(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

function isEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
