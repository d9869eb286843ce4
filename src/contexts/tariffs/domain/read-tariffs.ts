import { CHARGE_KINDS, type ChargeKind } from '../../../kernel/charges.js';
import { parseLagosDate, parseLagosTime } from '../../../kernel/lagos-time.js';
import { CHARGE_TERMS, readChargeTerms } from './read-charges.js';
import { type Entry, isText, readNaira, requireKnown, TariffFault } from './read-terms.js';
import { type Limits, type Tariff, VERIFICATIONS, type Verification } from './tariff.js';

/** Three of them stand beside each other in a payment. */
const LONGEST_ID = 32;
const LONGEST_NAME = 100;
const LONGEST_SUBJECT = 96;

/**
 * Reads `[{"id", "kind", "subject", "name", "from", "until", "bands", "of", "payer", "legal"}]`, or for limits `"requires", "single",
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

const DATED_NAMES = ['id', 'kind', 'subject', 'name', 'from', 'until'];
export const LIMIT_TERMS = ['requires', 'single', 'daily', 'monthly', 'balance'];

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
