import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import type { Cluster } from '../cluster/cluster.js';
import { makeNextVersion } from '../cluster/next-version.js';
import type { ServiceProcess } from '../cluster/service.js';
import { root } from '../root.js';
import { until } from '../until.js';
import { type Fault, onAll } from './fault.js';

const AWAY_MS = 5_000;
/** How long two versions run after each replacement. */
const SIDE_BY_SIDE_MS = 5_000;
/** How long all postings are read during the migration. */
const READING_MS = 20_000;

/** The first of all, because an older version does not start on what a newer one has migrated. */
export const rollingUpdate: Fault = {
  name: 'rolling-update',
  title: ({ previous }) =>
    `Under load the database is migrated, then every process is replaced, one after the other, ${
      previous ? `from version ${previous.name} to this one` : 'by the same version (no older one was found)'
    }`,
  isSilent: true,
  withoutMoneyS: onAll(3),
  async run({ cluster, scale }) {
    cluster.service.folder = root;
    await whileRead(cluster, READING_MS * scale, () => cluster.service.migrate());
    await replaceAll(cluster, scale);
  },
};

/** What `helm upgrade` and then `helm rollback` do. */
const rolledBack: Fault = {
  name: 'rolled-back',
  title:
    'Under load the next version migrates the database and replaces every process, and is taken back on the schema that it left',
  isSilent: true,
  withoutMoneyS: onAll(3),
  async run({ cluster, scale }) {
    const { service } = cluster;
    const present = service.folder;
    service.folder = makeNextVersion();
    await whileRead(cluster, READING_MS * scale, () => service.migrate());
    await replaceAll(cluster, scale);
    service.folder = present;
    await replaceAll(cluster, scale);
    const { exitCode, output } = await service.runCommand('migrate', '--status');
    if (exitCode !== 0) throw new Error(`the version before does not work on the newer schema: ${output.trim()}`);
  },
};

/** By the version in `folder`. */
async function replaceAll(cluster: Cluster, scale: number): Promise<void> {
  await sleep(SIDE_BY_SIDE_MS * scale);
  for (const node of alternately(cluster.service.api, cluster.service.workers)) {
    await node.end();
    await node.start();
    if (node.role === 'api') await isServing(cluster, node);
    await sleep(SIDE_BY_SIDE_MS * scale);
  }
}

export const processFaults: readonly Fault[] = [
  rolledBack,
  {
    name: 'api-killed',
    title: 'An api process is killed, the one that writes the ledger for all, and started again after 5 s',
    withoutMoneyS: onAll(5),
    async run({ cluster, scale }) {
      const node = await ledgerWriter(cluster);
      await node.kill();
      await sleep(AWAY_MS * scale);
      await node.start();
      await isServing(cluster, node);
    },
  },
  {
    name: 'api-stopped',
    title: 'An api process, the one that writes the ledger for all, stands still (SIGSTOP) and goes on after 30 s',
    withoutMoneyS: onAll(5),
    async run({ cluster, scale }) {
      const node = await ledgerWriter(cluster);
      await node.freeze();
      await sleep(30_000 * scale);
      node.thaw();
      await isServing(cluster, node);
    },
  },
  {
    name: 'worker-killed',
    title: 'A worker is killed in the middle of its jobs, and started again after 20 s',
    withoutMoneyS: onAll(3),
    async run({ cluster, scale }) {
      const node = cluster.service.workers[0]!;
      // Each for milliseconds.
      await until('the worker holds jobs', () => holdsJobs(cluster), 90_000, 10);
      await node.kill();
      await sleep(20_000 * scale);
      await node.start();
    },
  },
];

/** For HAProxy. */
export function isServing(cluster: Cluster, { name }: ServiceProcess): Promise<void> {
  return until(`${name} takes requests`, async () => (await cluster.proxy.states()).get(name)?.status === 'UP');
}

/** The api process that writes the ledger, or any where a worker does. */
export async function ledgerWriter(cluster: Cluster): Promise<ServiceProcess> {
  const database = await cluster.writer();
  const [lease] = (await database?.query<{ holder: string }>(LEASE)) ?? [];
  const { api } = cluster.service;
  return api.find(({ pid }) => lease?.holder.includes(` pid ${pid} `)) ?? api[0]!;
}

const LEASE = "SELECT holder FROM harmattan.lease WHERE name = 'ledger_writer'";

/** Beside a transaction as that of a backup. Galera has none: a change of the table would end it; TiDB's are kept by no lock. */
async function whileRead<T>({ database, databaseUrl }: Cluster, readingMs: number, work: () => Promise<T>): Promise<T> {
  if (database.kind !== 'replication') return work();
  const reader = await createConnection(databaseUrl);
  try {
    await reader.query('START TRANSACTION READ ONLY');
    await reader.query('SELECT COUNT(*) FROM posting');
    const [result] = await Promise.all([work(), sleep(readingMs).then(() => reader.query('COMMIT'))]);
    return result;
  } finally {
    reader.destroy();
  }
}

function alternately<T>(some: readonly T[], others: readonly T[]): readonly T[] {
  return some.length === 0 ? others : [some[0]!, ...alternately(others, some.slice(1))];
}

async function holdsJobs(cluster: Cluster): Promise<boolean> {
  const database = await cluster.writer();
  const sql = "SELECT COUNT(*) AS claimed FROM harmattan.job WHERE claimed_by <> ''";
  const [row] = (await database?.query<{ claimed: number | string }>(sql)) ?? [];
  return Number(row?.claimed) > 0;
}
