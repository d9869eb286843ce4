import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { Attachments, type StoredFile } from '../../files/index.js';
import { supportFailures } from '../domain/support.failures.js';
import type { Ticket, TicketMessage } from '../domain/ticket.js';
import { Tickets } from './ports.js';

export interface TicketView {
  readonly ticket: Ticket;
  readonly messages: readonly TicketMessage[];
  readonly files: readonly StoredFile[];
}

@Injectable()
export class ShowTicket {
  constructor(
    private readonly tickets: Tickets,
    private readonly attachments: Attachments,
  ) {}

  /** @param userId the required owner; undefined for any. @throws Failure `support.ticket_not_found` */
  async execute(ticketId: string, userId: string | undefined): Promise<TicketView> {
    const ticket = await this.tickets.find(ticketId, userId);
    if (!ticket) throw new Failure(supportFailures.ticket_not_found);
    const messages = await this.tickets.messages(ticketId);
    const ids = messages.flatMap(({ attachments }) => attachments);
    return { ticket, messages, files: ids.length === 0 ? [] : await this.attachments.find(ids) };
  }
}
