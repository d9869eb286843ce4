/** Replication of MySQL: semi-synchronous replicas, which an orchestrator watches over, and group replication, which does so itself. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { provideMysql } from '../servers/mysql-packages.js';
import { fixedPort } from '../servers/ports.js';
import { makeServerDirectory } from '../servers/private-server.js';
import { type DatabaseNode, MysqlNode } from './database-node.js';
import type { Databases, HealthCheck } from './databases.js';
import { FOR_EVER_MS, type Replication, type ReplicationDialect, startReplicationOf } from './replication.js';

const COMMON = ['--gtid-mode=ON', '--enforce-gtid-consistency=ON', '--log-bin=binlog', '--relay-log=relay', '--sync-binlog=1'];
const answers = (node: DatabaseNode) => node.answers();

/** Resolves when both replicas follow. @throws NotToBeHad where MySQL cannot be fetched */
export async function startMysqlReplication(count = 3): Promise<Replication> {
  const command = `${provideMysql()}/mysqld`;
  const nodes: MysqlNode[] = [];
  for (let id = 1; id <= count; id++) {
    const place = { name: `db${id}`, directory: makeServerDirectory(`db${id}`), port: await fixedPort() };
    nodes.push(new MysqlNode({ ...place, command, args: () => semiSyncArgs(id), isReady: answers }));
  }
  return startReplicationOf(nodes, mysql);
}

function semiSyncArgs(id: number): string[] {
  return [
    ...COMMON,
    `--server-id=${id}`,
    '--skip-replica-start',
    '--read-only',
    '--plugin-load-add=semisync_source.so;semisync_replica.so;mysql_clone.so',
    '--rpl-semi-sync-replica-enabled=ON',
    `--rpl-semi-sync-source-timeout=${FOR_EVER_MS}`,
    '--rpl-semi-sync-source-wait-point=AFTER_SYNC',
  ];
}

interface Status {
  readonly Replica_IO_Running: string;
  readonly Replica_SQL_Running: string;
  readonly Replica_SQL_Running_State: string;
  readonly Seconds_Behind_Source: number | null;
  readonly Retrieved_Gtid_Set: string;
  readonly Executed_Gtid_Set: string;
  readonly Source_Port: number;
}

const mysql: ReplicationDialect = {
  position: 'SELECT @@global.gtid_executed AS position',
  waitsForReplica: 'rpl_semi_sync_source_enabled',
  async stateOf(node) {
    const status = await statusOf(node);
    return (
      status && {
        isReceiving: status.Replica_IO_Running === 'Yes',
        isApplying: status.Replica_SQL_Running === 'Yes',
        hasAppliedAll: status.Replica_SQL_Running_State.startsWith('Replica has read all relay log'),
        secondsBehind: status.Seconds_Behind_Source,
        sourcePort: status.Source_Port,
      }
    );
  },
  async received(node) {
    const status = await statusOf(node);
    return status ? countOf(`${status.Executed_Gtid_Set},${status.Retrieved_Gtid_Set}`) : -1;
  },
  follow: ({ port }) => [
    `CHANGE REPLICATION SOURCE TO SOURCE_HOST='127.0.0.1', SOURCE_PORT=${port}, SOURCE_USER='root', SOURCE_PASSWORD='',
      SOURCE_AUTO_POSITION=1, SOURCE_CONNECT_RETRY=1, GET_SOURCE_PUBLIC_KEY=1`,
  ],
  /** By a whole copy of the primary: MySQL cannot take a transaction back. */
  async discardOwn(node, primary) {
    const [own] = await node.query<{ gtids: string }>('SELECT @@global.gtid_executed AS gtids');
    const subtract = `SELECT GTID_SUBTRACT('${own!.gtids}', @@global.gtid_executed) AS gtids`;
    const [more] = await primary.query<{ gtids: string }>(subtract);
    if (!more?.gtids) return;
    await node.query(`SET GLOBAL clone_valid_donor_list = '127.0.0.1:${primary.port}'`);
    // It ends itself behind that, for want of somebody who starts it.
    await node.query(`CLONE INSTANCE FROM 'root'@'127.0.0.1':${primary.port} IDENTIFIED BY ''`, CLONE_MS).catch(() => undefined);
    await node.restart();
  },
};

const CLONE_MS = 60_000;

async function statusOf(node: DatabaseNode): Promise<Status | undefined> {
  const [status] = await node.query<Status>('SHOW REPLICA STATUS').catch(() => []);
  return status;
}

/** Of transactions in `uuid:1-5,other:1-3`: the sum of the highest number of each server. */
function countOf(gtids: string): number {
  const highest = new Map<string, number>();
  for (const [, server, numbers] of gtids.matchAll(/([0-9a-f-]{36}):([\d:-]+)/g)) {
    const last = Math.max(...numbers!.split(/[:-]/).map(Number));
    highest.set(server!, Math.max(last, highest.get(server!) ?? 0));
  }
  return [...highest.values()].reduce((sum, last) => sum + last, 0);
}

