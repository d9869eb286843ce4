import { Injectable } from '@nestjs/common';
import { Log } from '../telemetry/log.js';
import { Metrics } from '../telemetry/metrics.js';
import { Database } from './database.js';

/** Gauges that every process reads from the database when it is scraped. */
@Injectable()
export class SqlGauges {
  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
    private readonly log: Log,
  ) {}

  /** @param sql selects `label` and `value`, by an index; `now` gives it its one placeholder */
  add(label: string, name: string, help: string, sql: string, now?: () => number): void {
    this.metrics.gaugeBy(label, name, help, () => this.read(name, sql, now));
  }

  /** Empty where the database cannot be read, which must not hide the other metrics. */
  private async read(metric: string, sql: string, now?: () => number): Promise<ReadonlyMap<string, number>> {
    try {
      const rows = await this.database.rows<{ label: string; value: number | string }>(sql, now ? [now()] : []);
      return new Map(rows.map(({ label, value }) => [label, Number(value)]));
    } catch (error) {
      this.log.warning('a metric cannot be read', { metric }, error);
      return new Map();
    }
  }
}
