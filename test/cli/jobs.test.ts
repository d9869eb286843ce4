import { In } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/platform/database/database.js';
import { EVENT_JOB } from '../../src/platform/queue/event-jobs.js';
import { JobQueue } from '../../src/platform/queue/job-queue.js';
import { JobRegistry } from '../../src/platform/queue/job-registry.js';
import { OutboxRow } from '../../src/platform/queue/outbox.row.js';
import { startApp, type TestApp } from '../support/app.js';
import { ONE_BACKEND } from '../support/backend.js';
import { until } from '../support/until.js';
import { runCli } from './run-cli.js';

const IDS = ['event-a', 'event-b', 'event-c'];

describe.each(ONE_BACKEND)('exhausted jobs beside the service on %s', (backend) => {
  let service: TestApp;
  const cli = (...args: string[]) => runCli(service.environment, ...args);
  const exhausted = async () => (await service.app.get(JobQueue).counts()).exhausted;
  const outbox = () => service.app.get(Database).repository(OutboxRow);
  const left = async () => (await outbox().find({ where: { id: In(IDS) }, order: { id: 'ASC' } })).map(({ id }) => id);

  beforeAll(async () => {
    service = await startApp(backend);
    Object.assign(service.app.get(JobRegistry).job(EVENT_JOB), { attempts: 1 });
    // Events with unreadable data, one after the other.
    for (const [index, id] of IDS.entries()) {
      await outbox().insert({ id, name: 'catalogue.synced', data: 'hunter2 is no JSON', createdAt: Date.now(), queuedAt: 0 });
      await until(async () => (await exhausted()) === index + 1);
    }
  });
  afterAll(() => service.close());

  it('are listed newest first, without their data', async () => {
    const { exitCode, json, stdout, stderr } = await cli('jobs:exhausted', '--json');
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(json).toEqual({
      total: 3,
      jobs: IDS.toReversed().map((id) => ({
        id: `event:${id}`,
        name: 'event',
        failedAt: expect.stringMatching(/^20\d\d-.*Z$/) as string,
        attempts: 1,
        error: expect.stringContaining('Unexpected token') as string,
      })),
    });
    const forPeople = await cli('jobs:exhausted', '--limit', '1');
    expect(forPeople.stdout).toMatch(/^event:event-c .*1 attempts.*\nand 2 more/);
    expect(stdout + forPeople.stdout).not.toContain('hunter2');
  });

  it('retrying an unknown job is an error', async () => {
    for (const id of ['event:unknown', 'unheard:event-a', 'event-a']) {
      const { exitCode, json, stderr } = await cli('jobs:retry', '--id', id, '--json');
      expect([exitCode, json.error]).toEqual([1, expect.stringContaining(id)]);
      expect(stderr).not.toContain('    at ');
    }
    expect(await exhausted()).toBe(3);
  });

  it('are retried one by one by the running service', async () => {
    await outbox().update({ id: 'event-b' }, { data: '{"provider":"sandbox"}' });
    const { exitCode, json } = await cli('jobs:retry', '--id', 'event:event-b', '--json');
    expect([exitCode, json]).toEqual([0, { retried: 1 }]);
    await until(async () => (await left()).join() === 'event-a,event-c');
    expect(await exhausted()).toBe(2);
    expect((await cli('jobs:retry', '--id', 'event:event-b')).exitCode).toBe(1);
  });

  it('are retried all at once, and are exhausted again where they fail again', async () => {
    await outbox().update({ id: 'event-a' }, { data: '{"provider":"sandbox"}' });
    const { exitCode, stdout } = await cli('jobs:retry', '--all');
    expect([exitCode, stdout]).toEqual([0, '2 jobs are tried again.\n']);
    await until(async () => (await left()).join() === 'event-c' && (await exhausted()) === 1);
    await outbox().delete({ id: 'event-c' });
    expect((await cli('jobs:retry', '--all', '--json')).json).toEqual({ retried: 1 });
    await until(async () => (await exhausted()) === 0);
    expect((await cli('jobs:exhausted')).stdout).toBe('No job used up its attempts.\n');
    expect((await cli('jobs:retry', '--all', '--json')).json).toEqual({ retried: 0 });
  });
});
