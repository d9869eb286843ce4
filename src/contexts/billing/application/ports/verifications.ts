import type { VerifiedCustomer } from './biller-provider.js';

export interface VerificationKey {
  readonly userId: string;
  readonly paymentCode: string;
  readonly customerId: string;
}

/** What verifications found, kept for a short time so that a payment can take name and address from it. */
export abstract class Verifications {
  /** @param expires unix ms */
  abstract keep(key: VerificationKey, customer: VerifiedCustomer, expires: number): Promise<void>;
  abstract find(key: VerificationKey): Promise<VerifiedCustomer | undefined>;
  abstract removeExpired(): Promise<void>;
}
