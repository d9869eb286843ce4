import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '../../../../platform/database/database.js';
import { type CountedPurchase, CountedRecords, type CountedUser } from '../../application/ports.js';
import type { Period } from '../../domain/calendar.js';
import { ActiveUserRow, CountedPurchaseRow, CountedUserRow } from './analytics.rows.js';

@Injectable()
export class TypeormCountedRecords extends CountedRecords {
  constructor(private readonly database: Database) {
    super();
  }

  async users(userIds: readonly string[]): Promise<ReadonlyMap<string, CountedUser>> {
    const rows = await this.database.repository(CountedUserRow).findBy({ userId: In([...userIds]) });
    return new Map(rows.map((row) => [row.userId, row]));
  }

  async addUsers(users: readonly CountedUser[]): Promise<void> {
    if (users.length > 0) await this.database.repository(CountedUserRow).insert([...users]);
  }

  async purchases(purchaseIds: readonly string[]): Promise<ReadonlyMap<string, CountedPurchase>> {
    const rows = await this.database.repository(CountedPurchaseRow).findBy({ purchaseId: In([...purchaseIds]) });
    return new Map(rows.map((row) => [row.purchaseId, toPurchase(row)]));
  }

  async savePurchases(purchases: readonly CountedPurchase[]): Promise<void> {
    if (purchases.length === 0) return;
    await this.database
      .repository(CountedPurchaseRow)
      .createQueryBuilder()
      .insert()
      .values(purchases.map(toRow))
      .orUpdate(['completed', 'volume_kobo', 'revenue_kobo'], ['purchase_id'])
      .updateEntity(false)
      .execute();
  }

  async activeUsers({ span, start }: Period, userIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.database.repository(ActiveUserRow).findBy({ span, start, userId: In([...userIds]) });
    return new Set(rows.map(({ userId }) => userId));
  }

  async addActiveUsers({ span, start }: Period, userIds: readonly string[]): Promise<void> {
    if (userIds.length > 0)
      await this.database.repository(ActiveUserRow).insert(userIds.map((userId) => ({ span, start, userId })));
  }
}

function toRow({ purchaseId, day, country, figures }: CountedPurchase): CountedPurchaseRow {
  const { completed, volumeKobo, revenueKobo } = figures;
  return { purchaseId, day, country, completed, volumeKobo, revenueKobo };
}

function toPurchase({ purchaseId, day, country, completed, volumeKobo, revenueKobo }: CountedPurchaseRow): CountedPurchase {
  return { purchaseId, day, country, figures: { purchases: 1, completed, volumeKobo, revenueKobo } };
}
