import { join } from 'node:path';
import { Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Clock, MovableClock } from '../../kernel/clock.js';
import { IdempotencyRecords } from '../../kernel/idempotency-records.js';
import { Config } from '../../platform/config/config.js';
import { SQLITE_FILE } from '../../platform/config/data-folder.js';
import { Database } from '../../platform/database/database.js';
import { outsideTransaction } from '../../platform/database/outside-transaction.js';
import { OutboxRelay } from '../../platform/queue/outbox-relay.js';
import { Log } from '../../platform/telemetry/log.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { JournalFeed } from './adapters/feed/journal-feed.js';
import { LedgerGauges } from './adapters/sql/ledger-gauges.js';
import { SqlLedgerChecks } from './adapters/sql/sql-ledger-checks.js';
import { SqlLedgerReader } from './adapters/sql/sql-ledger-reader.js';
import { UrlAnchorPlaces } from './adapters/anchors/url-anchor-places.js';
import { DerivedChainKeys } from './adapters/keys/derived-chain-keys.js';
import { KeyedBooks } from './adapters/keys/keyed-books.js';
import { LedgerTelemetry } from './adapters/ledger-telemetry.js';
import { CommitMemory } from './adapters/loss-detection/commit-memory.js';
import { LossDetectingStore } from './adapters/loss-detection/loss-detecting-store.js';
import { LossDetection } from './adapters/loss-detection/loss-detection.js';
import { appendOnlyGuard, reportGuard } from './adapters/mysql/append-only.js';
import { MysqlLedgerStore } from './adapters/mysql/mysql-ledger-store.js';
import { mysqlSnapshot, type SnapshotReader, sqliteSnapshot } from './adapters/sql/snapshots.js';
import { SqliteLedgerStore } from './adapters/sqlite/sqlite-ledger-store.js';
import { TracedLedger } from './adapters/traced-ledger.js';
import { CsvStatement } from './adapters/statement/csv-statement.js';
import { PdfStatement } from './adapters/statement/pdf-statement.js';
import { SqlAccountPostings } from './adapters/sql/sql-account-postings.js';
import { SqlBooks } from './adapters/sql/sql-books.js';
import { SqlHistory } from './adapters/sql/sql-history.js';
import { SqlHistorySnapshots } from './adapters/sql/sql-history-snapshots.js';
import { SqlIdempotencyRecords } from './adapters/sql/sql-idempotency-records.js';
import { SqlStoredBatches } from './adapters/sql/sql-stored-batches.js';
import { SqlSpending } from './adapters/sql/sql-spending.js';
import { SqlWallets } from './adapters/sql/sql-wallets.js';
import { JournalCursorRow } from './adapters/typeorm/journal-cursor.row.js';
import { LEDGER_ROWS } from './adapters/typeorm/ledger.rows.js';
import { GroupCommitLedger } from './application/group-commit-ledger.js';
import { AnchorLedger } from './application/anchor-ledger.js';
import { ExportStatement } from './application/export-statement.js';
import { ListActivity } from './application/list-activity.js';
import { AccountPostings } from './application/ports/account-postings.js';
import { ActivitySources } from './application/ports/activity-source.js';
import { AnchorPlaces } from './application/ports/anchors.js';
import { ChainKeys } from './application/ports/chain-keys.js';
import { Books } from './application/ports/books.js';
import { History } from './application/ports/history.js';
import { JournalConsumers, JournalCoverage } from './application/ports/journal-consumer.js';
import { Ledger, Wallets } from './application/ports/ledger.js';
import { LedgerChecks } from './application/ports/ledger-checks.js';
import { LedgerReader } from './application/ports/ledger-reader.js';
import { StoredBatches } from './application/ports/stored-batches.js';
import { Spending } from './application/ports/spending.js';
import { ProvePostings } from './application/prove-postings.js';
import { VerifyLedger } from './application/verify-ledger.js';
import { LossDetectionModule } from './loss-detection.module.js';
import { WalletEvents } from './wallet.events.js';
import { WalletJobs } from './wallet.jobs.js';
import { WalletOperations } from './wallet.operations.js';

