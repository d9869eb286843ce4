import { Injectable } from '@nestjs/common';
import type { RawRequest } from '../../../kernel/caller.js';
import { domainEvent, Outbox } from '../../../kernel/events.js';
import { Failure } from '../../../kernel/failure.js';
import { newId } from '../../../kernel/ids.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { webhookFailures } from '../domain/webhooks.failures.js';
import { type NewWebhook, WebhookHandlers, Webhooks } from './ports.js';

/** Stores an authentic notification of a provider once; it is processed after the answer. */
@Injectable()
export class ReceiveWebhook {
  constructor(
    private readonly handlers: WebhookHandlers,
    private readonly webhooks: Webhooks,
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
  ) {}

  knownProvider(provider: unknown): string | undefined {
    return typeof provider === 'string' && this.handlers.find(provider) ? provider : undefined;
  }

  /** @returns the whole answer that the provider wants, if any. @throws Failure `webhooks.unknown_provider`, `webhooks.not_authentic` */
  async execute(provider: string, request: RawRequest): Promise<object | undefined> {
    const handler = this.handlers.find(provider);
    if (!handler) throw new Failure(webhookFailures.unknown_provider);
    const identity = handler.identify(request);
    if (!identity) throw new Failure(webhookFailures.not_authentic);
    const payload = Buffer.from(request.body).toString('utf8');
    const webhook: NewWebhook = { id: newId(), direction: 'inbound', partner: provider, ...identity, payload };
    await this.unitOfWork.run(async () => {
      if (await this.webhooks.add(webhook)) await this.outbox.add(domainEvent('webhook.received', { webhookId: webhook.id }));
    });
    return handler.answer;
  }
}
