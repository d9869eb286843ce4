import { setTimeout as pause } from 'node:timers/promises';
import { isDelay } from '../../simulators/shared/fault.js';
import type { BillerSimulator, SimulatedBiller, SoldItem } from '../../simulators/shared/simulator.js';
import type { Scenario } from '../../simulators/shared/scenarios.js';
import { expectThat, prepare } from './case.js';
import type { CheckedAdapters, CheckedBiller, Outcome, RawRequest, Submission } from './ports.js';
import type { WebhookBench } from './webhook-cases.js';
import { WebhookInbox } from './webhook-inbox.js';

/** Longer than the time-outs of the adapter. */
const GIVE_UP_MS = 5_000;
const QUERIES = 6;
const BETWEEN_QUERIES_MS = 20;

export interface Bought {
  readonly submission: Submission;
  readonly outcome: Outcome;
}

/** An adapter for a biller with its simulator. */
export class BillerBench implements WebhookBench {
  private customers = 0;

  private constructor(
    private readonly adapters: CheckedAdapters<CheckedBiller>,
    readonly goods: SimulatedBiller['goods'],
    readonly simulator: BillerSimulator,
    readonly proof: WebhookBench['proof'],
    private readonly inbox: WebhookInbox,
  ) {}

  static async start(
    adapters: CheckedAdapters<CheckedBiller>,
    goods: SimulatedBiller['goods'],
    simulator: BillerSimulator,
    proof: WebhookBench['proof'],
  ): Promise<BillerBench> {
    const inbox = await WebhookInbox.start();
    inbox.answer = adapters.patient.webhooks?.answer ?? {};
    simulator.announceTo?.(inbox.url);
    const bench = new BillerBench(adapters, goods, simulator, proof, inbox);
    await prepare(async () => (await adapters.hasty.list(bench.signal)).items.length > 0);
    return bench;
  }

  get provider(): CheckedBiller {
    return this.simulator.faults.hasDelay ? this.adapters.hasty : this.adapters.patient;
  }

  stop(): Promise<void> {
    return this.inbox.stop();
  }

  get signal(): AbortSignal {
    return AbortSignal.timeout(GIVE_UP_MS);
  }

  /** A customer of their own for each call. */
  customerOf(item: SoldItem): string {
    return item.customer(++this.customers);
  }

  /** @param scenario what becomes of it; it is delivered where none is given */
  async buy(scenario?: Scenario, item = this.goods.airtime, signal = this.signal): Promise<Bought> {
    if (scenario) this.simulator.scenarios.next(scenario);
    const customerId = this.customerOf(item);
    const submission: Submission = {
      reference: this.provider.newReference(),
      paymentCode: item.paymentCode,
      customerId,
      customerName: '',
      customerEmail: 'ada@example.com',
      customerMobile: item === this.goods.airtime ? customerId : this.customerOf(this.goods.airtime),
      amountKobo: item.amountKobo,
      deliversPin: item === this.goods.token,
    };
    try {
      const isDelayed = scenario?.end === 'lost' || isDelay(scenario?.answer);
      const provider = isDelayed ? this.adapters.hasty : this.provider;
      return { submission, outcome: await outcomeOf(provider.submit(submission, signal)) };
    } finally {
      this.simulator.scenarios.clear();
    }
  }

  query({ submission }: Bought): Promise<Outcome> {
    return outcomeOf(this.provider.query(submission.reference, this.signal, submission));
  }

  /** Asks until it is decided, a few times. @returns what was said last */
  async queryUntilDecided(bought: Bought): Promise<Outcome> {
    for (let query = 1; ; query++) {
      const outcome = await this.query(bought);
      if (query === QUERIES || ['success', 'failed', 'reversed'].includes(outcome.status)) return outcome;
      await pause(BETWEEN_QUERIES_MS);
    }
  }

  /** How often the provider delivered it. */
  deliveriesOf({ submission }: Bought): number {
    return this.simulator.books.sold.get(submission.reference)?.deliveries ?? 0;
  }

  async webhook(): Promise<RawRequest> {
    const { submission } = await this.buy({ end: 'delivered' });
    await this.simulator.announce?.(submission.reference);
    const received = this.inbox.received.at(-1);
    expectThat(received !== undefined, 'the simulator sends no webhook');
    return received;
  }

  identify(request: RawRequest) {
    return this.provider.webhooks?.identify(request);
  }

  identifyWithOtherSecrets(request: RawRequest) {
    return this.adapters.withOtherSecrets.webhooks?.identify(request);
  }

  questions(payload: string): Promise<number> {
    return Promise.resolve(this.provider.webhooks?.read(payload).references.length ?? 0);
  }
}

/** The service takes an error for an unknown outcome. */
async function outcomeOf(work: Promise<Outcome>): Promise<Outcome> {
  try {
    return await work;
  } catch {
    return { status: 'unknown' };
  }
}
