import { CHARGE_KINDS, type ChargeKind } from '../../kernel/charges.js';
import { parseLagosDate, parseLagosTime } from '../../kernel/lagos-time.js';
import { type Kobo, parseNaira, ZERO_KOBO } from '../../kernel/money.js';
import {
  parsePercent,
  type Band,
  type ChargeTariff,
  type Legal,
  type LimitTariff,
  type Tariff,
  VERIFICATIONS,
  type Verification,
} from './tariffs.js';

export type Entry = Readonly<Record<string, unknown>>;

/** A fault in the tariffs, behind its place. */
export class TariffFault extends Error {}

/** @throws TariffFault naming what is none of the names */
export function requireKnown(entry: Entry, names: readonly string[], at: string): void {
  const unknown = Object.keys(entry).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new TariffFault(`${at}.${unknown} is not known; there are ${names.join(', ')}`);
}

/** @throws TariffFault unless it is an object with no other names */
export function readObject(value: unknown, names: readonly string[], at: string, what: string): Entry {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TariffFault(`${at || 'terms'} is not ${what}`);
  requireKnown(value as Entry, names, at);
  return value as Entry;
}

const ZERO = /^0(?:\.0{1,2})?$/;

/** Zero is an amount here. */
export function readNaira(value: unknown, at: string): Kobo {
  const isZero = (typeof value === 'number' || typeof value === 'string') && ZERO.test(String(value));
  const amount = isZero ? ZERO_KOBO : parseNaira(value);
  if (amount === undefined) throw new TariffFault(`${at} is not an amount in Naira`);
  return amount;
}

export function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= longest;
}

export const CHARGE_TERMS = ['bands', 'of', 'payer', 'legal'];
const BAND_TERMS = ['from', 'fee', 'percent', 'minimum', 'maximum'];
/** Former name of `from`. */
const FORMER_FROM = 'amount';
const LEGAL_TERMS = ['source', 'dated', 'review'];
const LONGEST_SOURCE = 500;
const TAXABLE = CHARGE_KINDS.filter((kind) => kind !== 'vat');

/** @throws TariffFault naming the first invalid value and its place */
export function readChargeTerms(
  kind: ChargeKind,
  { bands, of, payer, legal }: Entry,
  at: string,
): Pick<ChargeTariff, 'bands' | 'of' | 'payer' | 'legal'> {
  if (payer !== undefined && payer !== 'sender') throw new TariffFault(`${at}.payer is not sender`);
  return {
    bands: readBands(bands, `${at}.bands`),
    ...readTaxed(kind, of, `${at}.of`),
    ...(payer === undefined ? {} : { payer }),
    ...(legal === undefined ? {} : { legal: readLegal(legal, `${at}.legal`) }),
  };
}

function readTaxed(kind: ChargeKind, of: unknown, at: string): Pick<ChargeTariff, 'of'> {
  if (kind !== 'vat') {
    if (of !== undefined) throw new TariffFault(`${at} is for VAT alone`);
    return {};
  }
  const isTaxable = (value: unknown) => TAXABLE.includes(value as (typeof TAXABLE)[number]);
  if (!Array.isArray(of) || of.length === 0 || !of.every(isTaxable) || new Set(of).size < of.length)
    throw new TariffFault(`${at} is not a list of ${TAXABLE.join(', ')}`);
  return { of: of as ChargeKind[] };
}

function readLegal(value: unknown, at: string): Legal {
  const { source, dated, review } = readObject(value, LEGAL_TERMS, at, 'an object of source, dated and review');
  if (!isText(source, LONGEST_SOURCE)) throw new TariffFault(`${at}.source is not a text`);
  for (const [name, day] of Object.entries({ dated, review }))
    if (typeof day !== 'string' || parseLagosDate(day) === undefined)
      throw new TariffFault(`${at}.${name} is not a date YYYY-MM-DD`);
  if ((review as string) <= (dated as string)) throw new TariffFault(`${at}.review is not a date after dated`);
  return { source: source.trim(), dated: dated as string, review: review as string };
}

function readBands(value: unknown, at: string): Band[] {
  if (!Array.isArray(value)) throw new TariffFault(`${at} is not a list`);
  const bands = value.map((band: unknown, index) => readBand(band, `${at}[${index}]`));
  if (new Set(bands.map(({ fromKobo }) => fromKobo)).size < bands.length) throw new TariffFault(`${at} has an amount twice`);
  const unordered = bands.findIndex(({ fromKobo }, index) => fromKobo < (bands[index - 1]?.fromKobo ?? 0));
  if (unordered !== -1) throw new TariffFault(`${at}[${unordered}].from is out of order: the lowest comes first`);
  return bands.toReversed();
}

