import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { INestApplication } from '@nestjs/common';
import { ResolveAccount } from '../../src/contexts/banks/index.js';
import { createApp } from '../../src/create-app.js';
import { newId } from '../../src/kernel/ids.js';
import { kobo, naira } from '../../src/kernel/money.js';
import { OperationPipeline } from '../../src/platform/http/operation-pipeline.js';
import { connect, dataSourceOptions } from '../../src/platform/database/data-source.js';
import { Database } from '../../src/platform/database/database.js';
import { Ledger, SUSPENSE_ACCOUNT } from '../../src/ledger/index.js';
import { type Backend, makeBackend, type TestBackend } from '../../test/support/backend.js';
import { dropKeys } from '../../test/support/redis-keys.js';
import type { BenchUser } from './load.js';

export interface Installation extends TestBackend {
  readonly users: BenchUser[];
  readonly userIds: string[];
  /** Ids of a biller, its category and a free-amount item, for the bill payment. */
  readonly bill: Readonly<Record<string, string>>;
  /** At a bank, with its name, which every user was told; for the payout. */
  readonly account: { readonly code: string; readonly account: string; readonly name: string };
}

export interface Running {
  readonly origin: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const PASSWORD = 'Correct-horse-7';

/** A fresh database with this many funded users, made through the service's own pipeline and ledger. */
export async function install(
  backend: Backend,
  count: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<Installation> {
  const place = makeBackend(backend, { LOG_LEVEL: 'error', ...environment });
  const app = await createApp({ config: place.config });
  const pipeline = app.get(OperationPipeline);
  const ledger = app.get(Ledger);
  const users: BenchUser[] = [];
  const userIds: string[] = [];
  for (let index = 0; index < count; index++) {
    const email = `bench${index}@example.com`;
    const body = { fsnm: 'Ada', lsnm: 'Obi', emal: email, pswd: PASSWORD, devt: 'Web', devs: `bench-${index}`, devn: 'bench' };
    const answer = await pipeline.handle({
      method: 'POST',
      target: '/?req=user_profile_create',
      pathAction: undefined,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
      ip: `10.0.${index >> 8}.${index & 255}`,
    });
    const { DATA } = JSON.parse(answer.body) as { DATA?: { userid: string; pbcKey: string; secret: string } };
    if (!DATA) throw new Error(`registration failed: ${answer.body}`);
    users.push({ email, password: PASSWORD, pbcKey: DATA.pbcKey, secret: DATA.secret });
    userIds.push(DATA.userid);
  }
  await Promise.all(userIds.map((userId) => ledger.commit(funding(userId))));
  const [bill] = await app
    .get(Database)
    .rows<Record<string, string>>(
      "SELECT i.item_id AS itemId, i.payment_code AS paymentCode, b.biller_id AS billerId, b.category_id AS category FROM biller_item i JOIN biller b ON b.biller_id = i.biller_id WHERE i.is_fixed = 0 AND i.kind <> 'airtime' AND i.minimum_kobo <= 100000 AND i.maximum_kobo >= 100000 ORDER BY i.item_id LIMIT 1",
    );
  const account = await resolveForAll(app, userIds);
  await app.close();
  return { ...place, users, userIds, bill: bill ?? {}, account };
}

/** For as long as a benchmark may take. */
async function resolveForAll(app: INestApplication, userIds: readonly string[]): Promise<Installation['account']> {
  const given = { code: 'gtbank', account: '0123456789' };
  let name = '';
  for (const userId of userIds)
    ({ name } = await app.get(ResolveAccount, { strict: false }).execute(userId, given.code, given.account));
  await app.get(Database).rows('UPDATE resolved_account SET resolved_at = resolved_at + 86400000');
  return { ...given, name };
}

/** Forgets what the scenarios before left to be done afterwards (journals to consume, mails), so that each has the machine for itself. */
export async function clearBacklog({ config, environment }: Installation): Promise<void> {
  const dataSource = await connect(dataSourceOptions(config, [], []), config.databaseUrl);
  for (const table of ['outbox', 'job', 'mail']) await dataSource.query(`DELETE FROM ${table}`);
  await dataSource.query('UPDATE journal_cursor SET batch_no = (SELECT batch_no FROM ledger_head), position = 1000000');
  await dataSource.destroy();
  if (environment['REDIS_URL']) await dropKeys(environment['REDIS_URL'], environment['REDIS_PREFIX']!);
}

/** Gives a funded account this many history entries before its first one. They are written past the ledger, for reading only. */
export async function fillHistory(place: Installation, userId: string, entries: number): Promise<void> {
  const app = await createApp({ config: place.config });
  const database = app.get(Database);
  const begin = Date.UTC(2026, 0, 1);
  for (let from = 0; from < entries; from += 5_000) {
    const rows: string[] = [];
    for (let seq = from + 1; seq <= Math.min(entries, from + 5_000); seq++) {
      rows.push(
        `('${userId}',${begin + seq * 1_000},${seq - entries},'${newId()}',${-1 - from - entries * 10},${seq},100,100,'transfer','Transfer from somebody')`,
      );
    }
    await database.manager.query(
      `INSERT INTO posting (account_id, recorded, seq, journal_id, batch_no, line, amount_kobo, balance_kobo, kind, note) VALUES ${rows.join()}`,
    );
  }
  await app.close();
}

/** Counts journals of a kind whose mails were sent. */
export const MAILED = `SELECT COUNT(*) AS n FROM journal j JOIN journal_cursor c ON c.consumer = 'mails'
  AND (j.batch_no < c.batch_no OR (j.batch_no = c.batch_no AND j.position <= c.position)) WHERE j.kind = ?`;

/** The built service as its own process; several share the database of the installation. */
export async function run(place: Installation, environment: Readonly<Record<string, string>> = {}): Promise<Running> {
  const child = fork(fileURLToPath(new URL('../../src/main.js', import.meta.url)), {
    env: { ...process.env, ...place.environment, PORT: '0', LOG_LEVEL: 'info', ...environment },
    // Log lines are written as in production; the pipe is read and dropped.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.stdout!.resume();
  child.stderr!.pipe(process.stderr);
  const origin = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stderr!.on('data', (chunk: Buffer) => {
      if (text.length > 4_096) return;
      text += chunk.toString();
      const found = /http:\/\/[0-9.]+:[1-9][0-9]*/.exec(text);
      if (found) resolve(found[0]);
      // A worker serves nothing but its health.
      else if (text.includes('(worker) is listening')) resolve('');
    });
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
  });
  return { origin, pid: child.pid!, stop: () => stop(child) };
}

/** A yardstick process (`floors.js`, `ordinary/ordinary.app.js`) over the installation's users and database. */
export async function runYardstick(script: string, place: Installation): Promise<Running> {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.send({ url: place.environment['DATABASE_URL'], users: place.users });
  const { origin } = await new Promise<{ origin: string }>((resolve, reject) => {
    child.once('message', (message) => resolve(message as { origin: string }));
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  return { origin, pid: child.pid!, stop: () => stop(child) };
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.removeAllListeners('exit');
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
  });
}

function funding(userId: string) {
  const id = newId();
  const amountKobo = naira(10_000_000);
  return {
    idempotencyKey: { scope: 'system', action: 'bench.fund', key: userId, fingerprint: '' },
    journal: {
      id,
      kind: 'adjustment' as const,
      subject: id,
      postings: [
        { account: SUSPENSE_ACCOUNT, amountKobo: kobo(-amountKobo), note: 'bench' },
        { account: userId, amountKobo, note: 'bench' },
      ],
    },
  };
}
