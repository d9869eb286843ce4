import { statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { limit } from '../../kernel/timers.js';
import { Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { SqlGauges } from '../database/sql-gauges.js';
import { JobQueue } from '../queue/job-queue.js';
import { Metrics } from '../telemetry/metrics.js';

/** Less than Prometheus waits. */
const CHECK_MS = 1_000;
const BACKUPS = "SELECT 'newest' AS label, MAX(finished_at) / 1000 AS value FROM backup_number HAVING MAX(finished_at) > 0";
const SCHEMA = 'SELECT name AS label, 1 AS value FROM migration ORDER BY id DESC LIMIT 1';
/** Failures since the newest finished backup. */
const FAILED_BACKUPS = `SELECT 'newest' AS label, MAX(failed_at) / 1000 AS value FROM backup_number
  WHERE number > (SELECT COALESCE(MAX(number), 0) FROM backup_number WHERE finished_at > 0) HAVING MAX(failed_at) > 0`;

/** Health of the process's needs, checked when somebody asks for the metrics, so that an outage is seen without traffic. */
@Injectable()
export class HealthGauges {
  constructor(
    private readonly database: Database,
    private readonly queue: JobQueue,
    private readonly config: Config,
    metrics: Metrics,
    sqlGauges: SqlGauges,
  ) {
    const { role, redisUrl } = config;
    metrics.gaugeBy('role', 'harmattan_process_role', 'The ROLE of the process; always 1', () => new Map([[role, 1]]));
    metrics.gaugeBy('part', 'harmattan_reachable', '1 where the database, or Redis where it is used, answers', async () => {
      const database = await answers(this.database.rows('SELECT name FROM lease LIMIT 1'));
      return new Map([['database', database], ...(redisUrl ? [['redis', await answers(this.queue.ping())] as const] : [])]);
    });
    const free = 'Free share of the disk of DATA_DIR';
    metrics.gaugeBy('folder', 'harmattan_disk_free_ratio', free, () =>
      this.freeShare().then(
        (share) => new Map([['data', share]]),
        // A folder that is gone must not hide the other metrics.
        () => new Map<string, number>(),
      ),
    );
    sqlGauges.add('backup', 'harmattan_backup_timestamp_seconds', 'When the newest finished backup ended', BACKUPS);
    sqlGauges.add('migration', 'harmattan_schema_info', 'The newest migration of the database; always 1', SCHEMA);
    const failed = 'When the newest backup failed, until one is finished';
    sqlGauges.add('backup', 'harmattan_backup_failed_timestamp_seconds', failed, FAILED_BACKUPS);
  }

  /** Free share for users other than root. */
  async freeShare(): Promise<number> {
    const { bavail, blocks } = await statfs(this.config.dataDir);
    return bavail / blocks;
  }
}

async function answers(check: Promise<unknown>): Promise<number> {
  return limit(check, CHECK_MS, () => new Error('no answer in time')).then(
    () => 1,
    () => 0,
  );
}
