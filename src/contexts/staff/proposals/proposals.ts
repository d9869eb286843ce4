import { Injectable } from '@nestjs/common';
import { CreditLedger } from '../../tariffs/index.js';
import { type MoneyCaller, Replayed } from '../../../kernel/caller.js';
import { Clock, DAY_MS } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { storedResult } from '../../../kernel/idempotency-records.js';
import { newId } from '../../../kernel/ids.js';
import { lagosDate, lagosMidnight } from '../../../kernel/lagos-time.js';
import { type Kobo, naira, toDecimal, ZERO_KOBO } from '../../../kernel/money.js';
import type { RecordKind } from '../../../kernel/records.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Journals, Ledger, type LedgerChange, type PostedEntry, type CommitResult } from '../../../ledger/index.js';
import { Audit } from '../../audit/index.js';
import { isLeaving, type User, Users } from '../../sign-in/index.js';
import { type ProposalKind, ProposalKinds } from './proposal-kind.js';
import {
  ApprovalSettings,
  type Proposal,
  PROPOSAL_LIFE_MS,
  proposalsFailures,
  ProposalStore,
  type ProposedChange,
  type Decided,
  decide,
  type Decision,
  type ProposalStatus,
} from './proposal.js';
import type { RowUpdate } from '../../../kernel/row-changes.js';
import { CheckIndependence, SecondFactors, CodeProofs, type Participant, staffFailures } from '../members/index.js';

/** A larger amount takes two approvals, also in parts that together move more to or from one wallet. */
const ONE_APPROVAL_KOBO = naira(1_000_000);
/** Ended in one transaction. */
const PAGE_ROWS = 200;

type Asked<Change extends ProposedChange> = Pick<Proposal<Change>, 'subject' | 'change' | 'userId' | 'amountKobo' | 'reason'>;

export interface NewProposal<Change extends ProposedChange> extends Asked<Change> {
  /** Held money that reaches its destination, beside the amount. */
  readonly heldKobo?: Kobo;
}

/** Number of approvals that a proposal needs, so that nobody gets a large amount in parts. */
@Injectable()
export class RequiredApprovals {
  constructor(
    private readonly store: ProposalStore,
    private readonly kinds: ProposalKinds,
    private readonly settings: ApprovalSettings,
    private readonly clock: Clock,
  ) {}

  /** Judges its amount, together with other movements of the wallet. @param heldKobo amount that it moves beside, of no wallet */
  ofNew(asked: Asked<ProposedChange>, heldKobo: Kobo): Promise<1 | 2> {
    return this.byEffect(asked, heldKobo);
  }

  /**
   * Counts again at the decision, because others may have been proposed at the same moment, or carried out since. It also counts
   * today's approvals of this proposer, and those between the two in either direction.
   */
  async of(proposal: Proposal, approverId: string): Promise<1 | 2> {
    if (proposal.approvals === 2 || (await this.byEffect(proposal, ZERO_KOBO, proposal)) === 2) return 2;
    const { amountKobo, proposedBy } = proposal;
    if (amountKobo === 0) return 1;
    const today = lagosMidnight(lagosDate(this.clock.now()));
    const { ofProposerKobo, ofPairKobo } = await this.store.approvedKobo(proposedBy, approverId, today);
    const total = Math.max(ofProposerKobo, ofPairKobo) + Math.abs(amountKobo);
    return total > this.settings.dailyTotalKobo ? 2 : 1;
  }

  private async byEffect(asked: Asked<ProposedChange>, heldKobo: Kobo, proposal?: Proposal): Promise<1 | 2> {
    const { change, userId, amountKobo } = asked;
    const ownKobo = Math.abs(amountKobo) + heldKobo;
    const movedKobo = ownKobo === 0 ? 0 : ownKobo + (await this.othersKobo(userId, proposal));
    return this.kinds.of(change.kind).isAheadOfProvider(change) || movedKobo > ONE_APPROVAL_KOBO ? 2 : 1;
  }

  private async othersKobo(userId: string, proposal?: Proposal): Promise<Kobo> {
    if (userId === '') return ZERO_KOBO;
    return this.store.movedKobo(userId, this.clock.now() - DAY_MS, proposal);
  }
}

