import { randomBytes } from 'node:crypto';
import type { BankSimulator, OpenedAccount } from '../../simulators/shared/simulator.js';
import { expectThat, prepare } from './case.js';
import type { AccountOutcome, AccountRequest, CheckedAdapters, CheckedBank, PaymentQuestion, RawRequest } from './ports.js';
import type { WebhookBench } from './webhook-cases.js';
import { WebhookInbox } from './webhook-inbox.js';

const LIFE_MS = 30 * 60_000;
export const AMOUNT_KOBO = 500_000;

export interface Opened {
  readonly request: AccountRequest;
  readonly accountNumber: string;
  /** With the fee, where the payer bears one. */
  readonly payableKobo: number;
}

/** An adapter for a bank with its simulator. */
export class BankBench implements WebhookBench {
  private constructor(
    private readonly adapters: CheckedAdapters<CheckedBank>,
    readonly simulator: BankSimulator,
    readonly proof: WebhookBench['proof'],
    private readonly inbox: WebhookInbox,
  ) {}

  static async start(
    adapters: CheckedAdapters<CheckedBank>,
    simulator: BankSimulator,
    proof: WebhookBench['proof'],
  ): Promise<BankBench> {
    const inbox = await WebhookInbox.start();
    simulator.announceTo?.(inbox.url);
    const bench = new BankBench(adapters, simulator, proof, inbox);
    await prepare(async () => (await adapters.hasty.openAccount(bench.request())).outcome === 'opened');
    return bench;
  }

  get provider(): CheckedBank {
    return this.simulator.faults.hasDelay ? this.adapters.hasty : this.adapters.patient;
  }

  stop(): Promise<void> {
    return this.inbox.stop();
  }

  request(): AccountRequest {
    return {
      reference: randomBytes(13).toString('hex').toUpperCase(),
      amountKobo: AMOUNT_KOBO,
      expiresAt: Date.now() + LIFE_MS,
      customer: { name: 'Ada Obi', email: 'ada@example.com' },
    };
  }

  async opened(request = this.request()): Promise<Opened> {
    const outcome = await this.provider.openAccount(request);
    expectThat(outcome.outcome === 'opened', `the account is ${JSON.stringify(outcome)}`);
    return {
      request,
      accountNumber: outcome.account.accountNumber,
      payableKobo: outcome.payableKobo ?? request.amountKobo,
    };
  }

  async paid(announce = 0): Promise<Opened> {
    const opened = await this.opened();
    const { accountNumber: account, payableKobo: amountKobo } = opened;
    const outcome = await this.simulator.pay(account, { amountKobo, announce });
    expectThat(outcome === 'credited', 'the simulator sent an exact payment back');
    return opened;
  }

  /** Accounts of one reference at the provider. */
  booked({ reference }: AccountRequest): OpenedAccount[] {
    return this.simulator.accounts.filter((each) => each.reference === reference);
  }

  async webhook(): Promise<RawRequest> {
    await this.paid(1);
    const received = this.inbox.received.at(-1);
    expectThat(received !== undefined, 'the simulator sends no webhook');
    return received;
  }

  identify(request: RawRequest) {
    return this.provider.identifyWebhook(request);
  }

  identifyWithOtherSecrets(request: RawRequest) {
    return this.adapters.withOtherSecrets.identifyWebhook(request);
  }

  async questions(payload: string): Promise<number> {
    return (await this.provider.readWebhook(payload)).questions.length;
  }

  /** What follows from the webhook of a payment. */
  async questionsOf({ body }: RawRequest): Promise<readonly PaymentQuestion[]> {
    return (await this.provider.readWebhook(Buffer.from(body).toString('utf8'))).questions;
  }

  /** Under a fault of every answer. */
  async openUnder(fault: Parameters<BankSimulator['faults']['add']>[1], request: AccountRequest): Promise<AccountOutcome> {
    this.simulator.faults.always('/', fault);
    return this.provider.openAccount(request).finally(() => this.simulator.faults.clear());
  }
}
