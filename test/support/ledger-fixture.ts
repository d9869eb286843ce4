import { DataSource } from 'typeorm';
import { type Clock, SystemClock } from '../../src/kernel/clock.js';
import type { IdempotencyKey } from '../../src/kernel/caller.js';
import { newId } from '../../src/kernel/ids.js';
import { kobo } from '../../src/kernel/money.js';
import { GroupCommitLedger } from '../../src/ledger/application/group-commit-ledger.js';
import { PostingArchive } from '../../src/ledger/archive/adapters/posting-archive.js';
import { DerivedChainKeys } from '../../src/ledger/chain/adapters/keys/derived-chain-keys.js';
import { LedgerProof } from '../../src/ledger/adapters/ledger-proof.js';
import { LedgerTelemetry } from '../../src/ledger/adapters/ledger-telemetry.js';
import { MysqlLedgerStore } from '../../src/ledger/adapters/mysql/mysql-ledger-store.js';
import type { LockBlocker } from '../../src/ledger/adapters/mysql/lock-blockers.js';
import { SqliteLedgerStore } from '../../src/ledger/adapters/sqlite/sqlite-ledger-store.js';
import { SqlWallets } from '../../src/ledger/adapters/sql/sql-wallets.js';
import { LEDGER_ROWS } from '../../src/ledger/adapters/typeorm/ledger.rows.js';
import { recordKey } from '../../src/ledger/chain/domain/records-key.js';
import { StoredChainKeys } from '../../src/ledger/chain/adapters/keys/stored-chain-keys.js';
import type { LedgerStore } from '../../src/ledger/application/ports.js';
import type { LedgerCommand } from '../../src/ledger/index.js';
import { MIGRATIONS } from '../../src/migrations/index.js';
import type { Config } from '../../src/platform/config/config.js';
import { KeyRing } from '../../src/platform/crypto/key-ring.js';
import { SecretBox } from '../../src/platform/crypto/secret-box.js';
import { connect, dataSourceOptions } from '../../src/platform/database/data-source.js';
import { Database, SqliteGate } from '../../src/platform/database/database.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { storageToRead } from '../../src/platform/storage/storage-to-read.js';
import { Log } from '../../src/platform/telemetry/log.js';
import { Metrics } from '../../src/platform/telemetry/metrics.js';
import { type Engine, makeBackend, type TestBackend } from './backend.js';
import { makeMigratedIfNew } from './migrated-database.js';
import { TelemetryEnvironment } from '../../src/platform/telemetry/telemetry.settings.js';
import { DatabaseEnvironment } from '../../src/platform/database/database.settings.js';
import { snapshotSource } from '../../src/ledger/chain/adapters/sql/open-snapshot.js';

/** The ledger on a separate database, without the rest of the service. */
export interface LedgerFixture extends TestBackend {
  readonly dataSource: DataSource;
  readonly database: Database;
  readonly wallets: SqlWallets;
  readonly ledger: GroupCommitLedger;
  /** Sessions that were named as blocking a ledger. */
  readonly blockers: readonly LockBlocker[];
  /** A second ledger on the same database, as another process has. */
  anotherLedger(wrap?: (store: LedgerStore) => LedgerStore, clock?: Clock): GroupCommitLedger;
  /** Opens a wallet with this balance, paid from suspense. */
  wallet(balanceKobo: number): Promise<string>;
  close(): Promise<void>;
}

export async function openLedger(
  backend: Engine,
  overrides: Readonly<Record<string, string>> = {},
  otherRows: readonly Function[] = [],
): Promise<LedgerFixture> {
  const place = makeBackend(backend, overrides);
  await makeMigratedIfNew(place, overrides);
  return openLedgerAt(place, otherRows);
}

