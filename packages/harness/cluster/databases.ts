import type { DatabaseNode } from './database-node.js';

/** What HAProxy asks a node; one that does not answer so is not written to. */
export interface HealthCheck {
  readonly url: string;
  readonly sql: string;
  /** In the first column of the answer. */
  readonly wanted: string;
}

/** Database nodes of one kind of replication. */
export interface Databases {
  readonly kind: 'galera' | 'replication' | 'group' | 'tidb';
  readonly nodes: readonly DatabaseNode[];
  /** For reading, by the service. */
  readonly replicaUrls: readonly string[];
  healthOf(node: DatabaseNode): HealthCheck;
  /** Whether it has all data. */
  isMember(node: DatabaseNode): Promise<boolean>;
  /** For the table of `npm run cluster`. */
  describe(node: DatabaseNode): Promise<string>;
  stop(): Promise<void>;
}
