import type { BankKind } from './bank.js';
import type { KnownBank } from './known-banks.js';

export interface ListedEntry {
  readonly name: string;
  readonly code: string;
  readonly nipCode: string | undefined;
}

/** What was the same: the code of the rail, the name, the code of the central bank. `none`: a bank of its own. */
export type MatchedBy = 'nip' | 'name' | 'cbn' | 'none';

export interface Matched {
  readonly bank: KnownBank;
  readonly by: MatchedBy;
}

/** Of switching companies that only send, by the first digits of their code of the rail. */
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

/** Without what does not tell banks apart: `Guaranty Trust Bank Plc` is `guaranty trust`. Kinds stay: `unity` is not `unity mfb`. */
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
