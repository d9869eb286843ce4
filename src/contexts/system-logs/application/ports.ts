import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../../kernel/pagination.js';
import { Contributions, Registry } from '../../../kernel/registry.js';
import type { RowInsert } from '../../../kernel/row-changes.js';
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
  abstract list(filter: SystemLogFilter, page: PageRequest): Promise<Page<SystemLog>>;
  /** Closes an open log, in the caller's unit of work. False where it is not open. */
  abstract close(id: string, status: Exclude<SystemLogStatus, 'open'>): Promise<boolean>;
}

export interface KeyedLog {
  readonly key: string;
  readonly createdAt: number;
}

/** Contributed by the contexts whose money it is. */
export abstract class UnsettledMoneySource {
  /** Whether it stands for money that is not settled; false for logs of others. */
  abstract isUnsettled(log: KeyedLog): Promise<boolean>;
}

/** Keeps logs open that stand for money. */
@Injectable()
export class UnsettledMoney extends Registry<UnsettledMoneySource> {
  constructor(contributions: Contributions) {
    super(contributions, UnsettledMoneySource);
  }

  async isBehind(log: KeyedLog): Promise<boolean> {
    const answers = await Promise.all(this.entries.map((source) => source.isUnsettled(log)));
    return answers.includes(true);
  }
}
