import type { Kobo } from '../../../kernel/money.js';

/**
 * `provider_payout`: a provider paid into a bank account of ours. `float_topup`: we paid to a provider. `provider_fee`: a provider kept
 * something. `remittance`: value added tax or stamp duty was paid to the state. `bank_fee`: a bank kept something.
 */
export const SETTLEMENT_KINDS = ['provider_payout', 'float_topup', 'provider_fee', 'remittance', 'bank_fee'] as const;
export type SettlementKind = (typeof SETTLEMENT_KINDS)[number];

/** What is remitted. */
export const REMITTED = ['vat', 'duties'] as const;
export type Remitted = (typeof REMITTED)[number];

/** Texts that the kind does not need are empty. */
export interface SettlementEntry {
  readonly kind: SettlementKind;
  /** As it is reconciled. */
  readonly provider: string;
  readonly account: Remitted | '';
  readonly bank: string;
  readonly amountKobo: Kobo;
  /** The one of the bank or the provider; no two settlements have the same. */
  readonly reference: string;
  /** Day in Lagos, `YYYY-MM-DD`. */
  readonly valued: string;
}

/** Money that moved between accounts of ours, or left one for the state, outside of the service; its id is that of its journal. */
export interface Settlement extends SettlementEntry {
  readonly id: string;
  readonly createdAt: number;
}

type Part = 'provider' | 'account' | 'bank';

/** What each kind names beside amount, reference and day. */
export const PARTS: Readonly<Record<SettlementKind, readonly Part[]>> = {
  provider_payout: ['provider', 'bank'],
  float_topup: ['provider', 'bank'],
  provider_fee: ['provider'],
  remittance: ['account', 'bank'],
  bank_fee: ['bank'],
};

export interface SettlementAccounts {
  readonly clearing: string;
  readonly costs: string;
  readonly bank: string;
  readonly bankCosts: string;
  readonly remitted: string;
}

/** Which account is debited, and which credited. */
export function sidesOf(kind: SettlementKind, accounts: SettlementAccounts): readonly [debit: string, credit: string] {
  switch (kind) {
    case 'provider_payout':
      return [accounts.bank, accounts.clearing];
    case 'float_topup':
      return [accounts.clearing, accounts.bank];
    case 'provider_fee':
      return [accounts.costs, accounts.clearing];
    case 'remittance':
      return [accounts.remitted, accounts.bank];
    case 'bank_fee':
      return [accounts.bankCosts, accounts.bank];
  }
}
