import { parseLagosDate, parseLagosTime } from '../../../kernel/lagos-time.js';
import { type Kobo, parseNaira, ZERO_KOBO } from '../../../kernel/money.js';
import {
  type Band,
  CHARGE_KINDS,
  type ChargeKind,
  type Limits,
  type Tariff,
  VERIFICATIONS,
  type Verification,
} from './tariff.js';

const LONGEST_NAME = 100;
const LONGEST_SUBJECT = 96;

type Entry = Readonly<Record<string, unknown>>;

/** What is not as it should be, after the place where it stands. */
export class TariffFault extends Error {}

/**
 * Reads `[{"id", "kind", "subject", "name", "from", "until", "bands": [{"amount", "fee"}]}]`, or for limits `"requires", "single",
 * "daily", "monthly", "balance"`, in Naira. Times are days in Lagos or ISO 8601.
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

/** @param json of `TRANSFER_TARIFFS`: transfer fees without id and kind */
export function readTransferFees(json: string): Tariff[] {
  const value = parseJson(json);
  if (!Array.isArray(value)) throw new TariffFault('is not a list of tariffs');
  const named = value.map((entry: Entry | null) => ({
    ...entry,
    id: `setting:${String(entry?.['from'])}`,
    kind: 'transfer_fee',
  }));
  return readTariffs(JSON.stringify(named));
}

const DATED_NAMES = ['id', 'kind', 'subject', 'name', 'from', 'until'];
export const LIMIT_TERMS = ['requires', 'single', 'daily', 'monthly', 'balance'];
const BAND_TERMS = ['amount', 'fee'];

/** @throws TariffFault naming what is none of the names */
export function requireKnown(entry: Entry, names: readonly string[], at: string): void {
  const unknown = Object.keys(entry).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new TariffFault(`${at}.${unknown} is not known; there are ${names.join(', ')}`);
}

export function readTariff(entry: Entry, at: string): Tariff {
  const { id, kind, subject = '', until } = entry;
  const fromMs = readTime(entry['from']);
  if (fromMs === undefined) throw new TariffFault(`${at}.from is not a date YYYY-MM-DD`);
  const untilMs = until === undefined ? undefined : readTime(until);
  if (until !== undefined && (untilMs === undefined || untilMs <= fromMs))
    throw new TariffFault(`${at}.until is not a date after from`);
  if (!isText(id, 40)) throw new TariffFault(`${at}.id is not an id`);
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
  requireKnown(entry, [...DATED_NAMES, 'bands'], at);
  return { ...dated, kind: kind as ChargeKind, bands: readBands(entry['bands'], `${at}.bands`) };
}

export function readBands(value: unknown, at: string): Band[] {
  if (!Array.isArray(value)) throw new TariffFault(`${at} is not a list`);
  const bands = value.map((band: unknown, index) => readBand(band, `${at}[${index}]`));
  if (new Set(bands.map(({ fromKobo }) => fromKobo)).size < bands.length) throw new TariffFault(`${at} has an amount twice`);
  const unordered = bands.findIndex(({ fromKobo }, index) => fromKobo < (bands[index - 1]?.fromKobo ?? 0));
  if (unordered !== -1) throw new TariffFault(`${at}[${unordered}].amount is out of order: the lowest comes first`);
  return bands.toReversed();
}

export function readLimits(entry: Entry, at: string): { requires: Verification[]; limits: Limits } {
  const { requires = [] } = entry;
  const isKnown = (value: unknown) => VERIFICATIONS.includes(value as Verification);
  if (!Array.isArray(requires) || !requires.every(isKnown))
    throw new TariffFault(`${at}.requires is not a list of ${VERIFICATIONS.join(', ')}`);
  const limit = (name: string) => (entry[name] === undefined ? undefined : readNaira(entry[name], `${at}.${name}`));
  const limits = {
    singleKobo: limit('single'),
    dailyKobo: limit('daily'),
    monthlyKobo: limit('monthly'),
    balanceKobo: limit('balance'),
  };
  return { requires: requires as Verification[], limits };
}

function readBand(value: unknown, at: string): Band {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TariffFault(`${at} is not a band`);
  requireKnown(value as Entry, BAND_TERMS, at);
  const { amount, fee } = value as Entry;
  return { fromKobo: readNaira(amount, `${at}.amount`), feeKobo: readNaira(fee, `${at}.fee`) };
}

function readName(name: unknown, at: string): string {
  if (typeof name !== 'string' || name.trim() === '' || name.length > LONGEST_NAME)
    throw new TariffFault(`${at}.name is not a name`);
  return name.trim();
}

function readTime(value: unknown): number | undefined {
  return typeof value === 'string' ? (parseLagosDate(value) ?? parseLagosTime(value)) : undefined;
}

function readNaira(value: unknown, at: string): Kobo {
  const amount = value === 0 ? ZERO_KOBO : parseNaira(value);
  if (amount === undefined) throw new TariffFault(`${at} is not an amount in Naira`);
  return amount;
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longest;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new TariffFault('is not JSON');
  }
}
