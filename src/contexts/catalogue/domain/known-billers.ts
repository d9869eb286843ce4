/** What billers of one kind sell, whatever a provider calls its categories. */
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

/** They tell nothing of what is sold. */
export const FILLER_WORDS: ReadonlySet<string> = new Set(
  'a airtime and bill bouquet bundle bundles data for n naira ngn of offer package payment plan subscription the topup vtu'.split(
    ' ',
  ),
);

/** What a recharge PIN is called; its value is its price. */
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
