import { RowSeal, Unsealed } from '../../../platform/crypto/row-seal.js';
import { Sealed } from '../../../platform/crypto/sealed-columns.js';
import {
  CountColumn,
  IdColumn,
  KoboColumn,
  LongTextColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../../platform/database/columns.js';
import { Injectable } from '@nestjs/common';
import { Check, Entity, In, Index, LessThanOrEqual, MoreThanOrEqual, Not } from 'typeorm';
import { type Kobo, kobo } from '../../../kernel/money.js';
import type { Page, PageRequest } from '../../../kernel/pagination.js';
import { COMMITTED_AT, type RowInsert, type RowUpdate } from '../../../kernel/row-changes.js';
import { RowSeals } from '../../../platform/crypto/row-seals.js';
import { SecretBox } from '../../../platform/crypto/secret-box.js';
import { Database } from '../../../platform/database/database.js';
import { insertAll } from '../../../platform/database/insert-new.js';
import { placeholders } from '../../../platform/database/placeholders.js';
import { readRowPage } from '../../../platform/database/read-row-page.js';
import { tableOf } from '../../../platform/database/table.js';
import {
  type ApprovedAmounts,
  type Decided,
  type Decisions,
  isOpen,
  OPEN_STATUSES,
  type Proposal,
  type ProposalFilter,
  type ProposalKindName,
  type ProposalStatus,
  ProposalStore,
  tokenOf,
} from './proposal.js';

/** Numbers the decisions that a member of staff takes part in, so that of two at once the second one sees the first one's amount. */
@Entity('proposal_participant')
export class ProposalParticipantRow {
  @PrimaryIdColumn('user_id') userId: string;
  @CountColumn('decisions', { default: 0 }) decisions: number;
}

@Entity('proposal')
@Index('proposal_recorded', ['createdAt'])
@Index('proposal_status', ['status', 'createdAt'])
@Index('proposal_subject', ['subject', 'status'])
@Index('proposal_decided', ['status', 'decidedAt'])
@Index('proposal_user', ['userId', 'status'])
@Index('proposal_proposer', ['proposedBy', 'createdAt'])
@Check('proposal_first_approver', 'approved_by <> proposed_by')
@Check('proposal_decider', 'decided_by <> proposed_by')
@Check(
  'proposal_approvals',
  "status <> 'executed' OR (decided_by <> '' AND decided_by <> approved_by AND (approvals = 1 OR approved_by <> ''))",
)
@RowSeal<ProposalRow>('proposalSeal', [
  'kind',
  'subject',
  'details',
  'userId',
  'amountKobo',
  'reason',
  'approvals',
  'status',
  'proposedBy',
  'approvedBy',
  'decidedBy',
  'comment',
])
@Unsealed<ProposalRow>({
  sealedToken: 'is encrypted and authenticated for its row',
  decidedAt: 'is the time of the commit, which is not known when the row is sealed',
  createdAt: 'as the time of the decision',
})
export class ProposalRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('kind', 32) kind: ProposalKindName;
  @TextColumn('subject', 64) subject: string;
  /** JSON: the kind's own fields. */
  @LongTextColumn('details') details: string;
  /** Token of a purchase, encrypted, with the proposal's id as associated data; empty where there is none. */
  @Sealed() @LongTextColumn('sealed_token') sealedToken: string;
  /** Whose wallet moves; empty where none does. */
  @IdColumn('user_id') userId: string;
  @KoboColumn('amount_kobo') amountKobo: number;
  @LongTextColumn('reason') reason: string;
  @CountColumn('approvals') approvals: number;
  @TextColumn('status', 16) status: ProposalStatus;
  @IdColumn('proposed_by') proposedBy: string;
  @IdColumn('approved_by') approvedBy: string;
  @IdColumn('decided_by') decidedBy: string;
  @LongTextColumn('comment') comment: string;
  @TimeColumn('decided_at', { nullable: true }) decidedAt: number | null;
  @TimeColumn('recorded') createdAt: number;
  @TextColumn('proposal_seal', 64, { nullable: true }) proposalSeal: string | null;
}

