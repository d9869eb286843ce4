import { Injectable } from '@nestjs/common';
import { Failure } from '../../kernel/failure.js';
import { type Page, type PageRequest, readPage } from '../../kernel/pagination.js';
import {
  History,
  type HistoryEntry,
  isSystemAccount,
  Journals,
  type PostedEntry,
  type AccountBalance,
  type AccountId,
  type ChainHead,
  LedgerBalances,
  type LedgerCheck,
  LedgerChecks,
  type TrialBalance,
  trialBalanceOf,
  checkOfVerdict,
  VerifyLedger,
} from '../../ledger/index.js';
import { reconciliationFailures, type Reconciliation, Reconciliations } from './reconciliations.js';
import { addDays, lagosMidnight } from '../../kernel/lagos-time.js';
import { type Kobo, ZERO_KOBO } from '../../kernel/money.js';
import { ProviderRecordSources } from '../providers/index.js';
import { BankAccounts } from '../settlements/index.js';
import { Clock, DAY_MS } from '../../kernel/clock.js';
import { SystemLogs } from '../system-logs/index.js';

/** Wallets are of users. */
const SHOWS_WALLETS = 'userControl.viewHistory';

type Grants = ReadonlySet<string> | undefined;

/** Accounts of the ledger with their running balance, and journals with all their lines. */
@Injectable()
export class ShowAccount {
  constructor(
    private readonly history: History,
    private readonly journals: Journals,
  ) {}

  /** Newest first. @throws Failure `reconciliation.no_record` of a wallet for those who may not see wallets */
  postings(account: string, page: PageRequest, grants: Grants): Promise<Page<HistoryEntry>> {
    if (!maySee(account, grants)) throw new Failure(reconciliationFailures.no_record);
    return readPage(page, (before, limit) => this.history.list(account, before, limit));
  }

  /** Lines of wallets have neither account nor note for readers who may not see wallets. @throws Failure `reconciliation.no_record` */
  async journal(id: string, grants: Grants): Promise<PostedEntry> {
    const [journal] = await this.journals.find([id]);
    if (!journal) throw new Failure(reconciliationFailures.no_record);
    const lines = journal.lines.map((line) => (maySee(line.account, grants) ? line : { ...line, account: 'wallet', note: '' }));
    return { ...journal, lines };
  }
}

function maySee(account: string, grants: Grants): boolean {
  return isSystemAccount(account) || (grants?.has(SHOWS_WALLETS) ?? false);
}

/** The open amount between a provider and us; below zero if it owes us. */
export interface OpenClearing {
  /** The first name that it is reconciled by. */
  readonly provider: string;
  readonly account: AccountId;
  readonly balanceKobo: Kobo;
}

export interface ShownBooks {
  /** The balances are of the end of this day; undefined: now. */
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

const WHOLE_EVERY_MS = 7 * DAY_MS;
/** Other jobs of the process go on meanwhile. */
const THREADS = 1;

/** The books as staff see them, and their proof. */
@Injectable()
export class Books {
  constructor(
    private readonly balances: LedgerBalances,
    private readonly checks: LedgerChecks,
    private readonly providers: ProviderRecordSources,
    private readonly reconciliations: Reconciliations,
    private readonly bankAccounts: BankAccounts,
    private readonly verifyLedger: VerifyLedger,
    private readonly systemLogs: SystemLogs,
    private readonly clock: Clock,
  ) {}

  async show(day: string | undefined): Promise<ShownBooks> {
    const [{ accounts, walletsKobo }, head, verification, anchor, reconciliations] = await Promise.all([
      day === undefined ? this.balances.current() : this.balances.past(lagosMidnight(addDays(day, 1)) - 1),
      this.balances.head(),
      this.checks.last('whole'),
      this.checks.last('anchor'),
      this.lastReconciliations(),
    ]);
    const trialBalance = trialBalanceOf(accounts, walletsKobo);
    const clearing = this.providers.clearing.map(({ name, account }): OpenClearing => {
      const balanceKobo = accounts.find((each) => each.account === account)?.balanceKobo ?? ZERO_KOBO;
      return { provider: name, account, balanceKobo };
    });
    const banks = this.bankAccounts.names;
    return { day, accounts, walletsKobo, trialBalance, clearing, banks, head, verification, anchor, reconciliations };
  }

  /** Verifies what is recent, and the whole of the ledger once a week; a wrong row becomes a system log. */
  async verify(): Promise<void> {
    const whole = await this.checks.last('whole');
    const isWholeDue = !whole || this.clock.now() - whole.createdAt >= WHOLE_EVERY_MS;
    const isEmpty = (await this.balances.head()).batchNo === 0;
    const verdict = await this.verifyLedger.execute({ sinceCheckpoint: !isWholeDue, workers: THREADS });
    const record = (kind: LedgerCheck['kind']) => this.checks.record({ ...check, kind });
    const check = checkOfVerdict(verdict, this.clock.now());
    await record('recent');
    if (verdict.since === undefined && !isEmpty) await record('whole');
    if (verdict.ok) return;
    const { table, key } = verdict.wrong ?? { table: 'ledger', key: 'incomplete' };
    await this.systemLogs.record({
      kind: 'error',
      description: `The ledger is wrong: ${check.detail}. See LedgerWrong in docs/runbook.md.`,
      key: `ledger-wrong:${table}:${key}`.slice(0, 191),
    });
  }

  private async lastReconciliations(): Promise<Reconciliation[]> {
    const pages = await Promise.all(
      this.providers.all.map(({ name }) => this.reconciliations.list({ provider: name }, { before: undefined, size: 1 })),
    );
    return pages.flatMap(({ items }) => items.slice(0, 1));
  }
}
