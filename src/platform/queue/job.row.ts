import { Entity, Index } from 'typeorm';
import { CountColumn, ID_LENGTH, LongTextColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../database/columns.js';
import { KEY_LENGTH } from './job-queue.js';

@Entity('job')
@Index('job_key', ['name', 'key'], { unique: true })
@Index('job_due', ['name', 'state', 'runAt'])
export class JobRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('name', 64) name: string;
  @TextColumn('job_key', KEY_LENGTH) key: string;
  @LongTextColumn('data') data: string;
  @TextColumn('state', 16) state: 'waiting' | 'exhausted';
  /** When it may run; of a claimed job, when the claim expires; of an exhausted one, when it failed. */
  @TimeColumn('run_at') runAt: number;
  /** Counted when it is claimed. */
  @CountColumn('attempts', { default: 0 }) attempts: number;
  /** Processes that ended while they held it. */
  @CountColumn('crashes', { default: 0 }) crashes: number;
  @LongTextColumn('last_error', { nullable: true }) lastError: string | null;
  @TimeColumn('recorded') createdAt: number;
  /** The claiming process, or empty. */
  @TextColumn('claimed_by', ID_LENGTH, { default: '' }) claimedBy: string;
}
