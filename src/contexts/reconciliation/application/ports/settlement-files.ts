import type { ListedTransaction } from '../../../../kernel/provider-transactions.js';
import type { ColumnMap } from '../../domain/columns.js';

/** What providers send of a day as a file. */
export abstract class SettlementFiles {
  /** Its transactions in portions. @throws Failure `reconciliation.file_unreadable`, while it is read */
  abstract read(path: string, map: ColumnMap): AsyncIterable<ListedTransaction[]>;
}
