import { failures } from '../../kernel/failure.js';
import type { KnownBank, ListedEntry, MatchedBy, Bank } from './match-banks.js';

export const ACCOUNT_FORM = /^\d{10}$/;

const WEIGHTS = [3, 7, 3];

/**
 * Whether the last digit follows from the others and the bank, by the central bank's standard. Only a hint: real accounts, those that are
 * phone numbers among them, fail it.
 * @param institution of three digits (a bank), or of five (another one)
 */
export function hasCheckDigitOf(institution: string, account: string): boolean {
  const code = institution.length === 3 ? `000${institution}` : `9${institution}`;
  const digits = Array.from(`${code}${account.slice(0, 9)}`, Number);
  const sum = digits.reduce((total, digit, index) => total + digit * WEIGHTS[index % 3]!, 0);
  return (10 - (sum % 10)) % 10 === Number(account[9]);
}

const FAILURES = 5;

const WITHIN_MS = 60_000;

const LASTS_MS = 300_000;

/** @param failedAt the last failures in a row, unix ms, oldest first */
export function afterFailure(failedAt: readonly number[], now: number): number[] {
  return [...failedAt, now].slice(-FAILURES);
}

export function isOut(failedAt: readonly number[], now: number): boolean {
  const [first, last] = [failedAt[0], failedAt.at(-1)];
  if (failedAt.length < FAILURES || first === undefined || last === undefined) return false;
  return last - first < WITHIN_MS && now - last < LASTS_MS;
}

export const banksFailures = failures('banks', {
  bank_not_found: ['not_found', 'There is no such bank'],
  account_not_found: ['not_found', 'No account with this number was found at the bank'],
  deposit_required: ['invalid', 'Please make a first deposit: then names of accounts are shown'],
  bank_unavailable: ['unavailable', 'The bank does not answer right now, please try again later'],
  no_match: ['not_found', 'No data matching your query was found'],
  unknown_bank: ['invalid', 'There is no bank with this code'],
});

/** What a provider calls a bank. */
export interface BankMatch {
  readonly provider: string;
  readonly providerCode: string;
  /** Ours; empty: it is offered to nobody. */
  readonly bankCode: string;
  readonly listedName: string;
  readonly matchedBy: MatchedBy | 'staff';
  readonly isListed: boolean;
}

export interface BankChange {
  readonly added: number;
  readonly matched: number;
  readonly gone: number;
}

/** The banks and what providers call them; what others changed is seen within ten seconds. */
export abstract class Banks {
  abstract find(code: string): Promise<Bank | undefined>;
  /** What a provider calls it; undefined where the provider does not reach it. */
  abstract providerCode(provider: string, code: string): Promise<string | undefined>;
  /** By name. */
  abstract all(): Promise<readonly KnownBank[]>;
  abstract matches(): Promise<readonly BankMatch[]>;
  abstract syncedAt(provider: string): Promise<number | undefined>;
  /** Matches what a provider lists now. What staff matched stays. In a unit of work. */
  abstract replace(provider: string, listed: readonly ListedEntry[]): Promise<BankChange>;
  /** As it is now. */
  abstract findMatch(provider: string, providerCode: string): Promise<BankMatch | undefined>;
  /** By staff. In a unit of work. @param bank our code, `none` or `new` */
  abstract match(match: BankMatch, bank: string): Promise<BankMatch>;
}

/** Banks whose name enquiry does not answer: five times in a row within a minute, until one is answered or five minutes are over. */
export abstract class BankOutages {
  abstract failed(code: string): Promise<void>;
  abstract answered(code: string): Promise<void>;
  abstract all(): Promise<ReadonlySet<string>>;
}
