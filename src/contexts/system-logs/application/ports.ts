import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../../kernel/pagination.js';
import { Contributions, Registry } from '../../../kernel/registry.js';
import type { RowInsert } from '../../../kernel/row-changes.js';
import type { RecordReference } from '../../../kernel/staff-records.js';
import type { SystemLog, SystemLogStatus } from '../domain/system-log.js';

export interface NewSystemLog {
  readonly kind: 'error' | 'warning' | 'info';
  /** Human-readable; names records by id and holds no secrets. */
  readonly description: string;
  /** Only the first log of a key (up to 191 characters) is written. */
  readonly key?: string;
}

/** A warning that is committed with what it is about; its key is not written twice. */
export type CommittedWarning = Required<Pick<NewSystemLog, 'description' | 'key'>>;

export abstract class SystemLogs {
  /** For a ledger command, which makes sure that it is written once. */
  abstract toRow(warning: CommittedWarning): RowInsert;
  abstract record(log: NewSystemLog): Promise<void>;
}

export interface SystemLogFilter {
  readonly kind?: string;
  readonly id?: string;
}

export abstract class SystemLogStore {
  /** In the caller's unit of work. @returns the id; undefined where the key exists, whose log stays as it is */
  abstract add(log: NewSystemLog): Promise<string | undefined>;
  abstract toRow(warning: CommittedWarning): RowInsert;
  abstract find(id: string): Promise<SystemLog | undefined>;
  /** The first logs whose keys begin so. */
  abstract listBeginning(prefix: string, limit: number): Promise<SystemLog[]>;
  /** Open logs whose keys begin so, in the order of their keys, after the given one. */
  abstract listOpenBeginning(prefix: string, afterKey: string, limit: number): Promise<SystemLog[]>;
  abstract list(filter: SystemLogFilter, page: PageRequest): Promise<Page<SystemLog>>;
  /** Closes an open log, in the caller's unit of work. False where it is not open. */
  abstract close(id: string, status: Exclude<SystemLogStatus, 'open'>): Promise<boolean>;
}

export interface KeyedLog {
  readonly key: string;
  readonly createdAt: number;
}

/** `queued`: it is open, and the record that it stands for waits in the work queue itself. */
export type MoneyState = 'open' | 'queued' | 'settled';

/** Contributed by the contexts whose money it is. */
export abstract class UnsettledMoneySource {
  /** Keys of its logs begin with it. */
  abstract readonly prefix: string;
  /** By key, of up to 1,000 logs that begin so; those that stand for no money are left out. */
  abstract statesOf(logs: readonly KeyedLog[]): Promise<ReadonlyMap<string, MoneyState>>;
  /** What the keys of logs about this record begin with; undefined where there are none. */
  abstract keyOf(record: RecordReference): Promise<string | undefined>;
}

/** Keeps logs open that stand for money, until it is settled. */
@Injectable()
export class UnsettledMoney extends Registry<UnsettledMoneySource> {
  constructor(contributions: Contributions) {
    super(contributions, UnsettledMoneySource, { namesOf: ({ prefix }) => [prefix] });
  }

  get prefixes(): string[] {
    return this.entries.map(({ prefix }) => prefix);
  }

  /** What the keys of all logs about this record begin with. */
  async keysOf(record: RecordReference): Promise<string[]> {
    const keys = await Promise.all(this.entries.map((source) => source.keyOf(record)));
    return keys.filter((key) => key !== undefined);
  }

  async isBehind(log: KeyedLog): Promise<boolean> {
    const state = (await this.statesOf([log])).get(log.key);
    return state !== undefined && state !== 'settled';
  }

  async statesOf(logs: readonly KeyedLog[]): Promise<ReadonlyMap<string, MoneyState>> {
    const found = await Promise.all(
      this.entries.map(async (source) => {
        const own = logs.filter(({ key }) => key.startsWith(source.prefix));
        return own.length === 0 ? [] : [...(await source.statesOf(own))];
      }),
    );
    return new Map(found.flat());
  }
}
