import { Injectable } from '@nestjs/common';
import { LessThanOrEqual, MoreThan } from 'typeorm';
import { Database } from '../../../../platform/database/database.js';
import { isDuplicate } from '../../../../platform/database/errors.js';
import { StatementFiles } from '../../application/ports/statement-files.js';
import type { StatementFile } from '../../domain/statement-file.js';
import { StatementFileRow } from './statement-file.row.js';

@Injectable()
export class TypeormStatementFiles extends StatementFiles {
  constructor(private readonly database: Database) {
    super();
  }

  async begin(statement: Omit<StatementFile, 'state' | 'expiresAt'>): Promise<boolean> {
    try {
      await this.rows.insert({ ...statement, state: 'running', runningFor: statement.userId, expiresAt: 0 });
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  async find(id: string): Promise<StatementFile | undefined> {
    return (await this.rows.findOneBy({ id })) ?? undefined;
  }

  async runningOf(userId: string): Promise<StatementFile | undefined> {
    return (await this.rows.findOneBy({ runningFor: userId })) ?? undefined;
  }

  async timesSince(userId: string, since: number): Promise<number[]> {
    const recent = await this.rows.find({ where: { userId, createdAt: MoreThan(since) }, order: { createdAt: 'ASC' } });
    return recent.map(({ createdAt }) => createdAt);
  }

  async end(id: string, state: 'ready' | 'failed', expiresAt: number): Promise<boolean> {
    const { affected } = await this.rows.update({ id, state: 'running' }, { state, runningFor: null, expiresAt });
    return affected === 1;
  }

  async expire(id: string): Promise<void> {
    await this.rows.update({ id }, { state: 'expired' });
  }

  running(limit: number): Promise<StatementFile[]> {
    return this.rows.find({ where: { state: 'running' }, order: { createdAt: 'ASC', id: 'ASC' }, take: limit });
  }

  over(now: number, limit: number): Promise<StatementFile[]> {
    const where = { state: 'ready' as const, expiresAt: LessThanOrEqual(now) };
    return this.rows.find({ where, order: { expiresAt: 'ASC' }, take: limit });
  }

  private get rows() {
    return this.database.repository(StatementFileRow);
  }
}
