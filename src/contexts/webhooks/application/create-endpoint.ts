import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { newId } from '../../../kernel/ids.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Audit } from '../../audit/index.js';
import { type Endpoint, endpointUrl, newSecret } from '../domain/endpoint.js';
import { webhookFailures } from '../domain/webhooks.failures.js';
import { Endpoints } from './ports/endpoints.js';
import type { StaffMember } from './staff-member.js';
import { WebhookSettings } from './webhook-settings.js';

/** The secret cannot be read again. */
export interface EndpointWithSecret {
  readonly endpoint: Endpoint;
  readonly secret: string;
}

@Injectable()
export class CreateEndpoint {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly settings: WebhookSettings,
    private readonly audit: Audit,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `webhooks.endpoint_url` */
  async execute(
    given: Pick<Endpoint, 'url' | 'events' | 'description'>,
    { userId, ip }: StaffMember,
    action: string,
  ): Promise<EndpointWithSecret> {
    const url = endpointUrl(given.url, this.settings.allowsPlainHttp);
    if (url === undefined) throw new Failure(webhookFailures.endpoint_url);
    const endpoint: Endpoint = { ...given, id: newId(), url, status: 'active', createdAt: this.clock.now() };
    const secret = newSecret();
    await this.unitOfWork.run(async () => {
      await this.endpoints.add(endpoint, secret);
      await this.audit.record({ staffId: userId, action, subject: `webhook_endpoint:${endpoint.id}`, after: endpoint, ip });
    });
    return { endpoint, secret };
  }
}
