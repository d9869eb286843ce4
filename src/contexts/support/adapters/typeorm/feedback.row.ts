import { Entity, Index } from 'typeorm';
import { IdColumn, LongTextColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';
import type { FeedbackStatus } from '../../domain/contact.js';

@Entity('feedback')
@Index('feedback_recorded', ['createdAt'])
@Index('feedback_user', ['userId'])
@Index('feedback_status', ['status', 'createdAt'])
export class FeedbackRow {
  @PrimaryIdColumn() id: string;
  /** As claimed by the sender; may be empty. */
  @IdColumn('user_id') userId: string;
  @LongTextColumn('message') message: string;
  @TextColumn('ip', 64) ip: string;
  @TextColumn('device_name') deviceName: string;
  @TextColumn('device_type') deviceType: string;
  @TextColumn('device_serial') deviceSerial: string;
  @TextColumn('status', 16) status: FeedbackStatus;
  @TimeColumn('recorded') createdAt: number;
}
