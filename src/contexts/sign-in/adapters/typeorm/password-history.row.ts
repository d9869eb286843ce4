import { Entity, Index } from 'typeorm';
import { IdColumn, PrimaryIdColumn, TextColumn } from '../../../../platform/database/columns.js';

@Entity('password_history')
@Index('password_history_user', ['userId', 'id'])
export class PasswordHistoryRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id') userId: string;
  @TextColumn('password_hash') passwordHash: string;
}
