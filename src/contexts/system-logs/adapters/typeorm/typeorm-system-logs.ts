import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../kernel/clock.js';
import { newId } from '../../../../kernel/ids.js';
import { Database } from '../../../../platform/database/database.js';
import { type NewSystemLog, SystemLogs } from '../../application/ports/system-logs.js';
import { SystemLogRow } from './system-log.row.js';

@Injectable()
export class TypeormSystemLogs extends SystemLogs {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async record({ kind, description, key }: NewSystemLog): Promise<void> {
    const id = newId();
    await this.database
      .repository(SystemLogRow)
      .createQueryBuilder()
      .insert()
      .values({ id, logKey: key ?? id, kind, description, status: 'open', createdAt: this.clock.now() })
      // A duplicate key: rewriting the key with itself leaves the first log unchanged, whatever its status.
      .orUpdate(['log_key'], ['log_key'])
      .updateEntity(false)
      .execute();
  }
}
