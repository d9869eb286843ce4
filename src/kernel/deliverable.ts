import { maskSerial } from './masking.js';
import type { Kobo } from './money.js';

export type DeliverableKind = 'token' | 'bonus_token' | 'reset_token' | 'configure_token' | 'pin' | 'voucher';

/** A value that a purchase delivers, as its provider writes it. Anybody who has it can use it. */
export interface Deliverable {
  readonly kind: DeliverableKind;
  readonly value: string;
  readonly serial?: string;
  /** Units of electricity, with or without `kWh`. */
  readonly units?: string;
  /** In no particular format. */
  readonly expires?: string;
}

export interface DeliverableCount {
  readonly kind: DeliverableKind;
  readonly count: number;
}

const LABELS: Readonly<Record<DeliverableKind, string>> = {
  token: 'Token',
  bonus_token: 'Bonus token',
  reset_token: 'Reset token',
  configure_token: 'Configure token',
  pin: 'PIN',
  voucher: 'Voucher',
};
const MAIN: ReadonlySet<DeliverableKind> = new Set(['token', 'pin', 'voucher']);
/** Fewer digits are easy to read. */
const LONG_NUMBER = /^\d{8,}$/;
const TOKEN = /^\d{20}$/;

/** The value of the first token, PIN or voucher; empty where there is none. */
export function rechargePin(deliverables: readonly Deliverable[]): string {
  return deliverables.find(({ kind }) => MAIN.has(kind))?.value ?? '';
}

/** A value whose kind nobody named: tokens of prepaid meters have 20 digits. */
export function deliverableOf(value: string): Deliverable {
  return { kind: TOKEN.test(withoutSeparators(value)) ? 'token' : 'pin', value };
}

/** Fours of a long number; the value itself otherwise. */
export function groupsOf(value: string): readonly string[] {
  const digits = withoutSeparators(value);
  return LONG_NUMBER.test(digits) ? digits.match(/.{1,4}/g)! : [value];
}

export function grouped(value: string): string {
  return groupsOf(value).join(' ');
}

/** `PIN (serial WRN182135587)`: the kind with all that belongs to the value. */
export function labelOf({ kind, serial, units, expires }: Deliverable): string {
  const more = [units && `units ${units}`, serial && `serial ${serial}`, expires && `expires ${expires}`].filter(Boolean);
  return more.length === 0 ? LABELS[kind] : `${LABELS[kind]} (${more.join(', ')})`;
}

/** Kinds and counts, which anybody may see who may not use the deliverables, in the order of their first ones. */
export function countKinds(deliverables: readonly Deliverable[]): DeliverableCount[] {
  const counts = new Map<DeliverableKind, number>();
  for (const { kind } of deliverables) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => ({ kind, count }));
}

/** Shows the last four characters of value and serial. */
export function masked(deliverables: readonly Deliverable[]): Deliverable[] {
  return deliverables.map((each) => ({
    ...each,
    value: maskSerial(each.value),
    ...(each.serial ? { serial: maskSerial(each.serial) } : {}),
  }));
}

/**
 * Stored deliverables with those of a later reading: in the order of the reading if it has all of the stored ones, else new ones
 * behind them. A stored one is never lost and keeps fields that the reading does not have.
 */
export function merged(stored: readonly Deliverable[], read: readonly Deliverable[]): Deliverable[] {
  const find = (list: readonly Deliverable[], { value }: Deliverable) =>
    list.find((each) => withoutSeparators(each.value) === withoutSeparators(value));
  const hasAll = stored.every((each) => find(read, each));
  if (hasAll) return read.map((each) => ({ ...find(stored, each), ...each }));
  const added = read.filter((each) => !find(stored, each));
  return [...stored.map((each) => ({ ...each, ...find(read, each) })), ...added];
}

/** Removes separators from values of numbers only. */
export function withoutSeparators(value: string): string {
  return /^\d[\d\s-]*$/.test(value) ? value.replaceAll(/\D/g, '') : value;
}

export interface CustomerFacts {
  /** The amount due; zero for none. */
  readonly amountKobo: Kobo;
  readonly details: Readonly<Record<string, string>>;
}
