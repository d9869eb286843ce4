import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Ledger, SUSPENSE_ACCOUNT } from '../../src/ledger/index.js';
import { naira } from '../../src/kernel/money.js';
import { traced, traceId } from '../../src/platform/telemetry/tracing.js';
import { AIRTIME } from '../contexts/purchases/support.js';
import { startApp, type TestApp, type TestUser } from '../support/app.js';
import { movement } from '../support/ledger-fixture.js';
import { attributesOf, OtlpReceiver } from './otlp-receiver.js';

describe('traces', () => {
  const receiver = new OtlpReceiver();
  const lines: Record<string, unknown>[] = [];
  let service: TestApp;
  let ada: TestUser;

  beforeAll(async () => {
    const endpoint = await receiver.start();
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, LOG_LEVEL: 'info' };
    service = await startApp('sqlite', environment, undefined, {
      write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
    });
    ada = await service.register();
    await service.app.get(Ledger).commit(movement(SUSPENSE_ACCOUNT, ada.userid, naira(1_000)));
    await service.client.post('service_airtime_purchase', { as: ada, body: { ...AIRTIME } });
    await service.client.get('made_up_by_a_stranger');
    // Sends the last ones.
    await service.close();
  }, 60_000);
  afterAll(() => receiver.stop());

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
