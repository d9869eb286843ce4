import dotenv from 'dotenv';
import { createApp } from './create-app.js';
import { Config } from './platform/config/config.js';
import { ConfigurationError } from './platform/config/environment.js';

/** Running requests and jobs are finished after the signal, within this time. */
const SHUTDOWN_MS = 20_000;

async function main(): Promise<void> {
  dotenv.config({ quiet: true });
  const config = Config.load();
  const app = await createApp({ config });
  app.enableShutdownHooks();
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => setTimeout(() => process.exit(1), SHUTDOWN_MS).unref());
  await app.listen(config.port, config.host);

  console.log(`Harmattan (${config.role}) is listening`);
  if (config.servesApi) {
    console.log(`  API   ${await app.getUrl()}/?req=<action>`);
    console.log(`  Docs  ${await app.getUrl()}/docs`);
  }
  console.log(`  Data  ${config.databaseUrl ? withoutPassword(config.databaseUrl) : config.dataDir}`);
}

function withoutPassword(address: string): string {
  const url = new URL(address);
  url.password = '';
  return url.href;
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigurationError ? error.message : error);
  process.exit(1);
});
