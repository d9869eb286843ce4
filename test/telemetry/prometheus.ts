import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { providePrometheus } from '../../packages/harness/servers/programs.js';
import { until } from '../support/until.js';
import { freePort } from '../../packages/harness/servers/ports.js';

const RULES = resolve(import.meta.dirname, '../../docker/prometheus/alerts.yaml');
/** In place of minutes and hours. */
const RANGE = '10s';

interface Alert {
  readonly labels: { readonly alertname: string };
  readonly state: string;
}

export interface Prometheus {
  /** Names of the alerts that fire now. */
  firing(): Promise<ReadonlySet<string>>;
  /** What the first series of the expression is now; undefined where there is none. */
  value(expression: string): Promise<number | undefined>;
  stop(): Promise<void>;
}

/** A real one that reads these processes every 2.5 s, with our alerts, which do not wait and look at the last ten seconds. */
export async function startPrometheus(targets: readonly string[], nodeExporter: string): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'harmattan-prometheus-'));
  const port = await freePort();
  const rules = readFileSync(RULES, 'utf8')
    .replaceAll(/^\s+(?:for|keep_firing_for): .*\n/gm, '')
    .replaceAll(/\[\d+[mh]\]/g, `[${RANGE}]`);
  writeFileSync(join(folder, 'alerts.yaml'), rules);
  const jobs = { harmattan: targets, node: [nodeExporter] };
  const scrapes = Object.entries(jobs).map(([name, hosts]) => ({ job_name: name, static_configs: [{ targets: hosts }] }));
  // While the database hangs, metrics take a second by themselves.
  const global = { scrape_interval: '2500ms', scrape_timeout: '2500ms', evaluation_interval: '500ms' };
  // JSON is YAML.
  writeFileSync(join(folder, 'config.yaml'), JSON.stringify({ global, rule_files: ['alerts.yaml'], scrape_configs: scrapes }));
  const args = [
    `--config.file=${folder}/config.yaml`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const server = spawn(providePrometheus(), args, { stdio: 'ignore' });
  const stop = async () => {
    server.kill();
    if (server.exitCode === null) await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  await until(() =>
    ask('/-/ready').then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return {
    async firing() {
      const { data } = (await (await ask('/api/v1/alerts')).json()) as { data: { alerts: Alert[] } };
      return new Set(data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname));
    },
    async value(expression) {
      const answer = await ask(`/api/v1/query?query=${encodeURIComponent(expression)}`);
      const { data } = (await answer.json()) as { data: { result: { value: [number, string] }[] } };
      const [first] = data.result;
      return first && Number(first.value[1]);
    },
    stop,
  };
}
