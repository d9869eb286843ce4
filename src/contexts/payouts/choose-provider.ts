import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { ProviderAvailability } from '../attempts/index.js';
import {
  type Bank,
  Banks,
  type PayoutProvider,
  PayoutProviders,
  type ResolvedAccount,
  ResolvedAccounts,
} from '../banks/index.js';
import { Payees } from '../payees/index.js';
import {
  type Destination,
  type EqualPayout,
  Payouts,
  MAXIMUM_PAYOUT_KOBO,
  MINIMUM_PAYOUT_KOBO,
  payoutFailures,
} from './payouts.js';
import type { Charge } from '../../kernel/charges.js';
import { Failure } from '../../kernel/failure.js';
import type { Kobo } from '../../kernel/money.js';
import { Tariffs, PaymentLimits } from '../tariffs/index.js';

const SANDBOX = 'sandbox';

export interface ChosenProvider {
  readonly provider: PayoutProvider;
  /** The provider's own of the bank. */
  readonly bankCode: string;
  /** An equal one goes before it; undefined where it may be submitted at once. */
  readonly submitAt: number | undefined;
}

/** The first provider, in order, that takes new payouts and reaches the bank. What was chosen and is not submitted must be released. */
@Injectable()
export class ChooseProvider {
  constructor(
    private readonly providers: PayoutProviders,
    private readonly banks: Banks,
    private readonly payouts: Payouts,
    private readonly availability: ProviderAvailability,
    private readonly clock: Clock,
  ) {}

  async first(equal: EqualPayout, isTest: boolean): Promise<ChosenProvider | undefined> {
    for (const provider of this.providers.all) {
      if (isTest && provider.name !== SANDBOX) continue;
      const chosen = await this.offer(provider, equal);
      if (chosen) return chosen;
    }
    return undefined;
  }

  /** Chooses after providers that certainly paid nothing. It chooses none that would have to wait. */
  async next(equal: EqualPayout, tried: ReadonlySet<string>): Promise<ChosenProvider | undefined> {
    // A payout that began in the sandbox may be of a test account.
    if (tried.has(SANDBOX)) return undefined;
    for (const provider of this.providers.all) {
      if (tried.has(provider.name)) continue;
      const chosen = await this.offer(provider, equal);
      if (chosen?.submitAt === undefined) {
        if (chosen) return chosen;
        continue;
      }
      await this.release(chosen);
    }
    return undefined;
  }

  release({ provider }: ChosenProvider): Promise<void> {
    return this.availability.released(provider);
  }

  private async offer(provider: PayoutProvider, equal: EqualPayout): Promise<ChosenProvider | undefined> {
    const bankCode = await this.banks.providerCode(provider.name, equal.bankCode);
    if (bankCode === undefined || !(await this.availability.allows(provider))) return undefined;
    return { provider, bankCode, submitAt: await this.submitAt(provider, equal) };
  }

  private async submitAt({ name, capabilities }: PayoutProvider, equal: EqualPayout): Promise<number | undefined> {
    const spacingMs = capabilities.equalPayoutSpacingMs;
    if (spacingMs === undefined) return undefined;
    const last = await this.payouts.lastEqualAt(name, equal, this.clock.now() - spacingMs);
    return last === undefined ? undefined : last + spacingMs;
  }
}

export interface DestinationGiven {
  /** Id of a saved payee, in place of the other fields. */
  readonly payee?: string | undefined;
  /** Our own of the bank. */
  readonly code?: string | undefined;
  readonly account?: string | undefined;
  /** The name that the payer saw. */
  readonly name?: string | undefined;
}

/** The allowed destination and amount of a payout, and its price: the same for a quote and for the payout. */
@Injectable()
export class PayoutTerms {
  constructor(
    private readonly resolved: ResolvedAccounts,
    private readonly payees: Payees,
    private readonly banks: Banks,
    private readonly tariffs: Tariffs,
    private readonly limits: PaymentLimits,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure of `payouts` */
  async of(bankCode: string, amountKobo: Kobo): Promise<{ readonly bank: Bank; readonly charges: readonly Charge[] }> {
    const bank = await this.banks.find(bankCode);
    if (!bank) throw new Failure(payoutFailures.bank_not_found);
    if (amountKobo < MINIMUM_PAYOUT_KOBO) throw new Failure(payoutFailures.below_minimum);
    if (amountKobo > MAXIMUM_PAYOUT_KOBO) throw new Failure(payoutFailures.above_maximum);
    const book = await this.tariffs.current();
    return { bank, charges: book.payoutCharges(amountKobo, this.clock.now()) };
  }

  /** @throws Failure of `payouts` */
  async quote(bankCode: string, amountKobo: Kobo, userId: string) {
    const { charges } = await this.of(bankCode, amountKobo);
    return { amountKobo, charges, ...(await this.limits.left(userId)) };
  }

  /** An account whose name the payer has seen. @throws Failure of `payouts`, and of Payees for a saved payee, whose account is resolved again */
  async destinationOf(given: DestinationGiven, userId: string): Promise<Destination> {
    const { bank, account, name } = await this.accountOf(given, userId);
    return { bankCode: bank.code, bankName: bank.name, account, name };
  }

  private async accountOf({ payee, code, account, name }: DestinationGiven, userId: string): Promise<ResolvedAccount> {
    const isNamed = code !== undefined || account !== undefined || name !== undefined;
    if (payee !== undefined && !isNamed) return this.payees.useBank(userId, payee);
    if (payee !== undefined || code === undefined || account === undefined || name === undefined)
      throw new Failure(payoutFailures.account_incomplete);
    const found = await this.resolved.find(userId, code, account);
    if (!found) throw new Failure(payoutFailures.account_unresolved);
    if (found.name !== name)
      throw new Failure(payoutFailures.account_name_changed, { text: `The name of the account is ${found.name} now` });
    return found;
  }
}
