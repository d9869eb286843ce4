/** Three MariaDB nodes with Galera. Every node has all data; HAProxy sends all connections to one of them. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeServerDirectory } from '../lib/private-server.mjs';
import { DatabaseNode } from './database-node.mjs';
import { fixedPort } from './ports.mjs';

const SYNCED = '4';
const NOWHERE = '00000000-0000-0000-0000-000000000000:-1';
/** No row where the node is cut off from the majority. */
const HEALTH = `SELECT s.variable_value FROM information_schema.global_status s
  JOIN information_schema.global_status r ON r.variable_name = 'WSREP_READY' AND r.variable_value = 'ON'
  WHERE s.variable_name = 'WSREP_LOCAL_STATE'`;

/** @returns {Promise<Galera>} where all nodes are members of the cluster and have its data */
export async function startGalera(programs, count = 3) {
  const places = [];
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

class Galera {
  kind = 'galera';
  #programs;
  #isFounded = false;

  constructor(programs, places) {
    this.#programs = programs;
    const members = places.map(({ group }) => `127.0.0.1:${group}`).join();
    this.nodes = places.map((place) => {
      const node = new DatabaseNode({ ...place, programs, args: () => this.#args(place, members, node), isReady: isSynced });
      return node;
    });
  }

  /** What HAProxy asks a node; a node that does not answer so is not written to. */
  healthOf({ url }) {
    return { url, sql: HEALTH, wanted: SYNCED };
  }

  async start() {
    const [first, ...others] = this.nodes;
    first.initialise();
    await first.start();
    this.#isFounded = true;
    for (const node of others) {
      node.initialise();
      await node.start();
    }
  }

  /** Starts a node with a whole copy of another one, in the place of what it has. */
  async copyFrom(donor, node) {
    rmSync(join(node.data, 'grastate.dat'), { force: true });
    node.donor = donor;
    await node.start();
    node.donor = undefined;
  }

  async stop() {
    await Promise.all(this.nodes.map((node) => node.stop()));
  }

  /** Whether it has all data, and may be written to. */
  isMember(node) {
    return isSynced(node);
  }

  /** For the table of `npm run cluster`. */
  async describe(node) {
    const found = await node.status('wsrep_local_state_comment', 'wsrep_cluster_size', 'wsrep_last_committed');
    if (!found) return 'does not answer';
    const { wsrep_local_state_comment: state, wsrep_cluster_size: size, wsrep_last_committed: last } = found;
    return `${state}, ${size} members, transaction ${last}`;
  }

  #args({ name, group, transfer, copy }, members, node) {
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

  #beginning(node) {
    if (!this.#isFounded) return ['--wsrep-new-cluster'];
    if (node.donor) return [`--wsrep-start-position=${NOWHERE}`, `--wsrep-sst-donor=${node.donor.name}`];
    return [`--wsrep-start-position=${this.#lastPosition(node)}`];
  }

  /** After a crash the position is only in the tables; with it a node gets what it missed instead of a whole copy. */
  #lastPosition(node) {
    const options = [`--wsrep-provider=${this.#programs.galera}`, '--port=0', '--skip-networking'];
    const printed = node.runOnce('--wsrep-recover', '--wsrep-on=ON', ...options);
    return /WSREP: Recovered position: (\S+)/.exec(printed)?.[1].split(',')[0] ?? NOWHERE;
  }
}

async function isSynced(node) {
  const rows = await node.query(HEALTH).catch(() => []);
  return rows[0]?.variable_value === SYNCED;
}
