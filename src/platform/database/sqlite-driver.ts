import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export type SqliteValue = string | number | bigint | null | Uint8Array;

interface Statement {
  all(...values: SqliteValue[]): Record<string, unknown>[];
  run(...values: SqliteValue[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  columns(): unknown[];
}
interface SqliteApi {
  DatabaseSync: new (
    path: string,
    options: object,
  ) => { exec(sql: string): void; prepare(sql: string): Statement; close(): void };
}

/** node:sqlite from Node 22.16 on, else a package with the same API and prebuilt binaries. */
function load(): SqliteApi {
  try {
    return require('node:sqlite') as SqliteApi;
  } catch {
    return require('@photostructure/sqlite') as SqliteApi;
  }
}

/** The driver would bind a Date as NULL and cut a string at NUL. */
function checked(values: unknown[]): SqliteValue[] {
  return values.map((value) => {
    if (value === undefined || value === null) return null;
    if (typeof value === 'string') {
      if (value.includes('\0')) throw new TypeError('NUL character in a string for SQLite');
      return value;
    }
    if (typeof value === 'number' || typeof value === 'bigint' || value instanceof Uint8Array) return value;
    if (typeof value === 'boolean') return value ? 1 : 0;
    throw new TypeError(`cannot bind ${Object.prototype.toString.call(value)} to SQLite`);
  });
}

export interface PreparedStatement {
  readonly reader: boolean;
  all(...values: unknown[]): Record<string, unknown>[];
  run(...values: unknown[]): { changes: number; lastInsertRowid: number | bigint };
}

/** The part of better-sqlite3's API that TypeORM's driver uses, on node:sqlite. */
export class SqliteConnection {
  private readonly db: InstanceType<SqliteApi['DatabaseSync']>;
  private readonly statements = new Map<string, PreparedStatement>();

  constructor(path: string, options: { timeout?: number; readonly?: boolean } = {}) {
    this.db = new (load().DatabaseSync)(path, { timeout: options.timeout ?? 10_000, readOnly: options.readonly ?? false });
  }

  exec(sql: string): this {
    this.db.exec(sql);
    return this;
  }

  pragma(text: string): Record<string, unknown>[] {
    return this.db.prepare(`PRAGMA ${text}`).all();
  }

  prepare(sql: string): PreparedStatement {
    // A deferred transaction fails with SQLITE_BUSY when another process wrote between its read and write.
    const statement = this.db.prepare(sql === 'BEGIN TRANSACTION' ? 'BEGIN IMMEDIATE TRANSACTION' : sql);
    const reader = statement.columns().length > 0;
    return {
      reader,
      all: (...values) => {
        if (reader) return statement.all(...checked(values));
        // The error of `all` lacks its code in @photostructure/sqlite.
        statement.run(...checked(values));
        return [];
      },
      run: (...values) => {
        const result = statement.run(...checked(values));
        return { changes: Number(result.changes), lastInsertRowid: result.lastInsertRowid };
      },
    };
  }

  /** A prepared statement kept for the life of the connection. */
  cached(sql: string): PreparedStatement {
    let statement = this.statements.get(sql);
    if (!statement) {
      statement = this.prepare(sql);
      this.statements.set(sql, statement);
    }
    return statement;
  }

  close(): void {
    this.statements.clear();
    this.db.close();
  }
}
