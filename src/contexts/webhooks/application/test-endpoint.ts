import { Injectable } from '@nestjs/common';
import { domainEvent, Outbox } from '../../../kernel/events.js';
import { Failure } from '../../../kernel/failure.js';
import { newId } from '../../../kernel/ids.js';
import { AuditedUnitOfWork, type StaffMember } from '../../audit/index.js';
import { PING } from '../domain/endpoint.js';
import { messageOf } from '../domain/message.js';
import { webhookFailures } from '../domain/webhooks.failures.js';
import { Endpoints, Webhooks } from './ports.js';

/** Sends a signed ping to an endpoint, whatever it subscribes to, at once and once. */
@Injectable()
export class TestEndpoint {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly webhooks: Webhooks,
    private readonly outbox: Outbox,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
  ) {}

  /** @returns the id of the webhook. @throws Failure `webhooks.endpoint_not_found`, `webhooks.endpoint_disabled` */
  execute(endpointId: string, staff: StaffMember, action: string): Promise<string> {
    return this.auditedUnitOfWork.execute(staff, action, async () => {
      const endpoint = await this.endpoints.find(endpointId);
      if (!endpoint) throw new Failure(webhookFailures.endpoint_not_found);
      if (endpoint.status !== 'active') throw new Failure(webhookFailures.endpoint_disabled);
      const [id, eventId] = [newId(), newId()];
      const payload = messageOf(PING, { endpointId }, eventId);
      await this.webhooks.addManual({ id, direction: 'outbound', partner: endpointId, eventId, event: PING, payload });
      await this.outbox.add(domainEvent('webhook.reopened', { webhookId: id, direction: 'outbound' }));
      return { subject: `webhook_endpoint:${endpointId}`, after: { webhookId: id }, result: id };
    });
  }
}
