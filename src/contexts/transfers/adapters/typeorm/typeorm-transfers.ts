import { Injectable } from '@nestjs/common';
import { type RowInsert, COMMITTED_AT } from '../../../../kernel/row-changes.js';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import { Database } from '../../../../platform/database/database.js';
import { placeholders } from '../../../../platform/database/placeholders.js';
import { tableOf } from '../../../../platform/database/table.js';
import { readRowPage } from '../../../../platform/database/read-row-page.js';
import { type TransferCondition, Transfers } from '../../application/ports.js';
import type { StoredTransfer, Transfer } from '../../domain/transfer.js';
import { TransferRow } from './transfer.row.js';

const TABLE = tableOf(TransferRow);
const COLUMNS = [
  'id',
  'senderId',
  'receiverId',
  'receiverEmail',
  'amountKobo',
  'feeKobo',
  'dutyKobo',
  'tariff',
  'note',
  'status',
] as const;
const SELECTED = TABLE.selection(...COLUMNS);

@Injectable()
export class TypeormTransfers extends Transfers {
  constructor(private readonly database: Database) {
    super();
  }

  toRow(transfer: Transfer): RowInsert {
    return TABLE.insert({ ...transfer, createdAt: COMMITTED_AT });
  }

  async find(ids: readonly string[]): Promise<Map<string, Transfer>> {
    const sql = `SELECT ${SELECTED} FROM transfer WHERE id IN (${placeholders(ids)})`;
    const rows = await this.database.rowsOnce<Transfer>(sql, ids);
    return new Map(rows.map((row) => [row.id, row]));
  }

  list(conditions: readonly TransferCondition[], page: PageRequest): Promise<Page<StoredTransfer>> {
    return readRowPage(this.database.repository(TransferRow), conditions, page);
  }
}
