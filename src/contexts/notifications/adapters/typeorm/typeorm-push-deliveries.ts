import { Injectable } from '@nestjs/common';
import { LessThan, MoreThan } from 'typeorm';
import { Clock } from '../../../../kernel/clock.js';
import { newId } from '../../../../kernel/ids.js';
import { Database } from '../../../../platform/database/database.js';
import {
  type DeliveryState,
  PushDeliveries,
  type PushDelivery,
  type PushMessage,
  type UnconfirmedDelivery,
} from '../../application/ports.js';
import { PushDeliveryRow } from './notifications.rows.js';

export interface NewPushDelivery {
  readonly messageKey: string;
  readonly userId: string;
  readonly registrationIds: readonly string[];
  readonly message: PushMessage;
}

@Injectable()
export class TypeormPushDeliveries extends PushDeliveries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** Existing ones stay. In the caller's unit of work. */
  async add({ messageKey, userId, registrationIds, message }: NewPushDelivery): Promise<void> {
    const onDuplicate = this.database.dialect === 'mysql' ? 'ON DUPLICATE KEY UPDATE id = id' : 'ON CONFLICT DO NOTHING';
    await this.database.rowsOnce(
      `INSERT INTO push_delivery (id, message_key, registration_id, user_id, title, body, state, recorded)
       VALUES ${registrationIds.map(() => "(?, ?, ?, ?, ?, ?, 'waiting', ?)").join(', ')} ${onDuplicate}`,
      registrationIds.flatMap((registrationId) => [
        newId(),
        messageKey,
        registrationId,
        userId,
        message.title,
        message.body,
        this.clock.now(),
      ]),
    );
  }

  async listWaiting(messageKey: string): Promise<PushDelivery[]> {
    const rows = await this.rows.find({ where: { messageKey, state: 'waiting' }, order: { id: 'ASC' } });
    return rows.map(({ title, body, ...row }) => ({ ...row, message: { title, body } }));
  }

  async listUnconfirmed(recordedBefore: number, afterId: string, limit: number): Promise<UnconfirmedDelivery[]> {
    const rows = await this.rows.find({
      where: { state: 'accepted', id: MoreThan(afterId), createdAt: LessThan(recordedBefore) },
      order: { id: 'ASC' },
      take: limit,
    });
    return rows.map(({ ticket, ...row }) => ({ ...row, ticket: ticket ?? '' }));
  }

  async setState(id: string, state: DeliveryState): Promise<void> {
    const isOver = state.state === 'sent' || state.state === 'failed';
    await this.rows.update(id, { ticket: null, ...state, ...(isOver ? { title: '', body: '' } : {}) });
  }

  /** Still waiting and created between these times, in the order of their ids, after the given one. */
  listStale(after: number, before: number, afterId: string, limit: number): Promise<{ id: string; messageKey: string }[]> {
    return this.database.rows(
      `SELECT id, message_key AS messageKey FROM push_delivery
       WHERE state = 'waiting' AND id > ? AND recorded > ? AND recorded < ? ORDER BY id LIMIT ${limit}`,
      [afterId, after, before],
    );
  }

  /** Removes deliveries created before this time, in any state; returns how many. */
  async remove(before: number, limit: number): Promise<number> {
    const rows = await this.rows.find({
      select: { id: true },
      where: { createdAt: LessThan(before) },
      order: { createdAt: 'ASC' },
      take: limit,
    });
    if (rows.length > 0) await this.rows.delete(rows.map(({ id }) => id));
    return rows.length;
  }

  private get rows() {
    return this.database.repository(PushDeliveryRow);
  }
}
