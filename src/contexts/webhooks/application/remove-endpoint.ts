import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { AuditedUnitOfWork, type StaffMember } from '../../audit/index.js';
import { webhookFailures } from '../domain/webhooks.failures.js';
import { Endpoints } from './ports.js';

@Injectable()
export class RemoveEndpoint {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
  ) {}

  /** Pending webhooks of it fail at their next attempt. @throws Failure `webhooks.endpoint_not_found` */
  execute(id: string, staff: StaffMember, action: string): Promise<void> {
    return this.auditedUnitOfWork.execute(staff, action, async () => {
      const before = await this.endpoints.lock(id);
      if (!before) throw new Failure(webhookFailures.endpoint_not_found);
      await this.endpoints.remove(id);
      return { subject: `webhook_endpoint:${id}`, before, result: undefined };
    });
  }
}
