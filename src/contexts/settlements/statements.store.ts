import { Entity, Index, In, LessThan, LessThanOrEqual, MoreThanOrEqual } from 'typeorm';
import {
  CountColumn,
  ExactTextColumn,
  IdColumn,
  KoboColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../platform/database/columns.js';
import { Injectable } from '@nestjs/common';
import { kobo, type Kobo } from '../../kernel/money.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import type { RowUpdate } from '../../kernel/row-changes.js';
import { Database } from '../../platform/database/database.js';
import { placeholders } from '../../platform/database/placeholders.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import { tableOf } from '../../platform/database/table.js';
import { BankStatements, type StatementFilter, type StoredLine, type StoredStatement, StatedBalances } from './statements.js';

@Entity('bank_statement')
@Index('bank_statement_recorded', ['createdAt'])
@Index('bank_statement_bank', ['bank', 'createdAt'])
@Index('bank_statement_period', ['bank', 'lastDay'])
export class BankStatementRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('bank', 24) bank: string;
  @TextColumn('first_day', 10) firstDay: string;
  @TextColumn('last_day', 10) lastDay: string;
  @KoboColumn('opening_kobo') openingKobo: number;
  @KoboColumn('closing_kobo') closingKobo: number;
  @CountColumn('line_count') lineCount: number;
  @TextColumn('digest', 64) digest: string;
  @TimeColumn('recorded') createdAt: number;
}

@Entity('bank_statement_line')
@Index('bank_statement_line_statement', ['statementId', 'createdAt'])
@Index('bank_statement_line_settlement', ['settlementId'])
export class BankStatementLineRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('statement_id') statementId: string;
  @TextColumn('bank', 24) bank: string;
  @CountColumn('position') position: number;
  @TextColumn('day', 10) day: string;
  @KoboColumn('amount_kobo') amountKobo: number;
  @ExactTextColumn('reference', 100) reference: string;
  @TextColumn('description', 255) description: string;
  /** Empty while nothing of ours is known for it. */
  @IdColumn('settlement_id') settlementId: string;
  /** Time of its statement, and a millisecond more for each line. */
  @TimeColumn('recorded') createdAt: number;
}

@Entity('stated_balance')
@Index('stated_balance_day', ['day'])
export class StatedBalanceRow {
  /** Provider and day. */
  @PrimaryIdColumn() id: string;
  @IdColumn('provider') provider: string;
  @TextColumn('day', 10) day: string;
  @KoboColumn('amount_kobo') amountKobo: number;
  @TimeColumn('recorded') createdAt: number;
}

const STATEMENT = tableOf(BankStatementRow);
const LINE = tableOf(BankStatementLineRow);
const AT_ONCE = 500;

@Injectable()
export class TypeormBankStatements extends BankStatements {
  constructor(private readonly database: Database) {
    super();
  }

  async add(statement: StoredStatement, lines: readonly StoredLine[]): Promise<void> {
    await STATEMENT.insertAll(this.database, [statement]);
    const rows = lines.map(({ balanceKobo: _, ...line }) => line);
    for (let start = 0; start < rows.length; start += AT_ONCE)
      await LINE.insertAll(this.database, rows.slice(start, start + AT_ONCE));
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.lineRows.delete({ statementId: In([...ids]) });
    await this.rows.delete({ id: In([...ids]) });
  }

  async overlapping(bank: string, firstDay: string, lastDay: string): Promise<StoredStatement[]> {
    const where = { bank, firstDay: LessThanOrEqual(lastDay), lastDay: MoreThanOrEqual(firstDay) };
    return (await this.rows.find({ where, order: { firstDay: 'ASC' } })).map(toStatement);
  }

  async before(bank: string, day: string): Promise<StoredStatement | undefined> {
    const [row] = await this.rows.find({ where: { bank, lastDay: LessThan(day) }, order: { lastDay: 'DESC' }, take: 1 });
    return row && toStatement(row);
  }

  async find(id: string): Promise<StoredStatement | undefined> {
    const row = await this.rows.findOneBy({ id });
    return row ? toStatement(row) : undefined;
  }

  async list(filter: StatementFilter, page: PageRequest): Promise<Page<StoredStatement>> {
    const { items, next } = await readRowPage(this.rows, filter, page);
    return { items: items.map(toStatement), next };
  }

  async lines(statementId: string): Promise<StoredLine[]> {
    const rows = await this.lineRows.find({ where: { statementId }, order: { position: 'ASC' } });
    return rows.map(toLine);
  }

  async findLine(id: string): Promise<StoredLine | undefined> {
    const row = await this.lineRows.findOneBy({ id });
    return row ? toLine(row) : undefined;
  }

  async openLines(statementIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (statementIds.length === 0) return new Map();
    const rows = await this.database.rows<{ id: string; total: number | string }>(
      `SELECT statement_id AS id, COUNT(*) AS total FROM bank_statement_line
        WHERE statement_id IN (${placeholders(statementIds)}) AND settlement_id = '' GROUP BY statement_id`,
      [...statementIds],
    );
    return new Map(rows.map(({ id, total }) => [id, Number(total)]));
  }

  async match(lineId: string, settlementId: string): Promise<void> {
    await this.lineRows.update({ id: lineId, settlementId: '' }, { settlementId });
  }

  settling(lineId: string, settlementId: string): RowUpdate {
    return LINE.update({ id: lineId, settlementId: '' }, { settlementId });
  }

  async reconciled(settlementIds: readonly string[]): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (let start = 0; start < settlementIds.length; start += AT_ONCE) {
      const some = settlementIds.slice(start, start + AT_ONCE);
      const rows = await this.lineRows.find({ select: { settlementId: true }, where: { settlementId: In(some) } });
      for (const { settlementId } of rows) found.add(settlementId);
    }
    return found;
  }

  async closing(day: string): Promise<ReadonlyMap<string, Kobo>> {
    const rows = await this.rows.findBy({ lastDay: day });
    return new Map(rows.map(({ bank, closingKobo }) => [bank, kobo(closingKobo)]));
  }

  private get rows() {
    return this.database.repository(BankStatementRow);
  }

  private get lineRows() {
    return this.database.repository(BankStatementLineRow);
  }
}

function toStatement({ openingKobo, closingKobo, ...row }: BankStatementRow): StoredStatement {
  return { ...row, openingKobo: kobo(openingKobo), closingKobo: kobo(closingKobo) };
}

function toLine({ amountKobo, ...row }: BankStatementLineRow): StoredLine {
  return { ...row, amountKobo: kobo(amountKobo) };
}

@Injectable()
export class TypeormStatedBalances extends StatedBalances {
  constructor(private readonly database: Database) {
    super();
  }

  async keep(provider: string, day: string, amountKobo: Kobo, now: number): Promise<void> {
    await this.rows
      .createQueryBuilder()
      .insert()
      .values({ id: `${provider}:${day}`, provider, day, amountKobo, createdAt: now })
      .orUpdate(['amount_kobo', 'recorded'], ['id'])
      .updateEntity(false)
      .execute();
  }

  async of(day: string): Promise<ReadonlyMap<string, Kobo>> {
    const rows = await this.rows.findBy({ day });
    return new Map(rows.map(({ provider, amountKobo }) => [provider, kobo(amountKobo)]));
  }

  private get rows() {
    return this.database.repository(StatedBalanceRow);
  }
}
