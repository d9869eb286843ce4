import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addressOf, isEveryAddress, leadsToThisMachine, reachable } from './addresses-of-service.js';
import { openDataFolder, SQLITE_FILE } from './data-folder.js';
import { StartError } from './start-error.js';
import { storedSecret } from './stored-secret.js';
import { type Kobo, naira } from '../../kernel/money.js';
import { ConfigurationError } from './configuration-error.js';
import { APP_KEY_FORM, type Environment, readEnvironment, WEBHOOK_SECRET_FORM } from './environment.js';
import type { ManifestKind, ProviderManifest, ProviderTimes } from '../providers/provider-manifest.js';
import { missingFault, readProviderVariables } from '../providers/provider-variables.js';
import { type KnownSettings, PLATFORM_SETTINGS_ONLY } from './known-settings.js';
import { readVariables } from './read-variables.js';
import type { RoomSettings, RoomSettingsType } from './room-settings.js';
import { entriesOf } from './variables.js';

/** The settings of platform and ledger in the units of the code, read once from the environment, and the way to those of rooms. */
export class Config {
  /** `tool`: an operator command, which serves nothing and runs no jobs. */
  readonly role: 'all' | 'api' | 'worker' | 'tool';
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  readonly uploadUrl: string;
  /** It listens on every address, and no PUBLIC_URL says under which name it is reached. */
  readonly isReachedByUnknownNames: boolean;
  readonly trustedProxies: readonly string[];
  /** Origins of pages that may call the interface, as `https://app.example.com`. */
  readonly webOrigins: readonly string[];
  /** Between the signal to stop and the end of listening. */
  readonly shutdownDelayMs: number;
  /** Client connections at the same time. */
  readonly maxConnections: number;
  /** Request bodies in memory at the same time. */
  readonly bodyBudgetBytes: number;
  readonly uploadBudgetBytes: number;
  readonly metricsToken: string | undefined;
  /** Receives traces by OTLP over HTTP; undefined: there are none. */
  readonly otlpEndpoint: string | undefined;
  /** Undefined: the page of the sandbox answers this machine only. */
  readonly sandboxToken: string | undefined;
  readonly logLevel: string;
  /** Folder for the log's files; undefined: there are none. */
  readonly logDir: string | undefined;

  /** Folder for this node's files; created with access for its owner only. */
  readonly dataDir: string;
  /** Undefined: the embedded SQLite in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** The user that migrates; undefined: the one of `databaseUrl` does. */
  readonly migrationDatabaseUrl: string | undefined;
  /** `tidb`: only statements that TiDB has, which leaves out triggers and SKIP LOCKED. */
  readonly databaseDialect: 'mysql' | 'tidb';
  /** Replicas for the second and later pages of wallet histories only. */
  readonly databaseReplicaUrls: readonly string[];
  /** Undefined: queue, rate limits and replay guard use this process and its database. */
  readonly redisUrl: string | undefined;
  readonly redisPrefix: string;
  /** 32 bytes; encrypts secrets at rest. */
  readonly appKey: Buffer;
  /** Undefined: the hash chain is keyed by `appKey`. */
  readonly ledgerKey: Buffer | undefined;
  /** Undefined: the head of the chain is not written outside of the database every hour. */
  readonly ledgerAnchorUrl: string | undefined;
  /** Encrypts backups; undefined: `appKey` does. */
  readonly backupKey: Buffer | undefined;
  readonly backupUrl: string | undefined;
  /** Former keys, newest first: what they encrypted can be read. */
  readonly previousAppKeys: readonly Buffer[];

  /** Undefined: file contents are stored in `dataDir`. */
  readonly s3Url: string | undefined;

  readonly mailUrl: string | undefined;
  readonly mailTls: 'required' | 'offered';
  readonly mailConnections: number;
  readonly mailFrom: string;
  /** Both undefined: mails and PDFs have no help line. */
  readonly supportEmail: string | undefined;
  readonly supportPhone: string | undefined;

