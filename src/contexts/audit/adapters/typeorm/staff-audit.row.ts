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
