import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Audit } from '../../audit/index.js';
import { systemLogFailures } from '../domain/system-logs.failures.js';
import type { SystemLogStatus } from '../domain/system-log.js';
import { SystemLogBook } from './ports/system-log-book.js';

export interface Closing {
  readonly logId: string;
  /** resolved: the problem is solved. ignored: there was nothing to do. */
  readonly status: Exclude<SystemLogStatus, 'open'>;
  /** A remark of the staff member; kept in the audit trail. */
  readonly note: string | undefined;
  readonly action: string;
}

/** Closes a system log and records who did it. */
@Injectable()
export class CloseSystemLog {
  constructor(
    private readonly book: SystemLogBook,
    private readonly audit: Audit,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws Failure `system_logs.log_not_found`, `system_logs.log_closed` */
  async execute({ logId, status, note, action }: Closing, by: { readonly userId: string; readonly ip: string }): Promise<void> {
    await this.unitOfWork.run(async () => {
      if (!(await this.book.close(logId, status))) {
        const isThere = (await this.book.find(logId)) !== undefined;
        throw new Failure(isThere ? systemLogFailures.log_closed : systemLogFailures.log_not_found);
      }
      await this.audit.record({
        staffId: by.userId,
        action,
        subject: `system_log:${logId}`,
        before: { status: 'open' },
        after: note === undefined ? { status } : { status, note },
        ip: by.ip,
      });
    });
  }
}
