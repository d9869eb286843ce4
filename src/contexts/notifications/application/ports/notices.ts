import type { RowInsert } from '../../../../kernel/row-changes.js';

export interface NewNotice {
  readonly userId: string;
  /** At most 255 characters. */
  readonly subject: string;
  readonly message: string;
}

export abstract class Notices {
  abstract add(notice: NewNotice): Promise<void>;
  /** The notice as a row of a ledger command, created at the command's commit time. */
  abstract toRow(notice: NewNotice): RowInsert;
}
