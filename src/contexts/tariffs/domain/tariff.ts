import { CHARGE_KINDS, type ChargeKind } from '../../../kernel/charges.js';
import { type Kobo, kobo, toNaira } from '../../../kernel/money.js';
import { percentText } from './percent.js';

export const TARIFF_KINDS = [...CHARGE_KINDS, 'limit'] as const;
export type TariffKind = (typeof TARIFF_KINDS)[number];

export const VERIFICATIONS = ['emailVerify', 'phoneVerify', 'identVerify'] as const;
export type Verification = (typeof VERIFICATIONS)[number];

/** What is charged for amounts from `fromKobo` on: the fee and a part of the amount, within the bounds. */
export interface Band {
  readonly fromKobo: number;
  readonly feeKobo: Kobo;
  /** Millionths of the amount. */
  readonly millionths?: number | undefined;
  readonly minimumKobo?: Kobo | undefined;
  readonly maximumKobo?: Kobo | undefined;
}

/** Undefined: none. */
export interface Limits {
  /** Per payment, day and month in Lagos, charges included. */
  readonly singleKobo: Kobo | undefined;
  readonly dailyKobo: Kobo | undefined;
  readonly monthlyKobo: Kobo | undefined;
  /** Caps balances that a transfer adds to. */
  readonly balanceKobo: Kobo | undefined;
}

interface Dated {
  readonly id: string;
  /** An item or biller of a surcharge, the tier of a limit; else empty. */
  readonly subject: string;
  readonly name: string;
  readonly fromMs: number;
  /** Exclusive; undefined: until another one begins. */
  readonly untilMs: number | undefined;
}

/** What a charge is founded on; days in Lagos. */
export interface Legal {
  readonly source: string;
  readonly dated: string;
  /** When somebody must look whether it still holds. */
  readonly review: string;
}

export interface ChargeTariff extends Dated {
  readonly kind: ChargeKind;
  /** The highest amount first; none of them: nothing is charged. */
  readonly bands: readonly Band[];
  /** The kinds that VAT is charged on. */
  readonly of?: readonly ChargeKind[] | undefined;
  readonly payer?: 'sender' | undefined;
  readonly legal?: Legal | undefined;
}

export interface LimitTariff extends Dated {
  readonly kind: 'limit';
  /** What must be verified for the tier. */
  readonly requires: readonly Verification[];
  readonly limits: Limits;
}

/** What is charged or allowed in a time. Of those in force for the same, the one that began last counts. */
export type Tariff = ChargeTariff | LimitTariff;

/** As they are proposed, in Naira. */
export function termsOf(tariff: Tariff): unknown {
  if (tariff.kind !== 'limit') return chargeTerms(tariff);
  const { singleKobo, dailyKobo, monthlyKobo, balanceKobo } = tariff.limits;
  const limits = { single: singleKobo, daily: dailyKobo, monthly: monthlyKobo, balance: balanceKobo };
  return { requires: tariff.requires, ...inNaira(limits) };
}

function chargeTerms({ bands: highestFirst, of, payer, legal }: ChargeTariff): unknown {
  const bands = highestFirst.toReversed().map(({ fromKobo, feeKobo, millionths, minimumKobo, maximumKobo }) => ({
    ...inNaira({ from: kobo(fromKobo), fee: feeKobo }),
    ...(millionths === undefined ? {} : { percent: percentText(millionths) }),
    ...inNaira({ minimum: minimumKobo, maximum: maximumKobo }),
  }));
  return of || payer || legal
    ? { bands, ...(of ? { of } : {}), ...(payer ? { payer } : {}), ...(legal ? { legal } : {}) }
    : bands;
}

function inNaira(amounts: Readonly<Record<string, Kobo | undefined>>): Record<string, number> {
  const set = Object.entries(amounts).flatMap(([name, amount]) => (amount === undefined ? [] : [[name, toNaira(amount)]]));
  return Object.fromEntries(set) as Record<string, number>;
}

export function isInForce({ fromMs, untilMs }: Tariff, now: number): boolean {
  return fromMs <= now && (untilMs === undefined || now < untilMs);
}
