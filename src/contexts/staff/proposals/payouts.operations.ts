import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { pageOrWhole } from '../../../platform/http/list-input.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { pageOrFileOf } from '../../../platform/http/presenting.js';
import { AuditedUnitOfWork } from '../../audit/index.js';
import { AskPayoutNow, PayoutRecords } from '../../payouts/index.js';
import { ProposedOutcomes } from './application/proposed-outcomes.js';
import { PayoutDeskInput, PurchaseRequeryInput } from './desk.inputs.js';
import { PAYOUT_KEYS, presentAskedPayout, presentPayoutRecord } from './desk.presenters.js';
import { proposalsFailures } from './domain/proposals.failures.js';

@Injectable()
export class DeskPayoutsOperations {
  constructor(
    private readonly records: PayoutRecords,
    private readonly askPayoutNow: AskPayoutNow,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
    private readonly proposedOutcomes: ProposedOutcomes,
  ) {}

  @Operation('control_payout_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'userControl.transaction',
    missing: 400,
    reads: ({ rqtp, rqvl = '' }: PayoutDeskInput) =>
      rqtp === 'user' ? `user:${rqvl}` : rqtp === 'mk' ? `payout:${rqvl}` : 'payouts',
    failures: [on(proposalsFailures.no_record, { code: 404 })],
    present: pageOrFileOf('payouts', presentPayoutRecord),
    summary:
      'Payouts of all users with what their providers said each time, newest first; undecided: nobody asks the provider any more. A reference is ours, the provider’s or the session of the rail.',
  })
  async fetch(input: PayoutDeskInput) {
    const page = await pageOrWhole(input, PAYOUT_KEYS, (request) => this.records.list(input.filter, request));
    if (page.items.length === 0) throw new Failure(proposalsFailures.no_record);
    return { ...page, items: await this.proposedOutcomes.of(page.items, 'payout', ({ payout }) => payout.id) };
  }

  @Operation('control_payout_requery', {
    method: 'POST',
    access: 'admin',
    permission: 'userControl.transaction',
    missing: 400,
    failures: [on(proposalsFailures.no_record, { code: 404 })],
    present: presentAskedPayout,
    summary: 'Asks the provider of a payout now, also after the schedule ended, and does what follows from the answer.',
  })
  async requery({ reqv: payoutId }: PurchaseRequeryInput, caller: Caller) {
    const status = await this.askPayoutNow.statusOf(payoutId);
    if (status === undefined) throw new Failure(proposalsFailures.no_record);
    // Before the question, so that a crash cannot hide who caused what follows; the answer is kept with the payout.
    await this.auditedUnitOfWork.execute(caller, 'control_payout_requery', () =>
      Promise.resolve({ subject: `payout:${payoutId}`, before: { status }, after: { asked: true }, result: undefined }),
    );
    return this.askPayoutNow.execute(payoutId);
  }
}
