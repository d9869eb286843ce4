import { Injectable } from '@nestjs/common';
import { newId } from '../../../../kernel/ids.js';
import { Database } from '../../../../platform/database/database.js';
import { Endpoints, type NewWebhook, type OutboundEvent, OutboundEvents, Webhooks } from '../../application/ports.js';
import { wants } from '../../domain/endpoint.js';
import { sequenceSubject } from '../../domain/sequence.js';
import { messageOf } from '../../domain/message.js';
import { BulkWebhookSender } from './bulk-webhook-sender.js';

/** Writes a webhook for each event and endpoint, and leaves the first attempt to the bulk sender. */
@Injectable()
export class QueuedOutboundEvents extends OutboundEvents {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly webhooks: Webhooks,
    private readonly database: Database,
    private readonly sender: BulkWebhookSender,
  ) {
    super();
  }

  async prepareAll(events: readonly OutboundEvent[]): Promise<() => Promise<void>> {
    const active = await this.endpoints.active();
    const webhooks = events.flatMap(({ id: eventId, name: event, data }): NewWebhook[] => {
      const subscribers = active.filter((endpoint) => wants(endpoint, event));
      if (subscribers.length === 0) return [];
      const payload = messageOf(event, data, eventId);
      const subject = sequenceSubject(event, data) ?? null;
      return subscribers.map(({ id: partner }) => ({
        id: newId(),
        direction: 'outbound',
        partner,
        eventId,
        event,
        payload,
        subject,
      }));
    });
    return async () => {
      const heldBack = await this.webhooks.addAll(webhooks);
      if (webhooks.length > 0) this.database.afterCommit(this.sender.notify);
      if (heldBack.length > 0) this.database.afterCommit(() => this.sender.wereHeldBack(heldBack));
    };
  }
}
