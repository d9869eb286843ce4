import { Injectable } from '@nestjs/common';
import { chargesText, readCharges, sumOf, tariffIdsOf } from '../../../../kernel/charges.js';
import { type RowInsert, COMMITTED_AT } from '../../../../kernel/row-changes.js';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import { Database } from '../../../../platform/database/database.js';
import { rowsById } from '../../../../platform/database/open-rows.js';
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
  'charges',
  'note',
  'status',
] as const;
type SelectedRow = Pick<TransferRow, (typeof COLUMNS)[number]>;
const SELECTED = TABLE.selection(...COLUMNS);

@Injectable()
export class TypeormTransfers extends Transfers {
  constructor(private readonly database: Database) {
    super();
  }

  toRow(transfer: Transfer): RowInsert {
    const { charges, ...sent } = transfer;
    return TABLE.insert({
      ...sent,
      feeKobo: sumOf(charges, 'transfer_fee'),
      dutyKobo: sumOf(charges, 'stamp_duty'),
      vatKobo: sumOf(charges, 'vat'),
      tariff: tariffIdsOf(charges),
      charges: chargesText(charges),
      createdAt: COMMITTED_AT,
    });
  }

  async find(ids: readonly string[]): Promise<Map<string, Transfer>> {
    const sql = `SELECT ${SELECTED} FROM transfer WHERE id IN (${placeholders(ids)})`;
    const rows = await this.database.rowsOnce<SelectedRow>(sql, ids);
    return new Map(rows.map((row) => [row.id, toTransfer(row)]));
  }

  async list(conditions: readonly TransferCondition[], page: PageRequest): Promise<Page<StoredTransfer>> {
    const { items, next } = await readRowPage(this.database.repository(TransferRow), conditions, page);
    return { items: items.map(toStored), next };
  }

  async findStored(ids: readonly string[]): Promise<StoredTransfer[]> {
    return (await rowsById(this.database.repository(TransferRow), ids)).map(toStored);
  }
}

function toStored(row: TransferRow): StoredTransfer {
  return { ...toTransfer(row), createdAt: row.createdAt };
}

function toTransfer({ id, senderId, receiverId, receiverEmail, amountKobo, note, status, ...row }: SelectedRow): Transfer {
  const fee = ['transfer_fee', 'Transfer fee', row.feeKobo] as const;
  const charges = readCharges(row.charges, amountKobo, fee, ['stamp_duty', 'Stamp duty', row.dutyKobo]);
  return { id, senderId, receiverId, receiverEmail, amountKobo, charges, note, status };
}
