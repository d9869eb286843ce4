import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Ledger, SUSPENSE_ACCOUNT } from '../../src/ledger/index.js';
import { naira } from '../../src/kernel/money.js';
import { traced, traceId } from '../../src/platform/telemetry/tracing.js';
import { AIRTIME } from '../contexts/purchases/support.js';
import { startApp, type TestApp, type TestUser } from '../support/app.js';
import { movement } from '../support/ledger-fixture.js';
import { attributesOf, OtlpReceiver, type ReceivedSpan } from './otlp-receiver.js';

describe('traces', () => {
  const receiver = new OtlpReceiver();
  const lines: Record<string, unknown>[] = [];
  let service: TestApp;
  const above = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
  let ada: TestUser;

  beforeAll(async () => {
    const endpoint = await receiver.start();
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, LOG_LEVEL: 'info', TRUSTED_PROXIES: 'loopback' };
    vi.stubEnv('OTEL_SERVICE_NAME', 'pay');
    vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=test');
    service = await startApp('sqlite', environment, undefined, {
      write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
    });
    ada = await service.register();
    await service.app.get(Ledger).commit(movement(SUSPENSE_ACCOUNT, ada.userid, naira(1_000)));
    await service.client.post('service_airtime_purchase', { as: ada, body: { ...AIRTIME } });
    await service.client.get('made_up_by_a_stranger');
    const traceparent = `00-${above.traceId}-${above.spanId}-01`;
    await fetch(`${service.client.baseUrl}/?req=authentication_verify`, { headers: { traceparent } });
    await fetch(`${service.client.baseUrl}/?req=authentication_verify`, { headers: { traceparent: '00-none-of-it-01' } });
    // Sends the last ones.
    await service.close();
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await receiver.stop();
  });

  it('have the request, its commit and its call of the provider under one id', () => {
    const [request] = receiver.named('request service_airtime_purchase');
    expect(request!.parentSpanId ?? '').toBe('');
    expect(attributesOf(request!)).toMatchObject({ 'http.response.status_code': 200 });
    const spans = receiver.spans.filter((span) => span.traceId === request!.traceId);
    const names = spans.map(({ name }) => name);
    expect(names).toContain('commit');
    expect(names).toContain('provider sandbox submit');
    const ids = new Set(spans.map(({ spanId }) => spanId));
    const orphans = spans.filter((span) => span !== request && !ids.has(span.parentSpanId ?? ''));
    expect(orphans).toEqual([]);
  });

  it('go on in the trace of a trusted proxy, and begin one where what it sends is none', () => {
    const [under, own, ...more] = receiver.named('request authentication_verify');
    expect(more).toEqual([]);
    expect(under).toMatchObject({ traceId: above.traceId, parentSpanId: above.spanId });
    expect(own!.traceId).not.toBe(above.traceId);
  });

  it('are of a service and an instance with names of their own', () => {
    const { resourceSpans } = JSON.parse(receiver.bodies[0]!) as {
      resourceSpans: { resource: Pick<ReceivedSpan, 'attributes'> }[];
    };
    expect(attributesOf(resourceSpans[0]!.resource)).toMatchObject({
      'service.name': 'pay',
      'deployment.environment.name': 'test',
      'service.instance.id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
  });

  it('have batches of the ledger and jobs of their own', () => {
    expect(attributesOf(receiver.named('ledger batch')[0]!)).toMatchObject({ 'harmattan.commands': 1 });
    expect(receiver.spans.some(({ name }) => name.startsWith('job '))).toBe(true);
  });

  it('are named in the log lines, with the reference of the error in the trace', () => {
    const [request] = receiver.named('request service_airtime_purchase');
    const line = lines.find(({ action }) => action === 'service_airtime_purchase')!;
    expect(line['traceId']).toBe(request!.traceId);
    expect(attributesOf(request!)['harmattan.reference']).toBe(line['reference']);
    const failed = lines.find(({ status }) => status === 404)!;
    expect(receiver.named('request unknown').map((span) => span.traceId)).toContain(failed['traceId']);
  });

  it('hold nothing of users or of what strangers send', () => {
    const sent = receiver.bodies.join();
    for (const text of [ada.email, ada.userid, ada.secret, AIRTIME.phone, 'made_up_by_a_stranger'])
      expect(sent).not.toContain(text);
  });

  it('cost nothing without an endpoint: the work itself is called', async () => {
    const work = Promise.resolve(7);
    expect(traced('anything', {}, () => work)).toBe(work);
    expect(traceId()).toBeUndefined();
    await work;
  });
});

describe('traces of a service that trusts no proxy', () => {
  it('begin anew, whatever traceparent is sent', async () => {
    const receiver = new OtlpReceiver();
    const service = await startApp('sqlite', { OTEL_EXPORTER_OTLP_ENDPOINT: await receiver.start() });
    const traceparent = `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01`;
    await fetch(`${service.client.baseUrl}/?req=authentication_verify`, { headers: { traceparent } });
    // Sends the last ones.
    await service.close();
    await receiver.stop();
    const [request] = receiver.named('request authentication_verify');
    expect(request!.traceId).not.toBe('c'.repeat(32));
    expect(request!.parentSpanId ?? '').toBe('');
  });
});