const TABLE = tableOf(ProposalRow);
const PARTICIPANTS = tableOf(ProposalParticipantRow);
const OPEN = In([...OPEN_STATUSES]);
const APPROVED = `SELECT COALESCE(SUM(CASE WHEN proposed_by = ? THEN ABS(amount_kobo) ELSE 0 END), 0) AS proposer,
  COALESCE(SUM(CASE WHEN (proposed_by = ? AND (decided_by = ? OR approved_by = ?))
    OR (proposed_by = ? AND (decided_by = ? OR approved_by = ?)) THEN ABS(amount_kobo) ELSE 0 END), 0) AS pair
  FROM proposal WHERE status = 'executed' AND decided_at >= ?`;

@Injectable()
export class TypeormProposalStore extends ProposalStore {
  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
    private readonly seals: RowSeals,
  ) {
    super();
  }

  insert(proposal: Proposal): RowInsert {
    const { id } = proposal;
    const token = tokenOf(proposal.change);
    const row = sealedColumns(proposal);
    return TABLE.insert({
      ...row,
      ...this.seals.of(ProposalRow, row),
      sealedToken: token === '' ? '' : this.secrets.encrypt(token, id),
      decidedAt: null,
      createdAt: COMMITTED_AT,
    });
  }

  async add(proposal: Proposal): Promise<void> {
    const { table, values } = this.insert(proposal);
    const row = Object.values(values).map((value) => (value === COMMITTED_AT ? proposal.createdAt : value));
    await insertAll(this.database, table, Object.keys(values), [row]);
  }

  async voidOpen(subject: string, kind: ProposalKindName): Promise<void> {
    // There is one at most: a further one voids it.
    await this.seals.update(ProposalRow, { subject, kind, status: OPEN }, { status: 'void', sealedToken: '' });
  }

  decision(proposal: Proposal, decided: Decided): RowUpdate {
    const { id, status, approvedBy } = proposal;
    // A token is in the purchase now, or of no use.
    const token = OPEN_STATUSES.includes(decided.status) ? {} : { sealedToken: '' };
    const seals = this.seals.of(ProposalRow, sealedColumns({ ...proposal, ...decided }));
    return TABLE.update({ id, status, approvedBy }, { ...decided, ...token, ...seals, decidedAt: COMMITTED_AT });
  }

  async find(id: string): Promise<Proposal | undefined> {
    const row = await this.rows.findOneBy({ id });
    return row ? this.proposal(row) : undefined;
  }

  async findMany(ids: readonly string[]): Promise<ReadonlyMap<string, Proposal>> {
    const rows = await this.rows.findBy({ id: In([...ids]) });
    return new Map((await this.verified(rows)).map((proposal) => [proposal.id, proposal]));
  }

  hasOpen(subject: string): Promise<boolean> {
    return this.rows.existsBy({ subject, status: OPEN });
  }

  async findOpen(subjects: readonly string[]): Promise<ReadonlyMap<string, Proposal>> {
    if (subjects.length === 0) return new Map();
    const proposals = await this.verified(await this.rows.findBy({ subject: In([...subjects]), status: OPEN }));
    return new Map(proposals.filter(isOpen).map((proposal) => [proposal.subject, proposal]));
  }

  hasExecuted(subject: string, since: number): Promise<boolean> {
    return this.rows.existsBy({ subject, status: 'executed', decidedAt: MoreThanOrEqual(since) });
  }

  async movedKobo(userId: string, executedSince: number, proposal: Proposal | undefined): Promise<Kobo> {
    // The id decides among those of one commit.
    const [before, id] = proposal ? [proposal.createdAt, proposal.id] : [Number.MAX_SAFE_INTEGER, ''];
    const sql = `SELECT COALESCE(SUM(ABS(amount_kobo)), 0) AS kobo FROM proposal WHERE user_id = ?
      AND ((status = 'executed' AND decided_at >= ?)
        OR (status IN (${placeholders(OPEN_STATUSES)}) AND (recorded < ? OR (recorded = ? AND id < ?))))`;
    const values = [userId, executedSince, ...OPEN_STATUSES, before, before, id];
    const rows = await this.database.rows<{ kobo: number | string }>(sql, values);
    return kobo(Number(rows[0]?.kobo ?? 0));
  }

  async approvedKobo(proposerId: string, approverId: string, since: number): Promise<ApprovedAmounts> {
    const [one, other] = [proposerId, approverId];
    const values = [one, one, other, other, other, one, one, since];
    const rows = await this.database.rows<{ proposer: number | string; pair: number | string }>(APPROVED, values);
    const { proposer, pair } = rows[0]!;
    return { ofProposerKobo: kobo(Number(proposer)), ofPairKobo: kobo(Number(pair)) };
  }

  async decisionsOf(userIds: readonly string[]): Promise<Decisions> {
    const known = await this.database.repository(ProposalParticipantRow).findBy({ userId: In([...userIds]) });
    const numbers = new Map(known.map(({ userId, decisions }) => [userId, decisions]));
    const missing = userIds.filter((userId) => !numbers.has(userId));
    if (missing.length === 0) return numbers;
    const rows = missing.map((userId) => ({ userId, decisions: 0 }));
    await this.database.transaction(() => PARTICIPANTS.insertNew(this.database, rows));
    return this.decisionsOf(userIds);
  }

  nextDecisions(decisions: Decisions): RowUpdate[] {
    return [...decisions].map(([userId, number]) =>
      PARTICIPANTS.update({ userId, decisions: number }, { decisions: number + 1 }),
    );
  }

  async list({ id, isOpen, subject, proposedBy }: ProposalFilter, page: PageRequest): Promise<Page<Proposal>> {
    const condition = {
      ...(id === undefined ? {} : { id }),
      ...(subject === undefined ? {} : { subject }),
      ...(proposedBy === undefined ? {} : { proposedBy }),
      ...(isOpen === undefined ? {} : { status: isOpen ? OPEN : Not(OPEN) }),
    };
    const { items, next } = await readRowPage(this.rows, condition, page);
    return { items: await this.verified(items), next };
  }

  async listOpen(madeBy: number, limit: number): Promise<Proposal[]> {
    const where = { status: OPEN, createdAt: LessThanOrEqual(madeBy) };
    const rows = await this.rows.find({ where, order: { createdAt: 'ASC', id: 'ASC' }, take: limit });
    return this.verified(rows);
  }

  async expire(id: string): Promise<boolean> {
    const expired = { status: 'expired', sealedToken: '' } as const;
    return (await this.seals.update(ProposalRow, { id, status: OPEN }, expired)) !== undefined;
  }

  private verified(rows: readonly ProposalRow[]): Promise<Proposal[]> {
    return Promise.all(rows.map((row) => this.proposal(row)));
  }

  /** Void where it was open and somebody changed it in the database. */
  private async proposal(row: ProposalRow): Promise<Proposal> {
    const proposal = this.toProposal(row);
    const isVoid = OPEN_STATUSES.includes(row.status) && !(await this.seals.holds(ProposalRow, 'proposalSeal', row));
    return isVoid ? { ...proposal, status: 'void' } : proposal;
  }

  private toProposal(row: ProposalRow): Proposal {
    const { id, subject, userId, reason, status, proposedBy, approvedBy, decidedBy, comment, createdAt } = row;
    const token = row.sealedToken === '' ? {} : { token: this.secrets.decrypt(row.sealedToken, id) };
    const details = JSON.parse(row.details) as object;
    const parties = { proposedBy, approvedBy, decidedBy };
    return {
      id,
      subject,
      userId,
      reason,
      status,
      ...parties,
      comment,
      createdAt,
      change: { ...details, kind: row.kind, ...token },
      amountKobo: kobo(row.amountKobo),
      approvals: row.approvals === 2 ? 2 : 1,
      decidedAt: row.decidedAt ?? undefined,
    };
  }

  private get rows() {
    return this.database.repository(ProposalRow);
  }
}

function sealedColumns(proposal: Proposal) {
  const { id, subject, userId, amountKobo, reason, approvals, status, proposedBy, approvedBy, decidedBy, comment } = proposal;
  const { kind, token: _, ...details } = { token: '', ...proposal.change };
  const parties = { proposedBy, approvedBy, decidedBy };
  return {
    id,
    kind,
    subject,
    userId,
    amountKobo,
    reason,
    approvals,
    status,
    ...parties,
    comment,
    details: JSON.stringify(details),
  };
}
