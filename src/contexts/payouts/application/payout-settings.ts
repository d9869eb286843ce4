/** Tests shorten these. */
export class PayoutSettings {
  /** A payout is answered within this time, completed or not. */
  answerWithinMs = 8_000;
  /** The same amount to the same account within this time is asked about. */
  repeatedWithinMs = 10 * 60_000;
  /** The payer is told after this time that a payout is on its way, unless it has ended. */
  tellOnItsWayAfterMs = 15_000;
}
