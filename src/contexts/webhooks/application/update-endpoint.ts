import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { AuditedUnitOfWork, type StaffMember } from '../../audit/index.js';
import { type Endpoint, newSecret, SECRET_OVERLAP_MS } from '../domain/endpoint.js';
import { webhookFailures } from '../domain/webhooks.failures.js';
import { CheckEndpointUrl } from './check-endpoint-url.js';
import type { EndpointWithSecret } from './create-endpoint.js';
import { Endpoints } from './ports.js';

export type EndpointChange = Partial<Pick<Endpoint, 'url' | 'events' | 'description' | 'status'>>;

@Injectable()
export class UpdateEndpoint {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly checkUrl: CheckEndpointUrl,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Undefined fields stay. Rotation makes a new secret; the old one stays valid for a day.
   * @throws Failure `webhooks.endpoint_not_found`, `webhooks.nothing_to_change`, and of CheckEndpointUrl
   */
  async execute(
    id: string,
    change: EndpointChange,
    rotates: boolean,
    staff: StaffMember,
    action: string,
  ): Promise<Partial<EndpointWithSecret> & { endpoint: Endpoint }> {
    const given = await this.check(change);
    if (Object.keys(given).length === 0 && !rotates) throw new Failure(webhookFailures.nothing_to_change);
    return this.auditedUnitOfWork.execute(staff, action, async () => {
      const before = await this.endpoints.lock(id);
      if (!before) throw new Failure(webhookFailures.endpoint_not_found);
      const endpoint = { ...before, ...given };
      await this.endpoints.save(endpoint);
      const secret = rotates ? newSecret() : undefined;
      if (secret !== undefined) await this.endpoints.rotate(id, secret, this.clock.now() + SECRET_OVERLAP_MS);
      const after = rotates ? { ...endpoint, secret: 'rotated' } : endpoint;
      return { subject: `webhook_endpoint:${id}`, before, after, result: { endpoint, secret } };
    });
  }

  private async check(change: EndpointChange): Promise<EndpointChange> {
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as EndpointChange;
    return given.url === undefined ? given : { ...given, url: await this.checkUrl.execute(given.url) };
  }
}
