import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findBinary } from './binaries.js';
import { freePort } from './ports.js';
import { makeServerDirectory, PrivateServer } from './private-server.js';

export function findRedis(): string | undefined {
  return findBinary('redis-server') ?? findBinary('valkey-server');
}

/** Whether the Redis at `url`, or the first node of a cluster or sentinel, answers; the reason when not. */
export function whyNotRedis(url: string): Promise<string | undefined> {
  const first = url.replace(/^(rediss?)\+(sentinel|cluster):/, '$1:').replace(/,[^/?]*/, '');
  const { hostname, port, username, password } = new URL(first);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 6379) });
    const finish = (reason?: string) => {
      socket.destroy();
      resolve(reason);
    };
    let answer = '';
    socket.setTimeout(5_000, () => finish('no answer within 5 s'));
    socket.on('error', (error) => finish(error.message || (error as NodeJS.ErrnoException).code));
    socket.on('close', () => finish('it closed the connection'));
    socket.on('data', (chunk) => {
      answer += chunk;
      if (answer.includes('+PONG\r\n')) finish();
      else if (/^-/m.test(answer)) finish(answer.trim());
    });
    const credentials = [username || 'default', password].map(decodeURIComponent).join(' ');
    socket.write(`${password ? `AUTH ${credentials}\r\n` : ''}PING\r\n`);
  });
}

export interface RedisOptions {
  /** Every write is on disk before it is answered, for tests that kill it. */
  readonly durable?: boolean;
  /** For clients. */
  readonly password?: string;
  /** More of its configuration, by name. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** Any free one where it is not given. */
  readonly port?: number;
}

export async function launchRedis(command: string, options: RedisOptions = {}): Promise<PrivateServer> {
  const { durable = false, password, settings = {}, port: given } = options;
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

export interface SentinelOptions {
  readonly name: string;
  /** The watched primary's, on this machine. */
  readonly primaryPort: number;
  readonly quorum: number;
  /** After which a silent primary has failed. */
  readonly downAfterMs: number;
  readonly password?: string;
  readonly sentinelPassword?: string;
  readonly port: number;
}

export async function launchSentinel(command: string, options: SentinelOptions): Promise<PrivateServer> {
  const { name, primaryPort, quorum, downAfterMs, password, sentinelPassword, port } = options;
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
  const spec = { name: 'Sentinel', command, args: [file, '--sentinel'], directory, port, url, isReady };
  return new PrivateServer(spec).start();
}
