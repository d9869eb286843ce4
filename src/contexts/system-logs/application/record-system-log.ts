import { Injectable } from '@nestjs/common';
import { domainEvent, Outbox } from '../../../kernel/events.js';
import type { RowInsert } from '../../../kernel/row-changes.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { StaffAlerts } from '../../notifications/index.js';
import { type CommittedWarning, type NewSystemLog, SystemLogs, SystemLogStore } from './ports.js';

/** Writes a system log, and an event and an alert with one of kind error. */
@Injectable()
export class RecordSystemLog extends SystemLogs {
  constructor(
    private readonly store: SystemLogStore,
    private readonly staffAlerts: StaffAlerts,
    private readonly outbox: Outbox,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
  }

  toRow(warning: CommittedWarning): RowInsert {
    return this.store.toRow(warning);
  }

  async record(log: NewSystemLog): Promise<void> {
    await this.unitOfWork.run(async () => {
      const systemLogId = await this.store.add(log);
      if (systemLogId === undefined || log.kind !== 'error') return;
      await this.staffAlerts.add(`Error: ${log.description}`);
      await this.outbox.add(domainEvent('system_log.created', { systemLogId, kind: log.kind }));
    });
  }
}
