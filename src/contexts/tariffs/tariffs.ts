import { CHARGE_KINDS, type ChargeKind, type Charge, sumOf } from '../../kernel/charges.js';
import { type Kobo, kobo, toNaira } from '../../kernel/money.js';
import { failures } from '../../kernel/failure.js';
import { Injectable } from '@nestjs/common';
import { Contributions, Registry } from '../../kernel/registry.js';
import type { RowInsert } from '../../kernel/row-changes.js';

const PERCENT = /^(0|[1-9][0-9]{0,2})(?:\.([0-9]{1,4}))?$/;
const WHOLE = 1_000_000;

/** A percentage with at most four decimals, from 0 to 100, in millionths of the whole; undefined for anything else. */
export function parsePercent(value: unknown): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const match = PERCENT.exec(String(value).trim());
  if (!match) return undefined;
  const millionths = Number(match[1]) * 10_000 + Number((match[2] ?? '').padEnd(4, '0'));
  return millionths <= WHOLE ? millionths : undefined;
}

/** `75000` is `7.5`. */
export function percentText(millionths: number): string {
  const digits = String(millionths).padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`.replace(/\.?0+$/, '');
}

/** Exact, rounded half up to the kobo. */
export function partOf(amountKobo: Kobo, millionths: number): Kobo {
  return kobo(Number((BigInt(amountKobo) * BigInt(millionths) + BigInt(WHOLE / 2)) / BigInt(WHOLE)));
}

export const TARIFF_KINDS = [...CHARGE_KINDS, 'limit'] as const;
export type TariffKind = (typeof TARIFF_KINDS)[number];

/** identVerify: a BVN or a NIN, either. */
export const VERIFICATIONS = ['emailVerify', 'phoneVerify', 'identVerify', 'bvn', 'nin', 'address'] as const;
export type Verification = (typeof VERIFICATIONS)[number];

/** Charge for amounts from `fromKobo` on: the fee and a part of the amount, within the bounds. */
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
  /** Caps balances that a transfer or a deposit order adds to. */
  readonly balanceKobo: Kobo | undefined;
  /** Per deposit order. */
  readonly depositKobo?: Kobo | undefined;
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

/** Legal basis of a charge or a limit; days in Lagos. */
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
  /** Verifications that the tier requires. */
  readonly requires: readonly Verification[];
  /** Zero: not before more is verified. */
  readonly limits: Limits;
  readonly legal?: Legal | undefined;
}

/** A charge or limit for a time. If several are in force for the same, the one that began last counts. */
export type Tariff = ChargeTariff | LimitTariff;

/** Terms in Naira, as proposed. */
export function termsOf(tariff: Tariff): unknown {
  if (tariff.kind !== 'limit') return chargeTerms(tariff);
  const { singleKobo, dailyKobo, monthlyKobo, balanceKobo, depositKobo } = tariff.limits;
  const limits = { single: singleKobo, daily: dailyKobo, monthly: monthlyKobo, balance: balanceKobo, deposit: depositKobo };
  return { requires: tariff.requires, ...inNaira(limits), ...(tariff.legal ? { legal: tariff.legal } : {}) };
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

export const tariffFailures = failures('tariffs', {
  /** The text is that of the limit. */
  limit_reached: ['refused', 'A limit of the account is reached'],
  identity_required: ['refused', 'Verify who you are first, with a BVN or a NIN'],
  /** Like the other one, and as exact. */
  new_device_limit: ['refused', 'A limit of new devices is reached'],
  nothing_to_limit: ['invalid', 'Give a limit of a single payment, or a daily one'],
  /** The text names the value. */
  invalid_terms: ['invalid', 'The tariff is not valid'],
  no_tariff: ['not_found', 'No data matching your query was found'],
});

/** The subject of a limit that is no tier. */
const FIRST_DAY = 'first_day';

export class TariffBook {
  private readonly bySubject = new Map<string, Tariff[]>();
  readonly hasLimits: boolean;

  /** @param tariffs of two that begin at the same time, the later one counts */
  constructor(readonly tariffs: readonly Tariff[]) {
    for (const tariff of tariffs.toReversed()) {
      const name = nameOf(tariff.kind, tariff.subject);
      this.bySubject.set(name, [...(this.bySubject.get(name) ?? []), tariff]);
    }
    for (const same of this.bySubject.values()) same.sort((a, b) => b.fromMs - a.fromMs);
    this.hasLimits = tariffs.some(({ kind }) => kind === 'limit');
  }

  /** Fee, duty and VAT, in this order. */
  transferCharges(amountKobo: Kobo, now: number): Charge[] {
    return this.charges(['transfer_fee', 'stamp_duty'], amountKobo, now);
  }

  payoutCharges(amountKobo: Kobo, now: number): Charge[] {
    return this.charges(['payout_fee', 'stamp_duty'], amountKobo, now);
  }

  /** The item's surcharge, else its biller's: none or one; undefined if neither has a tariff. */
  surcharge(item: { readonly itemId: string; readonly billerId: string }, amountKobo: Kobo, now: number): Charge[] | undefined {
    const tariff = this.inForce('surcharge', item.itemId, now) ?? this.inForce('surcharge', item.billerId, now);
    return tariff && chargesOf(tariff, amountKobo);
  }

  /** The charges and the VAT on them. */
  withVat(charges: readonly Charge[], now: number): Charge[] {
    const tariff = this.inForce('vat', '', now);
    const baseKobo = sumOf(charges.filter(({ kind }) => kind !== 'item_fee' && tariff?.of?.includes(kind)));
    return [...charges, ...(tariff && baseKobo > 0 ? chargesOf(tariff, baseKobo) : [])];
  }

  /** The highest tier whose verifications there are, else the lowest; undefined where nothing is limited. */
  tier(verified: ReadonlySet<Verification>, now: number): LimitTariff | undefined {
    const tiers = this.tiers(now);
    return tiers.findLast(({ requires }) => requires.every((verification) => verified.has(verification))) ?? tiers[0];
  }

  /** What comes in and goes out in the first 24 hours of an account or of a device that is bound, in all. */
  firstDayKobo(now: number): Kobo | undefined {
    return this.limits(now).find(({ subject }) => subject === FIRST_DAY)?.limits.dailyKobo;
  }

  /** The lowest first. */
  tiers(now: number): LimitTariff[] {
    return this.limits(now)
      .filter(({ subject }) => subject !== FIRST_DAY)
      .toSorted((a, b) => a.requires.length - b.requires.length || (a.subject < b.subject ? -1 : 1));
  }

  /** All in force. */
  current(now: number): Tariff[] {
    return [...this.bySubject.values()].flatMap((same) => same.find((tariff) => isInForce(tariff, now)) ?? []);
  }

  private limits(now: number): LimitTariff[] {
    return this.current(now).filter((tariff) => tariff.kind === 'limit');
  }

  private charges(kinds: readonly ChargeKind[], amountKobo: Kobo, now: number): Charge[] {
    const tariffs = kinds.flatMap((kind) => this.inForce(kind, '', now) ?? []);
    const charges = tariffs.flatMap((tariff) => chargesOf(tariff, amountKobo));
    return this.withVat(charges, now);
  }

  private inForce(kind: ChargeKind, subject: string, now: number): ChargeTariff | undefined {
    const tariffs = this.bySubject.get(nameOf(kind, subject)) as ChargeTariff[] | undefined;
    return tariffs?.find((tariff) => isInForce(tariff, now));
  }
}

function nameOf(kind: Tariff['kind'], subject: string): string {
  return `${kind}\n${subject}`;
}

/** One charge, or none if it is zero. */
function chargesOf({ id, kind, name, bands }: ChargeTariff, baseKobo: Kobo): Charge[] {
  const band = bands.find(({ fromKobo }) => baseKobo >= fromKobo);
  const amountKobo = band ? chargeOn(band, baseKobo) : 0;
  return amountKobo > 0 ? [{ kind, name, amountKobo: kobo(amountKobo), baseKobo, tariffId: id }] : [];
}

function chargeOn({ feeKobo, millionths = 0, minimumKobo, maximumKobo }: Band, amountKobo: Kobo): number {
  return Math.min(Math.max(feeKobo + partOf(amountKobo, millionths), minimumKobo ?? 0), maximumKobo ?? Infinity);
}

export abstract class Tariffs {
  /** A change by any process is in it within ten seconds. */
  abstract current(): Promise<TariffBook>;
  /** Adds a tariff with a ledger command. */
  abstract toRow(tariff: Tariff): RowInsert;
}

/** Contributed by the contexts whose payments are charged. */
export abstract class ChargedPaymentSource {
  /** @param ids of payments, those of other contexts too @returns by id, those that there are */
  abstract chargesOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly Charge[]>>;
}

@Injectable()
export class ChargedPayments extends Registry<ChargedPaymentSource> {
  constructor(contributions: Contributions) {
    super(contributions, ChargedPaymentSource);
  }

  async chargesOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly Charge[]>> {
    const found = await Promise.all(this.entries.map((source) => source.chargesOf(ids)));
    return new Map(found.flatMap((charges) => [...charges]));
  }
}

export abstract class TariffSettings {
  /** Amount that a device may pay in a day from its first sign-in. */
  abstract readonly newDeviceKobo: Kobo;
}
