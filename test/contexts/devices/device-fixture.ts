import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { relyingPartyOf } from '../../../src/kernel/passkeys.js';
import { naira } from '../../../src/kernel/money.js';
import { Ledger, SUSPENSE_ACCOUNT } from '../../../src/ledger/index.js';
import { Database } from '../../../src/platform/database/database.js';
import { HttpEnvironment } from '../../../src/platform/http/http.settings.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import type { Engine } from '../../support/backend.js';
import type { Answer, CallOptions, Credentials } from '../../support/client.js';
import { ManualClock } from '../../support/clocks.js';
import { movement } from '../../support/ledger-fixture.js';
import { codesTo } from '../../support/mailbox.js';
import { SoftwareAuthenticator } from '../../../packages/harness/software-authenticator.js';

type Over = Partial<Parameters<SoftwareAuthenticator['answer']>[0]>;
export type Wire = Readonly<Record<string, unknown>>;

interface Challenge {
  readonly challenge: string;
  readonly text: string;
}

/** The keystore of a phone. */
export class AppKey {
  private readonly keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };

  constructor(namedCurve = 'P-256') {
    this.keys = generateKeyPairSync('ec', { namedCurve });
  }

  get key(): string {
    return this.keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64url');
  }

  sign(text: string, dsaEncoding: 'der' | 'ieee-p1363' = 'der'): string {
    return createSign('sha256').update(text).sign({ key: this.keys.privateKey, dsaEncoding }, 'base64url');
  }
}

/** The whole service, where payments are confirmed, and calls to bind devices and to pay with. */
export class DeviceFixture {
  readonly rpId: string;
  readonly origin: string;

  private constructor(
    readonly service: TestApp,
    readonly clock: ManualClock,
  ) {
    const { id, origins } = relyingPartyOf(service.config.of(HttpEnvironment).publicUrl);
    this.rpId = id;
    this.origin = origins[0]!;
  }

  static async open(backend: Engine, overrides: Readonly<Record<string, string>> = {}): Promise<DeviceFixture> {
    const clock = new ManualClock();
    return new DeviceFixture(await startApp(backend, { STRONG_PAYMENTS: 'required', ...overrides }, clock), clock);
  }

  close(): Promise<void> {
    return this.service.close();
  }

  post(action: string, as: Credentials, body: object, options: CallOptions = {}): Promise<Answer> {
    return this.service.client.post(action, { ...options, as, body, timestamp: this.seconds });
  }

  get(action: string, as: Credentials, query: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.service.client.get(action, { as, query, timestamp: this.seconds });
  }

  /** A new user with 100,000 in the wallet. */
  async payer(overrides: Readonly<Record<string, string>> = {}): Promise<TestUser> {
    const user = await this.service.register(overrides);
    await this.service.app.get(Ledger).commit(movement(SUSPENSE_ACCOUNT, user.userid, naira(100_000)));
    return user;
  }

  /** Another session of the user. */
  logIn({ email, password }: TestUser, serial: string, code?: string): Promise<Answer> {
    const body = { emal: email, pswd: password, dvty: 'Android', dsnm: serial, dvnm: 'Phone', ...(code ? { code } : {}) };
    return this.service.client.post('user_profile_login', { body });
  }

  /** With a code that is mailed. @param codes how many the mailbox has then */
  async signIn(user: TestUser, serial: string, codes: number): Promise<TestUser> {
    const { email, password } = user;
    await this.service.client.get('user_email_verify_send', { query: { emal: email, purpose: 'login' } });
    const answer = await this.logIn(user, serial, await this.newestCode(user, codes));
    return { ...(ok(answer) as TestUser), email, password };
  }

  begin(as: TestUser, kind: 'passkey' | 'appkey'): Promise<Answer> {
    return this.post('user_device_bind_begin', as, { kind });
  }

  bind(as: TestUser, body: object): Promise<Answer> {
    return this.post('user_device_bind', as, { name: 'Phone', pswd: as.password, ...body });
  }

  async bindAppKey(as: TestUser, more: object = {}, appKey = new AppKey()): Promise<AppKey> {
    const { text } = ok(await this.begin(as, 'appkey')) as Challenge;
    ok(await this.bind(as, { kind: 'appkey', key: appKey.key, signature: appKey.sign(text), ...more }));
    return appKey;
  }

  async bindPasskey(
    as: TestUser,
    more: object = {},
    authenticator = new SoftwareAuthenticator(),
  ): Promise<SoftwareAuthenticator> {
    const { challenge } = ok(await this.begin(as, 'passkey')) as Challenge;
    const made = authenticator.create(this.ceremony(challenge));
    ok(await this.bind(as, { kind: 'passkey', ...made, transports: ['internal'], ...more }));
    return authenticator;
  }

  ceremony(challenge: string) {
    return { challenge, rpId: this.rpId, origin: this.origin };
  }

  async challenge(as: TestUser, payment: Wire, action = 'user_transfer_create'): Promise<Challenge> {
    return ok(await this.post('user_payment_challenge', as, { action, ...payment })) as Challenge;
  }

  async assertion(as: TestUser, by: SoftwareAuthenticator, payment: Wire, over: Over = {}): Promise<object> {
    const { challenge } = await this.challenge(as, payment);
    return by.answer({ ...this.ceremony(challenge), ...over });
  }

  transfer(as: TestUser, payment: Wire, confirmation?: unknown, options: CallOptions = {}): Promise<Answer> {
    const body = { ...payment, ...(confirmation === undefined ? {} : { confirmation }) };
    return this.post('user_transfer_create', as, body, options);
  }

  /** The ID of a refusal; undefined where it was paid. */
  async refusal(answer: Promise<Answer> | Answer): Promise<string | undefined> {
    const { body } = await answer;
    return body.REQUEST.STATUS === 'OK' ? undefined : body.ERRORS.ID;
  }

  async balance(as: TestUser): Promise<number> {
    return (await this.get('user_wallet_get_info', as)).body.DATA.balance as number;
  }

  async newestCode(as: TestUser, count: number): Promise<string> {
    return (await codesTo(this.service.config.dataDir, as.email, count)).at(-1)!;
  }

  rows<Row extends object>(sql: string, ...values: readonly string[]): Promise<Row[]> {
    return this.service.app.get(Database, { strict: false }).rows<Row>(sql, values);
  }

  private get seconds(): number {
    return Math.floor(this.clock.now() / 1000);
  }
}

/** DATA of an answer. @throws Error where it is a refusal */
export function ok({ body }: Answer): Answer['body']['DATA'] {
  if (body.REQUEST.STATUS !== 'OK') throw new Error(JSON.stringify(body));
  return body.DATA;
}
