import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { ProviderAvailability, withTimeout } from '../../attempts/index.js';
import type { Bank } from '../domain/bank.js';
import { banksFailures } from '../domain/banks.failures.js';
import { BankOutages } from './bank-outages.js';
import { type NameEnquiry, type PayoutProvider, PayoutProviders } from './payout-provider.js';
import { Banks, type ResolvedAccount } from './ports.js';
import { ResolvedNames } from './resolved-names.js';

interface Reached {
  readonly provider: PayoutProvider;
  readonly bankCode: string;
}

/** Asks whose an account is, the next provider where one cannot say. What is found is kept for who asked, and for nobody else. */
@Injectable()
export class ResolveAccount {
  constructor(
    private readonly banks: Banks,
    private readonly providers: PayoutProviders,
    private readonly health: ProviderAvailability,
    private readonly outages: BankOutages,
    private readonly names: ResolvedNames,
  ) {}

  /** @throws Failure `banks.bank_not_found`, `banks.account_not_found`, `banks.bank_unavailable` */
  async execute(userId: string, code: string, account: string): Promise<ResolvedAccount> {
    const bank = await this.banks.find(code);
    const reached = bank ? await this.reaching(code) : [];
    if (!bank || reached.length === 0) throw new Failure(banksFailures.bank_not_found);
    const name = await this.ask(reached, bank, account);
    await this.names.keep(userId, code, account, name);
    const kept = await this.names.find(userId, code, account);
    if (!kept) throw new Error('a resolved account was not kept');
    return kept;
  }

  private async ask(reached: readonly Reached[], { code }: Bank, account: string): Promise<string> {
    let cause: unknown;
    for (const { provider, bankCode } of reached) {
      const enquiry = await this.enquire(provider, bankCode, account);
      if (enquiry.outcome === 'unavailable') {
        cause = enquiry.cause;
        continue;
      }
      await this.outages.answered(code);
      if (enquiry.outcome === 'not_found') throw new Failure(banksFailures.account_not_found);
      return enquiry.name.trim().slice(0, 160);
    }
    await this.outages.failed(code);
    throw new Failure(banksFailures.bank_unavailable, { cause });
  }

  private async enquire(provider: PayoutProvider, bankCode: string, account: string): Promise<NameEnquiry> {
    try {
      return await withTimeout(provider.capabilities.readTimeoutMs, (signal) => provider.resolve({ bankCode, account }, signal));
    } catch (error) {
      return { outcome: 'unavailable', cause: error instanceof Error ? error.message : 'no answer' };
    }
  }

  /** Those that are in use; where none is, whoever knows the bank. */
  private async reaching(code: string): Promise<Reached[]> {
    const used: Reached[] = [];
    const others: Reached[] = [];
    for (const provider of this.providers.all) {
      const bankCode = await this.banks.providerCode(provider.name, code);
      if (bankCode === undefined) continue;
      ((await this.health.isUsed(provider)) ? used : others).push({ provider, bankCode });
    }
    return used.length > 0 ? used : others;
  }
}