/** Reads PRIMARY on the node that writes, as long as the majority is with it. */
const GROUP_HEALTH = `SELECT IF(SUM(member_state = 'ONLINE') * 2 > COUNT(*)
  AND SUM(member_id = @@server_uuid AND member_role = 'PRIMARY' AND member_state = 'ONLINE') = 1, 'PRIMARY', '')
  FROM performance_schema.replication_group_members`;
const GROUP_STATE = `SELECT member_state AS state, member_role AS role, @@global.gtid_executed AS position
  FROM performance_schema.replication_group_members WHERE member_id = @@server_uuid`;
const JOIN_MS = 60_000;
const LOOK_EVERY_MS = 1_000;

/** Three nodes, one of which writes until the others have lost it. @throws NotToBeHad where MySQL cannot be fetched */
export async function startGroupReplication(count = 3): Promise<GroupReplication> {
  const command = `${provideMysql()}/mysqld`;
  const places = [];
  for (let id = 1; id <= count; id++)
    places.push({
      id,
      name: `db${id}`,
      directory: makeServerDirectory(`db${id}`),
      port: await fixedPort(),
      group: await fixedPort(),
    });
  const seeds = places.map(({ group }) => `127.0.0.1:${group}`).join();
  const group = randomUUID();
  const nodes = places.map((place) => {
    const args = () => groupArgs(place.id, place.port, place.group, seeds, group);
    return new MysqlNode({ ...place, command, args, isReady: answers });
  });
  const replication = new GroupReplication(nodes);
  try {
    await replication.start();
    return replication;
  } catch (error) {
    await replication.stop();
    throw error;
  }
}

function groupArgs(id: number, port: number, groupPort: number, seeds: string, group: string): string[] {
  return [
    ...COMMON,
    `--server-id=${id}`,
    '--report-host=127.0.0.1',
    `--report-port=${port}`,
    '--plugin-load-add=group_replication.so;mysql_clone.so',
    `--loose-group-replication-group-name=${group}`,
    '--loose-group-replication-start-on-boot=OFF',
    `--loose-group-replication-local-address=127.0.0.1:${groupPort}`,
    `--loose-group-replication-group-seeds=${seeds}`,
    '--loose-group-replication-recovery-get-public-key=ON',
    '--loose-group-replication-unreachable-majority-timeout=5',
    '--loose-group-replication-member-expel-timeout=0',
  ];
}

export class GroupReplication implements Databases {
  readonly kind = 'group';
  #isStopped = false;
  #watching: Promise<void> | undefined;

  constructor(readonly nodes: readonly MysqlNode[]) {}

  get replicaUrls(): string[] {
    return this.nodes.slice(1).map(({ url }) => url);
  }

  healthOf({ url }: DatabaseNode): HealthCheck {
    return { url, sql: GROUP_HEALTH, wanted: 'PRIMARY' };
  }

  async start(): Promise<void> {
    for (const node of this.nodes) node.initialise();
    await Promise.all(this.nodes.map((node) => node.start()));
    const [first, ...others] = this.nodes as [MysqlNode, ...MysqlNode[]];
    await first.query('SET GLOBAL group_replication_bootstrap_group = ON');
    await join(first);
    await first.query('SET GLOBAL group_replication_bootstrap_group = OFF');
    for (const node of others) await join(node);
    this.#watching = this.#watch();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#watching;
    await Promise.all(this.nodes.map((node) => node.stop()));
  }

  async isMember(node: DatabaseNode): Promise<boolean> {
    return (await stateOf(node))?.state === 'ONLINE';
  }

  async describe(node: DatabaseNode): Promise<string> {
    const found = await stateOf(node);
    return found ? `${found.state} ${found.role}, transactions ${found.position}` : 'does not answer';
  }

  /** What comes back joins again; a group elects its primary itself. */
  async #watch(): Promise<void> {
    for (; !this.#isStopped; await sleep(LOOK_EVERY_MS))
      for (const node of this.nodes) {
        const state = (await stateOf(node))?.state;
        if (state === 'OFFLINE' || state === 'ERROR') await join(node).catch(() => undefined);
      }
  }
}

async function join(node: DatabaseNode): Promise<void> {
  const by = "SOURCE_USER = 'root', SOURCE_PASSWORD = '' FOR CHANNEL 'group_replication_recovery'";
  await node.query('STOP GROUP_REPLICATION', JOIN_MS);
  await node.query(`CHANGE REPLICATION SOURCE TO ${by}`);
  await node.query('START GROUP_REPLICATION', JOIN_MS);
}

/** Undefined where it does not answer. */
async function stateOf(node: DatabaseNode): Promise<{ state: string; role: string; position: string } | undefined> {
  const [found] = await node.query<{ state: string; role: string; position: string }>(GROUP_STATE).catch(() => []);
  return found;
}
