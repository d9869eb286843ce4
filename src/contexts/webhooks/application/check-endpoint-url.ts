import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { endpointUrl } from '../domain/endpoint.js';
import { webhookFailures } from '../domain/webhooks.failures.js';
import { WebhookSender } from './ports.js';
import { WebhookSettings } from './webhook-settings.js';

@Injectable()
export class CheckEndpointUrl {
  constructor(
    private readonly sender: WebhookSender,
    private readonly settings: WebhookSettings,
  ) {}

  /** @returns the normalised address. @throws Failure `webhooks.endpoint_url`, `webhooks.endpoint_not_public` */
  async execute(given: string): Promise<string> {
    const url = endpointUrl(given, this.settings.allowsPlainHttp);
    if (url === undefined) throw new Failure(webhookFailures.endpoint_url);
    const refusal = await this.sender.refusalOf(url);
    if (refusal === undefined) return url;
    throw new Failure(webhookFailures.endpoint_not_public, { text: `The url must lead to a public address: ${refusal}` });
  }
}
