import { Injectable } from '@nestjs/common';
import { toNaira } from '../../../kernel/money.js';
import { Optional, RequestType, Text } from '../../../platform/http/input.decorators.js';
import { ListInput, pageOrWhole } from '../../../platform/http/list-input.js';
import { type ListKeys, SortedBy } from '../../../platform/http/list-keys.js';
import { type SuspenseFilter, type SuspensePayment, SuspensePayments } from '../../deposits/index.js';
import type { WithProposed } from './proposals.presenters.js';
import { Failure } from '../../../kernel/failure.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { pageOrFileOf } from '../../../platform/http/presenting.js';
import { ProposalEffects } from './proposals.js';
import { proposalsFailures } from './proposal.js';

const SUSPENSE_KEYS: ListKeys<SuspensePayment> = {
  sorts: {
    recorded: ({ createdAt }) => createdAt,
    amount: ({ amountKobo }) => amountKobo,
    payer_name: ({ payer }) => payer.name,
    payer_bank: ({ payer }) => payer.bank,
    reason: ({ reason }) => reason,
    status: ({ status }) => status,
  },
};

function presentSuspensePayment(payment: WithProposed<SuspensePayment>) {
  const { payer, settledAt } = payment;
  return {
    marker: payment.id,
    provider: payment.provider,
    transaction_id: payment.transactionId,
    account_number: payment.accountNumber,
    payer_name: payer.name,
    payer_bank: payer.bank,
    payer_account: payer.account,
    narration: payment.narration,
    session_id: payment.sessionId,
    amount: toNaira(payment.amountKobo),
    reason: payment.reason,
    status: payment.status,
    userid: payment.debtorId,
    recorded: String(payment.createdAt),
    settled: settledAt === undefined ? '' : String(settledAt),
    proposed: payment.proposed,
  };
}

@SortedBy(SUSPENSE_KEYS)
class SuspenseFetchInput extends ListInput {
  @RequestType(['open', 'settled', 'mk', 'all']) rqtp: 'open' | 'settled' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;

  get filter(): SuspenseFilter {
    if (this.rqtp === 'all') return {};
    return this.rqtp === 'mk' ? { id: this.rqvl ?? '' } : { isOpen: this.rqtp === 'open' };
  }
}

@Injectable()
export class SuspenseOperations {
  constructor(
    private readonly payments: SuspensePayments,
    private readonly effects: ProposalEffects,
  ) {}

  @Operation('control_suspense_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'userControl.transaction',
    missing: 400,
    reads: () => 'suspense',
    failures: [on(proposalsFailures.no_record, { code: 404 })],
    present: pageOrFileOf('suspense', presentSuspensePayment),
    summary:
      'Money that arrived and matches no deposit order, with who paid it, from where and into which account, and reversed deposits that are owed (open too, with who owes them), newest first.',
  })
  async fetch(input: SuspenseFetchInput) {
    const page = await pageOrWhole(input, SUSPENSE_KEYS, (request) => this.payments.list(input.filter, request));
    if (page.items.length === 0) throw new Failure(proposalsFailures.no_record);
    return { ...page, items: await this.effects.proposedFor(page.items, 'suspense', ({ id }) => id) };
  }
}
