import { ValidateBy } from 'class-validator';
import { Base64, Choice, Count, ListOf, LongText, Optional, Text } from '../../platform/http/input.decorators.js';
import { type Order, SortedBy } from '../../platform/http/list-keys.js';
import type { NewAttachment } from '../files/index.js';
import type { TicketFilter } from './application/ports.js';
import { parseDateFilter } from './domain/date-filter.js';
import {
  TICKET_CATEGORIES,
  TICKET_PRIORITIES,
  TICKET_STATUSES,
  type TicketCategory,
  type TicketPriority,
  type TicketStatus,
} from './domain/ticket.js';
import { TICKET_KEYS } from './tickets.presenters.js';

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
