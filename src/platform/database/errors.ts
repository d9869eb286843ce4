import { QueryFailedError } from 'typeorm';
import { Failure, failures } from '../../kernel/failure.js';

interface DriverError {
  readonly errno?: number;
  readonly errcode?: number;
  readonly code?: string;
  readonly driverError?: DriverError;
}

export type DatabaseErrorKind = 'retry' | 'lock_timeout' | 'duplicate' | 'unreachable' | 'fault';

/** Errors of MySQL, MariaDB, Galera, group replication and TiDB, by number. */
const MYSQL_KINDS: ReadonlyMap<number, DatabaseErrorKind> = new Map([
  [1062, 'duplicate'],
  [1205, 'lock_timeout'],
  [3572, 'lock_timeout'], // NOWAIT
  [1213, 'retry'], // deadlock, or a certification that failed on Galera
  [1020, 'retry'], // the row changed since it was read
  [1206, 'retry'], // too many locks
  [1317, 'retry'], // the query was interrupted
  [1412, 'retry'], // the table's definition changed
  [1969, 'retry'], // max_statement_time
  [3024, 'retry'], // max_execution_time
  [3101, 'retry'], // rolled back by group replication
  [1040, 'unreachable'], // too many connections
  [1203, 'unreachable'],
  [1226, 'unreachable'], // more connections than the user may have
  [1047, 'unreachable'], // a Galera node that is not part of the cluster
  [1053, 'unreachable'], // shutdown
  [1077, 'unreachable'],
  [1079, 'unreachable'],
  [1158, 'unreachable'], // network
  [1159, 'unreachable'],
  [1160, 'unreachable'],
  [1161, 'unreachable'],
  [1290, 'unreachable'], // read_only
  [1792, 'unreachable'],
  [1836, 'unreachable'],
  [1927, 'unreachable'], // the connection was killed
  [3100, 'unreachable'], // group replication cannot commit
  [4031, 'unreachable'], // idle for too long
  [8002, 'retry'], // TiDB: a conflict with FOR UPDATE, rolled back
  [8005, 'retry'], // a write conflict
  [8022, 'retry'], // the commit failed and was rolled back
  [8028, 'retry'], // the table's definition changed
  [9007, 'retry'], // a write conflict
  [9001, 'unreachable'], // a part of the cluster did not answer in time
  [9002, 'unreachable'],
  [9003, 'unreachable'], // busy
  [9004, 'unreachable'],
  [9005, 'unreachable'],
]);
const SQLITE_KINDS: ReadonlyMap<number, DatabaseErrorKind> = new Map([
  [1555, 'duplicate'],
  [2067, 'duplicate'],
  [5, 'retry'],
  [6, 'retry'],
]);
const REFUSED_COMMITS: ReadonlySet<number> = new Set([1213, 1290, 1792, 1836, 3100, 3101, 8002, 8005, 8022, 8028, 9007]);
const NETWORK = new Set([
  'PROTOCOL_CONNECTION_LOST',
  'ECONNRESET',
  'EPIPE',
  'ECONNREFUSED',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

const databaseFailures = failures('database', {
  unavailable: ['unavailable', 'The service is busy, please try again'],
});

/** MySQL is unreachable or did not answer in time: the effect of the last statement is unknown. */
export class DatabaseUnavailable extends Failure {
  readonly code = 'ETIMEDOUT';

  constructor(cause: Error) {
    super(databaseFailures.unavailable, { retryAfterSeconds: 5, cause });
  }
}

function driverError(error: unknown): DriverError {
  const given = (error ?? {}) as DriverError;
  return given.driverError ?? given;
}

export function databaseErrorKind(error: unknown): DatabaseErrorKind {
  const { errno, errcode, code } = driverError(error);
  const message = (error as Error | undefined)?.message ?? '';
  if ((code !== undefined && NETWORK.has(code)) || /Connection lost|closed state|fatal error/i.test(message))
    return 'unreachable';
  return MYSQL_KINDS.get(errno ?? 0) ?? SQLITE_KINDS.get(errcode ?? 0) ?? 'fault';
}

export function isServerAnswer(error: unknown): boolean {
  // The driver has no name for numbers of TiDB.
  const { errno = 0, errcode, code = 'ER_' } = driverError(error);
  return errcode !== undefined || (errno >= 1_000 && code.startsWith('ER_'));
}

/** The server answered a COMMIT with this error and rolled back. */
export function refusesCommit(error: unknown): boolean {
  return REFUSED_COMMITS.has(driverError(error).errno ?? 0);
}

export function isDuplicate(error: unknown): boolean {
  return databaseErrorKind(error) === 'duplicate';
}

export function isRetryable(error: unknown): boolean {
  return ['retry', 'lock_timeout'].includes(databaseErrorKind(error));
}

/** Whether the last statement took effect is unknown. */
export function isConnectionLost(error: unknown): boolean {
  return databaseErrorKind(error) === 'unreachable';
}

/** Excludes errors of other services with the same codes. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DatabaseUnavailable) return true;
    if (cause instanceof QueryFailedError && isConnectionLost(cause)) return true;
  }
  return false;
}
