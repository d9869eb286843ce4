import { Entity, PrimaryColumn } from 'typeorm';
import { CountColumn, FlagColumn, LongTextColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';
import type { LedgerCheck } from '../../domain/ledger-check.js';

@Entity('ledger_check')
export class LedgerCheckRow {
  @PrimaryColumn({ name: 'name', type: 'varchar', length: 16 }) kind: LedgerCheck['kind'];
  @FlagColumn('is_ok') isOk: boolean;
  @TimeColumn('checked_at') createdAt: number;
  @CountColumn('batch_no', { default: 0 }) batchNo: number;
  @TextColumn('hash', 64, { default: '' }) hash: string;
  @LongTextColumn('detail', { nullable: true }) detail: string | null;
}
