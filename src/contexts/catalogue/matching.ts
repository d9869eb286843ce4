import type { ListedBiller, ListedCategory, ListedItem } from '../../kernel/listing.js';

/** Field of business of a biller, independent of a provider's categories. */
export type ServiceField = 'mobile' | 'power' | 'television' | 'education';

/** Words of a category's id or name. The first that fits counts. */
export const FIELD_WORDS: readonly (readonly [ServiceField, readonly string[]])[] = [
  ['mobile', ['airtime', 'data', 'mobile', 'recharge', 'top up', 'topup', 'internet']],
  ['television', ['tv', 'television', 'cable', 'cabletv']],
  ['power', ['electricity', 'electric', 'power', 'utility', 'utilities']],
  ['education', ['education', 'exam', 'exams', 'examination', 'school', 'schools']],
];

/** One biller under the words that providers use for it, in ids, names and short names. */
export interface KnownBiller {
  readonly identity: string;
  readonly words: readonly string[];
}

export const KNOWN_BILLERS: Readonly<Record<ServiceField, readonly KnownBiller[]>> = {
  mobile: [
    { identity: 'mtn', words: ['mtn'] },
    { identity: 'airtel', words: ['airtel'] },
    { identity: 'glo', words: ['glo', 'globacom'] },
    { identity: 't2', words: ['t2', '9mobile', 'etisalat'] },
    { identity: 'smile', words: ['smile'] },
    { identity: 'spectranet', words: ['spectranet'] },
  ],
  power: [
    { identity: 'ikeja', words: ['ikeja', 'ikedc', 'ie'] },
    { identity: 'eko', words: ['eko', 'ekedc', 'ekedp'] },
    { identity: 'abuja', words: ['abuja', 'aedc'] },
    { identity: 'kano', words: ['kano', 'kedco'] },
    { identity: 'port-harcourt', words: ['portharcourt', 'port harcourt', 'phed', 'phedc'] },
    { identity: 'jos', words: ['jos', 'jed', 'jedc', 'jedplc'] },
    { identity: 'ibadan', words: ['ibadan', 'ibedc'] },
    { identity: 'kaduna', words: ['kaduna', 'kaedco', 'kaedc'] },
    { identity: 'enugu', words: ['enugu', 'eedc'] },
    { identity: 'benin', words: ['benin', 'bedc'] },
    { identity: 'yola', words: ['yola', 'yedc'] },
    { identity: 'aba', words: ['aba', 'apl', 'aple'] },
  ],
  television: [
    { identity: 'dstv', words: ['dstv', 'multichoice dstv'] },
    { identity: 'gotv', words: ['gotv'] },
    { identity: 'startimes', words: ['startimes', 'star times'] },
    { identity: 'showmax', words: ['showmax'] },
  ],
  education: [
    { identity: 'waec', words: ['waec'] },
    { identity: 'neco', words: ['neco'] },
    { identity: 'jamb', words: ['jamb'] },
    { identity: 'nabteb', words: ['nabteb'] },
  ],
};

/** They say nothing about the items. */
export const FILLER_WORDS: ReadonlySet<string> = new Set(
  'a airtime and bill bouquet bundle bundles data for n naira ngn of offer package payment plan subscription the topup vtu'.split(
    ' ',
  ),
);

/** Words for a recharge PIN; its value is its price. */
export const PIN_WORDS: ReadonlySet<string> = new Set('card cards epin pin pins recharge voucher vouchers'.split(' '));

/** One spelling for each unit. */
export const UNIT_WORDS: Readonly<Record<string, string>> = {
  day: 'd',
  days: 'd',
  daily: 'd',
  hour: 'h',
  hours: 'h',
  hr: 'h',
  hrs: 'h',
  week: 'w',
  weeks: 'w',
  weekly: 'w',
  month: 'm',
  months: 'm',
  monthly: 'm',
  mth: 'm',
  year: 'y',
  years: 'y',
  yearly: 'y',
  mb: 'mb',
  mbs: 'mb',
  gb: 'gb',
  gbs: 'gb',
  tb: 'tb',
};

export interface Offer {
  readonly provider: string;
  readonly category: ListedCategory;
  readonly biller: ListedBiller;
  readonly item: ListedItem;
}

/**
 * Offers of different providers with one key are one item. Undefined: it is not known well enough to be sure, and only staff can say
 * that another provider sells it too.
 */
export function matchKey({ category, biller, item }: Offer): string | undefined {
  const field = fieldOf(category);
  const known = field && billerOf(field, biller);
  const kind = known && kindOf(field, biller, item);
  if (!known || kind === undefined) return undefined;
  const name = kind === 'vtu' || field === 'power' ? '' : normalisedName(item, known);
  // A power bill of a fixed price is something special; so is anything else without a name.
  if (field === 'power' ? item.price.fixed : name === '' && kind !== 'vtu' && kind !== 'epin') return undefined;
  const price = item.price.fixed ? String(item.price.amountKobo) : 'any';
  return [field, known.identity, kind, item.deliversPin ? 'pin' : '', price, name].join('|');
}

