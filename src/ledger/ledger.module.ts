import { Module, type OnApplicationBootstrap, type OnApplicationShutdown, Optional } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Clock } from '../kernel/clock.js';
import { IdempotencyRecords } from '../kernel/idempotency-records.js';
import { FileStorage } from '../kernel/storage.js';
import { Config } from '../platform/config/config.js';
import { provideSettings } from '../platform/config/provide-settings.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { Database } from '../platform/database/database.js';
import { DatabaseEnvironment } from '../platform/database/database.settings.js';
import { outsideTransaction } from '../platform/database/outside-transaction.js';
import { Leases } from '../platform/queue/leases.js';
import { OutboxRelay } from '../platform/queue/outbox-relay.js';
import { RedisConnection } from '../platform/redis/redis.js';
import { Log } from '../platform/telemetry/log.js';
import { Metrics } from '../platform/telemetry/metrics.js';
import { TelemetryEnvironment } from '../platform/telemetry/telemetry.settings.js';
import { LedgerProof } from './adapters/ledger-proof.js';
import { LedgerTelemetry } from './adapters/ledger-telemetry.js';
import { appendOnlyGuard, reportGuard } from './adapters/mysql/append-only.js';
import { LedgerGauges } from './adapters/sql/ledger-gauges.js';
import { SqlAccountPostings } from './adapters/sql/sql-account-postings.js';
import { SqlLedgerBalances } from './adapters/sql/sql-ledger-balances.js';
import { SqlHistorySnapshots } from './adapters/sql/sql-history-snapshots.js';
import { SqlJournals } from './adapters/sql/sql-journals.js';
import { SqlHistory } from './adapters/sql/sql-history.js';
import { SqlIdempotencyRecords } from './adapters/sql/sql-idempotency-records.js';
import { SqlSpending } from './adapters/sql/sql-spending.js';
import { SqlWalletBalances } from './adapters/sql/sql-wallet-balances.js';
import { SqlWallets } from './adapters/sql/sql-wallets.js';
import { TracedLedger } from './adapters/traced-ledger.js';
import { LEDGER_ROWS } from './adapters/typeorm/ledger.rows.js';
import { DrawTrialBalance } from './application/draw-trial-balance.js';
import { GroupCommitLedger } from './application/group-commit-ledger.js';
import {
  AccountPostings,
  Journals,
  History,
  HistorySnapshots,
  Ledger,
  LedgerBalances,
  LedgerStops,
  Spending,
  WalletBalances,
  Wallets,
} from './application/ports.js';
import { PostingArchive } from './archive/adapters/posting-archive.js';
import { SqlLedgerArchive } from './archive/adapters/sql-ledger-archive.js';
import { ArchiveLedger, LedgerArchive } from './archive/application/archive-ledger.js';
import { UrlAnchorStores } from './chain/adapters/anchors/url-anchor-stores.js';
import { DerivedChainKeys } from './chain/adapters/keys/derived-chain-keys.js';
import { StoredChainKeys } from './chain/adapters/keys/stored-chain-keys.js';
import { openSnapshot, snapshotSource } from './chain/adapters/sql/open-snapshot.js';
import { SqlCheckpoints } from './chain/adapters/sql/sql-checkpoints.js';
import { SqlLedgerChecks } from './chain/adapters/sql/sql-ledger-checks.js';
import { SqlLedgerExceptions } from './chain/adapters/sql/sql-ledger-exceptions.js';
import { SqlLedgerReader } from './chain/adapters/sql/sql-ledger-reader.js';
import { SqlStoredBatches } from './chain/adapters/sql/sql-stored-batches.js';
import { RangeThreads } from './chain/adapters/verification/range-threads.js';
import { AcceptFault } from './chain/application/accept-fault.js';
import { AnchorLedger } from './chain/application/anchor-ledger.js';
import {
  AnchorSettings,
  AnchorStores,
  ChainKeys,
  Checkpoints,
  HoldProjections,
  JournalProjections,
  LedgerChecks,
  LedgerExceptions,
  LedgerReader,
  RangeWorkerPools,
  StoredBatches,
} from './chain/application/ports.js';
import { ProvePostings } from './chain/application/prove-postings.js';
import { VerifyLedger } from './chain/application/verify-ledger.js';
import { CommandForwarding } from './cluster/adapters/forwarding/command-forwarding.js';
import { AcknowledgedCommits } from './cluster/adapters/loss-detection/acknowledged-commits.js';
import { LossDetection } from './cluster/adapters/loss-detection/loss-detection.js';
import { LossDetectionModule } from './cluster/loss-detection.module.js';
import { LedgerEvents } from './ledger.events.js';
import { LedgerJobs } from './ledger.jobs.js';
import { LedgerEnvironment } from './ledger.settings.js';
import { JournalFeed } from './log/adapters/journal-feed.js';
import { JournalCursorRow } from './log/adapters/typeorm/journal-cursor.row.js';
import { SqlJournalLog } from './log/adapters/sql-journal-log.js';
import { ViewedMessages } from './log/adapters/viewed-messages.js';
import { JournalConsumers, JournalLog, PostedMessages, Tellers } from './log/application/ports.js';
import { MysqlLedgerStore } from './adapters/mysql/mysql-ledger-store.js';
import { isDatabaseTime } from './adapters/database-time.js';
import { OldAnswers } from './adapters/sql/old-answers.js';
import { SqliteLedgerStore } from './adapters/sqlite/sqlite-ledger-store.js';
import { LossDetectingStore } from './cluster/adapters/loss-detection/loss-detecting-store.js';

