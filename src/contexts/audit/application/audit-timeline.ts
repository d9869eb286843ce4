import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../kernel/registry.js';
import { RECORD_KINDS, type RecordReference } from '../../../kernel/staff-records.js';
import { actOfProposal, type TimelineEntry, TimelineSource } from '../../../kernel/timeline.js';
import { actionInWords } from '../domain/action-words.js';
import { visitsOf } from '../domain/visits.js';
import { AuditTrail, type StoredAuditRecord } from './ports.js';

const TAKE = 50;
const DECIDES = 'control_proposal_decide';

/** What staff did to a record, and who of them read it. */
@Injectable()
@Contributes(TimelineSource)
export class AuditTimeline extends TimelineSource {
  override readonly name = 'audit';
  override readonly kinds = RECORD_KINDS;

  constructor(private readonly trail: AuditTrail) {
    super();
  }

  override async entriesOf({ kind, id }: RecordReference): Promise<TimelineEntry[]> {
    const subject = `${kind}:${id}`;
    const [changes, reads] = await Promise.all([
      this.trail.list({ subject }, TAKE),
      this.trail.list({ subject, reads: true }, TAKE),
    ]);
    const permission = kind === 'user' ? 'userControl.viewDetails' : 'staffControl.superadminx';
    const visits = visitsOf(reads).map((visit) => ({ ...visitEntry(visit), permission }));
    return [...changes.map(entryOf), ...visits];
  }
}

function visitEntry(visit: readonly [StoredAuditRecord, ...StoredAuditRecord[]]): TimelineEntry {
  const words = new Set(visit.map(({ action }) => actionInWords(action)));
  return { ...entryOf(visit[0]), what: [...words].join('; ') };
}

function entryOf(record: StoredAuditRecord): TimelineEntry {
  const { action, staffId, after, createdAt } = record;
  const entry = { at: createdAt, part: 'staff', what: actionInWords(action), detail: reasonIn(after), userId: staffId } as const;
  const proposal = proposalIn(after);
  if (proposal === '') return entry;
  return { ...entry, act: actOfProposal(proposal, action === DECIDES ? 'decided' : 'made', staffId) };
}

/** Which one it made or decided. */
function proposalIn(after: unknown): string {
  const { proposal, proposed = proposal } = (after ?? {}) as Readonly<Record<string, unknown>>;
  return typeof proposed === 'string' ? proposed : '';
}

/** What whoever did it wrote. */
function reasonIn(after: unknown): string {
  if (typeof after !== 'object' || after === null) return '';
  const { reason, note, comment } = after as Readonly<Record<string, unknown>>;
  return [reason, note, comment].filter((text) => typeof text === 'string' && text !== '').join(' · ');
}
