import { Entity, Index, Between } from 'typeorm';
import {
  ExactTextColumn,
  IdColumn,
  KoboColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../platform/database/columns.js';
import {
  type RecordedKind,
  type Remitted,
  type RecordedSettlement,
  type SettlementFilter,
  Settlements,
  type Settlement,
  RECORDED_KINDS,
} from './settlements.js';
import { Injectable } from '@nestjs/common';
import { exactText } from '../../kernel/exact-text.js';
import { kobo } from '../../kernel/money.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { COMMITTED_AT, type RowInsert } from '../../kernel/row-changes.js';
import { Database } from '../../platform/database/database.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import { tableOf } from '../../platform/database/table.js';
import { Contributes } from '../../kernel/registry.js';
import { JournalProjection, type ReadRows } from '../../ledger/index.js';

/** Append-only. The id is that of its journal. */
@Entity('settlement')
@Index('settlement_reference', ['reference'], { unique: true })
@Index('settlement_recorded', ['createdAt'])
@Index('settlement_kind', ['kind', 'createdAt'])
@Index('settlement_provider', ['provider', 'createdAt'])
@Index('settlement_bank', ['bank', 'createdAt'])
export class SettlementRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('kind', 16) kind: RecordedKind;
  @IdColumn('provider') provider: string;
  /** The accounts that its journal debits and credits. */
  @TextColumn('debited', 64) debited: string;
  @TextColumn('credited', 64) credited: string;
  @TextColumn('account', 16) account: Remitted | '';
  @TextColumn('bank', 24) bank: string;
  @KoboColumn('amount_kobo') amountKobo: number;
  @ExactTextColumn('reference', 64) reference: string;
  @TextColumn('valued', 10) valued: string;
  @TimeColumn('recorded') createdAt: number;
}

const TABLE = tableOf(SettlementRow);

@Injectable()
export class TypeormSettlements extends Settlements {
  constructor(private readonly database: Database) {
    super();
  }

  record(settlement: RecordedSettlement): RowInsert {
    const { id, kind, provider, debited, credited, account, bank, amountKobo, reference, valued } = settlement;
    const about = { id, kind, provider, debited, credited, account, bank };
    return TABLE.insert({ ...about, amountKobo, reference, valued, createdAt: COMMITTED_AT });
  }

  isUsed(reference: string): Promise<boolean> {
    return this.rows.existsBy({ reference: exactText(reference) });
  }

  async find(id: string): Promise<Settlement | undefined> {
    const row = await this.rows.findOneBy({ id });
    return row ? toSettlement(row) : undefined;
  }

  async ofBank(bank: string, firstDay: string, lastDay: string): Promise<Settlement[]> {
    const where = { bank, valued: Between(firstDay, lastDay) };
    return (await this.rows.find({ where, order: { valued: 'ASC', id: 'ASC' } })).map(toSettlement);
  }

  async shifts(day: string, end: number): Promise<ReadonlyMap<string, number>> {
    const rows = await this.database.rows<{ debited: string; credited: string; kobo: number | string; valued: string }>(
      `SELECT debited, credited, amount_kobo AS kobo, valued FROM settlement
        WHERE (valued <= ? AND recorded >= ?) OR (valued > ? AND recorded < ?)`,
      [day, end, day, end],
    );
    const shifts = new Map<string, number>();
    for (const { debited, credited, kobo: amount, valued } of rows) {
      const later = valued <= day ? Number(amount) : 0 - Number(amount);
      shifts.set(debited, (shifts.get(debited) ?? 0) - later);
      shifts.set(credited, (shifts.get(credited) ?? 0) + later);
    }
    return shifts;
  }

  async sums(from: number, to: number): Promise<ReadonlyMap<string, number>> {
    const rows = await this.database.rows<{ kind: string; debited: string; kobo: number | string }>(
      `SELECT kind, debited, SUM(amount_kobo) AS kobo FROM settlement WHERE recorded >= ? AND recorded < ? GROUP BY kind, debited`,
      [from, to],
    );
    return new Map(rows.map(({ kind, debited, kobo: sum }) => [`${kind} ${debited}`, Number(sum)]));
  }

  async list(filter: SettlementFilter, page: PageRequest): Promise<Page<Settlement>> {
    const { items, next } = await readRowPage(this.rows, filter, page);
    return { items: items.map(toSettlement), next };
  }

  private get rows() {
    return this.database.repository(SettlementRow);
  }
}

function toSettlement({ debited: _debited, credited: _credited, amountKobo, ...row }: SettlementRow): Settlement {
  return { ...row, amountKobo: kobo(amountKobo) };
}

const SETTLEMENT = tableOf(SettlementRow);
const READ = ['id', 'kind', 'debited', 'credited', 'amountKobo', 'createdAt'] as const;

type Row = Pick<SettlementRow, (typeof READ)[number]>;

/** Settlements repeat their journals. */
@Injectable()
@Contributes(JournalProjection)
export class SettlementProjection extends JournalProjection {
  readonly kind = RECORDED_KINDS;

  async *claims(rowsOf: ReadRows) {
    const columns = Object.fromEntries(READ.map((property) => [property, SETTLEMENT.columns(property)[0]!]));
    for await (const row of rowsOf({ table: SETTLEMENT.name, columns, order: ['id'] })) {
      const { id, kind, debited, credited, amountKobo, createdAt } = row as unknown as Row;
      yield {
        table: SETTLEMENT.name,
        key: id,
        columns: SETTLEMENT.columns(...READ),
        journalId: id,
        kind,
        postedAt: createdAt,
        amounts: [[debited, -amountKobo] as const, [credited, amountKobo] as const],
      };
    }
  }
}
