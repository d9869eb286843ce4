import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { CloseTicket } from './application/close-ticket.js';
import { CreateTicket } from './application/create-ticket.js';
import { Tickets } from './application/ports.js';
import { ReplyToTicket } from './application/reply-to-ticket.js';
import { ShowTicket } from './application/show-ticket.js';
import { ATTACHMENT_FAILURES } from '../files/files.presenters.js';
import { supportFailures } from './domain/support.failures.js';
import {
  attachmentsOf,
  CreateTicketInput,
  FetchTicketsInput,
  filterOf,
  ReplyToTicketInput,
  TicketInput,
} from './tickets.inputs.js';
import {
  presentClosing,
  presentCreatedTicket,
  presentReply,
  presentTicket,
  presentTicketView,
  ticketPageOf,
} from './tickets.presenters.js';

/** Fits an attachment of 10 MB in base64. */
const BODY_BYTES = 15 * 1_048_576;

@Injectable()
export class TicketsOperations {
  constructor(
    private readonly tickets: Tickets,
    private readonly createTicket: CreateTicket,
    private readonly showTicket: ShowTicket,
    private readonly replyToTicket: ReplyToTicket,
    private readonly closeTicket: CloseTicket,
  ) {}

  @Operation('support_ticket_create', {
    method: 'POST',
    access: 'signed',
    missing: 400,
    bodyLimitBytes: BODY_BYTES,
    uploadsIn: 'attachments',
    failures: [on(supportFailures.too_many_tickets), ...ATTACHMENT_FAILURES],
    present: presentCreatedTicket,
    summary: 'Opens a ticket; five within ten minutes at most.',
  })
  async create(input: CreateTicketInput, { userId, ip }: Caller) {
    const { subject, message, category, priority } = input;
    const attachments = attachmentsOf(input);
    return this.createTicket.execute({ userId, ip, subject, message, category, priority, attachments });
  }

  @Operation('support_ticket_fetch', {
    method: 'GET',
    access: 'signed',
    failures: [on(supportFailures.no_tickets)],
    present: ticketPageOf(presentTicket),
    summary: 'The tickets of the signed-in user, newest first, by page number.',
  })
  async fetch(input: FetchTicketsInput, { userId }: Caller) {
    const { tickets, total } = await this.tickets.list(filterOf(input, userId), input);
    if (tickets.length === 0) throw new Failure(supportFailures.no_tickets);
    return { tickets, total, page: input.page, limit: input.limit };
  }

  @Operation('support_ticket_get', {
    method: 'GET',
    access: 'signed',
    missing: 400,
    failures: [on(supportFailures.ticket_not_found)],
    present: presentTicketView,
    summary: 'A ticket of the signed-in user with its messages.',
  })
  async get({ ticket_id }: TicketInput, { userId }: Caller) {
    return this.showTicket.execute(ticket_id, userId);
  }

  @Operation('support_ticket_reply', {
    method: 'POST',
    access: 'signed',
    missing: 400,
    bodyLimitBytes: BODY_BYTES,
    uploadsIn: 'attachments',
    failures: [
      on(supportFailures.ticket_not_found),
      on(supportFailures.ticket_closed),
      on(supportFailures.ticket_full),
      ...ATTACHMENT_FAILURES,
    ],
    present: presentReply,
    summary: 'Adds a message to a ticket; a resolved one is open again.',
  })
  async reply(input: ReplyToTicketInput, user: Caller) {
    const reply = { ticketId: input.ticket_id, message: input.message, attachments: attachmentsOf(input) };
    return this.replyToTicket.execute(reply, { from: 'user', user });
  }

  @Operation('support_ticket_close', {
    method: 'POST',
    access: 'signed',
    missing: 400,
    failures: [on(supportFailures.ticket_not_found), on(supportFailures.ticket_closed)],
    present: presentClosing,
    summary: 'Closes a ticket of the signed-in user.',
  })
  async close({ ticket_id }: TicketInput, { userId }: Caller) {
    return this.closeTicket.execute(ticket_id, userId);
  }
}
