import { Injectable } from '@nestjs/common';
import { newId } from '../../../kernel/ids.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import type { EventName } from '../domain/endpoint.js';
import { Endpoints } from './ports/endpoints.js';
import { type NewWebhook, Webhooks } from './ports/webhooks.js';

/** Makes a webhook of an event for each endpoint that wants it. */
@Injectable()
export class PublishEvent {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly webhooks: Webhooks,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** May be told of the same event any number of times. @returns ids of the webhooks that are new */
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
