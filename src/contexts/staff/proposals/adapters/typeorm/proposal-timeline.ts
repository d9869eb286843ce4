import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../../kernel/registry.js';
import type { RecordKind, RecordReference } from '../../../../../kernel/staff-records.js';
import { actOfProposal, type TimelineEntry, TimelineSource } from '../../../../../kernel/timeline.js';
import { Database } from '../../../../../platform/database/database.js';
import { journalEntries } from '../../../../../ledger/index.js';
import { FindJournals } from '../../application/find-journals.js';
import { PROPOSAL_WORDS } from '../../domain/proposal-words.js';
import { ProposalRow } from './proposals.rows.js';

const TAKE = 50;

/** What was proposed about a record, and by whom it was decided. */
@Injectable()
@Contributes(TimelineSource)
export class ProposalTimeline extends TimelineSource {
  override readonly name = 'proposals';
  override readonly kinds: readonly RecordKind[] = ['proposal', 'purchase', 'payout', 'suspense', 'user'];

  constructor(
    private readonly database: Database,
    private readonly findJournals: FindJournals,
  ) {
    super();
  }

  override async entriesOf({ kind, id }: RecordReference): Promise<TimelineEntry[]> {
    const where = kind === 'proposal' ? { id } : { subject: `${kind}:${id}` };
    const rows = await this.database.repository(ProposalRow).find({ where, order: { createdAt: 'DESC' }, take: TAKE });
    const journals = kind === 'proposal' ? await this.findJournals.of(id) : [];
    return [...rows.flatMap(entriesOf), ...journalEntries(journals)];
  }
}

function entriesOf(row: ProposalRow): TimelineEntry[] {
  const { id, kind, reason, status, comment, proposedBy, approvedBy, decidedBy, decidedAt, createdAt } = row;
  const shared = { part: 'staff', about: { kind: 'proposal', id }, permission: 'otherControl.paymtMethod' } as const;
  const made: TimelineEntry = {
    ...shared,
    at: createdAt,
    what: `It was proposed: ${PROPOSAL_WORDS[kind]}`,
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