function readBand(value: unknown, at: string): Band {
  const { fee, percent, ...terms } = readObject(renamed(value), BAND_TERMS, at, 'a band');
  const millionths = percent === undefined ? undefined : parsePercent(percent);
  if (percent !== undefined && millionths === undefined)
    throw new TariffFault(`${at}.percent is not a percentage from 0 to 100 with at most four decimals`);
  const bound = (name: string): Kobo | undefined =>
    terms[name] === undefined ? undefined : readNaira(terms[name], `${at}.${name}`);
  const [minimumKobo, maximumKobo] = [bound('minimum'), bound('maximum')];
  if (minimumKobo !== undefined && maximumKobo !== undefined && maximumKobo < minimumKobo)
    throw new TariffFault(`${at}.maximum is below minimum`);
  return {
    fromKobo: readNaira(terms['from'], `${at}.from`),
    feeKobo: readNaira(fee ?? (millionths === undefined ? undefined : 0), `${at}.fee`),
    ...(millionths === undefined ? {} : { millionths }),
    ...(minimumKobo === undefined ? {} : { minimumKobo }),
    ...(maximumKobo === undefined ? {} : { maximumKobo }),
  };
}

function renamed(band: unknown): unknown {
  if (typeof band !== 'object' || band === null || Array.isArray(band) || !(FORMER_FROM in band) || 'from' in band) return band;
  const { [FORMER_FROM]: from, ...others } = band;
  return { from, ...others };
}

/** Three of them stand beside each other in a payment. */
const LONGEST_ID = 32;
const LONGEST_NAME = 100;
const LONGEST_SUBJECT = 96;

/**
 * Reads `[{"id", "kind", "subject", "name", "from", "until", "bands", "of", "payer", "legal"}]`, or for limits `"requires", "single",
 * "daily", "monthly", "balance", "deposit", "legal"`, in Naira. Times are days in Lagos or ISO 8601.
 * @throws TariffFault naming the first invalid value
 */
export function readTariffs(json: string): Tariff[] {
  const value = parseJson(json);
  if (!Array.isArray(value)) throw new TariffFault('is not a list of tariffs');
  const tariffs = value.map((entry, index) => readTariff((entry ?? {}) as Entry, `[${index}]`));
  const begins = new Set(tariffs.map(({ kind, subject, fromMs }) => `${kind} ${subject} ${fromMs}`));
  if (begins.size < tariffs.length) throw new TariffFault('has two tariffs from the same day');
  return tariffs;
}

const DATED_NAMES = ['id', 'kind', 'subject', 'name', 'from', 'until'];
export const LIMIT_TERMS = ['requires', 'single', 'daily', 'monthly', 'balance', 'deposit', 'legal'];

export function readTariff(entry: Entry, at: string): Tariff {
  const { id, kind, subject = '', until } = entry;
  const fromMs = readTime(entry['from']);
  if (fromMs === undefined) throw new TariffFault(`${at}.from is not a date YYYY-MM-DD`);
  const untilMs = until === undefined ? undefined : readTime(until);
  if (until !== undefined && (untilMs === undefined || untilMs <= fromMs))
    throw new TariffFault(`${at}.until is not a date after from`);
  if (!isText(id, LONGEST_ID)) throw new TariffFault(`${at}.id is not an id`);
  if (subject !== '' && !isText(subject, LONGEST_SUBJECT))
    throw new TariffFault(`${at}.subject is not the id of an item, biller or tier`);
  const dated = { id, subject, name: readName(entry['name'], at), fromMs, untilMs };
  if (kind === 'limit') {
    if (subject === '') throw new TariffFault(`${at}.subject names no tier`);
    requireKnown(entry, [...DATED_NAMES, ...LIMIT_TERMS], at);
    return { ...dated, kind, ...readLimits(entry, at) };
  }
  if (!CHARGE_KINDS.includes(kind as ChargeKind))
    throw new TariffFault(`${at}.kind is none of ${CHARGE_KINDS.join(', ')}, limit`);
  if ((kind === 'surcharge') !== (subject !== ''))
    throw new TariffFault(`${at}.subject is for the item or biller of a surcharge`);
  requireKnown(entry, [...DATED_NAMES, ...CHARGE_TERMS], at);
  return { ...dated, kind: kind as ChargeKind, ...readChargeTerms(kind as ChargeKind, entry, at) };
}

export function readLimits(entry: Entry, at: string): Pick<LimitTariff, 'requires' | 'limits' | 'legal'> {
  const { requires = [], legal } = entry;
  const isKnown = (value: unknown) => VERIFICATIONS.includes(value as Verification);
  if (!Array.isArray(requires) || !requires.every(isKnown))
    throw new TariffFault(`${at}.requires is not a list of ${VERIFICATIONS.join(', ')}`);
  const limit = (name: string) => (entry[name] === undefined ? undefined : readNaira(entry[name], `${at}.${name}`));
  const limits = {
    singleKobo: limit('single'),
    dailyKobo: limit('daily'),
    monthlyKobo: limit('monthly'),
    balanceKobo: limit('balance'),
    depositKobo: limit('deposit'),
  };
  return {
    requires: requires as Verification[],
    limits,
    ...(legal === undefined ? {} : { legal: readLegal(legal, `${at}.legal`) }),
  };
}

function readName(name: unknown, at: string): string {
  if (typeof name !== 'string' || name.trim() === '' || name.length > LONGEST_NAME)
    throw new TariffFault(`${at}.name is not a name`);
  return name.trim();
}

function readTime(value: unknown): number | undefined {
  return typeof value === 'string' ? (parseLagosDate(value) ?? parseLagosTime(value)) : undefined;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new TariffFault('is not JSON');
  }
}
