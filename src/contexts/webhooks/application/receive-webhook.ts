import { Injectable } from '@nestjs/common';
import type { RawRequest } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { newId } from '../../../kernel/ids.js';
import { webhookFailures } from '../domain/webhooks.failures.js';
import { ReceivedWebhooks } from './ports.js';
import { WebhookHandlers } from './webhook-handlers.js';

/** Stores an authentic notification of a provider once; it is processed after the answer. */
@Injectable()
export class ReceiveWebhook {
  constructor(
    private readonly handlers: WebhookHandlers,
    private readonly received: ReceivedWebhooks,
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
    await this.received.keep({ id: newId(), direction: 'inbound', partner: provider, ...identity, payload });
    return handler.answer;
  }
}
