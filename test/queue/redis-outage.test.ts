import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PrivateServer, startPrivateRedis } from '../../scripts/services.mjs';
import { Job } from '../../src/platform/queue/job-queue.js';
import { QUEUE_KINDS, QueueWorld, until } from './support.js';

class TestJobs {
  readonly ran: string[] = [];

  @Job('plain')
  async plain({ id }: { id: string }): Promise<void> {
    this.ran.push(id);
  }
}

const job = (id: string, delayMs?: number) => ({ name: 'plain', key: id, data: { id }, delayMs });

describe('the queue when Redis goes away and comes back', () => {
  let redis: PrivateServer;
  let world: QueueWorld;

  beforeAll(async () => {
    redis = await startPrivateRedis({ durable: true });
    world = await QueueWorld.make(
      QUEUE_KINDS.find(({ onRedis }) => onRedis)!,
      redis.url,
    );
  });
  afterAll(async () => {
    await world.close();
    await redis.stop();
  });

  it('refuses jobs soon, and goes on where it was', async () => {
    const jobs = new TestJobs();
    const { queue } = await world.node(jobs);
    await queue.start();
    await queue.add(job('before'), job('delayed', 2_500));
    await until(() => jobs.ran.length === 1);

    await redis.kill();
    const began = Date.now();
    await expect(queue.add(job('during'))).rejects.toThrow('Redis');
    await expect(queue.ping()).rejects.toThrow('Redis');
    expect(Date.now() - began).toBeLessThan(10_000);
    // In a unit of work the fact counts, and a sweep brings the job later.
    await world.place.database.transaction(() => queue.add(job('in-unit')));

    await redis.restart();
    await until(async () => {
      await queue.ping().catch(() => undefined);
      return queue.add(job('after')).then(
        () => true,
        () => false,
      );
    });
    await until(() => jobs.ran.includes('after') && jobs.ran.includes('delayed'), 15_000);
    // What was refused may still have been on its way; nothing ran twice.
    expect(jobs.ran).toHaveLength(new Set(jobs.ran).size);
    expect(jobs.ran.indexOf('delayed')).toBeGreaterThan(0);
  }, 60_000);
});
