import { newId } from '../../../../src/kernel/ids.js';
import { addDays, lagosDate, lagosMidnight } from '../../../../src/kernel/lagos-time.js';
import { kobo, type Kobo, ZERO_KOBO } from '../../../../src/kernel/money.js';
import { TypeormUnitOfWork } from '../../../../src/platform/database/database.js';
import { depositClearing, providerClearing } from '../../../../src/ledger/index.js';
import type { GroupCommitLedger } from '../../../../src/ledger/application/group-commit-ledger.js';
import { SqlHistory } from '../../../../src/ledger/adapters/sql/sql-history.js';
import { SqlLedgerBalances } from '../../../../src/ledger/adapters/sql/sql-ledger-balances.js';
import type { ProviderRecords, ProviderRecordSources } from '../../../../src/contexts/providers/index.js';
import {
  ReconciliationDifferenceRow,
  ReconciliationRow,
  TypeormReconciliations,
} from '../../../../src/contexts/reconciliation/reconciliations.store.js';
import { KeepResult, type KeptResult } from '../../../../src/contexts/reconciliation/reconciliations.js';
import { ReconcileBank, ReconcileStated } from '../../../../src/contexts/reconciliation/reconcile-bank.js';
import { SettlementRow, TypeormSettlements } from '../../../../src/contexts/settlements/settlements.store.js';
import {
  BankStatementLineRow,
  BankStatementRow,
  StatedBalanceRow,
  TypeormBankStatements,
  TypeormStatedBalances,
} from '../../../../src/contexts/settlements/statements.store.js';
import { ImportStatement, type StatementLine } from '../../../../src/contexts/settlements/statements.js';
import { SettlementChanges, type SettlementEntry } from '../../../../src/contexts/settlements/settlements.js';
import { type HiddenDebts, ShowSafeguarding, ValuedBalances } from '../../../../src/contexts/settlements/safeguarding.js';
import type { SystemLogs } from '../../../../src/contexts/system-logs/index.js';
import type { Engine } from '../../../support/backend.js';
import { ManualClock } from '../../../support/clocks.js';
import { archiveOf, type LedgerFixture, openLedger, request } from '../../../support/ledger-fixture.js';

const ROWS = [
  SettlementRow,
  BankStatementRow,
  BankStatementLineRow,
  StatedBalanceRow,
  ReconciliationRow,
  ReconciliationDifferenceRow,
];
export const DEPOSITS = ['paystack', 'monnify'] as const;
export const BILLERS = ['vtpass', 'quickteller'] as const;
export const BANK = 'gtb';

/** The money desk on a ledger of its own, without the rest of the service. */
export class Desk {
  readonly clock = new ManualClock(lagosMidnight('2026-10-01') + 3_600_000);
  readonly statements: TypeormBankStatements;
  readonly balances: SqlLedgerBalances;
  readonly safeguarding: ShowSafeguarding;
  readonly ledger: GroupCommitLedger;
  readonly history: SqlHistory;
  /** What staff were told. */
  readonly logs: string[] = [];
  private readonly reconciliations: TypeormReconciliations;
  private readonly changes: SettlementChanges;
  private readonly importer: ImportStatement;
  private readonly reconcileBank: ReconcileBank;
  private readonly reconcileStated: ReconcileStated;

  private constructor(readonly books: LedgerFixture) {
    const { database } = books;
    this.ledger = books.anotherLedger(undefined, this.clock);
    this.history = new SqlHistory(database, archiveOf(books.config));
    this.balances = new SqlLedgerBalances(database, this.history);
    const settlements = new TypeormSettlements(database);
    this.statements = new TypeormBankStatements(database);
    const stated = new TypeormStatedBalances(database);
    this.reconciliations = new TypeormReconciliations(database);
    const unitOfWork = new TypeormUnitOfWork(database);
    const logs = { record: ({ description }: { description: string }) => Promise.resolve(void this.logs.push(description)) };
    const banks = { names: [BANK], numbers: new Map() };
    const providers = sources();
    this.changes = new SettlementChanges(settlements, banks, providers, this.clock);
    this.importer = new ImportStatement(this.statements, banks, unitOfWork, this.clock);
    const valued = new ValuedBalances(this.balances, settlements, this.clock);
    const keep = new KeepResult(this.reconciliations, logs as unknown as SystemLogs, unitOfWork, this.clock);
    this.reconcileBank = new ReconcileBank(this.statements, settlements, valued, keep);
    this.reconcileStated = new ReconcileStated(providers, stated, valued, keep, this.clock);
    const hidden = { before: () => Promise.resolve(ZERO_KOBO) } as unknown as HiddenDebts;
    this.safeguarding = new ShowSafeguarding(valued, banks, this.statements, stated, providers, hidden, this.clock);
  }

  static async open(backend: Engine): Promise<Desk> {
    return new Desk(await openLedger(backend, {}, ROWS));
  }

  async settle(entry: Omit<SettlementEntry, 'account' | 'provider' | 'bank'> & Partial<SettlementEntry>): Promise<void> {
    const change = await this.changes.change({ account: '', provider: '', bank: '', ...entry }, newId());
    if (!change) throw new Error(`no settlement ${entry.reference}`);
    await this.ledger.commit({ ...change, idempotencyKey: request(), response: null });
  }

  async close(): Promise<void> {
    await this.books.close();
  }

  get today(): string {
    return lagosDate(this.clock.time);
  }

  nextDay(): void {
    this.clock.time = lagosMidnight(addDays(this.today, 1)) + 3_600_000;
  }

  /** Names of what is found in a statement: the kind of each difference with what it is of, or why it is refused. */
  async find(
    file: { openingKobo: Kobo; closingKobo?: Kobo; lines: readonly StatementLine[] },
    firstDay: string,
    lastDay: string,
  ): Promise<string[]> {
    const closingKobo =
      file.closingKobo ?? kobo(file.lines.reduce<number>((sum, { amountKobo }) => sum + amountKobo, file.openingKobo));
    try {
      const statement = await this.importer.execute({
        bank: BANK,
        firstDay,
        lastDay,
        file: { ...file, accounts: [], closingKobo, digest: newId() },
        replaces: true,
      });
      return await this.namesOf(await this.reconcileBank.execute(statement));
    } catch (error) {
      return [`refused ${(error as Error).message}`];
    }
  }

  async stated(provider: string, day: string, amountKobo: number): Promise<string[]> {
    return this.namesOf(await this.reconcileStated.execute(provider, day, kobo(amountKobo)));
  }

  private async namesOf({ id }: KeptResult): Promise<string[]> {
    const { items } = await this.reconciliations.differences(id, { before: undefined, size: 100 });
    return items.map(({ kind, reference }) => `${kind} ${reference}`).toSorted();
  }
}

function sources(): ProviderRecordSources {
  const of = (kind: 'deposit' | 'biller', clearing: (name: string) => string) => (name: string) => ({
    name,
    provider: name,
    source: { kind, clearingAccount: clearing, balance: () => Promise.resolve(undefined) } as unknown as ProviderRecords,
  });
  const all = [...DEPOSITS.map(of('deposit', depositClearing)), ...BILLERS.map(of('biller', providerClearing))];
  const clearing = all.map(({ name, source }) => ({ name, account: source.clearingAccount(name) }));
  const find = (wanted: string) => all.find(({ name }) => name === wanted);
  return { all, clearing, find } as unknown as ProviderRecordSources;
}
