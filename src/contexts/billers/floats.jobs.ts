import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { SqlGauges } from '../../platform/database/sql-gauges.js';
import { Every, Job, type JobRequest, JobQueue } from '../../platform/queue/job-queue.js';
import { Log } from '../../platform/telemetry/log.js';
import { BillerProviders } from './biller-provider.js';
import { WatchFloat } from '../attempts/index.js';

const FLOATS = 'SELECT provider AS label, balance_kobo AS value FROM provider_float';
const LOW_FLOATS = 'SELECT provider AS label, CASE WHEN low_since IS NULL THEN 0 ELSE 1 END AS value FROM provider_float';
/** By the index of what is due: those that were left to staff are in the system logs. */
const PENDING = `FROM purchase
  JOIN purchase_attempt attempt ON attempt.purchase_id = purchase.id AND attempt.reference = purchase.reference
  WHERE purchase.next_query_at > 0 AND purchase.status = 'pending' GROUP BY attempt.provider`;
const UNDECIDED = `SELECT attempt.provider AS label, COUNT(*) AS value ${PENDING}`;
const OLDEST = `SELECT attempt.provider AS label, (? - MIN(purchase.recorded)) / 1000.0 AS value ${PENDING}`;
const STATE = "CASE WHEN next_query_at IS NULL THEN 'left_to_staff' ELSE 'asked' END";
const OPEN_BY_STATE = `SELECT ${STATE} AS label, COUNT(*) AS value FROM purchase WHERE status = 'pending' GROUP BY ${STATE}`;
const OLDEST_BY_STATE = `SELECT ${STATE} AS label, (? - MIN(recorded)) / 1000.0 AS value
  FROM purchase WHERE status = 'pending' GROUP BY ${STATE}`;

@Injectable()
export class ProviderGauges implements OnModuleInit {
  constructor(
    private readonly gauges: SqlGauges,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const { gauges } = this;
    const now = () => this.clock.now();
    gauges.add('provider', 'harmattan_provider_float_kobo', 'Our balance with providers', FLOATS);
    const low = '1 where that balance is below PROVIDER_FLOAT_ALERT';
    gauges.add('provider', 'harmattan_provider_float_low', low, LOW_FLOATS);
    gauges.add('provider', 'harmattan_undecided_purchases', 'Pending purchases that providers are asked about', UNDECIDED);
    const help = 'Age of the oldest pending purchase that providers are asked about';
    gauges.add('provider', 'harmattan_undecided_purchase_age_seconds', help, OLDEST, now);
    const open = 'Pending purchases by state: the provider is asked about them, or they are left to staff';
    gauges.add('state', 'harmattan_open_purchases', open, OPEN_BY_STATE);
    gauges.add('state', 'harmattan_open_purchase_age_seconds', 'Age of the oldest of them', OLDEST_BY_STATE, now);
  }
}

const READ_FLOAT = 'provider.float';

@Injectable()
export class FloatsJobs {
  constructor(
    private readonly providers: BillerProviders,
    private readonly watchFloat: WatchFloat,
    private readonly queue: JobQueue,
    private readonly log: Log,
  ) {}

  @Every(300_000, 'billers.floats')
  readAll(): Promise<void> {
    const readable = this.providers.all.filter((provider) => provider.balance !== undefined);
    return this.queue.add(...readable.map(({ name }) => readFloat(name)));
  }

  @Job(READ_FLOAT)
  async read({ provider }: { provider: string }): Promise<void> {
    try {
      await this.watchFloat.execute(this.providers.find(provider), 'purchases');
    } catch (error) {
      // An exhausted job would block the next ones.
      this.log.warning('the balance with a provider cannot be read', { provider }, error);
    }
  }
}

/** By a key of the provider, so that refusals in a row read once and two reads never overlap. */
export function readFloat(provider: string): JobRequest {
  return { name: READ_FLOAT, key: provider, data: { provider } };
}
