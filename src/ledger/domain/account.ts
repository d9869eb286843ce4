import type { Charge } from '../../kernel/charges.js';

/** A user's wallet has the user's id; system accounts are named here. */
export type AccountId = string;

const HELD_ACCOUNTS = 'system:held:';

/** Purchases debited whose provider has not decided yet. */
export function providerHeld(provider: string): AccountId {
  return `${HELD_ACCOUNTS}${provider}`;
}

export function isHeldAccount(account: AccountId): boolean {
  return account.startsWith(HELD_ACCOUNTS);
}

/** What we owe a provider for what it delivered. */
export function providerClearing(provider: string): AccountId {
  return `system:clearing:${provider}`;
}

/** Money that a deposit provider holds for us; negative by the amount credited to wallets. */
export function depositClearing(provider: string): AccountId {
  return `system:deposits:${provider}`;
}

export function isOpenWithProvider(account: AccountId): boolean {
  return account.startsWith('system:clearing:') || account.startsWith('system:deposits:');
}

/** An account of ours at a bank; negative by what is in it. */
export function bankAccount(bank: string): AccountId {
  return `system:bank:${bank}`;
}

const COSTS_ACCOUNTS = 'system:costs:';

/** What a provider kept for its work. */
export function providerCosts(provider: string): AccountId {
  return `${COSTS_ACCOUNTS}${provider}`;
}

export function isCostsAccount(account: AccountId): boolean {
  return account.startsWith(COSTS_ACCOUNTS);
}

/** What banks kept for their work. */
export const BANK_COSTS_ACCOUNT: AccountId = 'system:costs:banks';
/** Stamp duty, owed to the state. */
export const DUTIES_ACCOUNT: AccountId = 'system:duties';
/** VAT on our charges, owed to the state. */
export const VAT_ACCOUNT: AccountId = 'system:vat';
/** Fees, surcharges, commissions. */
export const FEES_ACCOUNT: AccountId = 'system:fees';
export const REWARDS_ACCOUNT: AccountId = 'system:rewards';
/** Money that arrived and matches no order; never below zero, because what one person owes is no cover for what another one paid. */
export const SUSPENSE_ACCOUNT: AccountId = 'system:suspense';
/** What users and payers owe us; negative by all of it. */
export const DEBTS_ACCOUNT: AccountId = 'system:debts';

/** What went back to payers before the books had accounts at banks. */
export const SETTLEMENT_ACCOUNT: AccountId = 'system:settlement';
/** What users owed and the service gave up: an expense. */
export const BAD_DEBTS_ACCOUNT: AccountId = 'system:bad-debts';
/** What staff gave to wallets, less what they took from them. */
export const ADJUSTMENTS_ACCOUNT: AccountId = 'system:adjustments';

/** Whose money a charge is. */
export function chargeAccount(kind: Charge['kind']): AccountId {
  return kind === 'vat' ? VAT_ACCOUNT : kind === 'stamp_duty' ? DUTIES_ACCOUNT : FEES_ACCOUNT;
}

/** The beginning of their names. */
export const SYSTEM_ACCOUNTS = 'system:';

/** System accounts may be negative (a clearing account mirrors a provider's account); wallets never. */
export function isSystemAccount(account: AccountId): boolean {
  return account.startsWith(SYSTEM_ACCOUNTS);
}
