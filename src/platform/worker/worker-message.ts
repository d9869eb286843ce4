import type { MetricObjectWithValues, MetricValue } from 'prom-client';

/** A worker's report to the process that started it. */
export interface WorkerReport {
  readonly metrics: readonly MetricObjectWithValues<MetricValue<string>>[];
  /** Conditions, as in `Conditions`. */
  readonly conditions: Readonly<Record<string, string>>;
}

/** A report that was asked for, or a push message of the sandbox. */
export interface WorkerMessage {
  readonly report?: WorkerReport;
  readonly push?: { readonly title: string; readonly body: string };
}
