import { Entity, Index, type FindOptionsWhere, In, LessThan, MoreThanOrEqual } from 'typeorm';
import { IdColumn, LongTextColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../platform/database/columns.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { newId } from '../../kernel/ids.js';
import { COMMITTED_AT, type RowInsert } from '../../kernel/row-changes.js';
import { Database } from '../../platform/database/database.js';
import { tableOf } from '../../platform/database/table.js';
import {
  Audit,
  type AuditRecord,
  type AuditFilter,
  AuditTrail,
  type ListedKind,
  type StoredAuditRecord,
  type TimeSpan,
  visitsOf,
} from './audit.js';
import { type Page, type PageRequest, readPage } from '../../kernel/pagination.js';
import { BatchWriter } from '../../platform/database/batch-writer.js';
import { type StaffRead, StaffReads } from '../../platform/http/staff-reads.js';
import { Contributes } from '../../kernel/registry.js';
import { RECORD_KINDS, type RecordReference, actOfProposal, type TimelineEntry, TimelineSource } from '../../kernel/records.js';
import { actionInWords } from './action-words.js';

@Entity('staff_audit')
@Index('staff_audit_recorded', ['createdAt'])
@Index('staff_audit_staff', ['staffId', 'createdAt'])
@Index('staff_audit_action', ['action', 'createdAt'])
@Index('staff_audit_subject', ['subject', 'createdAt'])
export class StaffAuditRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('staff_id') staffId: string;
  @TextColumn('action', 64) action: string;
  @TextColumn('subject', 128) subject: string;
  /** JSON; null where there is no earlier state. */
  @LongTextColumn('before_change', { nullable: true }) before: string | null;
  @LongTextColumn('after_change', { nullable: true }) after: string | null;
  @TextColumn('ip', 64) ip: string;
  @TimeColumn('recorded') createdAt: number;
}

@Entity('staff_read')
@Index('staff_read_recorded', ['createdAt'])
@Index('staff_read_staff', ['staffId', 'createdAt'])
@Index('staff_read_subject', ['subject', 'createdAt'])
@Index('staff_read_action', ['action', 'createdAt'])
export class StaffReadRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('staff_id') staffId: string;
  @TextColumn('action', 64) action: string;
  @TextColumn('subject', 128) subject: string;
  /** The operation's parameters as JSON. */
  @LongTextColumn('parameters') parameters: string;
  @TextColumn('ip', 64) ip: string;
  @TimeColumn('recorded') createdAt: number;
}

const TABLE = tableOf(StaffAuditRow);

@Injectable()
export class TypeormAudit extends Audit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async record(record: AuditRecord): Promise<void> {
    await this.database.repository(StaffAuditRow).insert({ ...valuesOf(record), createdAt: this.clock.now() });
  }

  toRow(record: AuditRecord): RowInsert {
    return TABLE.insert({ ...valuesOf(record), createdAt: COMMITTED_AT });
  }
}

function valuesOf({ staffId, action, subject, before, after, ip }: AuditRecord) {
  return { id: newId(), staffId, action, subject, before: toJson(before), after: toJson(after), ip };
}

function toJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

const ADDRESSES = `SELECT ip FROM staff_audit WHERE staff_id = ? AND recorded BETWEEN ? AND ?
  UNION SELECT ip FROM staff_read WHERE staff_id = ? AND recorded BETWEEN ? AND ?`;

const NEWEST_FIRST = { createdAt: 'DESC', id: 'DESC' } as const;

@Injectable()
export class TypeormAuditTrail extends AuditTrail {
  constructor(private readonly database: Database) {
    super();
  }

  list({ since, reads = false, ...same }: AuditFilter & ListedKind, limit: number): Promise<StoredAuditRecord[]> {
    const where = since === undefined ? same : { ...same, createdAt: MoreThanOrEqual(since) };
    return reads ? this.reads(where, limit) : this.changes(where, limit);
  }

