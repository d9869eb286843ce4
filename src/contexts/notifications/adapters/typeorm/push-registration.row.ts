import { Entity, Index } from 'typeorm';
import { IdColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';

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
