import { type Kobo, ZERO_KOBO } from '../../../kernel/money.js';
import {
  type Charge,
  type ChargeKind,
  type ChargeTariff,
  isInForce,
  type LimitTariff,
  type Tariff,
  type Verification,
} from './tariff.js';

const NOTHING: Charge = { tariffId: '', name: '', feeKobo: ZERO_KOBO };

export interface TransferCharges {
  readonly fee: Charge;
  readonly duty: Charge;
}

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

  transferCharges(amountKobo: Kobo, now: number): TransferCharges {
    const charge = (kind: ChargeKind) => chargeOf(this.inForce(kind, '', now), amountKobo);
    return { fee: charge('transfer_fee'), duty: charge('stamp_duty') };
  }

  /** That of the item, else of its biller; undefined where neither has one. */
  surcharge(item: { readonly itemId: string; readonly billerId: string }, amountKobo: Kobo, now: number): Charge | undefined {
    const tariff = this.inForce('surcharge', item.itemId, now) ?? this.inForce('surcharge', item.billerId, now);
    return tariff && chargeOf(tariff, amountKobo);
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

  private inForce(kind: ChargeKind, subject: string, now: number): ChargeTariff | undefined {
    const tariffs = this.bySubject.get(nameOf(kind, subject)) as ChargeTariff[] | undefined;
    return tariffs?.find((tariff) => isInForce(tariff, now));
  }
}

function nameOf(kind: Tariff['kind'], subject: string): string {
  return `${kind}\n${subject}`;
}

function chargeOf(tariff: ChargeTariff | undefined, amountKobo: Kobo): Charge {
  const band = tariff?.bands.find(({ fromKobo }) => amountKobo >= fromKobo);
  return tariff && band && band.feeKobo > 0 ? { tariffId: tariff.id, name: tariff.name, feeKobo: band.feeKobo } : NOTHING;
}
