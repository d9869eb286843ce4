import { HOUR_MS } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { signInFailures } from './sign-in.failures.js';
import { hashed } from './verification-code.js';

const SENDS_PER_NETWORK = 5;
const SENDS_IN_ALL = 20;

export interface SentMail {
  readonly at: number;
  /** Hashed. */
  readonly network: string;
}

/**
 * @param isOwners whether the account's owner signed in from this network before: what others ask for does not count against them
 * @throws Failure `sign_in.codes_exhausted`
 */
export function withSentMail(sent: readonly SentMail[], network: string, now: number, isOwners: boolean): SentMail[] {
  const recent = sent.filter(({ at }) => at > now - HOUR_MS);
  const mine = recent.filter((mail) => mail.network === hashed(network));
  const full = mine.length >= SENDS_PER_NETWORK ? mine.at(-SENDS_PER_NETWORK) : undefined;
  const fullInAll = !isOwners && recent.length >= SENDS_IN_ALL ? recent.at(-SENDS_IN_ALL) : undefined;
  const free = Math.max(full?.at ?? 0, fullInAll?.at ?? 0) + HOUR_MS;
  if (full || fullInAll) throw new Failure(signInFailures.codes_exhausted, { retryAfterSeconds: Math.ceil((free - now) / 1000) });
  return [...recent, { at: now, network: hashed(network) }];
}
