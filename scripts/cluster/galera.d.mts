import type { ClusterPrograms, PrivateServer } from '../services.mjs';

export interface GaleraNode extends PrivateServer {
  query(sql: string): Promise<Record<string, unknown>[]>;
}

export interface Galera {
  readonly nodes: readonly GaleraNode[];
  stop(): Promise<void>;
}

/** Resolves when all nodes are members of the cluster and have its data. */
export function startGalera(programs: ClusterPrograms, count?: number): Promise<Galera>;
