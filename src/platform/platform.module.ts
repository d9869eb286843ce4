import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown, Optional } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource, DataSourceOptions } from 'typeorm';
import { Clock, MovableClock } from '../kernel/clock.js';
import { Contributions } from '../kernel/registry.js';
import { UnitOfWork } from '../kernel/unit-of-work.js';
import { BackupNumberRow } from './backup/backup-numbers.js';
import { Config } from './config/config.js';
import { PLATFORM_SETTINGS } from './config/platform-settings.js';
import { provideSettings } from './config/provide-settings.js';
import { BrokenSeals, RowSeals } from './crypto/row-seals.js';
import { KeyRing } from './crypto/key-ring.js';
import { KeyRotation } from './crypto/key-rotation.js';
import { SealedRows } from './crypto/sealed-rows.js';
import { SecretBox } from './crypto/secret-box.js';
import { connect, dataSourceOptions } from './database/data-source.js';
import { Database, SqliteGate, TypeormUnitOfWork } from './database/database.js';
import { DataFolderLock } from './database/data-folder-lock.js';
import { migrate, MigrationProgress, migrateAsOwner } from './database/migrate.js';
import { SERVICE_TIMEOUTS, TOOL_TIMEOUTS } from './database/mysql-timeouts.js';
import { missingSettings } from './database/server-settings.js';
import { DatabaseEnvironment } from './database/database.settings.js';
import { requireMigrated } from './database/schema-status.js';
import { SqlGauges } from './database/sql-gauges.js';
import { ProviderHealth } from '../kernel/provider-health.js';
import { MemoryProviderHealth, RedisProviderHealth } from './providers/provider-health.js';
import { HttpClient } from './http-client/http-client.js';
import { RedisConnection } from './redis/redis.js';
import { RedisEnvironment } from './redis/redis.settings.js';
import { DiscoveredContributions } from './registry/discovered-contributions.js';
import { Conditions } from './telemetry/conditions.js';
import { Log } from './telemetry/log.js';
import { Metrics } from './telemetry/metrics.js';
import { TelemetryEnvironment } from './telemetry/telemetry.settings.js';
import { startTracing } from './telemetry/tracing.js';

export interface PlatformOptions {
  readonly config: Config;
  readonly migrations: NonNullable<DataSourceOptions['migrations']>;
  readonly clock?: Clock;
  readonly log?: Log;
}

const TRACING = Symbol('what ends the tracing');

/** Services for every context: configuration, database, Redis, clock, encryption, log. */
@Global()
@Module({})
export class PlatformModule implements OnApplicationShutdown {
  constructor(
    private readonly database: Database,
    private readonly lock: DataFolderLock,
    @Inject(TRACING) private readonly stopTracing: () => Promise<void>,
    @Optional() private readonly redis?: RedisConnection,
  ) {}

