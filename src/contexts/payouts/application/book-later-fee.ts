import { Injectable } from '@nestjs/common';
import { Replayed } from '../../../kernel/caller.js';
import type { RowInsert } from '../../../kernel/row-changes.js';
import { endingJournal, Ledger, providerClearing, providerCosts } from '../../../ledger/index.js';
import type { PayoutOutcome } from '../../banks/index.js';
import type { PayoutState, PayoutStatus } from '../domain/payout.js';
import { Payouts } from './ports.js';
import { systemRequest } from './settle-payout.js';

/** What a provider tells of a payout only after its end: the session of the rail, and another fee than is booked. */
@Injectable()
export class BookLaterFee {
  constructor(
    private readonly payouts: Payouts,
    private readonly ledger: Ledger,
  ) {}

  /** @returns whether the answer is recorded with a fee */
  async execute(state: PayoutState, outcome: PayoutOutcome, answers: readonly RowInsert[]): Promise<boolean> {
    const { payout, attempt } = state;
    if (!isOfEnd(payout.status, outcome)) return false;
    const { sessionId = '', feeKobo } = outcome;
    if (payout.sessionId === '' && sessionId !== '') await this.payouts.keepSession(payout.id, sessionId);
    if (feeKobo === undefined || feeKobo === payout.costKobo) return false;
    const [account, by] = [providerCosts(attempt.provider), providerClearing(attempt.provider)];
    const note = `Fee of ${payout.id}`;
    // The row only says that it may be another one: the ledger moves what its hold lacks.
    const journal = endingJournal(payout.id, {
      as: 'costs',
      costs: { by, account, amountKobo: feeKobo },
      notes: { [account]: note, [by]: note },
    });
    const committed = await this.ledger.commit({
      idempotencyKey: systemRequest('payout.fee', journal.id),
      response: null,
      journal,
      inserts: answers,
      updates: [this.payouts.costing(state, feeKobo)],
    });
    return committed !== 'stale' && !(committed instanceof Replayed);
  }
}

/** Whether it tells of the end that the payout has come to; money that came back before it was paid is a failure. */
function isOfEnd(status: PayoutStatus, outcome: PayoutOutcome): boolean {
  if (status === 'completed') return outcome.status === 'success';
  return status !== 'pending' && outcome.status === 'reversed';
}
