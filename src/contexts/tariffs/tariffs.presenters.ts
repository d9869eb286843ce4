import { kobo, type Kobo, toDecimal, toNaira } from '../../kernel/money.js';
import { on } from '../../platform/http/operation.decorator.js';
import type { LimitLeft } from './application/payment-limits.js';
import type { Tariff } from './domain/tariff.js';
import { tariffFailures } from './domain/tariffs.failures.js';

export const LIMIT_FAILURES = [on(tariffFailures.limit_reached, { code: 400, id: 'limit_reached' })];

export interface Quote {
  readonly amountKobo: Kobo;
  readonly feeKobo: Kobo;
  readonly dutyKobo: Kobo;
  readonly surchargeKobo: Kobo;
  readonly limits: readonly LimitLeft[];
}

export function presentQuote({ amountKobo, feeKobo, dutyKobo, surchargeKobo, limits }: Quote) {
  const totalKobo = kobo(amountKobo + feeKobo + dutyKobo + surchargeKobo);
  return {
    amount: toNaira(amountKobo),
    fee: toNaira(feeKobo),
    duty: toNaira(dutyKobo),
    surcharge: toNaira(surchargeKobo),
    total: toNaira(totalKobo),
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
    bands:
      tariff.kind === 'limit'
        ? []
        : tariff.bands.map(({ fromKobo, feeKobo }) => ({ amount: toNaira(kobo(fromKobo)), fee: toNaira(feeKobo) })),
    requires: tariff.kind === 'limit' ? tariff.requires : [],
    single: presentLimit(limits?.singleKobo),
    daily: presentLimit(limits?.dailyKobo),
    monthly: presentLimit(limits?.monthlyKobo),
    balance: presentLimit(limits?.balanceKobo),
    status,
  };
}

/** Empty where there is none. */
function presentLimit(limitKobo: Kobo | undefined): string {
  return limitKobo === undefined ? '' : toDecimal(limitKobo);
}
