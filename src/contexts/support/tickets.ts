import { Failure } from '../../kernel/failure.js';
import { supportFailures } from './failures.js';
import { Clock } from '../../kernel/clock.js';
import { lagosDate } from '../../kernel/lagos-time.js';
import { Injectable } from '@nestjs/common';
import { domainEvent, Outbox } from '../../kernel/events.js';
import { newId } from '../../kernel/ids.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { Attachments, type NewAttachment, type Sender, type StoredFile } from '../files/index.js';
import { StaffAlerts, Notices } from '../notifications/index.js';
import { AuditedUnitOfWork, type StaffMember, Audit } from '../audit/index.js';

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

export interface TicketFilter {
  /** Undefined for the tickets of all users. */
  readonly userId?: string | undefined;
  readonly status?: TicketStatus | undefined;
  readonly category?: TicketCategory | undefined;
  readonly from?: number | undefined;
  /** Exclusive. */
  readonly until?: number | undefined;
}

export interface NumberedPage {
  readonly page: number;
  readonly limit: number;
}

export abstract class TicketStore {
  /**
   * The next number of the day, from 1, in the caller's unit of work; holds the day's lock until its end. No number is skipped,
   * because a rollback returns it.
   * @param day in Africa/Lagos, `YYYY-MM-DD`
   */
  abstract nextNumber(day: string): Promise<number>;
  /** Times (unix ms) of the user's tickets since then, newest first; at most `limit`. */
  abstract openedSince(userId: string, since: number, limit: number): Promise<number[]>;
  abstract add(ticket: Ticket): Promise<void>;
  /** @param userId the required owner; undefined for any */
  abstract find(id: string, userId: string | undefined): Promise<Ticket | undefined>;
  abstract lock(id: string, userId: string | undefined): Promise<Ticket | undefined>;
  /** Writes status, priority, responses and updatedAt of a locked ticket. */
  abstract save(ticket: Ticket): Promise<void>;
  /** @param position of the message in its ticket, from 0 */
  abstract addMessage(message: TicketMessage, position: number): Promise<void>;
  /** Newest first, with the total count. */
  abstract list(filter: TicketFilter, page: NumberedPage): Promise<{ tickets: Ticket[]; total: number }>;
  abstract messages(ticketId: string): Promise<TicketMessage[]>;
  abstract idsOf(userId: string, limit: number): Promise<string[]>;
  /** Resolved or closed ones that did not change since. */
  abstract idsEndedBefore(time: number, limit: number): Promise<string[]>;
  /** Removes them with their messages, in the caller's unit of work. */
  abstract remove(ids: readonly string[]): Promise<void>;
}

export interface NewTicket extends Sender {
  readonly subject: string;
  readonly message: string;
  readonly category: TicketCategory;
  readonly priority: TicketPriority;
  readonly attachments: readonly NewAttachment[];
}

export interface TicketReply {
  readonly ticketId: string;
  readonly message: string;
  readonly attachments: readonly NewAttachment[];
}

/** The ticket's user, or a staff member with the action used. */
export type TicketAuthor =
  | { readonly from: 'user'; readonly user: Sender }
  | { readonly from: 'staff'; readonly staff: StaffMember; readonly action: string };

const REMOVED_AT_ONCE = 50;

export interface TicketView {
  readonly ticket: Ticket;
  readonly messages: readonly TicketMessage[];
  readonly files: readonly StoredFile[];
}

@Injectable()
export class Tickets {
  constructor(
    private readonly store: TicketStore,
    private readonly attachments: Attachments,
    private readonly staffAlerts: StaffAlerts,
    private readonly notices: Notices,
    private readonly audit: Audit,
    private readonly outbox: Outbox,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `support.too_many_tickets`, or of Attachments */
  async create(ticket: NewTicket): Promise<Ticket> {
    const { userId, ip, attachments } = ticket;
    // Checked before the files are stored, and again under the day's lock.
    await this.refuseTooMany(userId);
    return this.attachments.storeFor({ userId, ip }, attachments, (files) => this.open(ticket, files));
  }

  private open({ userId, subject, message, category, priority }: NewTicket, files: readonly StoredFile[]): Promise<Ticket> {
    return this.unitOfWork.run(async () => {
      const createdAt = this.clock.now();
      const day = lagosDate(createdAt);
      const number = await this.store.nextNumber(day);
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
      await this.store.add(ticket);
      const ids = files.map(({ id }) => id);
      const first = { id: newId(), ticketId: ticket.id, from: 'user', authorId: userId, text: message, createdAt } as const;
      await this.store.addMessage({ ...first, attachments: ids }, 0);
      await this.staffAlerts.add(`New ticket ${ticket.reference} (${category}, ${priority} priority)`);
      await this.outbox.add(domainEvent('ticket.created', { ticketId: ticket.id, reference: ticket.reference, userId }));
      return ticket;
    });
  }

  private async refuseTooMany(userId: string): Promise<void> {
    const now = this.clock.now();
    const opened = await this.store.openedSince(userId, now - NEW_TICKETS_WINDOW_MS, MAX_NEW_TICKETS);
    if (opened.length < MAX_NEW_TICKETS) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((opened.at(-1)! + NEW_TICKETS_WINDOW_MS - now) / 1000));
    throw new Failure(supportFailures.too_many_tickets, { retryAfterSeconds });
  }

  /** @param userId the required owner; undefined for any. @throws Failure `support.ticket_not_found` */
  async show(ticketId: string, userId: string | undefined): Promise<TicketView> {
    const ticket = await this.store.find(ticketId, userId);
    if (!ticket) throw new Failure(supportFailures.ticket_not_found);
    const messages = await this.store.messages(ticketId);
    const ids = messages.flatMap(({ attachments }) => attachments);
    return { ticket, messages, files: ids.length === 0 ? [] : await this.attachments.find(ids) };
  }

