import { Injectable } from '@nestjs/common';
import { addDays, lagosMidnight } from '../../../kernel/lagos-time.js';
import { type Kobo, ZERO_KOBO } from '../../../kernel/money.js';
import { ProviderRecordSources } from '../../providers/index.js';
import {
  type AccountBalance,
  type AccountId,
  type ChainHead,
  LedgerBalances,
  type LedgerCheck,
  LedgerChecks,
  type TrialBalance,
  trialBalanceOf,
} from '../../../ledger/index.js';
import { BankAccounts } from '../../settlements/index.js';
import { type Reconciliation, Reconciliations } from './ports.js';

/** What is open between a provider and us; below zero where it owes us. */
export interface OpenClearing {
  /** As it is reconciled. */
  readonly provider: string;
  readonly account: AccountId;
  readonly balanceKobo: Kobo;
}

export interface ShownBooks {
  /** At whose end the balances are; undefined: now. */
  readonly day: string | undefined;
  readonly accounts: readonly AccountBalance[];
  /** All wallets. */
  readonly walletsKobo: bigint;
  readonly trialBalance: TrialBalance;
  readonly clearing: readonly OpenClearing[];
  /** Names of our accounts at banks. */
  readonly banks: readonly string[];
  readonly head: ChainHead;
  readonly verification: LedgerCheck | undefined;
  readonly anchor: LedgerCheck | undefined;
  /** The last one with each provider. */
  readonly reconciliations: readonly Reconciliation[];
}

@Injectable()
export class ShowBooks {
  constructor(
    private readonly books: LedgerBalances,
    private readonly checks: LedgerChecks,
    private readonly providers: ProviderRecordSources,
    private readonly reconciliations: Reconciliations,
    private readonly bankAccounts: BankAccounts,
  ) {}

  async execute(day: string | undefined): Promise<ShownBooks> {
    const [{ accounts, walletsKobo }, head, verification, anchor, reconciliations] = await Promise.all([
      day === undefined ? this.books.current() : this.books.past(lagosMidnight(addDays(day, 1)) - 1),
      this.books.head(),
      this.checks.last('whole'),
      this.checks.last('anchor'),
      this.lastReconciliations(),
    ]);
    const trialBalance = trialBalanceOf(accounts, walletsKobo);
    const clearing = this.providers.all.map(({ name, provider, source }): OpenClearing => {
      const account = source.clearingAccount(provider);
      const balanceKobo = accounts.find((each) => each.account === account)?.balanceKobo ?? ZERO_KOBO;
      return { provider: name, account, balanceKobo };
    });
    const banks = this.bankAccounts.names;
    return { day, accounts, walletsKobo, trialBalance, clearing, banks, head, verification, anchor, reconciliations };
  }

  private async lastReconciliations(): Promise<Reconciliation[]> {
    const pages = await Promise.all(
      this.providers.all.map(({ name }) => this.reconciliations.list({ provider: name }, { before: undefined, size: 1 })),
    );
    return pages.flatMap(({ items }) => items.slice(0, 1));
  }
}
