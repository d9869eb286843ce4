/**
 * A MariaDB primary with two replicas. A commit is acknowledged once a replica has it on disk (semi-synchronous, without a time after
 * which it would be given up). Where the primary does not answer, it is killed, and the replica that has most takes over.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fixedPort } from '../servers/ports.js';
import { makeServerDirectory } from '../servers/private-server.js';
import type { ClusterPrograms } from '../servers/programs.js';
import { DatabaseNode } from './database-node.js';
import type { Databases, HealthCheck } from './databases.js';

/** Reads 0 on the primary only. */
const HEALTH = 'SELECT @@global.read_only';
const LOOK_EVERY_MS = 500;
/** Looks without an answer, of two seconds each at most, after which the primary is lost. */
const MOST_MISSED = 3;
const FOR_EVER_MS = 4_294_967_295;

/** Resolves when both replicas follow. */
export async function startReplication(programs: ClusterPrograms, count = 3): Promise<Replication> {
  const nodes: DatabaseNode[] = [];
  for (let id = 1; id <= count; id++) {
    const place = { name: `db${id}`, directory: makeServerDirectory(`db${id}`), port: await fixedPort() };
    nodes.push(new DatabaseNode({ ...place, programs, args: () => argsOf(id), isReady: answers }));
  }
  const replication = new Replication(nodes);
  try {
    await replication.start();
    return replication;
  } catch (error) {
    await replication.stop();
    throw error;
  }
}

export class Replication implements Databases {
  readonly kind = 'replication';
  readonly nodes: readonly DatabaseNode[];
  #primary: DatabaseNode;
  #isStopped = false;
  #watching: Promise<void> | undefined;

  /** @param nodes the primary first */
  constructor(nodes: readonly DatabaseNode[]) {
    this.nodes = nodes;
    this.#primary = nodes[0]!;
  }

  get replicaUrls(): string[] {
    return this.nodes.slice(1).map(({ url }) => url);
  }

  healthOf({ url }: DatabaseNode): HealthCheck {
    return { url, sql: HEALTH, wanted: '0' };
  }

  async start(): Promise<void> {
    for (const node of this.nodes) node.initialise();
    await Promise.all(this.nodes.map((node) => node.start()));
    await this.#lead(this.#primary);
    for (const replica of this.nodes.slice(1)) await this.#follow(replica);
    this.#watching = this.#watch();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#watching;
    await Promise.all(this.nodes.map((node) => node.stop()));
  }

