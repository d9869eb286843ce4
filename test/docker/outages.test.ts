import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { providePromtool } from '../../packages/harness/servers/programs.js';

interface Rule {
  readonly alert: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
}

const folder = resolve(import.meta.dirname, '../../docker/prometheus');
const read = (name: string) => parse(readFileSync(join(folder, name), 'utf8')) as unknown;
const { groups } = read('alerts.yaml') as { groups: { rules: Rule[] }[] };
const rules = new Map(groups.flatMap((group) => group.rules.map((rule) => [rule.alert, rule])));

const WITHIN_SECONDS = 120;
/** Of the series: all is well before. */
const BEGINS_SECONDS = 600;
const SECONDS = { s: 1, m: 60, h: 3_600 } as const;

interface Outage {
  /** Until Prometheus can see it: five failures of a provider, the next look at a certificate. */
  readonly showsAfterSeconds?: number;
  /** Read every 15 s; all is well for ten minutes, and then it is not. */
  readonly series: Readonly<Record<string, string>>;
  /** The same where one reading alone is wrong; undefined for what is counted or kept in a table. */
  readonly once?: Readonly<Record<string, string>>;
}

const gauge = (name: string, good: number, bad: number): Outage => ({
  series: { [name]: `${good}x40 ${bad}x20` },
  once: { [name]: `${good}x40 ${bad} ${good}x20` },
});
const OUTAGES: Readonly<Record<string, Outage>> = {
  ServiceDown: gauge('up{job="harmattan",instance="api-1"}', 1, 0),
  TargetsGone: gauge('up{job="harmattan",instance="api-1"}', 1, 0),
  WorkersGone: {
    series: {
      'harmattan_process_role{instance="worker-1",role="worker"}': '1x40 stale',
      'harmattan_process_role{instance="api-1",role="api"}': '1x60',
    },
    once: { 'harmattan_process_role{instance="worker-1",role="worker"}': '1x40 stale 1x20' },
  },
  DatabaseAway: gauge('harmattan_reachable{instance="api-1",part="database"}', 1, 0),
  RedisAway: gauge('harmattan_reachable{instance="api-1",part="redis"}', 1, 0),
  LedgerWrong: { series: { 'harmattan_ledger_check_failed{instance="api-1",check="recent"}': '0x40 1x20' } },
  LedgerStale: gauge('harmattan_ledger_stale_copy{instance="api-1"}', 0, 1),
  LedgerWriterMissing: {
    series: { 'harmattan_ledger_writer{instance="api-1"}': '1x40 stale', 'harmattan_ledger_writer{instance="worker-1"}': '0x60' },
    once: {
      'harmattan_ledger_writer{instance="api-1"}': '1x40 0 1x20',
      'harmattan_ledger_writer{instance="worker-1"}': '0x60',
    },
  },
  ProviderSetAside: {
    showsAfterSeconds: 60,
    series: { 'harmattan_provider_set_aside{instance="api-1",provider="vtpass"}': '0x44 1x20' },
    once: { 'harmattan_provider_set_aside{instance="api-1",provider="vtpass"}': '0x40 1 0x20' },
  },
  MailFails: {
    series: {
      'harmattan_mails_total{instance="worker-1",class="security",outcome="sent"}': '0+1x40 40x20',
      'harmattan_mails_total{instance="worker-1",class="security",outcome="unreachable"}': '0x40 1+1x20',
    },
    once: {
      'harmattan_mails_total{instance="worker-1",class="security",outcome="sent"}': '0x60',
      'harmattan_mails_total{instance="worker-1",class="security",outcome="unreachable"}': '0x40 1x20',
    },
  },
  DiskNearlyFull: gauge('harmattan_disk_free_ratio{instance="api-1",folder="data"}', 0.5, 0.05),
  BackupsMissed: { series: { 'harmattan_backup_timestamp_seconds{instance="api-1",backup="newest"}': `${600 - 50 * 3_600}x60` } },
  BackupFailed: { series: { 'harmattan_backup_failed_timestamp_seconds{instance="api-1",backup="newest"}': '_x41 600x20' } },
  CertificateEndsSoon: {
    showsAfterSeconds: 60,
    series: { 'harmattan_certificate_expiry_timestamp_seconds{instance="api-1",part="database"}': '9000000x44 100000x20' },
    once: { 'harmattan_certificate_expiry_timestamp_seconds{instance="api-1",part="database"}': '9000000x40 100000 9000000x20' },
  },
};

function secondsOf(duration = '0s'): number {
  const [, number, unit] = /^(\d+)([smh])$/.exec(duration)!;
  return Number(number) * SECONDS[unit as keyof typeof SECONDS];
}

/** @param series all at once, because no alert reads those of another @param expected whether each is a page at so many seconds after the outage began */
function testOf(
  series: readonly (Readonly<Record<string, string>> | undefined)[],
  expected: readonly (readonly [alert: string, seconds: number, isRaised: boolean])[],
) {
  const merged = new Map(series.flatMap((each) => Object.entries(each ?? {})));
  return {
    interval: '15s',
    input_series: Array.from(merged, ([name, values]) => ({ series: name, values })),
    promql_expr_test: expected.map(([alert, seconds, isRaised]) => ({
      expr: `count by (alertname) (ALERTS{alertname="${alert}",alertstate="firing",severity="page"})`,
      eval_time: `${BEGINS_SECONDS + seconds}s`,
      exp_samples: isRaised ? [{ labels: `{alertname="${alert}"}`, value: 1 }] : [],
    })),
  };
}

it('Prometheus reads and evaluates every 15 seconds', () => {
  expect(read('prometheus.yaml')).toMatchObject({ global: { scrape_interval: '15s', evaluation_interval: '15s' } });
});

it.each(Object.entries(OUTAGES))('%s is a page, and waits so that two minutes are enough', (alert, { showsAfterSeconds = 0 }) => {
  const { labels, for: wait } = rules.get(alert)!;
  expect(labels.severity).toBe('page');
  expect(showsAfterSeconds + 15 + 15 + secondsOf(wait)).toBeLessThanOrEqual(WITHIN_SECONDS);
});

it('promtool raises each within two minutes, and none by a single reading', () => {
  const outages = Object.entries(OUTAGES);
  const lasting = outages.map(([, { series }]) => series);
  const raised = outages.flatMap(([alert]) => [
    [alert, 0, false] as const,
    // An evaluation may come 15 s after the reading that it would need.
    [alert, WITHIN_SECONDS - 15, true] as const,
    [alert, WITHIN_SECONDS, true] as const,
  ]);
  const brief = outages.filter(([, { once }]) => once);
  const quiet = brief.flatMap(([alert]) => Array.from({ length: 9 }, (_, place) => [alert, place * 15, false] as const));
  const tests = [
    testOf(lasting, raised),
    testOf(
      brief.map(([, { once }]) => once),
      quiet,
    ),
  ];
  const own = mkdtempSync(join(tmpdir(), 'harmattan-outages-'));
  // JSON is YAML.
  const file = { rule_files: [join(folder, 'alerts.yaml')], evaluation_interval: '15s', tests };
  writeFileSync(join(own, 'tests.yaml'), JSON.stringify(file));
  const { status, stdout, stderr } = spawnSync(providePromtool(), ['test', 'rules', join(own, 'tests.yaml')], {
    encoding: 'utf8',
  });
  rmSync(own, { recursive: true });
  expect(`${stdout}${stderr}`).toContain('SUCCESS');
  expect(status).toBe(0);
});
