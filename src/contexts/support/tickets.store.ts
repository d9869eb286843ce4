import {
  Entity,
  Index,
  PrimaryColumn,
  And,
  type FindOperator,
  type FindOptionsWhere,
  In,
  LessThan,
  MoreThan,
  MoreThanOrEqual,
  type Repository,
} from 'typeorm';
import {
  CountColumn,
  IdColumn,
  LongTextColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../platform/database/columns.js';
import {
  type TicketCategory,
  type TicketParty,
  type TicketPriority,
  type TicketStatus,
  type NumberedPage,
  type TicketFilter,
  TicketStore,
  type Ticket,
  type TicketMessage,
  Tickets,
} from './tickets.js';
import { Injectable } from '@nestjs/common';
import { isoTime } from '../../kernel/clock.js';
import { Database } from '../../platform/database/database.js';
import { record } from '../../platform/database/record.js';
import { rowLock } from '../../platform/database/server-dialect.js';
import type { RecordSummary, TimelineEntry } from '../../kernel/records.js';
import { beginsWith } from '../../platform/database/remove-rows.js';

@Entity('ticket')
@Index('ticket_reference', ['reference'], { unique: true })
@Index('ticket_user', ['userId', 'createdAt'])
@Index('ticket_status', ['status', 'createdAt'])
@Index('ticket_recorded', ['createdAt'])
export class TicketRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('reference', 32) reference: string;
  @IdColumn('user_id') userId: string;
  @TextColumn('subject') subject: string;
  @TextColumn('category', 16) category: TicketCategory;
  @TextColumn('priority', 16) priority: TicketPriority;
  @TextColumn('status', 16) status: TicketStatus;
  @CountColumn('responses') responses: number;
  @TimeColumn('recorded') createdAt: number;
  @TimeColumn('updated_at') updatedAt: number;
}

@Entity('ticket_message')
@Index('ticket_message_position', ['ticketId', 'position'], { unique: true })
export class TicketMessageRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('ticket_id') ticketId: string;
  /** Position from 0, the ticket's first message. */
  @CountColumn('position') position: number;
  @TextColumn('party', 16) from: TicketParty;
  @IdColumn('author_id') authorId: string;
  @LongTextColumn('text') text: string;
  @LongTextColumn('attachments') attachments: string;
  @TimeColumn('recorded') createdAt: number;
}

@Entity('ticket_counter')
export class TicketCounterRow {
  @PrimaryColumn({ name: 'lagos_day', type: 'varchar', length: 10 }) day: string;
  @CountColumn('last_number') lastNumber: number;
}

const NEWEST_FIRST = { createdAt: 'DESC', id: 'DESC' } as const;

@Injectable()
export class TypeormTicketStore extends TicketStore {
  constructor(private readonly database: Database) {
    super();
  }

  async nextNumber(day: string): Promise<number> {
    const { dialect, manager } = this.database;
    const onDuplicate = dialect === 'mysql' ? 'ON DUPLICATE KEY UPDATE' : 'ON CONFLICT (lagos_day) DO UPDATE SET';
    await manager.query(
      `INSERT INTO ticket_counter (lagos_day, last_number) VALUES (?, 1) ${onDuplicate} last_number = last_number + 1`,
      [day],
    );
    const { lastNumber } = await this.database.repository(TicketCounterRow).findOneByOrFail({ day });
    return lastNumber;
  }

  async openedSince(userId: string, since: number, limit: number): Promise<number[]> {
    const rows = await this.rows.find({
      select: { id: true, createdAt: true },
      where: { userId, createdAt: MoreThan(since) },
      order: NEWEST_FIRST,
      take: limit,
    });
    return rows.map(({ createdAt }) => createdAt);
  }

  async add(ticket: Ticket): Promise<void> {
    await this.rows.insert({ ...ticket });
  }

  async find(id: string, userId: string | undefined): Promise<Ticket | undefined> {
    return (await this.rows.findOneBy(ownedBy(id, userId))) ?? undefined;
  }

  async lock(id: string, userId: string | undefined): Promise<Ticket | undefined> {
    return (await this.rows.findOne({ where: ownedBy(id, userId), ...rowLock(this.database) })) ?? undefined;
  }

  async save({ id, status, priority, responses, updatedAt }: Ticket): Promise<void> {
    await this.rows.update({ id }, { status, priority, responses, updatedAt });
  }

  async addMessage({ attachments, ...message }: TicketMessage, position: number): Promise<void> {
    await this.messageRows.insert({ ...message, position, attachments: JSON.stringify(attachments) });
  }

