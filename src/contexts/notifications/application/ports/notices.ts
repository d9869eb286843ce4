import type { RowInsert } from '../../../../kernel/row-changes.js';

/** Something a user should read. */
export interface NewNotice {
  readonly userId: string;
  /** At most 255 characters. */
  readonly subject: string;
  readonly message: string;
}

/** Notices that users read in the app. */
export abstract class Notices {
  /** Writes a notice, in the caller's unit of work. */
  abstract add(notice: NewNotice): Promise<void>;
  /** The notice as a record that goes with a fact of the ledger; recorded at the moment of its commit. */
  abstract toRow(notice: NewNotice): RowInsert;
}
