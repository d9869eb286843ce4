import { describe, expect, it } from 'vitest';
import { databaseErrorKind, isServerAnswer, refusesCommit } from './errors.js';

const mysql = (errno: number, code = `ER_${errno}`) => Object.assign(new Error(code), { errno, code });
const network = (code: string) => Object.assign(new Error(code), { errno: -1, code });
const sqlite = (errcode: number) => Object.assign(new Error('sqlite'), { errcode, code: 'ERR_SQLITE_ERROR' });

describe('database errors', () => {
  // kind, answered by the server (so nothing was written before the COMMIT), answered to a COMMIT that was rolled back
  it.each([
    ['duplicate key', mysql(1062), 'duplicate', true, false],
    ['lock wait time-out', mysql(1205), 'lock_timeout', true, false],
    ['lock not available at once', mysql(3572), 'lock_timeout', true, false],
    ['deadlock or Galera certification', mysql(1213), 'retry', true, true],
    ['changed read', mysql(1020), 'retry', true, false],
    ['interrupted query', mysql(1317), 'retry', true, false],
    ['rollback by group replication', mysql(3101), 'retry', true, true],
    ['killed connection', mysql(1927), 'unreachable', true, false],
    ['Galera node out of the cluster', mysql(1047), 'unreachable', true, false],
    ['server shutdown', mysql(1053), 'unreachable', true, false],
    ['read-only server', mysql(1290), 'unreachable', true, true],
    ['read-only mode', mysql(1836), 'unreachable', true, true],
    ['idle for too long', mysql(4031), 'unreachable', true, false],
    ['too many connections', mysql(1040), 'unreachable', true, false],
    ['write conflict on TiDB', Object.assign(new Error('Write conflict'), { errno: 9007 }), 'retry', true, true],
    ['rolled back commit on TiDB', Object.assign(new Error('rolled back'), { errno: 8022 }), 'retry', true, true],
    ['part of TiDB away', Object.assign(new Error('Region is unavailable'), { errno: 9005 }), 'unreachable', true, false],
    ['unknown table', mysql(1146), 'fault', true, false],
    ['connection reset', network('ECONNRESET'), 'unreachable', false, false],
    ['connection closed', network('PROTOCOL_CONNECTION_LOST'), 'unreachable', false, false],
    ['no answer', network('ETIMEDOUT'), 'unreachable', false, false],
    ['closed connection', new Error("Can't add new command when connection is in closed state"), 'unreachable', false, false],
    ['SQLite busy', sqlite(5), 'retry', true, false],
    ['SQLite unique index', sqlite(2067), 'duplicate', true, false],
    ['no error of a database', new RangeError('out of range'), 'fault', false, false],
    ['wrapped by TypeORM', { driverError: mysql(1213) }, 'retry', true, true],
  ] as const)('%s', (_, error, kind, isAnswer, isRefusedCommit) => {
    expect([databaseErrorKind(error), isServerAnswer(error), refusesCommit(error)]).toEqual([kind, isAnswer, isRefusedCommit]);
  });
});
