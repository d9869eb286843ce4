import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { limit } from './timers.js';

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
