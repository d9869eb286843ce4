import { Entity, Index } from 'typeorm';
import { IdColumn, LongTextColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';

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
