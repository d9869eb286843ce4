/** A user's wallet account has the user's id; the service's own accounts are named here. */
export type AccountId = string;

/** Purchases debited and not yet settled with the provider: what we hold for, and then owe to it. */
export function providerClearing(provider: string): AccountId {
  return `system:clearing:${provider}`;
}

/** Money a deposit provider has received for us. Goes below zero by what has been credited to wallets. */
export function depositClearing(provider: string): AccountId {
  return `system:deposits:${provider}`;
}

/** What the service has earned: item fees, surcharges, commissions, tariffs. */
export const FEES_ACCOUNT: AccountId = 'system:fees';
/** Pays referral bonuses. */
export const REWARDS_ACCOUNT: AccountId = 'system:rewards';
/** Money that arrived and matches no order. */
export const SUSPENSE_ACCOUNT: AccountId = 'system:suspense';

/** System accounts may be negative (a clearing account mirrors a provider's account); wallets never. */
export function isSystemAccount(account: AccountId): boolean {
  return account.startsWith('system:');
}
