import { createPrivateKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { ChainKey } from './hash-chain.js';

/** What precedes the seed of an Ed25519 key in PKCS #8. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** An Ed25519 key of its own for each purpose. */
export function signingKey({ secret }: ChainKey, purpose: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
}
