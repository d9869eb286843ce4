/** A user's wallet has the user's id; system accounts are named here. */
export type AccountId = string;

/** Purchases debited and not yet settled with the provider. */
export function providerClearing(provider: string): AccountId {
  return `system:clearing:${provider}`;
}

/** Money that a deposit provider holds for us; negative by the amount credited to wallets. */
export function depositClearing(provider: string): AccountId {
  return `system:deposits:${provider}`;
}

/** Item fees, surcharges, commissions, tariffs. */
export const FEES_ACCOUNT: AccountId = 'system:fees';
export const REWARDS_ACCOUNT: AccountId = 'system:rewards';
/** Money that arrived and matches no order. */
export const SUSPENSE_ACCOUNT: AccountId = 'system:suspense';

/** System accounts may be negative (a clearing account mirrors a provider's account); wallets never. */
export function isSystemAccount(account: AccountId): boolean {
  return account.startsWith('system:');
}
