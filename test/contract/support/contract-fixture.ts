import { Ledger } from '../../../src/contexts/wallet/index.js';
import { newId } from '../../../src/kernel/ids.js';
import { Database } from '../../../src/platform/database/database.js';
import { OperationRegistry } from '../../../src/platform/http/operation-registry.js';
import { AIRTIME, ELECTRICITY } from '../../contexts/billing/support.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import type { Backend } from '../../support/backend.js';
import { movement } from '../../support/books.js';
import type { Answer, CallOptions, Credentials } from '../../support/client.js';
import { IdTokenIssuer } from '../../support/id-token-issuer.js';
import { codesTo } from '../../support/mailbox.js';
import { signInStaff } from '../../support/staff.js';
import { documented, GRANTS } from './documents.js';
import type { Section } from './section.js';

export { AIRTIME, ELECTRICITY };

let numbers = 0;
export const unique = (name: string): string => `${name}${process.pid}x${++numbers}`;
export const newAddress = (): string => `${unique('contract')}@example.com`;

/** The whole service with people in it to whom things have happened. */
export class ContractFixture {
  /** Has money, and at least one of everything. */
  ada: TestUser;
  /** Received money and sent some back. */
  obi: TestUser;
  /** To whom nothing has happened. */
  newcomer: TestUser;
  /** A test account with money. */
  tester: TestUser;
  /** Staff with every grant there is. */
  staff: TestUser;
  /** Staff with no grant at all. */
  clerk: TestUser;

  private constructor(
    readonly service: TestApp,
    readonly issuer: IdTokenIssuer,
    private readonly calls: Section['calls'],
  ) {}

  /** @param calls  of the sections; not imported here, because they are made of what is here */
  static async open(backend: Backend, calls: Section['calls'] = {}): Promise<ContractFixture> {
    const issuer = await new IdTokenIssuer().start();
    const world = new ContractFixture(await startApp(backend, issuer.environment), issuer, calls);
    const push = { tktp: 'expo', phtk: unique('token-'), chid: 'main' };
    [world.ada, world.obi, world.newcomer, world.tester] = [
      await world.person(100_000, push),
      await world.person(0),
      await world.person(0),
      await world.testAccount(10_000),
    ];
    world.staff = await signInStaff(world.service, ...GRANTS);
    world.clerk = await signInStaff(world.service);
    await world.must('user_transfer_create', { as: world.ada, body: { email: world.obi.email, amount: 500, messge: 'Lunch' } });
    await world.must('user_transfer_create', { as: world.obi, body: { email: world.ada.email, amount: 100 } });
    await world.must('user_deposit_order_create', { as: world.ada, body: { amount: 5_000 } });
    await world.must('service_airtime_purchase', { as: world.ada, body: AIRTIME });
    await world.must('service_bill_payment', { as: world.ada, body: ELECTRICITY });
    return world;
  }

  async close(): Promise<void> {
    await this.service.close();
    this.issuer.stop();
  }

  /** A new user with this much in the wallet. */
  async person(balanceNaira = 0, overrides: Readonly<Record<string, string>> = {}): Promise<TestUser> {
    const user = await this.service.register(overrides);
    if (balanceNaira > 0) await this.get(Ledger).commit(movement('system:suspense', user.userid, balanceNaira * 100));
    return user;
  }

  async testAccount(balanceNaira = 0): Promise<TestUser> {
    const user = await this.person(balanceNaira);
    await this.sql('UPDATE user_account SET is_test = 1 WHERE id = ?', user.userid);
    return user;
  }

  /** Signs a user in on another device. */
  async session({ email, password }: TestUser): Promise<Credentials> {
    const body = { emal: email, pswd: password, dvty: 'Web', dsnm: unique('device-') };
    return (await this.must('user_profile_login', { body })).body.DATA as Credentials;
  }

  /** Asks for a code to be sent to the address, and reads it there. */
  async codeSentTo(emal: string, before = 0): Promise<string> {
    await this.must('user_email_verify_send', { query: { emal } });
    return (await codesTo(this.service.config.dataDir, emal, before + 1)).at(-1)!;
  }

  /** The code of the mail that welcomed this user. */
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

  /** What answers this action OK; the sections know it. */
  async goodCall(action: string): Promise<CallOptions> {
    return this.calls[action]!(this);
  }

  /** Sends an operation with the method of the documents. */
  call(action: string, options: CallOptions = {}): Promise<Answer> {
    const { method } = action === 'webhook_receive' ? { method: 'POST' } : documented(action);
    return this.service.client.call(action, { method, ...options });
  }

  /** The same, and it has to be answered OK. */
  async must(action: string, options: CallOptions = {}): Promise<Answer> {
    const answer = await this.call(action, options);
    if (answer.body.REQUEST.STATUS !== 'OK') throw new Error(`${action}: ${JSON.stringify(answer.body)}`);
    return answer;
  }

  /** Sends it while what serves it is broken. */
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

  get unknownMarker(): string {
    return newId();
  }
}