/** Makes proposals, and ends those that nobody decided in time. */
@Injectable()
export class Proposals {
  constructor(
    private readonly store: ProposalStore,
    private readonly requiredApprovals: RequiredApprovals,
    private readonly users: Users,
    private readonly ledger: Ledger,
    private readonly audit: Audit,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `proposals.own_wallet`; `proposals.already_proposed`: a wallet may have several open adjustments, anything else one proposal */
  async propose<Change extends ProposedChange>(
    kind: ProposalKind<Change>,
    { heldKobo = ZERO_KOBO, ...asked }: NewProposal<Change>,
    { userId, ip, idempotencyKey }: MoneyCaller,
  ): Promise<string | Replayed> {
    const { subject, change, amountKobo, reason } = asked;
    if (asked.userId === userId) throw new Failure(proposalsFailures.own_wallet);
    if (!kind.mayRepeat && (await this.store.hasOpen(subject))) throw new Failure(proposalsFailures.already_proposed);
    const approvals = await this.requiredApprovals.ofNew(asked, heldKobo);
    const proposal: Proposal = { ...newProposal(asked, userId), approvals };
    const { id } = proposal;
    const after = { proposal: id, amount: toDecimal(amountKobo), reason, ...kind.audited(change) };
    const committed = await this.ledger.commit({
      idempotencyKey,
      inserts: [
        this.store.insert(proposal),
        this.audit.toRow({ staffId: userId, action: idempotencyKey.action, subject, after, ip }),
      ],
      subjectId: id,
      response: storedResult(id),
    });
    return committed instanceof Replayed ? committed : id;
  }

  /** In the caller's unit of work; an open proposal about the same subject becomes void. @returns its id */
  async replace<Change extends ProposedChange>(asked: Asked<Change>, proposedBy: string): Promise<string> {
    await this.voidOpen(asked);
    const proposal = { ...newProposal(asked, proposedBy), createdAt: this.clock.now() };
    await this.store.add(proposal);
    return proposal.id;
  }

  /** In the caller's unit of work. */
  voidOpen({ subject, change }: Pick<Asked<ProposedChange>, 'subject' | 'change'>): Promise<void> {
    return this.store.voidOpen(subject, change.kind);
  }

  /**
   * Finds by e-mail address or reference id; also suspended users, whose money stays.
   * @throws Failure `proposals.user_not_found`; `proposals.user_leaving` where a closed account would be credited
   */
  async findUser(addressOrReference: string, isCredited: boolean): Promise<User> {
    const user = addressOrReference.includes('@')
      ? await this.users.findByEmail(addressOrReference.toLowerCase())
      : await this.users.findByReference(addressOrReference);
    if (!user) throw new Failure(proposalsFailures.user_not_found);
    if (isCredited && isLeaving(user)) throw new Failure(proposalsFailures.user_leaving);
    return user;
  }

  /** Ends open proposals that nobody decided in time, each with its audit record. @param pageRows ended in one transaction */
  async expire(pageRows = PAGE_ROWS): Promise<void> {
    for (let hasMore = true; hasMore;) {
      const page = await this.store.listOpen(this.clock.now() - PROPOSAL_LIFE_MS, pageRows);
      await this.unitOfWork.run(async () => {
        for (const proposal of page) await this.expireOne(proposal);
      });
      hasMore = page.length === pageRows;
    }
  }

  private async expireOne({ id: proposal, subject, status }: Proposal): Promise<void> {
    // Decided meanwhile, or expired by another process.
    if (!(await this.store.expire(proposal))) return;
    const [before, after] = [
      { proposal, status },
      { proposal, status: 'expired' },
    ];
    await this.audit.record({ staffId: 'system', action: 'proposal_expire', subject, before, after, ip: '' });
  }
}

/** Effects of proposals, planned and done. */
@Injectable()
export class ProposalEffects {
  constructor(
    private readonly store: ProposalStore,
    private readonly kinds: ProposalKinds,
    private readonly users: Users,
    private readonly journals: Journals,
  ) {}

  kindOf({ kind }: ProposedChange): ProposalKind {
    return this.kinds.of(kind);
  }

  /** The change that is committed with the last approval; undefined if the subject, or the provider's answer now, has changed since. */
  async changeOf(proposal: Proposal): Promise<LedgerChange | undefined> {
    const kind = this.kindOf(proposal.change);
    if (!kind.credits(proposal)) return kind.change(proposal);
    const user = await this.users.find(proposal.userId);
    return user === undefined || isLeaving(user) ? undefined : kind.change(proposal);
  }

  /** Outcomes of open proposals by record, for readers who may see these; empty without proposals. */
  async proposedFor<Item>(
    items: readonly Item[],
    kind: RecordKind,
    idOf: (item: Item) => string,
  ): Promise<(Item & { readonly proposed: string })[]> {
    const subjectOf = (item: Item) => `${kind}:${idOf(item)}`;
    const open = await this.store.findOpen(items.map(subjectOf));
    return items.map((item) => {
      const change = open.get(subjectOf(item))?.change;
      return { ...item, proposed: change ? this.kindOf(change).outcomeOf(change) : '' };
    });
  }

