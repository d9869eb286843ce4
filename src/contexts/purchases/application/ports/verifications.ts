import type { VerifiedCustomer } from '../../../billers/index.js';

export interface VerificationKey {
  readonly userId: string;
  readonly paymentCode: string;
  readonly customerId: string;
}

/** Kept for a short time, so that a payment can take name and address from them. */
export abstract class Verifications {
  abstract keep(key: VerificationKey, customer: VerifiedCustomer, expires: number): Promise<void>;
  abstract find(key: VerificationKey): Promise<VerifiedCustomer | undefined>;
  abstract removeExpired(): Promise<void>;
}
