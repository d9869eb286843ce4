import { DAY_MS } from '../../../kernel/clock.js';
import { type Kobo, naira } from '../../../kernel/money.js';

/** Times and amounts of the billing context, in one place so that tests can shorten them. */
export class BillingSettings {
  /** A purchase is answered within this time, completed or not. */
  answerWithinMs = 8_000;
  /** A verification is good for a payment for this long. */
  verificationTtlMs = 15 * 60_000;
  /** The catalogue is synced when it is older than this. */
  catalogueMaxAgeMs = DAY_MS;
  /** Referral bonus; zero pays none. */
  referralBonusKobo: Kobo = naira(100);
}
