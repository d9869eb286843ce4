import { setTimeout as sleep } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import dotenv from 'dotenv';
import { createApp } from './create-app.js';
import { Config } from './platform/config/config.js';
import { StartError } from './platform/config/start-error.js';
import { describeBuild, readBuild } from './platform/telemetry/build.js';
import { Conditions } from './platform/telemetry/conditions.js';
import { Log, type LogDestination, lineStream } from './platform/telemetry/log.js';
import { alsoToFiles } from './platform/telemetry/log-files.js';
import { findStartFaults } from './start-faults.js';

/** Running requests and jobs are finished after the signal, within this time. */
const SHUTDOWN_MS = 20_000;

async function main(): Promise<void> {
  dotenv.config({ quiet: true });
  const faults = await findStartFaults(process.env);
  if (faults.length > 0) throw new StartError(faults);
  const config = Config.load();
  const log = new Log(config, await logDestination(config));
  const { version, commit } = readBuild();
  log.info('starting', { version, commit, role: config.role, node: process.versions.node });
  for (const warning of config.warnings) log.warning(warning);
  const app = await createApp({ config, log });
  stopOnSignal(app, config);
  await app.listen(config.port, config.host);

  // On stderr, because stdout is the log.
  console.error(`Harmattan ${describeBuild(readBuild())} (${config.role}) is listening`);
  if (config.servesApi) {
    console.error(`  API   ${await app.getUrl()}/?req=<action>`);
    console.error(`  Docs  ${await app.getUrl()}/docs`);
    console.error(`  Console  ${await app.getUrl()}/console`);
    if (config.isSandbox) console.error(`  Sandbox  ${await app.getUrl()}/sandbox`);
  }
  console.error(`  Data  ${config.databaseUrl ? withoutPassword(config.databaseUrl) : config.dataDir}`);
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

async function logDestination({ logDir }: Config): Promise<LogDestination> {
  const stdout = lineStream(process.stdout.isTTY);
  return logDir === undefined ? stdout : alsoToFiles(stdout, logDir);
}

function withoutPassword(address: string): string {
  const url = new URL(address);
  url.password = '';
  return url.href;
}

/** A stack trace only for what nobody foresaw. */
function describeStop(error: unknown): unknown {
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (syscall && path && ['EACCES', 'EPERM', 'EROFS'].includes(code ?? ''))
    return `Harmattan cannot start:\n  - ${path} cannot be used (${code}): let this user write it, or correct the setting that names it.`;
  if (!(error instanceof StartError)) return error;
  return `Harmattan cannot start:\n${error.faults.map((fault) => `  - ${fault}`).join('\n')}`;
}

main().catch((error: unknown) => {
  console.error(describeStop(error));
  process.exit(1);
});
