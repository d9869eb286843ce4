import { Entity, Index, PrimaryColumn } from 'typeorm';
import {
  CountColumn,
  IdColumn,
  LongTextColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../../../platform/database/columns.js';
import type { TicketCategory, TicketParty, TicketPriority, TicketStatus } from '../../domain/ticket.js';

@Entity('ticket')
@Index('ticket_reference', ['reference'], { unique: true })
@Index('ticket_user', ['userId', 'createdAt'])
@Index('ticket_status', ['status', 'createdAt'])
@Index('ticket_recorded', ['createdAt'])
export class TicketRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('reference', 32) reference: string;
  @IdColumn('user_id') userId: string;
  @TextColumn('subject') subject: string;
  @TextColumn('category', 16) category: TicketCategory;
  @TextColumn('priority', 16) priority: TicketPriority;
  @TextColumn('status', 16) status: TicketStatus;
  @CountColumn('responses') responses: number;
  @TimeColumn('recorded') createdAt: number;
  @TimeColumn('updated_at') updatedAt: number;
}

@Entity('ticket_message')
@Index('ticket_message_position', ['ticketId', 'position'], { unique: true })
export class TicketMessageRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('ticket_id') ticketId: string;
  /** From 0, which is the ticket's first message. */
  @CountColumn('position') position: number;
  @TextColumn('party', 16) from: TicketParty;
  @IdColumn('author_id') authorId: string;
  @LongTextColumn('text') text: string;
  @LongTextColumn('attachments') attachments: string;
  @TimeColumn('recorded') createdAt: number;
}

@Entity('ticket_counter')
export class TicketCounterRow {
  @PrimaryColumn({ name: 'lagos_day', type: 'varchar', length: 10 }) day: string;
  @CountColumn('last_number') lastNumber: number;
}
