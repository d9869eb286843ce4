import { Injectable } from '@nestjs/common';
import { LessThanOrEqual, MoreThan } from 'typeorm';
import { Database } from '../../../../platform/database/database.js';
import { isDuplicate } from '../../../../platform/database/errors.js';
import { DataExports } from '../../application/ports/data-exports.js';
import type { DataExport } from '../../domain/data-export.js';
import { DataExportRow } from './data-export.row.js';

@Injectable()
export class TypeormDataExports extends DataExports {
  constructor(private readonly database: Database) {
    super();
  }

  async begin(dataExport: Pick<DataExport, 'id' | 'userId' | 'createdAt'>): Promise<boolean> {
    try {
      await this.rows.insert({ ...dataExport, state: 'running', runningFor: dataExport.userId, expiresAt: 0 });
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  async find(id: string): Promise<DataExport | undefined> {
    return (await this.rows.findOneBy({ id })) ?? undefined;
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

  running(limit: number): Promise<DataExport[]> {
    return this.rows.find({ where: { state: 'running' }, order: { createdAt: 'ASC', id: 'ASC' }, take: limit });
  }

  over(now: number, limit: number): Promise<DataExport[]> {
    return this.rows.find({
      where: { state: 'ready', expiresAt: LessThanOrEqual(now) },
      order: { expiresAt: 'ASC' },
      take: limit,
    });
  }

  private get rows() {
    return this.database.repository(DataExportRow);
  }
}
