import { setTimeout as sleep } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import dotenv from 'dotenv';
import { createApp } from './create-app.js';
import { Config } from './platform/config/config.js';
import { ConfigurationError } from './platform/config/environment.js';
import { Conditions } from './platform/telemetry/conditions.js';

/** Running requests and jobs are finished after the signal, within this time. */
const SHUTDOWN_MS = 20_000;

async function main(): Promise<void> {
  dotenv.config({ quiet: true });
  const config = Config.load();
  const app = await createApp({ config });
  stopOnSignal(app, config);
  await app.listen(config.port, config.host);

  console.log(`Harmattan (${config.role}) is listening`);
  if (config.servesApi) {
    console.log(`  API   ${await app.getUrl()}/?req=<action>`);
    console.log(`  Docs  ${await app.getUrl()}/docs`);
  }
  console.log(`  Data  ${config.databaseUrl ? withoutPassword(config.databaseUrl) : config.dataDir}`);
}

/** A second signal ends the process at once. */
function stopOnSignal(app: NestFastifyApplication, { shutdownDelayMs }: Config): void {
  const stop = async () => {
    setTimeout(() => process.exit(1), shutdownDelayMs + SHUTDOWN_MS).unref();
    app.get(Conditions).isStopping = true;
    await sleep(shutdownDelayMs);
    await app.close();
    process.exit();
  };
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      void stop();
    });
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
