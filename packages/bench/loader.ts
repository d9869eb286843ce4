import { connect, type Socket } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { rawBodyHash, sign, stringToSign } from '../../src/platform/http/signature.js';
import type { LoadOrder, LoadProgress, LoadResult, RequestPlan } from './load.js';

// The load generator, a process of its own: closed loop over keep-alive sockets, requests signed beforehand, and
// only as much HTTP as it takes to find the end of an answer, so that little of the two cores goes to it.

/** Statuses of who would have to come again: a limit, or no place. */
const BUSY: ReadonlySet<string> = new Set(['429', '503']);

process.once('message', (order: LoadOrder) => {
  void run(order).then((result) => process.send!(result, () => process.exit(0)));
});

async function run(order: LoadOrder): Promise<LoadResult> {
  const requests = buildRequests(order);
  let next = 0;
  // Without a duration, so many are sent; those that may not be repeated are prepared for all of them.
  const most = order.durationMs === undefined ? order.count : Number.POSITIVE_INFINITY;
  const take = (): Taken | undefined =>
    next < most ? { number: next, request: requests[next++ % requests.length]! } : undefined;
  const from = performance.now() + order.warmUpMs;
  const window = { from, until: from + (order.durationMs ?? Number.POSITIVE_INFINITY) };
  const result: Counted = { latencies: [], bad: 0, refused: 0, sample: '', acknowledged: order.untilKilled ? [] : undefined };
  setTimeout(() => process.send!('begun'), order.warmUpMs);
  const origins = typeof order.origin === 'string' ? [order.origin] : order.origin;
  const answered = order.progressEvery === undefined ? undefined : reportEvery(order.progressEvery, result, from);
  await Promise.all(
    Array.from({ length: order.connections }, (_, index) =>
      client(origins[index % origins.length]!, take, window, result, answered),
    ),
  );
  const { latencies, bad, refused, sample, acknowledged } = result;
  const seconds = (order.durationMs ?? performance.now() - from) / 1000;
  latencies.sort((one, other) => one - other);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return {
    requests: latencies.length,
    seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    p999Ms: at(0.999),
    bad,
    refused,
    sample,
    exhausted: next > requests.length && !order.plan.repeatable,
    ...(acknowledged && { acknowledged }),
  };
}

/** Sends a progress message for every so many answers. */
function reportEvery(every: number, { latencies }: Counted, from: number): () => void {
  return () => {
    if (latencies.length % every === 0)
      process.send!({ requests: latencies.length, seconds: (performance.now() - from) / 1000 } satisfies LoadProgress);
  };
}

function buildRequests({ plan, origin: origins, count }: LoadOrder): Buffer[] {
  const origin = typeof origins === 'string' ? origins : origins[0]!;
  const timestamp = String(Math.floor(Date.now() / 1000));
  return Array.from({ length: plan.repeatable ? Math.min(count, 2_000) : count }, (_, index) =>
    buildRequest(plan, origin, index, timestamp),
  );
}

function buildRequest(plan: RequestPlan, origin: string, index: number, timestamp: string): Buffer {
  const user = plan.users[index % plan.users.length]!;
  const other = plan.receivers ? plan.receivers[(index * 7 + 3) % plan.receivers.length]! : user;
  const other2 = other.email === user.email ? plan.users[(index + 1) % plan.users.length]! : other;
  const key = `${plan.keys ?? `bench-${timestamp}-${process.pid}-`}${index}`;
  const fill = (text: string) =>
    text
      .replaceAll('{receiver}', other2.email)
      .replaceAll('{email}', user.email)
      .replaceAll('{password}', user.password)
      .replaceAll('{key}', key)
      .replaceAll('{index}', String(index).padStart(6, '0'));
  const target = fill(plan.target);
  const body = plan.body === undefined ? '' : fill(plan.body);
  const headers = [
    `Host: ${new URL(origin).host}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  if (plan.signed) {
    const idempotencyKey = plan.repeatable ? undefined : key;
    const parts = {
      method: plan.method,
      target,
      timestamp,
      publicKey: user.pbcKey,
      bodyHash: rawBodyHash(Buffer.from(body)),
      idempotencyKey,
    };
    headers.push(
      `SVC-SECUREKEY: ${user.pbcKey}`,
      `SVC-TIMESTAMP: ${timestamp}`,
      `SVC-REQSIGNAL: ${sign(user.secret, stringToSign(parts))}`,
    );
    if (idempotencyKey) headers.push(`Idempotency-Key: ${idempotencyKey}`);
  }
  if (plan.webhookSecret) {
    const signature = new Webhook(plan.webhookSecret).sign(key, new Date(Number(timestamp) * 1_000), body);
    headers.push(`webhook-id: ${key}`, `webhook-timestamp: ${timestamp}`, `webhook-signature: ${signature}`);
  }
  return Buffer.from(`${plan.method} ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
}

interface Counted {
  readonly latencies: number[];
  bad: number;
  refused: number;
  sample: string;
  /** Where it is there, a connection may break. */
  readonly acknowledged: number[] | undefined;
}

interface Taken {
  readonly number: number;
  readonly request: Buffer;
}

/** One connection from the first request to the last; what is answered within the window (ms of `performance.now`) counts. */
function client(
  origin: string,
  take: () => Taken | undefined,
  window: { readonly from: number; readonly until: number },
  counted: Counted,
  answered?: () => void,
): Promise<void> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(Number(port), hostname);
    socket.setNoDelay(true);
    let sent = 0;
    let number = -1;
    let pending: Buffer = Buffer.alloc(0);
    const send = () => {
      sent = performance.now();
      const taken = sent < window.until ? take() : undefined;
      number = taken?.number ?? -1;
      if (taken) return socket.write(taken.request);
      socket.end();
      resolve();
    };
    socket.on('connect', send);
    socket.on('error', (error) => (counted.acknowledged ? resolve() : reject(error)));
    socket.on('close', () => resolve());
    socket.on('data', (chunk) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const end = answerEnd(pending);
      if (end === undefined || pending.length < end) return;
      const now = performance.now();
      if (pending[9] === 0x32) counted.acknowledged?.push(number);
      if (now >= window.from && now < window.until) {
        counted.latencies.push(now - sent);
        if (pending[9] !== 0x32) {
          counted.bad++;
          if (BUSY.has(pending.toString('latin1', 9, 12))) counted.refused++;
          counted.sample ||= pending.toString('utf8', 0, Math.min(end, 600));
        }
        answered?.();
      }
      pending = pending.subarray(end);
      send();
    });
  });
}

/** End of the first answer in the buffer; undefined while its head is not complete. */
function answerEnd(bytes: Buffer): number | undefined {
  const head = bytes.indexOf('\r\n\r\n');
  if (head === -1) return undefined;
  const length = /content-length: (\d+)/i.exec(bytes.toString('latin1', 0, head))?.[1];
  return length === undefined ? undefined : head + 4 + Number(length);
}
