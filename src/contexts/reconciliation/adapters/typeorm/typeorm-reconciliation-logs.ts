import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../kernel/registry.js';
import type { RecordReference } from '../../../../kernel/staff-records.js';
import { Database } from '../../../../platform/database/database.js';
import { rowsById } from '../../../../platform/database/open-rows.js';
import { type KeyedLog, type MoneyState, UnsettledMoneySource } from '../../../system-logs/index.js';
import { ReconciliationRow } from './reconciliation.rows.js';

const KEY = /^reconciliation:(?<id>.+:\d{4}-\d{2}-\d{2}):[a-z_]+:[^:]+$/;

/** Logs of differences: the day waits in the queue itself, until it agrees or is explained. */
@Injectable()
@Contributes(UnsettledMoneySource)
export class TypeormReconciliationLogs extends UnsettledMoneySource {
  override readonly prefix = 'reconciliation:';

  constructor(private readonly database: Database) {
    super();
  }

  override async statesOf(logs: readonly KeyedLog[]): Promise<ReadonlyMap<string, MoneyState>> {
    const named = logs.flatMap(({ key }) => {
      const id = KEY.exec(key)?.groups?.['id'];
      return id === undefined ? [] : [{ key, id }];
    });
    const ids = [...new Set(named.map(({ id }) => id))];
    const rows = await rowsById(this.database.repository(ReconciliationRow), ids);
    const statuses = new Map(rows.map(({ id, status }) => [id, status]));
    return new Map(
      named
        .filter(({ id }) => statuses.has(id))
        .map(({ key, id }) => [key, statuses.get(id) === 'differing' ? 'queued' : 'settled']),
    );
  }

  override async keyOf({ kind, id }: RecordReference): Promise<string | undefined> {
    return kind === 'reconciliation' ? `${this.prefix}${id}:` : undefined;
  }
}
