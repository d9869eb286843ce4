import { Injectable } from '@nestjs/common';
import { addDays, lagosMidnight } from '../../../kernel/lagos-time.js';
import { kobo, type Kobo } from '../../../kernel/money.js';
import { ProviderRecordSources } from '../../providers/index.js';
import { type AccountBalance, LedgerBalances, type ChainHead, type LedgerCheck, LedgerChecks } from '../../../ledger/index.js';
import { type Reconciliation, Reconciliations } from './ports.js';

export interface ShownBooks {
  /** At whose end the balances are; undefined: now. */
  readonly day: string | undefined;
  readonly accounts: readonly AccountBalance[];
  /** All wallets. */
  readonly walletsKobo: Kobo;
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
    const at = day === undefined ? undefined : lagosMidnight(addDays(day, 1)) - 1;
    const [accounts, head, verification, anchor, reconciliations] = await Promise.all([
      this.books.balances(at),
      this.books.head(),
      this.checks.last('verification'),
      this.checks.last('anchor'),
      this.lastReconciliations(),
    ]);
    // Every journal sums up to zero, so the wallets hold what the system accounts lack.
    const walletsKobo = kobo(accounts.reduce((sum, { balanceKobo }) => sum - balanceKobo, 0));
    return { day, accounts, walletsKobo, head, verification, anchor, reconciliations };
  }

  private async lastReconciliations(): Promise<Reconciliation[]> {
    const pages = await Promise.all(
      this.providers.all.map(({ name }) => this.reconciliations.list({ provider: name }, { before: undefined, size: 1 })),
    );
    return pages.flatMap(({ items }) => items.slice(0, 1));
  }
}
