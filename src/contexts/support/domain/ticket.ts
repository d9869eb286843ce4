import { Failure } from '../../../kernel/failure.js';
import { supportFailures } from './support.failures.js';

export const TICKET_CATEGORIES = ['account', 'payment', 'technical', 'other'] as const;
export type TicketCategory = (typeof TICKET_CATEGORIES)[number];
export const TICKET_PRIORITIES = ['low', 'medium', 'high'] as const;
export type TicketPriority = (typeof TICKET_PRIORITIES)[number];
/** Ordered: a ticket only moves forward. */
export const TICKET_STATUSES = ['open', 'in_progress', 'resolved', 'closed'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

export interface Ticket {
  readonly id: string;
  /** Human-readable: `TCK-20261120-0001`. */
  readonly reference: string;
  readonly userId: string;
  readonly subject: string;
  readonly category: TicketCategory;
  readonly priority: TicketPriority;
  readonly status: TicketStatus;
  readonly responses: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type EndedTicket = Ticket & { readonly status: 'resolved' | 'closed' };

/** Nobody works on it any more; a reply of its user reopens a resolved one. */
export function hasEnded(ticket: Ticket): ticket is EndedTicket {
  return ticket.status === 'resolved' || ticket.status === 'closed';
}

export type TicketParty = 'user' | 'staff';

export interface TicketMessage {
  readonly id: string;
  readonly ticketId: string;
  readonly from: TicketParty;
  readonly authorId: string;
  readonly text: string;
  readonly attachments: readonly string[];
  readonly createdAt: number;
}

export const MAX_NEW_TICKETS = 5;
export const NEW_TICKETS_WINDOW_MS = 10 * 60_000;

/** A ticket is always shown whole, so its length is limited. */
export const MAX_MESSAGES = 500;

/** @param day in Africa/Lagos, `YYYY-MM-DD`; @param number of the ticket on that day, from 1 */
export function ticketReference(day: string, number: number): string {
  return `TCK-${day.replaceAll('-', '')}-${String(number).padStart(4, '0')}`;
}

/** The ticket with one more message: a user's message reopens it, a reply by staff sets it in progress. */
export function withReply(ticket: Ticket, from: TicketParty, now: number): Ticket {
  if (ticket.status === 'closed') throw new Failure(supportFailures.ticket_closed);
  // The first message is not counted as a response. Staff may always reply.
  if (from === 'user' && ticket.responses + 1 >= MAX_MESSAGES) throw new Failure(supportFailures.ticket_full);
  const status = from === 'user' ? afterUser(ticket.status) : afterStaff(ticket.status);
  return { ...ticket, status, responses: ticket.responses + 1, updatedAt: now };
}

function afterUser(status: TicketStatus): TicketStatus {
  return status === 'resolved' ? 'open' : status;
}

function afterStaff(status: TicketStatus): TicketStatus {
  return status === 'open' ? 'in_progress' : status;
}

export interface TicketChange {
  readonly status?: TicketStatus | undefined;
  readonly priority?: TicketPriority | undefined;
}

/** The ticket as changed by staff; not once it is closed. */
export function withChange(ticket: Ticket, { status, priority }: TicketChange, now: number): Ticket {
  if (ticket.status === 'closed') throw new Failure(supportFailures.ticket_closed);
  const next = status ?? ticket.status;
  if (TICKET_STATUSES.indexOf(next) < TICKET_STATUSES.indexOf(ticket.status))
    throw new Failure(supportFailures.ticket_goes_forward);
  return { ...ticket, status: next, priority: priority ?? ticket.priority, updatedAt: now };
}
