/**
 * A primary with two replicas. A commit is acknowledged once a replica has it on disk (semi-synchronous, without a time after which it
 * would be given up). Where the primary does not answer, it is killed, and the replica that has most takes over.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseNode } from './database-node.js';
import type { Databases, HealthCheck } from './databases.js';

/** Reads 0 on the primary only. */
const HEALTH = 'SELECT @@global.read_only';
const LOOK_EVERY_MS = 500;
/** Looks without an answer, of two seconds each at most, after which the primary is lost. */
const MOST_MISSED = 3;
/** Milliseconds, for the settings of semi-synchronous replication. */
export const FOR_EVER_MS = 4_294_967_295;

export interface ReplicaState {
  readonly isReceiving: boolean;
  readonly isApplying: boolean;
  /** All that it received. */
  readonly hasAppliedAll: boolean;
  readonly secondsBehind: number | null;
  readonly sourcePort: number;
}

/** What servers of one kind call the parts of their replication. */
export interface ReplicationDialect {
  /** A statement that reads it as `position`. */
  readonly position: string;
  /** The variable that makes commits of a primary wait. */
  readonly waitsForReplica: string;
  /** Undefined of the primary, and where it does not answer. */
  stateOf(node: DatabaseNode): Promise<ReplicaState | undefined>;
  /** Transactions that it has, applied or not; -1 where it does not answer. */
  received(node: DatabaseNode): Promise<number>;
  /** Statements that make a replica of this primary, which follows nobody at that moment. */
  follow(primary: DatabaseNode): string[];
  /** Takes back what the node committed alone, before it follows. */
  discardOwn?(node: DatabaseNode, primary: DatabaseNode): Promise<void>;
}

/** Resolves when both replicas follow. @param nodes not started, the primary first */
export async function startReplicationOf(nodes: readonly DatabaseNode[], dialect: ReplicationDialect): Promise<Replication> {
  const replication = new Replication(nodes, dialect);
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
  readonly #dialect: ReplicationDialect;
  #primary: DatabaseNode;
  #isStopped = false;
  #watching: Promise<void> | undefined;

  /** @param nodes the primary first */
  constructor(nodes: readonly DatabaseNode[], dialect: ReplicationDialect) {
    this.nodes = nodes;
    this.#dialect = dialect;
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
    const state = await this.#dialect.stateOf(node);
    return state !== undefined && state.isReceiving && state.isApplying && state.secondsBehind === 0;
  }

  async describe(node: DatabaseNode): Promise<string> {
    if (!(await answers(node))) return 'does not answer';
    const [{ position }] = (await node.query(this.#dialect.position)) as [{ position: string }];
    if (node === this.#primary) return `primary, transaction ${position}`;
    const state = await this.#dialect.stateOf(node);
    return `replica, ${state?.secondsBehind ?? '?'} s behind, transaction ${position}`;
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
    const found = await Promise.all(others.map(async (node) => ({ node, received: await this.#dialect.received(node) })));
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
      const state = await this.#dialect.stateOf(node);
      if (state?.sourcePort !== this.#primary.port) await this.#follow(node).catch(() => undefined);
    }
  }

  async #lead(node: DatabaseNode): Promise<void> {
    await this.#untilApplied(node);
    const waits = `SET GLOBAL ${this.#dialect.waitsForReplica} = 1`;
    await all(node, 'STOP REPLICA', 'RESET REPLICA ALL', waits, 'SET GLOBAL read_only = 0');
  }

  async #follow(node: DatabaseNode): Promise<void> {
    await all(node, 'SET GLOBAL read_only = 1', `SET GLOBAL ${this.#dialect.waitsForReplica} = 0`, 'STOP REPLICA');
    await this.#dialect.discardOwn?.(node, this.#primary);
    await all(node, ...this.#dialect.follow(this.#primary), 'START REPLICA');
  }

  /** It has applied all that it received; a transaction that came in part is left out, as nobody was told of it. */
  async #untilApplied(node: DatabaseNode): Promise<void> {
    if (!(await this.#dialect.stateOf(node))) return;
    await all(node, 'STOP REPLICA IO_THREAD', 'START REPLICA SQL_THREAD');
    while (!(await this.#dialect.stateOf(node))?.hasAppliedAll) await sleep(50);
  }
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
