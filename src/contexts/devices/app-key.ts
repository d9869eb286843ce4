import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { DeviceKey } from './device.js';

/** r and s, 32 bytes each; other lengths are DER. */
const RAW_BYTES = 64;

/** @param spki base64url. Undefined for anything but a point on P-256 */
export function readAppKey(spki: string): DeviceKey | undefined {
  const key = publicKeyOf(spki);
  if (!key) return undefined;
  const publicKey = key.export({ format: 'der', type: 'spki' });
  const credentialId = createHash('sha256').update(publicKey).digest('base64url');
  return { kind: 'appkey', credentialId, publicKey: publicKey.toString('base64url'), signCount: 0, transports: [] };
}

/** Reading a key costs more than verifying by it. */
const keys = new WeakMap<DeviceKey, KeyObject>();

/** Off the main thread. @param signature of ECDSA with SHA-256, base64url; DER as phones make it, or raw as WebCrypto does */
export function isSignedByAppKey(text: string, signature: string, by: DeviceKey): Promise<boolean> {
  const key = keys.get(by) ?? publicKeyOf(by.publicKey);
  if (key) keys.set(by, key);
  const bytes = Buffer.from(signature, 'base64url');
  if (!key) return Promise.resolve(false);
  const dsaEncoding = bytes.length === RAW_BYTES ? 'ieee-p1363' : 'der';
  return new Promise((resolve) => {
    verify('sha256', Buffer.from(text), { key, dsaEncoding }, bytes, (error, isRight) => resolve(!error && isRight));
  });
}

function publicKeyOf(spki: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(spki, 'base64url'), format: 'der', type: 'spki' });
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined;
  } catch {
    return undefined;
  }
}
