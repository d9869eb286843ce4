import { Metrics } from '../../src/platform/telemetry/metrics.js';
import type { TestApp } from '../support/app.js';

export interface DocumentedMetric {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly labels: readonly string[];
}

/** Our own metrics, by name. */
export async function metricsOf({ app }: Pick<TestApp, 'app'>): Promise<DocumentedMetric[]> {
  const { registry } = app.get(Metrics);
  const described = (await registry.getMetricsAsJSON()).map(({ name, type, help }) => {
    const { labelNames } = registry.getSingleMetric(name) as unknown as { labelNames: readonly string[] };
    return { name, type: String(type), help, labels: labelNames };
  });
  return described.filter(({ name }) => name.startsWith('harmattan_')).toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Those of a file for the textfile collector of Prometheus' node exporter. */
export function metricsOfTextfile(text: string): DocumentedMetric[] {
  return [...text.matchAll(/^# HELP (\S+) (.*)\n# TYPE \S+ (\w+)(?:\n\1\{(\w+)=)?/gm)].map(([, name, help, type, label]) => ({
    name: name!,
    type: type!,
    help: help!,
    labels: label === undefined ? [] : [label],
  }));
}

function tableOf(metrics: readonly DocumentedMetric[]): string {
  const rows = metrics.map(({ name, type, labels, help }) => {
    const cells = [`\`${name}\``, type, labels.map((label) => `\`${label}\``).join(', '), help];
    return `| ${cells.join(' | ')} |`;
  });
  return `| Metric | Type | Labels | Meaning |
|---|---|---|---|
${rows.join('\n')}
`;
}

/** @param ofCommands what commands write into files with `--textfile` */
export function metricsPage(metrics: readonly DocumentedMetric[], ofCommands: readonly DocumentedMetric[]): string {
  return `# Metrics

\`/metrics\` answers in the format of Prometheus, to this machine only, or with \`METRICS_TOKEN\` to callers that send it as a bearer token.
Names end in their unit, counters in \`_total\`. Labels are few: names of operations, jobs, providers and failures, never users, addresses
or amounts.

| Subject | Metrics |
|---|---|
| rate, errors, duration of requests | \`harmattan_requests_total\`, \`harmattan_failures_total\`, \`harmattan_request_seconds\` |
| rate, errors, duration of jobs and of providers | \`harmattan_jobs_total\`, \`harmattan_job_seconds\`; \`harmattan_provider_calls_total\`, \`harmattan_provider_seconds\` |
| use and saturation | \`process_cpu_seconds_total\`, \`nodejs_eventloop_lag_seconds\`, \`nodejs_heap_size_used_bytes\`, \`harmattan_database_connections\`, \`harmattan_ledger_waiting_commands\`, \`harmattan_body_bytes\` |
| the share of batches written ahead | \`harmattan_ledger_batches_total{way="ahead"}\` of all |
| lag of the outbox, of mails, webhooks and jobs | \`harmattan_oldest_waiting_seconds\` by kind |
| replayed signatures, wrong passwords | \`harmattan_failures_total{failure="edge.replayed"}\`, \`harmattan_logins_total{outcome="failed"}\` |

Figures of jobs and of waiting work come from processes with \`ROLE\` \`all\` or \`worker\`. Those of the worker that \`all\` starts beside itself
have the label \`process="worker"\`. Figures from the database (balances, sessions, undecided purchases, checks of the ledger) are the same
in every process: take \`max\`, not \`sum\`. Beside the list below there are the \`process_\` and \`nodejs_\` metrics of prom-client.

${tableOf(metrics)}
\`./harmattan probe\` and \`backup:binlog\` write theirs with \`--textfile\` into a file for the textfile collector of Prometheus' node exporter:

${tableOf(ofCommands)}`;
}
