import type { User } from '../../domain/account.js';
import type { Payer } from './users.js';

/** What a request for a payment brings besides its signature. */
export interface PaymentProof {
  readonly sessionId: string;
  readonly ip: string;
  readonly pin: string | undefined;
}

/** Whether a user may spend; asked before money leaves the wallet. Receiving needs no authorisation. */
export abstract class PaymentAuthorisation {
  /**
   * Synchronous where nothing has to be proved anew. Call it outside of a unit of work. @throws Failure
   * `sign_in.email_unverified`, `cooling_off`, `pin_required`, `wrong_pin`, `pin_locked`, `pin_blocked`, `pin_untrusted`, `busy`
   */
  abstract authorise(payer: Payer, proof: PaymentProof): void | Promise<void>;
  abstract mayEarnBonus(user: User): boolean;
}
