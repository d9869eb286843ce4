import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.js';
import type { BenchUser } from '../load.js';
import { type Books, type Peer, type Started, transferPlan } from './peers.js';

export interface NumaryPlace {
  /** The program. */
  readonly numary: string;
  readonly postgres: { readonly url: string; readonly pid: number };
}

const LEDGER = 'bench';
const FUNDS = 1_000_000_000;
const START_MS = 30_000;

/** Formance's ledger, which was called Numary, on PostgreSQL: no signature, notices, mails or webhooks; the reference of a transaction is unique. */
export async function numaryPeer({ numary, postgres }: NumaryPlace, accounts: number): Promise<Peer> {
  const users: BenchUser[] = Array.from({ length: accounts }, (_, index) => ({
    email: `users:${String(index).padStart(4, '0')}`,
    password: '',
    pbcKey: '',
    secret: '',
  }));
  const start = () => startNumary(numary, postgres.url);
  const first = await start();
  const postings = users.map(({ email }) => ({ source: 'world', destination: email, amount: FUNDS, asset: 'NGN/2' }));
  const answer = await fetch(`${first.origin}/${LEDGER}/transactions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ postings, reference: 'funding' }),
  });
  if (!answer.ok) throw new Error(`the funding was answered ${answer.status}: ${await answer.text()}`);
  await first.stop();
  const ask = (sql: string) => {
    const { status, stdout, stderr } = spawnSync('psql', [postgres.url, '-At', '-v', 'ON_ERROR_STOP=1'], {
      input: sql,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    if (status !== 0) throw new Error(stderr);
    return stdout.split('\n').filter((line) => line !== '');
  };
  return {
    name: 'Numary 1.9.0 on PostgreSQL',
    databasePid: postgres.pid,
    most: 4_000,
    start,
    plan: (mark, hot) => {
      const posting = '{"source":"{email}","destination":"{receiver}","amount":5000,"asset":"NGN/2"}';
      const body = `{"postings":[${posting}],"reference":"${mark}{index}"}`;
      return transferPlan({ users }, `/${LEDGER}/transactions`, body, hot, { signed: false });
    },
    check: (mark, acknowledged) => {
      const recorded = ask(`SELECT reference FROM "${LEDGER}".transactions WHERE reference LIKE '${mark}%'`);
      const found = new Set(recorded);
      const [wrong, drift] = ask(`
        WITH moved AS (
          SELECT account, SUM(amount) AS kobo FROM (
            SELECT p->>'destination' AS account, (p->>'amount')::numeric AS amount
              FROM "${LEDGER}".transactions, jsonb_array_elements(postings::jsonb) AS p
            UNION ALL
            SELECT p->>'source', -(p->>'amount')::numeric
              FROM "${LEDGER}".transactions, jsonb_array_elements(postings::jsonb) AS p) AS lines GROUP BY account)
        SELECT COUNT(*) FROM "${LEDGER}".volumes v LEFT JOIN moved ON moved.account = v.account
          WHERE v.input - v.output <> COALESCE(moved.kobo, 0);
        SELECT COALESCE(SUM(input - output), 0) FROM "${LEDGER}".volumes;`).map(Number) as [number, number];
      return Promise.resolve<Books>({
        missing: acknowledged.filter((number) => !found.has(`${mark}${number}`)).length,
        repeated: recorded.length - found.size,
        wrongBalances: wrong,
        drift,
      });
    },
  };
}

async function startNumary(command: string, url: string): Promise<Started> {
  const port = await freePort();
  const child = spawn(
    command,
    [
      'server',
      'start',
      `--server.http.bind_address=127.0.0.1:${port}`,
      '--storage.driver=postgres',
      `--storage.postgres.conn_string=${url}?sslmode=disable`,
      '--telemetry-enabled=false',
      '--segment-enabled=false',
    ],
    // Log lines are written, and dropped, as those of the service.
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  child.stdout.resume();
  child.stderr.resume();
  const origin = `http://127.0.0.1:${port}`;
  const until = Date.now() + START_MS;
  while (!(await isUp(origin))) {
    if (Date.now() > until || child.exitCode !== null) throw new Error('Numary did not start');
    await sleep(100);
  }
  return {
    origin,
    pid: child.pid!,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function isUp(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/_info`)).ok;
  } catch {
    return false;
  }
}
