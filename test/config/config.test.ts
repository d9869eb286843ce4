import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { afterAll, describe, expect, it } from 'vitest';
import { PurchasesEnvironment } from '../../src/contexts/purchases/purchases.settings.js';
import { SignInEnvironment } from '../../src/contexts/sign-in/sign-in.settings.js';
import { WebhooksEnvironment } from '../../src/contexts/webhooks/webhooks.settings.js';
import { Config } from '../../src/platform/config/config.js';
import { ConfigurationError } from '../../src/platform/config/start-error.js';
import { describeSettings } from '../../src/platform/config/describe-settings.js';
import { environmentNames, readEnvironment } from '../../src/platform/config/environment.js';
import { KNOWN_SETTINGS } from '../../src/known-settings.js';
import { PROVIDER_MANIFESTS } from '../../src/provider-manifests.js';
import { ROOM_SETTINGS } from '../../src/room-settings.js';
import { HttpEnvironment } from '../../src/platform/http/http.settings.js';
import { MailEnvironment } from '../../src/platform/mail/mail.settings.js';
import { ProvidersEnvironment } from '../../src/platform/providers/providers.settings.js';
import { ProcessEnvironment } from '../../src/platform/config/process.settings.js';
import { AttemptsEnvironment } from '../../src/contexts/attempts/attempts.settings.js';
import { RedisEnvironment } from '../../src/platform/redis/redis.settings.js';

