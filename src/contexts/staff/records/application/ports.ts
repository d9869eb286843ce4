import type { RecordReference } from '../../../../kernel/staff-records.js';
import type { CaseNote, StaffCase } from '../domain/case.js';

export interface CaseChange {
  readonly ownerId?: string;
  /** Null: none any more. */
  readonly dueAt?: number | null;
}

/** Who has which record, and what they wrote; a record without a row is nobody's. */
export abstract class StaffCases {
  /** By record, as `kind:id`. */
  abstract find(records: readonly RecordReference[]): Promise<ReadonlyMap<string, StaffCase>>;
  /** The earliest due first, then the others by when they were taken; up to 500. */
  abstract ofOwner(ownerId: string): Promise<StaffCase[]>;
  /** The earliest due first, up to 500; of one kind where it is given. */
  abstract due(kind?: string): Promise<StaffCase[]>;
  /** In the caller's unit of work. @returns what it was before; undefined where it was nobody's */
  abstract change(record: RecordReference, change: CaseChange): Promise<StaffCase | undefined>;
  /** In the caller's unit of work. @returns its id */
  abstract addNote(record: RecordReference, note: Omit<CaseNote, 'id' | 'createdAt'>): Promise<string>;
  /** Oldest first, the latest 200. */
  abstract notes(record: RecordReference): Promise<CaseNote[]>;
}
