import { type Charge, type ChargeKind, sumOf } from '../../../kernel/charges.js';
import { type Kobo, kobo } from '../../../kernel/money.js';
import { partOf } from './percent.js';
import { type Band, type ChargeTariff, isInForce, type LimitTariff, type Tariff, type Verification } from './tariff.js';

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

  /** That of the item, else of its biller: none or one; undefined where neither has a tariff. */
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
    const tiers = this.current(now)
      .filter((tariff) => tariff.kind === 'limit')
      .toSorted((a, b) => a.requires.length - b.requires.length || (a.subject < b.subject ? -1 : 1));
    return tiers.findLast(({ requires }) => requires.every((verification) => verified.has(verification))) ?? tiers[0];
  }

  /** All in force. */
  current(now: number): Tariff[] {
    return [...this.bySubject.values()].flatMap((same) => same.find((tariff) => isInForce(tariff, now)) ?? []);
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

/** One, or none where it is nothing. */
function chargesOf({ id, kind, name, bands }: ChargeTariff, baseKobo: Kobo): Charge[] {
  const band = bands.find(({ fromKobo }) => baseKobo >= fromKobo);
  const amountKobo = band ? chargeOn(band, baseKobo) : 0;
  return amountKobo > 0 ? [{ kind, name, amountKobo: kobo(amountKobo), baseKobo, tariffId: id }] : [];
}

function chargeOn({ feeKobo, millionths = 0, minimumKobo, maximumKobo }: Band, amountKobo: Kobo): number {
  return Math.min(Math.max(feeKobo + partOf(amountKobo, millionths), minimumKobo ?? 0), maximumKobo ?? Infinity);
}
