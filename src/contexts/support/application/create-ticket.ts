import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { lagosDate } from '../../../kernel/lagos-time.js';
import { domainEvent, Outbox } from '../../../kernel/events.js';
import { Failure } from '../../../kernel/failure.js';
import { newId } from '../../../kernel/ids.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Attachments, type NewAttachment, type Sender, type StoredFile } from '../../files/index.js';
import { StaffAlerts } from '../../notifications/index.js';
import { supportFailures } from '../domain/support.failures.js';
import {
  MAX_NEW_TICKETS,
  NEW_TICKETS_WINDOW_MS,
  type Ticket,
  type TicketCategory,
  type TicketPriority,
  ticketReference,
} from '../domain/ticket.js';
import { Tickets } from './ports.js';

export interface NewTicket extends Sender {
  readonly subject: string;
  readonly message: string;
  readonly category: TicketCategory;
  readonly priority: TicketPriority;
  readonly attachments: readonly NewAttachment[];
}

@Injectable()
export class CreateTicket {
  constructor(
    private readonly tickets: Tickets,
    private readonly attachments: Attachments,
    private readonly staffAlerts: StaffAlerts,
    private readonly outbox: Outbox,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `support.too_many_tickets`, or of Attachments */
  async execute(ticket: NewTicket): Promise<Ticket> {
    const { userId, ip, attachments } = ticket;
    // Checked before the files are stored, and again under the day's lock.
    await this.refuseTooMany(userId);
    return this.attachments.storeFor({ userId, ip }, attachments, (files) => this.open(ticket, files));
  }

  private open({ userId, subject, message, category, priority }: NewTicket, files: readonly StoredFile[]): Promise<Ticket> {
    return this.unitOfWork.run(async () => {
      const createdAt = this.clock.now();
      const day = lagosDate(createdAt);
      const number = await this.tickets.nextNumber(day);
      await this.refuseTooMany(userId);
      const ticket: Ticket = {
        id: newId(),
        reference: ticketReference(day, number),
        userId,
        subject,
        category,
        priority,
        status: 'open',
        responses: 0,
        createdAt,
        updatedAt: createdAt,
      };
      await this.tickets.add(ticket);
      const ids = files.map(({ id }) => id);
      const first = { id: newId(), ticketId: ticket.id, from: 'user', authorId: userId, text: message, createdAt } as const;
      await this.tickets.addMessage({ ...first, attachments: ids }, 0);
      await this.staffAlerts.add(`New ticket ${ticket.reference} (${category}, ${priority} priority)`);
      await this.outbox.add(domainEvent('ticket.created', { ticketId: ticket.id, reference: ticket.reference, userId }));
      return ticket;
    });
  }

  private async refuseTooMany(userId: string): Promise<void> {
    const now = this.clock.now();
    const opened = await this.tickets.openedSince(userId, now - NEW_TICKETS_WINDOW_MS, MAX_NEW_TICKETS);
    if (opened.length < MAX_NEW_TICKETS) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((opened.at(-1)! + NEW_TICKETS_WINDOW_MS - now) / 1000));
    throw new Failure(supportFailures.too_many_tickets, { retryAfterSeconds });
  }
}
