import type { NewDevice } from '../../../kernel/caller.js';
import type { FailureDefinition } from '../../../kernel/failure.js';
import { addDays, formatLagosTime, lagosDate, lagosMidnight } from '../../../kernel/lagos-time.js';
import { formatNaira, type Kobo } from '../../../kernel/money.js';
import type { Limits } from './tariff.js';
import { tariffFailures } from './tariffs.failures.js';

export type LimitName = 'single' | 'daily' | 'monthly' | 'new_device';

export interface PaymentLimit {
  readonly name: LimitName;
  readonly limitKobo: Kobo;
  /** The period that is counted; of a single payment nothing else is. */
  readonly fromMs: number;
  readonly untilMs: number;
}

/** @param now unix ms, in the periods that are counted */
export function paymentLimits({ singleKobo, dailyKobo, monthlyKobo }: Limits, now: number): PaymentLimit[] {
  const today = lagosDate(now);
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  const limit = (name: LimitName, limitKobo: Kobo | undefined, fromMs: number, untilMs: number): PaymentLimit[] =>
    limitKobo === undefined ? [] : [{ name, limitKobo, fromMs, untilMs }];
  return [
    ...limit('single', singleKobo, Infinity, Infinity),
    ...limit('daily', dailyKobo, lagosMidnight(today), lagosMidnight(addDays(today, 1))),
    ...limit('monthly', monthlyKobo, lagosMidnight(firstOfMonth), lagosMidnight(`${addDays(firstOfMonth, 31).slice(0, 7)}-01`)),
  ];
}

/** What is paid with a device that signed in for the first time. */
export function newDeviceLimit(limitKobo: Kobo, { from, until }: NewDevice): PaymentLimit {
  return { name: 'new_device', limitKobo, fromMs: from, untilMs: until };
}

/** Names the limit and when it frees up; the ledger replaces `{remaining}`. */
export function limitReached({ name, limitKobo, untilMs }: PaymentLimit): FailureDefinition {
  if (name === 'new_device') {
    const text = `A new device pays ${formatNaira(limitKobo)} in its first 24 hours: {remaining} remain until ${formatLagosTime(untilMs)}`;
    return { ...tariffFailures.new_device_limit, text };
  }
  const text =
    name === 'single'
      ? `The limit of a single payment is ${formatNaira(limitKobo)}, charges included; it does not free up with time`
      : `The ${name} limit of ${formatNaira(limitKobo)} is reached: {remaining} remain until it frees up on ${lagosDate(untilMs)} at 00:00 (Africa/Lagos)`;
  return { ...tariffFailures.limit_reached, text };
}

/** Tells the sender nothing of the recipient's balance. */
export function balanceLimitReached(): FailureDefinition {
  const text =
    'The balance limit of the recipient does not allow this amount; it frees up when they spend, or verify their phone number or identity';
  return { ...tariffFailures.limit_reached, text };
}
