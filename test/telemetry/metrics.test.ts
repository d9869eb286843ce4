import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeCopiedUpTo } from '../../src/cli/backup.js';
import { Database } from '../../src/platform/database/database.js';
import { HealthGauges } from '../../src/platform/http/health-gauges.js';
import { Metrics } from '../../src/platform/telemetry/metrics.js';
import { startApp, type TestApp } from '../support/app.js';
import { runCli } from '../cli/run-cli.js';
import { until } from '../support/until.js';
import { type DocumentedMetric, metricsOf, metricsOfTextfile, metricsPage } from './metrics-page.js';

let service: TestApp;
beforeAll(async () => {
  service = await startApp('mysql', { RATE_LIMIT_SCALE: '1' });
});
afterAll(() => service.close());

/** Of a probe that reads and cannot pay, and of a copy of the binary log. */
async function metricsOfCommands(): Promise<DocumentedMetric[]> {
  const home = mkdtempSync(join(tmpdir(), 'harmattan-textfiles-'));
  const [probe, binlog] = [join(home, 'probe.prom'), join(home, 'binlog.prom')];
  const environment = { XDG_CONFIG_HOME: home, HARMATTAN_URL: service.client.baseUrl, HARMATTAN_PASSWORD: 'Correct-horse-7' };
  const cli = (...args: string[]) => runCli(environment, ...args);
  for (const name of ['ada', 'bayo'])
    await cli('register', `${name}@example.com`, '--first-name', name, '--last-name', 'Obi', '--profile', name);
  await cli('probe', '--profile', 'ada', '--partner', 'bayo', '--textfile', probe);
  writeCopiedUpTo(binlog, Date.now());
  const written = [probe, binlog].map((path) => readFileSync(path, 'utf8')).join('');
  rmSync(home, { recursive: true });
  return metricsOfTextfile(written);
}

const text = () => service.app.get(Metrics).registry.metrics();

describe('metrics', () => {
  it('are named as Prometheus asks: a unit at the end, _total of counters alone', async () => {
    for (const { name, type, help } of await metricsOf(service)) {
      expect(name).toMatch(/^[a-z][a-z0-9_]*[a-z0-9]$/);
      expect(name).not.toMatch(/_(ms|milliseconds|minutes|naira|count|sum|bucket)$/);
      expect(name.endsWith('_total'), `${name} is a ${type}`).toBe(type === 'counter');
      expect(help.length).toBeGreaterThan(10);
    }
  });

  it('are shown without the share of a folder that is gone', async () => {
    const gauges = service.app.get(HealthGauges, { strict: false });
    const gone = vi.spyOn(gauges, 'freeShare').mockRejectedValue(new Error('ENOENT'));
    const shown = await text();
    gone.mockRestore();
    expect(shown).toContain('harmattan_reachable{part="database"} 1');
    expect(shown).not.toContain('harmattan_disk_free_ratio{');
  });

  it('count failed answers, limits, replays, logins and mails, without values of clients', async () => {
    const ada = await service.register();
    const login = (pswd: string) =>
      service.client.post('user_profile_login', {
        body: { emal: ada.email, pswd, dvty: 'Web', dsnm: 'ada-laptop', dvnm: 'Laptop' },
      });
    await login('Wrong-Wind-11');
    await until(async () => (await text()).includes('harmattan_logins_total{outcome="failed"} 1'));
    while ((await login('Wrong-Wind-11')).status !== 429);
    const shown = await text();
    expect(shown).toMatch(/harmattan_failures_total\{failure="sign_in\.\w+"\} [1-9]/);
    expect(shown).toContain('harmattan_sessions{state="live"} 1');
    expect(shown).toContain('harmattan_requests_in_flight 0');
    await until(async () => (await text()).includes('harmattan_mails_total{class="security",outcome="sent"} 1'));
    expect(shown).not.toContain(ada.email);
  });

  it('show when the ledger was verified', async () => {
    expect((await runCli(service.environment, 'ledger:verify')).exitCode).toBe(0);
    const shown = await text();
    expect(shown).toContain('harmattan_ledger_check_failed{check="whole"} 0');
    const [, at] = /harmattan_ledger_checked_timestamp_seconds\{check="whole"\} ([\d.]+)/.exec(shown)!;
    expect(Math.abs(Number(at) - Date.now() / 1000)).toBeLessThan(60);
  });

  it('are those of docs/metrics.md (vitest --update writes it)', async () => {
    const page = metricsPage(await metricsOf(service), await metricsOfCommands());
    await expect(page).toMatchFileSnapshot('../../docs/metrics.md');
  });
});

// The last, because what hangs here is never answered.
describe('metrics of a service whose database hangs', () => {
  it('are shown within seconds', async () => {
    const hangs = () => new Promise<never>(() => undefined);
    const database = service.app.get(Database, { strict: false });
    const ways = (['rows', 'rowsOnce'] as const).map((way) => vi.spyOn(database, way).mockImplementation(hangs));
    const tables = vi.spyOn(database, 'repository').mockReturnValue(new Proxy({} as never, { get: () => hangs }));
    const shown = await text();
    for (const mock of [...ways, tables]) mock.mockRestore();
    expect(shown).toContain('harmattan_reachable{part="database"} 0');
    expect(shown).toContain('harmattan_ledger_waiting_commands 0');
  });
});
