import { expect, it } from 'vitest';
import type { Log } from '../telemetry/log.js';
import { JobWorker } from './job-worker.js';
import type { RegisteredJob } from './job-registry.js';
import type { JobRunner } from './job-runner.js';
import type { DueJob, JobTable } from './job-table.js';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

it('does not run a job again that a read, begun before its end, still shows', async () => {
  const ended: string[] = [];
  const endings: (() => void)[] = [];
  const reads: ((rows: readonly DueJob[]) => void)[] = [];
  const table: Partial<JobTable> = {
    due: () => new Promise((resolve) => reads.push((rows) => resolve([...rows]))),
    remove: async (id) => void ended.push(id),
  };
  const runner: Partial<JobRunner> = {
    run: () => new Promise((resolve) => endings.push(() => resolve({ kind: 'done' }))),
  };
  const job = { name: 'plain', concurrency: 2 } as RegisteredJob;
  const lane = new JobWorker(job, table as JobTable, runner as JobRunner, {} as Log, () => undefined);
  const [slow, quick] = ['slow', 'quick'].map((id): DueJob => ({ id, key: id, data: {}, attempts: 0 }));

  lane.fill();
  reads[0]!([slow!, quick!]);
  await turn();
  lane.fill();
  endings[1]!();
  await turn();
  expect(ended).toEqual(['quick']);
  reads[1]!([slow!, quick!]);
  await turn();
  expect(endings).toHaveLength(2);

  // A later read may show it: it was put off, and is due again.
  reads[2]!([slow!, quick!]);
  await turn();
  expect(endings).toHaveLength(3);
});
