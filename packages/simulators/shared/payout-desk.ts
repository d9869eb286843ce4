import type { Fault } from './fault.js';
import { PAID, type Payout, PayoutBooks, type PayoutOrder, type PayoutScenario } from './payout-books.js';
import { ScenarioQueue } from './scenarios.js';
import { sendSigned, sendWebhook, type WebhookTarget } from './webhook-sender.js';

export interface Approvals {
  /** Undefined: nobody is asked. */
  url: string | undefined;
  /** No answer within this is none. */
  patienceMs: number;
}

/** What a company says of its payouts in its own words. */
export interface PayoutWords {
  /** Its webhook of a payout that has ended; undefined where it sends none for that state. */
  webhook(payout: Payout): object | undefined;
  /** Its question whether we ordered it. */
  question(order: PayoutOrder): object;
  isYes(httpStatus: number, body: string): boolean;
}

export interface AnsweredOrder {
  /** Undefined for one that was refused or lost. */
  readonly payout: Payout | undefined;
  readonly fault: Fault | undefined;
}

/** The payouts of a simulated company: its books, what becomes of orders, its webhooks and its questions. */
export class PayoutDesk {
  readonly books = new PayoutBooks();
  readonly scenarios = new ScenarioQueue<PayoutScenario>(PAID);
  readonly approvals: Approvals = { url: undefined, patienceMs: 2_000 };
  /** What our server answered, newest last. */
  readonly answers: { readonly reference: string; readonly said: 'yes' | 'no' | 'nothing' }[] = [];

  constructor(
    private readonly words: PayoutWords,
    private readonly webhooks: WebhookTarget,
  ) {}

  /** @param isAskedFirst whether our server is asked before the answer, or behind it */
  async order(order: PayoutOrder, scenario: PayoutScenario, isAskedFirst: boolean): Promise<AnsweredOrder> {
    if (scenario.end === 'lost') return { payout: undefined, fault: scenario.answer ?? 'done_then_hang' };
    if (scenario.end === 'refused') return { payout: undefined, fault: scenario.answer };
    const payout = this.books.open(order, scenario);
    if (this.approvals.url === undefined && scenario.approval === undefined) await this.begin(payout);
    else if (isAskedFirst) await this.approve(payout);
    else setImmediate(() => void this.approve(payout));
    return { payout, fault: scenario.answer };
  }

  /** The answer to a question. Undefined for what is hidden or was never sent. */
  ask(reference: string): Payout | undefined {
    const asked = this.books.ask(reference);
    if (asked?.hasEnded) void this.tellEnd(asked.payout);
    return asked?.payout;
  }

  questionAbout(order: PayoutOrder): object {
    return this.words.question(order);
  }

  /** A person gives the code. */
  authorize(reference: string): void {
    this.end(reference, this.books.of(reference).scenario.end === 'paid' ? 'paid' : 'failed');
  }

  end(reference: string, state: 'paid' | 'failed' | 'abandoned'): void {
    void this.tellEnd(this.books.close(reference, state));
  }

  async reverse(reference: string): Promise<void> {
    await this.announce(this.books.reverse(reference));
  }

  /** Its webhook as it stands. @returns the status of the answer; undefined where nothing is sent */
  async announce(payout: Payout, webhook?: PayoutScenario['webhook']): Promise<number | undefined> {
    const told = webhook === 'of another amount' ? { ...payout, amountKobo: payout.amountKobo + 100 } : payout;
    const message = this.words.webhook(told);
    if (!message) return undefined;
    const target = webhook === 'wrongly signed' ? { ...this.webhooks, secret: `${this.webhooks.secret}-other` } : this.webhooks;
    // A service that has gone hears nothing.
    return sendWebhook(target, message).catch(() => undefined);
  }

  private async begin(payout: Payout): Promise<void> {
    if (!this.books.begin(payout)) return;
    const told = this.tellEnd(payout);
    if (payout.scenario.webhook === 'early') await told;
  }

  private async tellEnd(payout: Payout): Promise<void> {
    const { webhook, reversedAfterMs } = payout.scenario;
    if (payout.state === 'paid' && reversedAfterMs !== undefined)
      setTimeout(() => void this.reverse(payout.reference).catch(() => undefined), reversedAfterMs).unref();
    if (webhook === 'never') return;
    if (webhook !== 'early') await new Promise((resolve) => setTimeout(resolve, 50));
    for (let time = 0; time < (webhook === 'twice' ? 2 : 1); time++) await this.announce(payout, webhook);
  }

  /** Asks our server whether it ordered this. */
  private async approve(payout: Payout): Promise<void> {
    const said = payout.scenario.approval === 'lost' ? 'nothing' : await this.question(payout);
    this.answers.push({ reference: payout.reference, said });
    if (said === 'yes') return this.begin(payout);
    this.books.close(payout.reference, said === 'no' ? 'rejected' : 'blocked');
    return this.tellEnd(payout);
  }

  private async question(payout: Payout): Promise<'yes' | 'no' | 'nothing'> {
    const { url, patienceMs } = this.approvals;
    try {
      const answer = await sendSigned({ ...this.webhooks, url }, this.words.question(payout), patienceMs);
      if (!answer) return 'nothing';
      return this.words.isYes(answer.status, answer.body) ? 'yes' : 'no';
    } catch {
      return 'nothing';
    }
  }
}
