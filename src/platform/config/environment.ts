import { IsIn, IsInt, IsNumber, IsOptional, IsString, Matches, Max, Min, MinLength, ValidateBy } from 'class-validator';
import { REDIS_URL_FORMS, redisAddress } from '../redis/redis-address.js';
import { ConfigurationError } from './configuration-error.js';
import { misspelled } from './misspelled.js';
import { productionFaults, roomAddressFaults } from './production-faults.js';
import { PROVIDER_LISTS } from '../providers/provider-manifest.js';
import { missingFault, readProviderVariables } from '../providers/provider-variables.js';
import type { KnownSettings } from './known-settings.js';
import { ProviderEnvironment, sandboxFaults } from './provider-environment.js';
import { namesOf, readVariables } from './read-variables.js';
import { IsNetworkList, IsRetention, IsUrl, toNumber } from './variables.js';

function IsRedisUrl(): PropertyDecorator {
  const isAddress = (value: unknown) => {
    try {
      redisAddress(String(value));
      return true;
    } catch {
      return false;
    }
  };
  const message = `REDIS_URL must be ${REDIS_URL_FORMS}`;
  return ValidateBy({ name: 'isRedisUrl', validator: { validate: isAddress } }, { message });
}
/** As browsers send them: scheme, name and port, in lower case and without a path. */
function IsOriginList(): PropertyDecorator {
  const isOrigin = (entry: string) =>
    /^https?:/.test(entry.trim()) && URL.canParse(entry.trim()) && new URL(entry.trim()).origin === entry.trim();
  const message = 'WEB_ORIGINS must be origins like https://app.example.com, without a path, separated by commas';
  return ValidateBy(
    { name: 'isOriginList', validator: { validate: (value: unknown) => String(value).split(',').every(isOrigin) } },
    { message },
  );
}
/** 32 bytes in base64. */
export const APP_KEY_FORM = /^[A-Za-z0-9+/]{43}=$/;
const APP_KEYS_FORM = /^ *[A-Za-z0-9+/]{43}= *(, *[A-Za-z0-9+/]{43}= *)*$/;
export const WEBHOOK_SECRET_FORM = /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/;
const ADDRESS_FORM = /^[^\s,@<>]+@[^\s,@<>]+$/;
const PHONE_FORM = /^\+?[0-9](?:[ ()-]*[0-9]){4,14}$/;
const S3_FORM = /^https?:\/\/[^\s:@/]+:[^\s:@/]+@[^\s@/?#]+\/[^\s?#]+(\?region=[a-z0-9-]+)?$/;
const ANCHOR_FORM = /^(file:\/\/\/\S+|s3:https?:\/\/[^\s:@/]+:[^\s:@/]+@[^\s@/?#]+\/[^\s?#]+(\?region=[a-z0-9-]+)?)$/;

/**
 * The environment variables of platform and ledger, and their schema. Unset or empty ones have the default given
 * here, or one that depends on others (see Config). `settings/` says what each is for. Rooms have theirs in `<room>.settings.ts`.
 */
export class Environment extends ProviderEnvironment {
  @IsIn(['development', 'test', 'production']) NODE_ENV: string = 'development';
  @IsIn(['all', 'api', 'worker']) ROLE: 'all' | 'api' | 'worker' = 'all';

  @toNumber @IsInt() @Min(0) @Max(65535) PORT: number = 3000;
  @IsOptional() @toNumber @IsInt() @Min(0) @Max(300) SHUTDOWN_DELAY_SECONDS?: number = undefined;
  @toNumber @IsInt() @Min(10) @Max(1_000_000) MAX_CONNECTIONS: number = 10_000;
  @toNumber @IsInt() @Min(32) @Max(1_000_000) BODY_BUDGET_MB: number = 256;
  @toNumber @IsInt() @Min(32) @Max(1_000_000) UPLOAD_BUDGET_MB: number = 1_024;
  @IsString() HOST: string = '127.0.0.1';
  @IsOptional() @IsUrl('https', 'http') PUBLIC_URL?: string = undefined;
  @IsOptional() @IsUrl('https', 'http') UPLOAD_URL?: string = undefined;
  @IsIn(['refused', 'allowed']) INSECURE_LOOPBACK_URLS: 'refused' | 'allowed' = 'refused';
  @IsOptional() @IsNetworkList() TRUSTED_PROXIES?: string = undefined;
  @IsOptional() @IsOriginList() WEB_ORIGINS?: string = undefined;
  @IsOptional() @MinLength(16) METRICS_TOKEN?: string = undefined;
  @IsOptional() @IsUrl('https', 'http') OTEL_EXPORTER_OTLP_ENDPOINT?: string = undefined;
  @IsOptional() @MinLength(16) SANDBOX_TOKEN?: string = undefined;

  @IsString() DATA_DIR: string = '.data';
  @IsOptional() @IsUrl('mysql') DATABASE_URL?: string = undefined;
  @IsOptional() @IsUrl('mysql') MIGRATION_DATABASE_URL?: string = undefined;
  @IsIn(['mysql', 'tidb']) DATABASE_DIALECT: 'mysql' | 'tidb' = 'mysql';
  @IsOptional()
  @Matches(/^mysql:\/\/[^\s,]+(,mysql:\/\/[^\s,]+)*$/, {
    message: 'DATABASE_REPLICA_URLS must be mysql:// addresses, separated by commas',
  })
  DATABASE_REPLICA_URLS?: string = undefined;
  @IsOptional() @IsRedisUrl() REDIS_URL?: string = undefined;
  @Matches(/^[A-Za-z0-9_-]{1,64}$/, { message: 'REDIS_PREFIX must be 1 to 64 letters, digits, _ or -' })
  REDIS_PREFIX: string = 'harmattan';
  @IsOptional() @Matches(APP_KEY_FORM, { message: 'APP_KEY must be 32 bytes in base64' }) APP_KEY?: string = undefined;
  @IsOptional()
  @Matches(APP_KEYS_FORM, { message: 'APP_KEY_PREVIOUS must be former keys, each 32 bytes in base64, separated by commas' })
  APP_KEY_PREVIOUS?: string = undefined;
  @IsOptional() @Matches(APP_KEY_FORM, { message: 'LEDGER_KEY must be 32 bytes in base64' }) LEDGER_KEY?: string = undefined;
  @IsOptional()
  @Matches(ANCHOR_FORM, { message: 'LEDGER_ANCHOR_URL must be file:///path, or s3: and an address as in S3_URL' })
  LEDGER_ANCHOR_URL?: string = undefined;
  @IsOptional() @Matches(APP_KEY_FORM, { message: 'BACKUP_KEY must be 32 bytes in base64' }) BACKUP_KEY?: string = undefined;
  @IsOptional()
  @Matches(ANCHOR_FORM, { message: 'BACKUP_URL must be file:///path, or s3: and an address as in S3_URL' })
  BACKUP_URL?: string = undefined;

  @IsOptional()
  @Matches(S3_FORM, { message: 'S3_URL must be https://<access key>:<secret key>@<host>/<bucket>' })
  S3_URL?: string = undefined;

  @IsOptional() @IsUrl('smtp', 'smtps') MAIL_URL?: string = undefined;
  @IsOptional() @IsIn(['required', 'offered']) MAIL_TLS?: 'required' | 'offered' = undefined;
  @toNumber @IsInt() @Min(1) @Max(1_000) MAIL_CONNECTIONS: number = 16;
  @IsString() MAIL_FROM: string = 'Harmattan <no-reply@harmattan.invalid>';
  @IsOptional() @Matches(ADDRESS_FORM, { message: 'SUPPORT_EMAIL must be an e-mail address' }) SUPPORT_EMAIL?: string = undefined;
  @IsOptional()
  @Matches(PHONE_FORM, { message: 'SUPPORT_PHONE must be a phone number, like +234 700 555 0123' })
  SUPPORT_PHONE?: string = undefined;

  @IsOptional()
  @Matches(WEBHOOK_SECRET_FORM, { message: 'SANDBOX_WEBHOOK_SECRET must be whsec_ and at least 24 random bytes in base64' })
  SANDBOX_WEBHOOK_SECRET?: string = undefined;
  @IsRetention(7) RETENTION_FAILED_MAIL_DAYS: number = 90;
  @toNumber @IsInt() @Min(10) @Max(3600) SIGNATURE_TOLERANCE_SECONDS: number = 300;
  @toNumber @IsNumber() @Min(0) RATE_LIMIT_SCALE: number = 1;
  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'silent']) LOG_LEVEL: string = 'info';
  @IsOptional() @IsString() LOG_DIR?: string = undefined;
}

/** The names of all variables. */
export function environmentNames({ rooms, manifests }: KnownSettings): ReadonlySet<string> {
  return new Set([
    ...[Environment, ...rooms].flatMap((type) => namesOf(type)),
    ...manifests.flatMap(({ settings }) => Object.keys(settings)),
  ]);
}

/** Reads all variables. @throws ConfigurationError with all faults together */
export function readEnvironment(source: NodeJS.ProcessEnv, known: KnownSettings): Environment {
  const { environment, faults } = checkEnvironment(source, known);
  if (faults.length > 0) throw new ConfigurationError(faults);
  return environment;
}

/** The environment has the defaults in the place of invalid variables. */
export function checkEnvironment(
  source: NodeJS.ProcessEnv,
  known: KnownSettings,
): { environment: Environment; faults: string[] } {
  const { given, variables: environment, faults } = readVariables(Environment, source);
  const production = environment.NODE_ENV === 'production';
  const rooms = known.rooms.map((room) => ({ room, ...readVariables(room, source) }));
  const providers = checkProviders(source, environment, known.manifests);
  return {
    environment,
    faults: [
      ...faults,
      ...rooms.flatMap((room) => room.faults),
      ...providers.faults,
      ...contradictions(given),
      ...misspelled(source, environmentNames(known)),
      ...rooms.flatMap((room) => room.given.faults(production)),
      ...productionFaults(environment, providers.addresses),
      ...rooms.flatMap(({ room, variables }) => roomAddressFaults(room, variables, environment)),
    ],
  };
}

/** The faults of providers' variables, and the addresses among them by their variables. */
function checkProviders(source: NodeJS.ProcessEnv, environment: Environment, manifests: KnownSettings['manifests']) {
  const faults: string[] = [];
  const addresses: Record<string, string> = {};
  for (const manifest of manifests) {
    const { variables, faults: invalid, missing } = readProviderVariables(manifest, source);
    faults.push(...invalid, ...missingFault(manifest, missing, environment[PROVIDER_LISTS[manifest.kind]].split(',')));
    for (const [name, value] of Object.entries(variables)) if (name.endsWith('_URL')) addresses[name] = String(value ?? '');
  }
  return { faults, addresses };
}

/** Rules between variables. */
function contradictions(environment: Environment): string[] {
  const faults: string[] = [];
  if (environment.DATABASE_URL && !environment.APP_KEY)
    faults.push('APP_KEY is required with DATABASE_URL (32 random bytes in base64)');
  const usesSandbox = environment.DEPOSIT_PROVIDERS.split(',').includes('sandbox');
  if (environment.DATABASE_URL && usesSandbox && environment.NODE_ENV === 'production' && !environment.SANDBOX_WEBHOOK_SECRET)
    faults.push('SANDBOX_WEBHOOK_SECRET is required in production when deposits use the sandbox provider');
  if (environment.ROLE !== 'all' && !(environment.DATABASE_URL && environment.REDIS_URL))
    faults.push(`ROLE=${environment.ROLE} needs DATABASE_URL and REDIS_URL: the embedded default is one process`);
  if (environment.MIGRATION_DATABASE_URL && !namesOneDatabase(environment.MIGRATION_DATABASE_URL, environment.DATABASE_URL))
    faults.push('MIGRATION_DATABASE_URL must be another user of the database of DATABASE_URL');
  if (environment.DATABASE_REPLICA_URLS && !environment.DATABASE_URL) faults.push('DATABASE_REPLICA_URLS needs DATABASE_URL');
  if (environment.DATABASE_DIALECT !== 'mysql' && !environment.DATABASE_URL)
    faults.push(`DATABASE_DIALECT=${environment.DATABASE_DIALECT} needs DATABASE_URL: the embedded database is SQLite`);
  if (environment.NODE_ENV === 'production') faults.push(...sandboxFaults(environment));
  return faults;
}

function namesOneDatabase(one: string, other: string | undefined): boolean {
  // What is no address is a fault of its own.
  if (!URL.canParse(one) || (other !== undefined && !URL.canParse(other))) return true;
  return other !== undefined && new URL(one).pathname === new URL(other).pathname;
}
