import { randomBytes } from 'node:crypto';
import { HOUR_MS } from '../../../kernel/clock.js';

/** How long a replaced secret stays valid, in case the answer was lost. */
export const ROTATION_GRACE_MS = 60_000;

/** Rotation does not extend it. */
export const STAFF_SESSION_MS = 8 * HOUR_MS;

/** From the beginning of the session and from each rotation. */
export function sessionLifeMs(userSessionMs: number, isStaff: boolean): number {
  return isStaff ? Math.min(STAFF_SESSION_MS, userSessionMs) : userSessionMs;
}

export interface Credentials {
  readonly sessionId: string;
  readonly userId: string;
  readonly publicKey: string;
  readonly secret: string;
  readonly expires: number;
}

export function drawPublicKey(): string {
  return randomBytes(24).toString('base64url');
}

export function drawSecret(): string {
  return randomBytes(32).toString('base64url');
}
