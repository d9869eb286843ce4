import type { Config } from '../../src/platform/config/config.js';
import { connect, dataSourceOptions } from '../../src/platform/database/data-source.js';

/** Has the claims, leases and submit windows of a killed process run out, which takes its time by itself; only while no process runs. */
export async function runOut(config: Config): Promise<void> {
  const dataSource = await connect(dataSourceOptions(config, [], []), config.databaseUrl);
  await dataSource.query("UPDATE job SET run_at = 1 WHERE state = 'waiting' AND claimed_by <> ''");
  await dataSource.query('UPDATE purchase SET next_query_at = 1 WHERE next_query_at IS NOT NULL');
  await dataSource.query('UPDATE lease SET `until` = 0');
  await dataSource.destroy();
}
