import { Injectable } from '@nestjs/common';
import type { MoneyCaller } from '../../../kernel/caller.js';
import { domainEvent, type Events } from '../../../kernel/events.js';
import { ZERO_KOBO } from '../../../kernel/money.js';
import { Contributes } from '../../../kernel/registry.js';
import type { LedgerChange } from '../../../ledger/index.js';
import { OnEvent } from '../../../platform/queue/job-queue.js';
import type { StaffMember } from '../../audit/index.js';
import { type Grant, GrantProposalSource, type GrantRequest, MoneyGrants } from '../members/index.js';
import { ProposalKind, type ShownChange } from './proposal-kind.js';
import { type Proposal, ProposalStore, type ProposedChange, subjectId } from './proposal.js';
import { Proposals } from './proposals.js';

interface GrantsChange extends ProposedChange {
  /** The member's other grants at the time of the proposal. */
  readonly held: readonly Grant[];
  readonly given: readonly Grant[];
}

/** A proposal to give a member of staff permissions for money. */
@Injectable()
@Contributes(GrantProposalSource)
@Contributes(ProposalKind)
export class StaffGrants extends ProposalKind<GrantsChange> implements GrantProposalSource {
  override readonly kind = 'staff_grants';
  override readonly words = 'give a member of staff permissions';
  override readonly takesCode = true;

  constructor(
    private readonly moneyGrants: MoneyGrants,
    private readonly proposals: Proposals,
    private readonly store: ProposalStore,
  ) {
    super();
  }

  async replace({ member, held, given }: GrantRequest, { userId: proposedBy }: StaffMember): Promise<string> {
    const { trackingId, agentName, role } = member;
    const change = { kind: this.kind, held, given } as const;
    const reason = `Permissions of ${agentName}${role === '' ? '' : `, ${role}`}`;
    const asked = { subject: `staff:${trackingId}`, change, userId: '', amountKobo: ZERO_KOBO, reason };
    if (given.length > 0) return this.proposals.replace(asked, proposedBy);
    await this.proposals.voidOpen(asked);
    return '';
  }

  override isAheadOfProvider(): boolean {
    return false;
  }

  override refuseUnlessEntitled(proposal: Proposal<GrantsChange>, { userId }: MoneyCaller): Promise<void> {
    return this.moneyGrants.refuseUnlessEntitled(userId, subjectId(proposal), proposal.change.given);
  }

  /** They are given after the commit, because sessions change with the permissions. */
  override async change(proposal: Proposal<GrantsChange>): Promise<LedgerChange | undefined> {
    return (await this.moneyGrants.canGive(subjectId(proposal), proposal.change.held))
      ? { events: [domainEvent('proposal.grants_approved', { proposalId: proposal.id })] }
      : undefined;
  }

  @OnEvent('proposal.grants_approved')
  async give({ proposalId }: Events['proposal.grants_approved']): Promise<void> {
    const proposal = await this.store.find(proposalId);
    if (proposal?.status !== 'executed' || proposal.change.kind !== this.kind) return;
    const { held, given } = proposal.change as GrantsChange;
    await this.moneyGrants.give(subjectId(proposal), held, given);
  }

  override shown({ given: permissions }: GrantsChange): ShownChange {
    return { permissions };
  }
}
