import { Injectable } from '@nestjs/common';
import { rechargePin } from '../../../kernel/deliverable.js';
import { paidKobo } from '../../../kernel/charges.js';
import { toNaira, ZERO_KOBO } from '../../../kernel/money.js';
import { Flag, Optional, RequestType, Text } from '../../../platform/http/input.decorators.js';
import { ListInput, pageOrWhole } from '../../../platform/http/list-input.js';
import { type ListKeys, SortedBy } from '../../../platform/http/list-keys.js';
import { type PurchaseFilter, type PurchaseRecord, totalKobo, RequeryNow, PurchaseRecords } from '../../purchases/index.js';
import { presentDeliverable, presentPurchase } from '../../purchases/purchases.presenters.js';
import { presentAnswer, presentRequeryAnswer, RequeryInput, type WithProposed } from './proposals.presenters.js';
import type { Caller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { pageOrFileOf } from '../../../platform/http/presenting.js';
import { AuditedUnitOfWork } from '../../audit/index.js';
import { ProposalEffects } from './proposals.js';
import { RevealToken } from './reveal-token.js';
import { proposalsFailures } from './proposal.js';

/** A purchase whose deliverables are masked unless they were asked for. */
interface ShownPurchase extends PurchaseRecord {
  readonly isRevealed: boolean;
}

const PURCHASE_KEYS: ListKeys<PurchaseRecord> = {
  sorts: {
    recorded: ({ purchase }) => purchase.createdAt,
    tx_amount: ({ purchase }) => purchase.amountKobo,
    total: ({ purchase }) => paidKobo(purchase),
    biller_name: ({ purchase }) => purchase.billerName,
    provider: ({ provider }) => provider,
    status: ({ purchase }) => purchase.status,
  },
  sums: { tx_amount: ({ purchase }) => purchase.amountKobo, total: ({ purchase }) => paidKobo(purchase) },
};

function presentPurchaseRecord({
  purchase,
  provider,
  providerReference,
  deliverables,
  isRevealed,
  answers,
  proposed,
}: WithProposed<ShownPurchase>) {
  const { queries, nextQueryAt, status } = purchase;
  return {
    ...presentPurchase({ ...purchase, deliverables }, true),
    recharge_pin: isRevealed ? rechargePin(deliverables) : '',
    deliverables: deliverables.map(presentDeliverable),
    provider,
    provider_reference: providerReference,
    has_token: deliverables.length > 0,
    attempts: answers.map(presentAnswer),
    queries,
    next_query: nextQueryAt === undefined ? '' : String(nextQueryAt),
    held: toNaira(status === 'pending' ? totalKobo(purchase) : ZERO_KOBO),
    proposed,
  };
}

const PURCHASE_REQUESTS = ['undecided', 'failed', 'pending', 'reversed', 'mk', 'user', 'customer', 'reference', 'all'] as const;

@SortedBy(PURCHASE_KEYS)
class PurchaseFetchInput extends ListInput {
  @RequestType(PURCHASE_REQUESTS) rqtp: (typeof PURCHASE_REQUESTS)[number];
  @Optional() @Text() rqvl?: string;
  @Optional() @Flag() reveal?: boolean;

  get filter(): PurchaseFilter {
    const value = this.rqvl ?? '';
    switch (this.rqtp) {
      case 'undecided':
        return { isUndecided: true };
      case 'failed':
      case 'pending':
      case 'reversed':
        return { status: this.rqtp };
      case 'mk':
        return { id: value };
      case 'user':
        return { userId: value };
      case 'customer':
        return { customerId: value };
      case 'reference':
        return { reference: value };
      case 'all':
        return {};
    }
  }
}

@Injectable()
export class DeskPurchasesOperations {
  constructor(
    private readonly records: PurchaseRecords,
    private readonly revealToken: RevealToken,
    private readonly requeryNow: RequeryNow,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
    private readonly effects: ProposalEffects,
  ) {}

  @Operation('control_purchase_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'userControl.transaction',
    missing: 400,
    reads: ({ rqtp, rqvl = '' }: PurchaseFetchInput) =>
      rqtp === 'user' ? `user:${rqvl}` : rqtp === 'mk' ? `purchase:${rqvl}` : 'purchases',
    failures: [on(proposalsFailures.no_record, { code: 404 })],
    present: pageOrFileOf('purchases', presentPurchaseRecord),
    summary:
      'Purchases of all users with what their providers said each time, newest first; undecided: nobody asks the provider any more. What was delivered is masked; with mk and reveal it is shown, which is audited and told to its owner.',
  })
  async fetch(input: PurchaseFetchInput, caller: Caller) {
    const page = await pageOrWhole(input, PURCHASE_KEYS, (request) => this.records.list(input.filter, request));
    const [first] = page.items;
    if (!first) throw new Failure(proposalsFailures.no_record);
    const isRevealed = input.rqtp === 'mk' && input.reveal === true;
    const items = isRevealed
      ? [{ ...first, deliverables: await this.revealToken.execute(first, 'control_purchase_fetch', caller) }]
      : page.items;
    const shown = await this.effects.proposedFor(items, 'purchase', ({ purchase }) => purchase.id);
    return { ...page, items: shown.map((record) => ({ ...record, isRevealed })) };
  }

  @Operation('control_purchase_requery', {
    method: 'POST',
    access: 'admin',
    permission: 'userControl.transaction',
    missing: 400,
    failures: [on(proposalsFailures.no_record, { code: 404 })],
    present: presentRequeryAnswer,
    summary: 'Asks the provider of a purchase now, also after the schedule ended, and does what follows from the answer.',
  })
  async requery({ reqv: purchaseId }: RequeryInput, caller: Caller) {
    const status = await this.requeryNow.statusOf(purchaseId);
    if (status === undefined) throw new Failure(proposalsFailures.no_record);
    // Recorded before the question, so that a crash cannot hide who caused its effects; the answer is kept with the purchase.
    await this.auditedUnitOfWork.execute(caller, 'control_purchase_requery', () =>
      Promise.resolve({ subject: `purchase:${purchaseId}`, before: { status }, after: { asked: true }, result: undefined }),
    );
    return this.requeryNow.execute(purchaseId);
  }
}