  /** Whether it is the primary, or a replica that has everything. */
  async isMember(node: DatabaseNode): Promise<boolean> {
    if (node === this.#primary) return true;
    const state = await slaveState(node);
    return state?.Slave_IO_Running === 'Yes' && state.Slave_SQL_Running === 'Yes' && state.Seconds_Behind_Master === 0;
  }

  async describe(node: DatabaseNode): Promise<string> {
    if (!(await answers(node))) return 'does not answer';
    const [{ position }] = (await node.query('SELECT @@global.gtid_current_pos AS position')) as [{ position: string }];
    if (node === this.#primary) return `primary, transaction ${position}`;
    const state = await slaveState(node);
    return `replica, ${state?.Seconds_Behind_Master ?? '?'} s behind, transaction ${position}`;
  }

  /** What an orchestrator does: fence and promote where the primary is lost, and attach what comes back. */
  async #watch(): Promise<void> {
    for (let missed = 0; !this.#isStopped; await sleep(LOOK_EVERY_MS)) {
      missed = (await answers(this.#primary)) ? 0 : missed + 1;
      // What fails is done again.
      if (missed === 0) await this.#attach().catch(() => undefined);
      else if (missed >= MOST_MISSED && (await this.#failOver().catch(() => false))) missed = 0;
    }
  }

  /** Resolves to whether there is another primary. */
  async #failOver(): Promise<boolean> {
    // Not two primaries, whatever the lost one is doing.
    await this.#primary.kill();
    const others = this.nodes.filter((node) => node !== this.#primary);
    const found = await Promise.all(others.map(async (node) => ({ node, received: await received(node) })));
    const [best] = found.toSorted((one, other) => other.received - one.received);
    if (!best || best.received < 0) return false;
    this.#primary = best.node;
    return true;
  }

  /** Makes the primary one, and nodes follow it that follow nobody, or another one. */
  async #attach(): Promise<void> {
    const [health] = await this.#primary.query<Record<string, number>>(HEALTH);
    if (health?.['@@global.read_only'] === 1) await this.#lead(this.#primary);
    for (const node of this.nodes) {
      if (node === this.#primary || !(await answers(node))) continue;
      const state = await slaveState(node);
      if (state?.Master_Port !== this.#primary.port) await this.#follow(node).catch(() => undefined);
    }
  }

  async #lead(node: DatabaseNode): Promise<void> {
    await untilApplied(node);
    await all(node, 'STOP SLAVE', 'RESET SLAVE ALL', 'SET GLOBAL rpl_semi_sync_master_enabled = 1', 'SET GLOBAL read_only = 0');
  }

  async #follow(node: DatabaseNode): Promise<void> {
    const source = `master_host='127.0.0.1', master_port=${this.#primary.port}, master_user='root', master_use_gtid=slave_pos`;
    await all(
      node,
      'SET GLOBAL read_only = 1',
      'SET GLOBAL rpl_semi_sync_master_enabled = 0',
      'STOP SLAVE',
      // A former primary goes on behind what it wrote itself.
      'SET GLOBAL gtid_slave_pos = @@global.gtid_current_pos',
      `CHANGE MASTER TO ${source}, master_connect_retry=1`,
      'START SLAVE',
    );
  }
}

function argsOf(id: number): string[] {
  return [
    `--server-id=${id}`,
    '--log-bin=binlog',
    '--relay-log=relay',
    '--log-slave-updates',
    '--sync-binlog=1',
    '--gtid-strict-mode=ON',
    '--skip-slave-start',
    '--read-only',
    '--rpl-semi-sync-slave-enabled=ON',
    '--init-rpl-role=SLAVE',
    `--rpl-semi-sync-master-timeout=${FOR_EVER_MS}`,
    '--rpl-semi-sync-master-wait-point=AFTER_SYNC',
  ];
}

async function all(node: DatabaseNode, ...statements: string[]): Promise<void> {
  for (const statement of statements) await node.query(statement);
}

function answers(node: DatabaseNode): Promise<boolean> {
  return node.query('DO 0').then(
    () => true,
    () => false,
  );
}

interface SlaveState {
  readonly Slave_IO_Running: string;
  readonly Slave_SQL_Running: string;
  readonly Slave_SQL_Running_State: string;
  readonly Seconds_Behind_Master: number | null;
  readonly Gtid_IO_Pos: string;
  readonly Master_Port: number;
}

/** Undefined of the primary, and where it does not answer. */
async function slaveState(node: DatabaseNode): Promise<SlaveState | undefined> {
  const [state] = await node.query<SlaveState>('SHOW SLAVE STATUS').catch(() => []);
  return state;
}

/** The sequence number of the last transaction that it has; -1 where it does not answer. */
async function received(node: DatabaseNode): Promise<number> {
  const state = await slaveState(node);
  return state ? Number(/-(\d+)$/.exec(state.Gtid_IO_Pos)?.[1] ?? 0) : -1;
}

/** It has applied all that it received; a transaction that came in part is left out, as nobody was told of it. */
async function untilApplied(node: DatabaseNode): Promise<void> {
  if (!(await slaveState(node))) return;
  await all(node, 'STOP SLAVE IO_THREAD', 'START SLAVE SQL_THREAD');
  const hasApplied = (state: SlaveState | undefined) => state?.Slave_SQL_Running_State.startsWith('Slave has read all relay log');
  while (!hasApplied(await slaveState(node))) await sleep(50);
}
