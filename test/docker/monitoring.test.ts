import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { providePromtool } from '../../packages/harness/servers/programs.js';
import { Metrics } from '../../src/platform/telemetry/metrics.js';
import { metricsOf } from '../telemetry/metrics-page.js';
import { startApp } from '../support/app.js';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly runbook: string };
}

interface RuleTest {
  readonly name: string;
  readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[];
}

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');
const { groups } = parse(read('docker/prometheus/alerts.yaml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const dashboards = readdirSync(resolve(root, 'docker/grafana/dashboards'));
const expressionsOf = (file: string) =>
  (JSON.parse(read(`docker/grafana/dashboards/${file}`)) as { panels: { targets: { expr: string }[] }[] }).panels.flatMap(
    ({ targets }) => targets.map(({ expr }) => expr),
  );

/** Those of `harmattan probe` and `backup:binlog` are in files of their own, and in docs/metrics.md. */
const NAME = /\b(?:harmattan_(?!payment_probe_|binlog_copied_)|process_|nodejs_)[a-z0-9_]+/g;
const MATCHER = /\b(harmattan_[a-z0-9_]+)\{([a-z_]+)[=!]/g;
const baseOf = (name: string) => name.replace(/_(bucket|sum|count)$/, '');

describe('promtool', () => {
  let promtool: string;
  beforeAll(() => {
    promtool = providePromtool();
  });

  it.each([
    ['check', 'rules', 'alerts.yaml'],
    ['test', 'rules', 'alerts.test.yaml'],
    ['check', 'config', '--syntax-only', 'prometheus.yaml'],
  ])('accepts %s %s %s', (...args) => {
    const { status, stdout, stderr } = spawnSync(promtool, args, { cwd: resolve(root, 'docker/prometheus'), encoding: 'utf8' });
    expect(`${stdout}${stderr}`).toContain('SUCCESS');
    expect(status).toBe(0);
  });

  it('finds nothing wrong with /metrics', async () => {
    const service = await startApp('sqlite');
    await service.register();
    const input = await (await fetch(`${service.client.baseUrl}/metrics`)).text();
    await service.close();
    expect(input).toContain('user_profile_create');
    const { status, stdout, stderr } = spawnSync(promtool, ['check', 'metrics'], { input, encoding: 'utf8' });
    expect([status, stdout + stderr]).toEqual([0, '']);
  });
});

describe('alerts', () => {
  it('have a page in the runbook each, and no page is of another', () => {
    const pages = [...read('docs/runbook.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
    expect(pages).toEqual(rules.map(({ alert }) => alert));
    for (const { alert, annotations } of rules) expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
    for (const { labels } of rules) expect(['page', 'ticket']).toContain(labels.severity);
  });

  it('have a row in the table of the runbook each, with their severity', () => {
    const rows = [...read('docs/runbook.md').matchAll(/^\| \[(\w+)\]\(#(\w+)\) \| (\w+) \|/gm)].map(([, ...cells]) => cells);
    expect(rows).toEqual(rules.map(({ alert, labels }) => [alert, alert.toLowerCase(), labels.severity]));
  });

  it('are tested with what raises them and what does not', () => {
    const { tests } = parse(read('docker/prometheus/alerts.test.yaml')) as { tests: RuleTest[] };
    const tried = tests.flatMap((test) => test.alert_rule_test);
    for (const { alert } of rules) {
      const of = tried.filter(({ alertname }) => alertname === alert).map(({ exp_alerts: expected }) => expected.length > 0);
      expect([alert, ...of]).toEqual([alert, true, false]);
    }
  });
});

describe('metrics of alerts and dashboards', () => {
  it('exist on /metrics, with the labels that are asked for', async () => {
    const service = await startApp('mysql');
    try {
      const { text } = await service.app.get(Metrics).exposition();
      const exposed = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
      const labels = new Map((await metricsOf(service)).map((metric) => [metric.name, metric.labels]));
      const expressions = [...rules.map(({ expr }) => expr), ...dashboards.flatMap(expressionsOf)];
      expect(expressions.length).toBeGreaterThan(50);
      const documented = read('docs/metrics.md');
      for (const expression of expressions) {
        for (const name of expression.match(/\bharmattan_[a-z0-9_]+/g) ?? [])
          expect(documented).toContain(`| \`${baseOf(name)}\` |`);
        const names = (expression.match(NAME) ?? []).map(baseOf);
        for (const name of names) expect(exposed).toContain(name);
        for (const [, name, label] of expression.matchAll(MATCHER)) expect(labels.get(baseOf(name!)), name).toContain(label);
      }
    } finally {
      await service.close();
    }
  });
});
