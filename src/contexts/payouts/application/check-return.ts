import { Injectable } from '@nestjs/common';
import { AdvancePayout } from './advance-payout.js';
import { Payouts } from './ports.js';

/** Job that asks about the payout of its data. */
export const CHECK_RETURN_JOB = 'payout.check_return';

/** Asks about a completed payout again, because the rail may have given it back. */
@Injectable()
export class CheckReturn {
  constructor(
    private readonly payouts: Payouts,
    private readonly advance: AdvancePayout,
  ) {}

  /** @returns whether it is still completed */
  async execute(payoutId: string): Promise<boolean> {
    const state = await this.payouts.find(payoutId);
    if (state?.payout.status !== 'completed') return false;
    return (await this.advance.query(state)).payout.status === 'completed';
  }
}
