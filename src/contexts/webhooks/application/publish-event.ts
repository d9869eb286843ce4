import { Injectable } from '@nestjs/common';
import { newId } from '../../../kernel/ids.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import type { EventName } from '../domain/endpoint.js';
import { Endpoints } from './ports/endpoints.js';
import { type NewWebhook, Webhooks } from './ports/webhooks.js';

/** Adds a webhook of an event for each subscribed endpoint. */
@Injectable()
export class PublishEvent {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly webhooks: Webhooks,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Idempotent by event. @returns ids of the new webhooks */
  async execute(event: EventName, eventId: string, payload: string): Promise<string[]> {
    const subscribers = await this.endpoints.subscribers(event);
    if (subscribers.length === 0) return [];
    return this.unitOfWork.run(async () => {
      const added: string[] = [];
      for (const { id: partner } of subscribers) {
        const webhook: NewWebhook = { id: newId(), direction: 'outbound', partner, eventId, event, payload };
        if (await this.webhooks.add(webhook)) added.push(webhook.id);
      }
      return added;
    });
  }
}
