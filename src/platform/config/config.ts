import { DAY_MS } from '../../kernel/clock.js';
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addressOf, isEveryAddress, leadsToThisMachine, reachable } from './addresses-of-service.js';
import { readBudgets } from './budget-settings.js';
import { openDataFolder, SQLITE_FILE } from './data-folder.js';
import { Retention } from './retention.js';
import { StartError } from './start-error.js';
import type { BudgetSet } from '../../kernel/budget-definitions.js';
import { kobo, type Kobo, naira } from '../../kernel/money.js';
import { ConfigurationError } from './configuration-error.js';
import { APP_KEY_FORM, type Environment, readEnvironment, WEBHOOK_SECRET_FORM } from './environment.js';
import type { ManifestKind, ProviderManifest, ProviderTimes } from '../providers/provider-manifest.js';
import { missingFault, readVariables } from '../providers/provider-variables.js';

/** The settings of this process in the units of the code, read once from the environment. */
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
  /** Of pages that may call the interface, as `https://app.example.com`. */
  readonly webOrigins: readonly string[];
  /** Between the signal to stop and the end of listening. */
  readonly shutdownDelayMs: number;
  /** Of clients at the same time. */
  readonly maxConnections: number;
  /** Request bodies in memory at the same time. */
  readonly bodyBudgetBytes: number;
  readonly uploadBudgetBytes: number;
  readonly metricsToken: string | undefined;
  /** Where traces go by OTLP over HTTP; undefined: there are none. */
  readonly otlpEndpoint: string | undefined;
  /** Undefined: the page of the sandbox answers this machine only. */
  readonly sandboxToken: string | undefined;
  readonly logLevel: string;
  /** Where the log is also written to files; undefined: nowhere. */
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
  /** Undefined: files are not scanned for viruses. */
  readonly clamdUrl: string | undefined;
  readonly uploadQuotaBytes: number;

  readonly mailUrl: string | undefined;
  readonly mailTls: 'required' | 'offered';
  readonly mailConnections: number;
  readonly mailFrom: string;
  /** Told of new tickets, contact forms and errors. */
  readonly staffAlertEmails: readonly string[];
  /** Both undefined: mails and PDFs have no help line. */
  readonly supportEmail: string | undefined;
  readonly supportPhone: string | undefined;

  readonly billerProviders: readonly string[];
  readonly depositProviders: readonly string[];
  readonly sandboxWebhookSecret: string;
  readonly providerTimes: ProviderTimes;
  /** Staff are told when our balance with a biller provider is below this. */
  readonly providerFloatAlertKobo: Kobo;
  /** Permits webhooks to loopback addresses; never in production. */
  readonly allowsLoopbackWebhooks: boolean;
  readonly webhookRetentionMs: number;
  readonly retention: Retention;

  /** Undefined: messages for Expo are logged. */
  readonly expo: { readonly url: string; readonly accessToken: string | undefined } | undefined;
  /** Undefined: messages for FCM are logged. */
  readonly fcm: { readonly url: string; readonly serviceAccountFile: string } | undefined;

  /** Undefined: text messages are written to files. */
  readonly sms: { readonly url: string; readonly token: string; readonly sender: string } | undefined;

  readonly google: { readonly jwksUrl: string; readonly issuer: string; readonly clientIds: readonly string[] };

  readonly signatureToleranceSeconds: number;
  readonly sessionTtlSeconds: number;
  readonly staffIdleMinutes: number;
  /** Of proposals, before a third member of staff has to approve too. */
  readonly approvalDailyTotalKobo: Kobo;
  /** Where staff share an address, so that it says nothing about who approves. */
  readonly officeNetworks: readonly string[];
  readonly coolingOffSeconds: number;
  /** Whether only accounts with a verified address may spend. */
  readonly requiresVerifiedEmail: boolean;
  /** Multiplies every rate limit; 0 turns them off. */
  readonly rateLimitScale: number;
  readonly budgets: BudgetSet;
  readonly referralBonusKobo: Kobo;
  /** JSON text of the transfer tariff, undefined for none; parsed by the tariffs context. */
  readonly transferTariffs: string | undefined;
  /** The set of limits for users. */
  readonly limits: 'none' | 'nigeria-tiers';

  /** What is not as it should be and keeps nobody from starting. */
  readonly warnings: readonly string[];
  /** What the variables of providers are read from. */
  private readonly source: NodeJS.ProcessEnv;

  /**
   * @param manifests of the providers that there are; without them, their variables are checked when an adapter is made
   * @throws ConfigurationError naming every invalid variable
   */
  static load(source: NodeJS.ProcessEnv = process.env, manifests: readonly ProviderManifest[] = []): Config {
    return new Config(readEnvironment(source, manifests), source);
  }

  /**
   * The settings of an operator command beside the service. @param creates whether the command may make an embedded database
   * @throws StartError where there is none
   */
  static loadForTool(
    source: NodeJS.ProcessEnv = process.env,
    creates = false,
    manifests: readonly ProviderManifest[] = [],
  ): Config {
    const environment = readEnvironment({ ...source, ROLE: 'all' }, manifests);
    const folder = resolve(environment.DATA_DIR);
    if (!creates && !environment.DATABASE_URL && !existsSync(join(folder, SQLITE_FILE)))
      throw new StartError([
        `There is no database in ${folder}: name its folder as DATA_DIR; npm start or migrate --create makes one.`,
      ]);
    return new Config(environment, source, 'tool');
  }

  private constructor(env: Environment, source: NodeJS.ProcessEnv, role?: 'tool') {
    this.source = source;
    this.role = role ?? env.ROLE;
    this.production = env.NODE_ENV === 'production';
    this.host = env.HOST;
    this.port = env.PORT;
    this.publicUrl = env.PUBLIC_URL === undefined ? addressOf(env.HOST, env.PORT) : reachable(env.PUBLIC_URL);
    this.uploadUrl = reachable(env.UPLOAD_URL ?? `${this.publicUrl}/uploads`);
    this.isReachedByUnknownNames = env.PUBLIC_URL === undefined && isEveryAddress(env.HOST);
    this.trustedProxies = list(env.TRUSTED_PROXIES);
    this.webOrigins = list(env.WEB_ORIGINS);
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
    this.databaseReplicaUrls = list(env.DATABASE_REPLICA_URLS);
    this.redisUrl = env.REDIS_URL;
    this.redisPrefix = env.REDIS_PREFIX;
    const appKey = env.APP_KEY ?? this.storedSecret('app.key', APP_KEY_FORM, () => randomBytes(32).toString('base64'));
    this.appKey = Buffer.from(appKey, 'base64');
    this.ledgerKey = env.LEDGER_KEY === undefined ? undefined : Buffer.from(env.LEDGER_KEY, 'base64');
    this.ledgerAnchorUrl = env.LEDGER_ANCHOR_URL;
    this.backupKey = env.BACKUP_KEY === undefined ? undefined : Buffer.from(env.BACKUP_KEY, 'base64');
    this.backupUrl = env.BACKUP_URL;
    this.previousAppKeys = list(env.APP_KEY_PREVIOUS).map((key) => Buffer.from(key, 'base64'));

    this.s3Url = env.S3_URL;
    this.clamdUrl = env.CLAMD_URL;
    this.uploadQuotaBytes = env.UPLOAD_QUOTA_MB * 1_048_576;

    this.mailUrl = env.MAIL_URL;
    const isMailedElsewhere = env.MAIL_URL !== undefined && !leadsToThisMachine(env.MAIL_URL);
    this.mailTls = env.MAIL_TLS ?? (this.production && isMailedElsewhere ? 'required' : 'offered');
    this.mailConnections = env.MAIL_CONNECTIONS;
    this.mailFrom = env.MAIL_FROM;
    this.staffAlertEmails = list(env.STAFF_ALERT_EMAILS);
    this.supportEmail = env.SUPPORT_EMAIL;
    this.supportPhone = env.SUPPORT_PHONE;

    this.billerProviders = list(env.BILLER_PROVIDERS);
    this.depositProviders = list(env.DEPOSIT_PROVIDERS);
    this.sandboxWebhookSecret =
      env.SANDBOX_WEBHOOK_SECRET ??
      this.storedSecret('sandbox-webhook.secret', WEBHOOK_SECRET_FORM, () => `whsec_${randomBytes(32).toString('base64')}`);

    this.providerTimes = {
      submitTimeoutMs: env.PROVIDER_SUBMIT_TIMEOUT_SECONDS * 1_000,
      readTimeoutMs: env.PROVIDER_READ_TIMEOUT_SECONDS * 1_000,
    };
    this.providerFloatAlertKobo = naira(env.PROVIDER_FLOAT_ALERT);

    this.allowsLoopbackWebhooks = env.WEBHOOK_LOOPBACK === 'allowed';
    this.webhookRetentionMs = env.WEBHOOK_RETENTION_DAYS * DAY_MS;
    this.retention = new Retention({
      contactForm: env.RETENTION_CONTACT_FORM_DAYS,
      ticket: env.RETENTION_TICKET_DAYS,
      visitor: env.RETENTION_VISITOR_DAYS,
      loginRecord: env.RETENTION_LOGIN_RECORD_DAYS,
      failedMail: env.RETENTION_FAILED_MAIL_DAYS,
      purchaseAnswer: env.RETENTION_PURCHASE_ANSWER_DAYS,
      staffRead: env.RETENTION_STAFF_READ_DAYS,
    });

    this.sms =
      env.SMS_URL === undefined || env.SMS_TOKEN === undefined
        ? undefined
        : { url: env.SMS_URL, token: env.SMS_TOKEN, sender: env.SMS_SENDER };
    this.expo = env.EXPO_URL === undefined ? undefined : { url: env.EXPO_URL, accessToken: env.EXPO_ACCESS_TOKEN };
    this.fcm =
      env.FCM_SERVICE_ACCOUNT === undefined
        ? undefined
        : { url: env.FCM_URL, serviceAccountFile: resolve(env.FCM_SERVICE_ACCOUNT) };

    this.google = { jwksUrl: env.GOOGLE_JWKS_URL, issuer: env.GOOGLE_ISSUER, clientIds: list(env.GOOGLE_CLIENT_IDS) };
    this.signatureToleranceSeconds = env.SIGNATURE_TOLERANCE_SECONDS;
    this.sessionTtlSeconds = env.SESSION_TTL_SECONDS;
    this.staffIdleMinutes = env.STAFF_IDLE_MINUTES;
    this.approvalDailyTotalKobo = kobo(Math.round(env.APPROVAL_DAILY_TOTAL * 100));
    this.officeNetworks = list(env.OFFICE_NETWORKS ?? (this.production ? undefined : 'loopback'));
    this.coolingOffSeconds = env.COOLING_OFF_SECONDS;
    const verification = env.EMAIL_VERIFICATION ?? (this.production ? 'required' : 'optional');
    this.requiresVerifiedEmail = verification === 'required';
    this.rateLimitScale = env.RATE_LIMIT_SCALE;
    this.budgets = readBudgets(env.BUDGETS, env.RATE_LIMIT_SCALE).budgets;
    this.referralBonusKobo = kobo(Math.round(env.REFERRAL_BONUS * 100));
    this.transferTariffs = env.TRANSFER_TARIFFS;
    this.limits = env.LIMITS;
    this.logDir = env.LOG_DIR ?? (this.isSandbox ? join(this.dataDir, 'log') : undefined);
  }

  /** In the order of failover. */
  providersOf(kind: ManifestKind): readonly string[] {
    return kind === 'biller' ? this.billerProviders : this.depositProviders;
  }

  /** @throws ConfigurationError naming every variable of the provider that is invalid or missing */
  variablesOf<Variables extends object>(manifest: ProviderManifest<object, Variables>): Variables {
    const { variables, faults, missing } = readVariables(manifest, this.source);
    const all = [...faults, ...missingFault(manifest, missing, this.providersOf(manifest.kind))];
    if (all.length > 0) throw new ConfigurationError(all);
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

  /** A generated secret, stored in the data folder. */
  private storedSecret(file: string, form: RegExp, make: () => string): string {
    const path = join(this.dataDir, file);
    if (!existsSync(path)) makeFile(path, make());
    const secret = readFileSync(path, 'utf8').trim();
    if (!form.test(secret)) throw new ConfigurationError([`${path} is damaged: restore it, or what it encrypted is lost`]);
    return secret;
  }
}

/** Creates a file atomically: one of two processes that start together wins, and a crash leaves no partial file. */
function makeFile(path: string, content: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, content, { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

function list(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
