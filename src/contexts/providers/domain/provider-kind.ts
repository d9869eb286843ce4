export const PROVIDER_KINDS = ['biller', 'deposit'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];
