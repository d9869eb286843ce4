import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { edgeFailures } from '../../platform/http/edge.failures.js';
import { fileTooLong } from '../../platform/http/list-input.js';
import { comparisonOf } from '../../platform/http/list-keys.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { MOST_ROWS } from '../../platform/http/rows-as-file.js';
import { Tickets, TicketStore } from './tickets.js';
import { ATTACHMENT_FAILURES } from '../files/files.presenters.js';
import { supportFailures } from './failures.js';
import {
  attachmentsOf,
  ChangeTicketInput,
  filterOf,
  ReplyToTicketInput,
  StaffFetchTicketsInput,
  presentChange,
  presentStaffReply,
  presentStaffTickets,
  TICKET_KEYS,
} from './tickets.operations.js';

/** Fits an attachment of 10 MB in base64. */
const BODY_BYTES = 15 * 1_048_576;

@Injectable()
export class StaffTicketsOperations {
  constructor(
    private readonly tickets: Tickets,
    private readonly store: TicketStore,
  ) {}

  @Operation('control_support_ticket_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'helpControl.getDataList',
    reads: ({ format }: StaffFetchTicketsInput) => (format === 'csv' ? 'tickets' : undefined),
    failures: [on(supportFailures.no_tickets), on(supportFailures.ticket_not_found), on(edgeFailures.lacking_permission)],
    present: presentStaffTickets,
    summary:
      'Tickets of all users, newest first, by page number, or the newest 5,000 of them sorted; or one with its messages, which wants viewDetails too.',
  })
  async fetch(input: StaffFetchTicketsInput, { grants }: Caller) {
    if (input.ticket_id !== undefined) {
      if (!grants?.has('helpControl.viewDetails')) throw new Failure(edgeFailures.lacking_permission);
      return this.tickets.show(input.ticket_id, undefined);
    }
    const isFile = input.format === 'csv';
    const compare = comparisonOf(input, TICKET_KEYS);
    const asked = isFile || compare ? { page: 1, limit: MOST_ROWS } : input;
    const found = await this.store.list(filterOf(input, input.uxid), asked);
    const sorted = compare ? found.tickets.toSorted(compare) : found.tickets;
    const tickets = compare && !isFile ? sorted.slice((input.page - 1) * input.limit, input.page * input.limit) : sorted;
    if (tickets.length === 0) throw new Failure(supportFailures.no_tickets);
    const { total } = found;
    if (isFile && total > MOST_ROWS) throw fileTooLong();
    if (isFile) return { items: tickets, next: undefined, isFile };
    return { tickets, total, reached: compare ? Math.min(total, MOST_ROWS) : total, page: input.page, limit: input.limit };
  }

  @Operation('control_support_ticket_reply', {
    method: 'POST',
    access: 'admin',
    permission: 'helpControl.allowModify',
    bodyLimitBytes: BODY_BYTES,
    uploadsIn: 'attachments',
    failures: [
      on(supportFailures.ticket_not_found),
      on(supportFailures.ticket_closed),
      on(supportFailures.ticket_full),
      ...ATTACHMENT_FAILURES,
    ],
    present: presentStaffReply,
    summary: 'Answers a ticket; its user gets a notice and a mail.',
  })
  async reply(input: ReplyToTicketInput, staff: Caller) {
    const reply = { ticketId: input.ticket_id, message: input.message, attachments: attachmentsOf(input) };
    const author = { from: 'staff', staff, action: 'control_support_ticket_reply' } as const;
    return this.tickets.reply(reply, author);
  }

  @Operation('control_support_ticket_update', {
    method: 'PATCH',
    access: 'admin',
    permission: 'helpControl.allowModify',
    failures: [
      on(supportFailures.ticket_not_found),
      on(supportFailures.ticket_closed),
      on(supportFailures.ticket_goes_forward),
      on(supportFailures.nothing_to_change),
    ],
    present: presentChange,
    summary: 'Sets status or priority of a ticket; its user is told when it is resolved or closed.',
  })
  async update({ ticket_id, status, priority }: ChangeTicketInput, caller: Caller) {
    const change = { status, priority };
    return this.tickets.change(ticket_id, change, caller, 'control_support_ticket_update');
  }
}
