import { Injectable } from '@nestjs/common';
import { SandboxPurchases } from '../contexts/billers/index.js';
import { Purchases } from '../contexts/purchases/index.js';
import { Clock } from '../kernel/clock.js';
import type { SandboxOutcome } from './outcome-names.js';
import { SandboxPayoutOutcomes } from './sandbox-payout-outcomes.js';
import { SandboxRefusal } from './sandbox.failures.js';

/** Decides what the sandbox provider answers of a purchase or a payout, and has the service ask it. */
@Injectable()
export class SandboxOutcomes {
  constructor(
    private readonly purchases: Purchases,
    private readonly sandboxPurchases: SandboxPurchases,
    private readonly ofPayout: SandboxPayoutOutcomes,
    private readonly clock: Clock,
  ) {}

  /** @throws SandboxRefusal where the sandbox has neither such a purchase nor such a payout, or has another end for it */
  async decide(purchaseId: string, outcome: SandboxOutcome): Promise<void> {
    const state = await this.purchases.find(purchaseId);
    if (!state) return this.ofPayout.decide(purchaseId, outcome);
    if (outcome === 'returned') throw new SandboxRefusal('A purchase is reversed; a payout is returned.');
    const { purchase, attempt } = state;
    if (attempt.provider !== 'sandbox')
      throw new SandboxRefusal(`The purchase ${purchaseId} is with ${attempt.provider}, not with the sandbox.`);
    if (!(await this.sandboxPurchases.end(attempt.reference, outcome))) {
      const wanted = outcome === 'reversed' ? 'a delivered one can be reversed' : `an undecided one can be ${outcome}`;
      throw new SandboxRefusal(`The purchase ${purchaseId} is ${purchase.status}, and only ${wanted}.`);
    }
    if (purchase.status !== 'pending') return;
    const raw = { code: purchase.responseCode, message: purchase.responseMessage };
    await this.purchases.postpone(state, { raw, queries: purchase.queries, nextQueryAt: this.clock.now() });
  }
}
