import { randomBytes } from 'node:crypto';

/** The old secret is good for so long after a rotation, so that a lost answer locks nobody out. */
export const ROTATION_GRACE_MS = 60_000;

/** Staff sign in again, with their second factor, after a working day at the latest: no rotation leads beyond it. */
export const STAFF_SESSION_MS = 8 * 3_600_000;

/** How long a session lasts from its beginning, and from each rotation. */
export function sessionLifeMs(userSessionMs: number, isStaff: boolean): number {
  return isStaff ? Math.min(STAFF_SESSION_MS, userSessionMs) : userSessionMs;
}

/** What a client signs its requests with. */
export interface Credentials {
  readonly sessionId: string;
  readonly userId: string;
  readonly publicKey: string;
  readonly secret: string;
  /** Unix ms. */
  readonly expires: number;
}

export function drawPublicKey(): string {
  return randomBytes(24).toString('base64url');
}

export function drawSecret(): string {
  return randomBytes(32).toString('base64url');
}
