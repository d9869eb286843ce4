import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RequesterKind } from '../credentials.js';
import { FairQueue } from './argon2-password-hasher.js';

const by = (who: string, ip = who, kind: RequesterKind = 'stranger') => ({ who, ip, kind });

function setUp(maxConcurrent = 1, maxQueued = 7) {
  const queue = new FairQueue({ maxConcurrent, maxQueued, maxWaitMs: 10_000 });
  const started: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const run = (who: string, ip = who, kind?: RequesterKind) =>
    void queue
      .run(by(who, ip, kind), () => {
        started.push(who);
        return new Promise<void>((resolve) => ends.push(resolve));
      })
      .catch(() => refused.push(who));
  const finish = async () => {
    while (ends.length > 0) {
      ends.shift()!();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { run, finish, started, refused };
}

describe('FairQueue', () => {
  afterEach(() => void vi.useRealTimers());

  it('gives no requester more than half of the places', async () => {
    const { run, finish, started, refused } = setUp();
    for (let count = 0; count < 10; count++) run('greedy');
    for (const who of ['ada', 'obi', 'eze']) run(who);
    await finish();
    expect(started.filter((who) => who === 'greedy')).toHaveLength(4);
    expect(started).toEqual(expect.arrayContaining(['ada', 'obi', 'eze']));
    expect(refused).toEqual(Array<string>(6).fill('greedy'));
  });

  it('gives no network more than half of the places, and shares them within it', async () => {
    const { run, finish, started, refused } = setUp();
    for (let count = 0; count < 4; count++) run('greedy', 'carrier');
    run('ada', 'carrier');
    for (const who of ['one', 'two', 'three', 'four']) run(who);
    run('five', 'carrier');
    await finish();
    expect(refused).toEqual(['greedy', 'greedy']);
    expect(started.toSorted()).toEqual(['ada', 'five', 'four', 'greedy', 'greedy', 'one', 'three', 'two']);
  });

  it('serves the requester next who was served longest ago', async () => {
    const { run, finish, started } = setUp();
    for (let count = 0; count < 3; count++) run('greedy');
    run('ada');
    await finish();
    expect(started).toEqual(['greedy', 'ada', 'greedy', 'greedy']);
  });

  it('serves networks in turn, however many requesters one of them has', async () => {
    const { run, finish, started } = setUp(1, 20);
    for (let number = 0; number < 6; number++) run(`bot-${number}`, 'flood');
    run('ada', 'home');
    run('obi', 'home');
    await finish();
    expect(started).toEqual(['bot-0', 'ada', 'bot-1', 'obi', 'bot-2', 'bot-3', 'bot-4', 'bot-5']);
  });

  it('refuses who waited ten seconds, and nobody who was served', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { run, finish, started, refused } = setUp();
    run('ada');
    run('obi');
    await vi.advanceTimersByTimeAsync(9_999);
    run('eze');
    expect(refused).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(refused).toEqual(['obi']);
    await finish();
    expect(started).toEqual(['ada', 'eze']);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(refused).toEqual(['obi']);
  });

  it('counts all networks of an IPv6 /48 as one', async () => {
    const { run, finish, started, refused } = setUp(1, 7);
    for (let number = 0; number < 6; number++) run(`bot-${number}`, `2001:db8:1:${number}::1`);
    run('ada', '2001:db8:2:1::1');
    run('obi', '2001:db8:2:2::1');
    await finish();
    expect(started).toEqual(['bot-0', 'ada', 'bot-1', 'obi', 'bot-2', 'bot-3']);
    expect(refused).toEqual(['bot-4', 'bot-5']);
  });

  it('serves who comes again before newcomers who came after them', async () => {
    const { run, finish, started } = setUp(1, 20);
    run('ada');
    for (let number = 0; number < 3; number++) run(`early-${number}`);
    await finish();
    run('eze');
    run('ada');
    for (let number = 0; number < 3; number++) run(`late-${number}`);
    await finish();
    expect(started.slice(4)).toEqual(['eze', 'ada', 'late-0', 'late-1', 'late-2']);
  });

  it('has places of their own for payments and known devices, and serves the kinds in turn', async () => {
    const { run, finish, started, refused } = setUp(1, 4);
    for (let number = 0; number < 8; number++) run(`stranger-${number}`);
    for (let number = 0; number < 3; number++) run(`payer-${number}`, undefined, 'payment');
    for (let number = 0; number < 3; number++) run(`known-${number}`, undefined, 'known');
    await finish();
    expect(refused).toEqual(['stranger-5', 'stranger-6', 'stranger-7']);
    expect(started.slice(0, 7).map((who) => who.split('-')[0])).toEqual([
      'stranger',
      'payer',
      'known',
      'stranger',
      'payer',
      'known',
      'stranger',
    ]);
    expect(started).toHaveLength(11);
  });

  it('gives a user no more than half of the places, from however many networks', async () => {
    const { run, finish, started } = setUp();
    for (let number = 0; number < 10; number++) run('greedy', `network-${number}`);
    await finish();
    expect(started).toHaveLength(4);
  });

  it('takes the place of who comes from the network that waits with the most, however many requesters it has', async () => {
    const { run, finish, started, refused } = setUp(1, 7);
    for (let number = 0; number < 5; number++) run(`bot-${number}`, 'flood');
    for (const who of ['ada', 'obi', 'eze', 'uche', 'ife']) run(who);
    await finish();
    expect(refused).toEqual(['bot-4', 'bot-3']);
    expect(started).toEqual(['bot-0', 'ada', 'obi', 'eze', 'uche', 'ife', 'bot-1', 'bot-2']);
  });

  it('refuses where every requester waits with one', async () => {
    const { run, finish, refused } = setUp(1, 2);
    for (const who of ['ada', 'obi', 'eze', 'uche']) run(who);
    await finish();
    expect(refused).toEqual(['uche']);
  });
});
