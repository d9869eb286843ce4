import { createHmac } from 'node:crypto';
import type { KeyRing } from '../../../../../platform/crypto/key-ring.js';
import type { Keys } from '../../../../../platform/crypto/sealed-columns.js';

/** By each key of the ring, the current one first; keyed, because passwords can be guessed from an unkeyed hash. */
export function passwordDigests(ring: KeyRing, password: string): string[] {
  return ring.keys('test users').map(({ bytes }) => createHmac('sha256', bytes).update(password).digest('hex'));
}

export function newestDigest(row: { readonly id: string; readonly encryptedPassword: string }, { ring, box }: Keys): string {
  return passwordDigests(ring, box.decrypt(row.encryptedPassword, row.id))[0]!;
}
