import { expect, it } from 'vitest';
import type { Database } from '../../../platform/database/database.js';
import type { ContinuousWork } from '../../../platform/queue/continuous-work.js';
import type { JobQueue } from '../../../platform/queue/job-queue.js';
import type { Log } from '../../../platform/telemetry/log.js';
import type { DeliverJournals, EndedRun, EndpointWork } from '../deliver-journals.js';
import type { OutboundEvents } from '../deliver-webhooks.js';
import { JournalWebhookSender } from './journal-webhook-sender.js';

it('starts no run from a cursor that it read while the run before moved it', async () => {
  let look: () => Promise<boolean> = () => Promise.resolve(false);
  const work = {
    add: (_: string, run: () => Promise<boolean>) => {
      look = run;
      return () => undefined;
    },
    during: <T>(run: () => Promise<T>) => run(),
  };
  const of = { endpoint: { id: 'endpoint' } } as EndpointWork;
  const runs: ((ended: EndedRun) => void)[] = [];
  let read: (works: EndpointWork[]) => void = () => undefined;
  const deliver = {
    due: () => new Promise<EndpointWork[]>((resolve) => (read = resolve)),
    execute: () => new Promise<EndedRun>((resolve) => runs.push(resolve)),
  };
  const sender = new JournalWebhookSender(
    work as unknown as ContinuousWork,
    deliver as unknown as DeliverJournals,
    {} as OutboundEvents,
    {} as Database,
    { add: () => Promise.resolve() } as unknown as JobQueue,
    {} as Log,
  );

  const first = look();
  read([of]);
  await first;
  expect(runs).toHaveLength(1);

  const second = look();
  runs[0]!({ isDone: true, next: [] });
  await sender.runsEnd();
  read([of]);
  await second;
  expect(runs).toHaveLength(1);

  const third = look();
  read([of]);
  await third;
  expect(runs).toHaveLength(2);
});
