import { Injectable } from '@nestjs/common';
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import { readBuild } from './build.js';

/** The process's metrics, whatever services run in it: what observes the garbage collector is never given back. */
const processRegistry = new Registry();

export type NumbersByLabel = ReadonlyMap<string, number>;
type Values = MetricObjectWithValues<MetricValue<string>>;

/** These are gauges that are named like counters; the library has each by its type as well. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

function measureProcess(): void {
  collectDefaultMetrics({ register: processRegistry });
  for (const name of MISNAMED) processRegistry.removeSingleMetric(name);
}

@Injectable()
export class Metrics {
  readonly registry = new Registry();

  private readonly requests = new Counter({
    name: 'harmattan_requests_total',
    help: 'Requests by operation and HTTP status',
    labelNames: ['action', 'status'],
    registers: [this.registry],
  });
  private readonly durations = new Histogram({
    name: 'harmattan_request_seconds',
    help: 'Time from the last byte of the request to the answer',
    labelNames: ['action'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.registry],
  });
  private readonly batches = new Histogram({
    name: 'harmattan_ledger_batch_commands',
    help: 'Commands in one commit of the ledger',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers: [this.registry],
  });
  private readonly commits = new Histogram({
    name: 'harmattan_ledger_commit_seconds',
    help: 'Time from the beginning of a batch to its durable commit, with its reruns',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [this.registry],
  });
  private readonly batchWays = new Counter({
    name: 'harmattan_ledger_batches_total',
    help: 'Batches of the ledger, by whether they were written ahead or read under lock first',
    labelNames: ['way'],
    registers: [this.registry],
  });
  private readonly halted = new Counter({
    name: 'harmattan_ledger_halted_total',
    help: 'Commands that were not executed, because what is held cannot be proved',
    registers: [this.registry],
  });
  private readonly blocked = new Counter({
    name: 'harmattan_ledger_blocked_total',
    help: 'Batches of the ledger that met a lock of another session, by table',
    labelNames: ['table'],
    registers: [this.registry],
  });
  private readonly reruns = new Counter({
    name: 'harmattan_ledger_reruns_total',
    help: 'Ledger batches run again, by reason',
    labelNames: ['reason'],
    registers: [this.registry],
  });
  private readonly forwarded = new Counter({
    name: 'harmattan_ledger_forwarded_total',
    help: 'Ledger commands handed to the process that writes for all, by outcome',
    labelNames: ['outcome'],
    registers: [this.registry],
  });
  private readonly providerCalls = new Counter({
    name: 'harmattan_provider_calls_total',
    help: 'Calls of providers by call and outcome',
    labelNames: ['provider', 'call', 'outcome'],
    registers: [this.registry],
  });
  private readonly providerSeconds = new Histogram({
    name: 'harmattan_provider_seconds',
    help: 'Time until a provider answered, or was given up',
    labelNames: ['provider', 'call'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [this.registry],
  });
  private readonly jobs = new Counter({
    name: 'harmattan_jobs_total',
    help: 'Jobs by name and outcome',
    labelNames: ['name', 'outcome'],
    registers: [this.registry],
  });
  private readonly jobSeconds = new Histogram({
    name: 'harmattan_job_seconds',
    help: 'Time that an attempt of a job took',
    labelNames: ['name'],
    buckets: [0.01, 0.1, 1, 10, 60],
    registers: [this.registry],
  });
  private readonly failures = new Counter({
    name: 'harmattan_failures_total',
    help: 'Failed answers, by the failure of the catalogue: edge.replayed, sign_in.wrong_password and so on',
    labelNames: ['failure'],
    registers: [this.registry],
  });
  // Cached by label values, because looking them up costs more than counting.
  private readonly requestCounters = new Map<string, Map<number, Counter.Internal>>();
  private readonly requestDurations = new Map<string, Histogram.Internal<'action'>>();
  private inFlight = 0;
  private readonly gauges = new Map<string, Gauge>();
  private ofWorker: (() => Promise<readonly Values[]>) | undefined;

  constructor() {
    if (processRegistry.getMetricsAsArray().length === 0) measureProcess();
    this.gauge('harmattan_requests_in_flight', 'Requests begun and not answered yet', () => this.inFlight);
    const { version, commit = '', builtAt } = readBuild();
    new Gauge({
      name: 'harmattan_build_info',
      help: 'Version and commit that run; always 1',
      labelNames: ['version', 'commit'],
      registers: [this.registry],
    }).set({ version, commit }, 1);
    this.gauge('harmattan_build_timestamp_seconds', 'When the running code was built', () => builtAt / 1_000);
  }

  /** All metrics, and those of the process, in the text format of Prometheus. */
  async exposition(): Promise<{ contentType: string; text: string }> {
    const all = this.ofWorker ? await this.withWorker(this.ofWorker) : Registry.merge([processRegistry, this.registry]);
    return { contentType: all.contentType, text: await all.metrics() };
  }

  /** @param read values of the worker that this process started, which are shown with the label `process` */
  includeWorker(read: () => Promise<readonly Values[]>): void {
    this.ofWorker = read;
  }

  values(): Promise<Values[]> {
    return Registry.merge([processRegistry, this.registry]).getMetricsAsJSON();
  }

  /** Nothing is added up, because no two of them have the same labels. */
  private async withWorker(read: () => Promise<readonly Values[]>): Promise<Registry> {
    const [own, workers] = await Promise.all([this.values(), read()]);
    const named = workers.map((metric) => ({
      ...metric,
      values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, process: 'worker' } })),
    }));
    return AggregatorRegistry.aggregate([own, named].map((metrics) => metrics.map((each) => ({ ...each, aggregator: 'sum' }))));
  }

  get requestsInFlight(): number {
    return this.inFlight;
  }

  requestBegins(): void {
    this.inFlight++;
  }

  requestEnds(action: string, status: number, ms: number): void {
    this.inFlight--;
    this.requestCounter(action, status).inc();
    let duration = this.requestDurations.get(action);
    if (!duration) this.requestDurations.set(action, (duration = this.durations.labels({ action })));
    duration.observe(ms / 1000);
  }

  /** A request that was answered before its operation was known. */
  requestRefused(status: number): void {
    this.requestCounter('unknown', status).inc();
  }

  private requestCounter(action: string, status: number): Counter.Internal {
    let byStatus = this.requestCounters.get(action);
    if (!byStatus) this.requestCounters.set(action, (byStatus = new Map()));
    let counter = byStatus.get(status);
    if (!counter) byStatus.set(status, (counter = this.requests.labels({ action, status: String(status) })));
    return counter;
  }

  requestFailed(failure: string): void {
    this.failures.inc({ failure });
  }

  /** @param way `ahead`: the batch was decided without reading accounts under lock */
  ledgerBatch(commands: number, way: 'ahead' | 'locked', ms: number): void {
    this.batches.observe(commands);
    this.batchWays.inc({ way });
    this.commits.observe(ms / 1000);
  }

  ledgerRerun(reason: string): void {
    this.reruns.inc({ reason });
  }

  ledgerBlocked(table: string): void {
    this.blocked.inc({ table });
  }

  ledgerHalted(): void {
    this.halted.inc();
  }

  ledgerForwarded(outcome: 'answered' | 'taken_back'): void {
    this.forwarded.inc({ outcome });
  }

  providerCall(provider: string, call: string, outcome: string, ms: number): void {
    this.providerCalls.inc({ provider, call, outcome });
    this.providerSeconds.observe({ provider, call }, ms / 1000);
  }

  job(name: string, outcome: 'done' | 'retried' | 'deferred' | 'exhausted', ms: number): void {
    this.jobs.inc({ name, outcome });
    this.jobSeconds.observe({ name }, ms / 1000);
  }

  /** A counter of one part of the service. @param expected labels that begin at 0, because Prometheus sees no rise in a series that appears */
  counter<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    expected: readonly Readonly<Record<Label, string>>[] = [],
  ): Counter<Label> {
    const known = this.registry.getSingleMetric(name) as Counter<Label> | undefined;
    const counter = known ?? new Counter({ name, help, labelNames: [...labelNames], registers: [this.registry] });
    for (const labels of expected) counter.inc(labels, 0);
    return counter;
  }

  gauge(name: string, help: string, read: () => number): void {
    if (this.gauges.has(name)) return;
    this.gauges.set(
      name,
      new Gauge({
        name,
        help,
        registers: [this.registry],
        collect() {
          this.set(read());
        },
      }),
    );
  }

  /** Numbers by a label, read when somebody asks for the metrics. */
  gaugeBy(label: string, name: string, help: string, read: () => NumbersByLabel | Promise<NumbersByLabel>): void {
    if (this.gauges.has(name)) return;
    this.gauges.set(
      name,
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [this.registry],
        async collect() {
          const numbers = await read();
          this.reset();
          for (const [value, number] of numbers) this.set({ [label]: value }, number);
        },
      }),
    );
  }
}
