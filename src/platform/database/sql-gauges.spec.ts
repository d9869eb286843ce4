import { describe, expect, it } from 'vitest';
import type { Log } from '../telemetry/log.js';
import { Metrics } from '../telemetry/metrics.js';
import type { Database } from './database.js';
import { SqlGauges } from './sql-gauges.js';

const SQL = 'SELECT label, value FROM test';

function gauge() {
  const metrics = new Metrics();
  const asked: ((rows: unknown[]) => void)[] = [];
  const database = { rows: () => new Promise((resolve) => asked.push(resolve)) } as unknown as Database;
  new SqlGauges(database, metrics, { warning: () => undefined } as unknown as Log).add('kind', 'harmattan_test', 'A test', SQL);
  const shown = async () => (await metrics.registry.getSingleMetricAsString('harmattan_test')).split('\n').at(-1);
  return { asked, shown };
}

describe('a gauge that is read from the database', () => {
  it('is read once for scrapes that meet, and again for the next', async () => {
    const { asked, shown } = gauge();
    const both = [shown(), shown()];
    await expect.poll(() => asked.length).toBe(1);
    asked[0]!([{ label: 'a', value: '3' }]);
    expect(await Promise.all(both)).toEqual(['harmattan_test{kind="a"} 3', 'harmattan_test{kind="a"} 3']);
    const next = shown();
    await expect.poll(() => asked.length).toBe(2);
    asked[1]!([{ label: 'a', value: 4 }]);
    expect(await next).toBe('harmattan_test{kind="a"} 4');
  });

  it('is left out within seconds while the database hangs, without another statement', async () => {
    const { asked, shown } = gauge();
    expect(await shown()).toContain('# TYPE');
    expect(await shown()).toContain('# TYPE');
    expect(asked).toHaveLength(1);
  });
});
