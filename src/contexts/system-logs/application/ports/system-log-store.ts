import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { SystemLog, SystemLogStatus } from '../../domain/system-log.js';
import type { RowInsert } from '../../../../kernel/row-changes.js';
import type { CommittedWarning, NewSystemLog } from './system-logs.js';

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
