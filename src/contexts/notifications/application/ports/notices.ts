import type { RowInsert } from '../../../../kernel/row-changes.js';

export interface NewNotice {
  readonly userId: string;
  /** At most 255 characters. */
  readonly subject: string;
  readonly message: string;
}

export interface KeyedNotice extends NewNotice {
  /** A user has one notice with this id and time. */
  readonly id: string;
  readonly createdAt: number;
}

export abstract class Notices {
  abstract add(notice: NewNotice): Promise<void>;
  /** Adds notices, in the caller's unit of work; existing ones are skipped. */
  abstract addAll(notices: readonly KeyedNotice[]): Promise<void>;
  /** The notice as a row of a ledger command, created at the command's commit time. */
  abstract toRow(notice: NewNotice): RowInsert;
}