@Module({
  imports: [TypeOrmModule.forFeature([...LEDGER_ROWS, JournalCursorRow]), LossDetectionModule],
  providers: [
    WalletOperations,
    ListActivity,
    ActivitySources,
    JournalConsumers,
    JournalFeed,
    { provide: JournalCoverage, useExisting: JournalFeed },
    WalletEvents,
    VerifyLedger,
    DerivedChainKeys,
    { provide: ChainKeys, useExisting: DerivedChainKeys },
    KeyedBooks,
    LedgerGauges,
    { provide: LedgerChecks, useClass: SqlLedgerChecks },
    AnchorLedger,
    ProvePostings,
    { provide: StoredBatches, useClass: SqlStoredBatches },
    { provide: AnchorPlaces, useClass: UrlAnchorPlaces },
    WalletJobs,
    {
      provide: Ledger,
      useFactory: (ledger: GroupCommitLedger, { otlpEndpoint }: Config) => (otlpEndpoint ? new TracedLedger(ledger) : ledger),
      inject: [GroupCommitLedger, Config],
    },
    { provide: Wallets, useClass: SqlWallets },
    { provide: History, useClass: SqlHistory },
    { provide: Books, useClass: SqlBooks },
    { provide: Spending, useClass: SqlSpending },
    { provide: AccountPostings, useClass: SqlAccountPostings },
    { provide: IdempotencyRecords, useClass: SqlIdempotencyRecords },
    { provide: LedgerReader, useFactory: (config: Config) => new SqlLedgerReader(() => openSnapshot(config)), inject: [Config] },
    { provide: ExportStatement, useFactory: makeStatements, inject: [Config, Clock] },
    {
      provide: GroupCommitLedger,
      useFactory: makeLedger,
      inject: [
        Config,
        Database,
        LossDetection,
        CommitMemory,
        KeyedBooks,
        ChainKeys,
        OutboxRelay,
        JournalFeed,
        Clock,
        Metrics,
        Log,
      ],
    },
  ],
  exports: [
    Ledger,
    Wallets,
    Spending,
    AccountPostings,
    Books,
    History,
    LedgerChecks,
    IdempotencyRecords,
    ActivitySources,
    JournalConsumers,
    JournalCoverage,
    VerifyLedger,
    ProvePostings,
    ExportStatement,
  ],
})
export class WalletModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    private readonly ledger: GroupCommitLedger,
    private readonly config: Config,
    private readonly lossDetection: LossDetection,
    private readonly books: KeyedBooks,
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  /** Not on a stale copy: a rewritten chain must not be closed as an old one. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.config.role === 'tool') return;
    if (!this.config.embedded) reportGuard(await appendOnlyGuard(this.database), this.log);
    if (await this.lossDetection.verify()) await this.books.prepare();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.ledger.close();
  }
}

function makeLedger(
  config: Config,
  database: Database,
  lossDetection: LossDetection,
  memory: CommitMemory,
  books: KeyedBooks,
  keys: ChainKeys,
  relay: OutboxRelay,
  feed: JournalFeed,
  clock: Clock,
  metrics: Metrics,
  log: Log,
): GroupCommitLedger {
  const store = config.databaseUrl
    ? new MysqlLedgerStore(
        config.databaseUrl,
        undefined,
        (text) => log.info(text),
        () => isDatabaseTime(clock, database),
      )
    : new SqliteLedgerStore(database);
  const telemetry = new LedgerTelemetry(metrics, log, () => {
    relay.notify();
    feed.notify();
  });
  const ledger = new GroupCommitLedger(
    new LossDetectingStore(store, lossDetection, memory, books),
    clock,
    keys.current,
    telemetry,
    () => database.inUnit,
    outsideTransaction,
  );
  metrics.gauge('harmattan_ledger_waiting_commands', 'Commands that wait for the next commit', () => ledger.depth);
  return ledger;
}

function openSnapshot({ databaseUrl, dataDir }: Config): Promise<SnapshotReader> {
  return databaseUrl ? mysqlSnapshot(databaseUrl) : sqliteSnapshot(join(dataDir, SQLITE_FILE));
}

function makeStatements(config: Config, clock: Clock): ExportStatement {
  const snapshots = new SqlHistorySnapshots(() => openSnapshot(config));
  return new ExportStatement(snapshots, clock, { csv: new CsvStatement(), pdf: new PdfStatement(config) });
}

function isDatabaseTime(clock: Clock, database: Database): boolean {
  return clock instanceof MovableClock ? clock.aheadMs === 0 : clock === database.clock;
}
