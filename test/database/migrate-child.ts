/** A process that only migrates and reports how many migrations it applied. */
import { MIGRATIONS } from '../../src/migrations/index.js';
import { Config } from '../../src/platform/config/config.js';
import { connect, dataSourceOptions } from '../../src/platform/database/data-source.js';
import { migrate } from '../../src/platform/database/migrate.js';

const config = Config.load(process.env);
process.on('message', () => {
  void (async () => {
    const dataSource = await connect(dataSourceOptions(config, [], MIGRATIONS), config.databaseUrl);
    const ran = await migrate(dataSource, config.dataDir);
    await dataSource.destroy();
    process.send!(ran.length, undefined, undefined, () => process.disconnect());
  })();
});
process.send!('ready');
