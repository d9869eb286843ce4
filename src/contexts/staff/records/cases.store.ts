import { Entity, Index, In, IsNull, Not } from 'typeorm';
import type { RecordKind, RecordReference } from '../../../kernel/records.js';
import { IdColumn, LongTextColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../../platform/database/columns.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { newId } from '../../../kernel/ids.js';
import { Database } from '../../../platform/database/database.js';
import { rowLock } from '../../../platform/database/server-dialect.js';
import { type CaseChange, CaseStore, caseMarker, type CaseNote, type StaffCase } from './cases.js';

@Entity('staff_case')
@Index('staff_case_owner', ['ownerId', 'createdAt'])
@Index('staff_case_due', ['dueAt', 'id'])
@Index('staff_case_kind', ['kind', 'dueAt'])
export class StaffCaseRow {
  /** Kind and id of the record. */
  @TextColumn('id', 128, { primary: true }) id: string;
  @TextColumn('kind', 32) kind: RecordKind;
  @TextColumn('record_id', 64) recordId: string;
  /** Empty: nobody's. */
  @IdColumn('owner_id') ownerId: string;
  @TimeColumn('due_at', { nullable: true }) dueAt: number | null;
  @TimeColumn('recorded') createdAt: number;
}

@Entity('staff_case_note')
@Index('staff_case_note_case', ['caseId', 'createdAt'])
export class StaffCaseNoteRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('case_id', 128) caseId: string;
  @IdColumn('author_id') authorId: string;
  @LongTextColumn('note') note: string;
  /** JSON list of accounts. */
  @LongTextColumn('mentions') mentions: string;
  @TimeColumn('recorded') createdAt: number;
}

const MOST = 500;
const NOTES = 200;

@Injectable()
export class TypeormCaseStore extends CaseStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async find(records: readonly RecordReference[]): Promise<ReadonlyMap<string, StaffCase>> {
    if (records.length === 0) return new Map();
    const rows = await this.cases.findBy({ id: In(records.map(idOf)) });
    return new Map(rows.map((row) => [row.id, toCase(row)]));
  }

  async ofOwner(ownerId: string): Promise<StaffCase[]> {
    const rows = await this.cases.find({ where: { ownerId }, order: { createdAt: 'ASC' }, take: MOST });
    const dueAt = (row: StaffCaseRow) => row.dueAt ?? Number.MAX_SAFE_INTEGER;
    return rows.toSorted((one, other) => dueAt(one) - dueAt(other) || one.createdAt - other.createdAt).map(toCase);
  }

  async due(kind?: string): Promise<StaffCase[]> {
    const where = { dueAt: Not(IsNull()), ...(kind === undefined ? {} : { kind: kind as RecordKind }) };
    return (await this.cases.find({ where, order: { dueAt: 'ASC' }, take: MOST })).map(toCase);
  }

  async change(record: RecordReference, change: CaseChange): Promise<StaffCase | undefined> {
    const id = idOf(record);
    const before = await this.cases.findOne({ where: { id }, ...rowLock(this.database) });
    if (before) {
      await this.cases.update({ id }, change);
      return toCase(before);
    }
    const row = { id, kind: record.kind, recordId: record.id, ownerId: '', dueAt: null, createdAt: this.clock.now(), ...change };
    // Two who take it at once: the later one has it, and the audit trail has both.
    await this.cases.upsert(row, ['id']);
    return undefined;
  }

  async addNote(record: RecordReference, { authorId, text, mentions }: Omit<CaseNote, 'id' | 'createdAt'>): Promise<string> {
    const id = newId();
    const row = {
      id,
      caseId: idOf(record),
      authorId,
      note: text,
      mentions: JSON.stringify(mentions),
      createdAt: this.clock.now(),
    };
    await this.database.repository(StaffCaseNoteRow).insert(row);
    return id;
  }

  async notes(record: RecordReference): Promise<CaseNote[]> {
    const where = { caseId: idOf(record) };
    const rows = await this.database
      .repository(StaffCaseNoteRow)
      .find({ where, order: { createdAt: 'DESC', id: 'DESC' }, take: NOTES });
    return rows.toReversed().map(({ id, authorId, note: text, mentions, createdAt }) => ({
      id,
      authorId,
      text,
      mentions: JSON.parse(mentions) as string[],
      createdAt,
    }));
  }

  private get cases() {
    return this.database.repository(StaffCaseRow);
  }
}

function idOf({ kind, id }: RecordReference): string {
  return caseMarker(kind, id);
}

function toCase({ kind, recordId, ownerId, dueAt, createdAt }: StaffCaseRow): StaffCase {
  return { kind, recordId, ownerId, dueAt: dueAt ?? undefined, createdAt };
}
