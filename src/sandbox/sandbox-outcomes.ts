import { Injectable } from '@nestjs/common';
import { SandboxPayouts } from '../contexts/banks/index.js';
import { CHECK_RETURN_JOB, Payouts } from '../contexts/payouts/index.js';
import { Clock } from '../kernel/clock.js';
import { JobQueue } from '../platform/queue/job-queue.js';
import { SandboxPurchases } from '../contexts/billers/index.js';
import { Purchases } from '../contexts/purchases/index.js';
import { type SandboxOutcome, SandboxRefusal } from './outcome-names.js';

const STATES = { delivered: 'paid', failed: 'failed', reversed: 'returned', returned: 'returned' } as const;
/** Behind the last of the checks that a completed payout has anyway. */
const LAST_CHECK = 1_000;

/** Decides what the sandbox provider answers of a payout, and has the service ask it. */
@Injectable()
export class SandboxPayoutOutcomes {
  constructor(
    private readonly payouts: Payouts,
    private readonly sandboxPayouts: SandboxPayouts,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  /** @throws SandboxRefusal where the sandbox does not have the payout, or has another end for it */
  async decide(id: string, outcome: SandboxOutcome): Promise<void> {
    const state = await this.payouts.find(id);
    if (!state) throw new SandboxRefusal(`There is no purchase or payout ${id}.`);
    const { payout, attempt } = state;
    if (attempt.provider !== 'sandbox')
      throw new SandboxRefusal(`The payout ${id} is with ${attempt.provider}, not with the sandbox.`);
    if (!(await this.sandboxPayouts.end(attempt.reference, STATES[outcome]))) {
      const wanted = STATES[outcome] === 'returned' ? 'a paid one can be returned' : `an undecided one can be ${outcome}`;
      throw new SandboxRefusal(`The payout ${id} is ${payout.status}, and only ${wanted}.`);
    }
    const now = this.clock.now();
    if (payout.status !== 'pending') {
      const data = { payoutId: id, check: LAST_CHECK };
      await this.queue.add({ name: CHECK_RETURN_JOB, key: `${id}:${now}`, data });
      return;
    }
    const raw = { code: payout.responseCode, message: payout.responseMessage };
    await this.payouts.postpone(state, { raw, queries: payout.queries, nextQueryAt: now });
  }
}

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
