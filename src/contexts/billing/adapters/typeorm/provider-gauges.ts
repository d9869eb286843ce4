import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../../kernel/clock.js';
import { SqlGauges } from '../../../../platform/database/sql-gauges.js';

const FLOATS = 'SELECT provider AS label, balance_kobo AS value FROM provider_float';
/** By the index of what is due: those that were left to staff are in the system logs. */
const PENDING = `FROM purchase
  JOIN purchase_attempt attempt ON attempt.purchase_id = purchase.id AND attempt.reference = purchase.reference
  WHERE purchase.next_query_at > 0 AND purchase.status = 'pending' GROUP BY attempt.provider`;
const UNDECIDED = `SELECT attempt.provider AS label, COUNT(*) AS value ${PENDING}`;
const OLDEST = `SELECT attempt.provider AS label, (? - MIN(purchase.recorded)) / 1000.0 AS value ${PENDING}`;

@Injectable()
export class ProviderGauges implements OnModuleInit {
  constructor(
    private readonly gauges: SqlGauges,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const { gauges } = this;
    gauges.add('provider', 'harmattan_provider_float_kobo', 'Our balance with biller providers', FLOATS);
    gauges.add('provider', 'harmattan_undecided_purchases', 'Pending purchases that providers are asked about', UNDECIDED);
    const help = 'Age of the oldest pending purchase that providers are asked about';
    gauges.add('provider', 'harmattan_undecided_purchase_age_seconds', help, OLDEST, () => this.clock.now());
  }
}
