import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../kernel/registry.js';
import { RECORD_KINDS, type RecordReference } from '../../../kernel/staff-records.js';
import { type TimelineEntry, TimelineSource } from '../../../kernel/timeline.js';
import { SystemLogStore, UnsettledMoney } from './ports.js';

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
      // What is advised of a day that differs is for whoever keeps the books.
      ...(record.kind === 'reconciliation' ? {} : { permission: 'otherControl.otherAccess' }),
    }));
  }
}
