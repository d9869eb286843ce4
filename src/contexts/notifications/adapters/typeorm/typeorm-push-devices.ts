import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Clock } from '../../../../kernel/clock.js';
import { newId } from '../../../../kernel/ids.js';
import { Database } from '../../../../platform/database/database.js';
import { isDuplicate } from '../../../../platform/database/errors.js';
import { type NewPushRegistration, PushDevices, type PushRegistration } from '../../application/ports.js';
import { PushRegistrationRow } from './notifications.rows.js';

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
