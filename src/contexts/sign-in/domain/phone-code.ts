import { HOUR_MS, MINUTE_MS } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { newId } from '../../../kernel/ids.js';
import type { SentMail } from './code-mailing.js';
import { signInFailures } from './sign-in.failures.js';
import type { MailedCode } from './verification-code.js';

const CODE_LIFE_MS = 10 * MINUTE_MS;
const TRIES = 5;

/** A push message proves a device and not the number, on which limits depend. */
export const PHONE_CHANNELS = ['sms', 'push'] as const;
export type PhoneChannel = (typeof PHONE_CHANNELS)[number];

/** What the code of a user and number is kept under, in place of an address: another number has another one. */
export function phoneCodeKey(userId: string, phoneNumber: string, channel: PhoneChannel): string {
  return `phone ${phoneNumber} of ${userId}${channel === 'push' ? ' by push' : ''}`;
}

/**
 * Keys under which sends are counted, with how many an hour: of a user, and to a number, which may be a stranger's. The latter is
 * higher, so that a stranger does not use up the codes of the owner.
 */
export function phoneSendLimits(userId: string, phoneNumber: string): readonly (readonly [key: string, anHour: number])[] {
  return [
    [`phone codes of ${userId}`, 5],
    [`phone codes to ${phoneNumber}`, 20],
  ];
}

/** A new code voids the one before. */
export function newPhoneCode(previous: MailedCode | undefined, key: string, now: number): MailedCode {
  return {
    id: newId(),
    email: key,
    slot: 'phone',
    purposes: ['phone'],
    tries: 0,
    triesByNetwork: {},
    used: false,
    expires: now + CODE_LIFE_MS,
    version: (previous?.version ?? 0) + 1,
  };
}

export function mayTry({ used, expires, tries }: MailedCode, now: number): boolean {
  return !used && expires > now && tries < TRIES;
}

/** @throws Failure `sign_in.phone_codes_exhausted` */
export function withSentCode(sent: readonly SentMail[], anHour: number, now: number): SentMail[] {
  const recent = sent.filter(({ at }) => at > now - HOUR_MS);
  const first = recent.at(-anHour);
  if (first) {
    const retryAfterSeconds = Math.ceil((first.at + HOUR_MS - now) / 1000);
    throw new Failure(signInFailures.phone_codes_exhausted, { retryAfterSeconds });
  }
  return [...recent, { at: now, network: '' }];
}
