import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import mysql from 'mysql2/promise';
import { parse } from 'yaml';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { provideNode24 } from '../../packages/harness/servers/node-24.js';
import { stopProcess } from '../../packages/harness/servers/stop-process.js';
import type { PrivateServer } from '../../packages/harness/servers/private-server.js';
import { startPrivateDatabase, startPrivateRedis } from '../../packages/harness/servers/services.js';
import { WatchSafeguarding } from '../../src/contexts/settlements/safeguarding.js';
import { Ledger } from '../../src/ledger/index.js';
import { LossDetection } from '../../src/ledger/cluster/adapters/loss-detection/loss-detection.js';
import { HealthGauges } from '../../src/platform/http/health-gauges.js';
import { readBuild } from '../../src/platform/telemetry/build.js';
import { Metrics } from '../../src/platform/telemetry/metrics.js';
import { newId } from '../../src/kernel/ids.js';
import { lagosDate } from '../../src/kernel/lagos-time.js';
import { writeCopiedUpTo } from '../../src/cli/backup.js';
import { customerEnding, Shop } from '../contexts/purchases/support.js';
import { Receiver } from '../contexts/webhooks/support/receiver.js';
import { runCli } from '../cli/run-cli.js';
import { blocksOf } from '../docs/support/blocks.js';
import { cloneInto } from '../docs/support/reader.js';
import { Terminal } from '../docs/support/terminal.js';
import { startApp, type TestApp, type TestUser } from '../support/app.js';
import { movement } from '../support/ledger-fixture.js';
import { buildService } from '../support/service-process.js';
import { signInStaff } from '../support/staff.js';
import { until } from '../support/until.js';
import { type Prometheus, startPrometheus } from './prometheus.js';

// Every alert of docker/prometheus rises in a real Prometheus by the fault that docs/runbook.md describes.

/** Nothing listens there. */
const NO_MAIL_SERVER = 'smtp://127.0.0.1:9';
const NO_PAYSTACK = {
  DEPOSIT_PROVIDERS: 'paystack,sandbox',
  PAYSTACK_URL: 'http://127.0.0.1:9',
  PAYSTACK_SECRET_KEY: 'sk_test_x',
};
/** More than `RequestsSlow` allows. */
const SLOW_MS = 3_500;
/** More than `CommitsSlow` allows. */
const SLOW_COMMIT_MS = 800;

const build = readBuild();
const { builtAt } = build;

const folder = mkdtempSync(join(tmpdir(), 'harmattan-alerts-'));
let server: PrivateServer;
let redis: PrivateServer;
let shop: Shop;
let limited: TestApp;
/** Never writes the ledger for all. */
let worker: TestApp;
/** Writes it, and does no background work. */
let api: TestApp;
/** At PUBLIC_URL, with a certificate that ends soon. */
let web: TlsServer;
/** As the node exporter does with its textfile collector. */
let nodeExporter: Server;
let ada: TestUser;
let prometheus: Prometheus;

