import { Injectable } from '@nestjs/common';
import { domainEvent } from '../../../kernel/events.js';
import { ZERO_KOBO } from '../../../kernel/money.js';
import { Contributes } from '../../../kernel/registry.js';
import type { LedgerChange } from '../../../ledger/index.js';
import type { StaffMember } from '../../audit/index.js';
import { type AccountChanges, type AccountDetails, Accounts, isLeaving } from '../../sign-in/index.js';
import { ProposalKind, type ShownChange } from './proposal-kind.js';
import { type Proposal, ProposalStore, type ProposedChange, subjectId } from './proposal.js';
import { Proposals } from './proposals.js';

/** Facts of a user that two people change, under their names on the wire. */
const CHANGED_FACTS = {
  firstName: 'firstName',
  lastName: 'lastName',
  phoneNumber: 'phoneNumber',
  phoneVerified: 'phoneVerify',
  identityVerified: 'identVerify',
} as const;
const NAMES = Object.keys(CHANGED_FACTS) as (keyof typeof CHANGED_FACTS)[];

/** Changed fields only; a number in its international form. */
type ChangedFacts = Pick<AccountChanges, keyof typeof CHANGED_FACTS>;

interface FactsChange extends ProposedChange {
  /** The fields at the time of the proposal. */
  readonly before: ChangedFacts;
  readonly after: ChangedFacts;
}

interface AskedUserChange {
  readonly account: AccountDetails;
  readonly changes: AccountChanges;
  /** May be empty. */
  readonly reason: string;
}

interface ApprovedUserChange {
  readonly userId: string;
  readonly changes: AccountChanges;
  readonly approvedBy: string;
}

/** A proposal to give an account another identity or phone. */
@Injectable()
@Contributes(ProposalKind)
export class UserChanges extends ProposalKind<FactsChange> {
  override readonly kind = 'user_modify';
  override readonly words = 'change who a user is, or their phone';

  constructor(
    private readonly accounts: Accounts,
    private readonly proposals: Proposals,
    private readonly store: ProposalStore,
  ) {
    super();
  }

  /** In the caller's unit of work; in place of an open one about the same user. @returns its id */
  propose({ account, changes: after, reason }: AskedUserChange, { userId: proposedBy }: StaffMember): Promise<string> {
    const { id: userId } = account;
    const before = Object.fromEntries(NAMES.filter((name) => name in after).map((name) => [name, account[name]]));
    const change = { kind: this.kind, before, after } as const;
    return this.proposals.replace({ subject: `user:${userId}`, change, userId, amountKobo: ZERO_KOBO, reason }, proposedBy);
  }

  override isAheadOfProvider(): boolean {
    return false;
  }

  /** It is changed after the commit, because caches and sessions change with the account. */
  override async change(proposal: Proposal<FactsChange>): Promise<LedgerChange | undefined> {
    const { before } = proposal.change;
    const account = await this.accounts.find(subjectId(proposal));
    const isAsBefore = (name: keyof ChangedFacts) => !(name in before) || before[name] === account?.[name];
    if (!account || isLeaving(account) || !NAMES.every(isAsBefore)) return undefined;
    return { events: [domainEvent('proposal.user_change_approved', { proposalId: proposal.id })] };
  }

  async findApproved(proposalId: string): Promise<ApprovedUserChange | undefined> {
    const proposal = await this.store.find(proposalId);
    if (proposal?.status !== 'executed' || proposal.change.kind !== this.kind) return undefined;
    const { after: changes } = proposal.change as FactsChange;
    return { userId: subjectId(proposal), changes, approvedBy: proposal.decidedBy };
  }

  override shown({ before, after }: FactsChange): ShownChange {
    const changes = NAMES.filter((name) => name in after).map((name) => {
      return { field: CHANGED_FACTS[name], before: wordOf(before[name]), after: wordOf(after[name]) };
    });
    return { changes };
  }
}

function wordOf(value: string | boolean = ''): string {
  if (typeof value === 'string') return value;
  return value ? 'verified' : 'unverified';
}
