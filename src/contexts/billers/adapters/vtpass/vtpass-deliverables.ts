import { type Deliverable, deliverableOf, type DeliverableKind, withoutSeparators } from '../../../../kernel/deliverable.js';
import { labelledDeliverables } from '../../delivered-text.js';

const DETAILS: Readonly<Record<string, string>> = {
  units: 'units',
  mainTokenUnits: 'units',
  tariff: 'tariff',
  tariffIndex: 'tariff',
  exchangeReference: 'exchangeReference',
  taxAmount: 'tax',
  vat: 'tax',
  debtAmount: 'debt',
  arrears: 'debt',
  receiptNumber: 'receipt',
};

/** Facts that may be shown beside the purchase. */
export function detailsOf(answer: Readonly<Record<string, unknown>>): Record<string, string> {
  const details: Record<string, string> = {};
  for (const [name, shown] of Object.entries(DETAILS)) {
    const value = answer[name];
    if ((typeof value === 'string' || typeof value === 'number') && String(value) !== '') details[shown] ??= String(value);
  }
  return details;
}

/** Names of fields in small letters, without underscores, because each biller writes them in its own way. */
const VALUES: Readonly<Record<string, DeliverableKind>> = {
  token: 'token',
  maintoken: 'token',
  bonustoken: 'bonus_token',
  resettoken: 'reset_token',
  configuretoken: 'configure_token',
  pin: 'pin',
  voucher: 'voucher',
};
const LISTS: Readonly<Record<string, DeliverableKind>> = { cards: 'pin', pins: 'pin', tokens: 'token', vouchers: 'voucher' };
/** Units that belong to one kind; `units` alone are those of the token. */
const UNITS: Readonly<Record<DeliverableKind, readonly string[]>> = {
  token: ['units', 'tokenunits', 'maintokenunits'],
  bonus_token: ['bonustokenunits', 'bonusunits'],
  reset_token: ['resettokenunits'],
  configure_token: ['configuretokenunits'],
  pin: [],
  voucher: [],
};
const SERIALS = ['serial', 'serialno', 'serialnumber'];
const EXPIRIES = ['expires', 'expireson', 'expirydate', 'expiry'];

type Fields = Readonly<Record<string, unknown>>;

/** All that an answer names, in its order. `purchased_code` is a sentence that repeats it, or the only place that has it. */
export function deliverablesOf(answer: Fields): Deliverable[] {
  const fields = plainNames(answer);
  const named = distinct(Object.entries(fields).flatMap(([name, value]) => namedBy(name, value, fields)));
  const said = sentence(fields['purchasedcode']);
  const added = said.filter(({ value }) => !named.some((each) => isSame(each.value, value)));
  const serials = new Map(said.map(({ value, serial }) => [withoutSeparators(value), serial]));
  const complete = named.map((each) => {
    const serial = each.serial ?? serials.get(withoutSeparators(each.value));
    return serial === undefined ? each : { ...each, serial };
  });
  const hasMain = named.some(({ kind }) => kind === 'token' || kind === 'pin' || kind === 'voucher');
  if (!hasMain) return [...withUnits(added.length > 0 ? added : tokenValue(fields), fields), ...complete];
  // A value in the sentence is the field's own, whatever the field says.
  return said.length > 1 ? [...complete, ...added] : complete;
}

function namedBy(name: string, value: unknown, fields: Fields): Deliverable[] {
  const kind = VALUES[name];
  if (kind !== undefined) return withUnits(valuesOf(kind, value), fields);
  const listed = LISTS[name];
  return listed !== undefined && Array.isArray(value) ? value.flatMap((each: unknown) => fromList(listed, each)) : [];
}

function fromList(kind: DeliverableKind, entry: unknown): Deliverable[] {
  if (typeof entry !== 'object' || entry === null) return valuesOf(kind, entry);
  const fields = plainNames(entry as Fields);
  const [serial, expires] = [SERIALS, EXPIRIES].map((names) => names.map((name) => textOf(fields[name])).find(Boolean));
  return ['pin', 'token', 'voucher', 'value']
    .flatMap((name) => valuesOf(VALUES[name] ?? kind, fields[name]))
    .slice(0, 1)
    .map((each) => ({ ...each, ...(serial ? { serial } : {}), ...(expires ? { expires } : {}) }));
}

/** A field may hold its own label, as `Pin : 6574128937`. */
function valuesOf(kind: DeliverableKind, value: unknown): Deliverable[] {
  const text = textOf(value);
  if (text.replaceAll(/\D/g, '').length < 4) return [];
  const labelled = labelledDeliverables(text);
  if (labelled.length === 1) return [{ ...labelled[0]!, kind }];
  return labelled.length > 0 ? labelled : [{ kind, value: text }];
}

function sentence(value: unknown): Deliverable[] {
  const text = textOf(value);
  const labelled = labelledDeliverables(text);
  if (labelled.length > 0) return labelled;
  const digits = /\d[\d\s-]*/.exec(text)?.[0].replaceAll(/\D/g, '') ?? '';
  return digits.length < 4 ? [] : [deliverableOf(digits)];
}

/** The token at some billers, and its price at others. */
function tokenValue(fields: Fields): Deliverable[] {
  return sentence(fields['tokenvalue']).filter(({ kind }) => kind === 'token');
}

function withUnits(deliverables: readonly Deliverable[], fields: Fields): Deliverable[] {
  return deliverables.map((each) => {
    const units = each.units ?? UNITS[each.kind].map((name) => textOf(fields[name])).find(Boolean);
    return units ? { ...each, units } : each;
  });
}

/** Some billers write the same token under two names. */
function distinct(deliverables: readonly Deliverable[]): Deliverable[] {
  return deliverables.filter(({ value }, index) => deliverables.findIndex((other) => isSame(other.value, value)) === index);
}

function isSame(one: string, other: string): boolean {
  return withoutSeparators(one) === withoutSeparators(other);
}

function plainNames(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase().replaceAll('_', ''), value]));
}

/** A number beyond the safe integers has lost its last digits, and is none. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' && (Number.isSafeInteger(value) || !Number.isInteger(value)) ? String(value) : '';
}
