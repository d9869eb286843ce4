import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Collector } from '../../packages/harness/servers/collector.js';
import { until } from '../../packages/harness/until.js';
import { naira } from '../../src/kernel/money.js';
import { Ledger, SUSPENSE_ACCOUNT } from '../../src/ledger/index.js';
import { AIRTIME } from '../contexts/purchases/support.js';
import { startApp } from '../support/app.js';
import { movement } from '../support/ledger-fixture.js';

describe('traces in a collector', () => {
  let collector: Collector;
  beforeAll(async () => {
    collector = await Collector.launch();
    const service = await startApp('sqlite', { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    const ada = await service.register();
    await service.app.get(Ledger).commit(movement(SUSPENSE_ACCOUNT, ada.userid, naira(1_000)));
    await service.client.post('service_airtime_purchase', { as: ada, body: { ...AIRTIME } });
    // Sends the last ones.
    await service.close();
  });
  afterAll(() => collector.stop());

  const named = (name: string) => collector.spans().find((span) => new RegExp(`^ +Name +: ${name}$`, 'm').test(span));
  const field = (span: string | undefined, name: string) => new RegExp(`^ +${name} +: (\\S*)$`, 'm').exec(span ?? '')?.[1];

  it('have the request and its commit in one trace', async () => {
    await until('the commit to arrive', () => named('commit') !== undefined);
    const request = named('request service_airtime_purchase');
    expect(request).toContain('http.response.status_code: Int(200)');
    const commit = collector.spans().filter((span) => field(span, 'Trace ID') === field(request, 'Trace ID'));
    expect(commit.map((span) => field(span, 'Name'))).toContain('commit');
  });
});