  /** @returns the updated ticket. @throws Failure `support.ticket_not_found`, `support.ticket_closed`, `support.ticket_full`, or of Attachments */
  async reply(reply: TicketReply, author: TicketAuthor): Promise<Ticket> {
    // Checked before files are stored for a ticket that takes no reply.
    this.withReply(await this.store.find(reply.ticketId, ownerOf(author)), author.from);
    return this.attachments.storeFor(senderOf(author), reply.attachments, (files) => this.addReply(reply, author, files));
  }

  /** Once for each id. A closed ticket gets none; its user is told by other means. */
  async replyOnce(id: string, reply: TicketReply, author: TicketAuthor): Promise<void> {
    const ticket = await this.store.find(reply.ticketId, undefined);
    if (!ticket || ticket.status === 'closed') return;
    if ((await this.store.messages(ticket.id)).some((each) => each.id === id)) return;
    await this.addReply(reply, author, [], id);
  }

  private addReply(
    { ticketId, message }: TicketReply,
    author: TicketAuthor,
    files: readonly StoredFile[],
    id = newId(),
  ): Promise<Ticket> {
    const { from } = author;
    const { userId: authorId } = senderOf(author);
    return this.unitOfWork.run(async () => {
      const ticket = this.withReply(await this.store.lock(ticketId, ownerOf(author)), from);
      const ids = files.map(({ id }) => id);
      const createdAt = ticket.updatedAt;
      const reply: TicketMessage = { id, ticketId, from, authorId, text: message, attachments: ids, createdAt };
      await this.store.addMessage(reply, ticket.responses);
      await this.store.save(ticket);
      if (author.from === 'staff') await this.tellOfReply(ticket, reply, author);
      const { userId, reference } = ticket;
      await this.outbox.add(domainEvent('ticket.replied', { ticketId, messageId: reply.id, reference, userId, from }));
      return ticket;
    });
  }

  private withReply(ticket: Ticket | undefined, from: TicketParty): Ticket {
    if (!ticket) throw new Failure(supportFailures.ticket_not_found);
    return withReply(ticket, from, this.clock.now());
  }

  private async tellOfReply(
    { id, userId, reference, subject, status }: Ticket,
    reply: TicketMessage,
    { staff, action }: Extract<TicketAuthor, { from: 'staff' }>,
  ): Promise<void> {
    const message = `We have answered your ticket "${subject}". You can read the answer and write back in your tickets.`;
    await this.notices.add({ userId, subject: `Answer to your ticket ${reference}`, message });
    const after = { messageId: reply.id, status };
    await this.audit.record({ staffId: staff.userId, action, subject: `ticket:${id}`, after, ip: staff.ip });
  }

  /** @throws Failure `support.ticket_not_found`, `support.ticket_closed` */
  close(ticketId: string, userId: string): Promise<Ticket> {
    return this.unitOfWork.run(async () => {
      const ticket = await this.store.lock(ticketId, userId);
      if (!ticket) throw new Failure(supportFailures.ticket_not_found);
      const closed = withChange(ticket, { status: 'closed' }, this.clock.now());
      await this.store.save(closed);
      return closed;
    });
  }

  /** @throws Failure of `support` */
  change(ticketId: string, change: TicketChange, staff: StaffMember, action: string): Promise<Ticket> {
    if (change.status === undefined && change.priority === undefined) throw new Failure(supportFailures.nothing_to_change);
    return this.auditedUnitOfWork.execute(staff, action, async () => {
      const ticket = await this.store.lock(ticketId, undefined);
      if (!ticket) throw new Failure(supportFailures.ticket_not_found);
      const changed = withChange(ticket, change, this.clock.now());
      await this.store.save(changed);
      if (changed.status !== ticket.status && hasEnded(changed)) await this.tellOfEnd(changed);
      return {
        subject: `ticket:${ticketId}`,
        before: { status: ticket.status, priority: ticket.priority },
        after: { status: changed.status, priority: changed.priority },
        result: changed,
      };
    });
  }

  /** The mail and the push message follow the event. */
  private async tellOfEnd({ id, reference, userId, subject, status }: EndedTicket): Promise<void> {
    const next =
      status === 'resolved' ? 'Write back in it if something is left to do.' : 'Open a new one if something is left to do.';
    const message = `Your ticket "${subject}" is ${status}. ${next}`;
    await this.notices.add({ userId, subject: `Your ticket ${reference} is ${status}`, message });
    await this.outbox.add(domainEvent('ticket.ended', { ticketId: id, reference, userId, status }));
  }

  /** Removes messages and attachments, too. */
  removeOf(userId: string): Promise<void> {
    return this.removeAll(() => this.store.idsOf(userId, REMOVED_AT_ONCE));
  }

  removeEndedBefore(time: number): Promise<void> {
    return this.removeAll(() => this.store.idsEndedBefore(time, REMOVED_AT_ONCE));
  }

  private async removeAll(next: () => Promise<string[]>): Promise<void> {
    for (let ids = await next(); ids.length > 0; ids = await next()) {
      for (const id of ids) {
        const files = (await this.store.messages(id)).flatMap(({ attachments }) => attachments);
        if (files.length > 0) await this.attachments.discard(await this.attachments.find(files));
      }
      await this.unitOfWork.run(() => this.store.remove(ids));
    }
  }
}

function ownerOf(author: TicketAuthor): string | undefined {
  return author.from === 'user' ? author.user.userId : undefined;
}

function senderOf(author: TicketAuthor): Sender {
  return author.from === 'user' ? author.user : author.staff;
}