  async list(filter: TicketFilter, { page, limit }: NumberedPage): Promise<{ tickets: Ticket[]; total: number }> {
    const [tickets, total] = await this.rows.findAndCount({
      where: conditionOf(filter),
      order: NEWEST_FIRST,
      skip: (page - 1) * limit,
      take: limit,
    });
    return { tickets, total };
  }

  async messages(ticketId: string): Promise<TicketMessage[]> {
    const rows = await this.messageRows.find({ where: { ticketId }, order: { position: 'ASC' } });
    return rows.map(({ position: _, attachments, ...row }) => ({ ...row, attachments: JSON.parse(attachments) as string[] }));
  }

  idsOf(userId: string, limit: number): Promise<string[]> {
    return this.ids({ userId }, limit);
  }

  idsEndedBefore(time: number, limit: number): Promise<string[]> {
    const before = LessThan(time);
    // The creation is on the index of the status, and never later than the change.
    return this.ids({ status: In(['resolved', 'closed']), createdAt: before, updatedAt: before }, limit);
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.messageRows.delete({ ticketId: In([...ids]) });
    await this.rows.delete({ id: In([...ids]) });
  }

  private async ids(where: FindOptionsWhere<TicketRow>, take: number): Promise<string[]> {
    return (await this.rows.find({ select: { id: true }, where, take })).map(({ id }) => id);
  }

  private get rows() {
    return this.database.repository(TicketRow);
  }

  private get messageRows() {
    return this.database.repository(TicketMessageRow);
  }
}

function ownedBy(id: string, userId: string | undefined): FindOptionsWhere<TicketRow> {
  return userId === undefined ? { id } : { id, userId };
}

function conditionOf({ userId, status, category, from, until }: TicketFilter): FindOptionsWhere<TicketRow> {
  const createdAt: FindOperator<number>[] = [];
  if (from !== undefined) createdAt.push(MoreThanOrEqual(from));
  if (until !== undefined) createdAt.push(LessThan(until));
  return {
    ...(userId === undefined ? {} : { userId }),
    ...(status === undefined ? {} : { status }),
    ...(category === undefined ? {} : { category }),
    ...(createdAt.length === 0 ? {} : { createdAt: And(...createdAt) }),
  };
}

const OPEN = [{ status: 'open' as const }, { status: 'in_progress' as const }];

export const ticketRecord = record(TicketRow, {
  uses: [Tickets, TicketStore],
  staff: { kind: 'ticket', permission: 'helpControl.getDataList', search, title: summaryOf, waits: OPEN },
  timeline: { name: 'tickets', entries: entriesOf },
  export: { name: 'tickets', rows: (userId, _, tickets) => exported(userId, tickets) },
  parts: [TicketMessageRow],
  erase: ({ userId }, _, tickets) => tickets.removeOf(userId),
});

/** By reference the latest first, as the index has them; sorting by time would read all that begin so. */
async function search(text: string, take: number, rows: Repository<TicketRow>): Promise<TicketRow[]> {
  const tickets = await rows.findBy({ id: text });
  if (tickets.length > 0) return tickets;
  return rows.find({ where: { reference: beginsWith(text.toUpperCase()) }, order: { reference: 'DESC' }, take });
}

function summaryOf({ id, reference, subject, priority, status, userId, createdAt }: TicketRow): RecordSummary {
  return { id, title: subject, detail: `${reference}, ${priority}`, status, userId, createdAt };
}

const TAKE = 100;

/** When a ticket was written to, and by whom; what was written stands on its page. */
async function entriesOf(ticketId: string, database: Database): Promise<TimelineEntry[]> {
  const options = { where: { ticketId }, order: { position: 'DESC' }, take: TAKE } as const;
  return (await database.repository(TicketMessageRow).find(options)).map(entryOf);
}

function entryOf({ from, position, authorId, createdAt }: TicketMessageRow): TimelineEntry {
  if (from === 'staff') return { at: createdAt, part: 'staff', what: 'Staff replied', detail: '', userId: authorId };
  const what = position === 0 ? 'The user opened the ticket' : 'The user wrote again';
  return { at: createdAt, part: 'user', what, detail: '', userId: authorId };
}

const EXPORTED_AT_ONCE = 50;

async function* exported(userId: string, store: TicketStore): AsyncIterable<object> {
  for (let page = 1; ; page++) {
    const { tickets } = await store.list({ userId }, { page, limit: EXPORTED_AT_ONCE });
    for (const { id, reference, subject, category, priority, status, createdAt } of tickets) {
      const messages = await store.messages(id);
      const said = messages.map(({ from, text, createdAt: at }) => ({ at: isoTime(at), from, text }));
      yield { at: isoTime(createdAt), reference, subject, category, priority, status, messages: said };
    }
    if (tickets.length < EXPORTED_AT_ONCE) return;
  }
}
