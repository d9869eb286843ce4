import 'reflect-metadata';
import { isIP } from 'node:net';
import { plainToInstance, Transform } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
  MinLength,
  ValidateBy,
  validateSync,
} from 'class-validator';
import { closest, distance } from 'fastest-levenshtein';
import { REDIS_URL_FORMS, redisAddress } from '../redis/redis-address.js';
import { ConfigurationError } from './configuration-error.js';
import { readBudgets } from './budget-settings.js';
import { productionFaults } from './production-faults.js';
import { ProviderEnvironment, sandboxFaults } from './provider-environment.js';
import { PROVIDER_LISTS, type ProviderManifest } from '../providers/provider-manifest.js';
import { missingFault, readVariables } from '../providers/provider-variables.js';
import { variableFault } from './variable-fault.js';

const toNumber = Transform(({ value }) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value));
/** An address with one of these schemes. */
function IsUrl(...schemes: string[]): PropertyDecorator {
  const begins = schemes.map((scheme) => `${scheme}://`).join(' or ');
  return Matches(new RegExp(`^(${schemes.join('|')})://\\S+$`), {
    message: `$property must be an address that begins with ${begins}`,
  });
}
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
/** Days; 0: for ever. */
function IsRetention(fewest: number): PropertyDecorator {
  const isRetention = (days: unknown) =>
    Number.isInteger(days) && (days === 0 || ((days as number) >= fewest && (days as number) <= 3_650));
  return (target, name) => {
    toNumber(target, name);
    ValidateBy(
      { name: 'isRetention', validator: { validate: isRetention } },
      { message: `$property must be 0 (for ever) or a number of days from ${fewest} to 3650` },
    )(target, name);
  };
}
/** 32 bytes in base64. */
export const APP_KEY_FORM = /^[A-Za-z0-9+/]{43}=$/;
const APP_KEYS_FORM = /^ *[A-Za-z0-9+/]{43}= *(, *[A-Za-z0-9+/]{43}= *)*$/;
export const WEBHOOK_SECRET_FORM = /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/;
const ADDRESS_FORM = /^[^\s,@<>]+@[^\s,@<>]+$/;
const PHONE_FORM = /^\+?[0-9](?:[ ()-]*[0-9]){4,14}$/;
const ADDRESSES_FORM = /^ *[^\s,@]+@[^\s,@]+ *(, *[^\s,@]+@[^\s,@]+ *)*$/;
const S3_FORM = /^https?:\/\/[^\s:@/]+:[^\s:@/]+@[^\s@/?#]+\/[^\s?#]+(\?region=[a-z0-9-]+)?$/;
const ANCHOR_FORM = /^(file:\/\/\/\S+|s3:https?:\/\/[^\s:@/]+:[^\s:@/]+@[^\s@/?#]+\/[^\s?#]+(\?region=[a-z0-9-]+)?)$/;

/** A list of addresses, networks (10.0.0.0/8) and named ranges. */
function IsNetworkList(): PropertyDecorator {
  const isEntry = (entry: string) => {
    const [address = '', bits = '0', ...more] = entry.trim().split('/');
    if (/^(loopback|linklocal|uniquelocal)$/.test(entry.trim())) return true;
    return (
      isIP(address) !== 0 && more.length === 0 && /^[0-9]{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128)
    );
  };
  const message = '$property must be addresses, networks like 10.0.0.0/8, or loopback, linklocal, uniquelocal';
  return ValidateBy(
    { name: 'isNetworkList', validator: { validate: (value: unknown) => String(value).split(',').every(isEntry) } },
    { message },
  );
}

/**
 * The environment variables of the service and their schema. Unset or empty ones have the default given
 * here, or one that depends on others (see Config). `settings/` says what each is for.
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
  @IsOptional() @IsUrl('tcp', 'unix') CLAMD_URL?: string = undefined;
  @toNumber @IsInt() @Min(1) @Max(1_000_000) UPLOAD_QUOTA_MB: number = 1_024;

  @IsOptional() @IsUrl('smtp', 'smtps') MAIL_URL?: string = undefined;
  @IsOptional() @IsIn(['required', 'offered']) MAIL_TLS?: 'required' | 'offered' = undefined;
  @toNumber @IsInt() @Min(1) @Max(1_000) MAIL_CONNECTIONS: number = 16;
  @IsString() MAIL_FROM: string = 'Harmattan <no-reply@harmattan.invalid>';
  @IsOptional()
  @Matches(ADDRESSES_FORM, { message: 'STAFF_ALERT_EMAILS must be e-mail addresses, separated by commas' })
  STAFF_ALERT_EMAILS?: string = undefined;
  @IsOptional() @Matches(ADDRESS_FORM, { message: 'SUPPORT_EMAIL must be an e-mail address' }) SUPPORT_EMAIL?: string = undefined;
  @IsOptional()
  @Matches(PHONE_FORM, { message: 'SUPPORT_PHONE must be a phone number, like +234 700 555 0123' })
  SUPPORT_PHONE?: string = undefined;

  @IsOptional()
  @Matches(WEBHOOK_SECRET_FORM, { message: 'SANDBOX_WEBHOOK_SECRET must be whsec_ and at least 24 random bytes in base64' })
  SANDBOX_WEBHOOK_SECRET?: string = undefined;
  @IsIn(['refused', 'allowed']) WEBHOOK_LOOPBACK: 'refused' | 'allowed' = 'refused';
  @toNumber @IsInt() @Min(7) @Max(3650) WEBHOOK_RETENTION_DAYS: number = 90;
  @IsRetention(1) RETENTION_CONTACT_FORM_DAYS: number = 730;
  @IsRetention(1) RETENTION_TICKET_DAYS: number = 730;
  @IsRetention(1) RETENTION_VISITOR_DAYS: number = 400;
  @IsRetention(90) RETENTION_LOGIN_RECORD_DAYS: number = 400;
  @IsRetention(7) RETENTION_FAILED_MAIL_DAYS: number = 90;
  @IsRetention(90) RETENTION_PURCHASE_ANSWER_DAYS: number = 730;
  @IsRetention(400) RETENTION_STAFF_READ_DAYS: number = 400;

  @IsOptional() @IsUrl('https', 'http') EXPO_URL?: string = undefined;
  @IsOptional() @Matches(/^[\x21-\x7e]+$/, { message: 'EXPO_ACCESS_TOKEN must be one word' }) EXPO_ACCESS_TOKEN?: string =
    undefined;
  @IsOptional() @IsString() FCM_SERVICE_ACCOUNT?: string = undefined;
  @IsUrl('https', 'http') FCM_URL: string = 'https://fcm.googleapis.com';

  @IsOptional() @IsUrl('https', 'http') SMS_URL?: string = undefined;
  @IsOptional() @Matches(/^[\x21-\x7e]+$/, { message: 'SMS_TOKEN must be one word' }) SMS_TOKEN?: string = undefined;
  @Matches(/^[A-Za-z0-9 +-]{1,16}$/, { message: 'SMS_SENDER must be 1 to 16 letters, digits, blanks, + or -' })
  SMS_SENDER: string = 'Harmattan';

  @IsUrl('https', 'http') GOOGLE_JWKS_URL: string = 'https://www.googleapis.com/oauth2/v3/certs';
  @IsString() GOOGLE_ISSUER: string = 'https://accounts.google.com';
  @IsOptional() @IsString() GOOGLE_CLIENT_IDS?: string = undefined;

  @toNumber @IsInt() @Min(10) @Max(3600) SIGNATURE_TOLERANCE_SECONDS: number = 300;
  @toNumber @IsInt() @Min(60) SESSION_TTL_SECONDS: number = 86_400;
  @toNumber @IsInt() @Min(5) @Max(480) STAFF_IDLE_MINUTES: number = 30;
  @toNumber @IsNumber({ maxDecimalPlaces: 2 }) @Min(0) @Max(1_000_000_000) APPROVAL_DAILY_TOTAL: number = 5_000_000;
  @IsOptional() @IsNetworkList() OFFICE_NETWORKS?: string = undefined;
  @toNumber @IsInt() @Min(0) @Max(2_592_000) COOLING_OFF_SECONDS: number = 86_400;
  @IsOptional() @IsIn(['required', 'optional']) EMAIL_VERIFICATION?: 'required' | 'optional' = undefined;
  @toNumber @IsNumber() @Min(0) RATE_LIMIT_SCALE: number = 1;
  @IsOptional() @IsString() BUDGETS?: string = undefined;
  @toNumber @IsNumber({ maxDecimalPlaces: 2 }) @Min(0) @Max(1_000_000) REFERRAL_BONUS: number = 100;
  @IsOptional() @IsString() TRANSFER_TARIFFS?: string = undefined;
  @IsIn(['none', 'nigeria-tiers']) LIMITS: 'none' | 'nigeria-tiers' = 'none';
  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'silent']) LOG_LEVEL: string = 'info';
  @IsOptional() @IsString() LOG_DIR?: string = undefined;
}

const OWN_NAMES: readonly string[] = Object.keys(new Environment());

/** Every variable that the service reads. @param manifests of the providers that there are */
export function environmentNames(manifests: readonly ProviderManifest[]): ReadonlySet<string> {
  return new Set([...OWN_NAMES, ...manifests.flatMap(({ settings }) => Object.keys(settings))]);
}

/** Validates all variables and reports all errors together. */
export function readEnvironment(source: NodeJS.ProcessEnv, manifests: readonly ProviderManifest[]): Environment {
  const { environment, faults } = checkEnvironment(source, manifests);
  if (faults.length > 0) throw new ConfigurationError(faults);
  return environment;
}

/**
 * The environment has the defaults in the place of invalid variables.
 * @param manifests of the providers that there are, whose variables are checked with the others
 */
export function checkEnvironment(
  source: NodeJS.ProcessEnv,
  manifests: readonly ProviderManifest[],
): { environment: Environment; faults: string[] } {
  const given = Object.entries(source).filter(([name, value]) => (value ?? '').trim() !== '' && OWN_NAMES.includes(name));
  const environment = plainToInstance(Environment, Object.fromEntries(given), { exposeDefaultValues: true });
  const errors = validateSync(environment);
  const faults = errors.map(variableFault);
  faults.push(...contradictions(environment));
  const addresses: Record<string, string> = {};
  for (const manifest of manifests) {
    const { variables, faults: invalid, missing } = readVariables(manifest, source);
    faults.push(...invalid, ...missingFault(manifest, missing, environment[PROVIDER_LISTS[manifest.kind]].split(',')));
    for (const [name, value] of Object.entries(variables)) if (name.endsWith('_URL')) addresses[name] = String(value ?? '');
  }
  faults.push(...misspelled(source, environmentNames(manifests)));
  const defaults = new Environment();
  Object.assign(
    environment,
    Object.fromEntries(errors.map(({ property }) => [property, defaults[property as keyof Environment]])),
  );
  faults.push(...productionFaults(environment, addresses));
  return { environment, faults };
}

/** Shorter names are too near to those of other programs. */
const SHORTEST_COMPARED = 8;

/** Variables that are not ours and look like one of ours, which would be ignored silently. */
function misspelled(source: NodeJS.ProcessEnv, known: ReadonlySet<string>): string[] {
  return Object.keys(source).flatMap((name) => {
    if (known.has(name) || (source[name] ?? '').trim() === '') return [];
    const meant = nearest(name, known);
    return meant === undefined ? [] : [`${name} is no setting of this service: did you mean ${meant}? Rename or remove it.`];
  });
}

function nearest(name: string, names: ReadonlySet<string>): string | undefined {
  const bare = name.replace(/^HARMATTAN_/, '');
  if (bare !== name && names.has(bare)) return bare;
  if (name.length < SHORTEST_COMPARED) return undefined;
  const allowed = name.length === SHORTEST_COMPARED ? 1 : 2;
  const known = closest(name, [...names]);
  return distance(name, known) <= allowed ? known : undefined;
}

/** Rules between variables. */
function contradictions(environment: Environment): string[] {
  const faults: string[] = [];
  if (environment.SMS_URL && !environment.SMS_TOKEN) faults.push('SMS_TOKEN is required with SMS_URL');
  if (environment.DATABASE_URL && !environment.APP_KEY)
    faults.push('APP_KEY is required with DATABASE_URL (32 random bytes in base64)');
  const usesSandbox = environment.DEPOSIT_PROVIDERS.split(',').includes('sandbox');
  if (environment.DATABASE_URL && usesSandbox && environment.NODE_ENV === 'production' && !environment.SANDBOX_WEBHOOK_SECRET)
    faults.push('SANDBOX_WEBHOOK_SECRET is required in production when deposits use the sandbox provider');
  if (environment.ROLE !== 'all' && !(environment.DATABASE_URL && environment.REDIS_URL))
    faults.push(`ROLE=${environment.ROLE} needs DATABASE_URL and REDIS_URL: the embedded default is one process`);
  if (environment.WEBHOOK_LOOPBACK === 'allowed' && environment.NODE_ENV === 'production')
    faults.push('WEBHOOK_LOOPBACK must be refused in production: subscribers would reach what runs beside the service');
  if (environment.EXPO_ACCESS_TOKEN && !environment.EXPO_URL) faults.push('EXPO_ACCESS_TOKEN needs EXPO_URL');
  if (environment.MIGRATION_DATABASE_URL && !namesOneDatabase(environment.MIGRATION_DATABASE_URL, environment.DATABASE_URL))
    faults.push('MIGRATION_DATABASE_URL must be another user of the database of DATABASE_URL');
  if (environment.DATABASE_REPLICA_URLS && !environment.DATABASE_URL) faults.push('DATABASE_REPLICA_URLS needs DATABASE_URL');
  if (environment.DATABASE_DIALECT !== 'mysql' && !environment.DATABASE_URL)
    faults.push(`DATABASE_DIALECT=${environment.DATABASE_DIALECT} needs DATABASE_URL: the embedded database is SQLite`);
  faults.push(...readBudgets(environment.BUDGETS).faults);
  if (environment.NODE_ENV === 'production') faults.push(...sandboxFaults(environment));
  return faults;
}

function namesOneDatabase(one: string, other: string | undefined): boolean {
  // What is no address is a fault of its own.
  if (!URL.canParse(one) || (other !== undefined && !URL.canParse(other))) return true;
  return other !== undefined && new URL(one).pathname === new URL(other).pathname;
}
