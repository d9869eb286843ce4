import { Entity } from 'typeorm';
import { CountColumn, TextColumn, TimeColumn } from '../database/columns.js';

@Entity('backup_number')
export class BackupNumberRow {
  @CountColumn('number', { primary: true }) number: number;
  @TextColumn('backup', 64) backup: string;
  /** Address of the store, without credentials. */
  @TextColumn('place', 1024) place: string;
  @TimeColumn('begun_at') begunAt: number;
  /** 0 until its manifest was written. */
  @TimeColumn('finished_at', { default: 0 }) finishedAt: number;
  /** 0 unless it is known to have failed. */
  @TimeColumn('failed_at', { default: 0 }) failedAt: number;
}
