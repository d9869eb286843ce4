import { setTimeout as sleep } from 'node:timers/promises';
import { Endpoints, messageOf, PING, type Webhook, Webhooks } from '../contexts/webhooks/index.js';
import { domainEvent, Outbox } from '../kernel/events.js';
import { newId } from '../kernel/ids.js';
import { UnitOfWork } from '../kernel/unit-of-work.js';
import type { ServiceContext } from './service-context.js';

const LOOK_MS = 250;
/** A due webhook is taken within two seconds, also after a long queue of others; on a busy machine it may take as long as this. */
const LATEST_DELIVERY_MS = 10_000;

const REFUSES_LOOPBACK = 'The service refuses to call this machine: start it with WEBHOOK_LOOPBACK=allowed.';
const NOBODY_DELIVERS =
  'Nothing arrives: nobody delivers webhooks. Start the service (npm start), with ROLE=worker too where it has roles, on this database.';
const DISABLED =
  'Nothing arrives: the endpoint is disabled, by staff or after five webhooks that the application did not take. Mend it, and start webhooks:listen again.';
const REPLACED =
  'Nothing arrives: another webhooks:listen has taken over, or staff removed the endpoint. Start webhooks:listen again.';

/** Whether webhooks reach an endpoint, as a ping that the service sends to it shows. */
export class DeliveryWatch {
  private isReached = false;

  private constructor(
    private readonly endpointId: string,
    private readonly pingId: string,
    private readonly endpoints: Endpoints,
    private readonly webhooks: Webhooks,
  ) {}

  static async begin(context: ServiceContext, endpointId: string): Promise<DeliveryWatch> {
    const [endpoints, webhooks] = [await context.get(Endpoints), await context.get(Webhooks)];
    const [outbox, unitOfWork] = [await context.get(Outbox), await context.get(UnitOfWork)];
    const [id, eventId] = [newId(), newId()];
    const payload = messageOf(PING, { endpointId }, eventId);
    await unitOfWork.run(async () => {
      await webhooks.addManual({ id, direction: 'outbound', partner: endpointId, eventId, event: PING, payload });
      await outbox.add(domainEvent('webhook.reopened', { webhookId: id, direction: 'outbound' }));
    });
    return new DeliveryWatch(endpointId, id, endpoints, webhooks);
  }

  /** Why nothing can arrive and how to mend it; undefined once the ping is here. */
  async first(interrupted: AbortSignal): Promise<string | undefined> {
    for (let waitedMs = 0; waitedMs < LATEST_DELIVERY_MS && !interrupted.aborted; waitedMs += LOOK_MS) {
      const ping = await this.webhooks.find(this.pingId);
      if (ping?.status === 'succeeded') return undefined;
      if (ping?.status === 'failed') return describe(ping);
      await sleep(LOOK_MS);
    }
    return interrupted.aborted ? undefined : NOBODY_DELIVERS;
  }

  async look(now: number): Promise<string | undefined> {
    const endpoint = await this.endpoints.find(this.endpointId);
    if (!endpoint) return REPLACED;
    if (endpoint.status === 'disabled') return DISABLED;
    const ping = this.isReached ? undefined : await this.webhooks.find(this.pingId);
    if (ping?.status === 'failed') return describe(ping);
    this.isReached ||= ping?.status === 'succeeded';
    const [oldest] = await this.webhooks.listDue({ status: 'pending', direction: 'outbound', partner: this.endpointId }, 1);
    return oldest && oldest.nextAttemptAt < now - LATEST_DELIVERY_MS ? NOBODY_DELIVERS : undefined;
  }
}

function describe({ lastError }: Webhook): string {
  if (lastError.includes('not public')) return REFUSES_LOOPBACK;
  return `The service cannot call this machine (${lastError}): run webhooks:listen on the machine of its worker.`;
}
