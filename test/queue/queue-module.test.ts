import { getQueueToken } from '@nestjs/bull';
import { type INestApplicationContext, Injectable, Module } from '@nestjs/common';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import { afterEach, describe, expect, it } from 'vitest';
import { sleep } from '../../src/kernel/timers.js';
import { PlatformModule } from '../../src/platform/platform.module.js';
import { BULL_QUEUE } from '../../src/platform/queue/bull-queue.module.js';
import { Job, JobQueue } from '../../src/platform/queue/job-queue.js';
import { QueueModule } from '../../src/platform/queue/queue.module.js';
import { BACKENDS, makeBackend, type TestBackend } from '../support/backend.js';
import { until } from '../support/until.js';
import { VirtualTime } from '../support/virtual-time.js';
import { PLATFORM_MIGRATIONS } from './support.js';

@Injectable()
class TestJobs {
  readonly begun: string[] = [];
  readonly finished: string[] = [];

  @Job('test.work')
  async work({ id, ms }: { id: string; ms: number }): Promise<void> {
    this.begun.push(id);
    await sleep(ms);
    this.finished.push(id);
  }
}

@Module({ providers: [TestJobs] })
class TestJobsModule {}

function start({ config }: TestBackend): Promise<INestApplicationContext> {
  @Module({
    imports: [PlatformModule.forRoot({ config, migrations: PLATFORM_MIGRATIONS }), QueueModule.forRoot(config), TestJobsModule],
  })
  class TestModule {}
  return NestFactory.createApplicationContext(TestModule, { logger: false });
}

const add = (app: INestApplicationContext, id: string, ms: number) =>
  app.get(JobQueue).add({ name: 'test.work', key: id, data: { id, ms } });

describe.each(BACKENDS)('queue module on %s', (backend) => {
  let place: TestBackend;

  afterEach(() => place.remove());

  it('runs jobs, and finishes running ones on shutdown', async () => {
    place = makeBackend(backend);
    const app = await start(place);
    const jobs = app.get(TestJobs, { strict: false });
    await add(app, 'a', 0);
    await add(app, 'b', 400);
    await add(app, 'c', 0);
    await until(() => jobs.begun.includes('b'));
    await app.close();
    expect(jobs.finished).toEqual(['a', 'b']);
    const next = await start(place);
    await until(() => next.get(TestJobs, { strict: false }).finished.length === 1);
    await next.close();
  });

  it('makes a Bull queue only with Redis', async () => {
    place = makeBackend(backend);
    const app = await start(place);
    const tokens = [...app.get(ModulesContainer).values()].flatMap(({ providers }) => [...providers.keys()]);
    expect(tokens.includes(getQueueToken(BULL_QUEUE))).toBe(backend === 'mysql');
    await app.close();
  });

  it('shuts down right after its start', async () => {
    place = makeBackend(backend);
    const app = await start(place);
    await expect(app.close()).resolves.toBeUndefined();
  });
});

describe('queue module with a job that does not end', () => {
  it('shuts down without waiting for it', async () => {
    const place = makeBackend('sqlite');
    const app = await start(place);
    const jobs = app.get(TestJobs, { strict: false });
    const time = new VirtualTime();
    await add(app, 'a', 60_000);
    await until(() => jobs.begun.length === 1);
    await time.over(app.close());
    expect(jobs.finished).toEqual([]);
    time.end();
    await place.remove();
  });
});
