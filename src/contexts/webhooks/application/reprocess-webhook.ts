import { Injectable } from '@nestjs/common';
import { domainEvent, Outbox } from '../../../kernel/events.js';
import { Failure } from '../../../kernel/failure.js';
import { AuditedUnitOfWork, type StaffMember } from '../../audit/index.js';
import { MANUAL_RETRIES, type Webhook } from '../domain/webhook.js';
import { webhookFailures } from '../domain/webhooks.failures.js';
import { Webhooks } from './ports.js';

/** Gives a failed webhook one more attempt at the request of staff. */
@Injectable()
export class ReprocessWebhook {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly outbox: Outbox,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
  ) {}

  /** @returns the updated webhook. @throws Failure `webhooks.not_found`, `webhooks.not_failed`, `webhooks.retries_used_up` */
  execute(id: string, staff: StaffMember, action: string): Promise<Webhook> {
    return this.auditedUnitOfWork.execute(staff, action, async () => {
      const isReopened = await this.webhooks.reopen(id, MANUAL_RETRIES);
      const webhook = await this.webhooks.find(id);
      if (!webhook) throw new Failure(webhookFailures.not_found);
      if (!isReopened) {
        const { not_failed, retries_used_up } = webhookFailures;
        throw new Failure(webhook.status === 'failed' ? retries_used_up : not_failed);
      }
      const { status, manualRetries, direction } = webhook;
      await this.outbox.add(domainEvent('webhook.reopened', { webhookId: id, direction }));
      const before = { status: 'failed', manualRetries: manualRetries - 1 };
      return { subject: `webhook:${id}`, before, after: { status, manualRetries }, result: webhook };
    });
  }
}
