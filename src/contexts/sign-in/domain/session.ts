import { createHmac, randomBytes } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '../../../kernel/clock.js';

/** How long a replaced secret stays valid, in case the answer was lost. */
export const ROTATION_GRACE_MS = 60_000;

/** A session ends this long after its last signed request. */
export const IDLE_SESSION_MS = 7 * DAY_MS;

export function idleMs(isStaff: boolean, staffIdleMs: number): number {
  return isStaff ? staffIdleMs : IDLE_SESSION_MS;
}

/** Per user; the oldest one ends for a further one. */
export const MAX_SESSIONS = 20;

/** How long a sign-in counts as a proof of who asks. */
const RECENT_MS = 600_000;

export function isRecentSignIn(signedInAt: number, now: number): boolean {
  return now - signedInAt <= RECENT_MS;
}

const STAFF_SESSION_MS = 8 * HOUR_MS;
const USER_SESSION_MS = 30 * DAY_MS;

/** Rotation does not extend it. */
export function maximumAgeMs(isStaff: boolean): number {
  return isStaff ? STAFF_SESSION_MS : USER_SESSION_MS;
}

/** From the beginning of the session and from each rotation. */
export function sessionLifeMs(settingMs: number, isStaff: boolean): number {
  return Math.min(settingMs, maximumAgeMs(isStaff));
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

/** All secrets of a session follow from its seed, so that a secret of long ago is recognised without keeping it. */
export function drawSeed(): string {
  return randomBytes(32).toString('base64url');
}

/** @param rotation how often the session was rotated before */
export function secretOf(seed: string, rotation: number): string {
  return createHmac('sha256', seed).update(`rotation ${rotation}`).digest('base64url');
}
