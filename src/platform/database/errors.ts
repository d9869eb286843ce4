import { QueryFailedError } from 'typeorm';
import { Failure, failures } from '../../kernel/failure.js';

interface DriverError {
  readonly errno?: number;
  readonly errcode?: number;
  readonly code?: string;
  readonly driverError?: DriverError;
}

const MYSQL = { duplicate: 1062, deadlock: 1213, lockTimeout: 1205, changedRead: 1020 };
const SQLITE = { primaryKey: 1555, unique: 2067, busy: 5, locked: 6 };
const LOST = new Set([
  'PROTOCOL_CONNECTION_LOST',
  'ECONNRESET',
  'EPIPE',
  'ECONNREFUSED',
  'ETIMEDOUT',
  'ER_SERVER_SHUTDOWN',
  'ER_CLIENT_INTERACTION_TIMEOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ER_CON_COUNT_ERROR',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_OPTION_PREVENTS_STATEMENT',
]);

const databaseFailures = failures('database', {
  unavailable: ['unavailable', 'The service is busy, please try again'],
});

/** MySQL is unreachable or did not answer in time: the effect of the last statement is unknown. */
export class DatabaseUnavailable extends Failure {
  /** Also classified as a lost connection. */
  readonly code = 'ETIMEDOUT';

  /** @param cause for the log */
  constructor(cause: Error) {
    super(databaseFailures.unavailable, { retryAfterSeconds: 5, cause });
  }
}

function driverError(error: unknown): DriverError {
  const given = (error ?? {}) as DriverError;
  return given.driverError ?? given;
}

/** A unique index refused the row. */
export function isDuplicate(error: unknown): boolean {
  const { errno, errcode } = driverError(error);
  return errno === MYSQL.duplicate || errcode === SQLITE.primaryKey || errcode === SQLITE.unique;
}

/** The whole transaction can be repeated: deadlock, lock timeout, or a row that changed since it was read. */
export function isRetryable(error: unknown): boolean {
  const { errno, errcode } = driverError(error);
  return (
    errno === MYSQL.deadlock ||
    errno === MYSQL.lockTimeout ||
    errno === MYSQL.changedRead ||
    errcode === SQLITE.busy ||
    errcode === SQLITE.locked
  );
}

/** The connection broke: the effect of the last statement is unknown. */
export function isConnectionLost(error: unknown): boolean {
  const { code } = driverError(error);
  return (
    (code !== undefined && LOST.has(code)) ||
    /Connection lost|closed state|fatal error/i.test((error as Error | undefined)?.message ?? '')
  );
}

/** The database is unreachable or was lost. Excludes errors of other services with the same codes. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DatabaseUnavailable) return true;
    if (cause instanceof QueryFailedError && isConnectionLost(cause)) return true;
  }
  return false;
}
