import { Injectable } from '@nestjs/common';
import type { EventName } from '../../kernel/events.js';
import type { WebhookEventName } from '../../kernel/webhook-events.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { OnEvents, type ReceivedEvent } from '../../platform/queue/job-queue.js';
import { OutboundEvents } from './deliver-webhooks.js';

/** What happens in the service without money, told to subscribers. */
@Injectable()
export class WebhooksEvents {
  constructor(
    private readonly events: OutboundEvents,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @OnEvents('user.created')
  userCreated(events: readonly ReceivedEvent[]): Promise<void> {
    return this.publish('user.created', events);
  }

  @OnEvents('file.processed')
  fileProcessed(events: readonly ReceivedEvent[]): Promise<void> {
    return this.publish('file.processed', events);
  }

  @OnEvents('ticket.created')
  ticketCreated(events: readonly ReceivedEvent[]): Promise<void> {
    return this.publish('ticket.created', events);
  }

  @OnEvents('ticket.replied')
  ticketReplied(events: readonly ReceivedEvent[]): Promise<void> {
    return this.publish('ticket.replied', events);
  }

  @OnEvents('contact.created')
  contactCreated(events: readonly ReceivedEvent[]): Promise<void> {
    return this.publish('contact.created', events);
  }

  @OnEvents('system_log.created')
  systemLogCreated(events: readonly ReceivedEvent[]): Promise<void> {
    return this.publish('system_log.created', events);
  }

  private async publish(name: EventName & WebhookEventName, events: readonly ReceivedEvent[]): Promise<void> {
    await this.unitOfWork.run(await this.events.prepareAll(events.map(({ id, data }) => ({ id, name, data }))));
  }
}
