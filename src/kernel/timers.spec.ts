import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { SystemClock } from './clock.js';
import { idTime, newId } from './ids.js';
import { limit, sleep, steadyMs, timeSource, useTime, wallMs } from './timers.js';

function holdUpTheLoop(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

const late = () => new Error('late');

describe('limit', () => {
  it('rejects what does not end', async () => {
    await expect(limit(new Promise(() => undefined), 20, late)).rejects.toThrow('late');
  });

  it('has the result, and the failure, of what ends', async () => {
    await expect(limit(Promise.resolve(7), 20, late)).resolves.toBe(7);
    await expect(limit(Promise.reject(new Error('no')), 20, late)).rejects.toThrow('no');
  });

  it('takes an answer that came while the event loop was held up for longer than the limit', async () => {
    const server = createServer((socket) => socket.end('answer')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const answer = limit(once(socket, 'data'), 200, late);
    holdUpTheLoop(600);
    expect(String((await answer)[0])).toBe('answer');
    server.close();
  });
});

describe('sleep', () => {
  it('ends sooner when its signal says so, before it or during it', async () => {
    const sooner = new AbortController();
    const slept = sleep(86_400_000, sooner.signal);
    sooner.abort();
    await expect(slept).resolves.toBeUndefined();
    await expect(sleep(86_400_000, sooner.signal)).resolves.toBeUndefined();
  });
});

describe('useTime', () => {
  it('gives another time until it is given back', async () => {
    const waits: number[] = [];
    const giveBack = useTime({
      wallMs: () => 5_000,
      steadyMs: () => 7,
      after(ms, work) {
        waits.push(ms);
        queueMicrotask(work);
        return { stop: () => undefined, unref: () => this.after(ms, work) };
      },
      every: () => expect.fail('nothing repeats'),
      soon: (work) => queueMicrotask(work),
    });
    try {
      await sleep(86_400_000);
      expect([new SystemClock().now(), steadyMs(), waits]).toEqual([5_000, 7, [86_400_000]]);
    } finally {
      giveBack();
    }
    expect(new SystemClock().now()).toBeGreaterThan(5_000);
  });
});

it('ids of a time that was ahead do not carry over into the machine’s', () => {
  const ahead = wallMs() + 3_600_000;
  const giveBack = useTime({ ...timeSource(), wallMs: () => ahead });
  const late = newId();
  giveBack();
  const now = newId();
  expect([idTime(late), idTime(now) < ahead]).toEqual([ahead, true]);
});
