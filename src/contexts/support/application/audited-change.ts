import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Audit } from '../../staff/index.js';

/** The staff member who changes something; a `Caller` is one. */
export interface StaffMember {
  readonly userId: string;
  readonly ip: string;
}

export interface Change<Result> {
  /** Kind and id of what was changed. */
  readonly subject: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly result: Result;
}

/** Something that staff change: the change and its trace in the audit are committed together. */
@Injectable()
export class AuditedChange {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: Audit,
  ) {}

  /** @param action the operation that staff used; @param change runs in a unit of work */
  execute<Result>({ userId, ip }: StaffMember, action: string, change: () => Promise<Change<Result>>): Promise<Result> {
    return this.unitOfWork.run(async () => {
      const { subject, before, after, result } = await change();
      await this.audit.record({ staffId: userId, action, subject, before, after, ip });
      return result;
    });
  }
}
