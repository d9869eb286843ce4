import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import mysql from 'mysql2/promise';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PrivateServer } from '../../packages/harness/servers/private-server.js';
import { startPrivateDatabase } from '../../packages/harness/servers/services.js';
import { IS_MYSQL } from '../support/backend.js';
import { customerEnding, Shop } from '../contexts/purchases/support.js';
import { runCli } from './run-cli.js';

const DATABASE = 'harmattan';
const APP_KEY = Buffer.alloc(32, 7).toString('base64');

let lost: PrivateServer;
let fresh: PrivateServer;
const folder = mkdtempSync(join(tmpdir(), 'harmattan-binlog-'));
beforeAll(async () => {
  const args = ['--log-bin=binlog', '--server-id=1', '--binlog-format=ROW', '--sync-binlog=1'];
  [lost, fresh] = await Promise.all([startPrivateDatabase({ durable: true, args }), startPrivateDatabase()]);
});
afterAll(async () => {
  await Promise.all([lost, fresh].map((server) => server.stop()));
  rmSync(folder, { recursive: true, force: true });
});

async function on<Row>(server: PrivateServer, sql: string, database = ''): Promise<Row[]> {
  const connection = await mysql.createConnection(`${server.url}/${database}`);
  const [rows] = await connection.query(sql);
  await connection.end();
  return rows as Row[];
}

it('restores a backup and replays the binary log: nothing that was committed is lost', async () => {
  const place = pathToFileURL(join(folder, 'kept')).href;
  mkdirSync(join(folder, 'kept'));
  await on(lost, `CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  const shop = await Shop.open('sqlite', { DATABASE_URL: `${lost.url}/${DATABASE}`, APP_KEY });
  const { environment } = shop.service;
  const ada = await shop.customer(10_000);
  const taken = await runCli(environment, 'backup', '--to', place, '--binlog-position', '--json');
  expect([taken.exitCode, taken.stderr]).toEqual([0, '']);
  expect(taken.json.binlog).toEqual({ file: 'binlog.000001', position: expect.any(Number) });

  // After the backup: money in and out, the first verification, and a second file of the log.
  const bola = await shop.customer(3_000);
  await shop.becomes(
    ada,
    (await shop.buyAirtime(ada, { phone: customerEnding('1234') })).body.DATA.orderId as string,
    'completed',
  );
  await runCli(environment, 'ledger:verify');
  await on(lost, 'FLUSH BINARY LOGS');
  const order = (await shop.buyAirtime(bola, { phone: customerEnding('1234') })).body.DATA.orderId as string;
  await shop.becomes(bola, order, 'completed');
  const balances = [await shop.balance(ada), await shop.balance(bola)];
  await shop.service.close();
  const head = await on(lost, 'SELECT batch_no, hash FROM ledger_head', DATABASE);

  const to = ['--to', join(folder, 'data'), '--database', `${fresh.url}/${DATABASE}`];
  const restored = await runCli(environment, 'restore', '--from', place, ...to, '--json');
  expect([restored.exitCode, restored.stderr]).toEqual([0, '']);
  const { binlog } = restored.json as { binlog: { file: string; position: number } };
  replay(binlog);

  expect(await on(fresh, 'SELECT batch_no, hash FROM ledger_head', DATABASE)).toEqual(head);
  const { REDIS_URL: _, ...kept } = environment;
  const copy = { ...kept, DATA_DIR: join(folder, 'data'), DATABASE_URL: `${fresh.url}/${DATABASE}` };
  expect((await runCli(copy, 'ledger:verify', '--json')).json).toMatchObject({ ok: true });
  const again = await Shop.open('sqlite', copy);
  try {
    expect([await again.balance(ada), await again.balance(bola)]).toEqual(balances);
  } finally {
    await again.service.close();
  }
});

/** As docs/deployment.md says. */
function replay({ file, position }: { file: string; position: number }): void {
  const from = ['--host=127.0.0.1', `--port=${lost.port}`, '--protocol=tcp', '--user=root'];
  const log = [
    IS_MYSQL ? 'mysqlbinlog' : 'mariadb-binlog',
    ...from,
    '--read-from-remote-server',
    `--start-position=${position}`,
    '--to-last-log',
    file,
  ];
  const into = [
    IS_MYSQL ? 'mysql' : 'mariadb',
    '--host=127.0.0.1',
    `--port=${fresh.port}`,
    '--protocol=tcp',
    '--user=root',
    DATABASE,
  ];
  const { status, stderr } = spawnSync('sh', ['-c', `${log.join(' ')} | ${into.join(' ')}`], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
}
