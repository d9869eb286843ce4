import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '../../../../platform/database/database.js';
import { ActiveUsers } from '../../application/ports/active-users.js';
import type { Period } from '../../domain/calendar.js';
import { ActiveUserRow } from './statistic.rows.js';

@Injectable()
export class TypeormActiveUsers extends ActiveUsers {
  constructor(private readonly database: Database) {
    super();
  }

  async known({ span, start }: Period, userIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.rows.findBy({ span, start, userId: In([...userIds]) });
    return new Set(rows.map(({ userId }) => userId));
  }

  async add({ span, start }: Period, userIds: readonly string[]): Promise<void> {
    if (userIds.length > 0) await this.rows.insert(userIds.map((userId) => ({ span, start, userId })));
  }

  private get rows() {
    return this.database.repository(ActiveUserRow);
  }
}
