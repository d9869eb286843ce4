import type { Page, PageRequest } from '../../../kernel/pagination.js';
import type { RowInsert } from '../../../kernel/row-changes.js';
import type { StoredTransfer, Transfer } from '../domain/transfer.js';

export type TransferCondition = Partial<Pick<Transfer, 'id' | 'senderId' | 'receiverId'>>;

export abstract class Transfers {
  /** The transfer as a row of a ledger command, created at the command's commit time. */
  abstract toRow(transfer: Transfer): RowInsert;
  abstract find(ids: readonly string[]): Promise<ReadonlyMap<string, Transfer>>;
  abstract findStored(ids: readonly string[]): Promise<StoredTransfer[]>;
  /** Transfers that match one of the conditions, newest first. No transfer may match two. */
  abstract list(conditions: readonly TransferCondition[], page: PageRequest): Promise<Page<StoredTransfer>>;
}
