import { Injectable } from '@nestjs/common';
import { In, LessThanOrEqual, MoreThanOrEqual, Not } from 'typeorm';
import { type Kobo, kobo } from '../../../../kernel/money.js';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import { COMMITTED_AT, type RowInsert, type RowUpdate } from '../../../../kernel/row-changes.js';
import { SecretBox } from '../../../../platform/crypto/secret-box.js';
import { Database } from '../../../../platform/database/database.js';
import { readRowPage } from '../../../../platform/database/read-row-page.js';
import { tableOf } from '../../../../platform/database/table.js';
import { type ProposalFilter, Proposals } from '../../application/ports/proposals.js';
import { type Decided, OPEN_STATUSES, type Proposal, type ProposedChange } from '../../domain/proposal.js';
import { ProposalRow } from './proposal.row.js';

const TABLE = tableOf(ProposalRow);
const OPEN = In([...OPEN_STATUSES]);

@Injectable()
export class TypeormProposals extends Proposals {
  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
  ) {
    super();
  }

  insert(proposal: Proposal): RowInsert {
    const { id, subject, userId, amountKobo, reason, approvals, status, proposedBy, approvedBy, decidedBy, comment } = proposal;
    const { kind, ...details } = proposal.change;
    const { token = '', ...open } = details as { token?: string };
    const parties = { proposedBy, approvedBy, decidedBy };
    return TABLE.insert({
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
      details: JSON.stringify(open),
      sealedToken: token === '' ? '' : this.secrets.encrypt(token, id),
      decidedAt: null,
      createdAt: COMMITTED_AT,
    });
  }

  decision({ id, status, approvedBy }: Proposal, decided: Decided): RowUpdate {
    // A token is in the purchase now, or of no use.
    const token = OPEN_STATUSES.includes(decided.status) ? {} : { sealedToken: '' };
    return TABLE.update({ id, status, approvedBy }, { ...decided, ...token, decidedAt: COMMITTED_AT });
  }

  async find(id: string): Promise<Proposal | undefined> {
    const row = await this.rows.findOneBy({ id });
    return row ? this.toProposal(row) : undefined;
  }

  async findMany(ids: readonly string[]): Promise<ReadonlyMap<string, Proposal>> {
    const rows = await this.rows.findBy({ id: In([...ids]) });
    return new Map(rows.map((row) => [row.id, this.toProposal(row)]));
  }

  hasOpen(subject: string): Promise<boolean> {
    return this.rows.existsBy({ subject, status: OPEN });
  }

  hasExecuted(subject: string, since: number): Promise<boolean> {
    return this.rows.existsBy({ subject, status: 'executed', decidedAt: MoreThanOrEqual(since) });
  }

  async adjustedKobo(subject: string, executedSince: number, proposal: Proposal | undefined): Promise<Kobo> {
    // Of those that one commit wrote, the id decides.
    const [before, id] = proposal ? [proposal.createdAt, proposal.id] : [Number.MAX_SAFE_INTEGER, ''];
    const open = OPEN_STATUSES.map(() => '?').join();
    const sql = `SELECT COALESCE(SUM(ABS(amount_kobo)), 0) AS kobo FROM proposal WHERE subject = ? AND kind = 'wallet_adjust'
      AND ((status = 'executed' AND decided_at >= ?)
        OR (status IN (${open}) AND (recorded < ? OR (recorded = ? AND id < ?))))`;
    const values = [subject, executedSince, ...OPEN_STATUSES, before, before, id];
    const rows = await this.database.rows<{ kobo: number | string }>(sql, values);
    return kobo(Number(rows[0]?.kobo ?? 0));
  }

  async list({ id, isOpen }: ProposalFilter, page: PageRequest): Promise<Page<Proposal>> {
    const condition = {
      ...(id === undefined ? {} : { id }),
      ...(isOpen === undefined ? {} : { status: isOpen ? OPEN : Not(OPEN) }),
    };
    const { items, next } = await readRowPage(this.rows, condition, page);
    return { items: items.map((row) => this.toProposal(row)), next };
  }

  async listOpen(madeBy: number, limit: number): Promise<Proposal[]> {
    const where = { status: OPEN, createdAt: LessThanOrEqual(madeBy) };
    const rows = await this.rows.find({ where, order: { createdAt: 'ASC', id: 'ASC' }, take: limit });
    return rows.map((row) => this.toProposal(row));
  }

  async expire(id: string): Promise<boolean> {
    const { affected } = await this.rows.update({ id, status: OPEN }, { status: 'expired', sealedToken: '' });
    return affected === 1;
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
