import { Injectable } from '@nestjs/common';
import {
  type AccountId,
  DEBTS_ACCOUNT,
  Journals,
  type PostedEntry,
  providerHeld,
  SUSPENSE_ACCOUNT,
} from '../../../../ledger/index.js';
import { PayoutRecords } from '../../../payouts/index.js';
import { PurchaseRecords } from '../../../purchases/index.js';
import { SettlementChanges, type SettlementEntry } from '../../../settlements/index.js';
import { type Proposal, subjectId } from '../domain/proposal.js';
import { Proposals } from './ports.js';

const ONE = { before: undefined, size: 1 };

/** What the ledger did when a proposal was carried out. */
@Injectable()
export class FindJournals {
  constructor(
    private readonly proposals: Proposals,
    private readonly journals: Journals,
    private readonly purchases: PurchaseRecords,
    private readonly payouts: PayoutRecords,
    private readonly settlementChanges: SettlementChanges,
  ) {}

  /** None of what is booked after its commit. */
  async of(proposalId: string): Promise<PostedEntry[]> {
    const proposal = await this.proposals.find(proposalId);
    if (proposal?.status !== 'executed' || proposal.decidedAt === undefined) return [];
    const isOfRecord = proposal.change.kind === 'purchase_resolve' || proposal.change.kind === 'payout_resolve';
    const subject = isOfRecord ? subjectId(proposal) : proposal.id;
    return this.journals.about(subject, await this.accountsOf(proposal), [proposal.decidedAt]);
  }

  /** One that its journal was posted to. */
  private async accountsOf(proposal: Proposal): Promise<AccountId[]> {
    const { change, userId } = proposal;
    switch (change.kind) {
      case 'suspense_assign':
      case 'suspense_return':
        return [SUSPENSE_ACCOUNT];
      case 'suspense_settle':
        return [DEBTS_ACCOUNT, SUSPENSE_ACCOUNT];
      case 'settlement_create':
        return [...this.settlementChanges.sidesOf(JSON.parse(change.entry) as SettlementEntry)];
      case 'purchase_resolve':
        return change.outcome === 'completed' ? held(await this.purchases.list({ id: subjectId(proposal) }, ONE)) : [userId];
      case 'payout_resolve':
        return change.outcome === 'completed' ? held(await this.payouts.list({ id: subjectId(proposal) }, ONE)) : [userId];
      case 'wallet_adjust':
        return [userId];
      case 'staff_grants':
      case 'user_modify':
      case 'tariff_propose':
      case 'statement_settle':
        return [];
    }
  }
}

function held({ items }: { readonly items: readonly { readonly provider: string }[] }): AccountId[] {
  return items.map(({ provider }) => providerHeld(provider));
}
