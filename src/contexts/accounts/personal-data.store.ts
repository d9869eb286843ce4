import { Entity, Index } from 'typeorm';
import { IdColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../platform/database/columns.js';
import type { FileRequest } from '../files/index.js';
import { record } from '../../platform/database/record.js';

@Entity('data_export')
@Index('data_export_running', ['runningFor'], { unique: true })
@Index('data_export_user', ['userId', 'createdAt'])
@Index('data_export_state', ['state', 'expiresAt'])
export class DataExportRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id') userId: string;
  @TextColumn('state', 16) state: FileRequest['state'];
  /** The user while it runs, so that there is one at a time. */
  @IdColumn('running_for', { nullable: true }) runningFor: string | null;
  @TimeColumn('expires_at') expiresAt: number;
  @TimeColumn('recorded') createdAt: number;
}

export const dataExportRecord = record(DataExportRow, { ofUser: ({ userId }) => [{ userId }] });