  static forRoot(options: PlatformOptions): DynamicModule {
    const { config } = options;
    const lock = new DataFolderLock(config.dataDir);
    const { redisUrl } = config;
    const telemetry = config.of(TelemetryEnvironment);
    return {
      module: PlatformModule,
      imports: [DiscoveryModule, TypeOrmModule.forFeature([BackupNumberRow]), typeorm(options, lock)],
      providers: [
        { provide: Config, useValue: config },
        ...PLATFORM_SETTINGS.map(provideSettings),
        DiscoveredContributions,
        { provide: Contributions, useExisting: DiscoveredContributions },
        { provide: DataFolderLock, useValue: lock },
        {
          provide: Clock,
          useFactory: (database: Database) => options.clock ?? serviceClock(config, database),
          inject: [Database],
        },
        { provide: Log, useFactory: () => options.log ?? new Log(telemetry) },
        Metrics,
        { provide: TRACING, useFactory: () => startTracing(telemetry.otlpEndpoint(config), config.role) },
        Conditions,
        SqlGauges,
        BrokenSeals,
        KeyRing,
        KeyRotation,
        RowSeals,
        SealedRows,
        SecretBox,
        { provide: HttpClient, useFactory: () => new HttpClient() },
        {
          provide: ProviderHealth,
          useFactory: openProviderHealth,
          inject: [Clock, Metrics, { token: RedisConnection, optional: true }],
        },
        { provide: Database, useFactory: openDatabase, inject: [getDataSourceToken(), Config, Log, Metrics] },
        { provide: UnitOfWork, useClass: TypeormUnitOfWork },
        ...(redisUrl
          ? [{ provide: RedisConnection, useFactory: () => openRedis(redisUrl, config.of(RedisEnvironment).REDIS_PREFIX) }]
          : []),
      ],
      exports: [
        Config,
        ...PLATFORM_SETTINGS,
        Contributions,
        DiscoveredContributions,
        Clock,
        Log,
        Metrics,
        Conditions,
        SqlGauges,
        KeyRing,
        RowSeals,
        SealedRows,
        SecretBox,
        HttpClient,
        ProviderHealth,
        Database,
        UnitOfWork,
        ...(redisUrl ? [RedisConnection] : []),
      ],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
    this.redis?.close();
    this.lock.release();
    await this.stopTracing();
  }
}

function typeorm(options: PlatformOptions, lock: DataFolderLock): DynamicModule {
  const { config, migrations } = options;
  return TypeOrmModule.forRootAsync({
    useFactory: () => ({ ...dataSourceOptions(config, [], migrations), autoLoadEntities: true, retryAttempts: 0 }),
    dataSourceFactory: async (given) => {
      if (config.role === 'tool') return openForTool(given as DataSourceOptions, config);
      if (config.embedded) lock.take();
      return openForService(given as DataSourceOptions, options).catch((error: unknown) => {
        lock.release();
        throw error;
      });
    },
  });
}

async function openRedis(url: string, prefix: string): Promise<RedisConnection> {
  const connection = new RedisConnection(url, prefix);
  await connection.ready();
  return connection;
}

function openProviderHealth(clock: Clock, metrics: Metrics, redis?: RedisConnection): ProviderHealth {
  const health = redis ? new RedisProviderHealth(redis, clock) : new MemoryProviderHealth(clock);
  const help = '1 for a provider that new orders do not go to, because it failed';
  metrics.gaugeBy('provider', 'harmattan_provider_set_aside', help, () => health.setAside);
  return health;
}

/** A tool creates and changes no schema, and may work beside the service. */
async function openForTool(given: DataSourceOptions, { databaseUrl }: Config): Promise<DataSource> {
  const dataSource = await connect(given, databaseUrl, false);
  await requireMigrated(dataSource);
  return dataSource;
}

async function openForService(given: DataSourceOptions, { config, log, migrations }: PlatformOptions): Promise<DataSource> {
  const { MIGRATION_DATABASE_URL: ownerUrl } = config.of(DatabaseEnvironment);
  const progress = new MigrationProgress(log);
  const byOwner = ownerUrl ? await migrateAsOwner(config, ownerUrl, migrations, { observer: progress }) : [];
  const dataSource = await connect(given, config.databaseUrl);
  const own = await migrate(dataSource, config.dataDir, progress);
  const applied = [...byOwner, ...own];
  const isNew = applied.length > 0 && applied.length === dataSource.migrations.length;
  progress.ended(applied, isNew ? (config.embedded ? config.dataDir : String(given.database)) : undefined);
  return dataSource;
}

function serviceClock({ isSandbox }: Config, { clock }: Database): Clock {
  return isSandbox ? new MovableClock(clock) : clock;
}

async function openDatabase(dataSource: DataSource, config: Config, log: Log, metrics: Metrics): Promise<Database> {
  const gate = config.embedded ? new SqliteGate() : undefined;
  gate?.guard(dataSource);
  const timeouts = config.role === 'tool' ? TOOL_TIMEOUTS : SERVICE_TIMEOUTS;
  const database = new Database(dataSource, gate, config.databaseUrl, config.of(DatabaseEnvironment).replicaUrls, timeouts);
  await database.clock.start();
  const help = 'Connections to the database by state: used, idle, and callers that wait for one';
  metrics.gaugeBy('state', 'harmattan_database_connections', help, () => database.connections());
  // An operator's command has a report of its own.
  if (config.databaseUrl && config.role !== 'tool')
    for (const missing of await missingSettings((sql) => database.rowsOnce(sql))) log.warning(missing);
  return database;
}
