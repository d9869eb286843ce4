import { type Kobo, naira } from '../../../kernel/money.js';

/** Tests shorten these. */
export class PurchaseSettings {
  /** A purchase is answered within this time, completed or not. */
  answerWithinMs = 8_000;
  /** How long a verification can be used by a payment. */
  verificationTtlMs = 15 * 60_000;
  /** Zero pays none. */
  referralBonusKobo: Kobo = naira(100);
}
