import type { RowInsert } from '../../../../kernel/row-changes.js';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { RecordedTransfer, Transfer } from '../../domain/transfer.js';

/** Transfers that fulfil all of the given conditions. */
export type TransferCondition = Partial<Pick<Transfer, 'id' | 'senderId' | 'receiverId'>>;

export abstract class Transfers {
  /** The transfer as a record that goes with its movement of money; recorded at the moment of its commit. */
  abstract toRow(transfer: Transfer): RowInsert;
  /** Transfers that fulfil one of the conditions, newest first. No transfer may fulfil two. */
  abstract list(conditions: readonly TransferCondition[], page: PageRequest): Promise<Page<RecordedTransfer>>;
}
