import { Entity, Index } from 'typeorm';
import {
  CountColumn,
  ExactTextColumn,
  IdColumn,
  KoboColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../../../platform/database/columns.js';

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
  /** Of its statement, and one more for each line. */
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
