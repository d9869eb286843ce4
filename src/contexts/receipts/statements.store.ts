import { Entity, Index } from 'typeorm';
import { IdColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../platform/database/columns.js';
import type { StatementFile } from './statements.js';
import { record } from '../../platform/database/record.js';

@Entity('statement_file')
@Index('statement_file_running', ['runningFor'], { unique: true })
@Index('statement_file_user', ['userId', 'createdAt'])
@Index('statement_file_state', ['state', 'expiresAt'])
export class StatementFileRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id') userId: string;
  @TextColumn('state', 16) state: StatementFile['state'];
  /** The user while it runs, so that there is one at a time. */
  @IdColumn('running_for', { nullable: true }) runningFor: string | null;
  @TextColumn('first_day', 10) from: string;
  @TextColumn('last_day', 10) to: string;
  @TextColumn('format', 8) format: StatementFile['format'];
  @TimeColumn('expires_at') expiresAt: number;
  @TimeColumn('recorded') createdAt: number;
}

export const statementFileRecord = record(StatementFileRow, { ofUser: ({ userId }) => [{ userId }] });
