import type { MetricObjectWithValues, MetricValue } from 'prom-client';

/** What a worker says of itself to the process that started it. */
export interface WorkerReport {
  readonly metrics: readonly MetricObjectWithValues<MetricValue<string>>[];
  /** As of `Conditions`. */
  readonly conditions: Readonly<Record<string, string>>;
}

/** A report that was asked for, or a push message of the sandbox. */
export interface WorkerMessage {
  readonly report?: WorkerReport;
  readonly push?: { readonly title: string; readonly body: string };
}
