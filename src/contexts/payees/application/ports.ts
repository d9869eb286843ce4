import type { Payee } from '../domain/payee.js';

export interface PayeeUse {
  readonly userId: string;
  readonly identity: string;
  /** Unix ms. */
  readonly at: number;
}

export interface UsedPayee extends Omit<PayeeUse, 'identity'> {
  readonly id: string;
}

export abstract class SavedPayees {
  /** In a unit of work. @throws Failure `payees.exists`, `payees.too_many` */
  abstract add(payee: Payee): Promise<void>;
  /** @throws Failure `payees.untrusted` where somebody changed it in the database, until it is saved anew */
  abstract find(userId: string, id: string): Promise<Payee | undefined>;
  /** At most 200 that nobody changed in the database; those used last come first. */
  abstract all(userId: string): Promise<Payee[]>;
  /** Those of these users that lead to what is named, once for each time that it is. */
  abstract among(uses: readonly PayeeUse[]): Promise<UsedPayee[]>;
  abstract change(userId: string, id: string, changes: Partial<Pick<Payee, 'label' | 'name' | 'changedName'>>): Promise<void>;
  /** @param at unix ms, now where it is left out; an earlier use is counted and stays behind a later one */
  abstract count(userId: string, id: string, at?: number): Promise<void>;
  /** False where there is none. */
  abstract remove(userId: string, id: string): Promise<boolean>;
}

/** Accounts that a user has paid to. */
export abstract class PaidAccounts {
  /** In a unit of work. True for the first payment. */
  abstract add(userId: string, bankCode: string, account: string): Promise<boolean>;
  /** Whether one of the others paid to an account that this user paid to. */
  abstract shared(userId: string, others: readonly string[]): Promise<boolean>;
}
