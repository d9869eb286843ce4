import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Audit } from '../../audit/index.js';
import { webhookFailures } from '../domain/webhooks.failures.js';
import { Endpoints } from './ports/endpoints.js';
import type { StaffMember } from './staff-member.js';

@Injectable()
export class RemoveEndpoint {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly audit: Audit,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Pending webhooks of it fail at their next attempt. @throws Failure `webhooks.endpoint_not_found` */
  execute(id: string, { userId, ip }: StaffMember, action: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const before = await this.endpoints.lock(id);
      if (!before) throw new Failure(webhookFailures.endpoint_not_found);
      await this.endpoints.remove(id);
      await this.audit.record({ staffId: userId, action, subject: `webhook_endpoint:${id}`, before, ip });
    });
  }
}
