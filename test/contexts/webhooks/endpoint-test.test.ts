import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { signInStaff } from '../../support/staff.js';
import { until } from '../../support/until.js';
import { Receiver } from './support/receiver.js';

interface Sent {
  readonly status: string;
  readonly event: string;
  readonly attempts: number;
  readonly history: readonly { readonly kind: string; readonly httpStatus: number }[];
}

describe.each(ONE_BACKEND)('the test of a webhook endpoint on %s', (backend) => {
  let service: TestApp;
  let staff: TestUser;
  let receiver: Receiver;
  let endpoint: { readonly marker: string; readonly secret: string };

  beforeAll(async () => {
    service = await startApp(backend, { WEBHOOK_LOOPBACK: 'allowed' });
    staff = await signInStaff(service, 'otherControl.paymentHook');
    receiver = await Receiver.open();
    const body = { url: receiver.url(), events: ['purchase.failed'] };
    endpoint = (await service.client.post('control_webhook_endpoint_create', { as: staff, body })).body.DATA as typeof endpoint;
  });
  afterAll(async () => {
    await receiver.close();
    await service.close();
  });

  const ping = (endpointId: string) => service.client.post('control_webhook_endpoint_test', { as: staff, body: { endpointId } });
  const details = async (rqvl: string) =>
    (await service.client.get('control_webhook_fetch', { as: staff, query: { rqtp: 'mk', rqvl } })).body.DATA as unknown as Sent;
  async function ended(webhookId: string): Promise<Sent> {
    await until(async () => ['succeeded', 'failed'].includes((await details(webhookId)).status));
    return details(webhookId);
  }

  it('sends a signed ping, whatever the endpoint subscribes to, and keeps it with its attempt', async () => {
    const answer = await ping(endpoint.marker);
    expect(answer.status).toBe(200);
    expect(await ended(answer.body.DATA.MKID as string)).toMatchObject({
      status: 'succeeded',
      event: 'ping',
      history: [{ kind: 'manual', httpStatus: 200 }],
    });
    const { headers, body } = receiver.received.at(-1)!;
    const message = new Webhook(endpoint.secret).verify(body, headers as Record<string, string>);
    expect(message).toMatchObject({ type: 'ping', data: { endpointId: endpoint.marker } });
  });

  it('tries once, and leaves the endpoint active and the work queue empty where it fails', async () => {
    receiver.status = 500;
    const ids: string[] = [];
    for (let count = 0; count < 6; count++) ids.push((await ping(endpoint.marker)).body.DATA.MKID as string);
    for (const id of ids)
      expect(await ended(id)).toMatchObject({ status: 'failed', attempts: 1, history: [{ httpStatus: 500 }] });
    const query = { endpointId: endpoint.marker };
    const { body } = await service.client.get('control_webhook_endpoint_fetch', { as: staff, query });
    expect(body.DATA).toMatchObject({ status: 'active' });
    const work = (await service.client.get('control_work_queue', { as: staff })).body.DATA as unknown as { kind: string }[];
    expect(work.find(({ kind }) => kind === 'webhook')).toMatchObject({ count: 0 });
  });

  it('is refused of unknown and disabled endpoints', async () => {
    expect((await ping('nobody')).status).toBe(404);
    const body = { endpointId: endpoint.marker, status: 'disabled' };
    await service.client.call('control_webhook_endpoint_update', { method: 'PATCH', as: staff, body });
    expect((await ping(endpoint.marker)).body.ERRORS).toMatchObject({ ID: 'endpoint_disabled' });
  });
});
