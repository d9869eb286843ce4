import type { Ticket, TicketCategory, TicketMessage, TicketStatus } from '../../domain/ticket.js';

export interface TicketFilter {
  /** Whose tickets; staff leave it out. */
  readonly userId?: string | undefined;
  readonly status?: TicketStatus | undefined;
  readonly category?: TicketCategory | undefined;
  /** Unix ms, inclusive. */
  readonly from?: number | undefined;
  /** Unix ms, exclusive. */
  readonly until?: number | undefined;
}

/** One page by its number, from 1. */
export interface NumberedPage {
  readonly page: number;
  readonly limit: number;
}

/** Tickets and their messages. */
export abstract class Tickets {
  /**
   * The next number of the day (from 1), in the caller's unit of work; none is left out, because a unit that fails gives
   * its number back. Whoever else wants a number of that day waits for the unit's end.
   * @param day in Africa/Lagos, `YYYY-MM-DD`
   */
  abstract nextNumber(day: string): Promise<number>;
  /** When the user opened tickets since then (unix ms), newest first; at most `limit`. */
  abstract openedSince(userId: string, since: number, limit: number): Promise<number[]>;
  abstract add(ticket: Ticket): Promise<void>;
  /** @param userId whose it must be; undefined is anybody's */
  abstract find(id: string, userId: string | undefined): Promise<Ticket | undefined>;
  /** The same, locked for the rest of the caller's unit of work. */
  abstract lock(id: string, userId: string | undefined): Promise<Ticket | undefined>;
  /** Writes status, priority, responses and updatedAt of a locked ticket. */
  abstract save(ticket: Ticket): Promise<void>;
  /** @param position of the message in its ticket, from 0 */
  abstract addMessage(message: TicketMessage, position: number): Promise<void>;
  /** Newest first, with how many there are in all. */
  abstract list(filter: TicketFilter, page: NumberedPage): Promise<{ tickets: Ticket[]; total: number }>;
  /** Oldest first. */
  abstract messages(ticketId: string): Promise<TicketMessage[]>;
}
