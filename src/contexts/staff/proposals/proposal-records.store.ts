import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { formatNaira, kobo } from '../../../kernel/money.js';
import { Contributes } from '../../../kernel/registry.js';
import {
  type RecordKind,
  type RecordReference,
  type RecordSummary,
  StaffRecords,
  actOfProposal,
  type TimelineEntry,
  TimelineSource,
} from '../../../kernel/records.js';
import { Database } from '../../../platform/database/database.js';
import { OpenRows } from '../../../platform/database/open-rows.js';
import { readRowPage } from '../../../platform/database/read-row-page.js';
import { journalEntries } from '../../../ledger/index.js';
import { OPEN_STATUSES } from './proposal.js';
import { ProposalKinds } from './proposal-kind.js';
import { ProposalEffects } from './proposals.js';
import { ProposalRow } from './proposals.store.js';

const OPEN = OPEN_STATUSES.map((status) => ({ status }));
const SUBJECTS = ['purchase', 'suspense'];
const TIMELINE_ROWS = 50;

@Injectable()
@Contributes(StaffRecords)
export class OpenProposals extends OpenRows<ProposalRow> {
  override readonly kind = 'proposal';
  override readonly permission = 'otherControl.paymtMethod';

  constructor(
    database: Database,
    private readonly kinds: ProposalKinds,
  ) {
    super(database, ProposalRow, OPEN);
  }

  /** Finds proposals also by the purchase or payment that they are about. */
  override async find(text: string, limit: number): Promise<RecordSummary[]> {
    const conditions = [{ id: text }, { subject: In(SUBJECTS.map((kind) => `${kind}:${text}`)) }];
    const { items } = await readRowPage(this.rows, conditions, { before: undefined, size: limit });
    return items.map((row) => this.summaryOf(row));
  }

  override isOwn(id: string, accountId: string): Promise<boolean> {
    return this.rows.existsBy({ id, proposedBy: accountId });
  }

  protected override summaryOf({ id, kind, amountKobo, reason, status, userId, createdAt }: ProposalRow): RecordSummary {
    const words = this.kinds.wordsOf(kind);
    const what = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
    const title = amountKobo === 0 ? what : `${what}, ${formatNaira(kobo(amountKobo))}`;
    return { id, title, detail: reason, status, userId, createdAt };
  }
}

/** Proposals about a record, and who decided them. */
@Injectable()
@Contributes(TimelineSource)
export class ProposalTimeline extends TimelineSource {
  override readonly name = 'proposals';
  override readonly kinds: readonly RecordKind[] = ['proposal', 'purchase', 'payout', 'suspense', 'user'];

  constructor(
    private readonly database: Database,
    private readonly proposalKinds: ProposalKinds,
    private readonly effects: ProposalEffects,
  ) {
    super();
  }

  override async entriesOf({ kind, id }: RecordReference): Promise<TimelineEntry[]> {
    const where = kind === 'proposal' ? { id } : { subject: `${kind}:${id}` };
    const rows = await this.database.repository(ProposalRow).find({ where, order: { createdAt: 'DESC' }, take: TIMELINE_ROWS });
    const journals = kind === 'proposal' ? await this.effects.journalsOf(id) : [];
    return [...rows.flatMap((row) => entriesOf(row, this.proposalKinds.wordsOf(row.kind))), ...journalEntries(journals)];
  }
}

function entriesOf(row: ProposalRow, words: string): TimelineEntry[] {
  const { id, reason, status, comment, proposedBy, approvedBy, decidedBy, decidedAt, createdAt } = row;
  const shared = { part: 'staff', about: { kind: 'proposal', id }, permission: 'otherControl.paymtMethod' } as const;
  const made: TimelineEntry = {
    ...shared,
    at: createdAt,
    what: `It was proposed: ${words}`,
    detail: reason,
    userId: proposedBy,
    act: actOfProposal(id, 'made', proposedBy),
  };
  if (decidedAt === null) return [made];
  const decided = (what: string, by: string, detail: string): TimelineEntry => {
    const entry = { ...shared, at: decidedAt, what, detail, userId: by };
    return by === '' ? entry : { ...entry, act: actOfProposal(id, 'decided', by) };
  };
  const first =
    approvedBy === '' ? [] : [decided('A first approval was given', approvedBy, status === 'approved' ? comment : '')];
  if (status === 'approved') return [made, ...first];
  return [made, ...first, decided(`The proposal is ${status}`, status === 'withdrawn' ? proposedBy : decidedBy, comment)];
}
