import { ValidateBy } from 'class-validator';
import { Base64, Choice, Count, ListOf, LongText, Optional, Text } from '../../platform/http/input.decorators.js';
import { type Order, SortedBy, type ListKeys } from '../../platform/http/list-keys.js';
import type { NewAttachment, StoredFile } from '../files/index.js';
import {
  type TicketFilter,
  TICKET_CATEGORIES,
  TICKET_PRIORITIES,
  TICKET_STATUSES,
  type TicketCategory,
  type TicketPriority,
  type TicketStatus,
  type NumberedPage,
  type TicketView,
  type Ticket,
  Tickets,
  TicketStore,
} from './tickets.js';
import { RowsAsFile, type WholeList } from '../../platform/http/rows-as-file.js';
import { presentFile, ATTACHMENT_FAILURES } from '../files/files.presenters.js';
import { Injectable } from '@nestjs/common';
import { DAY_MS } from '../../kernel/clock.js';
import { parseLagosDate, parseLagosTime } from '../../kernel/lagos-time.js';
import type { Caller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { supportFailures } from './failures.js';

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

/** A ticket with the owner's user id. */
function presentStaffTicket(ticket: Ticket) {
  return { ...presentTicket(ticket), userid: ticket.userId };
}

function presentStaffTicketView(view: TicketView) {
  return { ...presentStaffTicket(view.ticket), messages: presentMessages(view, presentFile) };
}

interface TicketPage extends NumberedPage {
  readonly tickets: readonly Ticket[];
  readonly total: number;
  /** Number of tickets that pages reach; all without it. */
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

const TIME_WITH_ZONE = /T.*(Z|[+-]\d{2}:\d{2})$/;

/** Unix ms: `from` is inclusive, `until` exclusive. */
interface TimeRange {
  readonly from: number;
  readonly until: number;
}

/**
 * Parses a day of Africa/Lagos (`2026-11-20`), a time with its zone (`2026-11-20T10:00:00Z`), or unix seconds or milliseconds.
 * Undefined for anything else, and for days that are not in the calendar.
 */
export function parseDateFilter(text: string): TimeRange | undefined {
  if (/^[0-9]{10}$/.test(text)) return { from: Number(text) * 1000, until: (Number(text) + 1) * 1000 };
  if (/^[0-9]{13}$/.test(text)) return { from: Number(text), until: Number(text) + 1 };
  const midnight = parseLagosDate(text);
  if (midnight !== undefined) return { from: midnight, until: midnight + DAY_MS };
  const time = TIME_WITH_ZONE.test(text) ? parseLagosTime(text) : undefined;
  return time === undefined ? undefined : { from: time, until: time + 1 };
}

const ATTACHMENTS = { max: 10 };
/** Offset pages beyond this are too expensive; older tickets are found by date. */
const LAST_PAGE = 10_000;

/** A day in Africa/Lagos, a time with its zone, or a unix time. */
function DateOrTime(): PropertyDecorator {
  const isDateOrTime = {
    name: 'isMoment',
    validator: { validate: (value: unknown) => parseDateFilter(String(value)) !== undefined },
  };
  return (prototype, property) => {
    Text({ max: 40 })(prototype, property);
    ValidateBy(isDateOrTime)(prototype, property);
  };
}

export class AttachmentInput {
  @Text() filename: string;
  @Text() content_type: string;
  @Base64() data: Buffer;
}

export class CreateTicketInput {
  @Text() subject: string;
  @LongText() message: string;
  @Choice(TICKET_CATEGORIES) category: TicketCategory;
  @Optional() @Choice(TICKET_PRIORITIES, { default: 'medium' }) priority: TicketPriority;
  @Optional() @ListOf(AttachmentInput, ATTACHMENTS) attachments?: AttachmentInput[];
}

export class FetchTicketsInput {
  @Optional() @Choice(TICKET_STATUSES) status?: TicketStatus;
  @Optional() @Choice(TICKET_CATEGORIES) category?: TicketCategory;
  @Optional() @DateOrTime() from?: string;
  @Optional() @DateOrTime() to?: string;
  @Optional() @Count({ min: 1, max: LAST_PAGE, default: 1 }) page: number;
  @Optional() @Count({ min: 1, max: 100, default: 15 }) limit: number;
}

export class TicketInput {
  @Text() ticket_id: string;
}

export class ReplyToTicketInput {
  @Text() ticket_id: string;
  @LongText() message: string;
  @Optional() @ListOf(AttachmentInput, ATTACHMENTS) attachments?: AttachmentInput[];
}

@SortedBy(TICKET_KEYS)
export class StaffFetchTicketsInput extends FetchTicketsInput {
  @Optional() @Text() ticket_id?: string;
  @Optional() @Text() uxid?: string;
  @Optional() @Choice(['json', 'csv'], { default: 'json' }) format: 'json' | 'csv';
  sort?: string;
  order?: Order;
}

export class ChangeTicketInput {
  @Text() ticket_id: string;
  @Optional() @Choice(TICKET_STATUSES) status?: TicketStatus;
  @Optional() @Choice(TICKET_PRIORITIES) priority?: TicketPriority;
}

export function attachmentsOf({ attachments = [] }: { attachments?: AttachmentInput[] }): NewAttachment[] {
  return attachments.map(({ filename, content_type, data }) => ({ fileName: filename, contentType: content_type, bytes: data }));
}

/** @param userId owner of the tickets; undefined for all */
export function filterOf({ status, category, from, to }: FetchTicketsInput, userId: string | undefined): TicketFilter {
  return {
    userId,
    status,
    category,
    from: from === undefined ? undefined : parseDateFilter(from)?.from,
    until: to === undefined ? undefined : parseDateFilter(to)?.until,
  };
}

/** Fits an attachment of 10 MB in base64. */
const BODY_BYTES = 15 * 1_048_576;

@Injectable()
export class TicketsOperations {
  constructor(
    private readonly tickets: Tickets,
    private readonly store: TicketStore,
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
    return this.tickets.create({ userId, ip, subject, message, category, priority, attachments });
  }

  @Operation('support_ticket_fetch', {
    method: 'GET',
    access: 'signed',
    failures: [on(supportFailures.no_tickets)],
    present: ticketPageOf(presentTicket),
    summary: 'The tickets of the signed-in user, newest first, by page number.',
  })
  async fetch(input: FetchTicketsInput, { userId }: Caller) {
    const { tickets, total } = await this.store.list(filterOf(input, userId), input);
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
    return this.tickets.show(ticket_id, userId);
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
    return this.tickets.reply(reply, { from: 'user', user });
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
    return this.tickets.close(ticket_id, userId);
  }
}
