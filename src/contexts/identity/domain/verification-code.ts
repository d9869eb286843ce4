import { randomInt } from 'node:crypto';
import { HOUR_MS } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { newId } from '../../../kernel/ids.js';
import { identityFailures } from './identity.failures.js';

export const CODE_LIFE_MS = HOUR_MS;
export const CODE_TRIES = 5;
const SENDS_PER_HOUR = 5;

/** Stored as a hash only. */
export interface SentCode {
  readonly id: string;
  readonly email: string;
  readonly expires: number;
  /** Of each code of the last hour, this one included. */
  readonly sent: readonly number[];
}

export function drawCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** @throws Failure `identity.codes_exhausted` when `limited` and the hourly limit is reached */
export function sendCode(email: string, previous: SentCode | undefined, now: number, limited: boolean): SentCode {
  const recent = (previous?.sent ?? []).filter((at) => at > now - HOUR_MS);
  if (limited && recent.length >= SENDS_PER_HOUR) {
    const free = recent.at(-SENDS_PER_HOUR)! + HOUR_MS;
    throw new Failure(identityFailures.codes_exhausted, { retryAfterSeconds: Math.ceil((free - now) / 1000) });
  }
  return { id: newId(), email, expires: now + CODE_LIFE_MS, sent: [...recent, now] };
}
