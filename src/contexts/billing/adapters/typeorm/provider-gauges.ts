import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { Log } from '../../../../platform/telemetry/log.js';
import { Metrics } from '../../../../platform/telemetry/metrics.js';

const FLOATS = 'SELECT provider, balance_kobo AS total FROM provider_float';
/** By the index of what is due: those that were left to staff are in the system logs. */
const UNDECIDED = `SELECT attempt.provider AS provider, COUNT(*) AS total FROM purchase
  JOIN purchase_attempt attempt ON attempt.purchase_id = purchase.id AND attempt.reference = purchase.reference
  WHERE purchase.next_query_at > 0 AND purchase.status = 'pending' GROUP BY attempt.provider`;

/** Read from the database at each scrape, so that every process says the same. */
@Injectable()
export class ProviderGauges implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    const { metrics } = this;
    metrics.gaugeBy('provider', 'harmattan_provider_float_kobo', 'Our balance with biller providers', () => this.read(FLOATS));
    metrics.gaugeBy('provider', 'harmattan_undecided_purchases', 'Pending purchases that providers are asked about', () =>
      this.read(UNDECIDED),
    );
  }

  /** Empty where the database cannot be read, which must not hide the other metrics. */
  private async read(sql: string): Promise<ReadonlyMap<string, number>> {
    try {
      const rows = await this.database.rows<{ provider: string; total: number | string }>(sql);
      return new Map(rows.map(({ provider, total }) => [provider, Number(total)]));
    } catch (error) {
      this.log.warning('a metric of providers cannot be read', {}, error);
      return new Map();
    }
  }
}
