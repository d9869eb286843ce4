/** Three MariaDB nodes with Galera. Every node has all data; HAProxy sends all connections to one of them. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fixedPort } from '../servers/ports.js';
import { makeServerDirectory } from '../servers/private-server.js';
import type { ClusterPrograms } from '../servers/programs.js';
import { type DatabaseNode, MariadbNode } from './database-node.js';
import type { Databases, HealthCheck } from './databases.js';

const SYNCED = '4';
const NOWHERE = '00000000-0000-0000-0000-000000000000:-1';
/** No row where the node is cut off from the majority. */
const HEALTH = `SELECT s.variable_value FROM information_schema.global_status s
  JOIN information_schema.global_status r ON r.variable_name = 'WSREP_READY' AND r.variable_value = 'ON'
  WHERE s.variable_name = 'WSREP_LOCAL_STATE'`;

interface Place {
  readonly name: string;
  readonly directory: string;
  /** Ports: server, traffic between nodes, both kinds of copies. */
  readonly port: number;
  readonly group: number;
  readonly transfer: number;
  readonly copy: number;
}

/** Resolves when all nodes are members of the cluster and have its data. */
export async function startGalera(programs: ClusterPrograms, count = 3): Promise<Galera> {
  const places: Place[] = [];
  for (let number = 1; number <= count; number++) {
    const [port, group, transfer, copy] = [await fixedPort(), await fixedPort(), await fixedPort(), await fixedPort()];
    places.push({ name: `db${number}`, directory: makeServerDirectory(`db${number}`), port, group, transfer, copy });
  }
  const galera = new Galera(programs, places);
  try {
    await galera.start();
    return galera;
  } catch (error) {
    await galera.stop();
    throw error;
  }
}

export class Galera implements Databases {
  readonly kind = 'galera';
  readonly nodes: readonly MariadbNode[];
  readonly replicaUrls = [];
  readonly #programs: ClusterPrograms;
  readonly #donors = new Map<DatabaseNode, DatabaseNode>();
  #isFounded = false;

  constructor(programs: ClusterPrograms, places: readonly Place[]) {
    this.#programs = programs;
    const members = places.map(({ group }) => `127.0.0.1:${group}`).join();
    this.nodes = places.map((place) => {
      const args = () => this.#args(place, members, node);
      const node: MariadbNode = new MariadbNode({ ...place, programs, args, isReady: isSynced });
      return node;
    });
  }

  healthOf({ url }: DatabaseNode): HealthCheck {
    return { url, sql: HEALTH, wanted: SYNCED };
  }

  async start(): Promise<void> {
    const [first, ...others] = this.nodes as [MariadbNode, ...MariadbNode[]];
    first.initialise();
    await first.start();
    this.#isFounded = true;
    for (const node of others) {
      node.initialise();
      await node.start();
    }
  }

  /** Starts a node with a whole copy of another one, in the place of what it has. */
  async copyFrom(donor: DatabaseNode, node: DatabaseNode): Promise<void> {
    rmSync(join(node.data, 'grastate.dat'), { force: true });
    this.#donors.set(node, donor);
    await node.start();
    this.#donors.delete(node);
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()));
  }

  isMember(node: DatabaseNode): Promise<boolean> {
    return isSynced(node);
  }

  async describe(node: DatabaseNode): Promise<string> {
    const found = await node.status('wsrep_local_state_comment', 'wsrep_cluster_size', 'wsrep_last_committed');
    if (!found) return 'does not answer';
    const { wsrep_local_state_comment: state, wsrep_cluster_size: size, wsrep_last_committed: last } = found;
    return `${state}, ${size} members, transaction ${last}`;
  }

  #args({ name, group, transfer, copy }: Place, members: string, node: MariadbNode): string[] {
    const provider = [`gmcast.listen_addr=tcp://127.0.0.1:${group}`, `ist.recv_addr=127.0.0.1:${transfer}`, 'gcache.size=128M'];
    return [
      '--wsrep-on=ON',
      `--wsrep-provider=${this.#programs.galera}`,
      `--wsrep-provider-options=${provider.join(';')}`,
      `--wsrep-cluster-address=gcomm://${members}`,
      `--wsrep-node-name=${name}`,
      `--wsrep-node-address=127.0.0.1:${group}`,
      '--wsrep-sst-method=rsync',
      `--wsrep-sst-receive-address=127.0.0.1:${copy}`,
      '--wsrep-slave-threads=2',
      ...this.#beginning(node),
    ];
  }

  #beginning(node: MariadbNode): string[] {
    if (!this.#isFounded) return ['--wsrep-new-cluster'];
    const donor = this.#donors.get(node);
    if (donor) return [`--wsrep-start-position=${NOWHERE}`, `--wsrep-sst-donor=${donor.name}`];
    return [`--wsrep-start-position=${this.#lastPosition(node)}`];
  }

  /** After a crash the position is only in the tables; with it a node gets what it missed instead of a whole copy. */
  #lastPosition(node: MariadbNode): string {
    const options = [`--wsrep-provider=${this.#programs.galera}`, '--port=0', '--skip-networking'];
    const printed = node.runOnce('--wsrep-recover', '--wsrep-on=ON', ...options);
    return /WSREP: Recovered position: ([^\s,]+)/.exec(printed)?.[1] ?? NOWHERE;
  }
}

async function isSynced(node: DatabaseNode): Promise<boolean> {
  const rows = await node.query<{ variable_value: string }>(HEALTH).catch(() => []);
  return rows[0]?.variable_value === SYNCED;
}
