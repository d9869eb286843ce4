import { type ChargedPayment, itemised } from '../../kernel/charges.js';
import { kobo, type Kobo, toDecimal, toNaira } from '../../kernel/money.js';
import { on } from '../../platform/http/operation.decorator.js';
import type { OwnLimit, OwnLimits } from './own-limits.js';
import type { Standing, TierLeft } from './payment-limits.js';
import { percentText, type Band, type Tariff, tariffFailures } from './tariffs.js';

const IDENTITY_REQUIRED = on(tariffFailures.identity_required, { code: 400, id: 'identity_required' });

export const LIMIT_FAILURES = [
  on(tariffFailures.limit_reached, { code: 400, id: 'limit_reached' }),
  on(tariffFailures.new_device_limit, { code: 400, id: 'new_device_limit' }),
  IDENTITY_REQUIRED,
];

/** What a user allows themselves: now, and from a time on. */
export function presentOwnLimits({ single, daily }: OwnLimits) {
  return { single: presentOwnLimit(single), daily: presentOwnLimit(daily) };
}

function presentOwnLimit({ amountKobo, raisedKobo, raisedAt }: OwnLimit) {
  const naira = (value: Kobo | undefined) => (value === undefined ? null : toNaira(value));
  return { amount: naira(amountKobo), raised: naira(raisedKobo), from: raisedKobo === undefined ? '' : String(raisedAt) };
}

/** A tier with its limits; null where there is none. */
export function presentStanding({ tier, next, limits, spentTodayKobo, spentMonthKobo }: Standing) {
  const limit = (amountKobo: Kobo | undefined) => (amountKobo === undefined ? null : toNaira(amountKobo));
  return {
    tier,
    next: { tier: next.tier, needs: next.needs.map((need) => (need === 'identVerify' ? 'bvn_or_nin' : need)) },
    limits: {
      single: limit(limits?.singleKobo),
      daily: limit(limits?.dailyKobo),
      monthly: limit(limits?.monthlyKobo),
      balance: limit(limits?.balanceKobo),
      deposit: limit(limits?.depositKobo),
      spent_today: limit(spentTodayKobo),
      spent_month: limit(spentMonthKobo),
      remaining_today: remaining(limits?.dailyKobo, spentTodayKobo),
      remaining_month: remaining(limits?.monthlyKobo, spentMonthKobo),
    },
  };
}

function remaining(limitKobo: Kobo | undefined, spentKobo: Kobo | undefined): number | null {
  return limitKobo === undefined || spentKobo === undefined ? null : toNaira(kobo(Math.max(limitKobo - spentKobo, 0)));
}

export type Quote = ChargedPayment & TierLeft;

export function presentQuote({ amountKobo, charges, tier, limits }: Quote) {
  return {
    amount: toNaira(amountKobo),
    ...itemised({ amountKobo, charges }),
    tier,
    limits: limits.map(({ name, limitKobo, remainingKobo, untilMs }) => ({
      limit: name,
      amount: toNaira(limitKobo),
      remaining: toNaira(remainingKobo > 0 ? remainingKobo : kobo(0)),
      until: untilMs === Infinity ? '' : String(untilMs),
    })),
  };
}

export interface ListedTariff {
  readonly tariff: Tariff;
  readonly status: 'current' | 'past' | 'future';
}

export function presentTariff({ tariff, status }: ListedTariff) {
  const { id, kind, subject, name, fromMs, untilMs } = tariff;
  const limits = tariff.kind === 'limit' ? tariff.limits : undefined;
  return {
    marker: id,
    kind,
    subject,
    name,
    from: String(fromMs),
    until: untilMs === undefined ? '' : String(untilMs),
    ...presentTerms(tariff),
    requires: tariff.kind === 'limit' ? tariff.requires : [],
    single: presentLimit(limits?.singleKobo),
    daily: presentLimit(limits?.dailyKobo),
    monthly: presentLimit(limits?.monthlyKobo),
    balance: presentLimit(limits?.balanceKobo),
    deposit: presentLimit(limits?.depositKobo),
    status,
  };
}

/** Empty where there are none. */
function presentTerms(tariff: Tariff) {
  const charge = tariff.kind === 'limit' ? undefined : tariff;
  const { source = '', dated = '', review = '' } = tariff.legal ?? {};
  return {
    bands: (charge?.bands ?? []).map(presentBand),
    of: charge?.of ?? [],
    payer: charge ? (charge.payer ?? 'sender') : '',
    legal: { source, dated, review },
  };
}

/** `amount` is the former name of `from`. */
function presentBand({ fromKobo, feeKobo, millionths, minimumKobo, maximumKobo }: Band) {
  const from = toNaira(kobo(fromKobo));
  return {
    from,
    amount: from,
    fee: toNaira(feeKobo),
    percent: millionths === undefined ? '' : percentText(millionths),
    minimum: presentLimit(minimumKobo),
    maximum: presentLimit(maximumKobo),
  };
}

/** Empty where there is none. */
function presentLimit(limitKobo: Kobo | undefined): string {
  return limitKobo === undefined ? '' : toDecimal(limitKobo);
}
