import { Entity, Index, In, Not } from 'typeorm';
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
import { chargesText, readCharges, sumOf, tariffIdsOf, itemised } from '../../kernel/charges.js';
import { type RowInsert, COMMITTED_AT } from '../../kernel/row-changes.js';
import { type Page, type PageRequest, readAll } from '../../kernel/pagination.js';
import { Database } from '../../platform/database/database.js';
import { placeholders } from '../../platform/database/placeholders.js';
import { tableOf } from '../../platform/database/table.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import { type TransferCondition, Transfers, type StoredTransfer, type Transfer } from './transfers.js';
import type { DataSubject, RecordSummary } from '../../kernel/records.js';
import { Contributes, contribution } from '../../kernel/registry.js';
import {
  DUTIES_ACCOUNT,
  FEES_ACCOUNT,
  type JournalClaim,
  JournalProjection,
  type ReadRows,
  VAT_ACCOUNT,
  wrongCharges,
} from '../../ledger/index.js';
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
  @KoboColumn('fee_kobo') feeKobo: Kobo;
  @KoboColumn('duty_kobo', { default: 0 }) dutyKobo: Kobo;
  @TextColumn('tariff', 100, { default: '' }) tariff: string;
  @KoboColumn('vat_kobo', { default: 0 }) vatKobo: Kobo;
  /** JSON; null where there are none, and in rows from before. */
  @LongTextColumn('charges', { nullable: true }) charges: string | null;
  @TextColumn('note') note: string;
  @TextColumn('status', 16) status: 'complete';
  @TimeColumn('recorded') createdAt: number;
}

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
}

function toStored(row: TransferRow): StoredTransfer {
  return { ...toTransfer(row), createdAt: row.createdAt };
}

function toTransfer({ id, senderId, receiverId, receiverEmail, amountKobo, note, status, ...row }: SelectedRow): Transfer {
  const fee = ['transfer_fee', 'Transfer fee', row.feeKobo] as const;
  const charges = readCharges(row.charges, amountKobo, fee, ['stamp_duty', 'Stamp duty', row.dutyKobo]);
  return { id, senderId, receiverId, receiverEmail, amountKobo, charges, note, status };
}

const PAGE_ROWS = 500;

export const transferRecord = record(TransferRow, {
  uses: [Transfers],
  staff: { kind: 'transfer', permission: 'userControl.transaction', search: (id, _, rows) => rows.findBy({ id }), title },
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
const SAID = ['senderId', 'receiverId', 'amountKobo', 'feeKobo', 'dutyKobo', 'vatKobo', 'createdAt'] as const;
const PROPERTIES = ['id', 'status', 'charges', ...SAID] as const;

type SaidTransfer = Pick<TransferRow, 'id' | (typeof SAID)[number]> & {
  readonly status: string;
  readonly charges: string | null;
};

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
      // The sums are held against the journal.
      const wrong = wrongCharges(charges, sumsOf(row));
      if (wrong) yield { table: TRANSFER.name, key: id, column: 'charges', ...wrong };
      yield claimOf(row);
    }
  }
}

function sumsOf({ feeKobo, dutyKobo, vatKobo }: SaidTransfer) {
  return [
    [FEES_ACCOUNT, feeKobo],
    [DUTIES_ACCOUNT, dutyKobo],
    [VAT_ACCOUNT, vatKobo],
  ] as const;
}

function claimOf(transfer: SaidTransfer): JournalClaim {
  const { id, senderId, receiverId, amountKobo, createdAt } = transfer;
  const sums = sumsOf(transfer);
  const chargedKobo = sums.reduce((sum, [, kobo]) => sum + kobo, 0);
  return {
    table: TRANSFER.name,
    key: id,
    columns: TRANSFER.columns(...SAID),
    journalId: id,
    kind: 'transfer',
    subject: id,
    postedAt: createdAt,
    amounts: [[senderId, -(amountKobo + chargedKobo)], [receiverId, amountKobo], ...sums],
  };
}
