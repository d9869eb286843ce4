import { Entity, Index, In, LessThan, MoreThan } from 'typeorm';
import { IdColumn, LongTextColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../platform/database/columns.js';
import { Injectable } from '@nestjs/common';
import { Clock, isoTime } from '../../kernel/clock.js';
import { newId } from '../../kernel/ids.js';
import { Database } from '../../platform/database/database.js';
import { isDuplicate } from '../../platform/database/errors.js';
import {
  type NewPushRegistration,
  PushDevices,
  type PushRegistration,
  type DeliveryState,
  PushDeliveries,
  type PushDelivery,
  type NewPushDelivery,
  type UnconfirmedDelivery,
} from './push.js';
import { record } from '../../platform/database/record.js';

@Entity('push_delivery')
@Index('push_delivery_message', ['messageKey', 'registrationId'], { unique: true })
@Index('push_delivery_state', ['state', 'id'])
@Index('push_delivery_recorded', ['createdAt'])
export class PushDeliveryRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('message_key', 191) messageKey: string;
  @IdColumn('registration_id') registrationId: string;
  @IdColumn('user_id') userId: string;
  /** Cleared, as the body is, when the delivery is over. */
  @TextColumn('title') title: string;
  @LongTextColumn('body') body: string;
  @TextColumn('state', 16) state: 'waiting' | 'accepted' | 'sent' | 'failed';
  @TextColumn('ticket', 255, { nullable: true }) ticket: string | null;
  /** Registration time of the device when it was sent; 0 before. */
  @TimeColumn('registered', { default: 0 }) registered: number;
  @TextColumn('reason', 255, { nullable: true }) reason: string | null;
  @TimeColumn('recorded') createdAt: number;
}

@Entity('push_registration')
@Index('push_registration_token', ['pushToken'], { unique: true })
@Index('push_registration_user', ['userId', 'createdAt'])
@Index('push_registration_session', ['sessionId'])
export class PushRegistrationRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id') userId: string;
  @IdColumn('session_id') sessionId: string;
  @TextColumn('token_type', 64) tokenType: string;
  @TextColumn('push_token', 512) pushToken: string;
  @TextColumn('channel_id') channelId: string;
  @TextColumn('status', 16) status: 'active' | 'inactive';
  @TimeColumn('recorded') createdAt: number;
}

export const pushRegistrationRecord = record(PushRegistrationRow, {
  uses: [PushDevices],
  export: { name: 'push-registrations', rows: exported },
});

async function* exported(userId: string, pushDevices: PushDevices) {
  for (const { tokenType, status, createdAt } of await pushDevices.list(userId))
    yield { service: tokenType, status, registeredAt: isoTime(createdAt) };
}

/** Bounds the answer; users have far fewer devices. */
const LIST_LIMIT = 100;

@Injectable()
export class TypeormPushDevices extends PushDevices {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async register({ userId, sessionId, tokenType, pushToken, channelId }: NewPushRegistration): Promise<void> {
    const registration = { userId, sessionId, tokenType, channelId, status: 'active', createdAt: this.clock.now() } as const;
    if (await this.update(pushToken, registration)) return;
    try {
      await this.database.repository(PushRegistrationRow).insert({ id: newId(), pushToken, ...registration });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      await this.update(pushToken, registration);
    }
  }

  async end(sessionIds: readonly string[]): Promise<void> {
    await this.database.repository(PushRegistrationRow).delete({ sessionId: In([...sessionIds]) });
  }

  async endAll(userId: string): Promise<void> {
    const rows = await this.database.repository(PushRegistrationRow).find({ select: { id: true }, where: { userId } });
    if (rows.length > 0) await this.database.repository(PushRegistrationRow).delete({ id: In(rows.map(({ id }) => id)) });
  }

  list(userId: string, id?: string): Promise<PushRegistration[]> {
    return this.database.repository(PushRegistrationRow).find({
      where: id === undefined ? { userId } : { userId, id },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: LIST_LIMIT,
    });
  }

  async activeOf(userIds: readonly string[]): Promise<Map<string, string[]>> {
    const active = new Map<string, string[]>();
    if (userIds.length === 0) return active;
    const rows = await this.database.rowsOnce<{ id: string; userId: string }>(
      `SELECT id, user_id AS userId FROM push_registration WHERE status = 'active' AND user_id IN (${userIds.map(() => '?').join()})`,
      userIds,
    );
    for (const { id, userId } of rows) active.set(userId, [...(active.get(userId) ?? []), id].slice(0, LIST_LIMIT));
    return active;
  }

  async deactivate({ id, createdAt }: Pick<PushRegistration, 'id' | 'createdAt'>): Promise<void> {
    await this.database.repository(PushRegistrationRow).update({ id, createdAt }, { status: 'inactive' });
  }

  private async update(pushToken: string, registration: Omit<PushRegistrationRow, 'id' | 'pushToken'>): Promise<boolean> {
    const { affected } = await this.database.repository(PushRegistrationRow).update({ pushToken }, registration);
    return affected === 1;
  }
}

@Injectable()
export class TypeormPushDeliveries extends PushDeliveries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

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

  listStale(after: number, before: number, afterId: string, limit: number): Promise<{ id: string; messageKey: string }[]> {
    return this.database.rows(
      `SELECT id, message_key AS messageKey FROM push_delivery
       WHERE state = 'waiting' AND id > ? AND recorded > ? AND recorded < ? ORDER BY id LIMIT ${limit}`,
      [afterId, after, before],
    );
  }

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
