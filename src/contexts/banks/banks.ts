import { failures, Failure } from '../../kernel/failure.js';
import type { KnownBank, ListedEntry, MatchedBy, Bank } from './match-banks.js';
import { Injectable } from '@nestjs/common';
import { PayoutProviders, type PayoutProvider } from './payout-provider.js';
import { Clock, DAY_MS } from '../../kernel/clock.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { withTimeout } from '../attempts/index.js';
import { AuditedUnitOfWork, type StaffMember } from '../audit/index.js';

export const ACCOUNT_FORM = /^\d{10}$/;

const WEIGHTS = [3, 7, 3];

/**
 * Whether the last digit follows from the others and the bank, by the central bank's standard. It is only a hint: real accounts
 * fail it, such as those that are phone numbers.
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

/** A provider's name for a bank. */
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

/** The banks and the providers' names for them; changes by other processes are seen within ten seconds. */
export abstract class Banks {
  abstract find(code: string): Promise<Bank | undefined>;
  /** The provider's name for it; undefined if the provider does not reach it. */
  abstract providerCode(provider: string, code: string): Promise<string | undefined>;
  /** Ordered by name. */
  abstract all(): Promise<readonly KnownBank[]>;
  abstract matches(): Promise<readonly BankMatch[]>;
  abstract syncedAt(provider: string): Promise<number | undefined>;
  /** Matches a provider's present list. Matches by staff stay. In a unit of work. */
  abstract replace(provider: string, listed: readonly ListedEntry[]): Promise<BankChange>;
  /** The present match. */
  abstract findMatch(provider: string, providerCode: string): Promise<BankMatch | undefined>;
  /** Match that staff decided. In a unit of work. @param bank our code, `none` or `new` */
  abstract match(match: BankMatch, bank: string): Promise<BankMatch>;
  /** A bank is out if its name enquiry fails five times in a row within a minute, until it answers or five minutes are over. */
  abstract recordFailure(code: string): Promise<void>;
  abstract recordAnswer(code: string): Promise<void>;
  abstract outages(): Promise<ReadonlySet<string>>;
}

export interface ShownBank extends Bank {
  readonly status: 'available' | 'unavailable';
  /** Whether the check digit of the account is the one that it would have there. */
  readonly isLikely: boolean;
}

/** Codes of three digits are the central bank's; those of five, which providers use for others, are of the same list. */
function institutionsOf({ code, cbnCode }: KnownBank, matches: readonly BankMatch[]): string[] {
  const listed = matches.filter(({ bankCode, providerCode }) => bankCode === code && /^\d{5}$/.test(providerCode));
  return [...(cbnCode === undefined ? [] : [cbnCode]), ...new Set(listed.map(({ providerCode }) => providerCode))];
}

export interface Mending {
  readonly provider: string;
  readonly providerCode: string;
  /** Our code; `none`: it is offered to nobody; `new`: a bank of its own. */
  readonly bank: string;
  readonly reason: string;
}

/** The banks that providers reach: shown to users, taken over from the providers, and put right by staff. */
@Injectable()
export class BankList {
  constructor(
    private readonly banks: Banks,
    private readonly providers: PayoutProviders,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
  ) {}

  /** Banks that a provider reaches, by name. @param account puts first the banks that may have it */
  async show(account?: string): Promise<ShownBank[]> {
    const [banks, matches, outages] = await Promise.all([this.banks.all(), this.banks.matches(), this.banks.outages()]);
    const shown: ShownBank[] = [];
    for (const bank of banks) {
      if (!(await this.isReached(bank.code))) continue;
      const { code, name, kind } = bank;
      const isLikely = account !== undefined && institutionsOf(bank, matches).some((each) => hasCheckDigitOf(each, account));
      shown.push({ code, name, kind, status: outages.has(code) ? 'unavailable' : 'available', isLikely });
    }
    return shown.toSorted((one, other) => Number(other.isLikely) - Number(one.isLikely));
  }

  /**
   * Takes the banks of the providers over, each once a day.
   * @param failed told of each list that cannot be read; the banks of its provider stay
   */
  async syncStale(failed: (provider: string, error: unknown) => void): Promise<void> {
    for (const provider of this.providers.all)
      try {
        if (await this.isStale(provider)) await this.sync(provider);
      } catch (error) {
        failed(provider.name, error);
      }
  }

  /**
   * Staff say which bank it is that a provider lists.
   * @throws Failure `banks.no_match`, `banks.unknown_bank`
   */
  async mend({ provider, providerCode, bank, reason }: Mending, by: StaffMember): Promise<void> {
    const isOurs = bank === 'none' || bank === 'new' || (await this.banks.find(bank)) !== undefined;
    await this.auditedUnitOfWork.execute(by, 'control_bank_update', async () => {
      const before = await this.banks.findMatch(provider, providerCode);
      if (!before) throw new Failure(banksFailures.no_match);
      if (!isOurs) throw new Failure(banksFailures.unknown_bank);
      const after = await this.banks.match(before, bank);
      return {
        subject: `bank:${provider}:${providerCode}`,
        before: stateOf(before),
        after: { ...stateOf(after), reason },
        result: undefined,
      };
    });
  }

  private async isReached(code: string): Promise<boolean> {
    for (const { name } of this.providers.all) if ((await this.banks.providerCode(name, code)) !== undefined) return true;
    return false;
  }

  private async isStale({ name }: PayoutProvider): Promise<boolean> {
    const syncedAt = await this.banks.syncedAt(name);
    return syncedAt === undefined || this.clock.now() - syncedAt > DAY_MS;
  }

  private async sync(provider: PayoutProvider): Promise<void> {
    const listed = await withTimeout(provider.capabilities.readTimeoutMs, (signal) => provider.banks(signal));
    // An empty list is an error of the provider and would take all banks away.
    if (listed.length === 0) throw new Error(`${provider.name} lists no bank`);
    await this.unitOfWork.run(() => this.banks.replace(provider.name, listed));
  }
}

function stateOf({ bankCode, listedName, matchedBy }: BankMatch) {
  return { code: bankCode === '' ? 'none' : bankCode, name: listedName, by: matchedBy };
}
