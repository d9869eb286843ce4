import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { AskNow, BackgroundWork } from '../attempts/index.js';
import { type PayoutState, PayoutSettings, Payouts, type Payout } from './payouts.js';
import { AdvancePayout } from './advance-payout.js';
import type { LedgerChange } from '../../ledger/index.js';
import { SettlePayout } from './settle-payout.js';
import type { RawRequest } from '../../kernel/caller.js';
import type { PayoutWebhooks } from '../banks/index.js';
import { WebhookHandler, type WebhookIdentity } from '../webhooks/index.js';

/** Asks the provider of a payout now, whatever its state and schedule, and does what follows from the answer. */
@Injectable()
export class AskPayoutNow extends AskNow<PayoutState> {
  constructor(payouts: Payouts, advance: AdvancePayout, background: BackgroundWork, settings: PayoutSettings, clock: Clock) {
    const orders = {
      noun: 'payout',
      get answerWithinMs() {
        return settings.answerWithinMs;
      },
      find: (id: string) => payouts.find(id),
      orderOf: ({ payout }: PayoutState) => payout,
      isAnswered: ({ attempt }: PayoutState) => payouts.isAnswered(attempt),
      query: (state: PayoutState) => advance.query(state),
    };
    super(orders, background, clock);
  }
}

@Injectable()
export class RequeryPayout {
  constructor(
    private readonly payouts: Payouts,
    private readonly advance: AdvancePayout,
    private readonly clock: Clock,
  ) {}

  async execute(payoutId: string): Promise<void> {
    const state = await this.payouts.find(payoutId);
    if (state?.payout.status !== 'pending') return;
    const { nextQueryAt } = state.payout;
    if (nextQueryAt === undefined || nextQueryAt > this.clock.now()) return;
    await this.advance.query(state);
  }
}

export type PayoutResolution = 'completed' | 'failed' | 'returned';

export interface ResolvablePayout {
  readonly payout: Payout;
  /** Another one once the payout was settled, returned or given to another provider. */
  readonly version: string;
}

/** What staff decide about a payout whose provider does not say, or contradicts itself. */
@Injectable()
export class ResolvePayout {
  constructor(
    private readonly payouts: Payouts,
    private readonly settle: SettlePayout,
  ) {}

  async find(payoutId: string): Promise<ResolvablePayout | undefined> {
    const state = await this.payouts.find(payoutId);
    return state && { payout: state.payout, version: versionOf(state) };
  }

  /** The same as where the provider had said it; undefined where the payout is not in this version any more. */
  async change(payoutId: string, version: string, resolution: PayoutResolution): Promise<LedgerChange | undefined> {
    const state = await this.payouts.find(payoutId);
    if (!state || versionOf(state) !== version) return undefined;
    const { status } = state.payout;
    const raw = { code: 'staff', message: `${resolution} by a decision of staff` };
    if (status === 'pending' && resolution === 'completed')
      return this.settle.changeOf(this.settle.completion(state, { status: 'success', raw }), []);
    if (status === 'pending') return this.settle.changeOf(this.settle.refunding(state, { raw }), []);
    if (status === 'completed' && resolution !== 'completed')
      return this.settle.changeOf(this.settle.reversing(state, { raw }), []);
    return { updates: [this.payouts.unchanged(state)] };
  }
}

function versionOf({ payout, attempt }: PayoutState): string {
  return `${payout.status} ${attempt.reference}`;
}

/** The provider is asked about each payout that its webhook names; what the webhook says of it is not believed. */
export class PayoutWebhookHandler extends WebhookHandler {
  override readonly answer: object;

  constructor(
    readonly provider: string,
    private readonly webhooks: PayoutWebhooks,
    private readonly payouts: Payouts,
    private readonly advance: AdvancePayout,
  ) {
    super();
    this.answer = webhooks.answer;
  }

  identify(request: RawRequest): WebhookIdentity | undefined {
    return this.webhooks.identify(request);
  }

  async process(payload: string): Promise<void> {
    for (const reference of this.webhooks.read(payload)) {
      const state = await this.payouts.findByReference(this.provider, reference);
      if (state?.attempt.reference === reference) await this.advance.query(state);
    }
  }
}
