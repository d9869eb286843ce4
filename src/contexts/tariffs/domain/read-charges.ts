import { CHARGE_KINDS, type ChargeKind } from '../../../kernel/charges.js';
import { parseLagosDate } from '../../../kernel/lagos-time.js';
import type { Kobo } from '../../../kernel/money.js';
import { parsePercent } from './percent.js';
import { type Entry, isText, readNaira, readObject, TariffFault } from './read-terms.js';
import type { Band, ChargeTariff, Legal } from './tariff.js';

export const CHARGE_TERMS = ['bands', 'of', 'payer', 'legal'];
const BAND_TERMS = ['from', 'fee', 'percent', 'minimum', 'maximum'];
/** What `from` was called before. */
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
