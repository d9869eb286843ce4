import { Injectable } from '@nestjs/common';
import { addDays, lagosMidnight } from '../../../kernel/lagos-time.js';
import { kobo, type Kobo } from '../../../kernel/money.js';
import { ProviderRecordSources } from '../../providers/index.js';
import {
  type AccountBalance,
  type ChainHead,
  LedgerBalances,
  type LedgerCheck,
  LedgerChecks,
  type TrialBalance,
  trialBalanceOf,
} from '../../../ledger/index.js';
import { type Reconciliation, Reconciliations } from './ports.js';

export interface ShownBooks {
  /** At whose end the balances are; undefined: now. */
  readonly day: string | undefined;
  readonly accounts: readonly AccountBalance[];
  /** All wallets. */
  readonly walletsKobo: Kobo;
  readonly trialBalance: TrialBalance;
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
  ) {}

  async execute(day: string | undefined): Promise<ShownBooks> {
    const [{ accounts, walletsKobo }, head, verification, anchor, reconciliations] = await Promise.all([
      day === undefined ? this.books.current() : this.atEndOf(day),
      this.books.head(),
      this.checks.last('verification'),
      this.checks.last('anchor'),
      this.lastReconciliations(),
    ]);
    const trialBalance = trialBalanceOf(accounts, walletsKobo);
    return { day, accounts, walletsKobo, trialBalance, head, verification, anchor, reconciliations };
  }

  /** Every journal sums up to zero, so the wallets held what the system accounts lacked; `ledger:trial-balance --at` adds them up. */
  private async atEndOf(day: string) {
    const accounts = await this.books.balances(lagosMidnight(addDays(day, 1)) - 1);
    return { accounts, walletsKobo: kobo(accounts.reduce((sum, { balanceKobo }) => sum - balanceKobo, 0)) };
  }

  private async lastReconciliations(): Promise<Reconciliation[]> {
    const pages = await Promise.all(
      this.providers.all.map(({ name }) => this.reconciliations.list({ provider: name }, { before: undefined, size: 1 })),
    );
    return pages.flatMap(({ items }) => items.slice(0, 1));
  }
}
