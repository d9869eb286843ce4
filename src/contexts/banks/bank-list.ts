import { Injectable } from '@nestjs/common';
import type { Bank, KnownBank } from './match-banks.js';
import { hasCheckDigitOf, BankOutages, Banks, type BankMatch, banksFailures } from './banks.js';
import { PayoutProviders, type PayoutProvider } from './payout-provider.js';
import { Clock, DAY_MS } from '../../kernel/clock.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { withTimeout } from '../attempts/index.js';
import { Failure } from '../../kernel/failure.js';
import { AuditedUnitOfWork, type StaffMember } from '../audit/index.js';

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
    private readonly directory: Banks,
    private readonly providers: PayoutProviders,
    private readonly outages: BankOutages,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
  ) {}

  /** Those that a provider reaches, by name. @param account those come first where it may be */
  async show(account?: string): Promise<ShownBank[]> {
    const [banks, matches, outages] = await Promise.all([this.directory.all(), this.directory.matches(), this.outages.all()]);
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
    const isOurs = bank === 'none' || bank === 'new' || (await this.directory.find(bank)) !== undefined;
    await this.auditedUnitOfWork.execute(by, 'control_bank_update', async () => {
      const before = await this.directory.findMatch(provider, providerCode);
      if (!before) throw new Failure(banksFailures.no_match);
      if (!isOurs) throw new Failure(banksFailures.unknown_bank);
      const after = await this.directory.match(before, bank);
      return {
        subject: `bank:${provider}:${providerCode}`,
        before: stateOf(before),
        after: { ...stateOf(after), reason },
        result: undefined,
      };
    });
  }

  private async isReached(code: string): Promise<boolean> {
    for (const { name } of this.providers.all) if ((await this.directory.providerCode(name, code)) !== undefined) return true;
    return false;
  }

  private async isStale({ name }: PayoutProvider): Promise<boolean> {
    const syncedAt = await this.directory.syncedAt(name);
    return syncedAt === undefined || this.clock.now() - syncedAt > DAY_MS;
  }

  private async sync(provider: PayoutProvider): Promise<void> {
    const listed = await withTimeout(provider.capabilities.readTimeoutMs, (signal) => provider.banks(signal));
    // An empty list is an error of the provider and would take all banks away.
    if (listed.length === 0) throw new Error(`${provider.name} lists no bank`);
    await this.unitOfWork.run(() => this.directory.replace(provider.name, listed));
  }
}

function stateOf({ bankCode, listedName, matchedBy }: BankMatch) {
  return { code: bankCode === '' ? 'none' : bankCode, name: listedName, by: matchedBy };
}
