import { Entity, Index } from 'typeorm';
import {
  ExactTextColumn,
  IdColumn,
  KoboColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../../../platform/database/columns.js';
import type { RecordedKind, Remitted } from '../../domain/settlement.js';

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
