import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { AdvancePayout } from './advance-payout.js';
import { Payouts } from './ports.js';

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
