import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createApp } from '../../src/create-app.js';
import { transferReceivedMail } from '../../src/contexts/transfers/transfers.consumer.js';
import { Mailer } from '../../src/kernel/mail.js';
import { Database } from '../../src/platform/database/database.js';
import { connect, dataSourceOptions } from '../../src/platform/database/data-source.js';
import type { Backend } from '../../test/support/backend.js';
import { until } from '../harness/until.js';
import { CpuMeter, databasePid } from './cpu.js';
import { install, type Installation, run } from './installation.js';

const MAIL_DATA = {
  name: 'Ada',
  other: 'Bola Obi',
  otherAddress: 'b***@example.com',
  amount: '₦1,500.00',
  narration: 'Lunch',
  reference: '01KB0000000000000000000000',
  balance: '₦12,500.00',
};
const CHUNK = 500;
const LOOK_EVERY_MS = 50;
const TIMEOUT_MS = 300_000;
const BACKLOG = 100_000;
const SECURITY_MAILS = 40;

export interface MailSpeed {
  readonly backend: Backend;
  readonly to: string;
  readonly mails: number;
  readonly perSecond: number;
  /** Microseconds a mail. */
  readonly cpuUs: Readonly<Record<string, number>>;
}

/** How fast one process sends mails that wait in rows, as those do that failed: to files, and to a server that takes its time for each answer. */
export async function measureMails(backend: Backend, progress: (text: string) => void): Promise<MailSpeed[]> {
  const cases = [
    { to: 'files', mails: 10_000 },
    { to: 'SMTP, at once', mails: 10_000, answerMs: 0 },
    { to: 'SMTP, 20 ms an answer', mails: 3_000, answerMs: 20 },
    { to: 'SMTP, 20 ms an answer, 64 connections', mails: 10_000, answerMs: 20, connections: 64 },
  ];
  const results: MailSpeed[] = [];
  for (const each of cases) {
    progress(`${backend}: mails to ${each.to}`);
    results.push({ backend, to: each.to, mails: each.mails, ...(await measureOnce(backend, each)) });
    progress(`  ${JSON.stringify(results.at(-1))}`);
  }
  return results;
}

/** Ms from the request of a code to its mail at the server, while so many mails about money are being sent by the same process. */
export interface SecurityMailDelay {
  readonly backend: Backend;
  readonly backlog: number;
  readonly medianMs: number;
  readonly worstMs: number;
}

export async function measureSecurityMails(backend: Backend, progress: (text: string) => void): Promise<SecurityMailDelay> {
  progress(`${backend}: security mails beside ${BACKLOG} others`);
  const place = await install(backend, 1);
  await writeMails(place, BACKLOG);
  const arrivals = new Map<string, number>();
  const server = await openServer(20, (to) => arrivals.set(to, performance.now()));
  const service = await run(place, { RATE_LIMIT_SCALE: '0', MAIL_URL: urlOf(server) });
  try {
    await until('a mail arrives', () => arrivals.size > 0, TIMEOUT_MS, LOOK_EVERY_MS);
    const delays: number[] = [];
    for (let index = 0; index < SECURITY_MAILS; index++) {
      const email = `NEW${index}@EXAMPLE.COM`;
      const begun = performance.now();
      await register(service.origin, email, index);
      await until('the code arrives', () => arrivals.has(email), TIMEOUT_MS, 1);
      delays.push(Math.round(arrivals.get(email)! - begun));
    }
    delays.sort((one, other) => one - other);
    return { backend, backlog: BACKLOG, medianMs: delays[SECURITY_MAILS >> 1]!, worstMs: delays.at(-1)! };
  } finally {
    await service.stop();
    server.close();
    await place.remove();
  }
}

