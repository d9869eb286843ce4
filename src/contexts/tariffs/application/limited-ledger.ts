import { Injectable } from '@nestjs/common';
import type { Replayed } from '../../../kernel/caller.js';
import { Clock } from '../../../kernel/clock.js';
import { type CommitReceipt, Ledger, type LedgerCommand } from '../../../ledger/index.js';
import { type LimitedPayer, PaymentLimits } from './payment-limits.js';

/** A day and a month may end while a payment waits. */
const ATTEMPTS = 3;

/** Commits what users pay within their limits. */
@Injectable()
export class LimitedLedger {
  constructor(
    private readonly limits: PaymentLimits,
    private readonly ledger: Ledger,
    private readonly clock: Clock,
  ) {}

  /** @param receiverId whose balance limit holds @throws Failure `tariffs.limit_reached`, `new_device_limit`, and those of the ledger */
  async commit(
    payer: LimitedPayer,
    command: Omit<LedgerCommand, 'updates'>,
    receiverId?: string,
  ): Promise<CommitReceipt | Replayed> {
    const committed = await this.commitUnlessStale(payer, command, receiverId);
    if (committed === 'stale') throw new Error('a command without updates was stale');
    return committed;
  }

  /** As `commit`, of a command with updates. */
  async commitUnlessStale(
    payer: LimitedPayer,
    command: LedgerCommand,
    receiverId?: string,
  ): Promise<CommitReceipt | Replayed | 'stale'> {
    const balanceLimit = receiverId === undefined ? undefined : await this.limits.balanceLimit(receiverId);
    let now = this.clock.now();
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const spendingLimit = await this.limits.spendingLimit(payer, now);
      const committed = await this.ledger.commit({ ...command, spendingLimit, balanceLimit });
      if (committed !== 'stale') return committed;
      // A period is over for the ledger, whose time may be ahead of this clock.
      now = Math.max(this.clock.now(), Math.min(...(spendingLimit?.periods ?? []).map(({ untilMs }) => untilMs)));
    }
    return 'stale';
  }
}
