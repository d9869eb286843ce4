import type { Data } from '@harmattan/client';
import { formatNaira } from '../../components/money.js';

export type Tariff = Data<'control_tariff_fetch'>[number];

type Terms = Pick<
  Tariff,
  'kind' | 'bands' | 'of' | 'legal' | 'requires' | 'single' | 'daily' | 'monthly' | 'balance' | 'deposit'
>;

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
  identVerify: 'BVN or NIN',
  bvn: 'BVN',
  nin: 'NIN',
};

/** Bands with their law, or limits, a line each. */
export function termsInWords(tariff: Terms): string[] {
  return tariff.kind === 'limit' ? limitsInWords(tariff) : chargeInWords(tariff);
}

function chargeInWords({ bands, of, legal }: Terms): string[] {
  return [
    ...(bands.length === 0 ? ['nothing'] : bands.map(bandInWords)),
    ...(of.length === 0 ? [] : [`on: ${of.map((kind) => KIND_TITLES[kind] ?? kind).join(', ')}`]),
    ...lawInWords(legal),
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

function limitsInWords({ requires, single, daily, monthly, balance, deposit, legal }: Terms): string[] {
  const limits = [
    ['one payment', single],
    ['a day', daily],
    ['a month', monthly],
    ['balance', balance],
    ['one deposit', deposit],
  ] as const;
  return [
    requires.length === 0 ? 'nothing verified' : `verified: ${requires.map((name) => VERIFIED[name] ?? name).join(', ')}`,
    ...limits.map(([name, limit]) => `${name}: ${limit === '' ? 'no limit' : formatNaira(limit)}`),
    ...lawInWords(legal),
  ];
}

function lawInWords({ source, dated, review }: Terms['legal']): string[] {
  return source === '' ? [] : [`${source} (${dated}), review by ${review}`];
}

/** @param terms as they are proposed: bands alone, an object with bands, or an object of limits */
export function tariffOfTerms(kind: Tariff['kind'], terms: unknown): Terms {
  const { bands = [], ...given } = (Array.isArray(terms) ? { bands: terms } : terms) as Partial<Terms>;
  const none = {
    of: [],
    legal: { source: '', dated: '', review: '' },
    requires: [],
    single: '',
    daily: '',
    monthly: '',
    balance: '',
    deposit: '',
  };
  return { ...none, ...given, kind, bands: bands.map(bandOf) };
}

type GivenBand = Partial<Record<keyof Tariff['bands'][number], number | string>>;

function bandOf({ from, amount = 0, fee = 0, percent = '', minimum = '', maximum = '' }: GivenBand): Tariff['bands'][number] {
  const first = Number(from ?? amount);
  return {
    from: first,
    amount: first,
    fee: Number(fee),
    percent: String(percent),
    minimum: String(minimum),
    maximum: String(maximum),
  };
}
