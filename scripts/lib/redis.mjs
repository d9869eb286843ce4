import { connect } from 'node:net';
import { findBinary } from './binaries.mjs';
import { freePort, makeServerDirectory, PrivateServer } from './private-server.mjs';

export function findRedis() {
  return findBinary('redis-server') ?? findBinary('valkey-server');
}

/** Whether a Redis that asks for no password answers at `url`; the reason when not. */
export function whyNotRedis(url) {
  const { hostname, port, username, password } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 6379) });
    const finish = (reason) => {
      socket.destroy();
      resolve(reason);
    };
    let answer = '';
    socket.setTimeout(5_000, () => finish('no answer within 5 s'));
    socket.on('error', (error) => finish(error.message || error.code));
    socket.on('close', () => finish('it closed the connection'));
    socket.on('data', (chunk) => {
      answer += chunk;
      if (answer.includes('+PONG\r\n')) finish(undefined);
      else if (/^-/m.test(answer)) finish(answer.trim());
    });
    const credentials = [username || 'default', password].map(decodeURIComponent).join(' ');
    socket.write(`${password ? `AUTH ${credentials}\r\n` : ''}PING\r\n`);
  });
}

/** A private Redis on a free port. `durable`: every write is on disk before it is answered, for tests that kill it. */
export async function launchRedis(options = {}) {
  const command = findRedis();
  const directory = makeServerDirectory('redis');
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const settings = {
    port,
    bind: '127.0.0.1',
    dir: directory,
    save: '',
    appendonly: options.durable ? 'yes' : 'no',
    appendfsync: 'always',
    'maxmemory-policy': 'noeviction',
  };
  const args = Object.entries(settings).flatMap(([key, value]) => [`--${key}`, String(value)]);
  const isReady = async () => (await whyNotRedis(url)) === undefined;
  return new PrivateServer({ name: 'Redis', command, args, directory, port, url, isReady }).start();
}
