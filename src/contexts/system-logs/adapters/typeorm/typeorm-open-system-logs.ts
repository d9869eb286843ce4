import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../kernel/registry.js';
import { OpenRecords, type RecordSummary, StaffRecords } from '../../../../kernel/staff-records.js';
import { Database } from '../../../../platform/database/database.js';
import { countRows, idsAmong, oldestRows, rowsById } from '../../../../platform/database/open-rows.js';
import { SystemLogStore, UnsettledMoney } from '../../application/ports.js';
import type { SystemLog } from '../../domain/system-log.js';
import { SystemLogRow } from './system-log.row.js';

const OPEN = [{ status: 'open' as const }];
const TITLE_LENGTH = 160;
const PORTION = 200;

/** Without those that stand for a record which waits in the queue itself, or for money that is settled. */
@Injectable()
@Contributes(StaffRecords)
export class TypeormOpenSystemLogs extends OpenRecords {
  override readonly kind = 'system_log';
  override readonly permission = 'otherControl.otherAccess';

  constructor(
    private readonly database: Database,
    private readonly systemLogs: SystemLogStore,
    private readonly unsettledMoney: UnsettledMoney,
  ) {
    super();
  }

  override async find(text: string, limit: number): Promise<RecordSummary[]> {
    return (await this.rows.find({ where: { id: text }, take: limit })).map(summaryOf);
  }

  override async countOpen(limit: number): Promise<number> {
    const { prefixes } = this.unsettledMoney;
    const standing = await Promise.all(prefixes.map((prefix) => this.systemLogs.listOpenBeginning(prefix, '', limit)));
    const logs = standing.flat();
    const hidden = logs.length - (await this.waiting(logs)).length;
    return (await countRows(this.rows, OPEN, limit + hidden)) - hidden;
  }

  override async listOpen(limit: number, after?: number): Promise<RecordSummary[]> {
    let shown: SystemLogRow[] = [];
    let since = after;
    for (;;) {
      const logs = await oldestRows(this.rows, OPEN, PORTION, since);
      shown = [...shown, ...(await this.waiting(logs))];
      if (shown.length >= limit || logs.length < PORTION) return shown.slice(0, limit).map(summaryOf);
      since = logs.at(-1)!.createdAt;
    }
  }

  override openAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return idsAmong(this.rows, OPEN, ids);
  }

  override async named(ids: readonly string[]): Promise<RecordSummary[]> {
    return (await rowsById(this.rows, ids)).map(summaryOf);
  }

  private async waiting<Log extends SystemLog>(logs: readonly Log[]): Promise<Log[]> {
    const states = await this.unsettledMoney.statesOf(logs.map(({ logKey: key, createdAt }) => ({ key, createdAt })));
    return logs.filter(({ logKey }) => (states.get(logKey) ?? 'open') === 'open');
  }

  private get rows() {
    return this.database.repository(SystemLogRow);
  }
}

function summaryOf({ id, kind, description, status, createdAt }: SystemLogRow): RecordSummary {
  return { id, title: description.slice(0, TITLE_LENGTH), detail: kind, status, userId: '', createdAt };
}
