import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findBinary } from './binaries.mjs';
import { freePort, makeServerDirectory, PrivateServer } from './private-server.mjs';

export function findRedis() {
  return findBinary('redis-server') ?? findBinary('valkey-server');
}

/** Whether the Redis at `url`, or the first node of a cluster or sentinel, answers; the reason when not. */
export function whyNotRedis(url) {
  const first = url.replace(/^(rediss?)\+(sentinel|cluster):/, '$1:').replace(/,[^/?]*/, '');
  const { hostname, port, username, password } = new URL(first);
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

/**
 * A private Redis on a free port. `durable`: every write is on disk before it is answered, for tests that kill it;
 * `password`: of its clients; `settings`: more of its configuration, by name; `port`: another one.
 */
export async function launchRedis({ durable = false, password, settings = {}, port: given } = {}) {
  const command = findRedis();
  const directory = makeServerDirectory('redis');
  const port = given ?? (await freePort());
  const url = `redis://${password ? `:${password}@` : ''}127.0.0.1:${port}`;
  const configuration = {
    port,
    bind: '127.0.0.1',
    dir: directory,
    save: '',
    appendonly: durable ? 'yes' : 'no',
    appendfsync: 'always',
    'maxmemory-policy': 'noeviction',
    ...(password ? { requirepass: password, masterauth: password } : {}),
    ...settings,
  };
  const args = Object.entries(configuration).flatMap(([key, value]) => [`--${key}`, String(value)]);
  const isReady = async () => (await whyNotRedis(url)) === undefined;
  return new PrivateServer({ name: 'Redis', command, args, directory, port, url, isReady }).start();
}

/** A sentinel that watches the primary at `primaryPort` of this machine under `name`. */
export async function launchSentinel({ name, primaryPort, quorum, downAfterMs, password, sentinelPassword, port }) {
  const directory = makeServerDirectory('sentinel');
  const url = `redis://${sentinelPassword ? `:${sentinelPassword}@` : ''}127.0.0.1:${port}`;
  // A sentinel writes its state into its configuration.
  const file = join(directory, 'sentinel.conf');
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${directory}`,
    `sentinel monitor ${name} 127.0.0.1 ${primaryPort} ${quorum}`,
    `sentinel down-after-milliseconds ${name} ${downAfterMs}`,
    `sentinel failover-timeout ${name} ${downAfterMs * 3}`,
    ...(password ? [`sentinel auth-pass ${name} ${password}`] : []),
    ...(sentinelPassword ? [`requirepass ${sentinelPassword}`, `sentinel sentinel-pass ${sentinelPassword}`] : []),
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const isReady = async () => (await whyNotRedis(url)) === undefined;
  const spec = { name: 'Sentinel', command: findRedis(), args: [file, '--sentinel'], directory, port, url, isReady };
  return new PrivateServer(spec).start();
}
