import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { wallMs } from './kernel/timers.js';
import { RecentPushes } from './contexts/notifications/index.js';
import { SystemLogs } from './contexts/system-logs/index.js';
import { HOUR_MS } from './kernel/clock.js';
import type { Config } from './platform/config/config.js';
import { Conditions } from './platform/telemetry/conditions.js';
import { Log, type LogDestination } from './platform/telemetry/log.js';
import { Metrics } from './platform/telemetry/metrics.js';
import { StartedWorker } from './platform/worker/started-worker.js';

/** Only processes with the same Redis can work on one database, and only a server takes more than one. */
export function hasWorkerBeside({ role, databaseUrl, redisUrl }: Config): boolean {
  return role === 'all' && databaseUrl !== undefined && redisUrl !== undefined;
}

/** Starts the worker of a service of ROLE=all, whose log, metrics and conditions show those of the worker, too. */
export function startWorkerBeside(app: NestFastifyApplication, destination: LogDestination): StartedWorker {
  const log = app.get(Log);
  const pushes = app.get(RecentPushes);
  const worker = new StartedWorker(
    new URL('./worker.js', import.meta.url),
    { ...process.env, ROLE: 'worker' },
    {
      line: (line) => destination.write(`${line}\n`),
      push: (push) => pushes.add(push),
      crashed: (how) => {
        log.problem('the worker has ended and is started again', undefined, { how });
        void record(app, how).catch((error: unknown) => log.problem('the end of the worker was not recorded', error));
      },
    },
  );
  app.get(Metrics).includeWorker(async () => (await worker.report())?.metrics ?? []);
  app.get(Conditions).includeWorker(async () => (await worker.report())?.conditions ?? { worker: 'no_answer' });
  worker.start();
  return worker;
}

/** Staff are told once an hour. */
async function record(app: NestFastifyApplication, how: string): Promise<void> {
  const hour = Math.floor(wallMs() / HOUR_MS);
  const description = `The worker beside the service ended (${how}) and was started again: see its log`;
  await app.get(SystemLogs).record({ kind: 'error', description, key: `worker-ended:${hour}` });
}
