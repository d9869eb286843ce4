import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../../kernel/registry.js';
import type { RecordKind, RecordReference } from '../../../../../kernel/staff-records.js';
import { type TimelineEntry, TimelineSource } from '../../../../../kernel/timeline.js';
import { Database } from '../../../../../platform/database/database.js';
import { PROPOSAL_WORDS } from '../../domain/proposal-words.js';
import { ProposalRow } from './proposals.rows.js';

const TAKE = 50;

/** What was proposed about a record, and by whom it was decided. */
@Injectable()
@Contributes(TimelineSource)
export class ProposalTimeline extends TimelineSource {
  override readonly name = 'proposals';
  override readonly kinds: readonly RecordKind[] = ['proposal', 'purchase', 'suspense', 'user'];

  constructor(private readonly database: Database) {
    super();
  }

  override async entriesOf({ kind, id }: RecordReference): Promise<TimelineEntry[]> {
    const where = kind === 'proposal' ? { id } : { subject: `${kind}:${id}` };
    const rows = await this.database.repository(ProposalRow).find({ where, order: { createdAt: 'DESC' }, take: TAKE });
    return rows.flatMap(entriesOf);
  }
}

function entriesOf(row: ProposalRow): TimelineEntry[] {
  const { id, kind, reason, status, comment, proposedBy, approvedBy, decidedBy, decidedAt, createdAt } = row;
  const shared = { part: 'staff', about: { kind: 'proposal', id }, permission: 'otherControl.paymtMethod' } as const;
  const first =
    approvedBy === '' || approvedBy === decidedBy
      ? []
      : [{ ...shared, at: decidedAt ?? createdAt, what: 'A first approval was given', detail: '', userId: approvedBy }];
  return [
    { ...shared, at: createdAt, what: `It was proposed: ${PROPOSAL_WORDS[kind]}`, detail: reason, userId: proposedBy },
    ...first,
    ...(decidedAt === null
      ? []
      : [{ ...shared, at: decidedAt, what: `The proposal is ${status}`, detail: comment, userId: decidedBy }]),
  ];
}
