import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Contributes } from '../../../../../kernel/registry.js';
import { StaffAccounts } from '../../../../../kernel/staff-accounts.js';
import { Database } from '../../../../../platform/database/database.js';
import { StaffProfileRow } from './staff-profile.row.js';

@Injectable()
@Contributes(StaffAccounts)
export class TypeormStaffAccounts extends StaffAccounts {
  constructor(private readonly database: Database) {
    super();
  }

  async among(userIds: readonly string[]): Promise<ReadonlySet<string>> {
    const where = { userId: In([...userIds]), status: 'active' } as const;
    const rows = await this.database.repository(StaffProfileRow).find({ select: { id: true, userId: true }, where });
    return new Set(rows.map(({ userId }) => userId!));
  }
}
