import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, MoreThan } from 'typeorm';
import { Database } from '../../../../platform/database/database.js';
import { type Registration, Registrations } from '../../application/ports/accounts.js';
import { UserRow } from './sign-in.rows.js';

@Injectable()
export class TypeormRegistrations extends Registrations {
  constructor(private readonly database: Database) {
    super();
  }

  find(userIds: readonly string[]): Promise<Registration[]> {
    return this.read({ id: In([...userIds]) }, userIds.length);
  }

  listAfter(userId: string, limit: number): Promise<Registration[]> {
    return this.read({ id: MoreThan(userId) }, limit);
  }

  count(): Promise<number> {
    return this.users.countBy({ isTest: false });
  }

  async testAccounts(): Promise<string[]> {
    const rows = await this.users.find({ select: { id: true }, where: { isTest: true } });
    return rows.map(({ id }) => id);
  }

  private get users() {
    return this.database.repository(UserRow);
  }

  private async read(where: FindOptionsWhere<UserRow>, take: number): Promise<Registration[]> {
    const select = { id: true, createdAt: true } as const;
    const rows = await this.users.find({ select, where: { ...where, isTest: false }, order: { id: 'ASC' }, take });
    return rows.map(({ id, createdAt }) => ({ userId: id, createdAt }));
  }
}
