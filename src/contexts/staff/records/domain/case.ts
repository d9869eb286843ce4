import type { RecordKind } from '../../../../kernel/staff-records.js';

/** A record that somebody of the staff has, or had, to do with. */
export interface StaffCase {
  readonly kind: RecordKind;
  readonly recordId: string;
  /** The account of the member of staff; empty where nobody has it. */
  readonly ownerId: string;
  readonly dueAt: number | undefined;
  readonly createdAt: number;
}

export interface CaseNote {
  readonly id: string;
  readonly authorId: string;
  readonly text: string;
  /** Accounts of members of staff who were told. */
  readonly mentions: readonly string[];
  readonly createdAt: number;
}

/** As it is named on the wire and in the audit trail. */
export function caseMarker(kind: string, recordId: string): string {
  return `${kind}:${recordId}`;
}
