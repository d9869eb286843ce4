import { Webhook } from 'standardwebhooks';
import { PurchaseSettings } from '../../../src/contexts/purchases/purchases.js';
import { SandboxTimes } from '../../../src/contexts/billers/adapters/sandbox/scenario.js';
import { type BillerProvider, BillerProviders } from '../../../src/contexts/billers/biller-provider.js';
import type { ProviderOutcome } from '../../../src/kernel/provider-outcome.js';
import type { Delivery } from '../../../src/contexts/attempts/index.js';
import { Ledger, SUSPENSE_ACCOUNT } from '../../../src/ledger/index.js';
import { newId } from '../../../src/kernel/ids.js';
import { naira } from '../../../src/kernel/money.js';
import type { TestUser } from '../../support/app.js';
import type { Backend } from '../../support/backend.js';
import type { Answer, Credentials } from '../../support/client.js';
import { movement } from '../../support/ledger-fixture.js';
import { until } from '../../support/until.js';
import { AIRTIME, customerEnding, ELECTRICITY } from '../purchases/support.js';
import { StaffFixture, type Staff } from './staff-fixture.js';

export type Wire = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- DATA has another shape for each operation

/** The provider does not know, and asking again does not help. */
export const UNDECIDED: ProviderOutcome = {
  status: 'unknown',
  cause: 'contradictory',
  asksStaff: true,
  raw: { code: '015', message: 'Ask us' },
};
export const DELIVERED: Delivery = {
  status: 'success',
  raw: { code: '00', message: 'Done' },
  providerReference: 'theirs-1',
};
export const REFUSED: ProviderOutcome = {
  status: 'failed',
  raw: { code: '99', message: 'Refused' },
  errorClass: 'biller_down',
  failoverEligible: false,
};

export interface Received {
  readonly accountNumber: string;
  readonly amount: number;
  readonly transactionId?: string;
  readonly payerName?: string;
}

/** The whole service with members of staff, and a sandbox whose answers a test decides. */
export class BackOfficeFixture {
  /** Proposes and reads. */
  clerk: Staff;
  approver: Staff;
  secondApprover: Staff;

  private constructor(
    readonly staff: StaffFixture,
    readonly provider: BillerProvider,
  ) {}

  static async open(backend: Backend, overrides: Readonly<Record<string, string>> = {}): Promise<BackOfficeFixture> {
    const staff = await StaffFixture.open(backend, overrides);
    Object.assign(staff.service.app.get(PurchaseSettings), { answerWithinMs: 600 });
    Object.assign(staff.service.app.get(SandboxTimes), { submitTimeoutMs: 400 });
    const fixture = new BackOfficeFixture(staff, staff.service.app.get(BillerProviders).all[0]!);
    const reads = ['userControl.transaction', 'userControl.viewHistory'];
    fixture.clerk = await staff.hire(
      ...reads,
      'otherControl.paymtMethod',
      'otherControl.fiatCurency',
      'otherControl.otherAccess',
    );
    fixture.approver = await staff.hire(...reads, 'otherControl.paymtMethod', 'otherControl.fiatCurency');
    fixture.secondApprover = await staff.hire(...reads, 'otherControl.paymtMethod', 'otherControl.fiatCurency');
    return fixture;
  }

  close(): Promise<void> {
    return this.staff.close();
  }

  get(action: string, as: Credentials, query: Readonly<Record<string, string | number>> = {}): Promise<Answer> {
    return this.staff.get(action, as, query);
  }

  post(action: string, as: Credentials, body: object): Promise<Answer> {
    return this.staff.post(action, as, body);
  }

  /** DATA of a call that succeeds. */
  async must(answering: Promise<Answer>): Promise<Wire> {
    const { body } = await answering;
    if (body.REQUEST.STATUS !== 'OK') throw new Error(JSON.stringify(body));
    return body.DATA as Wire;
  }

  async customer(balanceNaira = 10_000): Promise<TestUser> {
    const user = await this.staff.service.register();
    if (balanceNaira > 0) await this.app.get(Ledger).commit(movement(SUSPENSE_ACCOUNT, user.userid, naira(balanceNaira)));
    return user;
  }

  /** From now on; undefined: nobody answers. */
  provides(outcome: ProviderOutcome): void {
    this.provider.submit = () => Promise.resolve(outcome);
    this.provider.query = () => Promise.resolve(outcome);
  }

  /** Buys airtime; the provider has answered when it returns. */
  async buy(as: TestUser, outcome: ProviderOutcome, phone = customerEnding('4567')): Promise<string> {
    return this.order(as, outcome, 'service_airtime_purchase', { ...AIRTIME, phone });
  }

  async payBill(as: TestUser, outcome: ProviderOutcome): Promise<string> {
    return this.order(as, outcome, 'service_bill_payment', ELECTRICITY);
  }

  private async order(as: TestUser, outcome: ProviderOutcome, action: string, body: object): Promise<string> {
    this.provides(outcome);
    const { orderId } = await this.must(this.post(action, as, body));
    await until(async () => (await this.rows('SELECT id FROM purchase_answer WHERE purchase_id = ?', orderId)).length > 0);
    return orderId as string;
  }

  async purchase(id: string): Promise<Wire> {
    return (await this.must(this.get('control_purchase_fetch', this.clerk, { rqtp: 'mk', rqvl: id })))['result'][0] as Wire;
  }

  /** Money that comes in at the sandbox's bank, with its webhook dealt with. */
  async receive({ transactionId = `tx-${newId()}`, ...payment }: Received): Promise<string> {
    const eventId = `event-${newId()}`;
    const body = JSON.stringify({ type: 'deposit.received', data: { payerName: 'Chinua Obi', ...payment, transactionId } });
    const timestamp = new Date();
    const headers = {
      'webhook-id': eventId,
      'webhook-timestamp': String(Math.floor(timestamp.getTime() / 1000)),
      'webhook-signature': new Webhook(this.staff.service.config.sandboxWebhookSecret).sign(eventId, timestamp, body),
    };
    const answer = await this.staff.call('webhook_receive', { method: 'POST', query: { provider: 'sandbox' }, body, headers });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    const dealtWith = "SELECT id FROM webhook WHERE event_id = ? AND status = 'succeeded'";
    await until(async () => (await this.rows(dealtWith, eventId)).length === 1);
    return transactionId;
  }

  async suspense(transactionId: string): Promise<Wire> {
    const { result } = await this.must(this.get('control_suspense_fetch', this.clerk, { rqtp: 'all' }));
    return (result as Wire[]).find((each) => each['transaction_id'] === transactionId)!;
  }

  /** In Naira. */
  async balance(as: TestUser): Promise<number> {
    return (await this.must(this.get('user_wallet_get_info', as)))['balance'] as number;
  }

  /** In Naira. */
  async account(id: string): Promise<number> {
    const [row] = await this.rows<{ kobo: number }>('SELECT balance_kobo AS kobo FROM ledger_account WHERE id = ?', id);
    return (row?.kobo ?? 0) / 100;
  }

  async notices(as: Credentials): Promise<{ subject: string; message: string }[]> {
    const { result } = await this.must(this.get('user_notice_fetch', as, { pnum: 50 }));
    return result as { subject: string; message: string }[];
  }

  rows<Row>(sql: string, ...values: (string | number)[]): Promise<Row[]> {
    return this.staff.rows<Row>(sql, ...values);
  }

  get app() {
    return this.staff.service.app;
  }
}