  page(filter: AuditFilter, page: PageRequest): Promise<Page<StoredAuditRecord>> {
    return readPage(page, async (before, limit) => {
      const where = before === undefined ? filter : { ...filter, createdAt: LessThan(before) };
      const found = await Promise.all([this.changes(where, limit), this.reads(where, limit)]);
      return found
        .flat()
        .toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
        .slice(0, limit);
    });
  }

  async removeReads(before: number, limit: number): Promise<number> {
    const rows = this.database.repository(StaffReadRow);
    const select = { id: true } as const;
    const old = await rows.find({ select, where: { createdAt: LessThan(before) }, order: { createdAt: 'ASC' }, take: limit });
    if (old.length > 0) await rows.delete({ id: In(old.map(({ id }) => id)) });
    return old.length;
  }

  hasDone(staffId: string, actions: readonly string[], subjects: readonly string[], since: number): Promise<boolean> {
    const condition = { staffId, action: In([...actions]), subject: In([...subjects]), createdAt: MoreThanOrEqual(since) };
    return this.database.repository(StaffAuditRow).existsBy(condition);
  }

  async subjectsOf(action: string, since: number): Promise<string[]> {
    const rows = await this.database.rows<{ subject: string }>(
      'SELECT DISTINCT subject FROM staff_audit WHERE action = ? AND recorded >= ?',
      [action, since],
    );
    return rows.map(({ subject }) => subject);
  }

  async addressesOf(staffId: string, { since, until }: TimeSpan): Promise<string[]> {
    const span = [staffId, since, until];
    const rows = await this.database.rows<{ ip: string }>(ADDRESSES, [...span, ...span]);
    return rows.map(({ ip }) => ip);
  }

  private async changes(where: FindOptionsWhere<StaffAuditRow>, take: number): Promise<StoredAuditRecord[]> {
    const rows = await this.database.repository(StaffAuditRow).find({ where, order: NEWEST_FIRST, take });
    return rows.map(({ before, after, ...record }) => ({
      ...record,
      before: fromJson(before),
      after: fromJson(after),
      isRead: false,
    }));
  }

  private async reads(where: FindOptionsWhere<StaffReadRow>, take: number): Promise<StoredAuditRecord[]> {
    const rows = await this.database.repository(StaffReadRow).find({ where, order: NEWEST_FIRST, take });
    return rows.map(({ parameters, ...record }) => ({ ...record, after: fromJson(parameters), isRead: true }));
  }
}

function fromJson(text: string | null): unknown {
  return text === null ? undefined : JSON.parse(text);
}

const SUBJECT_LENGTH = 128;

@Injectable()
export class TypeormStaffReads extends StaffReads {
  private readonly writer: BatchWriter<StaffReadRow>;

  constructor(
    database: Database,
    private readonly clock: Clock,
  ) {
    super();
    this.writer = new BatchWriter(async (rows) => {
      await database.repository(StaffReadRow).insert([...rows]);
    });
  }

  record({ staffId, action, subject, parameters, ip }: StaffRead): Promise<void> {
    return this.writer.add({
      id: newId(),
      staffId,
      action,
      subject: subject.slice(0, SUBJECT_LENGTH),
      parameters: JSON.stringify(parameters),
      ip,
      createdAt: this.clock.now(),
    });
  }
}

const TAKE = 50;
const DECIDES = 'control_proposal_decide';

/** Changes of a record by staff, and their reads of it. */
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

/** The proposal that was made or decided. */
function proposalIn(after: unknown): string {
  const { proposal, proposed = proposal } = (after ?? {}) as Readonly<Record<string, unknown>>;
  return typeof proposed === 'string' ? proposed : '';
}

/** The actor's reason. */
function reasonIn(after: unknown): string {
  if (typeof after !== 'object' || after === null) return '';
  const { reason, note, comment } = after as Readonly<Record<string, unknown>>;
  return [reason, note, comment].filter((text) => typeof text === 'string' && text !== '').join(' · ');
}
