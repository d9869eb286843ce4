import { Injectable } from '@nestjs/common';
import pTimeout from 'p-timeout';
import { Log } from '../telemetry/log.js';
import { Metrics } from '../telemetry/metrics.js';
import { Database } from './database.js';

/** Less than Prometheus waits. */
const READ_MS = 1_000;

interface GaugeRow {
  readonly label: string;
  readonly value: number | string;
}

/** Gauges that every process reads from the database when it is scraped. */
@Injectable()
export class SqlGauges {
  private readonly reading = new Map<string, Promise<GaugeRow[]>>();

  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
    private readonly log: Log,
  ) {}

  /** @param sql selects `label` and `value`, by an index; `now` gives it its one placeholder */
  add(label: string, name: string, help: string, sql: string, now?: () => number): void {
    this.metrics.gaugeBy(label, name, help, () => this.read(name, sql, now));
  }

  /** Empty where the database cannot be read in time, which must not hide the other metrics. */
  private async read(metric: string, sql: string, now?: () => number): Promise<ReadonlyMap<string, number>> {
    try {
      const rows = await pTimeout(this.reading.get(metric) ?? this.begin(metric, sql, now), { milliseconds: READ_MS });
      return new Map(rows.map(({ label, value }) => [label, Number(value)]));
    } catch (error) {
      this.log.warning('a metric cannot be read', { metric }, error);
      return new Map();
    }
  }

  /** Shared by scrapes that meet it, so that they do not take all connections of a database that hangs. */
  private begin(metric: string, sql: string, now?: () => number): Promise<GaugeRow[]> {
    const reading = this.database.rows<GaugeRow>(sql, now ? [now()] : []).finally(() => this.reading.delete(metric));
    this.reading.set(metric, reading);
    return reading;
  }
}