  /** Journals of its own commit, without later bookings. */
  async journalsOf(proposalId: string): Promise<PostedEntry[]> {
    const proposal = await this.store.find(proposalId);
    if (proposal?.status !== 'executed' || proposal.decidedAt === undefined) return [];
    const kind = this.kindOf(proposal.change);
    return this.journals.about(kind.journalSubject(proposal), [...(await kind.accountsOf(proposal))], [proposal.decidedAt]);
  }
}

function newProposal<Change extends ProposedChange>(asked: Asked<Change>, proposedBy: string): Proposal<Change> {
  const undecided = { approvedBy: '', decidedBy: '', comment: '', decidedAt: undefined };
  return { ...asked, ...undecided, id: newId(), approvals: 1, status: 'proposed', proposedBy, createdAt: 0 };
}

/** Tries again each time the proposal or its subject changed in between. */
const ATTEMPTS = 20;

export interface ProposalDecision {
  readonly proposalId: string;
  readonly decision: Decision;
  readonly comment: string;
  /** Proposals of others are as if they were not there. */
  readonly isOwnOnly?: boolean;
  /** Code of a second factor. */
  readonly code?: string | undefined;
  /** Proof that this session gave a code a moment ago. */
  readonly proof?: string | undefined;
}

/** Ends a proposal, or approves it for the first of two times. Its change is committed with the decision, or not at all. */
@Injectable()
export class DecideProposal {
  constructor(
    private readonly store: ProposalStore,
    private readonly effects: ProposalEffects,
    private readonly requiredApprovals: RequiredApprovals,
    private readonly checkIndependence: CheckIndependence,
    private readonly secondFactors: SecondFactors,
    private readonly codeProofs: CodeProofs,
    private readonly ledger: CreditLedger,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws Failure of `decide`, of its kind, CheckIndependence and SecondFactors, `proposals.no_record`, `ledger.insufficient_funds`,
   * `ledger.hold_mismatch`
   */
  async execute(given: ProposalDecision, caller: MoneyCaller): Promise<ProposalStatus | Replayed> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const proposal = await this.store.find(given.proposalId);
      const isHidden = given.isOwnOnly && proposal?.proposedBy !== caller.userId;
      if (!proposal || isHidden) throw new Failure(proposalsFailures.no_record);
      const decisions = await this.store.decisionsOf(peopleOf(proposal, caller));
      const approvals = await this.requiredApprovals.of(proposal, caller.userId);
      const decided = decide({ ...proposal, approvals }, given.decision, caller.userId, given.comment, this.clock.now());
      if (given.decision === 'approve') await this.refuseUnlessEntitled(proposal, caller);
      if (attempt === 1) await this.prove(given, { ...proposal, approvals }, caller);
      const change = decided.status === 'executed' ? await this.effects.changeOf(proposal) : {};
      const ended: Decided = change ? decided : { ...decided, status: 'void' };
      const counted = ended.status === 'executed' ? this.store.nextDecisions(decisions) : [];
      const committed = await this.commit(proposal, ended, withUpdates(change ?? {}, counted), caller);
      if (committed instanceof Replayed) return committed;
      if (committed !== 'stale') return ended.status;
    }
    throw new Error(`proposal ${given.proposalId} changes all the time`);
  }

  /** @throws Failure `staff.code_required`, and of SecondFactors */
  private async prove({ decision, code, proof }: ProposalDecision, { change, approvals }: Proposal, caller: MoneyCaller) {
    if (code !== undefined) return this.secondFactors.checkOwn(code, caller);
    const isGrave = decision === 'approve' && (approvals === 2 || this.effects.kindOf(change).takesCode);
    if (isGrave || proof === undefined || !this.codeProofs.isGood(proof, caller)) throw new Failure(staffFailures.code_required);
  }

  private async refuseUnlessEntitled(proposal: Proposal, caller: MoneyCaller): Promise<void> {
    await this.effects.kindOf(proposal.change).refuseUnlessEntitled(proposal, caller);
    await this.checkIndependence.execute(caller, participantsOf(proposal), proposal.createdAt);
  }

  private commit(proposal: Proposal, decided: Decided, change: LedgerChange, caller: MoneyCaller): Promise<CommitResult> {
    const { userId: staffId, ip, idempotencyKey } = caller;
    const { status, comment } = decided;
    const after = { proposal: proposal.id, status, ...(comment === '' ? {} : { comment }) };
    const before = { proposal: proposal.id, status: proposal.status };
    const record = this.audit.toRow({ staffId, action: idempotencyKey.action, subject: proposal.subject, before, after, ip });
    return this.ledger.commit({
      ...change,
      idempotencyKey,
      inserts: [...(change.inserts ?? []), record],
      updates: [this.store.decision(proposal, decided), ...(change.updates ?? [])],
      subjectId: proposal.id,
      response: storedResult(status),
    });
  }
}

function participantsOf({ proposedBy, approvedBy }: Proposal): Participant[] {
  const proposer = { userId: proposedBy, part: 'proposed' } as const;
  return approvedBy === '' ? [proposer] : [proposer, { userId: approvedBy, part: 'approved' }];
}

function peopleOf({ proposedBy, approvedBy }: Proposal, { userId }: MoneyCaller): string[] {
  return [...new Set([proposedBy, approvedBy, userId])].filter((id) => id !== '');
}

function withUpdates(change: LedgerChange, more: readonly RowUpdate[]): LedgerChange {
  return { ...change, updates: [...(change.updates ?? []), ...more] };
}
