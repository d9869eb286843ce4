import { Injectable } from '@nestjs/common';
import { limit } from '../../kernel/timers.js';
import { Log } from '../telemetry/log.js';
import { Metrics, type NumbersByLabel } from '../telemetry/metrics.js';
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
  private readonly reading = new Map<string, Promise<NumbersByLabel>>();

  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
    private readonly log: Log,
  ) {}

  /** @param sql selects `label` and `value`, by an index; `now` gives it its one placeholder */
  add(label: string, name: string, help: string, sql: string, now?: () => number): void {
    this.addReading(label, name, help, async () => {
      const rows = await this.database.rows<GaugeRow>(sql, now ? [now()] : []);
      return new Map(rows.map(({ label, value }) => [label, Number(value)]));
    });
  }

  /** A reading by queries of the context's own. */
  addReading(label: string, name: string, help: string, read: () => Promise<NumbersByLabel>): void {
    this.metrics.gaugeBy(label, name, help, () => this.read(name, read));
  }

  /** Empty where the database cannot be read in time, which must not hide the other metrics. */
  private async read(metric: string, read: () => Promise<NumbersByLabel>): Promise<NumbersByLabel> {
    try {
      const reading = this.reading.get(metric) ?? this.begin(metric, read);
      return await limit(reading, READ_MS, () => new Error('no answer in time'));
    } catch (error) {
      this.log.warning('a metric cannot be read', { metric }, error);
      return new Map();
    }
  }

  /** Shared by scrapes that meet it, so that they do not take all connections of a database that hangs. */
  private begin(metric: string, read: () => Promise<NumbersByLabel>): Promise<NumbersByLabel> {
    const reading = read().finally(() => this.reading.delete(metric));
    this.reading.set(metric, reading);
    return reading;
  }
}
