import { Entity, Index } from 'typeorm';
import { LongTextColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../database/columns.js';

/** A committed event on its way to its handlers; deleted when they all have had it. */
@Entity('outbox')
@Index('outbox_queued', ['queuedAt', 'id'])
export class OutboxRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('name', 64) name: string;
  /** JSON */
  @LongTextColumn('data') data: string;
  @TimeColumn('recorded') createdAt: number;
  /** When the relay handed it to the queue; 0 before, 1 where it was set aside because nobody knew it. */
  @TimeColumn('queued_at', { default: 0 }) queuedAt: number;
}
