export const BANK_KINDS = ['bank', 'microfinance', 'wallet', 'other'] as const;

export type BankKind = (typeof BANK_KINDS)[number];

/** A bank or wallet that takes payouts, under our own stable code: small letters, digits and `-`, at most 48. */
export interface Bank {
  readonly code: string;
  readonly name: string;
  readonly kind: BankKind;
}

/** A bank whose codes have been published. Providers with codes of their own name them, or list them. */
export interface KnownBank extends Bank {
  /** The central bank's code of three digits; undefined if it has none. */
  readonly cbnCode: string | undefined;
  /** The interbank rail's code of six digits; undefined if it is not confirmed. */
  readonly nipCode: string | undefined;
  /** Under which providers list it, too. */
  readonly otherNames: readonly string[];
}

/** State of 2026-11-23, from the lists of NIBSS and of providers in public repositories. Closed banks and senders without accounts are left out. */
export const KNOWN_BANKS: readonly KnownBank[] = [
  known('access', 'Access Bank', 'bank', '044', '000014', 'access bank nigeria'),
  known('access-diamond', 'Access Bank (Diamond)', 'bank', '063', '000005', 'diamond bank', 'access diamond'),
  known('citibank', 'Citibank Nigeria', 'bank', '023', '000009', 'citi bank'),
  known('ecobank', 'Ecobank Nigeria', 'bank', '050', '000010'),
  known('fcmb', 'First City Monument Bank', 'bank', '214', '000003', 'fcmb'),
  known('fidelity', 'Fidelity Bank', 'bank', '070', '000007'),
  known('first-bank', 'First Bank of Nigeria', 'bank', '011', '000016', 'first bank', 'firstbank', 'fbn'),
  known('globus', 'Globus Bank', 'bank', '103', '000027'),
  known('gtbank', 'Guaranty Trust Bank', 'bank', '058', '000013', 'gtbank', 'gtb', 'gt bank', 'gtbank plc'),
  known('jaiz', 'Jaiz Bank', 'bank', '301', '000006'),
  known('keystone', 'Keystone Bank', 'bank', '082', '000002'),
  known('polaris', 'Polaris Bank', 'bank', '076', '000008', 'skye bank'),
  known('providus', 'Providus Bank', 'bank', '101', '000023'),
  known('rand-merchant', 'Rand Merchant Bank', 'bank', '502', '000024', 'rmb'),
  known('stanbic-ibtc', 'Stanbic IBTC Bank', 'bank', '221', '000012', 'stanbic ibtc'),
  known('standard-chartered', 'Standard Chartered Bank', 'bank', '068', '000021', 'standard chartered'),
  known('sterling', 'Sterling Bank', 'bank', '232', '000001'),
  known('suntrust', 'SunTrust Bank', 'bank', '100', '000022', 'sun trust'),
  known('taj', 'TAJ Bank', 'bank', '302', '000026'),
  known('titan', 'Titan Trust Bank', 'bank', '102', '000025', 'titan'),
  known('union', 'Union Bank of Nigeria', 'bank', '032', '000018', 'union bank'),
  known('uba', 'United Bank for Africa', 'bank', '033', '000004', 'uba'),
  known('unity', 'Unity Bank', 'bank', '215', '000011'),
  known('wema', 'Wema Bank', 'bank', '035', '000017'),
  known('alat', 'ALAT by Wema', 'bank', undefined, undefined, 'alat'),
  known('zenith', 'Zenith Bank', 'bank', '057', '000015', 'zenith'),
  known('lotus', 'Lotus Bank', 'bank', '303', undefined),
  known('parallex', 'Parallex Bank', 'bank', '104', undefined),
  known('optimus', 'Optimus Bank', 'bank', undefined, undefined),
  known('premiumtrust', 'PremiumTrust Bank', 'bank', undefined, undefined, 'premium trust bank'),
  known('nova', 'Nova Commercial Bank', 'bank', undefined, '060003', 'nova bank', 'nova merchant bank', 'nova mb'),
  known('coronation', 'Coronation Merchant Bank', 'bank', '559', '060001', 'coronation mb'),
  known('fbnquest', 'FBNQuest Merchant Bank', 'bank', undefined, '060002', 'fbnquest mb', 'fbn quest merchant bank'),
  known('fsdh', 'FSDH Merchant Bank', 'bank', undefined, '400001', 'fsdh'),
  known(
    'opay',
    'OPay',
    'wallet',
    undefined,
    '100004',
    'paycom',
    'opay digital services',
    'opay paycom',
    'paycom opay',
    'opay digital services limited opay',
  ),
  known('palmpay', 'PalmPay', 'wallet', undefined, '100033'),
  known('paga', 'Paga', 'wallet', undefined, '100002', 'pagatech'),
  known('carbon', 'Carbon', 'wallet', undefined, '100026', 'one finance'),
  known('gomoney', 'GoMoney', 'wallet', undefined, '100022'),
  known(
    '9psb',
    '9 Payment Service Bank',
    'wallet',
    undefined,
    '120001',
    '9psb',
    '9mobile 9payment service bank',
    '9payment service bank',
  ),
  known('hope-psb', 'Hope Payment Service Bank', 'wallet', undefined, '120002', 'hopepsb', 'hope psb'),
  known('momo-psb', 'MoMo Payment Service Bank', 'wallet', undefined, '120003', 'mtn momo psb', 'momo psb'),
  known(
    'smartcash-psb',
    'SmartCash Payment Service Bank',
    'wallet',
    undefined,
    '120004',
    'airtel smartcash psb',
    'smartcash psb',
  ),
  known('kuda', 'Kuda Bank', 'microfinance', undefined, '090267', 'kuda microfinance bank', 'kuda'),
  known(
    'moniepoint',
    'Moniepoint Microfinance Bank',
    'microfinance',
    undefined,
    '090405',
    'moniepoint mfb',
    'moniepoint',
    'rolez mfb',
  ),
  known('vfd', 'VFD Microfinance Bank', 'microfinance', undefined, '090110', 'vfd'),
  known('sparkle', 'Sparkle Microfinance Bank', 'microfinance', undefined, '090325', 'sparkle'),
  known('rubies', 'Rubies Microfinance Bank', 'microfinance', undefined, '090175', 'rubies'),
  known('eyowo', 'Eyowo Microfinance Bank', 'microfinance', undefined, '090328', 'eyowo'),
  known('safe-haven', 'Safe Haven Microfinance Bank', 'microfinance', undefined, '090286', 'safe haven'),
  known('fairmoney', 'FairMoney Microfinance Bank', 'microfinance', undefined, undefined, 'fairmoney'),
  known('tcf', 'TCF Microfinance Bank', 'microfinance', undefined, '090115'),
  known('bowen', 'Bowen Microfinance Bank', 'microfinance', undefined, '090148'),
  known('cemcs', 'CEMCS Microfinance Bank', 'microfinance', undefined, '090154'),
  known('hasal', 'Hasal Microfinance Bank', 'microfinance', undefined, '090121'),
  known('ekondo', 'Ekondo Microfinance Bank', 'microfinance', undefined, '090097'),
  known('accion', 'Accion Microfinance Bank', 'microfinance', undefined, '090134'),
  known('ab-microfinance', 'AB Microfinance Bank', 'microfinance', undefined, '090270'),
  known('lapo', 'LAPO Microfinance Bank', 'microfinance', undefined, '090177'),
  known('renmoney', 'Renmoney Microfinance Bank', 'microfinance', undefined, '090198', 'renmoney'),
  known('npf', 'NPF Microfinance Bank', 'microfinance', undefined, '070001'),
  known('aso-savings', 'ASO Savings and Loans', 'other', undefined, '090001', 'aso savings loans'),
];

