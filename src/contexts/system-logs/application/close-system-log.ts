import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { AuditedUnitOfWork, type StaffMember } from '../../audit/index.js';
import { systemLogFailures } from '../domain/system-logs.failures.js';
import type { SystemLogStatus } from '../domain/system-log.js';
import { SystemLogStore, UnsettledMoney } from './ports.js';

export interface Closing {
  readonly logId: string;
  /** resolved: the problem is solved. ignored: there was nothing to do. */
  readonly status: Exclude<SystemLogStatus, 'open'>;
  /** A remark of the staff member; kept in the audit trail. */
  readonly note: string | undefined;
  readonly action: string;
}

@Injectable()
export class CloseSystemLog {
  constructor(
    private readonly systemLogs: SystemLogStore,
    private readonly unsettledMoney: UnsettledMoney,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
  ) {}

  /** @throws Failure `system_logs.log_not_found`, `system_logs.log_closed`, `system_logs.money_unsettled` */
  async execute({ logId, status, note, action }: Closing, by: StaffMember): Promise<void> {
    const log = await this.systemLogs.find(logId);
    if (log?.status === 'open' && (await this.unsettledMoney.isBehind({ key: log.logKey, createdAt: log.createdAt })))
      throw new Failure(systemLogFailures.money_unsettled);
    return this.auditedUnitOfWork.execute(by, action, async () => {
      if (!(await this.systemLogs.close(logId, status))) {
        const exists = (await this.systemLogs.find(logId)) !== undefined;
        throw new Failure(exists ? systemLogFailures.log_closed : systemLogFailures.log_not_found);
      }
      const after = note === undefined ? { status } : { status, note };
      return { subject: `system_log:${logId}`, before: { status: 'open' }, after, result: undefined };
    });
  }
}
