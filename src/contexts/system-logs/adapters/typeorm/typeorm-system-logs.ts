import { Injectable } from '@nestjs/common';
import { And, MoreThan } from 'typeorm';
import { Clock } from '../../../../kernel/clock.js';
import { newId } from '../../../../kernel/ids.js';
import { COMMITTED_AT, type RowInsert } from '../../../../kernel/row-changes.js';
import { Database } from '../../../../platform/database/database.js';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import { readRowPage } from '../../../../platform/database/read-row-page.js';
import { beginsWith } from '../../../../platform/database/text-beginning.js';
import { tableOf } from '../../../../platform/database/table.js';
import { type CommittedWarning, type NewSystemLog, type SystemLogFilter, SystemLogStore } from '../../application/ports.js';
import type { SystemLog } from '../../domain/system-log.js';
import { SystemLogRow } from './system-log.row.js';

const TABLE = tableOf(SystemLogRow);

@Injectable()
export class TypeormSystemLogs extends SystemLogStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async add({ kind, description, key }: NewSystemLog): Promise<string | undefined> {
    const id = newId();
    await this.rows
      .createQueryBuilder()
      .insert()
      .values({ id, logKey: key ?? id, kind, description, status: 'open', createdAt: this.clock.now() })
      // A duplicate key: rewriting the key with itself leaves the first log unchanged, whatever its status.
      .orUpdate(['log_key'], ['log_key'])
      .updateEntity(false)
      .execute();
    return (await this.rows.existsBy({ id })) ? id : undefined;
  }

  toRow({ description, key: logKey }: CommittedWarning): RowInsert {
    return TABLE.insert({ id: newId(), logKey, kind: 'warning', description, status: 'open', createdAt: COMMITTED_AT });
  }

  async find(id: string): Promise<SystemLog | undefined> {
    return (await this.rows.findOneBy({ id })) ?? undefined;
  }

  listBeginning(prefix: string, take: number): Promise<SystemLog[]> {
    return this.rows.find({ where: { logKey: beginsWith(prefix) }, order: { logKey: 'ASC' }, take });
  }

  listOpenBeginning(prefix: string, afterKey: string, take: number): Promise<SystemLog[]> {
    const logKey = And(beginsWith(prefix), MoreThan(afterKey));
    return this.rows.find({ where: { logKey, status: 'open' }, order: { logKey: 'ASC' }, take });
  }

  list(filter: SystemLogFilter, page: PageRequest): Promise<Page<SystemLog>> {
    const where = filter as { kind?: SystemLog['kind']; id?: string };
    return readRowPage(this.rows, where, page);
  }

  async close(id: string, status: 'resolved' | 'ignored'): Promise<boolean> {
    const { affected } = await this.rows.update({ id, status: 'open' }, { status });
    return affected === 1;
  }

  private get rows() {
    return this.database.repository(SystemLogRow);
  }
}
