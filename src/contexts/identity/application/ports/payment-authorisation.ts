import type { User } from '../../domain/account.js';

/** Whether a user may spend; asked before money leaves the wallet. Receiving needs no authorisation. */
export abstract class PaymentAuthorisation {
  /** @throws Failure `identity.email_unverified` */
  abstract authorise(payer: User): void | Promise<void>;
  /** Whether a referral bonus may be paid to the user. */
  abstract mayEarnBonus(user: User): boolean;
}
