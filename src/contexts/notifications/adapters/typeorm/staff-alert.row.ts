import { Entity, Index } from 'typeorm';
import { LongTextColumn, PrimaryIdColumn, TimeColumn } from '../../../../platform/database/columns.js';

@Entity('staff_alert')
@Index('staff_alert_mailed', ['mailedAt', 'createdAt'])
export class StaffAlertRow {
  @PrimaryIdColumn() id: string;
  @LongTextColumn('description') description: string;
  /** 0 while it waits. */
  @TimeColumn('mailed_at') mailedAt: number;
  @TimeColumn('recorded') createdAt: number;
}
