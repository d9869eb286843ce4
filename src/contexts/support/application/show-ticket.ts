import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { Attachments, type StoredFile } from '../../files/index.js';
import { supportFailures } from '../domain/support.failures.js';
import type { Ticket, TicketMessage } from '../domain/ticket.js';
import { Tickets } from './ports/tickets.js';

export interface TicketView {
  readonly ticket: Ticket;
  /** Oldest first. */
  readonly messages: readonly TicketMessage[];
  /** Those that the messages name, as far as they are still there. */
  readonly files: readonly StoredFile[];
}

/** A ticket with everything that was written. */
@Injectable()
export class ShowTicket {
  constructor(
    private readonly tickets: Tickets,
    private readonly attachments: Attachments,
  ) {}

  /** @param userId whose it must be; undefined is anybody's. @throws Failure `support.ticket_not_found` */
  async execute(ticketId: string, userId: string | undefined): Promise<TicketView> {
    const ticket = await this.tickets.find(ticketId, userId);
    if (!ticket) throw new Failure(supportFailures.ticket_not_found);
    const messages = await this.tickets.messages(ticketId);
    const ids = messages.flatMap(({ attachments }) => attachments);
    return { ticket, messages, files: ids.length === 0 ? [] : await this.attachments.find(ids) };
  }
}
