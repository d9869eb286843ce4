import type { Bank } from './match-banks.js';
import { banksFailures, Banks } from './banks.js';
import { Injectable } from '@nestjs/common';
import { networkOf, siteOf } from '../../kernel/addresses.js';
import { Budgets } from '../../kernel/budgets.js';
import type { Caller } from '../../kernel/caller.js';
import { Clock } from '../../kernel/clock.js';
import { Failure } from '../../kernel/failure.js';
import { Spending } from '../../ledger/index.js';
import { Sessions, signInFailures, SignInSettings, Users } from '../sign-in/index.js';
import { ProviderAvailability, withTimeout } from '../attempts/index.js';
import { type NameEnquiry, type PayoutProvider, PayoutProviders } from './payout-provider.js';

/** An account whose name a user has asked for. */
export interface ResolvedAccount {
  readonly bank: Bank;
  readonly account: string;
  readonly name: string;
  /** Unix ms. */
  readonly resolvedAt: number;
}

export abstract class ResolvedAccounts {
  /** The last answer to this user. Undefined where they have not asked within 15 minutes. */
  abstract find(userId: string, code: string, account: string): Promise<ResolvedAccount | undefined>;
  abstract keep(userId: string, code: string, account: string, name: string): Promise<void>;
  /** Those that are too old. @returns how many there were */
  abstract forget(): Promise<number>;
}

/** Only customers learn the name behind a bank account, and each of them only so often, because anybody can open an account here for nothing. */
@Injectable()
export class AdmitEnquiry {
  constructor(
    private readonly users: Users,
    private readonly settings: SignInSettings,
    private readonly spending: Spending,
    private readonly sessions: Sessions,
    private readonly budgets: Budgets,
    private readonly clock: Clock,
  ) {}

  /** Counts one. @throws Failure `sign_in.email_unverified`, `banks.deposit_required`, `abuse.limit_reached` */
  async execute(caller: Caller): Promise<void> {
    const { userId, ip } = caller;
    if (!caller.isTest) await this.requireCustomer(userId);
    const site = siteOf(ip);
    const device = await this.deviceOf(caller);
    await this.budgets.spend('name_enquiries', userId);
    if (device !== undefined) await this.budgets.spend('device_name_enquiries', device);
    await this.budgets.spend('network_name_enquiries', networkOf(ip));
    if (site !== undefined) await this.budgets.spend('site_name_enquiries', site);
  }

  private async requireCustomer(userId: string): Promise<void> {
    const isProved = !this.settings.requiresVerifiedEmail || (await this.users.find(userId))?.emailVerified === true;
    if (!isProved) throw new Failure(signInFailures.email_unverified);
    const { seq } = await this.spending.since(userId, [this.clock.now()]);
    if (seq === 0) throw new Failure(banksFailures.deposit_required);
  }

  private async deviceOf({ userId, sessionId }: Caller): Promise<string | undefined> {
    return (await this.sessions.list(userId)).find(({ id }) => id === sessionId)?.device.serial;
  }
}

interface Reached {
  readonly provider: PayoutProvider;
  readonly bankCode: string;
}

/** Asks for the name behind an account, and asks the next provider if one cannot say. The result is kept for this user only. */
@Injectable()
export class ResolveAccount {
  constructor(
    private readonly banks: Banks,
    private readonly providers: PayoutProviders,
    private readonly health: ProviderAvailability,
    private readonly names: ResolvedAccounts,
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
      await this.banks.recordAnswer(code);
      if (enquiry.outcome === 'not_found') throw new Failure(banksFailures.account_not_found);
      return enquiry.name.trim().slice(0, 160);
    }
    await this.banks.recordFailure(code);
    throw new Failure(banksFailures.bank_unavailable, { cause });
  }

  private async enquire(provider: PayoutProvider, bankCode: string, account: string): Promise<NameEnquiry> {
    try {
      return await withTimeout(provider.capabilities.readTimeoutMs, (signal) => provider.resolve({ bankCode, account }, signal));
    } catch (error) {
      return { outcome: 'unavailable', cause: error instanceof Error ? error.message : 'no answer' };
    }
  }

  /** The providers in use; without any, those that know the bank. */
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
