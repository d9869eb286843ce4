import { Entity, Index } from 'typeorm';
import { LongTextColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../database/columns.js';

const SUBJECT_LENGTH = 64;

@Entity('outbox')
@Index('outbox_queued', ['queuedAt', 'id'])
@Index('outbox_subject', ['subject', 'id'])
export class OutboxRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('name', 64) name: string;
  /** Id of what the event is about; empty where there is none. */
  @TextColumn('subject', SUBJECT_LENGTH, { default: '' }) subject: string;
  @LongTextColumn('data') data: string;
  @TimeColumn('recorded') createdAt: number;
  /** 0: not queued; 1: no handler in the process that read it. */
  @TimeColumn('queued_at', { default: 0 }) queuedAt: number;
}
