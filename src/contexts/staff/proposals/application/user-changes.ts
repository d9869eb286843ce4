import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../kernel/clock.js';
import { newId } from '../../../../kernel/ids.js';
import { ZERO_KOBO } from '../../../../kernel/money.js';
import type { StaffMember } from '../../../audit/index.js';
import type { AccountChanges, AccountDetails } from '../../../sign-in/index.js';
import { type ChangedFacts, CHANGED_FACTS, subjectId } from '../domain/proposal.js';
import { Proposals } from './ports.js';

export interface UserChange {
  readonly account: AccountDetails;
  readonly changes: AccountChanges;
  /** May be empty. */
  readonly reason: string;
}

/** That an account has another identity or phone. */
@Injectable()
export class ProposeUserChange {
  constructor(
    private readonly proposals: Proposals,
    private readonly clock: Clock,
  ) {}

  /** In the caller's unit of work; in place of an open one about the same user. @returns its id */
  async execute({ account, changes, reason }: UserChange, { userId: proposedBy }: StaffMember): Promise<string> {
    const subject = `user:${account.id}`;
    await this.proposals.voidOpen(subject, 'user_modify');
    const id = newId();
    const after = changes as ChangedFacts;
    await this.proposals.add({
      id,
      subject,
      change: { kind: 'user_modify', before: factsOf(account, after), after },
      userId: account.id,
      amountKobo: ZERO_KOBO,
      reason,
      approvals: 1,
      status: 'proposed',
      proposedBy,
      approvedBy: '',
      decidedBy: '',
      comment: '',
      decidedAt: undefined,
      createdAt: this.clock.now(),
    });
    return id;
  }
}

export interface ApprovedUserChange {
  readonly userId: string;
  readonly changes: AccountChanges;
  readonly approvedBy: string;
}

/** Changes of accounts that were approved. */
@Injectable()
export class ApprovedUserChanges {
  constructor(private readonly proposals: Proposals) {}

  async find(proposalId: string): Promise<ApprovedUserChange | undefined> {
    const proposal = await this.proposals.find(proposalId);
    if (proposal?.status !== 'executed' || proposal.change.kind !== 'user_modify') return undefined;
    return { userId: subjectId(proposal), changes: proposal.change.after, approvedBy: proposal.decidedBy };
  }
}

/** As they are of the account, those that are changed. */
export function factsOf(account: AccountDetails, changed: ChangedFacts): ChangedFacts {
  return Object.fromEntries(CHANGED_FACTS.filter((name) => name in changed).map((name) => [name, account[name]]));
}
