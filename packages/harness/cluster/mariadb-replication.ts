/** Replication of MariaDB. */
import { fixedPort } from '../servers/ports.js';
import { makeServerDirectory } from '../servers/private-server.js';
import type { ClusterPrograms } from '../servers/programs.js';
import { type DatabaseNode, MariadbNode } from './database-node.js';
import { FOR_EVER_MS, type ReplicaState, type Replication, type ReplicationDialect, startReplicationOf } from './replication.js';

/** Resolves when both replicas follow. */
export async function startReplication(programs: ClusterPrograms, count = 3): Promise<Replication> {
  const nodes: MariadbNode[] = [];
  for (let id = 1; id <= count; id++) {
    const place = { name: `db${id}`, directory: makeServerDirectory(`db${id}`), port: await fixedPort() };
    nodes.push(new MariadbNode({ ...place, programs, args: () => argsOf(id), isReady: (node) => node.answers() }));
  }
  return startReplicationOf(nodes, mariadb);
}

const mariadb: ReplicationDialect = {
  position: 'SELECT @@global.gtid_current_pos AS position',
  waitsForReplica: 'rpl_semi_sync_master_enabled',
  async stateOf(node) {
    const state = await statusOf(node);
    return state && toState(state);
  },
  async received(node) {
    const state = await statusOf(node);
    return state ? Number(/-(\d+)$/.exec(state.Gtid_IO_Pos)?.[1] ?? 0) : -1;
  },
  follow: ({ port }) => [
    // A former primary goes on behind what it wrote itself.
    'SET GLOBAL gtid_slave_pos = @@global.gtid_current_pos',
    `CHANGE MASTER TO master_host='127.0.0.1', master_port=${port}, master_user='root', master_use_gtid=slave_pos, master_connect_retry=1`,
  ],
};

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

interface Status {
  readonly Slave_IO_Running: string;
  readonly Slave_SQL_Running: string;
  readonly Slave_SQL_Running_State: string;
  readonly Seconds_Behind_Master: number | null;
  readonly Gtid_IO_Pos: string;
  readonly Master_Port: number;
}

async function statusOf(node: DatabaseNode): Promise<Status | undefined> {
  const [status] = await node.query<Status>('SHOW REPLICA STATUS').catch(() => []);
  return status;
}

const toState = (status: Status): ReplicaState => ({
  isReceiving: status.Slave_IO_Running === 'Yes',
  isApplying: status.Slave_SQL_Running === 'Yes',
  hasAppliedAll: status.Slave_SQL_Running_State.startsWith('Slave has read all relay log'),
  secondsBehind: status.Seconds_Behind_Master,
  sourcePort: status.Master_Port,
});
