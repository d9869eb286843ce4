import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseUnavailable } from '../../src/platform/database/errors.js';
import { Job } from '../../src/platform/queue/job-queue.js';
import { VirtualTime } from '../support/virtual-time.js';
import { QUEUE_KINDS, QueueFixture } from './support.js';

class TestJobs {
  runs = 0;

  constructor(private readonly fault: () => Error | undefined) {}

  @Job('plain', { attempts: 2, backoffMs: [1] })
  async plain(): Promise<void> {
    this.runs++;
    const fault = this.fault();
    if (fault) throw fault;
  }
}

const AWAY = {
  database: () => new DatabaseUnavailable(new Error('no connection to the database within 10000 ms')),
  Redis: () => new Error("Stream isn't writeable and enableOfflineQueue options is false"),
};

describe.each(QUEUE_KINDS.filter(({ onRedis }) => !onRedis))('jobs, with the queue $title', (kind) => {
  let time: VirtualTime;
  let fixture: QueueFixture;

  beforeEach(async () => {
    fixture = await QueueFixture.make(kind);
    time = new VirtualTime(fixture.place.database);
  });
  afterEach(async () => {
    await time.over(fixture.stopAll());
    time.end();
    await fixture.close();
  });

  it.each(['database', 'Redis'] as const)('do not use up attempts while the %s is unreachable', async (what) => {
    let isAway = true;
    const jobs = new TestJobs(() => (isAway ? new Error('wrapped', { cause: AWAY[what]() }) : undefined));
    const { queue } = await fixture.node(jobs);
    await queue.start();
    await queue.add({ name: 'plain', key: 'a', data: {} });
    await time.until(() => jobs.runs === 4);
    expect((await queue.counts()).exhausted).toBe(0);
    isAway = false;
    await time.until(async () => (await fixture.count('job')) === 0);
  });

  it('use up attempts where another service refuses connections', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:25'), { code: 'ECONNREFUSED' });
    const { queue } = await fixture.node(new TestJobs(() => refused));
    await queue.start();
    await queue.add({ name: 'plain', key: 'a', data: {} });
    await time.until(async () => (await queue.counts()).exhausted === 1);
    expect((await queue.exhausted(1))[0]!.attempts).toBe(2);
  });
});
