import type { ListKeys } from '../../platform/http/list-keys.js';
import { RowsAsFile, type WholeList } from '../../platform/http/rows-as-file.js';
import type { StoredFile } from '../files/index.js';
import { presentFile } from '../files/files.presenters.js';
import type { NumberedPage } from './application/ports.js';
import type { TicketView } from './application/show-ticket.js';
import { type Ticket, TICKET_PRIORITIES, TICKET_STATUSES } from './domain/ticket.js';

const iso = (ms: number) => new Date(ms).toISOString();

export function presentCreatedTicket({ id, reference, subject, category, status, priority, createdAt }: Ticket) {
  return {
    ticket_id: id,
    reference_number: reference,
    subject,
    category,
    status,
    priority,
    created_at: iso(createdAt),
    message: `Your ticket ${reference} was received, we will write back soon`,
  };
}

export function presentTicket(ticket: Ticket) {
  return {
    ticket_id: ticket.id,
    reference_number: ticket.reference,
    subject: ticket.subject,
    category: ticket.category,
    status: ticket.status,
    priority: ticket.priority,
    created_at: iso(ticket.createdAt),
    updated_at: iso(ticket.updatedAt),
    responses: ticket.responses,
  };
}

export function presentTicketView(view: TicketView) {
  const { userId } = view.ticket;
  // Users do not see which staff member replied.
  const presentOne = (file: StoredFile) => ({ ...presentFile(file), userid: file.userId === userId ? userId : '' });
  return { ...presentTicket(view.ticket), messages: presentMessages(view, presentOne) };
}

/** State and priority in their own order. */
export const TICKET_KEYS: ListKeys<Ticket> = {
  sorts: {
    created_at: ({ createdAt }) => createdAt,
    updated_at: ({ updatedAt }) => updatedAt,
    category: ({ category }) => category,
    priority: ({ priority }) => TICKET_PRIORITIES.indexOf(priority),
    status: ({ status }) => TICKET_STATUSES.indexOf(status),
    responses: ({ responses }) => responses,
  },
};

/** With the owner's user id. */
function presentStaffTicket(ticket: Ticket) {
  return { ...presentTicket(ticket), userid: ticket.userId };
}

function presentStaffTicketView(view: TicketView) {
  return { ...presentStaffTicket(view.ticket), messages: presentMessages(view, presentFile) };
}

interface TicketPage extends NumberedPage {
  readonly tickets: readonly Ticket[];
  readonly total: number;
  /** Those that pages have; all where it is not given. */
  readonly reached?: number;
}

export function ticketPageOf<Wire>(present: (ticket: Ticket) => Wire) {
  return ({ tickets, total, reached = total, page, limit }: TicketPage) => ({
    result: tickets.map(present),
    pagination: { page, limit, total, pages: Math.ceil(reached / limit) },
  });
}

const presentStaffTicketPage = ticketPageOf(presentStaffTicket);

export function presentStaffTickets(found: TicketView | TicketPage | WholeList<Ticket>) {
  if ('isFile' in found) return new RowsAsFile('tickets', found.items.map(presentStaffTicket));
  return 'ticket' in found ? presentStaffTicketView(found) : presentStaffTicketPage(found);
}

export function presentReply({ reference }: Ticket) {
  return { COMMENT: `Your message was added to ticket ${reference}` };
}

export function presentStaffReply({ reference }: Ticket) {
  return { COMMENT: `Ticket ${reference} was answered` };
}

export function presentChange({ reference, status, priority }: Ticket) {
  return { COMMENT: `Ticket ${reference} is ${status} with priority ${priority}` };
}

export function presentClosing({ reference }: Ticket) {
  return { COMMENT: `Ticket ${reference} is closed` };
}

function presentMessages({ messages, files }: TicketView, presentOne: typeof presentFile) {
  const byId = new Map(files.map((file) => [file.id, file]));
  return messages.map(({ from, text, attachments, createdAt }) => ({
    from,
    message: text,
    attachments: attachments.flatMap((id) => byId.get(id) ?? []).map(presentOne),
    created_at: iso(createdAt),
  }));
}
