import type { Input } from '@harmattan/client';

export const SETTLEMENT_KINDS: Readonly<Record<Input<'control_settlement_create'>['kind'], string>> = {
  provider_payout: 'Payout of a provider to our bank',
  float_topup: 'Top-up of a float',
  provider_fee: 'Fee of a provider',
  remittance: 'Tax that was remitted',
  bank_fee: 'Fee of a bank',
};

/** Those of the list, where returns of payments are, too. */
export function settlementTitle(kind: string): string {
  return kind === 'suspense_return'
    ? 'Payment returned to its payer'
    : (SETTLEMENT_KINDS[kind as keyof typeof SETTLEMENT_KINDS] ?? kind);
}
