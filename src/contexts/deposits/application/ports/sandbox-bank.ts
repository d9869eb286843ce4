import type { Kobo } from '../../../../kernel/money.js';

export interface PaymentAtSandbox {
  readonly transactionId: string;
  readonly accountNumber: string;
  readonly amountKobo: Kobo;
  readonly payerName: string;
}

interface AccountAtSandbox {
  /** The order that it was opened for. */
  readonly reference: string;
  /** What the order announced. */
  readonly amountKobo: Kobo;
}

/** The simulated bank, for who pays there by hand. It tells the service nothing by itself. */
export abstract class SandboxBank {
  abstract findAccount(by: { readonly accountNumber: string }): Promise<AccountAtSandbox | undefined>;
  /** The account takes no more payments in time. */
  abstract endAccount(accountNumber: string): Promise<void>;
  /** A known transaction stays as it is. */
  abstract receive(payment: PaymentAtSandbox): Promise<void>;
  /** Takes a payment back; one that it took back already stays as it is. */
  abstract reverse(transactionId: string): Promise<void>;
  /** Without those that it took back. */
  abstract paymentsTo(accountNumber: string): Promise<readonly PaymentAtSandbox[]>;
}
