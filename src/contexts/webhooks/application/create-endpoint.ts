import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { newId } from '../../../kernel/ids.js';
import { AuditedUnitOfWork, type StaffMember } from '../../audit/index.js';
import { type Endpoint, newSecret } from '../domain/endpoint.js';
import { CheckEndpointUrl } from './check-endpoint-url.js';
import { Endpoints } from './ports.js';

/** The secret cannot be read again. */
export interface EndpointWithSecret {
  readonly endpoint: Endpoint;
  readonly secret: string;
}

@Injectable()
export class CreateEndpoint {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly checkUrl: CheckEndpointUrl,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure of CheckEndpointUrl */
  async execute(
    given: Pick<Endpoint, 'url' | 'events' | 'description'>,
    staff: StaffMember,
    action: string,
  ): Promise<EndpointWithSecret> {
    const url = await this.checkUrl.execute(given.url);
    const endpoint: Endpoint = { ...given, id: newId(), url, status: 'active', createdAt: this.clock.now() };
    const secret = newSecret();
    return this.auditedUnitOfWork.execute(staff, action, async () => {
      await this.endpoints.add(endpoint, secret);
      return { subject: `webhook_endpoint:${endpoint.id}`, after: endpoint, result: { endpoint, secret } };
    });
  }
}
