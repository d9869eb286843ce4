import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../../kernel/clock.js';
import { SqlGauges } from '../../../../platform/database/sql-gauges.js';

/** By the index of expiry, and bounded, because every scrape counts them. */
const LIVE = `SELECT 'live' AS label, COUNT(*) AS value
  FROM (SELECT 1 AS live FROM session WHERE expires > ? LIMIT 100000) live_session`;

@Injectable()
export class SessionGauge implements OnModuleInit {
  constructor(
    private readonly gauges: SqlGauges,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const help = 'Sessions that have not expired, of users and staff; up to 100000 are counted';
    this.gauges.add('state', 'harmattan_sessions', help, LIVE, () => this.clock.now());
  }
}
