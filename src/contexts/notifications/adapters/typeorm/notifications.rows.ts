import { Entity, Index } from 'typeorm';
import {
  IdColumn,
  LongTextColumn,
  PrimaryIdColumn,
  PrimaryTimeColumn,
  TextColumn,
  TimeColumn,
} from '../../../../platform/database/columns.js';

@Entity('notice')
export class NoticeRow {
  @PrimaryIdColumn('user_id') userId: string;
  @PrimaryTimeColumn('recorded') createdAt: number;
  @PrimaryIdColumn() id: string;
  @TextColumn('subject') subject: string;
  @LongTextColumn('message') message: string;
}

@Entity('push_delivery')
@Index('push_delivery_message', ['messageKey', 'registrationId'], { unique: true })
@Index('push_delivery_state', ['state', 'id'])
@Index('push_delivery_recorded', ['createdAt'])
export class PushDeliveryRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('message_key', 191) messageKey: string;
  @IdColumn('registration_id') registrationId: string;
  @IdColumn('user_id') userId: string;
  /** Cleared, as the body is, when the delivery is over. */
  @TextColumn('title') title: string;
  @LongTextColumn('body') body: string;
  @TextColumn('state', 16) state: 'waiting' | 'accepted' | 'sent' | 'failed';
  @TextColumn('ticket', 255, { nullable: true }) ticket: string | null;
  /** Registration time of the device when it was sent; 0 before. */
  @TimeColumn('registered', { default: 0 }) registered: number;
  @TextColumn('reason', 255, { nullable: true }) reason: string | null;
  @TimeColumn('recorded') createdAt: number;
}

@Entity('push_registration')
@Index('push_registration_token', ['pushToken'], { unique: true })
@Index('push_registration_user', ['userId', 'createdAt'])
@Index('push_registration_session', ['sessionId'])
export class PushRegistrationRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id') userId: string;
  @IdColumn('session_id') sessionId: string;
  @TextColumn('token_type', 64) tokenType: string;
  @TextColumn('push_token', 512) pushToken: string;
  @TextColumn('channel_id') channelId: string;
  @TextColumn('status', 16) status: 'active' | 'inactive';
  @TimeColumn('recorded') createdAt: number;
}

@Entity('staff_alert')
@Index('staff_alert_mailed', ['mailedAt', 'createdAt'])
export class StaffAlertRow {
  @PrimaryIdColumn() id: string;
  @LongTextColumn('description') description: string;
  /** 0 while it waits. */
  @TimeColumn('mailed_at') mailedAt: number;
  @TimeColumn('recorded') createdAt: number;
}
