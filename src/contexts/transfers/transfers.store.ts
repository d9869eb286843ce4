import { Entity, Index, In, MoreThanOrEqual, Not } from 'typeorm';
import { firstIdAt } from '../../kernel/ids.js';
import type { Kobo } from '../../kernel/money.js';
import {
  IdColumn,
  KoboColumn,
  LongTextColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../platform/database/columns.js';
import { Injectable } from '@nestjs/common';
import { chargesText, readCharges } from '../../kernel/charges.js';
import { type RowInsert, COMMITTED_AT } from '../../kernel/row-changes.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { Database } from '../../platform/database/database.js';
import { rowsById } from '../../platform/database/open-rows.js';
import { placeholders } from '../../platform/database/placeholders.js';
import { tableOf, tablesOf } from '../../platform/database/table.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import { type TransferCondition, Transfers, type StoredTransfer, type Transfer } from './transfers.js';
import { type DataSubject, Eraser } from '../../kernel/eraser.js';
import { Contributes } from '../../kernel/registry.js';
import { type AccountId, chargedIn, type JournalClaim, JournalProjection, type ReadRows } from '../../ledger/index.js';

@Entity('transfer')
@Index('transfer_sender', ['senderId', 'createdAt'])
@Index('transfer_receiver', ['receiverId', 'createdAt'])
export class TransferRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('sender_id') senderId: string;
  @IdColumn('receiver_id') receiverId: string;
  @TextColumn('receiver_email') receiverEmail: string;
  @KoboColumn('amount_kobo') amountKobo: Kobo;
  /** JSON; null where there are none. */
  @LongTextColumn('charges', { nullable: true }) charges: string | null;
  @TextColumn('note') note: string;
  @TextColumn('status', 16) status: 'complete';
  @TimeColumn('recorded') createdAt: number;
}

const TABLE = tableOf(TransferRow);
const COLUMNS = ['id', 'senderId', 'receiverId', 'receiverEmail', 'amountKobo', 'charges', 'note', 'status'] as const;
type SelectedRow = Pick<TransferRow, (typeof COLUMNS)[number]>;
const SELECTED = TABLE.selection(...COLUMNS);

@Injectable()
export class TypeormTransfers extends Transfers {
  constructor(private readonly database: Database) {
    super();
  }

  toRow(transfer: Transfer): RowInsert {
    return TABLE.insert({ ...transfer, charges: chargesText(transfer.charges), createdAt: COMMITTED_AT });
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

  /** By id, which begins with the time: there is no index by time alone. */
  async newest(since: number, take: number): Promise<StoredTransfer[]> {
    const where = since <= 0 ? {} : { id: MoreThanOrEqual(firstIdAt(since)) };
    const rows = await this.database.repository(TransferRow).find({ where, order: { id: 'DESC' }, take });
    return rows.map(toStored);
  }

  async findStored(ids: readonly string[]): Promise<StoredTransfer[]> {
    return (await rowsById(this.database.repository(TransferRow), ids)).map(toStored);
  }
}

function toStored(row: TransferRow): StoredTransfer {
  return { ...toTransfer(row), createdAt: row.createdAt };
}

function toTransfer({ id, senderId, receiverId, receiverEmail, amountKobo, charges, note, status }: SelectedRow): Transfer {
  return { id, senderId, receiverId, receiverEmail, amountKobo, charges: readCharges(charges), note, status };
}

const PAGE_ROWS = 500;

/** The receiver's address; all else belongs to the other party too. */
@Injectable()
@Contributes(Eraser)
export class TypeormTransfersEraser extends Eraser {
  readonly tables = tablesOf(TransferRow);

  constructor(private readonly database: Database) {
    super();
  }

  async erase({ userId: receiverId }: DataSubject): Promise<void> {
    const transfers = this.database.repository(TransferRow);
    for (;;) {
      const where = { receiverId, receiverEmail: Not('') };
      const page = await transfers.find({ select: { id: true }, where, take: PAGE_ROWS });
      if (page.length === 0) return;
      await transfers.update({ id: In(page.map(({ id }) => id)) }, { receiverEmail: '' });
    }
  }
}

const TRANSFER = tableOf(TransferRow);
const SAID = ['senderId', 'receiverId', 'amountKobo', 'charges', 'createdAt'] as const;
const PROPERTIES = ['id', 'status', ...SAID] as const;

type SaidTransfer = Pick<TransferRow, 'id' | (typeof SAID)[number]> & { readonly status: string };

/** The id of a transfer is that of its journal. */
@Injectable()
@Contributes(JournalProjection)
export class TransferProjection extends JournalProjection {
  readonly kind = 'transfer';

  async *claims(rowsOf: ReadRows) {
    const columns = Object.fromEntries(PROPERTIES.map((property) => [property, TRANSFER.columns(property)[0]!]));
    const rows = rowsOf({
      table: TRANSFER.name,
      columns,
      order: ['id'],
    }) as AsyncIterable<unknown> as AsyncIterable<SaidTransfer>;
    for await (const row of rows) {
      const { id, status, charges } = row;
      if (status !== 'complete') yield { table: TRANSFER.name, key: id, column: 'status', expected: 'complete', found: status };
      const charged = chargedIn(charges);
      if (charged) yield claimOf(row, charged);
      else yield { table: TRANSFER.name, key: id, column: 'charges', expected: 'a list of charges', found: String(charges) };
    }
  }
}

function claimOf(transfer: SaidTransfer, charged: ReadonlyMap<AccountId, number>): JournalClaim {
  const { id, senderId, receiverId, amountKobo, createdAt } = transfer;
  const chargedKobo = [...charged.values()].reduce((sum, kobo) => sum + kobo, 0);
  return {
    table: TRANSFER.name,
    key: id,
    columns: TRANSFER.columns(...SAID),
    journalId: id,
    kind: 'transfer',
    subject: id,
    postedAt: createdAt,
    amounts: [[senderId, -(amountKobo + chargedKobo)], [receiverId, amountKobo], ...charged],
  };
}