function known(
  code: string,
  name: string,
  kind: Bank['kind'],
  cbnCode: string | undefined,
  nipCode: string | undefined,
  ...otherNames: string[]
): KnownBank {
  return { code, name, kind, cbnCode, nipCode, otherNames };
}

export interface ListedEntry {
  readonly name: string;
  readonly code: string;
  readonly nipCode: string | undefined;
}

/** The part that agreed: the code of the rail, the name, the code of the central bank. `none`: a bank of its own. */
export type MatchedBy = 'nip' | 'name' | 'cbn' | 'none';

export interface Matched {
  readonly bank: KnownBank;
  readonly by: MatchedBy;
}

/** Switching companies that only send, by the first digits of their code of the rail. */
const SENDERS_ONLY = /^110/;
const NOISE = new Set(['bank', 'banks', 'plc', 'ltd', 'limited', 'nigeria', 'nig', 'ng', 'of', 'the', 'and', 'for']);

export function takesPayouts({ nipCode = '' }: ListedEntry): boolean {
  return !SENDERS_ONLY.test(nipCode);
}

/** The bank that a provider lists; a new one where none is the same. @param taken codes that a new one cannot have */
export function matchBank(entry: ListedEntry, banks: readonly KnownBank[], taken: ReadonlySet<string>): Matched {
  // Another code of the rail is another bank, whatever it is called.
  const possible = banks.filter((bank) => !entry.nipCode || !bank.nipCode || bank.nipCode === entry.nipCode);
  const only = (by: MatchedBy, is: (bank: KnownBank) => boolean): Matched | undefined => {
    const [first, ...others] = possible.filter(is);
    return first && others.length === 0 ? { bank: first, by } : undefined;
  };
  const { nipCode, code } = entry;
  const name = plainName(entry.name);
  return (
    (nipCode ? only('nip', (bank) => bank.nipCode === nipCode) : undefined) ??
    only('name', (bank) => [bank.name, ...bank.otherNames].some((other) => plainName(other) === name)) ??
    // Providers use codes of three digits for others, too.
    (/^\d{3}$/.test(code) ? only('cbn', (bank) => bank.cbnCode === code && sharesWord(bank, name)) : undefined) ?? {
      bank: newBank(entry, taken),
      by: 'none',
    }
  );
}

