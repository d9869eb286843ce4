import { SandboxPayoutTimes } from '../../../src/contexts/banks/adapters/sandbox/typeorm-sandbox-payouts.js';
import { AdvancePayout } from '../../../src/contexts/payouts/advance-payout.js';
import { PayoutSettings, Payouts } from '../../../src/contexts/payouts/payouts.js';
import { naira } from '../../../src/kernel/money.js';
import { Ledger, SUSPENSE_ACCOUNT, VerifyLedger } from '../../../src/ledger/index.js';
import { Database } from '../../../src/platform/database/database.js';
import { SandboxOutcomes } from '../../../src/sandbox/sandbox-outcomes.js';
import { type SandboxOutcome } from '../../../src/sandbox/outcome-names.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import type { Engine } from '../../support/backend.js';
import type { Answer, CallOptions } from '../../support/client.js';
import { movement } from '../../support/ledger-fixture.js';
import { until } from '../../support/until.js';

/** The whole service with a sandbox of short delays, and calls to pay out with. */
export class PayoutDesk {
  private constructor(readonly service: TestApp) {}

  static async open(backend: Engine, overrides: Readonly<Record<string, string>> = {}): Promise<PayoutDesk> {
    const service = await startApp(backend, { RATE_LIMIT_SCALE: '100', ...overrides });
    Object.assign(service.app.get(PayoutSettings, { strict: false }), { answerWithinMs: 600 });
    Object.assign(service.app.get(SandboxPayoutTimes, { strict: false }), {
      submitTimeoutMs: 2_000,
      requeryDelaysMs: [50, 100, 100, 200, 200, ...Array<number>(600).fill(500)],
    });
    return new PayoutDesk(service);
  }

  /** A new user with this much in the wallet. */
  async payer(balanceNaira = 100_000): Promise<TestUser> {
    const user = await this.service.register();
    await this.service.app.get(Ledger).commit(movement(SUSPENSE_ACCOUNT, user.userid, naira(balanceNaira)));
    return user;
  }

  async resolve(as: TestUser, account: string): Promise<string> {
    const { body } = await this.service.client.get('user_bank_resolve', { as, query: { code: 'gtbank', account } });
    return body.DATA.name as string;
  }

  create(as: TestUser, body: Readonly<Record<string, unknown>>, options: CallOptions = {}): Promise<Answer> {
    return this.service.client.post('user_payout_create', { ...options, as, body: { code: 'gtbank', amount: 20_000, ...body } });
  }

  /** Resolves first. */
  async pay(as: TestUser, account: string, more: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
    return this.create(as, { account, name: await this.resolve(as, account), ...more });
  }

  fetch(as: TestUser, rqtp: string, rqvl = ''): Promise<Answer> {
    return this.service.client.get('user_payout_fetch', { as, query: { rqtp, ...(rqvl === '' ? {} : { rqvl }) } });
  }

  async payout(as: TestUser, id: string): Promise<Record<string, unknown>> {
    return (await this.fetch(as, 'mk', id)).body.DATA.result[0] as Record<string, unknown>;
  }

  async becomes(as: TestUser, id: string, status: string): Promise<void> {
    await until(async () => (await this.payout(as, id))['status'] === status);
  }

  async decide(id: string, outcome: SandboxOutcome): Promise<void> {
    await this.service.app.get(SandboxOutcomes).decide(id, outcome);
    await this.ask(id);
  }

  async ask(id: string): Promise<void> {
    const state = await this.service.app.get(Payouts).find(id);
    await this.service.app.get(AdvancePayout).query(state!);
  }

  async balance(user: TestUser): Promise<number> {
    return (await this.accountKobo(user.userid)) / 100;
  }

  async accountKobo(account: string): Promise<number> {
    const [row] = await this.rows<{ balance: number | string }>(
      'SELECT balance_kobo AS balance FROM ledger_account WHERE id = ?',
      account,
    );
    return Number(row?.balance ?? 0);
  }

  rows<Row extends object>(sql: string, ...values: readonly (string | number)[]): Promise<Row[]> {
    return this.service.app.get(Database, { strict: false }).rows<Row>(sql, [...values]);
  }

  verify() {
    return this.service.app.get(VerifyLedger, { strict: false }).execute();
  }
}
