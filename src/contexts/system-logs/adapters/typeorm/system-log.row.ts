import { Entity, Index } from 'typeorm';
import { LongTextColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';

@Entity('system_log')
@Index('system_log_key', ['logKey'], { unique: true })
@Index('system_log_recorded', ['createdAt'])
@Index('system_log_kind', ['kind', 'createdAt'])
@Index('system_log_status', ['status', 'createdAt'])
export class SystemLogRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('log_key', 191) logKey: string;
  @TextColumn('kind', 16) kind: 'error' | 'warning' | 'info';
  @LongTextColumn('description') description: string;
  @TextColumn('status', 16) status: 'open' | 'resolved' | 'ignored';
  @TimeColumn('recorded') createdAt: number;
}
