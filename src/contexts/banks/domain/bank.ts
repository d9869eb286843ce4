export const BANK_KINDS = ['bank', 'microfinance', 'wallet', 'other'] as const;
export type BankKind = (typeof BANK_KINDS)[number];

/** A bank or wallet that takes payouts, under our own stable code: small letters, digits and `-`, at most 48. */
export interface Bank {
  readonly code: string;
  readonly name: string;
  readonly kind: BankKind;
}
