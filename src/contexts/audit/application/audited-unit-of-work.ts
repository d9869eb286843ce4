import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Audit, type StaffMember } from './ports.js';

export interface Change<Result> {
  /** Kind and id of the changed record, as `faq:01J…`. */
  readonly subject: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly result: Result;
}

/** Commits a change by staff together with its audit record. */
@Injectable()
export class AuditedUnitOfWork {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: Audit,
  ) {}

  /** @param action the operation's action; @param change runs in a unit of work */
  execute<Result>({ userId, ip }: StaffMember, action: string, change: () => Promise<Change<Result>>): Promise<Result> {
    return this.unitOfWork.run(async () => {
      const { subject, before, after, result } = await change();
      await this.audit.record({ staffId: userId, action, subject, before, after, ip });
      return result;
    });
  }
}
