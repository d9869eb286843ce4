import { Entity, Index, And, MoreThan } from 'typeorm';
import { LongTextColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../platform/database/columns.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { newId } from '../../kernel/ids.js';
import { COMMITTED_AT, type RowInsert } from '../../kernel/row-changes.js';
import { Database } from '../../platform/database/database.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import { beginsWith } from '../../platform/database/remove-rows.js';
import { tableOf } from '../../platform/database/table.js';
import {
  type CommittedWarning,
  type NewSystemLog,
  type SystemLogFilter,
  SystemLogStore,
  type SystemLog,
  UnsettledMoney,
} from './system-logs.js';
import { Contributes } from '../../kernel/registry.js';
import {
  OpenRecords,
  type RecordSummary,
  type SearchableRecord,
  StaffRecords,
  RECORD_KINDS,
  type RecordReference,
  type TimelineEntry,
  TimelineSource,
} from '../../kernel/records.js';
import { countRows, idsAmong, newestRows, oldestRows, rowsById } from '../../platform/database/open-rows.js';

@Entity('system_log')
@Index('system_log_key', ['logKey'], { unique: true })
@Index('system_log_recorded', ['createdAt'])
@Index('system_log_kind', ['kind', 'createdAt'])
@Index('system_log_status', ['status', 'createdAt'])
export class SystemLogRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('log_key', 191) logKey: string;
  @TextColumn('kind', 16) kind: 'error' | 'warning' | 'info';
  @LongTextColumn('description') description: string;
  @TextColumn('status', 16) status: 'open' | 'resolved' | 'ignored';
  @TimeColumn('recorded') createdAt: number;
}

const TABLE = tableOf(SystemLogRow);

@Injectable()
export class TypeormSystemLogStore extends SystemLogStore {
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

  override async recent(since: number, limit: number): Promise<SearchableRecord[]> {
    const rows = await newestRows(this.rows, since, limit);
    return rows.map((row) => ({ ...summaryOf(row), words: row.description }));
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

const LOGS = 20;

/** Logs that stand for the money of a record. */
@Injectable()
@Contributes(TimelineSource)
export class LogTimeline extends TimelineSource {
  override readonly name = 'system logs';
  override readonly kinds = RECORD_KINDS;

  constructor(
    private readonly systemLogs: SystemLogStore,
    private readonly unsettledMoney: UnsettledMoney,
  ) {
    super();
  }

  override async entriesOf(record: RecordReference): Promise<TimelineEntry[]> {
    const keys = await this.unsettledMoney.keysOf(record);
    const logs = await Promise.all(keys.map((key) => this.systemLogs.listBeginning(key, LOGS)));
    return logs.flat().map(({ id, description, status, createdAt }) => ({
      at: createdAt,
      part: 'log',
      what: `The system log was written, which is ${status} now`,
      detail: description,
      userId: '',
      about: { kind: 'system_log', id },
      // Advice about a day that differs is for bookkeepers.
      ...(record.kind === 'reconciliation' ? {} : { permission: 'otherControl.otherAccess' }),
    }));
  }
}
