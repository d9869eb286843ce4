import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { becomesReady, openRedis } from '../../src/platform/redis/redis.js';

type Answering = (command: readonly string[], from: Socket) => string | Promise<string>;

/** Speaks as much of the protocol of Redis as a client needs to connect. */
class Speaker {
  private readonly connections = new Set<Socket>();

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => this.connections.add(socket));
  }

  static async start(answer: Answering): Promise<Speaker> {
    const server = createServer((socket) => {
      let answered = Promise.resolve();
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        for (const command of commandsIn(bytes.toString()))
          answered = answered.then(async () => void socket.write(await answer(command, socket)));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Speaker(server);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  drop(): void {
    for (const socket of this.connections) socket.destroy();
  }

  stop(): void {
    this.drop();
    this.server.close();
  }
}

/** `*2`, `$4`, `INFO`, `$3`, `all`: the values after the lengths. */
function commandsIn(text: string): string[][] {
  return text
    .split(/^\*\d+\r\n/m)
    .filter(Boolean)
    .map((command) => command.split('\r\n').filter((_, index) => index % 2 === 1));
}

const bulk = (text: string) => `$${text.length}\r\n${text}\r\n`;

let primary: Speaker;
let sentinel: Speaker;
const subscribers: Socket[] = [];
let isElecting = false;

beforeAll(async () => {
  primary = await Speaker.start(([name]) => {
    if (name === 'info') return bulk('loading:0\r\nrole:master\r\n');
    return name === 'ping' ? '+PONG\r\n' : '+OK\r\n';
  });
  sentinel = await Speaker.start(async ([name, what], from) => {
    if (name === 'subscribe') {
      subscribers.push(from);
      return `*3\r\n${bulk('subscribe')}${bulk('+switch-master')}:1\r\n`;
    }
    if (name !== 'sentinel') return '+OK\r\n';
    if (what === 'sentinels') return '*0\r\n';
    if (isElecting) {
      isElecting = false;
      for (const socket of subscribers) socket.write(`*3\r\n${bulk('message')}${bulk('+switch-master')}${bulk('harmattan')}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return `*2\r\n${bulk('127.0.0.1')}${bulk(String(primary.port))}`;
  });
});
afterAll(() => {
  primary.stop();
  sentinel.stop();
});

it('connects again where the news of a failover comes while it asks a sentinel', async () => {
  const client = openRedis(`redis+sentinel://127.0.0.1:${sentinel.port}/harmattan`, { commandTimeout: 2_000 });
  try {
    await becomesReady(client);
    await expect.poll(() => subscribers.length).toBeGreaterThan(0);
    isElecting = true;
    primary.drop();
    await expect.poll(() => isElecting).toBe(false);
    await expect.poll(() => client.ping().catch(({ message }: Error) => message)).toBe('PONG');
  } finally {
    client.disconnect();
  }
});

it('stays closed where it was told to close', async () => {
  const client = openRedis(`redis+sentinel://127.0.0.1:${sentinel.port}/harmattan`, {});
  await becomesReady(client);
  client.disconnect();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(client.status).toBe('end');
});
