import { setTimeout as sleep } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import dotenv from 'dotenv';
import { createApp } from './create-app.js';
import { KNOWN_SETTINGS } from './known-settings.js';
import { Config } from './platform/config/config.js';
import { StartError } from './platform/config/start-error.js';
import { HttpEnvironment } from './platform/http/http.settings.js';
import { describeBuild, readBuild } from './platform/telemetry/build.js';
import { Conditions } from './platform/telemetry/conditions.js';
import { Log, type LogDestination, lineStream, endOnUncaught } from './platform/telemetry/log.js';
import { alsoToFiles } from './platform/telemetry/log-files.js';
import { TelemetryEnvironment } from './platform/telemetry/telemetry.settings.js';
import type { StartedWorker } from './platform/worker/started-worker.js';
import { findStartFaults } from './start-faults.js';
import { hasWorkerBeside, startWorkerBeside } from './worker-beside.js';

/** Running requests and jobs are finished after the signal, within this time. */
const SHUTDOWN_MS = 20_000;

async function main(): Promise<void> {
  dotenv.config({ quiet: true });
  const faults = await findStartFaults(process.env);
  if (faults.length > 0) throw new StartError(faults);
  const asked = Config.load(process.env, KNOWN_SETTINGS);
  const config = hasWorkerBeside(asked) ? Config.load({ ...process.env, ROLE: 'api' }, KNOWN_SETTINGS) : asked;
  const destination = logDestination(config);
  const log = new Log(config.of(TelemetryEnvironment), destination, config.role);
  const { commit } = readBuild();
  endOnUncaught(log);
  log.info('starting', { commit, node: process.versions.node });
  for (const warning of config.warnings) log.warning(warning);
  const app = await createApp({ config, log });
  const worker = hasWorkerBeside(asked) ? startWorkerBeside(app, destination) : undefined;
  stopOnSignal(app, config, worker);
  const { PORT, HOST } = config.of(HttpEnvironment);
  await app.listen(PORT, HOST);

  // On stderr, because stdout is the log.
  console.error(describeService(asked, await app.getUrl()));
}

function describeService(config: Config, url: string): string {
  const places = config.servesApi ? { API: `${url}/?req=<action>`, Docs: `${url}/docs`, Console: `${url}/console` } : {};
  const sandbox = config.servesApi && config.isSandbox ? { Sandbox: `${url}/sandbox` } : {};
  const data = config.databaseUrl ? withoutPassword(config.databaseUrl) : config.dataDir;
  const role = config.role === 'all' ? '' : ` (${config.role})`;
  const lines = Object.entries({ ...places, ...sandbox, Data: data }).map(([name, value]) => `  ${name.padEnd(8)} ${value}`);
  const end = process.stdin.isTTY && process.stderr.isTTY ? ['Ctrl-C stops it.'] : [];
  return [`Harmattan ${describeBuild(readBuild())}${role} is listening`, ...lines, ...end].join('\n');
}

/** A second signal ends the process at once. The worker ends first, because what it moves is written here. */
function stopOnSignal(app: NestFastifyApplication, config: Config, worker: StartedWorker | undefined): void {
  const shutdownDelayMs = config.of(HttpEnvironment).shutdownDelayMs(config.production);
  const stop = async () => {
    setTimeout(() => process.exit(1), shutdownDelayMs + SHUTDOWN_MS).unref();
    app.get(Conditions).isStopping = true;
    await sleep(shutdownDelayMs);
    await worker?.stop();
    await app.close();
    process.exit();
  };
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      // On a line of its own: a terminal has shown ^C.
      if (process.stderr.isTTY) console.error('\nHarmattan finishes what is running, then stops (Ctrl-C again: at once).');
      void stop();
    });
}

function logDestination(config: Config): LogDestination {
  const logDir = config.of(TelemetryEnvironment).logDir(config);
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