beforeAll(async () => {
  await buildService();
  // Longer ago than `BuildOld` allows.
  Object.assign(build, { builtAt: ago(91 * 24) });
  server = await startPrivateDatabase();
  await sql('CREATE DATABASE harmattan CHARACTER SET utf8mb4 COLLATE utf8mb4_bin', '');
  web = createTlsServer(selfSigned()).listen(0, '127.0.0.1');
  await once(web, 'listening');
  const settings = {
    APP_KEY: Buffer.alloc(32, 7).toString('base64'),
    MAIL_URL: NO_MAIL_SERVER,
    MAIL_FROM: 'a@example.test',
    ...NO_PAYSTACK,
  };
  shop = await Shop.open('sqlite', { ...settings, DATABASE_URL: `${server.url}/harmattan`, WEBHOOK_LOOPBACK: 'allowed' });
  redis = await startPrivateRedis();
  const PUBLIC_URL = `https://127.0.0.1:${(web.address() as AddressInfo).port}`;
  limited = await startApp('sqlite', { RATE_LIMIT_SCALE: '0.01', REDIS_URL: redis.url, PUBLIC_URL });
  ada = await shop.customer(100_000);
  worker = await startApp('mysql', { ROLE: 'worker' });
  api = await startApp('mysql', { ROLE: 'api' });
  const targets = await Promise.all(
    [shop.service, limited, worker, api].map(async ({ app }) => new URL(await app.getUrl()).host),
  );
  nodeExporter = createServer((_, answer) => answer.setHeader('content-type', 'text/plain; version=0.0.4').end(nodeMetrics()));
  const node = `127.0.0.1:${await listen(nodeExporter)}`;
  prometheus = await startPrometheus(
    targets.map((host) => host.replace('[::1]', '127.0.0.1')),
    node,
  );
});
afterAll(async () => {
  Object.assign(build, { builtAt });
  await prometheus.stop();
  nodeExporter.close();
  web.close();
  await Promise.all([shop.service.close(), limited.close(), worker.close(), api.close()]);
  await Promise.all([server.stop(), redis.stop()]);
});

