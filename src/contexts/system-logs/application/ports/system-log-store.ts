import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { SystemLog, SystemLogStatus } from '../../domain/system-log.js';
import { SystemLogs } from './system-logs.js';

export interface SystemLogFilter {
  readonly kind?: string;
  readonly id?: string;
}

export abstract class SystemLogStore extends SystemLogs {
  abstract find(id: string): Promise<SystemLog | undefined>;
  abstract list(filter: SystemLogFilter, page: PageRequest): Promise<Page<SystemLog>>;
  /** Closes an open log, in the caller's unit of work. False where it is not open. */
  abstract close(id: string, status: Exclude<SystemLogStatus, 'open'>): Promise<boolean>;
}
