import { Injectable } from '@nestjs/common';
import type { MoneyCaller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { maskSerial } from '../../../kernel/masking.js';
import { domainEvent, type Events } from '../../../kernel/events.js';
import { formatNaira, kobo, ZERO_KOBO } from '../../../kernel/money.js';
import { Contributes } from '../../../kernel/registry.js';
import { type AccountId, type LedgerChange, providerHeld } from '../../../ledger/index.js';
import { Choice, Optional, Text } from '../../../platform/http/input.decorators.js';
import { OnEvent } from '../../../platform/queue/job-queue.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { PurchaseRecords, RequeryNow, type Resolution, ResolvePurchase, totalKobo } from '../../purchases/index.js';
import { supportFailures, Tickets } from '../../support/index.js';
import { LEDGER_FAILURES } from '../../wallet/wallet.presenters.js';
import { isAheadOfWord, ProposalKind, providerWord, type ProviderWord, type ShownChange } from './proposal-kind.js';
import { type Proposal, proposalsFailures, ProposalStore, type ProposedChange, subjectId } from './proposal.js';
import { ALREADY_PROPOSED, NOT_FOUND, OWN_WALLET, PROPOSES, REASON } from './proposals.presenters.js';
import { Proposals } from './proposals.js';

class PurchaseResolveInput {
  @Text() reqv: string;
  @Choice(['completed', 'failed']) outcome: Resolution;
  @Text(REASON) reason: string;
  @Optional() @Text() token?: string;
}

class TicketRefundInput {
  @Text() ticket_id: string;
  @Text() reqv: string;
  @Text(REASON) reason: string;
}

interface PurchaseChange extends ProposedChange {
  readonly outcome: Resolution;
  /** Version of the purchase that the proposer saw. */
  readonly version: string;
  /** Kept encrypted, and only while the proposal is open. */
  readonly token?: string;
  /** Missing in old ones. */
  readonly word?: ProviderWord;
  /** Whose user is answered with the approval; missing where there is none. */
  readonly ticketId?: string;
}

interface ProposedPurchase {
  readonly id: string;
  readonly outcome: Resolution;
  readonly reason: string;
  readonly token: string;
  readonly ticketId?: string;
}

/** A proposal that a purchase was delivered or not. */
@Injectable()
@Contributes(ProposalKind)
export class PurchaseProposal extends ProposalKind<PurchaseChange> {
  override readonly kind = 'purchase_resolve';
  override readonly words = 'decide the purchase';

  constructor(
    private readonly resolvePurchase: ResolvePurchase,
    private readonly requeryNow: RequeryNow,
    private readonly records: PurchaseRecords,
    private readonly proposals: Proposals,
    private readonly store: ProposalStore,
    private readonly tickets: Tickets,
  ) {
    super();
  }

  @Operation('control_purchase_resolve', {
    ...PROPOSES,
    failures: [
      NOT_FOUND,
      on(proposalsFailures.already_decided, { id: 'purchase_refunded' }),
      ALREADY_PROPOSED,
      OWN_WALLET,
      ...LEDGER_FAILURES,
    ],
    summary:
      'Proposes that a purchase was delivered (completed, with its token where there is one) or not (failed, which refunds it or takes the delivery back). Its provider is asked first, and two approvals are needed where staff contradict it or do not wait for it. What a purchase is already may be confirmed, and moves nothing.',
  })
  async propose({ reqv: id, outcome, reason, token = '' }: PurchaseResolveInput, caller: MoneyCaller) {
    return this.make({ id, outcome, reason, token }, caller);
  }

  @Operation('control_ticket_refund', {
    ...PROPOSES,
    permission: 'helpControl.allowModify',
    failures: [
      NOT_FOUND,
      on(supportFailures.ticket_not_found, { code: 404 }),
      on(supportFailures.ticket_closed, { id: 'ticket_closed' }),
      on(proposalsFailures.purchase_of_another, { id: 'purchase_of_another' }),
      ALREADY_PROPOSED,
      OWN_WALLET,
      ...LEDGER_FAILURES,
    ],
    summary:
      'Asks for the refund of a purchase that a ticket is about. It is a proposal that the purchase was not delivered, with the ticket; its approval refunds the purchase and answers the ticket.',
  })
  async refund({ ticket_id: ticketId, reqv: id, reason }: TicketRefundInput, caller: MoneyCaller) {
    const { ticket } = await this.tickets.show(ticketId, undefined);
    if (ticket.status === 'closed') throw new Failure(supportFailures.ticket_closed);
    const found = await this.resolvePurchase.find(id);
    if (!found) throw new Failure(proposalsFailures.no_record);
    if (found.purchase.userId !== ticket.userId) throw new Failure(proposalsFailures.purchase_of_another);
    return this.make({ id, outcome: 'failed', reason, token: '', ticketId }, caller);
  }

  private async make({ id, outcome, reason, token, ticketId }: ProposedPurchase, caller: MoneyCaller) {
    if (!(await this.resolvePurchase.find(id))) throw new Failure(proposalsFailures.no_record);
    const { isAnswered } = await this.requeryNow.execute(id);
    const { purchase, version } = (await this.resolvePurchase.find(id))!;
    const { status, userId } = purchase;
    if (['failed', 'reversed'].includes(status) && outcome === 'completed') throw new Failure(proposalsFailures.already_decided);
    const isReturned = outcome === 'failed' && (status === 'pending' || status === 'completed');
    const isPaid = outcome === 'completed' && status === 'pending';
    const word = providerWord(purchase, outcome, isAnswered);
    const change = { kind: this.kind, outcome, version, token, word, ...(ticketId === undefined ? {} : { ticketId }) } as const;
    const amountKobo = isReturned ? kobo(totalKobo(purchase)) : ZERO_KOBO;
    const heldKobo = isPaid ? kobo(totalKobo(purchase)) : ZERO_KOBO;
    return this.proposals.propose(this, { subject: `purchase:${id}`, change, userId, amountKobo, heldKobo, reason }, caller);
  }

  override isAheadOfProvider(change: PurchaseChange): boolean {
    return isAheadOfWord(change);
  }

  override async change(proposal: Proposal<PurchaseChange>): Promise<LedgerChange | undefined> {
    const { version, outcome, token = '', ticketId } = proposal.change;
    const id = subjectId(proposal);
    await this.requeryNow.execute(id);
    const change = await this.resolvePurchase.change(id, version, outcome, token);
    if (!change || ticketId === undefined) return change;
    const answered = domainEvent('proposal.refund_approved', { proposalId: proposal.id });
    return { ...change, events: [...(change.events ?? []), answered] };
  }

  @OnEvent('proposal.refund_approved')
  async answerTicket({ proposalId }: Events['proposal.refund_approved']): Promise<void> {
    const proposal = await this.store.find(proposalId);
    if (proposal?.status !== 'executed' || proposal.change.kind !== this.kind) return;
    const { ticketId } = proposal.change as PurchaseChange;
    const found = await this.resolvePurchase.find(subjectId(proposal));
    if (ticketId === undefined || !found) return;
    const { itemName } = found.purchase;
    const { amountKobo, decidedBy: userId } = proposal;
    // It may have been refunded before; then the approval moved nothing.
    const money = amountKobo === 0 ? 'Its money' : formatNaira(amountKobo);
    const message = `We have refunded your payment for ${itemName}. ${money} is in your wallet again.`;
    const author = { from: 'staff', staff: { userId, ip: '' }, action: 'control_ticket_refund' } as const;
    await this.tickets.replyOnce(proposalId, { ticketId, message, attachments: [] }, author);
  }

  override async accountsOf(proposal: Proposal<PurchaseChange>): Promise<AccountId[]> {
    if (proposal.change.outcome !== 'completed') return [proposal.userId];
    const { items } = await this.records.list({ id: subjectId(proposal) }, { before: undefined, size: 1 });
    return items.map(({ provider }) => providerHeld(provider));
  }

  override journalSubject(proposal: Proposal<PurchaseChange>): string {
    return subjectId(proposal);
  }

  override audited({ outcome, word: provider, ticketId: ticket }: PurchaseChange) {
    return { outcome, provider, ...(ticket === undefined ? {} : { ticket }) };
  }

  override shown({ token = '', ticketId: ticket = '' }: PurchaseChange): ShownChange {
    return token === '' ? { ticket } : { ticket, token: maskSerial(token) };
  }
}