function selfSigned(): { key: string; cert: string } {
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-days', '2', '-keyout', '-'];
  const { status, stdout, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return { key: stdout, cert: stdout };
}

function nodeMetrics(): string {
  const paths = ['probe.prom', 'binlog.prom'].map((name) => join(folder, name));
  return paths.map((path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')).join('');
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function blockEventLoop(): Promise<void> {
  const end = performance.now() + 600;
  while (performance.now() < end);
}

async function sql(statement: string, database = 'harmattan'): Promise<void> {
  const connection = await mysql.createConnection(`${server.url}/${database}`);
  await connection.query(statement);
  await connection.end();
}

const runbook = readFileSync(resolve(import.meta.dirname, '../../docs/runbook.md'), 'utf8');
const { groups } = parse(readFileSync(resolve(import.meta.dirname, '../../docker/prometheus/alerts.yaml'), 'utf8')) as {
  groups: { rules: { alert: string }[] }[];
};

function ago(hours: number): number {
  return Date.now() - hours * 3_600_000;
}
/** Asks Paystack first, which is away, until it is set aside. */
const order = async () => {
  const as = await shop.service.register();
  await shop.service.client.post('user_deposit_order_create', { as, body: { amount: 1_000 } });
};
let payouts = 0;
/** Undecided. */
async function payOut(): Promise<void> {
  const to = { code: 'gtbank', account: '0123450007' };
  const { name } = (await shop.service.client.get('user_bank_resolve', { as: ada, query: to })).body.DATA as { name: string };
  await shop.service.client.post('user_payout_create', { as: ada, body: { ...to, name, amount: 100 + payouts++ } });
}
const buy = (ending: string) => shop.buyAirtime(ada, { phone: customerEnding(ending) });

async function whileDatabaseHangs(work: () => Promise<void>): Promise<void> {
  await stopProcess(server.pid!);
  try {
    await work();
  } finally {
    process.kill(server.pid!, 'SIGCONT');
  }
}

/** What goes on until it is noticed: Prometheus sees no rise in a series that just appeared. */
async function repeated(alert: string, work: () => Promise<unknown>, everyMs = 50): Promise<void> {
  let isOver = false;
  const noticing = noticed(alert).finally(() => (isOver = true));
  while (!isOver) {
    await work();
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  await noticing;
}

/** Alerts that were firing when somebody looked; some do not last. */
const seen = new Set<string>();

async function noticed(alert: string): Promise<void> {
  const look = async () => {
    for (const name of await prometheus.firing()) seen.add(name);
    return seen;
  };
  await expect.poll(look, { interval: 250 }).toContain(alert);
}

async function ended(alert: string): Promise<void> {
  await expect.poll(() => prometheus.firing(), { interval: 250 }).not.toContain(alert);
}

/** At once, because each waits for the database that is away. */
const failedRequests = () =>
  Promise.all(Array.from({ length: 5 }, () => shop.service.client.get('user_wallet_get_info', { as: ada })));

/** The commit waits for a lock of the head. */
async function commitSlowly(): Promise<void> {
  const holder = await mysql.createConnection(`${server.url}/harmattan`);
  await holder.query('BEGIN');
  await holder.query('SELECT * FROM ledger_head FOR UPDATE');
  const commit = shop.service.app.get(Ledger).commit(movement('system:suspense', ada.userid, 100));
  await sleep(SLOW_COMMIT_MS);
  await holder.query('COMMIT');
  await commit;
  await holder.end();
}

async function readSlowly(): Promise<void> {
  let read: Promise<unknown> | undefined;
  await whileDatabaseHangs(async () => {
    read = shop.balance(ada);
    await sleep(SLOW_MS);
  });
  await read;
}

/** What raises each alert; `undefined` where an earlier line of this list does. */
const faults: Record<string, (() => Promise<unknown>) | undefined> = {
  // It was never verified.
  LedgerNotVerified: undefined,
  // The money of a test's customer comes from it.
  SuspenseHeld: undefined,
  // A fee of yesterday that nothing was earned for.
  SafeguardingShort: async () => {
    const yesterday = lagosDate(ago(24));
    await sql(`INSERT INTO settlement (id, kind, provider, debited, credited, account, bank, amount_kobo, reference, valued, recorded)
      VALUES ('${newId()}', 'provider_fee', 'sandbox', 'system:costs:sandbox', 'system:clearing:sandbox', '', '', 500, 'x', '${yesterday}', ${ago(0)})`);
    const watch = shop.service.app.get(WatchSafeguarding, { strict: false });
    watch.last = undefined;
    expect(await watch.execute()).toMatchObject({ day: yesterday, differenceKobo: -500n });
    await sql("DELETE FROM settlement WHERE reference = 'x'");
  },
  MailFails: () => repeated('MailFails', () => shop.service.register(), 500),
  CodesBurn: () => repeated('CodesBurn', () => shop.service.register(), 500),
  LedgerWriterMissing: async () => {
    await expect.poll(() => prometheus.value('max(harmattan_ledger_writer)')).toBe(1);
    const { port } = new URL(await api.app.getUrl());
    await api.app.close();
    await noticed('LedgerWriterMissing');
    api = await startApp('mysql', { ...api.environment, PORT: port });
  },
  LedgerNotRecomputed: () => sql(`REPLACE INTO ledger_check (name, is_ok, checked_at) VALUES ('whole', 1, ${ago(9 * 24)})`),
  LedgerNotAnchored: () => sql(`REPLACE INTO ledger_check (name, is_ok, checked_at) VALUES ('anchor', 1, ${ago(4)})`),
  PurchasesUndecided: async () => {
    await buy('0007');
    await sql(`UPDATE purchase SET recorded = ${ago(2)} WHERE status = 'pending'`);
  },
  PurchasesLeft: async () => {
    await buy('0007');
    await sql(`UPDATE purchase SET next_query_at = NULL, recorded = ${ago(5)} WHERE status = 'pending' ORDER BY id DESC LIMIT 1`);
  },
  PayoutsUndecided: async () => {
    await payOut();
    await sql(`UPDATE payout SET recorded = ${ago(2)} WHERE status = 'pending'`);
  },
  PayoutsLeft: async () => {
    await payOut();
    await sql(`UPDATE payout SET next_query_at = NULL, recorded = ${ago(5)} WHERE status = 'pending' ORDER BY id DESC LIMIT 1`);
  },
  PayoutsNotOurs: () => {
    const values = `'${newId()}', 'payout.approval:paystack:1', 'error', 'a payout that is not ours', 'open', ${ago(0)}`;
    return sql(`INSERT INTO system_log (id, log_key, kind, description, status, recorded) VALUES (${values})`);
  },
  BankEnquiriesFail: () => {
    const times = Array.from({ length: 5 }, (_, place) => ago(0) + place).join(',');
    const rows = ['access', 'gtbank', 'opay', 'uba', 'zenith'].map((bank) => `('${bank}', '${times}')`);
    return sql(`REPLACE INTO bank_outage (bank_code, failed_at) VALUES ${rows.join(', ')}`);
  },
  ProviderFloatLow: () =>
    sql("REPLACE INTO provider_float (provider, balance_kobo, low_since, read_at) VALUES ('sandbox', 1000, 0, 0)"),
  // Every order asks Paystack, which is away, until it is set aside.
  ProviderFails: () => repeated('ProviderFails', order, 1_000),
  ProviderSetAside: () => repeated('ProviderSetAside', order),
  // These three are counted together, every 15 seconds.
  JobsExhausted: async () => {
    const values = `'${newId()}', 'mail', 'gone', '{"mailId":"gone"}', 'exhausted', ${ago(1)}, 9, ${ago(1)}, ''`;
    await sql(`INSERT INTO job (id, name, job_key, data, state, run_at, attempts, recorded, claimed_by) VALUES (${values})`);
    const event = `'${newId()}', 'of.tomorrow', '', '{}', ${ago(0)}, 1`;
    await sql(`INSERT INTO outbox (id, name, subject, data, recorded, queued_at) VALUES (${event})`);
    // The mails of new users, because the mail server is away.
    await sql(`UPDATE mail SET recorded = ${ago(2)}`);
  },
  EventsSetAside: undefined,
  WorkOverdue: undefined,
  SettlingBurn: undefined,
  WebhooksFail: async () => {
    const staff = await signInStaff(shop.service, 'otherControl.paymentHook');
    const receiver = await Receiver.open();
    receiver.status = 500;
    const body = { url: receiver.url(), events: ['purchase.failed'] };
    const { MKID, marker } = (await shop.service.client.post('control_webhook_endpoint_create', { as: staff, body })).body.DATA;
    const endpointId = marker ?? MKID;
    for (let ping = 0; ping < 20; ping++)
      await shop.service.client.post('control_webhook_endpoint_test', { as: staff, body: { endpointId } });
    await until(() => receiver.received.length === 20);
    await receiver.close();
  },
  LoginsFail: async () => {
    const users = await Promise.all(Array.from({ length: 30 }, () => shop.service.register()));
    for (const { email } of users)
      await shop.service.client.post('user_profile_login', {
        body: { emal: email, pswd: 'Wrong-Wind-11', dvty: 'Web', dsnm: 'x', dvnm: 'x' },
      });
  },
  LimitsRefuse: () =>
    repeated('LimitsRefuse', () => Promise.all(Array.from({ length: 50 }, () => limited.client.get('authentication_verify')))),
  LedgerHalted: async () => {
    const { orderId } = (await shop.buyAirtime(ada, { phone: customerEnding('0007'), amount: 100 })).body.DATA as {
      orderId: string;
    };
    await sql(`UPDATE ledger_hold SET shares = '[]' WHERE subject = '${orderId}'`);
    // The provider may not have it yet.
    await until(() =>
      shop.decide(orderId, 'failed').then(
        () => true,
        () => false,
      ),
    );
  },
  LedgerBalanceLarge: async () => {
    const id = 'system:clearing:large';
    await sql(
      `INSERT INTO ledger_account (id, kind, balance_kobo, seq, recorded) VALUES ('${id}', 'system', -${2 ** 50}, 1, ${ago(0)})`,
    );
    await noticed('LedgerBalanceLarge');
    await sql(`DELETE FROM ledger_account WHERE id = '${id}'`);
  },
  // Copies that lack commits are in test/ledger/stale-copy.test.ts; here it is what one says of itself.
  LedgerStale: async () => {
    vi.spyOn(worker.app.get(LossDetection, { strict: false }), 'hasStopped', 'get').mockReturnValue(true);
  },
  // Half-open connections are in test/ledger/forwarding.test.ts; here there is one process.
  LedgerTakenBack: () => {
    const metrics = shop.service.app.get(Metrics);
    metrics.ledgerForwarded('taken_back');
    return repeated('LedgerTakenBack', () => Promise.resolve(metrics.ledgerForwarded('taken_back')));
  },
  LedgerBlocked: async () => {
    const holder = await mysql.createConnection(`${server.url}/harmattan`);
    await holder.query('BEGIN');
    await holder.query('SELECT * FROM ledger_head FOR UPDATE');
    const command = movement('system:suspense', ada.userid, 100);
    await repeated('LedgerBlocked', () =>
      shop.service.app
        .get(Ledger)
        .commit(command)
        .catch(() => undefined),
    );
    await holder.end();
  },
  BuildOld: undefined,
  CertificateEnds: undefined,
  CertificateEndsSoon: undefined,
  BackupsMissed: () =>
    sql(`INSERT INTO backup_number (number, backup, place, begun_at, finished_at) VALUES (1, 'x', 'x', ${ago(52)}, ${ago(51)})`),
  BackupOld: undefined,
  BackupFailed: async () => {
    const { exitCode } = await runCli(shop.service.environment, 'backup', '--to', `file://${folder}/not-there/backups`);
    expect(exitCode).not.toBe(0);
  },
  // As a copy leaves it that ended an hour ago.
  BinlogCopyOld: () => Promise.resolve(writeCopiedUpTo(join(folder, 'binlog.prom'), ago(1))),
  DiskNearlyFull: async () => {
    const { dataDir } = worker.config;
    // Only root may, and not in every container.
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', dataDir]).status !== 0) {
      vi.spyOn(worker.app.get(HealthGauges, { strict: false }), 'freeShare').mockResolvedValue(0.05);
      return;
    }
    try {
      writeFileSync(join(dataDir, 'large'), Buffer.alloc(960_000));
      await noticed('DiskNearlyFull');
      spawnSync('mount', ['-o', 'remount,size=16m', dataDir]);
      await ended('DiskNearlyFull');
    } finally {
      spawnSync('umount', ['-l', dataDir]);
    }
  },
  BudgetsSpent: async () => {
    const { email } = await shop.service.register();
    const body = { emal: email, pswd: 'Wrong-Wind-11', dvty: 'Web', dsnm: 'x', dvnm: 'x' };
    const guesses = () => Promise.all(Array.from({ length: 40 }, () => shop.service.client.post('user_profile_login', { body })));
    await repeated('BudgetsSpent', guesses);
  },
  LedgerWrong: async () => {
    await sql('DROP TRIGGER posting_no_update');
    await sql("UPDATE posting SET note = 'forged' LIMIT 1");
    await runCli(shop.service.environment, 'ledger:verify');
  },
  // Each reading forgets what was before, so that one which comes too late would hide what happened once.
  EventLoopSlow: () => repeated('EventLoopSlow', blockEventLoop, 200),
  MemoryHigh: () => Promise.resolve(Buffer.alloc(1_000_000_000, 1)),
  CommandsWait: async () => {
    // So that Prometheus knows the series of what will be slow.
    await shop.balance(ada);
    await noticed('MemoryHigh');
    await whileDatabaseHangs(async () => {
      const ledger = shop.service.app.get(Ledger);
      // Each batch that fails leaves fewer, and metrics may be read late.
      const moved = Array.from({ length: 5_000 }, () => ledger.commit(movement('system:suspense', ada.userid, 100)));
      const reads = Array.from({ length: 20 }, () => shop.balance(ada));
      await noticed('CommandsWait');
      await noticed('DatabaseSaturated');
      void Promise.allSettled([...moved, ...reads]);
    });
  },
  DatabaseSaturated: undefined,
  CommitsSlow: () => repeated('CommitsSlow', commitSlowly),
  // Metrics are read between.
  RequestsSlow: () => repeated('RequestsSlow', readSlowly, 2_000),
  // Nobody asks for anything meanwhile.
  DatabaseAway: async () => {
    await ended('DatabaseAway');
    await server.kill();
  },
  RequestsFail: () => repeated('RequestsFail', failedRequests),
  // It wants more of them within the same ten seconds.
  AnswersBurn: () => repeated('AnswersBurn', failedRequests),
  PaymentProbeFails: async () => {
    const home = { XDG_CONFIG_HOME: folder, HARMATTAN_PASSWORD: 'Correct-horse-7', HARMATTAN_URL: 'http://127.0.0.1:2' };
    await runCli(home, 'probe', '--partner', 'other', '--textfile', join(folder, 'probe.prom'));
  },
  RedisAway: async () => {
    await redis.kill();
    await noticed('RedisAway');
    await redis.restart();
    await ended('RedisAway');
  },
  ServiceDown: async () => {
    const host = new URL(await limited.app.getUrl()).host.replace('[::1]', '127.0.0.1');
    const isRaised = () => prometheus.value(`ALERTS{alertname="ServiceDown",alertstate="firing",instance="${host}"}`);
    await expect.poll(isRaised).toBeUndefined();
    await Promise.all([limited.app.close(), worker.app.close()]);
    await expect.poll(isRaised).toBe(1);
  },
  WorkersGone: async () => {
    await shop.service.app.close();
    await noticed('WorkersGone');
    // The one that is left.
    await expect.poll(() => prometheus.value('sum(up{job="harmattan"})')).toBe(1);
  },
  TargetsGone: () => api.app.close(),
};

/** What its page has for a terminal under "Action". */
const commandsOf = (alert: string) => {
  const [, page = ''] = new RegExp(`^## ${alert}\n(.*?)(?=^## )`, 'ms').exec(runbook)!;
  return blocksOf(`docs/runbook.md, ${alert}`, page.slice(page.indexOf('**Action.**')))
    .filter(({ info }) => !info.startsWith('no-run'))
    .map(({ code }) => code);
};

/** As the operator who was woken by it, with the settings of the service. */
async function follow(alert: string): Promise<void> {
  const places = { BACKUP_URL: `file://${folder}/backups`, LEDGER_ANCHOR_URL: `file://${folder}/anchors` };
  mkdirSync(join(folder, 'backups'), { recursive: true });
  const PATH = [dirname(provideNode24()), process.env['PATH']].join(delimiter);
  const terminal = new Terminal('bash', cloneInto(folder), { PATH, HOME: folder, ...shop.service.environment, ...places });
  try {
    for (const command of commandsOf(alert)) {
      const { output, status } = await terminal.paste(command);
      expect([command, status], output).toEqual([command, 0]);
    }
  } finally {
    await terminal.close();
  }
}

it('pages of the runbook have commands that end these alerts', () => {
  expect(Object.keys(faults).filter((alert) => commandsOf(alert).length > 0)).toEqual([
    'LedgerNotVerified',
    'LedgerNotRecomputed',
    'LedgerNotAnchored',
    'JobsExhausted',
    'BackupOld',
    'BackupFailed',
  ]);
});

it('names a fault for each', () => {
  const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  expect(Object.keys(faults).toSorted()).toEqual(alerts.toSorted());
});

it.each(Object.keys(faults))('%s', async (alert) => {
  if (faults[alert]) seen.delete(alert);
  await faults[alert]?.();
  await noticed(alert);
  expect(seen).toContain(alert);
  if (commandsOf(alert).length === 0) return;
  await follow(alert);
  await ended(alert);
});
