import 'reflect-metadata';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../../../src/create-app.js';
import { Database } from '../../../src/platform/database/database.js';
import { rawBodyHash, sign, stringToSign } from '../../../src/platform/http/signature.js';
import { until } from '../../harness/until.js';
import { install, type Installation, MAILED } from '../installation.js';

// One side of `npm run bench:quick`, a process of its own: transfers on SQLite with what follows them, without sockets. For each message
// with a number it makes so many, and answers the microseconds of CPU for one.

const USERS = 20;
/** As many as share a commit. */
const AT_ONCE = 64;
const SETTLE_MS = 60_000;
const LOOK_EVERY_MS = 20;
const TARGET = '/?req=user_transfer_create';

process.on('disconnect', () => process.exit());
const place = await install('sqlite', USERS);
const app = await createApp({ config: place.config });
let sent = 0;

process.on('message', (transfers: number) => void measure(transfers).then((us) => process.send!(us)));
process.send!('ready');

/** @returns microseconds for one, with all threads and what follows */
async function measure(transfers: number): Promise<number> {
  const requests = Array.from({ length: transfers }, (_, index) => transferOf(place, sent + index));
  sent += transfers;
  // The garbage of before is not what these cost.
  globalThis.gc?.();
  const before = process.cpuUsage();
  for (let next = 0; next < transfers; next += AT_ONCE)
    await Promise.all(requests.slice(next, next + AT_ONCE).map((request) => send(app, request)));
  await until('what follows is done', areSettled, SETTLE_MS, LOOK_EVERY_MS);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / transfers;
}

/** Mails are the last of what follows. */
async function areSettled(): Promise<boolean> {
  const [row] = await app.get(Database).rows<{ n: number }>(MAILED, ['transfer']);
  return row!.n >= sent;
}

function transferOf({ users }: Installation, index: number) {
  const [user, other] = [users[index % users.length]!, users[(index * 7 + 3) % users.length]!];
  const receiver = other === user ? users[(index + 1) % users.length]! : other;
  const payload = JSON.stringify({ email: receiver.email, amount: 50, messge: 'bench' });
  const parts = {
    method: 'POST',
    target: TARGET,
    timestamp: String(Math.floor(Date.now() / 1_000)),
    publicKey: user.pbcKey,
    bodyHash: rawBodyHash(Buffer.from(payload)),
    idempotencyKey: `bench-quick-${index}`,
  };
  const headers = {
    'content-type': 'application/json',
    'svc-securekey': user.pbcKey,
    'svc-timestamp': parts.timestamp,
    'svc-reqsignal': sign(user.secret, stringToSign(parts)),
    'idempotency-key': parts.idempotencyKey,
  };
  return { method: 'POST', url: TARGET, headers, payload } as const;
}

async function send(to: NestFastifyApplication, request: ReturnType<typeof transferOf>): Promise<void> {
  const { statusCode, body } = await to.inject(request);
  if (statusCode !== 200) throw new Error(`a transfer was answered ${statusCode}: ${body}`);
}
