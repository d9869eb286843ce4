import { Injectable } from '@nestjs/common';
import { In, LessThanOrEqual, MoreThanOrEqual, Not } from 'typeorm';
import { type Kobo, kobo } from '../../../../../kernel/money.js';
import type { Page, PageRequest } from '../../../../../kernel/pagination.js';
import { COMMITTED_AT, type RowInsert, type RowUpdate } from '../../../../../kernel/row-changes.js';
import { RowSeals } from '../../../../../platform/crypto/row-seals.js';
import { SecretBox } from '../../../../../platform/crypto/secret-box.js';
import { Database } from '../../../../../platform/database/database.js';
import { insertAll } from '../../../../../platform/database/insert-new.js';
import { placeholders } from '../../../../../platform/database/placeholders.js';
import { readRowPage } from '../../../../../platform/database/read-row-page.js';
import { tableOf } from '../../../../../platform/database/table.js';
import { type ApprovedAmounts, type Decisions, type ProposalFilter, Proposals } from '../../application/ports.js';
import {
  type Decided,
  isOpen,
  OPEN_STATUSES,
  type Proposal,
  type ProposalKind,
  type ProposedChange,
} from '../../domain/proposal.js';
import { ProposalParticipantRow, ProposalRow } from './proposals.rows.js';

const TABLE = tableOf(ProposalRow);
const PARTICIPANTS = tableOf(ProposalParticipantRow);
const OPEN = In([...OPEN_STATUSES]);
const APPROVED = `SELECT COALESCE(SUM(CASE WHEN proposed_by = ? THEN ABS(amount_kobo) ELSE 0 END), 0) AS proposer,
  COALESCE(SUM(CASE WHEN (proposed_by = ? AND (decided_by = ? OR approved_by = ?))
    OR (proposed_by = ? AND (decided_by = ? OR approved_by = ?)) THEN ABS(amount_kobo) ELSE 0 END), 0) AS pair
  FROM proposal WHERE status = 'executed' AND decided_at >= ?`;

@Injectable()
export class TypeormProposals extends Proposals {
  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
    private readonly seals: RowSeals,
  ) {
    super();
  }

  insert(proposal: Proposal): RowInsert {
    const { id, change } = proposal;
    const { token = '' } = change as { token?: string };
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

  async voidOpen(subject: string, kind: ProposalKind): Promise<void> {
    // One at most: a further one voids it.
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
    const token = row.sealedToken === '' ? '' : this.secrets.decrypt(row.sealedToken, id);
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
      change: { ...details, kind: row.kind, ...(row.kind === 'purchase_resolve' ? { token } : {}) } as ProposedChange,
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