  readonly billerProviders: readonly string[];
  readonly depositProviders: readonly string[];
  readonly sandboxWebhookSecret: string;
  readonly providerTimes: ProviderTimes;
  /** Staff are told when our balance with a biller provider is below this. */
  readonly providerFloatAlertKobo: Kobo;
  /** Mails that could not be sent; 0: for ever. */
  readonly failedMailDays: number;

  readonly signatureToleranceSeconds: number;
  /** Multiplies every rate limit; 0 turns them off. */
  readonly rateLimitScale: number;

  /** What is not as it should be and keeps nobody from starting. */
  readonly warnings: readonly string[];

  private readonly read = new Map<RoomSettingsType, RoomSettings>();

  /** @param known whose settings are checked along. @throws ConfigurationError naming every invalid variable */
  static load(source: NodeJS.ProcessEnv = process.env, known: KnownSettings = PLATFORM_SETTINGS_ONLY): Config {
    return new Config(readEnvironment(source, known), source);
  }

  /**
   * The settings of an operator command beside the service. @param creates whether the command may make an embedded database
   * @throws StartError where there is none
   */
  static loadForTool(
    source: NodeJS.ProcessEnv = process.env,
    creates = false,
    known: KnownSettings = PLATFORM_SETTINGS_ONLY,
  ): Config {
    const environment = readEnvironment({ ...source, ROLE: 'all' }, known);
    const folder = resolve(environment.DATA_DIR);
    if (!creates && !environment.DATABASE_URL && !existsSync(join(folder, SQLITE_FILE)))
      throw new StartError([
        `There is no database in ${folder}: name its folder as DATA_DIR; npm start or migrate --create makes one.`,
      ]);
    return new Config(environment, source, 'tool');
  }

