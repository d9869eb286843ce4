import type { Data } from '@harmattan/client';
import { formatNaira } from '../../components/money.js';

export type Tariff = Data<'control_tariff_fetch'>[number];

export const KIND_TITLES: Readonly<Record<string, string>> = {
  transfer_fee: 'Fee of transfers',
  stamp_duty: 'Stamp duty',
  surcharge: 'Surcharge',
  limit: 'Limits of a tier',
};

const VERIFIED: Readonly<Record<string, string>> = {
  emailVerify: 'e-mail address',
  phoneVerify: 'phone',
  identVerify: 'identity',
};

/** Bands or limits, a line each. */
export function termsInWords({ kind, bands, requires, single, daily, monthly, balance }: Tariff): string[] {
  if (kind !== 'limit' && bands.length === 0) return ['nothing'];
  if (kind !== 'limit') return bands.map(({ amount, fee }) => `from ${formatNaira(amount)}: ${formatNaira(fee)}`);
  const limits = [
    ['one payment', single],
    ['a day', daily],
    ['a month', monthly],
    ['balance', balance],
  ] as const;
  return [
    requires.length === 0 ? 'nothing verified' : `verified: ${requires.map((name) => VERIFIED[name] ?? name).join(', ')}`,
    ...limits.map(([name, limit]) => `${name}: ${limit === '' ? 'no limit' : formatNaira(limit)}`),
  ];
}
