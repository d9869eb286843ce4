import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { AskNow, BackgroundWork } from '../../attempts/index.js';
import type { PayoutState } from '../domain/payout.js';
import { AdvancePayout } from './advance-payout.js';
import { PayoutSettings } from './payout-settings.js';
import { Payouts } from './ports.js';

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
