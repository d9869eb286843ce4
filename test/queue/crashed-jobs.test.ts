import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Job } from '../../src/platform/queue/job-queue.js';
import { until } from '../support/until.js';
import { QUEUE_KINDS, QueueFixture, type QueueNode } from './support.js';

const KILLER = 'killer';

class TestJobs {
  readonly ran: string[] = [];
  /** Never ends for the killer, as where the process ends in the middle. */
  constructor(readonly onKiller?: () => void) {}

  @Job('plain', { concurrency: 8 })
  plain({ id }: { id: string }): Promise<void> {
    return this.run(id);
  }

  @Job('money', { concurrency: 8, outlivesCrashes: true })
  money({ id }: { id: string }): Promise<void> {
    return this.run(id);
  }

  private async run(id: string): Promise<void> {
    this.ran.push(id);
    if (id !== KILLER || !this.onKiller) return;
    this.onKiller();
    await new Promise(() => undefined);
  }
}

describe.each(QUEUE_KINDS)('a job that ends its process, with the queue $title', (kind) => {
  let fixture: QueueFixture;
  beforeEach(async () => {
    fixture = await QueueFixture.make(kind);
  });
  afterEach(() => fixture.close());

  const rows = <Row>(sql: string) => fixture.place.database.rowsOnce<Row>(sql);
  const add = (node: QueueNode, name: string, ...ids: string[]) =>
    node.queue.add(...ids.map((id) => ({ name, key: id, data: { id } })));
  const stateOf = async (id: string) =>
    (
      await rows<{ state: string; attempts: number; crashes: number; last_error: string }>(
        `SELECT state, attempts, crashes, last_error FROM job WHERE job_key = '${id}'`,
      )
    )[0];

  /** Runs a process until the killer is under way in it, and ends it. */
  async function crash(jobs: readonly string[] = [], name = 'plain'): Promise<TestJobs> {
    let isReached = false;
    const handlers = new TestJobs(() => (isReached = true));
    const node = await fixture.node(handlers);
    if (jobs.length > 0) await add(node, name, ...jobs);
    await node.queue.start();
    await until(() => isReached);
    await fixture.kill(node);
    await rows("UPDATE job SET run_at = 1 WHERE claimed_by <> ''");
    return handlers;
  }

  async function runTheRest(): Promise<TestJobs> {
    const handlers = new TestJobs();
    await (await fixture.node(handlers)).queue.start();
    return handlers;
  }

  it('has its attempt counted when it is claimed', async () => {
    await crash([KILLER]);
    expect(await stateOf(KILLER)).toMatchObject({ state: 'waiting', attempts: 1 });
  });

  it('is set aside after the second time, told once, and leaves the others alone', async () => {
    const others = Array.from({ length: 12 }, (_, number) => `other-${number}`);
    await crash([KILLER, ...others]);
    await crash();
    const last = await runTheRest();
    await until(async () => (await fixture.count('job')) === 1 && (await stateOf(KILLER))?.state === 'exhausted');
    expect(await stateOf(KILLER)).toEqual({
      state: 'exhausted',
      attempts: 2,
      crashes: 2,
      last_error: 'its process ended 2 times',
    });
    expect(last.ran).not.toContain(KILLER);
    const told = await rows<{ name: string; data: string }>('SELECT name, data FROM outbox');
    expect(told.map(({ name, data }) => [name, (JSON.parse(data) as { key: string }).key])).toEqual([['job.set_aside', KILLER]]);
  });

  it('begins beside no other one that was under way at the crash', async () => {
    await crash([KILLER]);
    // As if they had been under way, too.
    for (const id of ['c', 'd', 'e'])
      await rows(`INSERT INTO job (id, name, job_key, data, state, run_at, attempts, recorded, crashes)
      VALUES ('${id}', 'plain', '${id}', '{"id":"${id}"}', 'waiting', 2, 1, 1, 1)`);
    await crash();
    const beside = await rows<{ job_key: string }>("SELECT job_key FROM job WHERE claimed_by <> ''");
    expect(beside.map(({ job_key: key }) => key)).toEqual([KILLER]);
  });

  it('is run again when staff retry it', async () => {
    await crash([KILLER]);
    await crash();
    const { queue } = await fixture.node(new TestJobs());
    await queue.start();
    await until(async () => (await stateOf(KILLER))?.state === 'exhausted');
    await queue.stop();
    expect(await queue.retry('plain', KILLER)).toBe(true);
    expect(await stateOf(KILLER)).toMatchObject({ state: 'waiting', attempts: 0, crashes: 0 });
  });

  it('is tried again after a pause where money depends on it', async () => {
    await crash([KILLER], 'money');
    await crash();
    await runTheRest();
    await until(async () => (await stateOf(KILLER))?.crashes === 2);
    expect(await stateOf(KILLER)).toMatchObject({ state: 'waiting' });
    const [row] = await rows<{ run_at: number }>(`SELECT run_at FROM job WHERE job_key = '${KILLER}'`);
    expect(row!.run_at).toBeGreaterThan(fixture.clock.now());
  });

  it('is not what a process leaves that ends at its own will', async () => {
    let isReached = false;
    const node = await fixture.node(new TestJobs(() => (isReached = true)));
    await add(node, 'plain', KILLER);
    await node.queue.start();
    await until(() => isReached);
    await node.queue.abandonRunning();
    await fixture.kill(node);
    await rows('UPDATE job SET run_at = 1');
    await crash();
    expect(await stateOf(KILLER)).toMatchObject({ attempts: 2, crashes: 0 });
  });
});
