import { Injectable } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import { Database } from '../../../../platform/database/database.js';
import { type AccountClosing, AccountClosings } from '../../application/ports/accounts.js';
import { AccountClosingRow } from './sign-in.rows.js';

@Injectable()
export class TypeormAccountClosings extends AccountClosings {
  constructor(private readonly database: Database) {
    super();
  }

  async add(closing: AccountClosing): Promise<void> {
    // Its owner may have come back under a version that does not know closings.
    await this.remove(closing.userId);
    await this.rows.insert(closing);
  }

  async find(userId: string): Promise<AccountClosing | undefined> {
    return (await this.rows.findOneBy({ userId })) ?? undefined;
  }

  async putOff(userId: string, closesAt: number): Promise<void> {
    await this.rows.update({ userId }, { closesAt });
  }

  async remove(userId: string): Promise<void> {
    await this.rows.delete({ userId });
  }

  async due(now: number, limit: number): Promise<string[]> {
    return (await this.read(now, limit)).map(({ userId }) => userId);
  }

  async oldestDue(now: number): Promise<number | undefined> {
    return (await this.read(now, 1))[0]?.closesAt;
  }

  private read(now: number, take: number): Promise<AccountClosingRow[]> {
    const order = { closesAt: 'ASC', userId: 'ASC' } as const;
    return this.rows.find({ where: { closesAt: LessThanOrEqual(now) }, order, take });
  }

  private get rows() {
    return this.database.repository(AccountClosingRow);
  }
}
