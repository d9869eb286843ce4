import type { OnApplicationShutdown } from '@nestjs/common';
import { every, sleep, type Timer } from '../../kernel/timers.js';
import { StartError } from '../config/start-error.js';
import { mysqlOptions } from '../database/mysql-options.js';
import { LONG_SESSION, openConnection } from '../database/mysql-session.js';
import type { Log } from '../telemetry/log.js';
import type { Leases } from './leases.js';

const NAME = 'single_process';
/** Until a crashed process is taken over. */
const TTL_MS = 15_000;
const BEAT_MS = 4_000;
const LOOK_EVERY_MS = 500;

/** Without Redis one process at a time works on a database, because processes could not tell each other what changed. */
export class SingleProcess implements OnApplicationShutdown {
  private beat: Timer | undefined;

  constructor(
    private readonly databaseUrl: string,
    private readonly leases: Leases,
    private readonly log: Log,
    private readonly stop: () => void = () => process.kill(process.pid, 'SIGTERM'),
  ) {}

  /** Waits for a lease that nobody renews. @throws StartError when another process renews it */
  async take(): Promise<void> {
    const first = await this.leases.read(NAME);
    while (!(await this.leases.claim(NAME, TTL_MS))) {
      const { until, holder } = await this.leases.read(NAME);
      if (until > first.until && first.until > 0)
        throw new StartError([
          `Another service (${holder.slice(holder.indexOf(' ') + 1)}) works on this database without REDIS_URL: stop it, or give every process the same REDIS_URL.`,
        ]);
      await sleep(LOOK_EVERY_MS);
    }
    this.beat = every(BEAT_MS, () => void this.renew());
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.beat === undefined) return;
    this.beat?.stop();
    // Otherwise it runs out.
    await this.release().catch(() => undefined);
  }

  /** On a connection of its own: requests may still write until the others are closed. */
  private async release(): Promise<void> {
    const connection = await openConnection(mysqlOptions(this.databaseUrl), LONG_SESSION);
    try {
      await connection.query('UPDATE lease SET `until` = 0 WHERE name = ? AND holder = ?', [NAME, this.leases.holder]);
    } finally {
      await connection.end();
    }
  }

  private async renew(): Promise<void> {
    try {
      if (await this.leases.renew(NAME, TTL_MS)) return;
      this.log.problem('another process works on the database, and this one stops', new Error('the lease was taken over'));
      this.beat?.stop();
      this.stop();
    } catch (error) {
      this.log.warning('cannot renew the lease of the only process', {}, error);
    }
  }
}
