import { Ledger } from '../../../src/ledger/index.js';
import { newId } from '../../../src/kernel/ids.js';
import { Database } from '../../../src/platform/database/database.js';
import { OperationRegistry } from '../../../src/platform/http/operation-registry.js';
import { AIRTIME, ELECTRICITY } from '../../contexts/purchases/support.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import type { Backend } from '../../support/backend.js';
import { movement } from '../../support/ledger-fixture.js';
import type { Answer, CallOptions, Credentials } from '../../support/client.js';
import { IdTokenIssuer } from '../../support/id-token-issuer.js';
import { codesTo } from '../../support/mailbox.js';
import { signInStaff } from '../../support/staff.js';
import { documented, GRANTS } from './documents.js';
import { type Goods, SANDBOX_GOODS } from './goods.js';
import type { Section } from './section.js';
import { changeRow } from '../../support/change-row.js';

export { AIRTIME, ELECTRICITY };

let numbers = 0;
export const unique = (name: string): string => `${name}${process.pid}x${++numbers}`;
export const newAddress = (): string => `${unique('contract')}@example.com`;

/** The whole service with users and records of every kind. */
export class ContractFixture {
  /** Has money, and at least one of every record. */
  ada: TestUser;
  /** Received money and sent some back. */
  obi: TestUser;
  /** Has no records. */
  newcomer: TestUser;
  /** A test account with money. */
  tester: TestUser;
  /** Staff with every grant. */
  staff: TestUser;
  /** Staff without grants. */
  clerk: TestUser;

  private constructor(
    readonly service: TestApp,
    readonly issuer: IdTokenIssuer,
    private readonly calls: Section['calls'],
    readonly goods: Goods,
  ) {}

  /** @param calls of the sections, passed in because the sections import this file */
  static async open(
    backend: Backend,
    calls: Section['calls'] = {},
    overrides: Readonly<Record<string, string>> = {},
    goods = SANDBOX_GOODS,
  ): Promise<ContractFixture> {
    const issuer = await new IdTokenIssuer().start();
    const fixture = new ContractFixture(await startApp(backend, { ...issuer.environment, ...overrides }), issuer, calls, goods);
    const push = { tktp: 'expo', phtk: unique('token-'), chid: 'main' };
    [fixture.ada, fixture.obi, fixture.newcomer, fixture.tester] = [
      await fixture.newUser(100_000, push),
      await fixture.newUser(0),
      await fixture.newUser(0),
      await fixture.testAccount(10_000),
    ];
    fixture.staff = await signInStaff(fixture.service, ...GRANTS);
    fixture.clerk = await signInStaff(fixture.service);
    await fixture.must('user_transfer_create', {
      as: fixture.ada,
      body: { email: fixture.obi.email, amount: 500, messge: 'Lunch' },
    });
    await fixture.must('user_transfer_create', { as: fixture.obi, body: { email: fixture.ada.email, amount: 100 } });
    await fixture.must('user_deposit_order_create', { as: fixture.ada, body: { amount: 5_000 } });
    await fixture.must('service_airtime_purchase', { as: fixture.ada, body: goods.airtime });
    await fixture.must('service_bill_payment', { as: fixture.ada, body: goods.electricity });
    return fixture;
  }

  async close(): Promise<void> {
    await this.service.close();
    this.issuer.stop();
  }

  async newUser(balanceNaira = 0, overrides: Readonly<Record<string, string>> = {}): Promise<TestUser> {
    const user = await this.service.register(overrides);
    if (balanceNaira > 0) await this.get(Ledger).commit(movement('system:suspense', user.userid, balanceNaira * 100));
    return user;
  }

  async testAccount(balanceNaira = 0): Promise<TestUser> {
    const user = await this.newUser(balanceNaira);
    await this.change('user_account', user.userid, { is_test: 1 });
    return user;
  }

  /** Logs a user in on another device. */
  async session({ email, password }: TestUser): Promise<Credentials> {
    const body = { emal: email, pswd: password, dvty: 'Web', dsnm: unique('device-') };
    return (await this.must('user_profile_login', { body })).body.DATA as Credentials;
  }

  /** Requests a verification code and reads it from the mail. */
  async codeSentTo(emal: string, before = 0): Promise<string> {
    await this.must('user_email_verify_send', { query: { emal } });
    return (await codesTo(this.service.config.dataDir, emal, before + 1)).at(-1)!;
  }

  async welcomeCode({ email }: TestUser): Promise<string> {
    return (await codesTo(this.service.config.dataDir, email))[0]!;
  }

  async referenceOf(as: TestUser): Promise<string> {
    return (await this.must('user_profile_get_info', { as })).body.DATA.referralCode as string;
  }

  /** DATA of the first entry of a list. */
  async first(action: string, options: CallOptions): Promise<Record<string, string>> {
    const { DATA } = (await this.must(action, options)).body;
    return ((Array.isArray(DATA) ? DATA : DATA.result) as Record<string, string>[])[0]!;
  }

  /** The section's successful call of this action. */
  async goodCall(action: string): Promise<CallOptions> {
    return this.calls[action]!(this);
  }

  /** Sends an operation with its documented method. */
  call(action: string, options: CallOptions = {}): Promise<Answer> {
    const { method } = action === 'webhook_receive' ? { method: 'POST' } : documented(action);
    return this.service.client.call(action, { method, ...options });
  }

  /** The same, and asserts that it succeeds. */
  async must(action: string, options: CallOptions = {}): Promise<Answer> {
    const answer = await this.call(action, options);
    if (answer.body.REQUEST.STATUS !== 'OK') throw new Error(`${action}: ${JSON.stringify(answer.body)}`);
    return answer;
  }

  /** Sends it while its port fails. */
  async broken(action: string, options: CallOptions): Promise<Answer> {
    const operation = this.get(OperationRegistry).find(action)! as { handle: unknown };
    const { handle } = operation;
    operation.handle = () => Promise.reject(new Error('broken for a test'));
    try {
      return await this.call(action, options);
    } finally {
      operation.handle = handle;
    }
  }

  get<T>(token: abstract new (...args: never[]) => T): T {
    return this.service.app.get<T>(token, { strict: false });
  }

  async sql(text: string, ...values: (string | number)[]): Promise<void> {
    await this.get(Database).manager.query(text, values);
  }

  /** Changes a row and its seals. */
  change(table: string, id: string, change: Readonly<Record<string, string | number | null>>): Promise<void> {
    return changeRow(this.service.app, table, id, change);
  }

  get unknownMarker(): string {
    return newId();
  }
}
