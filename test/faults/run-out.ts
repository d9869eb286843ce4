import type { Config } from '../../src/platform/config/config.js';
import { connect, dataSourceOptions } from '../../src/platform/database/data-source.js';

/** Has the claims and leases of a killed process run out, which takes up to 15 s by itself; only while no process runs. */
export async function runOut(config: Config): Promise<void> {
  const dataSource = await connect(dataSourceOptions(config, [], []), config.databaseUrl);
  await dataSource.query("UPDATE job SET run_at = 1 WHERE state = 'waiting' AND claimed_by <> ''");
  await dataSource.query('UPDATE lease SET `until` = 0');
  await dataSource.destroy();
}
