import { Injectable } from '@nestjs/common';
import { And, type FindOperator, type FindOptionsWhere, In, LessThan, MoreThan, MoreThanOrEqual } from 'typeorm';
import { Database } from '../../../../platform/database/database.js';
import { type NumberedPage, type TicketFilter, Tickets } from '../../application/ports.js';
import type { Ticket, TicketMessage } from '../../domain/ticket.js';
import { rowLock } from '../../../../platform/database/row-lock.js';
import { TicketCounterRow, TicketMessageRow, TicketRow } from './support.rows.js';

const NEWEST_FIRST = { createdAt: 'DESC', id: 'DESC' } as const;

@Injectable()
export class TypeormTickets extends Tickets {
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
