import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Fault, isDelay } from '../../simulators/shared/fault.js';
import type { PayoutScenario } from '../../simulators/shared/payout-books.js';
import type { PayoutSimulator } from '../../simulators/shared/simulator.js';
import { expectThat, prepare } from './case.js';
import type { CheckedAdapters, CheckedPayer, PayoutOutcome, PayoutSubmission, RawRequest } from './ports.js';
import type { WebhookBench } from './webhook-cases.js';
import { WebhookInbox } from './webhook-inbox.js';

/** Longer than the time-outs of the adapter. */
const GIVE_UP_MS = 5_000;
const QUERIES = 6;
const BETWEEN_QUERIES_MS = 20;
const QUESTION = 'payout_authorize';
const ENDS: readonly string[] = ['success', 'failed', 'reversed'];

export interface Ordered {
  readonly submission: PayoutSubmission;
  readonly outcome: PayoutOutcome;
}

/** An adapter that pays out, with its simulator. */
export class PayoutBench implements WebhookBench {
  private accounts = 0;

  private constructor(
    private readonly adapters: CheckedAdapters<CheckedPayer>,
    readonly simulator: PayoutSimulator,
    readonly proof: WebhookBench['proof'],
    private readonly inbox: WebhookInbox,
  ) {}

  static async start(
    adapters: CheckedAdapters<CheckedPayer>,
    simulator: PayoutSimulator,
    proof: WebhookBench['proof'],
  ): Promise<PayoutBench> {
    const inbox = await WebhookInbox.start();
    inbox.answer = adapters.patient.webhooks?.answer ?? {};
    simulator.announceTo?.(inbox.url);
    const bench = new PayoutBench(adapters, simulator, proof, inbox);
    await prepare(async () => (await adapters.hasty.banks(bench.signal)).length > 0);
    return bench;
  }

  get provider(): CheckedPayer {
    return this.simulator.faults.hasDelay ? this.adapters.hasty : this.adapters.patient;
  }

  stop(): Promise<void> {
    return this.inbox.stop();
  }

  get signal(): AbortSignal {
    return AbortSignal.timeout(GIVE_UP_MS);
  }

  /** Of an account and an amount of its own, because providers take two equal payouts for a repeat. */
  submission(): PayoutSubmission {
    const account = String(2_000_000_000 + ++this.accounts * 10_000 + 1);
    return {
      reference: this.provider.newReference(),
      bankCode: this.simulator.knownBank,
      account,
      name: 'ADA OBI',
      bankName: 'A bank',
      amountKobo: 1_000_001 + randomInt(1_000_000),
      narration: 'Payout by Ada Obi',
    };
  }

  /** @param scenario what becomes of it; it is paid where none is given */
  async pay(scenario?: PayoutScenario, submission = this.submission(), signal = this.signal): Promise<Ordered> {
    // What happens before a payout, as the registration of its account, is not what is tried here.
    if (scenario) this.simulator.payouts.scenarios.for(submission.reference, scenario);
    const isDelayed = scenario !== undefined && ((scenario.end === 'lost' && !scenario.answer) || isDelay(scenario.answer));
    const provider = isDelayed ? this.adapters.hasty : this.provider;
    return { submission, outcome: await outcomeOf(provider.submit(submission, signal)) };
  }

  /** Under a fault of every answer. */
  async payUnder(fault: Fault, submission = this.submission()): Promise<Ordered> {
    this.simulator.faults.always('/', fault);
    return this.pay(undefined, submission).finally(() => this.simulator.faults.clear());
  }

  query({ submission }: Pick<Ordered, 'submission'>): Promise<PayoutOutcome> {
    return outcomeOf(this.provider.query(submission.reference, this.signal, submission));
  }

  /** Asks until it is decided, a few times. @returns what was said last */
  async queryUntilDecided(ordered: Ordered): Promise<PayoutOutcome> {
    for (let query = 1; ; query++) {
      const outcome = await this.query(ordered);
      if (query === QUERIES || ENDS.includes(outcome.status)) return outcome;
      await pause(BETWEEN_QUERIES_MS);
    }
  }

  /** How often the provider paid it. */
  paymentsOf({ submission }: Ordered): number {
    return this.simulator.payouts.books.payouts.get(submission.reference)?.payments ?? 0;
  }

  async webhook(): Promise<RawRequest> {
    const { submission } = await this.pay({ end: 'paid', webhook: 'never' });
    return this.announcement(submission);
  }

  async announcement({ reference }: PayoutSubmission): Promise<RawRequest> {
    const { books } = this.simulator.payouts;
    const before = this.inbox.received.length;
    await this.simulator.payouts.announce(books.of(reference));
    const received = this.inbox.received.slice(before).find(({ body }) => Buffer.from(body).includes(reference));
    expectThat(received !== undefined, 'the simulator sends no webhook');
    return received;
  }

  /** The question of the provider whether we ordered this. Undefined where it asks none. */
  async question(submission: PayoutSubmission): Promise<RawRequest | undefined> {
    const { approvals } = this.simulator.payouts;
    const before = this.inbox.received.length;
    // Webhooks of earlier payouts may come in between.
    const asked = () => this.inbox.received.slice(before).find(({ query }) => query['req'] === QUESTION);
    approvals.url = `${this.inbox.url}/?req=${QUESTION}`;
    try {
      await this.pay({ end: 'paid', webhook: 'never' }, submission);
      for (let wait = 0; wait < 50 && !asked(); wait++) await pause(BETWEEN_QUERIES_MS);
    } finally {
      approvals.url = undefined;
    }
    return asked();
  }

  identify(request: RawRequest) {
    return this.provider.webhooks?.identify(request);
  }

  identifyWithOtherSecrets(request: RawRequest) {
    return this.adapters.withOtherSecrets.webhooks?.identify(request);
  }

  approvalWithOtherSecrets(request: RawRequest) {
    return this.adapters.withOtherSecrets.approvals?.read(request);
  }

  questions(payload: string): Promise<number> {
    return Promise.resolve(this.provider.webhooks?.read(payload).length ?? 0);
  }
}

/** The service takes an error for an unknown outcome. */
async function outcomeOf(work: Promise<PayoutOutcome>): Promise<PayoutOutcome> {
  try {
    return await work;
  } catch {
    return { status: 'unknown' };
  }
}
