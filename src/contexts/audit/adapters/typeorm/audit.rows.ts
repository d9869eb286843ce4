import { Entity, Index } from 'typeorm';
import { IdColumn, LongTextColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';

@Entity('staff_audit')
@Index('staff_audit_recorded', ['createdAt'])
@Index('staff_audit_staff', ['staffId', 'createdAt'])
@Index('staff_audit_action', ['action', 'createdAt'])
@Index('staff_audit_subject', ['subject', 'createdAt'])
export class StaffAuditRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('staff_id') staffId: string;
  @TextColumn('action', 64) action: string;
  @TextColumn('subject', 128) subject: string;
  /** JSON; null where there is no earlier state. */
  @LongTextColumn('before_change', { nullable: true }) before: string | null;
  @LongTextColumn('after_change', { nullable: true }) after: string | null;
  @TextColumn('ip', 64) ip: string;
  @TimeColumn('recorded') createdAt: number;
}

@Entity('staff_read')
@Index('staff_read_recorded', ['createdAt'])
@Index('staff_read_staff', ['staffId', 'createdAt'])
@Index('staff_read_subject', ['subject', 'createdAt'])
@Index('staff_read_action', ['action', 'createdAt'])
export class StaffReadRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('staff_id') staffId: string;
  @TextColumn('action', 64) action: string;
  @TextColumn('subject', 128) subject: string;
  /** The operation's parameters as JSON. */
  @LongTextColumn('parameters') parameters: string;
  @TextColumn('ip', 64) ip: string;
  @TimeColumn('recorded') createdAt: number;
}
