import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { newId } from '../../../kernel/ids.js';
import { AuditedUnitOfWork, type StaffMember } from '../../audit/index.js';
import { type Endpoint, endpointUrl, newSecret } from '../domain/endpoint.js';
import { webhookFailures } from '../domain/webhooks.failures.js';
import { Endpoints } from './ports.js';
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
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `webhooks.endpoint_url` */
  async execute(
    given: Pick<Endpoint, 'url' | 'events' | 'description'>,
    staff: StaffMember,
    action: string,
  ): Promise<EndpointWithSecret> {
    const url = endpointUrl(given.url, this.settings.allowsPlainHttp);
    if (url === undefined) throw new Failure(webhookFailures.endpoint_url);
    const endpoint: Endpoint = { ...given, id: newId(), url, status: 'active', createdAt: this.clock.now() };
    const secret = newSecret();
    return this.auditedUnitOfWork.execute(staff, action, async () => {
      await this.endpoints.add(endpoint, secret);
      return { subject: `webhook_endpoint:${endpoint.id}`, after: endpoint, result: { endpoint, secret } };
    });
  }
}
