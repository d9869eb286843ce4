import type { Socket } from 'node:net';
import { type PeerCertificate, TLSSocket } from 'node:tls';
import type mysql from 'mysql2';
import type { Connection } from 'mysql2/promise';

type Callback = (error: Error | null, ...answer: unknown[]) => void;
type Send = (...given: unknown[]) => unknown;

/** Internals of mysql2; `patches.spec.ts` pins the version. */
interface ConnectionInternals {
  readonly stream: Socket;
  query: Send;
  execute: Send;
}

const internalsOf = (connection: mysql.Connection) => connection as unknown as ConnectionInternals;

/** `pool.getConnection` calls back with an error alone. */
export const NO_CONNECTION = undefined as unknown as mysql.PoolConnection;

type GetConnection = mysql.Pool['getConnection'];

/** Replaces how the pool lends connections, to itself as well. */
export function aroundGetConnection(pool: mysql.Pool, replace: (original: GetConnection) => GetConnection): void {
  pool.getConnection = replace(pool.getConnection.bind(pool));
}

/** The certificate that its server showed; undefined without TLS. */
export function certificateOf(connection: Connection): PeerCertificate | undefined {
  const { stream } = internalsOf((connection as unknown as { readonly connection: mysql.Connection }).connection);
  return stream instanceof TLSSocket ? stream.getPeerCertificate() : undefined;
}

/** Replaces how the connection sends a statement. */
export function aroundStatements(
  connection: mysql.Connection,
  send: (callback: Callback, original: (callback: Callback) => unknown) => unknown,
): void {
  const methods = internalsOf(connection);
  for (const method of ['query', 'execute'] as const) {
    const original = methods[method].bind(connection);
    methods[method] = (...given) => {
      const callback = given.pop() as Callback;
      return send(callback, (other) => original(...given, other));
    };
  }
}

/** `connection.destroy()` alone writes to a server that may never read it, and rejects no pending statement. */
export function destroySocket(connection: mysql.Connection, error?: Error): void {
  connection.destroy();
  internalsOf(connection).stream.destroy(error);
}

export interface PoolUse {
  readonly used: number;
  readonly idle: number;
  /** Callers that wait for a connection. */
  readonly waiting: number;
}

/** The driver has events for these and no numbers. */
export function poolUse(pool: mysql.Pool): PoolUse {
  const { _allConnections: all, _freeConnections: free, _connectionQueue: queue } = pool as unknown as PoolInternals;
  return { used: all.length - free.length, idle: free.length, waiting: queue.length };
}

interface PoolInternals {
  readonly _allConnections: { readonly length: number };
  readonly _freeConnections: { readonly length: number };
  readonly _connectionQueue: { readonly length: number };
}