/** Whether it is known that the categories are of different fields, as power and television. */
export function areOfDifferentFields(one: ListedCategory, other: ListedCategory): boolean {
  const [field, otherField] = [fieldOf(one), fieldOf(other)];
  return field !== undefined && otherField !== undefined && field !== otherField;
}

function fieldOf({ categoryId, name }: ListedCategory): ServiceField | undefined {
  const text = plain(`${categoryId} ${name}`);
  return FIELD_WORDS.find(([, words]) => words.some((word) => text.includes(` ${word} `)))?.[0];
}

/** Undefined where none or several fit. */
function billerOf(field: ServiceField, { billerId, name, shortName, networkId }: ListedBiller): KnownBiller | undefined {
  const text = plain(`${billerId} ${name} ${shortName} ${networkId}`);
  const fitting = KNOWN_BILLERS[field].filter(({ words }) => words.some((word) => text.includes(` ${word} `)));
  return fitting.length === 1 ? fitting[0] : undefined;
}

function kindOf(field: ServiceField, biller: ListedBiller, item: ListedItem): string | undefined {
  if (field !== 'power') return item.kind;
  const text = plain(`${biller.billerId} ${biller.name} ${item.code} ${item.name}`);
  const kinds = ['prepaid', 'postpaid'].filter((kind) => text.includes(` ${kind} `));
  return kinds.length === 1 ? kinds[0] : undefined;
}

/** Without the biller, the price, filler and the order of words, and with one spelling of units: `1.5gb 30d`, `100mb 1d`. */
export function normalisedName({ name, price, kind }: ListedItem, { words }: KnownBiller): string {
  let text = plain(name.replaceAll('+', ' plus ').replace(/(?<=\d),(?=\d{3})/g, ''));
  for (const word of words) text = text.replaceAll(` ${word} `, ' ');
  const isPrice = (word: string) =>
    price.fixed && /^(?:n|ngn)?\d+(?:\.\d+)?$/.test(word) && Number(word.replace(/^[a-z]+/, '')) * 100 === price.amountKobo;
  const kept = withUnits(text.trim().split(' ')).filter(
    (word) => !isPrice(word) && !FILLER_WORDS.has(word) && !(kind === 'epin' && PIN_WORDS.has(word)),
  );
  return [...new Set(kept)].toSorted().join(' ');
}

/** A number and its unit are one word; `1 month` is `monthly`, `24 hrs` and `daily` are `1d`, `weekly` is `7d`. */
function withUnits(words: readonly string[]): string[] {
  return words.flatMap((word, index) => {
    const [before, after] = [words[index - 1] ?? '', UNIT_WORDS[words[index + 1] ?? '']];
    if (NUMBER.test(word) && after !== undefined) return [quantity(Number(word), after)];
    const unit = UNIT_WORDS[word];
    if (unit === undefined) return [word];
    return NUMBER.test(before) ? [] : [quantity(1, unit)];
  });
}

/** Months are of no certain number of days. */
function quantity(number: number, unit: string): string {
  const days = DAYS_OF_UNIT[unit];
  if (days !== undefined && Number.isInteger(number * days)) return `${number * days}d`;
  return number === 1 && unit.length === 1 ? unit : `${number}${unit}`;
}

const DAYS_OF_UNIT: Readonly<Record<string, number>> = { h: 1 / 24, d: 1, w: 7 };

const NUMBER = /^\d+(?:\.\d+)?$/;

/** Words between single blanks. */
function plain(text: string): string {
  const words =
    text
      .normalize('NFKD')
      .toLowerCase()
      .match(/9mobile|\d+(?:\.\d+)?|[a-z]+(?:\d+[a-z]*)?/g) ?? [];
  return ` ${words.join(' ')} `;
}

/** Undefined: it is found by matching. */
export type LinkByStaff = (offer: Offer) => string | undefined;

export interface Assignment {
  readonly offer: Offer;
  readonly itemId: string;
}

/**
 * Decides of which item each offer is a route: the one that staff chose, else that of an earlier provider with the same item id
 * or match key, else its own. @param offers in the order of their providers
 */
export function assignOffers(offers: readonly Offer[], linkByStaff: LinkByStaff): Assignment[] {
  const assigned: Assignment[] = [];
  const sold = new Set<string>();
  const itemOfKey = new Map<string, string>();
  const take = (offer: Offer, itemId: string) => {
    sold.add(`${offer.provider} ${itemId}`);
    assigned.push({ offer, itemId });
  };
  const unlinked: Offer[] = [];
  for (const offer of offers) {
    const itemId = linkByStaff(offer);
    if (itemId === undefined) unlinked.push(offer);
    else take(offer, itemId);
  }
  for (const offer of unlinked) {
    const { provider, item } = offer;
    const key = matchKey(offer);
    const matching = key === undefined ? undefined : itemOfKey.get(key);
    // A provider sells an item by one route, so two offers of the same stay two items.
    const itemId = matching !== undefined && !sold.has(`${provider} ${matching}`) ? matching : item.itemId;
    take(offer, itemId);
    if (key !== undefined && matching === undefined) itemOfKey.set(key, itemId);
  }
  return assigned;
}
