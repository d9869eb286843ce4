import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { formatNaira, kobo } from '../../../../../kernel/money.js';
import { Contributes } from '../../../../../kernel/registry.js';
import { OpenRecords, type RecordSummary, StaffRecords } from '../../../../../kernel/staff-records.js';
import { Database } from '../../../../../platform/database/database.js';
import { countRows, idsAmong, oldestRows, rowsById } from '../../../../../platform/database/open-rows.js';
import { readRowPage } from '../../../../../platform/database/read-row-page.js';
import { OPEN_STATUSES } from '../../domain/proposal.js';
import { PROPOSAL_WORDS } from '../../domain/proposal-words.js';
import { ProposalRow } from './proposals.rows.js';

const OPEN = OPEN_STATUSES.map((status) => ({ status }));
const SUBJECTS = ['purchase', 'suspense'];

@Injectable()
@Contributes(StaffRecords)
export class TypeormOpenProposals extends OpenRecords {
  override readonly kind = 'proposal';
  override readonly permission = 'otherControl.paymtMethod';

  constructor(private readonly database: Database) {
    super();
  }

  /** Also by the purchase or payment that they are about. */
  override async find(text: string, limit: number): Promise<RecordSummary[]> {
    const conditions = [{ id: text }, { subject: In(SUBJECTS.map((kind) => `${kind}:${text}`)) }];
    const { items } = await readRowPage(this.rows, conditions, { before: undefined, size: limit });
    return items.map(summaryOf);
  }

  override countOpen(limit: number): Promise<number> {
    return countRows(this.rows, OPEN, limit);
  }

  override async listOpen(limit: number, after?: number): Promise<RecordSummary[]> {
    return (await oldestRows(this.rows, OPEN, limit, after)).map(summaryOf);
  }

  override openAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return idsAmong(this.rows, OPEN, ids);
  }

  override async named(ids: readonly string[]): Promise<RecordSummary[]> {
    return (await rowsById(this.rows, ids)).map(summaryOf);
  }

  override isOwn(id: string, accountId: string): Promise<boolean> {
    return this.rows.existsBy({ id, proposedBy: accountId });
  }

  private get rows() {
    return this.database.repository(ProposalRow);
  }
}

function summaryOf({ id, kind, amountKobo, reason, status, userId, createdAt }: ProposalRow): RecordSummary {
  const words = PROPOSAL_WORDS[kind] ?? kind;
  const what = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  const title = amountKobo === 0 ? what : `${what}, ${formatNaira(kobo(amountKobo))}`;
  return { id, title, detail: reason, status, userId, createdAt };
}
