import { Injectable } from '@nestjs/common';
import { newId } from '../../../kernel/ids.js';
import { formatNaira, kobo, type Kobo } from '../../../kernel/money.js';
import { type Journal, Ledger, providerClearing, providerCosts } from '../../../ledger/index.js';
import type { PayoutOutcome } from '../../banks/index.js';
import { SystemLogs } from '../../system-logs/index.js';
import type { PayoutState, PayoutStatus } from '../domain/payout.js';
import { Payouts } from './ports.js';
import { systemRequest } from './settle-payout.js';

/** What a provider tells of a payout only after its end: the session of the rail, and a fee beyond what was booked, in a journal of its own, once. */
@Injectable()
export class BookLaterFee {
  constructor(
    private readonly payouts: Payouts,
    private readonly ledger: Ledger,
    private readonly systemLogs: SystemLogs,
  ) {}

  async execute(state: PayoutState, outcome: PayoutOutcome): Promise<void> {
    const { payout, attempt } = state;
    if (!isOfEnd(payout.status, outcome)) return;
    const { sessionId = '', feeKobo } = outcome;
    if (payout.sessionId === '' && sessionId !== '') await this.payouts.keepSession(payout.id, sessionId);
    if (feeKobo === undefined) return;
    const laterKobo = await this.payouts.laterFee(attempt);
    const bookedKobo = kobo(payout.costKobo + laterKobo);
    if (feeKobo === bookedKobo) return;
    if (feeKobo < bookedKobo || laterKobo > 0) return this.tellStaff(state, feeKobo, bookedKobo);
    await this.book(state, outcome, kobo(feeKobo - bookedKobo));
  }

  private async book(state: PayoutState, outcome: PayoutOutcome, amountKobo: Kobo): Promise<void> {
    const { payout, attempt } = state;
    const journal = feeJournal(state, amountKobo);
    const committed = await this.ledger.commit({
      idempotencyKey: systemRequest('payout.fee', attempt.id),
      response: null,
      journal,
      updates: [this.payouts.unchanged(state), this.payouts.withLaterFee(attempt, journal.id, amountKobo)],
    });
    if (committed !== 'stale') return;
    const now = await this.payouts.find(payout.id);
    if (now) await this.execute(now, outcome);
  }

  private tellStaff({ payout, attempt }: PayoutState, feeKobo: Kobo, bookedKobo: Kobo): Promise<void> {
    return this.systemLogs.record({
      kind: 'warning',
      key: `payout.fee:${payout.id}`,
      description: `${attempt.provider} now says that it took ${formatNaira(feeKobo)} for payout ${payout.id}; ${formatNaira(bookedKobo)} is booked`,
    });
  }
}

/** Whether it tells of the end that the payout has come to; money that came back before it was paid is a failure. */
function isOfEnd(status: PayoutStatus, outcome: PayoutOutcome): boolean {
  if (status === 'completed') return outcome.status === 'success';
  return status !== 'pending' && outcome.status === 'reversed';
}

function feeJournal({ payout, attempt }: PayoutState, amountKobo: Kobo): Journal {
  const note = `Fee of ${payout.id}`;
  return {
    id: newId(),
    kind: 'payout_fee',
    subject: payout.id,
    postings: [
      { account: providerCosts(attempt.provider), amountKobo: kobo(-amountKobo), note },
      { account: providerClearing(attempt.provider), amountKobo, note },
    ],
  };
}