async function register(origin: string, email: string, index: number): Promise<void> {
  const body = {
    fsnm: 'Ada',
    lsnm: 'Obi',
    emal: email,
    pswd: 'Correct-horse-7',
    devt: 'Web',
    devs: `new-${index}`,
    devn: 'bench',
  };
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${origin}/?req=user_profile_create`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`registration failed: ${await answer.text()}`);
}

interface Case {
  readonly mails: number;
  readonly answerMs?: number;
  readonly connections?: number;
}

async function measureOnce(backend: Backend, { mails, answerMs, connections = 16 }: Case) {
  const place = await install(backend, 1);
  await writeMails(place, mails);
  const server = answerMs === undefined ? undefined : await openServer(answerMs);
  const database = await connect(dataSourceOptions(place.config, [], []), place.config.databaseUrl);
  const waiting = async () => {
    const [row] = await database.query<{ n: number | string }[]>("SELECT COUNT(*) AS n FROM mail WHERE state = 'waiting'");
    return Number(row!.n);
  };
  const service = await run(place, {
    MAIL_CONNECTIONS: String(connections),
    ...(server ? { MAIL_URL: urlOf(server) } : {}),
  });
  try {
    // Connections are open and the code is compiled after a tenth.
    await until('a tenth of the mails is sent', async () => (await waiting()) <= mails * 0.9, TIMEOUT_MS, LOOK_EVERY_MS);
    const meter = new CpuMeter({ service: service.pid, ...(backend === 'mysql' ? { database: databasePid() } : {}) });
    const left = await waiting();
    const begun = performance.now();
    await until('all mails are sent', async () => (await waiting()) === 0, TIMEOUT_MS, LOOK_EVERY_MS);
    const seconds = (performance.now() - begun) / 1_000;
    return { perSecond: Math.round(left / seconds), cpuUs: meter.perUnit(left) };
  } finally {
    await service.stop();
    server?.close();
    await database.destroy();
    await place.remove();
  }
}

/** Leaves so many mails about money to be sent. */
export async function writeMails(place: Installation, mails: number): Promise<void> {
  // Jobs would send them.
  const config = Object.create(place.config, { runsJobs: { value: false } }) as typeof place.config;
  const app = await createApp({ config });
  const mailer = app.get(Mailer);
  for (let start = 0; start < mails; start += CHUNK) {
    const requests = Array.from({ length: Math.min(CHUNK, mails - start) }, (_, index) => ({
      to: `person${start + index}@example.com`,
      template: transferReceivedMail,
      data: MAIL_DATA,
      key: `bench:${start + index}`,
    }));
    await app.get(Database).transaction(await mailer.prepareAll(requests));
  }
  await app.close();
}

/** Accepts every mail, each answer after this time, as a server far away does. */
async function openServer(answerMs: number, arrived?: (to: string) => void): Promise<Server> {
  const server = createServer((socket) => converse(socket.setNoDelay(true), answerMs, arrived));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function urlOf(server: Server): string {
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function converse(socket: Socket, answerMs: number, arrived?: (to: string) => void): void {
  const answer = (text: string) => {
    if (answerMs === 0) socket.write(`${text}\r\n`);
    else setTimeout(() => socket.writable && socket.write(`${text}\r\n`), answerMs);
  };
  let text = '';
  let to = '';
  let isContent = false;
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    for (;;) {
      const mark = isContent ? '\r\n.\r\n' : '\r\n';
      const end = text.indexOf(mark);
      if (end < 0) return;
      const line = text.slice(0, end).toUpperCase();
      text = text.slice(end + mark.length);
      const isEnd = isContent;
      isContent = !isContent && line === 'DATA';
      if (line.startsWith('RCPT TO:')) to = line.slice(9, line.indexOf('>'));
      if (isEnd) arrived?.(to);
      if (isEnd) answer('250 taken');
      else if (isContent) answer('354 go on');
      else if (line.startsWith('EHLO')) answer('250-sink\r\n250-PIPELINING\r\n250 8BITMIME');
      else if (line === 'QUIT') socket.end('221 bye\r\n');
      else answer('250 ok');
    }
  });
  answer('220 sink');
}
