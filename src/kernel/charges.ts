import { formatAmount, formatNaira, type Kobo, kobo, toNaira } from './money.js';

export const CHARGE_KINDS = ['transfer_fee', 'payout_fee', 'surcharge', 'stamp_duty', 'vat'] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];

/** A line of the costs of a payment beside its amount, never zero. */
export interface Charge {
  /** `item_fee` is the one of the catalogue. */
  readonly kind: ChargeKind | 'item_fee';
  readonly name: string;
  readonly amountKobo: Kobo;
  /** The charged base. */
  readonly baseKobo: Kobo;
  /** Empty where no tariff says so. */
  readonly tariffId: string;
}

export interface ChargedPayment {
  readonly amountKobo: Kobo;
  readonly charges: readonly Charge[];
}

/** Kinds that an answer sums up as `fee`. */
const FEE_KINDS = ['transfer_fee', 'payout_fee', 'item_fee'] as const;

/** @param kinds all where there are none */
export function sumOf(charges: readonly Charge[], ...kinds: readonly Charge['kind'][]): Kobo {
  const counted = charges.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
  return kobo(counted.reduce((sum, { amountKobo }) => sum + amountKobo, 0));
}

/** Text of a column; null without charges. */
export function chargesText(charges: readonly Charge[]): string | null {
  return charges.length === 0 ? null : JSON.stringify(charges);
}

export function readCharges(text: string | null): Charge[] {
  return text === null ? [] : (JSON.parse(text) as Charge[]);
}

export function paidKobo({ amountKobo, charges }: ChargedPayment): Kobo {
  return kobo(amountKobo + sumOf(charges));
}

/** Line by line and in sums, in Naira; the sums make the total with the amount. */
export function itemised({ amountKobo, charges }: ChargedPayment) {
  return {
    charges: charges.map(({ kind, name, amountKobo: chargedKobo }) => ({ kind, name, amount: toNaira(chargedKobo) })),
    fee: toNaira(sumOf(charges, ...FEE_KINDS)),
    duty: toNaira(sumOf(charges, 'stamp_duty')),
    vat: toNaira(sumOf(charges, 'vat')),
    surcharge: toNaira(sumOf(charges, 'surcharge')),
    total: toNaira(paidKobo({ amountKobo, charges })),
  };
}

/** Charges for mails, with their names: all amounts but the fee are empty without charges. */
export function shownCharges({ charges }: ChargedPayment) {
  const shown = (...kinds: readonly Charge['kind'][]) => {
    const sumKobo = sumOf(charges, ...kinds);
    return sumKobo === 0 ? '' : formatAmount(sumKobo);
  };
  const named = (...kinds: readonly Charge['kind'][]) => {
    const names = charges.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name);
    return [...new Set(names)].join(' and ');
  };
  return {
    fee: formatAmount(sumOf(charges, ...FEE_KINDS)),
    feeName: named(...FEE_KINDS) || 'Fee',
    duty: shown('stamp_duty'),
    dutyName: named('stamp_duty'),
    vat: shown('vat'),
    vatName: named('vat'),
    surcharge: shown('surcharge'),
    surchargeName: named('surcharge'),
  };
}

/** ` (Surcharge 100.00 Naira, VAT 7.5 % 7.50 Naira)`, at the end of the note of a posting. */
export function chargesNote(charges: readonly Charge[]): string {
  const lines = charges.map(({ name, amountKobo }) => `${name} ${formatNaira(amountKobo)}`);
  return lines.length === 0 ? '' : ` (${lines.join(', ')})`;
}
