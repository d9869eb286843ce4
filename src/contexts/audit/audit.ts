import { failures } from '../../kernel/failure.js';
import { MINUTE_MS } from '../../kernel/clock.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import type { RowInsert } from '../../kernel/row-changes.js';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../kernel/unit-of-work.js';

export const auditFailures = failures('audit', {
  no_record: ['not_found', 'No data matching your query was found'],
});

const VISIT_MS = 10 * MINUTE_MS;

export interface Read {
  readonly staffId: string;
  readonly subject: string;
  readonly action: string;
  readonly createdAt: number;
  /** Changes are never part of a visit. */
  readonly isRead: boolean;
}

/**
 * Opening a record reads it by several operations. Reads of it by the same member of staff within ten minutes are one visit, in
 * the place of the latest read. @param records newest first @returns the reads of each visit, or one change
 */
export function visitsOf<Record extends Read>(records: readonly Record[]): [Record, ...Record[]][] {
  const visits: [Record, ...Record[]][] = [];
  for (const record of records) {
    const visit = visits.find(([latest, ...rest]) => isSame(latest, rest.at(-1) ?? latest, record));
    if (visit) visit.push(record);
    else visits.push([record]);
  }
  return visits;
}

function isSame(latest: Read, earliest: Read, { isRead, staffId, subject, createdAt }: Read): boolean {
  if (!isRead || !latest.isRead) return false;
  return latest.staffId === staffId && latest.subject === subject && earliest.createdAt - createdAt < VISIT_MS;
}

export interface AuditRecord {
  readonly staffId: string;
  readonly action: string;
  /** Kind and id of the changed record, as `faq:01J…`. */
  readonly subject: string;
  /** The comparable state as plain JSON without secrets; undefined where there is none. */
  readonly before?: unknown;
  readonly after?: unknown;
  readonly ip: string;
}

/** The member who makes a change; a `Caller` satisfies it. */
export interface StaffMember {
  readonly userId: string;
  readonly ip: string;
}

export abstract class Audit {
  /** In the caller's unit of work, so that change and record are committed together. */
  abstract record(record: AuditRecord): Promise<void>;
  abstract toRow(record: AuditRecord): RowInsert;
}

/** `after` of a read has its parameters. */
export interface StoredAuditRecord extends AuditRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly isRead: boolean;
}

export interface AuditFilter {
  readonly staffId?: string;
  readonly action?: string;
  readonly subject?: string;
}

export interface ListedKind {
  readonly since?: number;
  /** Reads of users' records instead of changes. */
  readonly reads?: boolean;
}

export interface TimeSpan {
  readonly since: number;
  readonly until: number;
}

export abstract class AuditTrail {
  abstract list(filter: AuditFilter & ListedKind, limit: number): Promise<StoredAuditRecord[]>;
  /** Changes and reads together, newest first. */
  abstract page(filter: AuditFilter, page: PageRequest): Promise<Page<StoredAuditRecord>>;
  /** Removes the oldest reads before this time; returns how many. Changes are kept for good. */
  abstract removeReads(before: number, limit: number): Promise<number>;
  /** Whether a member did one of these to one of these since then. */
  abstract hasDone(staffId: string, actions: readonly string[], subjects: readonly string[], since: number): Promise<boolean>;
  /** Subjects of this action since then. */
  abstract subjectsOf(action: string, since: number): Promise<string[]>;
  /** Each address that a member changed or read something from. */
  abstract addressesOf(staffId: string, span: TimeSpan): Promise<string[]>;
}

export interface Change<Result> {
  /** Kind and id of the changed record, as `faq:01J…`. */
  readonly subject: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly result: Result;
}

/** Commits a change by staff together with its audit record. */
@Injectable()
export class AuditedUnitOfWork {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: Audit,
  ) {}

  /** @param action the operation's action; @param change runs in a unit of work */
  execute<Result>({ userId, ip }: StaffMember, action: string, change: () => Promise<Change<Result>>): Promise<Result> {
    return this.unitOfWork.run(async () => {
      const { subject, before, after, result } = await change();
      await this.audit.record({ staffId: userId, action, subject, before, after, ip });
      return result;
    });
  }
}
