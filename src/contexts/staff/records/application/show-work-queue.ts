import { Injectable } from '@nestjs/common';
import { OpenRecords, type RecordKind, type RecordSummary } from '../../../../kernel/staff-records.js';
import type { FoundRecord } from '../domain/found-record.js';
import { caseMarker } from '../domain/case.js';
import { StaffCases } from './ports.js';
import { StaffRecordSources } from './staff-record-sources.js';

/** Bounds the cost of a count. */
const COUNT_LIMIT = 1_000;
const SHOWN = 5;

export interface QueuedRecord extends FoundRecord {
  /** The account of who has it; empty where nobody has. */
  readonly ownerId: string;
  readonly dueAt: number | undefined;
}

export interface OpenWork {
  readonly kind: RecordKind;
  readonly count: number;
  /** There are more than were counted. */
  readonly hasMore: boolean;
  /** The earliest due first, then the longest open. */
  readonly oldest: readonly QueuedRecord[];
}

/** What waits for staff, of every kind that a member of staff may see. */
@Injectable()
export class ShowWorkQueue {
  constructor(
    private readonly sources: StaffRecordSources,
    private readonly cases: StaffCases,
  ) {}

  execute(grants: ReadonlySet<string> | undefined): Promise<OpenWork[]> {
    const sources = this.sources.visibleTo(grants).filter((source) => source instanceof OpenRecords);
    return Promise.all(
      sources.map(async (source) => {
        const { kind } = source;
        const [count, oldest] = await Promise.all([source.countOpen(COUNT_LIMIT + 1), this.first(source)]);
        return {
          kind,
          count: Math.min(count, COUNT_LIMIT),
          hasMore: count > COUNT_LIMIT,
          oldest,
        };
      }),
    );
  }

  private async first(source: OpenRecords): Promise<QueuedRecord[]> {
    const { kind } = source;
    const [due, oldest] = await Promise.all([this.due(source), source.listOpen(SHOWN)]);
    const waiting = oldest.filter(({ id }) => !due.some((record) => record.id === id));
    const records = [...due, ...waiting].slice(0, SHOWN).map((record) => ({ ...record, kind }));
    const cases = await this.cases.find(records);
    return records.map((record) => {
      const { ownerId = '', dueAt } = cases.get(caseMarker(kind, record.id)) ?? {};
      return { ...record, ownerId, dueAt };
    });
  }

  /** Open ones with a due time, the earliest first. */
  private async due(source: OpenRecords): Promise<RecordSummary[]> {
    const ids = (await this.cases.due(source.kind)).map(({ recordId }) => recordId);
    if (ids.length === 0) return [];
    const open = await source.openAmong(ids);
    const wanted = ids.filter((id) => open.has(id)).slice(0, SHOWN);
    const summaries = new Map((await source.named(wanted)).map((summary) => [summary.id, summary]));
    return wanted.flatMap((id) => summaries.get(id) ?? []);
  }
}
