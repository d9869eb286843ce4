import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../cluster/cluster.js';
import type { DatabaseNode } from '../cluster/database-node.js';
import { Galera } from '../cluster/galera.js';
import { until } from '../until.js';
import type { User } from './bank.js';
import type { Fault } from './fault.js';

const AWAY_MS = 5_000;

export const databaseFaults: readonly Fault[] = [
  {
    name: 'database-killed',
    title: 'The writing database node is killed, and started again after 5 s',
    withoutMoneyS: { galera: 20, replication: 10, group: 20, tidb: 30 },
    async run({ cluster, scale }) {
      const node = await writerOf(cluster);
      await node.kill();
      await sleep(AWAY_MS * scale);
      if (cluster.database.nodes.length > 1) await anotherWrites(cluster, node);
      await node.start();
      await isMember(cluster, node);
    },
  },
  {
    name: 'database-hung',
    title: 'The writing database node stands still (SIGSTOP) and goes on after 30 s',
    withoutMoneyS: { galera: 10, replication: 15, group: 20 },
    async run({ cluster, scale }) {
      const node = await writerOf(cluster);
      await node.freeze();
      await sleep(30_000 * scale);
      await anotherWrites(cluster, node);
      node.thaw();
      // Whoever watches over a primary kills it before another one takes over.
      if (!node.isRunning) await node.start();
      await isMember(cluster, node);
    },
  },
  {
    name: 'database-cut-off',
    title: 'The primary is cut off from its replicas with a commit that nobody else has, is given up, and comes back',
    withoutMoneyS: { replication: 15 },
    async run({ cluster, scale }) {
      const node = await writerOf(cluster);
      const replicas = cluster.database.nodes.filter((each) => each !== node);
      for (const replica of replicas) await replica.query('STOP REPLICA IO_THREAD');
      await until('a commit waits', () => waitsForReplica(node));
      await sleep(AWAY_MS * scale);
      await node.kill();
      await anotherWrites(cluster, node);
      await node.start();
      await isMember(cluster, node);
    },
  },
  {
    name: 'replica-lags',
    title: 'Both replicas stop to apply what they receive, and go on after a minute',
    isSilent: true,
    withoutMoneyS: { replication: 3 },
    async run({ cluster, bank, scale }) {
      const writer = await cluster.writer();
      const replicas = cluster.database.nodes.filter((each) => each !== writer);
      for (const replica of replicas) await replica.query('STOP REPLICA SQL_THREAD');
      for (const end = Date.now() + 60_000 * scale; Date.now() < end; await sleep(2_000))
        await expectWholeHistory(bank.users[0]!);
      for (const replica of replicas) await replica.query('START REPLICA SQL_THREAD');
      for (const replica of replicas) await isMember(cluster, replica);
    },
  },
  {
    name: 'database-cut-off',
    title:
      'The writing database node is cut off, is made a cluster of its own by mistake, and comes back with a transaction that nobody else has',
    withoutMoneyS: { galera: 15 },
    async run({ cluster }) {
      const node = await writerOf(cluster);
      await node.query("SET GLOBAL wsrep_provider_options = 'gmcast.isolate=1'");
      await anotherWrites(cluster, node);
      await until('the node has given up the others', () => refuses(node));
      await node.query("SET GLOBAL wsrep_provider_options = 'pc.bootstrap=1'");
      await until('the node is alone', async () => node.query(DIVERGING).then(() => true));
      await node.kill();
      const writer = await cluster.writer();
      const { database } = cluster;
      const donor = database.nodes.find((each) => each !== node && each !== writer);
      if (database instanceof Galera && donor) await database.copyFrom(donor, node);
      await isMember(cluster, node);
      const [head] = await node.query<{ nonce: string }>('SELECT nonce FROM harmattan.ledger_head');
      if (head?.nonce === 'diverged') throw new Error(`${node.name} kept its own transaction`);
    },
  },
];

async function waitsForReplica(node: DatabaseNode): Promise<boolean> {
  const rows = await node.query<{ Value: string }>("SHOW GLOBAL STATUS LIKE 'Rpl_semi_sync_%_wait_sessions'");
  return rows.some(({ Value: sessions }) => Number(sessions) > 0);
}

/** Every page goes on where the one before it ended, with what the user did just now. */
async function expectWholeHistory({ client }: User): Promise<void> {
  let earlier: number | undefined;
  for await (const { amount, balance } of client.items('user_wallet_history', { rqtp: 'all' })) {
    const kobo = Math.round(balance * 100);
    if (earlier !== undefined && kobo !== earlier)
      throw new Error(`entries of a history are missing before the balance ${balance}`);
    earlier = kobo - Math.round(amount * 100);
  }
  if (earlier !== 0) throw new Error(`a history begins with ${earlier} kobo`);
}

const DIVERGING = "UPDATE harmattan.ledger_head SET nonce = 'diverged'";

/** Neither reads nor writes without the majority. */
function refuses(node: DatabaseNode): Promise<boolean> {
  return node.query('SELECT nonce FROM harmattan.ledger_head').then(
    () => false,
    () => true,
  );
}

/** New connections go to this node; the others are not asked until it is lost. */
export async function writeTo(cluster: Cluster, node: DatabaseNode): Promise<void> {
  const others = cluster.database.nodes.filter((each) => each !== node).map(({ name }) => `database/${name}`);
  for (const server of others) {
    await cluster.databaseProxy.command(`disable server ${server}`);
    await cluster.databaseProxy.command(`shutdown sessions server ${server}`);
  }
  const sessions = async () => (await cluster.databaseProxy.states()).get(node.name)?.current ?? 0;
  await until(`${node.name} is the writer`, async () => (await sessions()) > 0);
  for (const server of others) await cluster.databaseProxy.command(`enable server ${server}`);
}

async function writerOf(cluster: Cluster): Promise<DatabaseNode> {
  const node = await cluster.writer();
  if (!node) throw new Error('no database node can be written to');
  return node;
}

function anotherWrites(cluster: Cluster, lost: DatabaseNode): Promise<void> {
  return until('another node takes the writing over', async () => ![undefined, lost].includes(await cluster.writer()));
}

export function isMember(cluster: Cluster, node: DatabaseNode): Promise<void> {
  return until(`${node.name} has what it missed`, () => cluster.database.isMember(node));
}
