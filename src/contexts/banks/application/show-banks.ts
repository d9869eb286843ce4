import { Injectable } from '@nestjs/common';
import type { Bank } from '../domain/bank.js';
import { hasCheckDigitOf } from '../domain/account-number.js';
import type { KnownBank } from '../domain/known-banks.js';
import { BankOutages } from './bank-outages.js';
import { PayoutProviders } from './payout-provider.js';
import { BankDirectory, type BankMatch } from './ports.js';

export interface ShownBank extends Bank {
  readonly status: 'available' | 'unavailable';
  /** Whether the check digit of the account is the one that it would have there. */
  readonly isLikely: boolean;
}

@Injectable()
export class ShowBanks {
  constructor(
    private readonly directory: BankDirectory,
    private readonly providers: PayoutProviders,
    private readonly outages: BankOutages,
  ) {}

  /** Those that a provider reaches, by name. @param account those come first where it may be */
  async execute(account?: string): Promise<ShownBank[]> {
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

  private async isReached(code: string): Promise<boolean> {
    for (const { name } of this.providers.all) if ((await this.directory.providerCode(name, code)) !== undefined) return true;
    return false;
  }
}

/** Codes of three digits are the central bank's; those of five, which providers use for others, are of the same list. */
function institutionsOf({ code, cbnCode }: KnownBank, matches: readonly BankMatch[]): string[] {
  const listed = matches.filter(({ bankCode, providerCode }) => bankCode === code && /^\d{5}$/.test(providerCode));
  return [...(cbnCode === undefined ? [] : [cbnCode]), ...new Set(listed.map(({ providerCode }) => providerCode))];
}
