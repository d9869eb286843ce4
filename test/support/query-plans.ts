import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger, QueryRunner } from 'typeorm';
import type { Database } from '../../src/platform/database/database.js';
import type { Backend } from './backend.js';

/** MySQL's names for index look-ups. */
const LOOK_UPS = new Set(['const', 'eq_ref', 'ref', 'range']);
/** MySQL's words for a look-up that the optimizer has done already, or found to be empty. */
const DONE_BEFORE = /impossible where|no matching (min\/max )?row|select tables optimized away/i;

export interface Query {
  readonly sql: string;
  readonly values: (string | number)[];
}

interface Bounds {
  /** That MySQL may examine. */
  readonly rows: number;
  /** A few rows may be sorted. */
  readonly maySort?: boolean;
}

/** Collects the SQL that a read sends through TypeORM; background work sends its own meanwhile. */
class QueryLog implements Logger {
  private readonly storage = new AsyncLocalStorage<Query[]>();

  async during(read: () => Promise<unknown>): Promise<Query[]> {
    const queries: Query[] = [];
    await this.storage.run(queries, read);
    return queries;
  }

  logQuery(sql: string, values: (string | number)[] = []): void {
    this.storage.getStore()?.push({ sql, values });
  }
  logQueryError(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
  log(): void {}
}

/** How the database executes the queries of a read. */
export class QueryPlans {
  private readonly log = new QueryLog();

  constructor(
    private readonly backend: Backend,
    private readonly database: Database,
  ) {
    Object.assign(database.dataSource, { logger: this.log });
  }

  async queriesOf(read: () => Promise<unknown>): Promise<Query[]> {
    Object.assign(this.database.dataSource.options, { logging: true });
    const queries = await this.log.during(read);
    Object.assign(this.database.dataSource.options, { logging: false });
    return queries;
  }

  /** The problems of a query's plan; empty for an index look-up of few rows. */
  async faultsOf({ sql, values }: Query, { rows, maySort = false }: Bounds): Promise<string[]> {
    if (this.backend === 'sqlite') {
      const lines = await this.database.manager.query<{ detail: string }[]>(`EXPLAIN QUERY PLAN ${sql}`, values);
      const isFault = (detail: string) => (maySort ? detail.startsWith('SCAN') : !/^SEARCH \S+ USING /.test(detail));
      return lines.map(({ detail }) => detail).filter(isFault);
    }
    const runner = this.database.dataSource.createQueryRunner();
    try {
      const lines = (await runner.query(`EXPLAIN ${sql}`, values)) as Record<string, unknown>[];
      const faults = lines.filter(({ type, Extra }) => {
        if (DONE_BEFORE.test(String(Extra))) return false;
        // A look-up may be filtered by a second index: `ref|filter`.
        return !LOOK_UPS.has(String(type).split('|')[0]!) || (!maySort && /filesort|temporary/.test(String(Extra)));
      });
      const rowsRead = await rowsReadBy(runner, { sql, values });
      return [...faults.map((line) => JSON.stringify(line)), ...(rowsRead > rows ? [`${rowsRead} rows`] : [])];
    } finally {
      await runner.release();
    }
  }

  /** Rows of tables and indexes that MySQL examines, those of temporary tables included; SQLite counts none. */
  async rowsRead(query: Query): Promise<number> {
    if (this.backend === 'sqlite') return 0;
    const runner = this.database.dataSource.createQueryRunner();
    try {
      return await rowsReadBy(runner, query);
    } finally {
      await runner.release();
    }
  }
}

async function rowsReadBy(runner: QueryRunner, { sql, values }: Query): Promise<number> {
  await runner.query('FLUSH STATUS');
  await runner.query(sql, values);
  const status = (await runner.query("SHOW SESSION STATUS LIKE 'Handler_read%'")) as { Value: string }[];
  return status.reduce((sum, { Value }) => sum + Number(Value), 0);
}
