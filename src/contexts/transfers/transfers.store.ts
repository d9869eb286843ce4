import { Entity, Index, In, MoreThanOrEqual, Not, type Repository } from 'typeorm';
import { firstIdAt } from '../../kernel/ids.js';
import { type Kobo, formatNaira, toNaira } from '../../kernel/money.js';
import {
  IdColumn,
  KoboColumn,
  LongTextColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../platform/database/columns.js';
import { Injectable } from '@nestjs/common';
import { chargesText, readCharges, itemised } from '../../kernel/charges.js';
import { type RowInsert, COMMITTED_AT } from '../../kernel/row-changes.js';
import { type Page, type PageRequest, readAll } from '../../kernel/pagination.js';
import { Database } from '../../platform/database/database.js';
import { placeholders } from '../../platform/database/placeholders.js';
import { tableOf } from '../../platform/database/table.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import { type TransferCondition, Transfers, type StoredTransfer, type Transfer } from './transfers.js';
import type { DataSubject, RecordSummary } from '../../kernel/records.js';
import { Contributes, contribution } from '../../kernel/registry.js';
import { type AccountId, chargedIn, type JournalClaim, JournalProjection, type ReadRows } from '../../ledger/index.js';
import { record } from '../../platform/database/record.js';
import { ChargedPaymentSource } from '../tariffs/index.js';
import { isoTime } from '../../kernel/clock.js';

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
}

function toStored(row: TransferRow): StoredTransfer {
  return { ...toTransfer(row), createdAt: row.createdAt };
}

function toTransfer({ id, senderId, receiverId, receiverEmail, amountKobo, charges, note, status }: SelectedRow): Transfer {
  return { id, senderId, receiverId, receiverEmail, amountKobo, charges: readCharges(charges), note, status };
}

const PAGE_ROWS = 500;

export const transferRecord = record(TransferRow, {
  uses: [Transfers],
  staff: {
    kind: 'transfer',
    permission: 'userControl.transaction',
    search: (id, _, rows) => rows.findBy({ id }),
    title,
    words: ({ note }) => note,
    newest,
  },
  export: { name: 'transfers', rows: exported },
  erase,
  answers: (_, transfers) => [
    contribution(ChargedPaymentSource, {
      chargesOf: async (ids) => new Map([...(await transfers.find(ids))].map(([id, { charges }]) => [id, charges])),
    }),
  ],
});

function title({ id, senderId, receiverEmail, amountKobo, status, createdAt }: TransferRow): RecordSummary {
  return { id, title: `Transfer of ${formatNaira(amountKobo)}`, detail: receiverEmail, status, userId: senderId, createdAt };
}

/** By id, which begins with the time: there is no index by time alone. */
function newest(rows: Repository<TransferRow>, since: number, take: number): Promise<TransferRow[]> {
  const where = since === 0 ? {} : { id: MoreThanOrEqual(firstIdAt(since)) };
  return rows.find({ where, order: { id: 'DESC' }, take });
}

/** The other party as the user sees it: the address of a receiver, nothing of a sender. */
async function* exported(userId: string, transfers: Transfers) {
  const own = [{ senderId: userId }, { receiverId: userId }];
  for await (const transfer of readAll((page) => transfers.list(own, page))) {
    const isSent = transfer.senderId === userId;
    yield {
      at: isoTime(transfer.createdAt),
      reference: transfer.id,
      direction: isSent ? 'sent' : 'received',
      amount: toNaira(transfer.amountKobo),
      ...(isSent ? { ...itemised(transfer), receiver: transfer.receiverEmail } : {}),
      note: transfer.note,
      status: transfer.status,
    };
  }
}

/** The receiver's address; all else belongs to the other party too. */
async function erase({ userId: receiverId }: DataSubject, database: Database): Promise<void> {
  const transfers = database.repository(TransferRow);
  for (;;) {
    const where = { receiverId, receiverEmail: Not('') };
    const page = await transfers.find({ select: { id: true }, where, take: PAGE_ROWS });
    if (page.length === 0) return;
    await transfers.update({ id: In(page.map(({ id }) => id)) }, { receiverEmail: '' });
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
