export const PROVIDER_KINDS = ['biller', 'deposit', 'payout'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];
