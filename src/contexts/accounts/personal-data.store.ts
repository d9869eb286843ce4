import { Entity, Index } from 'typeorm';
import { IdColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../platform/database/columns.js';
import type { FileRequest } from '../files/index.js';
import { Injectable } from '@nestjs/common';
import { type DataSubject, Eraser } from '../../kernel/eraser.js';
import { Contributes } from '../../kernel/registry.js';
import { Database } from '../../platform/database/database.js';
import { removeRows } from '../../platform/database/remove-rows.js';
import { tablesOf } from '../../platform/database/table.js';

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

@Injectable()
@Contributes(Eraser)
export class TypeormExportsEraser extends Eraser {
  readonly tables = tablesOf(DataExportRow);

  constructor(private readonly database: Database) {
    super();
  }

  async erase({ userId }: DataSubject): Promise<void> {
    await removeRows(this.database.repository(DataExportRow), { userId });
  }
}
