import { createPrivateKey, hkdfSync, type KeyObject, createPublicKey, sign, verify } from 'node:crypto';
import type { ChainKey } from './hash-chain.js';

/** What precedes the seed of an Ed25519 key in PKCS #8. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** An Ed25519 key of its own for each purpose. */
export function signingKey({ secret }: ChainKey, purpose: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
}

/** The head of the chain at a time, signed, to be kept outside of the database. */
export interface Anchor {
  readonly batchNo: number;
  readonly hash: string;
  /** When the batch was committed. */
  readonly committedAt: number;
  readonly anchoredAt: number;
  readonly keyId: string;
  /** Ed25519 over the other fields, one a line, in base64url. */
  readonly signature: string;
}

type Unsigned = Omit<Anchor, 'keyId' | 'signature'>;

export function signAnchor({ batchNo, hash, committedAt, anchoredAt }: Unsigned, key: ChainKey): Anchor {
  const unsigned = { batchNo, hash, committedAt, anchoredAt, keyId: key.id };
  return { ...unsigned, signature: sign(null, signedText(unsigned), privateKey(key)).toString('base64url') };
}

export function isSignedBy(anchor: Anchor, key: ChainKey): boolean {
  return verify(null, signedText(anchor), publicKey(key), Buffer.from(anchor.signature, 'base64url'));
}

/** Verifies anchors without being able to make any. */
export function publicKey(key: ChainKey): KeyObject {
  return createPublicKey(privateKey(key));
}

/** @returns undefined for a damaged line */
export function parseAnchor(line: string): Anchor | undefined {
  try {
    const { batchNo, hash, committedAt, anchoredAt, keyId, signature } = JSON.parse(line) as Anchor;
    const isAnchor =
      [batchNo, committedAt, anchoredAt].every(Number.isSafeInteger) &&
      [hash, keyId, signature].every((text) => typeof text === 'string');
    return isAnchor ? { batchNo, hash, committedAt, anchoredAt, keyId, signature } : undefined;
  } catch {
    return undefined;
  }
}

function signedText({ batchNo, hash, committedAt, anchoredAt, keyId }: Omit<Anchor, 'signature'>): Buffer {
  return Buffer.from(`harmattan ledger anchor\n${batchNo}\n${hash}\n${committedAt}\n${anchoredAt}\n${keyId}\n`);
}

function privateKey(key: ChainKey): KeyObject {
  return signingKey(key, 'harmattan ledger anchors');
}
