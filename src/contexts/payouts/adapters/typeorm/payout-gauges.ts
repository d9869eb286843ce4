import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../../kernel/clock.js';
import { SqlGauges } from '../../../../platform/database/sql-gauges.js';

/** By the index of what is due: those that were left to staff are in the system logs. */
const UNDECIDED = `SELECT attempt.provider AS label, COUNT(*) AS value FROM payout
  JOIN payout_attempt attempt ON attempt.payout_id = payout.id AND attempt.reference = payout.reference
  WHERE payout.next_query_at > 0 AND payout.status = 'pending' GROUP BY attempt.provider`;
const STATE = "CASE WHEN next_query_at IS NULL THEN 'left_to_staff' ELSE 'asked' END";
const OPEN_BY_STATE = `SELECT ${STATE} AS label, COUNT(*) AS value FROM payout WHERE status = 'pending' GROUP BY ${STATE}`;
const OLDEST_BY_STATE = `SELECT ${STATE} AS label, (? - MIN(recorded)) / 1000.0 AS value
  FROM payout WHERE status = 'pending' GROUP BY ${STATE}`;

/** A system log of each minute in which a provider asked so. */
const REFUSED = `SELECT 'refused' AS label, COUNT(*) AS value FROM system_log
  WHERE log_key LIKE 'payout.approval:%' AND recorded > ? - 3600000`;

@Injectable()
export class PayoutGauges implements OnModuleInit {
  constructor(
    private readonly gauges: SqlGauges,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const { gauges } = this;
    gauges.add('provider', 'harmattan_undecided_payouts', 'Pending payouts that providers are asked about', UNDECIDED);
    const open = 'Pending payouts by state: the provider is asked about them, or they are left to staff';
    gauges.add('state', 'harmattan_open_payouts', open, OPEN_BY_STATE);
    const now = () => this.clock.now();
    gauges.add('state', 'harmattan_open_payout_age_seconds', 'Age of the oldest of them', OLDEST_BY_STATE, now);
    const refused = 'Minutes of the last hour in which a provider asked about a payout that is not ours, or not so';
    gauges.add('answer', 'harmattan_refused_payout_approvals', refused, REFUSED, now);
  }
}