const folder = mkdtempSync(join(tmpdir(), 'harmattan-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const APP_KEY = randomBytes(32).toString('base64');
const SERVER = { DATABASE_URL: 'mysql://root@127.0.0.1/harmattan', REDIS_URL: 'redis://127.0.0.1', APP_KEY };
let folders = 0;
const VTPASS = {
  BILLER_PROVIDERS: 'vtpass',
  VTPASS_URL: 'https://vtpass.com/api',
  VTPASS_API_KEY: 'key',
  VTPASS_PUBLIC_KEY: 'PK_1',
  VTPASS_SECRET_KEY: 'SK_1',
  VTPASS_WEBHOOK_TOKEN: 'a token of 24 characters',
};
const IN_PRODUCTION = {
  ...SERVER,
  ...VTPASS,
  NODE_ENV: 'production',
  DEPOSIT_PROVIDERS: 'paystack',
  PAYOUT_PROVIDERS: 'paystack',
  PAYSTACK_SECRET_KEY: 'sk_live_1',
};
const QUICKTELLER = {
  BILLER_PROVIDERS: 'quickteller',
  QUICKTELLER_URL: 'https://qa.interswitchng.com/quicktellerservice/api/v5',
  QUICKTELLER_TOKEN_URL: 'https://passport.interswitchng.com/passport/oauth/token',
  QUICKTELLER_CLIENT_ID: 'id',
  QUICKTELLER_CLIENT_SECRET: 'secret',
  QUICKTELLER_TERMINAL_ID: '3PBL0001',
  QUICKTELLER_REFERENCE_PREFIX: '1453',
};
const load = (environment: Record<string, string> = {}) =>
  Config.load({ DATA_DIR: join(folder, String(++folders)), ...environment }, KNOWN_SETTINGS);

const manifestOf = (name: string) => PROVIDER_MANIFESTS.find((manifest) => manifest.name === name && manifest.kind !== 'payout')!;

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    readEnvironment(environment, KNOWN_SETTINGS);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
  return [];
}

describe('.env.example', () => {
  const text = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  const shown = parse(text.replace(/^#(?=[A-Z0-9_]+=)/gm, ''));

  it('names every variable, and no other', () => {
    expect(Object.keys(shown).sort()).toEqual([...environmentNames(KNOWN_SETTINGS)].sort());
  });

  it('sets nothing when it is copied unchanged', () => expect(parse(text)).toEqual({}));

  it('shows values that are valid together', () => expect(faultsOf({ ...shown, APP_KEY })).toEqual([]));

  it('shows the defaults where there are any, and no secret', () => {
    const defaults = ROOM_SETTINGS.flatMap((type) => Object.entries(new type())).filter(([, value]) => value !== undefined);
    expect(defaults.length).toBeGreaterThan(10);
    for (const [name, value] of defaults) expect([name, shown[name]]).toEqual([name, String(value)]);
    for (const name of [
      'APP_KEY',
      'APP_KEY_PREVIOUS',
      'LEDGER_KEY',
      'SANDBOX_WEBHOOK_SECRET',
      'METRICS_TOKEN',
      'SANDBOX_TOKEN',
      'EXPO_ACCESS_TOKEN',
    ])
      expect(shown[name]).toBe('');
  });
});

describe('configuration without any variable', () => {
  it('is the embedded default', () => {
    const config = load();
    expect(config).toMatchObject({ role: 'all', databaseUrl: undefined, redisUrl: undefined, isSandbox: true });
    const http = config.of(HttpEnvironment);
    expect([http.HOST, http.PORT, http.trustedProxies]).toEqual(['127.0.0.1', 3000, []]);
    expect([http.publicUrl, http.uploadUrl]).toEqual(['http://127.0.0.1:3000', 'http://127.0.0.1:3000/uploads']);
    expect([http.SIGNATURE_TOLERANCE_SECONDS, http.RATE_LIMIT_SCALE]).toEqual([300, 1]);
    expect(config.of(MailEnvironment)).toMatchObject({ MAIL_URL: undefined, MAIL_CONNECTIONS: 16 });
    for (const kind of ['biller', 'deposit', 'payout'] as const)
      expect(config.of(ProvidersEnvironment).providersOf(kind)).toEqual(['sandbox']);
    expect([config.embedded, config.servesApi, config.runsJobs]).toEqual([true, true, true]);
    expect(config.of(SignInEnvironment).rules(config.production)).toMatchObject({
      sessionLifeMs: 86_400_000,
      requiresVerifiedEmail: false,
    });
    expect(config.of(PurchasesEnvironment).referralBonusKobo).toBe(10_000);
    expect(config.of(WebhooksEnvironment).retentionMs).toBe(90 * 86_400_000);
    expect(readEnvironment({}, KNOWN_SETTINGS).of(ProcessEnvironment).DATA_DIR).toBe('.data');
  });

  it('treats empty variables as unset', () => {
    const empty = Object.fromEntries([...environmentNames(KNOWN_SETTINGS)].map((name) => [name, ' ']));
    expect(faultsOf(empty)).toEqual([]);
    const { of } = readEnvironment(empty, KNOWN_SETTINGS);
    for (const room of ROOM_SETTINGS) expect({ ...of(room) }).toEqual({ ...new room() });
  });

  it('creates secrets once, long enough, readable by their owner only', () => {
    const DATA_DIR = join(folder, 'kept');
    const [first, second] = [load({ DATA_DIR }), load({ DATA_DIR })];
    expect(first.appKey).toHaveLength(32);
    expect(second.appKey).toEqual(first.appKey);
    expect(first.sandboxWebhookSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(second.sandboxWebhookSecret).toBe(first.sandboxWebhookSecret);
    expect(load().appKey).not.toEqual(first.appKey);
    expect(statSync(DATA_DIR).mode & 0o077).toBe(0);
    for (const file of ['app.key', 'sandbox-webhook.secret']) expect(statSync(join(DATA_DIR, file)).mode & 0o777).toBe(0o600);
  });

  it('refuses a damaged key file', () => {
    const DATA_DIR = join(folder, 'damaged');
    load({ DATA_DIR });
    writeFileSync(join(DATA_DIR, 'app.key'), 'short');
    expect(() => load({ DATA_DIR })).toThrow(/app\.key/);
  });
});

describe('configuration without manifests', () => {
  it('checks the variables of a provider when its adapter is made', () => {
    const config = Config.load({
      DATA_DIR: join(folder, String(++folders)),
      DEPOSIT_PROVIDERS: 'monnify',
      MONNIFY_URL: 'nowhere',
    });
    const read = () => config.variablesOf(manifestOf('monnify'));
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(/MONNIFY_URL must be an http.*\n.*needs MONNIFY_API_KEY, MONNIFY_SECRET_KEY, MONNIFY_CONTRACT_CODE/);
  });
});

describe('configuration of a company with deposits and payouts', () => {
  const MONNIFY = { MONNIFY_URL: 'https://api.monnify.com', MONNIFY_API_KEY: 'key', MONNIFY_SECRET_KEY: 'secret' };
  const needs = (list: string, missing: string) => [`${list} names monnify, which needs ${missing}`];

  it('requires for each what it needs, and the keys of both once', () => {
    expect(faultsOf({ ...MONNIFY, PAYOUT_PROVIDERS: 'monnify' })).toEqual(needs('PAYOUT_PROVIDERS', 'MONNIFY_SOURCE_ACCOUNT'));
    expect(faultsOf({ ...MONNIFY, DEPOSIT_PROVIDERS: 'monnify' })).toEqual(needs('DEPOSIT_PROVIDERS', 'MONNIFY_CONTRACT_CODE'));
    expect(faultsOf({ PAYOUT_PROVIDERS: 'paystack', PAYSTACK_SECRET_KEY: 'sk_test_1' })).toEqual([]);
  });

  it('tells a fault of a variable that both have once', () => {
    expect(faultsOf({ PAYSTACK_URL: 'nowhere' })).toEqual([expect.stringContaining('PAYSTACK_URL must be an http(s) address')]);
    const plain = { ...IN_PRODUCTION, PAYSTACK_URL: 'http://provider.example' };
    expect(faultsOf(plain).filter((text) => text.startsWith('PAYSTACK_URL'))).toHaveLength(1);
  });

  it.each([
    ['MONNIFY_SOURCE_ACCOUNT', '801647282', 'must be the ten digits of an account'],
    ['MONNIFY_APPROVAL_FIELD', 'two words', 'must be the name of a field'],
    ['MONNIFY_APPROVAL_SIGNATURE', 'yes', 'must be one of'],
    ['PAYSTACK_APPROVAL_SIGNATURE', 'yes', 'must be one of'],
  ])('refuses %s=%s', (name, value, told) => {
    expect(faultsOf({ [name]: value })).toEqual([expect.stringContaining(`${name} ${told}`)]);
  });

  it('describes each variable once, and the lists that require it', () => {
    const settings = describeSettings(KNOWN_SETTINGS).flatMap((group) => group.settings);
    const names = settings.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    const unset = (name: string) => settings.find((setting) => setting.name === name)?.default;
    expect(unset('MONNIFY_API_KEY')).toBe('required where `PAYOUT_PROVIDERS` or `DEPOSIT_PROVIDERS` names `monnify`');
    expect(unset('MONNIFY_SOURCE_ACCOUNT')).toBe('required where `PAYOUT_PROVIDERS` names `monnify`');
    expect(unset('MONNIFY_CONTRACT_CODE')).toBe('required where `DEPOSIT_PROVIDERS` names `monnify`');
  });
});

describe('configuration from variables', () => {
  it('converts to the units of the code', () => {
    const config = load({
      ...SERVER,
      ...VTPASS,
      ...QUICKTELLER,
      HOST: '::',
      PORT: '0',
      PUBLIC_URL: 'https://api.example.com/',
      TRUSTED_PROXIES: ' 10.0.0.0/8 , ::1,loopback ',
      BILLER_PROVIDERS: 'vtpass,quickteller',
      RATE_LIMIT_SCALE: '0.5',
      REFERRAL_BONUS: '12.34',
      GOOGLE_CLIENT_IDS: 'one, two',
      REDIS_PREFIX: 'mine',
    });
    const http = config.of(HttpEnvironment);
    expect([http.PORT, http.RATE_LIMIT_SCALE]).toEqual([0, 0.5]);
    expect([http.publicUrl, http.uploadUrl]).toEqual(['https://api.example.com', 'https://api.example.com/uploads']);
    expect(http.trustedProxies).toEqual(['10.0.0.0/8', '::1', 'loopback']);
    const providers = config.of(ProvidersEnvironment);
    expect(providers.providersOf('biller')).toEqual(['vtpass', 'quickteller']);
    expect(providers.times).toEqual({ submitTimeoutMs: 45_000, readTimeoutMs: 15_000 });
    expect(config.of(AttemptsEnvironment).floatAlertKobo).toBe(10_000_000);
    expect(config.of(RedisEnvironment).REDIS_PREFIX).toBe('mine');
    const [vtpass, quickteller] = ['vtpass', 'quickteller'].map((name) => manifestOf(name));
    expect({ ...config.variablesOf(vtpass!) }).toEqual(
      Object.fromEntries(Object.entries(VTPASS).filter(([name]) => name.startsWith('VTPASS_'))),
    );
    expect(config.variablesOf(quickteller!)).toMatchObject({
      QUICKTELLER_TERMINAL_ID: '3PBL0001',
      QUICKTELLER_REFERENCE_LENGTH: 12,
      QUICKTELLER_PHONE_FORM: 'local',
    });
    expect(config.of(PurchasesEnvironment).referralBonusKobo).toBe(1234);
    expect(config.of(SignInEnvironment).google.clientIds).toEqual(['one', 'two']);
    expect(config.appKey.toString('base64')).toBe(APP_KEY);
    expect(config.previousAppKeys).toEqual([]);
    const former = [randomBytes(32), randomBytes(32)];
    const listed = former.map((key) => key.toString('base64')).join(', ');
    expect(load({ ...SERVER, APP_KEY_PREVIOUS: listed }).previousAppKeys).toEqual(former);
    expect(existsSync(join(config.dataDir, 'app.key'))).toBe(false);
    expect(load({ HOST: '::1' }).of(HttpEnvironment).publicUrl).toBe('http://[::1]:3000');
  });

  it.each([
    ['api', true, false],
    ['worker', false, true],
    ['all', true, true],
  ])('ROLE=%s', (ROLE, servesApi, runsJobs) => {
    const config = load({ ...SERVER, ROLE });
    expect([config.servesApi, config.runsJobs]).toEqual([servesApi, runsJobs]);
  });

  it("an operator's command neither serves nor works, whatever ROLE says", () => {
    const config = Config.loadForTool({ DATA_DIR: folder, ROLE: 'worker' }, true);
    expect([config.role, config.servesApi, config.runsJobs]).toEqual(['tool', false, false]);
  });
});

describe('data folder', () => {
  it('is closed to others, with what is in it, also when it was there before', () => {
    const DATA_DIR = join(folder, 'before');
    mkdirSync(join(DATA_DIR, 'uploads'), { recursive: true });
    writeFileSync(join(DATA_DIR, 'harmattan.sqlite'), '');
    for (const [path, mode] of [
      ['.', 0o755],
      ['uploads', 0o777],
      ['harmattan.sqlite', 0o644],
    ] as const)
      chmodSync(join(DATA_DIR, path), mode);
    expect(load({ DATA_DIR }).warnings).toEqual([]);
    const modes = ['.', 'uploads', 'harmattan.sqlite'].map((path) => statSync(join(DATA_DIR, path)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700, 0o600]);
  });

  it('is refused in a sentence where it is a file', () => {
    const DATA_DIR = join(folder, 'file');
    writeFileSync(DATA_DIR, '');
    expect(() => load({ DATA_DIR })).toThrow(/^DATA_DIR .+ cannot be used \(EEXIST\): name a folder/);
  });

  it('is not made by a command that finds no database', () => {
    const DATA_DIR = join(folder, 'nowhere');
    expect(() => Config.loadForTool({ DATA_DIR })).toThrow(/^There is no database in .+nowhere: /);
    expect(existsSync(DATA_DIR)).toBe(false);
  });
});

describe('invalid configuration', () => {
  it.each([
    ['NODE_ENV', 'prod'],
    ['ROLE', 'both'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '3000.5'],
    ['PORT', 'http'],
    ['PUBLIC_URL', 'api.example.com'],
    ['UPLOAD_URL', 'ftp://files.example.com'],
    ['TRUSTED_PROXIES', 'everyone'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
    ['TRUSTED_PROXIES', '10.0.0.0/'],
    ['TRUSTED_PROXIES', '10.0.0.1,,10.0.0.2'],
    ['METRICS_TOKEN', 'short'],
    ['WEB_ORIGINS', '*'],
    ['WEB_ORIGINS', 'https://app.example.com/'],
    ['WEB_ORIGINS', 'https://app.example.com, app.example.com'],
    ['SANDBOX_TOKEN', 'short'],
    ['DATABASE_URL', 'postgres://127.0.0.1/harmattan'],
    ['DATABASE_REPLICA_URLS', 'mysql://a/b,nothing'],
    ['DATABASE_DIALECT', 'postgres'],
    ['REDIS_URL', 'http://127.0.0.1'],
    ['REDIS_URL', 'redis+cluster://127.0.0.1/1'],
    ['REDIS_PREFIX', 'with space'],
    ['APP_KEY', 'too short'],
    ['APP_KEY', randomBytes(31).toString('base64')],
    ['APP_KEY', randomBytes(33).toString('base64')],
    ['APP_KEY', randomBytes(32).toString('hex')],
    ['LEDGER_KEY', 'too short'],
    ['APP_KEY_PREVIOUS', `${APP_KEY},too short`],
    ['MAIL_URL', 'http://127.0.0.1'],
    ['SUPPORT_EMAIL', 'help at example.com'],
    ['SUPPORT_EMAIL', 'Help <help@example.com>'],
    ['SUPPORT_PHONE', 'call us'],
    ['SUPPORT_PHONE', '123'],
    ['SUPPORT_PHONE', '0700 555 0123, 0700 555 0124'],
    ['BILLER_PROVIDERS', 'sandbox,'],
    ['DEPOSIT_PROVIDERS', 'Sand Box'],
    ['SANDBOX_WEBHOOK_SECRET', 'secret'],
    ['SANDBOX_PROVIDERS', 'yes'],
    ['PROVIDER_SUBMIT_TIMEOUT_SECONDS', '0'],
    ['PROVIDER_READ_TIMEOUT_SECONDS', 'soon'],
    ['PROVIDER_FLOAT_ALERT', '-1'],
    ['VTPASS_URL', 'https://vtpass.com'],
    ['VTPASS_URL', 'https://user:password@vtpass.com/api'],
    ['VTPASS_WEBHOOK_TOKEN', 'of twenty-three charact'],
    ['QUICKTELLER_URL', 'https://qa.interswitchng.com/api/v4'],
    ['QUICKTELLER_REFERENCE_PREFIX', '145'],
    ['QUICKTELLER_REFERENCE_LENGTH', '11'],
    ['QUICKTELLER_PHONE_FORM', 'e164'],
    ['WEBHOOK_LOOPBACK', 'yes'],
    ['WEBHOOK_RETENTION_DAYS', '6'],
    ['WEBHOOK_RETENTION_DAYS', 'forever'],
    ['RETENTION_CONTACT_FORM_DAYS', '-1'],
    ['RETENTION_TICKET_DAYS', 'long'],
    ['RETENTION_VISITOR_DAYS', '1.5'],
    ['RETENTION_LOGIN_RECORD_DAYS', '30'],
    ['RETENTION_FAILED_MAIL_DAYS', '6'],
    ['RETENTION_PURCHASE_ANSWER_DAYS', '3651'],
    ['RETENTION_STAFF_READ_DAYS', '399'],
    ['RETENTION_IDEMPOTENCY_DAYS', '6'],
    ['EXPO_URL', 'exp.host'],
    ['FCM_URL', 'ftp://fcm.googleapis.com'],
    ['SMS_TOKEN', 'two words'],
    ['SMS_SENDER', ''.padEnd(17, 'x')],
    ['GOOGLE_JWKS_URL', 'certs'],
    ['SIGNATURE_TOLERANCE_SECONDS', '0'],
    ['SESSION_TTL_SECONDS', 'a day'],
    ['RATE_LIMIT_SCALE', '-1'],
    ['RATE_LIMIT_SCALE', 'Infinity'],
    ['REFERRAL_BONUS', '0.001'],
    ['LOG_LEVEL', 'chatty'],
  ])('%s=%s is reported by name', (name, value) => {
    const faults = faultsOf({ ...SERVER, [name]: value });
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.every((fault) => fault.startsWith(name))).toBe(true);
  });

  it.each([
    ['APP_KEY', 'canary-key'],
    ['DATABASE_URL', 'mysqll://root:canary-key@127.0.0.1/harmattan'],
    ['REDIS_URL', 'rediss//:canary-key@127.0.0.1'],
    ['MAIL_URL', 'smtp//user:canary-key@127.0.0.1'],
    ['METRICS_TOKEN', 'canary-key'],
    ['SANDBOX_TOKEN', 'canary-key'],
    ['SANDBOX_WEBHOOK_SECRET', 'whsec_canary-key'],
    ['EXPO_ACCESS_TOKEN', 'canary-key canary-key'],
    ['VTPASS_SECRET_KEY', 'canary-key canary-key'],
    ['VTPASS_WEBHOOK_TOKEN', 'canary-key'],
    ['QUICKTELLER_CLIENT_SECRET', 'canary-key canary-key'],
  ])('%s is reported without its secret value', (name, value) => {
    const faults = faultsOf({ [name]: value });
    expect(faults.join()).toContain(name);
    expect(faults.join()).not.toContain('canary-key');
  });

  it('is reported all together', () => {
    const faults = faultsOf({ PORT: 'x', LOG_LEVEL: 'x', DATABASE_URL: 'x', REFERRAL_BONUS: 'x', ROLE: 'api' });
    for (const name of ['PORT', 'LOG_LEVEL', 'DATABASE_URL', 'REFERRAL_BONUS', 'APP_KEY', 'ROLE'])
      expect(faults.some((fault) => fault.includes(name))).toBe(true);
    expect(new ConfigurationError(faults).message.split('\n')).toHaveLength(faults.length + 1);
  });

  it.each([
    ['a database without APP_KEY', { DATABASE_URL: SERVER.DATABASE_URL }, 'APP_KEY'],
    ['api without a database', { ROLE: 'api' }, 'ROLE'],
    ['worker without Redis', { ROLE: 'worker', DATABASE_URL: SERVER.DATABASE_URL, APP_KEY }, 'ROLE'],
    ['replicas of nothing', { DATABASE_REPLICA_URLS: 'mysql://a/b' }, 'DATABASE_REPLICA_URLS'],
    ['a dialect of nothing', { DATABASE_DIALECT: 'tidb' }, 'DATABASE_DIALECT'],
    ['an access token for nobody', { EXPO_ACCESS_TOKEN: 'secret' }, 'EXPO_ACCESS_TOKEN'],
    [
      'webhooks to this machine in production',
      { NODE_ENV: 'production', SANDBOX_PROVIDERS: 'allowed', WEBHOOK_LOOPBACK: 'allowed' },
      'WEBHOOK_LOOPBACK',
    ],
    [
      'production with the sandbox bank and no secret',
      { ...SERVER, NODE_ENV: 'production', SANDBOX_PROVIDERS: 'allowed' },
      'SANDBOX_WEBHOOK_SECRET',
    ],
    [
      'production with the sandbox that delivers nothing',
      { NODE_ENV: 'production', DEPOSIT_PROVIDERS: 'paystack', PAYOUT_PROVIDERS: 'paystack', PAYSTACK_SECRET_KEY: 'sk_live_1' },
      'BILLER_PROVIDERS',
    ],
    [
      'production with the sandbox that pays',
      { NODE_ENV: 'production', ...QUICKTELLER, PAYOUT_PROVIDERS: 'paystack', PAYSTACK_SECRET_KEY: 'sk_live_1' },
      'DEPOSIT_PROVIDERS',
    ],
    [
      'production with the sandbox that pays out',
      { NODE_ENV: 'production', ...QUICKTELLER, DEPOSIT_PROVIDERS: 'paystack', PAYSTACK_SECRET_KEY: 'sk_live_1' },
      'PAYOUT_PROVIDERS',
    ],
    ['Paystack without its key', { DEPOSIT_PROVIDERS: 'paystack' }, 'paystack, which needs PAYSTACK_SECRET_KEY'],
    [
      'Monnify without its settings',
      { DEPOSIT_PROVIDERS: 'monnify', MONNIFY_API_KEY: 'k' },
      'monnify, which needs MONNIFY_URL, MONNIFY_SECRET_KEY, MONNIFY_CONTRACT_CODE',
    ],
    [
      'Monnify over http in production',
      {
        ...VTPASS,
        NODE_ENV: 'production',
        DEPOSIT_PROVIDERS: 'monnify',
        PAYOUT_PROVIDERS: 'paystack',
        PAYSTACK_SECRET_KEY: 'sk_live_1',
        MONNIFY_URL: 'http://monnify.example',
        MONNIFY_API_KEY: 'k',
        MONNIFY_SECRET_KEY: 's',
        MONNIFY_CONTRACT_CODE: 'c',
      },
      'MONNIFY_URL must be https in production',
    ],
    ['VTpass without a setting', { ...VTPASS, VTPASS_PUBLIC_KEY: '' }, 'vtpass, which needs VTPASS_PUBLIC_KEY'],
    [
      'Quickteller without settings',
      { BILLER_PROVIDERS: 'quickteller', QUICKTELLER_CLIENT_ID: 'id' },
      'QUICKTELLER_TOKEN_URL, QUICKTELLER_CLIENT_SECRET',
    ],
    [
      'a provider without TLS in production',
      { ...IN_PRODUCTION, VTPASS_URL: 'http://127.0.0.1:4001/api' },
      'VTPASS_URL must be https',
    ],
  ])('%s', (_, environment, name) => {
    const faults = faultsOf(environment);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(name);
  });

  it('passes none in production with real providers', () => {
    expect(faultsOf(IN_PRODUCTION)).toEqual([]);
  });
});

describe('links', () => {
  it.each([
    [{ HOST: '0.0.0.0', PORT: '3100' }, 'http://localhost:3100'],
    [{ HOST: '::' }, 'http://localhost:3000'],
    [{ HOST: '::1' }, 'http://[::1]:3000'],
    [{ PUBLIC_URL: 'http://0.0.0.0:8080/pay/' }, 'http://localhost:8080/pay'],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://pay.example/' }, 'https://pay.example'],
  ])('of %j lead to %s', (environment, url) => {
    const { publicUrl, uploadUrl } = load(environment).of(HttpEnvironment);
    expect([publicUrl, uploadUrl]).toEqual([url, `${url}/uploads`]);
  });

  it('lead nowhere else for files', () => {
    expect(load({ UPLOAD_URL: 'http://[::]:3000/uploads' }).of(HttpEnvironment).uploadUrl).toBe('http://localhost:3000/uploads');
  });
});

describe('production', () => {
  const ADDRESSES: readonly (readonly [name: string, url: string, others: Record<string, string>])[] = [
    ['PUBLIC_URL', 'http://pay.example', {}],
    ['UPLOAD_URL', 'http://files.example', {}],
    ['SMS_URL', 'http://sms.example/send', { SMS_TOKEN: 'token' }],
    ['GOOGLE_JWKS_URL', 'http://google.example/certs', {}],
    ['S3_URL', 'http://access:secret@s3.example/bucket', {}],
    ['EXPO_URL', 'http://exp.example', {}],
    ['FCM_URL', 'http://fcm.example', {}],
    ['LEDGER_ANCHOR_URL', 's3:http://access:secret@s3.example/anchors', {}],
    ['BACKUP_URL', 's3:http://access:secret@s3.example/backups', {}],
    ['PAYSTACK_URL', 'http://paystack.example', {}],
  ];
  const fault = (sentence: string) => [expect.stringContaining(sentence) as string];

  it.each(ADDRESSES)('refuses %s without TLS, but for this machine where that is allowed', (name, url, others) => {
    const faults = (address: string, more?: Record<string, string>) =>
      faultsOf({ ...IN_PRODUCTION, ...others, ...more, [name]: address });
    const LOOPBACK = { INSECURE_LOOPBACK_URLS: 'allowed' };
    expect(faults(url)).toEqual(fault(`${name} must be https in production`));
    expect(faults(url, LOOPBACK)).toEqual(fault(`${name} must be https in production`));
    expect(faults(url.replace('http:', 'https:'))).toEqual([]);
    for (const host of ['127.0.0.1:9000', '127.8.9.10', '[::1]:9000', 'localhost:9000']) {
      const here = url.replace(/[a-z0-9]+\.example/, host);
      expect(faults(here)).toEqual(fault('INSECURE_LOOPBACK_URLS=allowed'));
      expect(faults(here, LOOPBACK)).toEqual([]);
    }
    for (const host of ['127.0.0.1.example.com', 'localhost.example.com', '10.0.0.1', '0.0.0.0'])
      expect(faults(url.replace(/[a-z0-9]+\.example/, host), LOOPBACK)).toContainEqual(fault(name)[0]);
    expect(faultsOf({ ...others, [name]: url })).toEqual([]);
  });

  it.each([
    ['VTPASS_URL', '/api'],
    ['QUICKTELLER_URL', '/api/v5'],
    ['QUICKTELLER_TOKEN_URL', ''],
    ['PAYSTACK_URL', ''],
    ['MONNIFY_URL', ''],
  ])('refuses %s of a provider without TLS', (name, path) => {
    const faults = (scheme: string) =>
      faultsOf({ ...IN_PRODUCTION, [name]: `${scheme}://provider.example${path}` }).filter((text) => text.startsWith(name));
    expect(faults('http')).toEqual(fault(`${name} must be https in production`));
    expect(faults('https')).toEqual([]);
  });

  it.each(['APP_KEY', 'LEDGER_KEY', 'BACKUP_KEY'])('refuses a %s that can be guessed', (name) => {
    const zeros = { [name]: Buffer.alloc(32).toString('base64') };
    expect(faultsOf({ ...IN_PRODUCTION, ...zeros })).toEqual(fault(`${name} can be guessed`));
    expect(faultsOf(zeros)).toEqual([]);
    expect(faultsOf({ ...IN_PRODUCTION, [name]: randomBytes(32).toString('base64') })).toEqual([]);
  });

  it('refuses to be without rate limits', () => {
    expect(faultsOf({ ...IN_PRODUCTION, RATE_LIMIT_SCALE: '0' })).toEqual(fault('RATE_LIMIT_SCALE must be above 0'));
    expect(faultsOf({ ...IN_PRODUCTION, RATE_LIMIT_SCALE: '0.5' })).toEqual([]);
    expect(faultsOf({ RATE_LIMIT_SCALE: '0' })).toEqual([]);
  });

  it('refuses limits so high that they are none', () => {
    expect(faultsOf({ ...IN_PRODUCTION, RATE_LIMIT_SCALE: '101' })).toEqual(fault('RATE_LIMIT_SCALE must be 100 at most'));
    expect(faultsOf({ ...IN_PRODUCTION, RATE_LIMIT_SCALE: '100' })).toEqual([]);
    expect(faultsOf({ RATE_LIMIT_SCALE: '1000000' })).toEqual([]);
  });

  it.each(['{"account_passwords":{"cap":2001}}', '{"second_factors":{"windowSeconds":863}}'])(
    'refuses the budget %s, which is none',
    (BUDGETS) => {
      expect(faultsOf({ ...IN_PRODUCTION, BUDGETS })).toEqual(fault('must allow 100 times of its default at most'));
      expect(faultsOf({ BUDGETS })).toEqual([]);
    },
  );

  it('takes budgets of other sizes', () => {
    const BUDGETS = '{"account_passwords":{"cap":2000},"second_factors":{"windowSeconds":864},"unproved_mails":{"cap":1}}';
    expect(faultsOf({ ...IN_PRODUCTION, BUDGETS })).toEqual([]);
  });

  it.each(['0.0.0.0/0', '::/0', '0.0.0.0/1,128.0.0.0/1', 'loopback, 128.0.0.0/1, 0.0.0.0/1', '0.0.0.0/1', '41.0.0.0/7'])(
    'refuses to trust everybody: %s',
    (proxies) => expect(faultsOf({ ...IN_PRODUCTION, TRUSTED_PROXIES: proxies })).toEqual(fault('TRUSTED_PROXIES must not be')),
  );

  it('trusts proxies of its own', () => {
    expect(faultsOf({ ...IN_PRODUCTION, TRUSTED_PROXIES: '10.0.0.0/8,fd00::/8,loopback,203.0.113.7' })).toEqual([]);
  });

  it.each(['0.0.0.0', '::'])('refuses to listen on %s and be reached by no name', (HOST) => {
    expect(faultsOf({ ...IN_PRODUCTION, HOST })).toEqual(fault(`PUBLIC_URL is required in production with HOST=${HOST}`));
    expect(faultsOf({ ...IN_PRODUCTION, HOST, PUBLIC_URL: 'https://pay.example' })).toEqual([]);
  });

  it.each(['PUBLIC_URL', 'UPLOAD_URL'])('refuses a %s that nobody can call', (name) => {
    for (const url of ['https://0.0.0.0:3000', 'https://[::]/files', 'https://0'])
      expect(faultsOf({ ...IN_PRODUCTION, [name]: url })).toEqual(fault(`${name} must name the service`));
  });

  it('sends mails to another machine over TLS only, unless told otherwise', () => {
    const tlsOf = (config: Config) => config.of(MailEnvironment).tls(config.production);
    const tls = (settings: Record<string, string>) => tlsOf(load({ ...IN_PRODUCTION, ...settings }));
    expect(tls({ MAIL_URL: 'smtp://mail.example:587' })).toBe('required');
    expect(tls({ MAIL_URL: 'smtp://mail.example:587', MAIL_TLS: 'offered' })).toBe('offered');
    for (const host of ['127.0.0.1:25', '[::1]', 'localhost']) expect(tls({ MAIL_URL: `smtp://${host}` })).toBe('offered');
    expect(tlsOf(load({ MAIL_URL: 'smtp://mail.example' }))).toBe('offered');
  });

  it.each([
    ['DATABASE_URL', 'mysql://me:secret@db.example/harmattan', 'mysql://me:secret@db.example/harmattan?ssl=true', {}],
    [
      'MIGRATION_DATABASE_URL',
      'mysql://owner@db.example/harmattan',
      'mysql://owner@db.example/harmattan?ssl=required',
      { DATABASE_URL: 'mysql://me@127.0.0.1/harmattan' },
    ],
    ['DATABASE_REPLICA_URLS', 'mysql://me@127.0.0.1/x,mysql://me@two.example/x', 'mysql://me@[::1]/x', {}],
    ['REDIS_URL', 'redis://:secret@redis.example', 'rediss://:secret@redis.example', {}],
    ['REDIS_URL', 'redis+sentinel://127.0.0.1,two.example/main', 'redis+sentinel://127.0.0.1,localhost/main', {}],
    ['REDIS_URL', 'redis+cluster://one.example', 'rediss+cluster://one.example', {}],
    ['REDIS_URL', 'redis://redis.example', 'unix:///run/redis.sock', {}],
  ])('refuses a %s in the clear to another machine, unless the network is private', (name, clear, encrypted, others) => {
    const given = { ...IN_PRODUCTION, ...others };
    expect(faultsOf({ ...given, [name]: clear })).toEqual(fault(`${name} must ask for TLS`));
    expect(faultsOf({ ...given, [name]: clear }).join()).not.toContain('secret');
    expect(faultsOf({ ...given, [name]: encrypted })).toEqual([]);
    expect(faultsOf({ ...given, [name]: clear, PLAINTEXT_DATA: 'allowed' })).toEqual([]);
    expect(faultsOf({ ...given, [name]: clear, NODE_ENV: 'development' })).toEqual([]);
  });

  it('reports what is no value once', () => {
    const keys = { APP_KEY: 'short', BACKUP_KEY: 'short' };
    const networks = { OFFICE_NETWORKS: '10.0.0.0/x', TRUSTED_PROXIES: '10.0.0.0/x' };
    const faults = faultsOf({ ...IN_PRODUCTION, ...keys, ...networks, RATE_LIMIT_SCALE: '-1' });
    const names = [...Object.keys(keys), ...Object.keys(networks), 'RATE_LIMIT_SCALE'];
    expect(faults.map((text) => text.replace(/ .*/, '')).toSorted()).toEqual(names.toSorted());
  });

  it.each([
    ['CHARGES', 'nigeria-2027', 'nigeria-2026'],
    ['LIMITS', 'nigeria-2027', 'nigeria-2023, nigeria-tiers'],
  ])('names what %s may be, where it is something else', (name, value, known) => {
    expect(() => Config.load({ [name]: value }, KNOWN_SETTINGS)).toThrow(
      `${name} must be one of the following values: none, ${known}`,
    );
  });
});
