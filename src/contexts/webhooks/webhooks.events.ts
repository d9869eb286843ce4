import { Injectable } from '@nestjs/common';
import { JobQueue, OnEvent } from '../../platform/queue/job-queue.js';
import { PublishEvent } from './application/publish-event.js';
import type { EventName } from './domain/endpoint.js';
import { attemptJob } from './webhooks.jobs.js';
import { presentEvent } from './webhooks.presenters.js';

type EventData = Readonly<Record<string, unknown>>;

/** What happens in the service, told to subscribers. */
@Injectable()
export class WebhooksEvents {
  constructor(
    private readonly publishEvent: PublishEvent,
    private readonly queue: JobQueue,
  ) {}

  @OnEvent('user.created')
  userCreated(data: EventData, eventId: string): Promise<void> {
    return this.publish('user.created', data, eventId);
  }

  @OnEvent('deposit.expired')
  depositExpired(data: EventData, eventId: string): Promise<void> {
    return this.publish('deposit.expired', data, eventId);
  }

  @OnEvent('file.processed')
  fileProcessed(data: EventData, eventId: string): Promise<void> {
    return this.publish('file.processed', data, eventId);
  }

  @OnEvent('ticket.created')
  ticketCreated(data: EventData, eventId: string): Promise<void> {
    return this.publish('ticket.created', data, eventId);
  }

  @OnEvent('ticket.replied')
  ticketReplied(data: EventData, eventId: string): Promise<void> {
    return this.publish('ticket.replied', data, eventId);
  }

  private async publish(event: EventName, data: EventData, eventId: string): Promise<void> {
    const webhookIds = await this.publishEvent.execute(event, eventId, presentEvent(event, data, eventId));
    await this.queue.add(...webhookIds.map((webhookId) => attemptJob('outbound', webhookId)));
  }
}