  private constructor(
    env: Environment,
    private readonly source: NodeJS.ProcessEnv,
    role?: 'tool',
  ) {
    this.role = role ?? env.ROLE;
    this.production = env.NODE_ENV === 'production';
    this.host = env.HOST;
    this.port = env.PORT;
    this.publicUrl = env.PUBLIC_URL === undefined ? addressOf(env.HOST, env.PORT) : reachable(env.PUBLIC_URL);
    this.uploadUrl = reachable(env.UPLOAD_URL ?? `${this.publicUrl}/uploads`);
    this.isReachedByUnknownNames = env.PUBLIC_URL === undefined && isEveryAddress(env.HOST);
    this.trustedProxies = entriesOf(env.TRUSTED_PROXIES);
    this.webOrigins = entriesOf(env.WEB_ORIGINS);
    this.shutdownDelayMs = (env.SHUTDOWN_DELAY_SECONDS ?? (this.production ? 5 : 0)) * 1000;
    this.maxConnections = env.MAX_CONNECTIONS;
    this.bodyBudgetBytes = env.BODY_BUDGET_MB * 1_048_576;
    this.uploadBudgetBytes = env.UPLOAD_BUDGET_MB * 1_048_576;
    this.metricsToken = env.METRICS_TOKEN;
    this.otlpEndpoint = this.role === 'tool' ? undefined : env.OTEL_EXPORTER_OTLP_ENDPOINT;
    this.sandboxToken = env.SANDBOX_TOKEN;
    this.logLevel = env.LOG_LEVEL;

    this.dataDir = resolve(env.DATA_DIR);
    const warning = openDataFolder(this.dataDir);
    this.warnings = warning === undefined ? [] : [warning];
    this.databaseUrl = env.DATABASE_URL;
    this.migrationDatabaseUrl = env.MIGRATION_DATABASE_URL;
    this.databaseDialect = env.DATABASE_DIALECT;
    this.databaseReplicaUrls = entriesOf(env.DATABASE_REPLICA_URLS);
    this.redisUrl = env.REDIS_URL;
    this.redisPrefix = env.REDIS_PREFIX;
    const appKey = env.APP_KEY ?? storedSecret(this.dataDir, 'app.key', APP_KEY_FORM, () => randomBytes(32).toString('base64'));
    this.appKey = Buffer.from(appKey, 'base64');
    this.ledgerKey = env.LEDGER_KEY === undefined ? undefined : Buffer.from(env.LEDGER_KEY, 'base64');
    this.ledgerAnchorUrl = env.LEDGER_ANCHOR_URL;
    this.backupKey = env.BACKUP_KEY === undefined ? undefined : Buffer.from(env.BACKUP_KEY, 'base64');
    this.backupUrl = env.BACKUP_URL;
    this.previousAppKeys = entriesOf(env.APP_KEY_PREVIOUS).map((key) => Buffer.from(key, 'base64'));

    this.s3Url = env.S3_URL;

    this.mailUrl = env.MAIL_URL;
    const isMailedElsewhere = env.MAIL_URL !== undefined && !leadsToThisMachine(env.MAIL_URL);
    this.mailTls = env.MAIL_TLS ?? (this.production && isMailedElsewhere ? 'required' : 'offered');
    this.mailConnections = env.MAIL_CONNECTIONS;
    this.mailFrom = env.MAIL_FROM;
    this.supportEmail = env.SUPPORT_EMAIL;
    this.supportPhone = env.SUPPORT_PHONE;

    this.billerProviders = entriesOf(env.BILLER_PROVIDERS);
    this.depositProviders = entriesOf(env.DEPOSIT_PROVIDERS);
    this.sandboxWebhookSecret =
      env.SANDBOX_WEBHOOK_SECRET ??
      storedSecret(
        this.dataDir,
        'sandbox-webhook.secret',
        WEBHOOK_SECRET_FORM,
        () => `whsec_${randomBytes(32).toString('base64')}`,
      );

    this.providerTimes = {
      submitTimeoutMs: env.PROVIDER_SUBMIT_TIMEOUT_SECONDS * 1_000,
      readTimeoutMs: env.PROVIDER_READ_TIMEOUT_SECONDS * 1_000,
    };
    this.providerFloatAlertKobo = naira(env.PROVIDER_FLOAT_ALERT);

    this.failedMailDays = env.RETENTION_FAILED_MAIL_DAYS;
    this.signatureToleranceSeconds = env.SIGNATURE_TOLERANCE_SECONDS;
    this.rateLimitScale = env.RATE_LIMIT_SCALE;
    this.logDir = env.LOG_DIR ?? (this.isSandbox ? join(this.dataDir, 'log') : undefined);
  }

  /** In the order of failover. */
  providersOf(kind: ManifestKind): readonly string[] {
    return kind === 'biller' ? this.billerProviders : this.depositProviders;
  }

  /** @throws ConfigurationError naming every variable of the provider that is invalid or missing */
  variablesOf<Variables extends object>(manifest: ProviderManifest<object, Variables>): Variables {
    const { variables, faults, missing } = readProviderVariables(manifest, this.source);
    const all = [...faults, ...missingFault(manifest, missing, this.providersOf(manifest.kind))];
    if (all.length > 0) throw new ConfigurationError(all);
    return variables;
  }

  /** The settings of a room. @throws ConfigurationError where one is invalid */
  of<Room extends RoomSettings>(type: new () => Room): Room {
    const known = this.read.get(type);
    if (known) return known as Room;
    const { variables, faults } = readVariables(type, this.source);
    const all = [...faults, ...variables.faults(this.production)];
    if (all.length > 0) throw new ConfigurationError(all);
    this.read.set(type, variables);
    return variables;
  }

  get embedded(): boolean {
    return this.databaseUrl === undefined;
  }

  /** Whether simulated providers are used by a service that is not in production. */
  get isSandbox(): boolean {
    return !this.production && [...this.depositProviders, ...this.billerProviders].includes('sandbox');
  }

  get servesApi(): boolean {
    return this.role === 'all' || this.role === 'api';
  }

  get runsJobs(): boolean {
    return this.role === 'all' || this.role === 'worker';
  }
}
