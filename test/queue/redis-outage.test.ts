import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PrivateServer } from '../../packages/harness/servers/private-server.js';
import { startPrivateRedis } from '../../packages/harness/servers/services.js';
import { Job } from '../../src/platform/queue/job-queue.js';
import { until } from '../support/until.js';
import { QUEUE_KINDS, QueueFixture } from './support.js';

class TestJobs {
  readonly ran: string[] = [];

  @Job('plain')
  async plain({ id }: { id: string }): Promise<void> {
    this.ran.push(id);
  }
}

const job = (id: string, delayMs?: number) => ({ name: 'plain', key: id, data: { id }, delayMs });

describe('queue during a Redis outage', () => {
  let redis: PrivateServer;
  let fixture: QueueFixture;

  beforeAll(async () => {
    redis = await startPrivateRedis({ durable: true });
    fixture = await QueueFixture.make(
      QUEUE_KINDS.find(({ onRedis }) => onRedis)!,
      redis.url,
    );
  });
  afterAll(async () => {
    await fixture.close();
    await redis.stop();
  });

  it('accepts and runs jobs, each once', async () => {
    const jobs = new TestJobs();
    const { queue } = await fixture.node(jobs);
    await queue.start();
    await queue.add(job('before'), job('delayed', 2_500));
    await until(() => jobs.ran.length === 1);

    await redis.kill();
    await queue.add(job('during'));
    await fixture.place.database.transaction(() => queue.add(job('in-unit')));
    await expect(queue.ping()).rejects.toThrow('Redis');
    await until(() => jobs.ran.includes('during') && jobs.ran.includes('in-unit'));

    await redis.restart();
    await until(() =>
      queue.ping().then(
        () => true,
        () => false,
      ),
    );
    await queue.add(job('after'));
    await until(() => jobs.ran.includes('after') && jobs.ran.includes('delayed'));
    expect(jobs.ran).toHaveLength(new Set(jobs.ran).size);
    expect(jobs.ran.indexOf('delayed')).toBeGreaterThan(0);
  });
});
