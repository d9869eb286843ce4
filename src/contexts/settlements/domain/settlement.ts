import type { Kobo } from '../../../kernel/money.js';

/**
 * `provider_payout`: a provider paid into a bank account of ours. `float_topup`: we paid to a provider. `provider_fee`: a provider kept
 * something. `remittance`: value added tax or stamp duty was paid to the state. `bank_fee`: a bank kept something.
 */
export const SETTLEMENT_KINDS = ['provider_payout', 'float_topup', 'provider_fee', 'remittance', 'bank_fee'] as const;
export type SettlementKind = (typeof SETTLEMENT_KINDS)[number];

/** `suspense_return`: a payment in suspense went back to its payer, from a bank account of ours or by the provider that took it. */
export const RECORDED_KINDS = [...SETTLEMENT_KINDS, 'suspense_return'] as const;
export type RecordedKind = (typeof RECORDED_KINDS)[number];

export const LONGEST_REFERENCE = 50;

/** What is remitted. */
export const REMITTED = ['vat', 'duties'] as const;
export type Remitted = (typeof REMITTED)[number];

/** Texts that the kind does not need are empty. */
export interface SettlementEntry {
  readonly kind: RecordedKind;
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
const PARTS: Readonly<Record<SettlementKind, readonly Part[]>> = {
  provider_payout: ['provider', 'bank'],
  float_topup: ['provider', 'bank'],
  provider_fee: ['provider'],
  remittance: ['account', 'bank'],
  bank_fee: ['bank'],
};

export function partsOf({ kind, bank }: Pick<SettlementEntry, 'kind' | 'bank'>): readonly Part[] {
  if (kind !== 'suspense_return') return PARTS[kind];
  return bank === '' ? ['provider'] : ['bank'];
}

export interface SettlementAccounts {
  readonly clearing: string;
  readonly costs: string;
  readonly bank: string;
  readonly bankCosts: string;
  readonly remitted: string;
  readonly suspense: string;
}

/** Which account is debited, and which credited. */
export function sidesOf(
  { kind, bank }: Pick<SettlementEntry, 'kind' | 'bank'>,
  accounts: SettlementAccounts,
): readonly [debit: string, credit: string] {
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
    case 'suspense_return':
      return [accounts.suspense, bank === '' ? accounts.clearing : accounts.bank];
  }
}
