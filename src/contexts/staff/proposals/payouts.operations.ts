import { Injectable } from '@nestjs/common';
import { paidKobo } from '../../../kernel/charges.js';
import { toNaira, ZERO_KOBO } from '../../../kernel/money.js';
import { Optional, RequestType, Text } from '../../../platform/http/input.decorators.js';
import { ListInput, pageOrWhole } from '../../../platform/http/list-input.js';
import { type ListKeys, SortedBy } from '../../../platform/http/list-keys.js';
import type { RequeryAnswer } from '../../attempts/index.js';
import { type PayoutFilter, type PayoutRecord, SHOWN_STATUS, AskPayoutNow, PayoutRecords } from '../../payouts/index.js';
import { presentPayout } from '../../payouts/payouts.presenters.js';
import { presentAnswer, presentRequeryAnswer, RequeryInput, type WithProposed } from './proposals.presenters.js';
import type { Caller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { pageOrFileOf } from '../../../platform/http/presenting.js';
import { AuditedUnitOfWork } from '../../audit/index.js';
import { ProposalEffects } from './proposals.js';
import { proposalsFailures } from './proposal.js';

const PAYOUT_KEYS: ListKeys<PayoutRecord> = {
  sorts: {
    recorded: ({ payout }) => payout.createdAt,
    amount: ({ payout }) => payout.amountKobo,
    total: ({ payout }) => paidKobo(payout),
    name: ({ payout }) => payout.name,
    bank: ({ payout }) => payout.bankName,
    provider: ({ provider }) => provider,
    status: ({ payout }) => SHOWN_STATUS[payout.status],
  },
  sums: { amount: ({ payout }) => payout.amountKobo, total: ({ payout }) => paidKobo(payout) },
};

function presentPayoutRecord({ payout, provider, providerReference, answers, proposed }: WithProposed<PayoutRecord>) {
  const { userId, reference, responseCode, responseMessage, costKobo, queries, nextQueryAt, status } = payout;
  return {
    ...presentPayout(payout),
    userid: userId,
    reference,
    response_code: responseCode,
    response_message: responseMessage,
    provider,
    provider_reference: providerReference,
    provider_fee: toNaira(costKobo),
    attempts: answers.map(presentAnswer),
    queries,
    next_query: nextQueryAt === undefined ? '' : String(nextQueryAt),
    held: toNaira(status === 'pending' ? paidKobo(payout) : ZERO_KOBO),
    proposed,
  };
}

function presentAskedPayout({ status, isAnswered }: RequeryAnswer) {
  return { ...presentRequeryAnswer({ status, isAnswered }), status: SHOWN_STATUS[status] };
}

const PAYOUT_REQUESTS = ['undecided', 'failed', 'pending', 'returned', 'mk', 'user', 'account', 'reference', 'all'] as const;

@SortedBy(PAYOUT_KEYS)
class PayoutDeskInput extends ListInput {
  @RequestType(PAYOUT_REQUESTS) rqtp: (typeof PAYOUT_REQUESTS)[number];
  @Optional() @Text() rqvl?: string;

  get filter(): PayoutFilter {
    const value = this.rqvl ?? '';
    switch (this.rqtp) {
      case 'undecided':
        return { isUndecided: true };
      case 'failed':
      case 'pending':
        return { status: this.rqtp };
      case 'returned':
        return { status: 'reversed' };
      case 'mk':
        return { id: value };
      case 'user':
        return { userId: value };
      case 'account':
        return { account: value };
      case 'reference':
        return { reference: value };
      case 'all':
        return {};
    }
  }
}

@Injectable()
export class DeskPayoutsOperations {
  constructor(
    private readonly records: PayoutRecords,
    private readonly askPayoutNow: AskPayoutNow,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
    private readonly effects: ProposalEffects,
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
    return { ...page, items: await this.effects.proposedFor(page.items, 'payout', ({ payout }) => payout.id) };
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
  async requery({ reqv: payoutId }: RequeryInput, caller: Caller) {
    const status = await this.askPayoutNow.statusOf(payoutId);
    if (status === undefined) throw new Failure(proposalsFailures.no_record);
    // Recorded before the question, so that a crash cannot hide who caused its effects; the answer is kept with the payout.
    await this.auditedUnitOfWork.execute(caller, 'control_payout_requery', () =>
      Promise.resolve({ subject: `payout:${payoutId}`, before: { status }, after: { asked: true }, result: undefined }),
    );
    return this.askPayoutNow.execute(payoutId);
  }
}