@Module({
  imports: [TypeOrmModule.forFeature([...LEDGER_ROWS, JournalCursorRow]), LossDetectionModule],
  providers: [
    JournalConsumers,
    Tellers,
    JournalFeed,
    { provide: JournalLog, useClass: SqlJournalLog },
    { provide: PostedMessages, useClass: ViewedMessages },
    LedgerEvents,
    HoldProjections,
    LedgerStops,
    JournalProjections,
    VerifyLedger,
    { provide: Checkpoints, useClass: SqlCheckpoints },
    { provide: RangeWorkerPools, useFactory: (config: Config) => new RangeThreads(snapshotSource(config)), inject: [Config] },
    DerivedChainKeys,
    { provide: ChainKeys, useExisting: DerivedChainKeys },
    StoredChainKeys,
    LedgerGauges,
    OldAnswers,
    ArchiveLedger,
    { provide: LedgerArchive, useClass: SqlLedgerArchive },
    { provide: LedgerChecks, useClass: SqlLedgerChecks },
    { provide: LedgerExceptions, useClass: SqlLedgerExceptions },
    AcceptFault,
    AnchorLedger,
    ProvePostings,
    { provide: StoredBatches, useClass: SqlStoredBatches },
    { provide: AnchorStores, useClass: UrlAnchorStores },
    LedgerJobs,
    provideSettings(LedgerEnvironment),
    {
      provide: AnchorSettings,
      useFactory: ({ LEDGER_ANCHOR_URL: url }: LedgerEnvironment): AnchorSettings => ({ url }),
      inject: [LedgerEnvironment],
    },
    {
      provide: Ledger,
      useFactory: (own: GroupCommitLedger, forwarding: CommandForwarding | undefined, config: Config) => {
        const ledger = forwarding?.ledger ?? own;
        return config.of(TelemetryEnvironment).otlpEndpoint(config) ? new TracedLedger(ledger) : ledger;
      },
      inject: [GroupCommitLedger, CommandForwarding, Config],
    },
    {
      provide: CommandForwarding,
      useFactory: makeForwarding,
      inject: [Config, GroupCommitLedger, Leases, Database, SecretBox, Metrics, Log, { token: RedisConnection, optional: true }],
    },
    { provide: Wallets, useClass: SqlWallets },
    { provide: History, useClass: SqlHistory },
    { provide: Journals, useClass: SqlJournals },
    { provide: LedgerBalances, useClass: SqlLedgerBalances },
    { provide: WalletBalances, useClass: SqlWalletBalances },
    DrawTrialBalance,
    { provide: Spending, useClass: SqlSpending },
    { provide: AccountPostings, useClass: SqlAccountPostings },
    { provide: IdempotencyRecords, useClass: SqlIdempotencyRecords },
    { provide: PostingArchive, useFactory: (storage: FileStorage) => new PostingArchive(storage), inject: [FileStorage] },
    {
      provide: LedgerReader,
      useFactory: (config: Config, archive: PostingArchive) =>
        new SqlLedgerReader(() => openSnapshot(snapshotSource(config)), archive),
      inject: [Config, PostingArchive],
    },
    {
      provide: HistorySnapshots,
      useFactory: (config: Config, archive: PostingArchive) =>
        new SqlHistorySnapshots(() => openSnapshot(snapshotSource(config)), archive),
      inject: [Config, PostingArchive],
    },
    {
      provide: GroupCommitLedger,
      useFactory: makeLedger,
      inject: [
        Config,
        Database,
        LossDetection,
        AcknowledgedCommits,
        StoredChainKeys,
        DerivedChainKeys,
        OutboxRelay,
        JournalFeed,
        PostingArchive,
        LedgerStops,
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
    Journals,
    LedgerBalances,
    WalletBalances,
    DrawTrialBalance,
    History,
    HistorySnapshots,
    JournalLog,
    PostedMessages,
    LedgerChecks,
    IdempotencyRecords,
    VerifyLedger,
    ProvePostings,
  ],
})
export class LedgerModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    private readonly ledger: GroupCommitLedger,
    private readonly config: Config,
    private readonly lossDetection: LossDetection,
    private readonly storedKeys: StoredChainKeys,
    private readonly database: Database,
    private readonly log: Log,
    @Optional() private readonly forwarding?: CommandForwarding,
  ) {}

  /** Not on a stale copy: a rewritten chain must not be closed as an old one. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.config.role === 'tool') return this.storedKeys.tryToLoadKeys();
    if (!this.config.embedded) reportGuard(await appendOnlyGuard(this.database), this.config, this.log);
    if (await this.lossDetection.verify()) await this.storedKeys.prepare();
    await this.forwarding?.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await (this.forwarding ?? this.ledger).close();
  }
}

function makeLedger(
  config: Config,
  database: Database,
  lossDetection: LossDetection,
  memory: AcknowledgedCommits,
  storedKeys: StoredChainKeys,
  keys: DerivedChainKeys,
  relay: OutboxRelay,
  feed: JournalFeed,
  archive: PostingArchive,
  stops: LedgerStops,
  clock: Clock,
  metrics: Metrics,
  log: Log,
): GroupCommitLedger {
  const loadKeys = () => outsideTransaction(() => storedKeys.loadKeys());
  const proof = new LedgerProof(
    (id) => keys.find(id),
    loadKeys,
    (account) => outsideTransaction(() => archive.last(database, account)),
  );
  const telemetry = new LedgerTelemetry(
    metrics,
    log,
    () => {
      for (const each of [relay, feed]) each.notify();
    },
    (failure, row) => {
      stops.tell({ failure, row });
      // Another process may have sealed it under a key that came later.
      loadKeys().catch((error: unknown) => log.problem('the keys of the ledger cannot be read', error));
    },
  );
  const store = config.databaseUrl
    ? new MysqlLedgerStore(config.databaseUrl, proof, {
        report: (text) => log.info(text),
        isTimeChecked: () => isDatabaseTime(clock, database),
        dialect: config.of(DatabaseEnvironment).DATABASE_DIALECT,
        blockers: {
          rows: (sql, values) => database.rowsOnce(sql, values),
          report: (blockers, error) => telemetry.blockedBy(blockers, error),
        },
      })
    : new SqliteLedgerStore(database, proof);
  const ledger = new GroupCommitLedger(
    new LossDetectingStore(store, lossDetection, memory, storedKeys),
    clock,
    keys.current,
    telemetry,
    () => database.inUnit,
    outsideTransaction,
    (id) => keys.find(id),
    () => keys.records,
  );
  const stale = '1 where the database lacks movements of money that were acknowledged, so that all money is refused';
  metrics.gauge('harmattan_ledger_stale_copy', stale, () => Number(lossDetection.hasStopped));
  metrics.gauge('harmattan_ledger_waiting_commands', 'Commands that wait for the next commit', () => ledger.depth);
  return ledger;
}

/** Undefined for a process that has the database to itself, and for tools. */
function makeForwarding(
  config: Config,
  own: GroupCommitLedger,
  leases: Leases,
  { clock }: Database,
  box: SecretBox,
  metrics: Metrics,
  log: Log,
  redis?: RedisConnection,
): CommandForwarding | undefined {
  if (!redis || !config.databaseUrl || config.role === 'tool') return undefined;
  const observe = metrics.ledgerForwarded.bind(metrics);
  // Jobs would delay the requests of all.
  const isCandidate = config.role !== 'worker';
  const detached = outsideTransaction;
  const forwarding = new CommandForwarding({ own, leases, redis, box, clock, log, isCandidate, observe, detached });
  metrics.gauge('harmattan_ledger_writer', '1 for the process that writes the ledger for all', () => Number(forwarding.isWriter));
  return forwarding;
}
