import { Entity, Index } from 'typeorm';
import type { RecordKind } from '../../../../../kernel/staff-records.js';
import { IdColumn, LongTextColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../../../../platform/database/columns.js';

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
