import type { Ticket, TicketCategory, TicketMessage, TicketStatus } from '../../domain/ticket.js';

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

export abstract class Tickets {
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
  /** With their messages, in the caller's unit of work. */
  abstract remove(ids: readonly string[]): Promise<void>;
}
