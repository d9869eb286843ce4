import { EventEmitter } from 'node:events';
import mysql from 'mysql2';
import { SqliteConnection } from '../../src/platform/database/sqlite-driver.js';

/** Points of a batch at which a process can crash, in order. */
export const CRASH_POINTS = ['before insert', 'after insert', 'before commit', 'at commit', 'after commit'] as const;
export type CrashPoint = (typeof CRASH_POINTS)[number];

type Callback = (error: unknown, ...results: unknown[]) => void;
type Query = (sql: unknown, ...rest: unknown[]) => unknown;

/**
 * Intercepts the ledger's statements below the driver's interface, so that the service needs no hook.
 * Calls `strike` at each point of a batch; the caller crashes or kills the server there.
 * An error that `strike` resolves to 'after commit' is thrown in place of the commit's success.
 */
export function watchMysql(strike: (point: CrashPoint) => Promise<Error | void>): void {
  const prototype = Object.getPrototypeOf(mysql.Connection.prototype) as { query: Query };
  const { query } = prototype;
  prototype.query = function watched(this: unknown, sql: unknown, ...rest: unknown[]) {
    const send = (text: string, then: Callback) => query.call(this, text, then) as EventEmitter;
    // The packet with all writes of a batch, and the commit.
    const [, writes, echo] =
      /^((?:BEGIN; )?UPDATE ledger_head .*); COMMIT(; SELECT '\w+' AS nonce)$/s.exec(typeof sql === 'string' ? sql : '') ?? [];
    if (writes === undefined) return query.call(this, sql, ...rest);
    const [callback] = rest as [Callback];
    const answers = new EventEmitter();
    const step = async () => {
      await strike('before insert');
      send(`${writes}; DO 0`, (error) => {
        if (error) return callback(error);
        void commit();
      }).on('result', (result) => answers.emit('result', result));
    };
    const commit = async () => {
      await strike('after insert');
      await strike('before commit');
      send(`COMMIT${echo}`, (error, ...results) => {
        if (error) return callback(error);
        void strike('after commit').then((lost) => (lost ? callback(lost) : callback(null, ...results)));
      });
      await strike('at commit');
    };
    void step();
    return answers;
  };
}

/** The same for SQLite, where everything is synchronous; 'at commit' does not exist. */
export function watchSqlite(strike: (point: CrashPoint) => void): void {
  const prototype = SqliteConnection.prototype as unknown as { exec: (sql: string) => unknown; cached: (sql: string) => unknown };
  const { exec, cached } = prototype;
  let inserting = false;
  prototype.cached = function watched(this: unknown, sql) {
    if (!inserting && sql.startsWith('INSERT INTO money_request')) {
      inserting = true;
      strike('before insert');
    }
    if (sql.startsWith('UPDATE ledger_head')) strike('after insert');
    return cached.call(this, sql);
  };
  prototype.exec = function watched(this: unknown, sql) {
    // Other transactions are not the ledger's.
    if (sql !== 'COMMIT' || !inserting) return exec.call(this, sql);
    inserting = false;
    strike('before commit');
    exec.call(this, sql);
    strike('after commit');
    return this;
  };
}
