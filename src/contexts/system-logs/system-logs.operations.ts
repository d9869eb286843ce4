import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { pageOrWhole } from '../../platform/http/list-input.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { pageOrFileOf } from '../../platform/http/presenting.js';
import { CloseSystemLog } from './application/close-system-log.js';
import { SystemLogStore } from './application/ports.js';
import { systemLogFailures } from './domain/system-logs.failures.js';
import { SystemLogFetchInput, SystemLogResolveInput } from './system-logs.inputs.js';
import { presentClosing, presentSystemLog, SYSTEM_LOG_KEYS } from './system-logs.presenters.js';

@Injectable()
export class SystemLogsOperations {
  constructor(
    private readonly closeSystemLog: CloseSystemLog,
    private readonly systemLogs: SystemLogStore,
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
    const found = await pageOrWhole(input, SYSTEM_LOG_KEYS, (request) => this.systemLogs.list(input.filter, request));
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
    await this.closeSystemLog.execute({ logId: reqv, status, note, action: 'other_system_log_resolve' }, caller);
    return status;
  }
}
