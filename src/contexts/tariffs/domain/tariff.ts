import { type Kobo, kobo, toNaira } from '../../../kernel/money.js';

export const CHARGE_KINDS = ['transfer_fee', 'stamp_duty', 'surcharge'] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];
export const TARIFF_KINDS = [...CHARGE_KINDS, 'limit'] as const;
export type TariffKind = (typeof TARIFF_KINDS)[number];

export const VERIFICATIONS = ['emailVerify', 'phoneVerify', 'identVerify'] as const;
export type Verification = (typeof VERIFICATIONS)[number];

/** What is charged for amounts from `fromKobo` on. */
export interface Band {
  readonly fromKobo: number;
  readonly feeKobo: Kobo;
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

export interface ChargeTariff extends Dated {
  readonly kind: ChargeKind;
  /** The highest amount first; none of them: nothing is charged. */
  readonly bands: readonly Band[];
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
  if (tariff.kind !== 'limit')
    return tariff.bands.toReversed().map(({ fromKobo, feeKobo }) => ({ amount: toNaira(kobo(fromKobo)), fee: toNaira(feeKobo) }));
  const { singleKobo, dailyKobo, monthlyKobo, balanceKobo } = tariff.limits;
  const limits = { single: singleKobo, daily: dailyKobo, monthly: monthlyKobo, balance: balanceKobo };
  const set = Object.entries(limits).flatMap(([name, limit]) => (limit === undefined ? [] : [[name, toNaira(limit)]]));
  return { requires: tariff.requires, ...(Object.fromEntries(set) as Record<string, number>) };
}

export interface Charge {
  /** Empty where nothing is charged. */
  readonly tariffId: string;
  readonly name: string;
  readonly feeKobo: Kobo;
}

export function isInForce({ fromMs, untilMs }: Tariff, now: number): boolean {
  return fromMs <= now && (untilMs === undefined || now < untilMs);
}