/** Leaves out words that do not tell banks apart: `Guaranty Trust Bank Plc` is `guaranty trust`. Kinds stay: `unity` is not `unity mfb`. */
export function plainName(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .replaceAll(/\bmicro ?finance( bank)?\b/g, 'mfb')
    .replaceAll(/\bpayment service bank\b/g, 'psb')
    .replaceAll(/\bmerchant bank\b/g, 'mb')
    .split(' ')
    .filter((word) => word !== '');
  const telling = words.filter((word) => !NOISE.has(word));
  return (telling.length > 0 ? telling : words).join(' ');
}

function sharesWord(bank: KnownBank, name: string): boolean {
  const words = new Set([bank.name, ...bank.otherNames].flatMap((other) => plainName(other).split(' ')));
  return name.split(' ').some((word) => words.has(word));
}

function newBank({ name, code, nipCode }: ListedEntry, taken: ReadonlySet<string>): KnownBank {
  const slug = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '');
  const plain = slug(plainName(name)).slice(0, 34);
  const free = plain !== '' && !taken.has(plain) ? plain : slug(`${plain}-${nipCode ?? code}`).slice(0, 48);
  return {
    code: free,
    name: name.trim().slice(0, 120),
    kind: kindOf(name, nipCode),
    cbnCode: undefined,
    nipCode,
    otherNames: [],
  };
}

const KIND_OF_PREFIX: Readonly<Record<string, BankKind>> = {
  '000': 'bank',
  '060': 'bank',
  '400': 'bank',
  '090': 'microfinance',
  '100': 'wallet',
  '120': 'wallet',
};

function kindOf(name: string, nipCode = ''): BankKind {
  const words = plainName(name).split(' ');
  if (words.includes('mfb')) return 'microfinance';
  const byCode = KIND_OF_PREFIX[nipCode.slice(0, 3)];
  if (byCode) return byCode;
  if (words.some((word) => ['psb', 'wallet', 'mobile', 'pay'].includes(word))) return 'wallet';
  return /\bbank\b/i.test(name) ? 'bank' : 'other';
}
