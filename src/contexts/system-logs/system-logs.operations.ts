import { Choice, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import { ListInput, pageOrWhole } from '../../platform/http/list-input.js';
import { SortedBy, type ListKeys } from '../../platform/http/list-keys.js';
import { type SystemLogFilter, type SystemLog, StoredSystemLogs, SystemLogStore, systemLogFailures } from './system-logs.js';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { pageOrFileOf } from '../../platform/http/presenting.js';

export const SYSTEM_LOG_KEYS: ListKeys<SystemLog> = {
  sorts: {
    recorded: ({ createdAt }) => createdAt,
    mtype: ({ kind }) => kind,
    status: ({ status }) => status,
  },
};

export function presentSystemLog({ id, kind, description, status, createdAt }: SystemLog) {
  return { marker: id, mtype: kind, descrpt: description, status, recorded: String(createdAt) };
}

export function presentClosing(status: string) {
  return { COMMENT: `The log is ${status}` };
}

@SortedBy(SYSTEM_LOG_KEYS)
export class SystemLogFetchInput extends ListInput {
  @Optional() @RequestType(['mtype', 'mk', 'all']) rqtp?: 'mtype' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;

  /** Without a type, it is `mk` with a value and `all` without one. */
  get filter(): SystemLogFilter {
    const type = this.rqtp ?? (this.rqvl === undefined ? 'all' : 'mk');
    if (type === 'all') return {};
    return type === 'mk' ? { id: this.rqvl ?? '' } : { kind: this.rqvl ?? '' };
  }
}

export class SystemLogResolveInput {
  @Text() reqv: string;
  @Choice(['resolved', 'ignored']) status: 'resolved' | 'ignored';
  @Optional() @Text({ max: 10_000 }) note?: string;
}

@Injectable()
export class SystemLogsOperations {
  constructor(
    private readonly systemLogs: StoredSystemLogs,
    private readonly store: SystemLogStore,
  ) {}

  @Operation('other_system_log_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'otherControl.otherAccess',
    missing: null,
    forbidden: { code: null },
    reads: ({ format }: SystemLogFetchInput) => (format === 'csv' ? 'system_logs' : undefined),
    failures: [on(systemLogFailures.no_record, { code: null })],
    present: pageOrFileOf('system-logs', presentSystemLog),
    summary: 'What the service wants its staff to know of, newest first.',
  })
  async fetch(input: SystemLogFetchInput) {
    const found = await pageOrWhole(input, SYSTEM_LOG_KEYS, (request) => this.store.list(input.filter, request));
    if (found.items.length === 0) throw new Failure(systemLogFailures.no_record);
    return found;
  }

  @Operation('other_system_log_resolve', {
    method: 'PATCH',
    access: 'admin',
    permission: 'otherControl.otherAccess',
    missing: 400,
    forbidden: { code: 403 },
    failures: [
      on(systemLogFailures.log_not_found, { code: 404 }),
      on(systemLogFailures.log_closed, { code: 400 }),
      on(systemLogFailures.money_unsettled, { id: 'money_unsettled' }),
    ],
    present: presentClosing,
    summary:
      'Closes a system log: resolved, or ignored because there was nothing to do. One that stands for money stays open until the money is settled.',
  })
  async resolve({ reqv, status, note }: SystemLogResolveInput, caller: Caller) {
    await this.systemLogs.close({ logId: reqv, status, note, action: 'other_system_log_resolve' }, caller);
    return status;
  }
}