/** Opens books that exist, or makes them. */
export async function openLedgerAt(place: TestBackend, otherRows: readonly Function[] = []): Promise<LedgerFixture> {
  const { config } = place;
  const dataSource = await connect(dataSourceOptions(config, [...LEDGER_ROWS, ...otherRows], MIGRATIONS), config.databaseUrl);
  await migrate(dataSource, config.dataDir);
  const gate = config.embedded ? new SqliteGate() : undefined;
  gate?.guard(dataSource);
  const database = new Database(dataSource, gate, config.databaseUrl);
  const clock = new SystemClock();
  await new StoredChainKeys(database, chainKeysOf(config), clock).prepare();
  const wallets = new SqlWallets(database, clock, archiveOf(config));
  const ledgers: GroupCommitLedger[] = [];
  const blockers: LockBlocker[] = [];
  const anotherLedger = (wrap: (store: LedgerStore) => LedgerStore = (store) => store, ledgerClock: Clock = clock) => {
    const ledger = new GroupCommitLedger(
      wrap(storeOf({ config, database }, blockers)),
      ledgerClock,
      chainKeysOf(config).current,
      telemetryOf(config),
    );
    ledgers.push(ledger);
    return ledger;
  };
  const ledger = anotherLedger();
  return {
    ...place,
    dataSource,
    database,
    wallets,
    ledger,
    blockers,
    anotherLedger,
    async wallet(balanceKobo) {
      const id = newId();
      await wallets.open(id);
      if (balanceKobo > 0) await ledger.commit(movement('system:suspense', id, balanceKobo));
      return id;
    },
    async close() {
      await Promise.all(ledgers.map((each) => each.close()));
      await database.close();
      await dataSource.destroy();
      await place.remove();
    },
  };
}

export function telemetryOf(config: Config): LedgerTelemetry {
  return new LedgerTelemetry(new Metrics(), new Log(config.of(TelemetryEnvironment)));
}

export function request(key: string = newId(), scope = 'test', digest = 'digest'): IdempotencyKey {
  return { scope, action: 'test', key, fingerprint: digest };
}

/** A command that moves an amount from one account to another. */
export function movement(from: string, to: string, amountKobo: number, over: Partial<LedgerCommand> = {}): LedgerCommand {
  const id = newId();
  return {
    idempotencyKey: request(),
    journal: {
      id,
      kind: 'transfer',
      subject: id,
      postings: [
        { account: from, amountKobo: kobo(-amountKobo), note: `to ${to}` },
        { account: to, amountKobo: kobo(amountKobo), note: `from ${from}` },
      ],
    },
    response: { journal: id },
    ...over,
  };
}

export function storeOf(
  { config, database }: Pick<LedgerFixture, 'config' | 'database'>,
  blockers: LockBlocker[] = [],
  proof = proofOf({ config, database }),
): LedgerStore {
  return config.databaseUrl
    ? new MysqlLedgerStore(config.databaseUrl, proof, {
        dialect: config.of(DatabaseEnvironment).DATABASE_DIALECT,
        blockers: { rows: (sql, values) => database.rowsOnce(sql, values), report: (found) => blockers.push(...found) },
      })
    : new SqliteLedgerStore(database, proof);
}

/** What the record of the command is stored under. */
export function recordKeyIn({ config }: Pick<LedgerFixture, 'config'>, { idempotencyKey }: LedgerCommand): string {
  return recordKey(idempotencyKey, chainKeysOf(config).records);
}

/** With the keys of the configuration. */
export function proofOf({ config, database }: Pick<LedgerFixture, 'config' | 'database'>): LedgerProof {
  const [keys, archive] = [chainKeysOf(config), archiveOf(config)];
  return new LedgerProof(
    (id) => keys.find(id),
    undefined,
    async (account) => (await archive.newestFirst(database, account, {}, 1))[0],
  );
}

export function archiveOf(config: Config): PostingArchive {
  return new PostingArchive(storageToRead(snapshotSource(config)));
}

export function chainKeysOf(config: Config): DerivedChainKeys {
  return new DerivedChainKeys(config, new SecretBox(new KeyRing(config)));
}
