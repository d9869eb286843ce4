import type { Cluster, DatabaseKind } from '../cluster/cluster.js';
import type { Bank } from './bank.js';

export interface FaultContext {
  readonly cluster: Cluster;
  readonly bank: Bank;
  /** Part of the times for which something is away. */
  readonly scale: number;
}

/** What it does, and when its own part is over. What clients see meanwhile is measured by the runner. */
export interface Fault {
  readonly name: string;
  readonly title: string | ((cluster: Cluster) => string);
  /** No request fails because of it. */
  readonly isSilent?: boolean;
  /** Longest time in which no transfer is acknowledged, of each kind of database that can have it. */
  readonly withoutMoneyS: Readonly<Partial<Record<DatabaseKind, number>>>;
  /** Without load. */
  prepare?(context: FaultContext): Promise<void>;
  run(context: FaultContext): Promise<void>;
}

/** The same bound of every kind of database. */
export const onAll = (seconds: number): Fault['withoutMoneyS'] => ({
  galera: seconds,
  replication: seconds,
  group: seconds,
  tidb: seconds,
});
