import type { Data } from '@harmattan/client';
import { formatNaira } from '../../components/money.js';

export type Tariff = Data<'control_tariff_fetch'>[number];

export const KIND_TITLES: Readonly<Record<string, string>> = {
  transfer_fee: 'Fee of transfers',
  payout_fee: 'Fee of payouts',
  stamp_duty: 'Stamp duty',
  surcharge: 'Surcharge',
  vat: 'VAT',
  limit: 'Limits of a tier',
};

const VERIFIED: Readonly<Record<string, string>> = {
  emailVerify: 'e-mail address',
  phoneVerify: 'phone',
  identVerify: 'identity',
};

/** Bands with their law, or limits, a line each. */
export function termsInWords(tariff: Tariff): string[] {
  return tariff.kind === 'limit' ? limitsInWords(tariff) : chargeInWords(tariff);
}

function chargeInWords({ bands, of, legal }: Tariff): string[] {
  return [
    ...(bands.length === 0 ? ['nothing'] : bands.map(bandInWords)),
    ...(of.length === 0 ? [] : [`on: ${of.map((kind) => KIND_TITLES[kind] ?? kind).join(', ')}`]),
    ...(legal.source === '' ? [] : [`${legal.source} (${legal.dated}), review by ${legal.review}`]),
  ];
}

function bandInWords({ from, fee, percent, minimum, maximum }: Tariff['bands'][number]): string {
  const charged = [...(fee > 0 || percent === '' ? [formatNaira(fee)] : []), ...(percent === '' ? [] : [`${percent} %`])];
  const bounds = [
    ...(minimum === '' ? [] : [`at least ${formatNaira(minimum)}`]),
    ...(maximum === '' ? [] : [`at most ${formatNaira(maximum)}`]),
  ];
  return `from ${formatNaira(from)}: ${[charged.join(' and '), ...bounds].join(', ')}`;
}

function limitsInWords({ requires, single, daily, monthly, balance }: Tariff): string[] {
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
