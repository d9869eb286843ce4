import { Entity, Index } from 'typeorm';
import { LongTextColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../database/columns.js';

/** A committed event; deleted when all handlers have run. */
@Entity('outbox')
@Index('outbox_queued', ['queuedAt', 'id'])
export class OutboxRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('name', 64) name: string;
  /** JSON */
  @LongTextColumn('data') data: string;
  @TimeColumn('recorded') createdAt: number;
  /** When the relay queued it; 0 before, 1 where it was set aside without a handler. */
  @TimeColumn('queued_at', { default: 0 }) queuedAt: number;
}
