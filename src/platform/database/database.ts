import { randomFraction } from '../../kernel/random.js';
import { every, sleep, steadyMs, type Timer, wallMs } from '../../kernel/timers.js';
import { Clock } from '../../kernel/clock.js';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataSource, EntityManager, EntityTarget, ObjectLiteral, Repository } from 'typeorm';
import { aroundQueries, mysqlPool, sqliteConnection } from '../patches/typeorm.js';
import type mysql from 'mysql2';
import type { ColumnValue } from '../../kernel/row-changes.js';
import { type PoolUse, poolUse } from '../patches/mysql2.js';
import { isConnectionLost, isRetryable } from './errors.js';
import { limitTypeorm, openPool, REPLICA_TIMEOUTS, SERVICE_TIMEOUTS } from './mysql-timeouts.js';
import { type ServerDialect, serverDialectOf } from './server-dialect.js';
import type { SqliteConnection } from './sqlite-driver.js';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../kernel/unit-of-work.js';

const MEASURE_EVERY_MS = 5_000;
const FIRST_MEASUREMENTS = 3;
/** Beyond this, the database's clock was set back, and the service follows. */
const SET_BACK_MS = 1_000;

/** The database server's clock, shared by all processes for leases and dates. The monotonic clock advances it between measurements. */
export class DatabaseClock extends Clock {
  /** Database time minus monotonic time; undefined before the first measurement. */
  private offsetMs: number | undefined;
  private latest = 0;
  private timer: Timer | undefined;

  /** @param read without it the process's clock is used */
  constructor(private readonly read?: () => Promise<number>) {
    super();
  }

  now(): number {
    if (this.offsetMs === undefined) return wallMs();
    this.latest = Math.max(this.latest, Math.floor(steadyMs() + this.offsetMs));
    return this.latest;
  }

  /** Resolves after the first measurement; measures periodically from then on. */
  async start(): Promise<void> {
    if (!this.read || this.timer) return;
    for (let count = 0; count < FIRST_MEASUREMENTS; count++) await this.measure();
    this.timer = every(MEASURE_EVERY_MS, () => void this.measure().catch(() => undefined));
    this.timer.unref();
  }

  stop(): void {
    this.timer?.stop();
  }

  /** The clock was read between question and answer: the offset changes only as far as that requires. */
  async measure(): Promise<void> {
    if (!this.read) return;
    const asked = steadyMs();
    const time = await this.read();
    const answered = steadyMs();
    const [least, most] = [time - answered, time - asked];
    this.offsetMs = this.offsetMs === undefined ? (least + most) / 2 : Math.min(Math.max(this.offsetMs, least), most);
    if (steadyMs() + this.offsetMs < this.latest - SET_BACK_MS) this.latest = 0;
  }
}

/** Shared by all gates: on Node 20 each storage that is in use slows down every promise of the process. */
const holder = new AsyncLocalStorage<object>();

/** A mutex for TypeORM's only SQLite connection: a write during another request's transaction would share its rollback. */
export class SqliteGate {
  private owner: object | undefined;
  private tail: Promise<unknown> = Promise.resolve();

  async exclusive<T>(work: () => T | Promise<T>): Promise<T> {
    const mine = holder.getStore();
    if (mine !== undefined && mine === this.owner) return work();
    const token = {};
    const turn = this.tail.then(async () => {
      this.owner = token;
      try {
        return await holder.run(token, work);
      } finally {
        this.owner = undefined;
      }
    });
    this.tail = turn.catch(() => undefined);
    return turn;
  }

  /** Call it after the migrations. */
  guard(dataSource: DataSource): void {
    aroundQueries(dataSource, (work) => this.exclusive(work));
  }
}

interface Unit {
  readonly manager: EntityManager;
  readonly afterCommit: (() => void)[];
}

interface Replica {
  readonly pool: mysql.Pool;
  /** Steady ms. */
  leftOutUntil: number;
}

const UNIT_ATTEMPTS = 8;
/** After a replica did not answer. */
const LEFT_OUT_MS = 5_000;

/** The database for adapters: units of work are transactions, hot reads bypass TypeORM. */
export class Database {
  readonly dialect: 'mysql' | 'sqlite';
  readonly clock: DatabaseClock;
  private readonly units = new AsyncLocalStorage<Unit>();
  private openUnits = 0;
  private readonly pool: mysql.Pool | undefined;
  private readonly replicas: readonly Replica[];
  private nextReplica = 0;

  /** Applies the time limits of statements, so migrate before. */
  constructor(
    readonly dataSource: DataSource,
    private readonly gate: SqliteGate | undefined,
    databaseUrl: string | undefined,
    replicaUrls: readonly string[] = [],
    timeouts = SERVICE_TIMEOUTS,
  ) {
    this.dialect = databaseUrl ? 'mysql' : 'sqlite';
    this.pool = databaseUrl ? openPool(databaseUrl, timeouts) : undefined;
    this.replicas = replicaUrls.map((url) => ({ pool: openPool(url, REPLICA_TIMEOUTS), leftOutUntil: 0 }));
    if (databaseUrl) limitTypeorm(dataSource, databaseUrl, timeouts);
    this.clock = new DatabaseClock(databaseUrl ? () => this.serverTime() : undefined);
  }

  get manager(): EntityManager {
    return this.units.getStore()?.manager ?? this.dataSource.manager;
  }

  repository<Row extends ObjectLiteral>(row: EntityTarget<Row>): Repository<Row> {
    return this.manager.getRepository(row);
  }

  get inUnit(): boolean {
    return this.units.getStore() !== undefined;
  }

  /** Runs one statement with `?` placeholders; the fast path for hot reads. */
  rows<Row>(sql: string, values: readonly ColumnValue[] = []): Promise<Row[]> {
    const unit = this.units.getStore();
    if (unit) return unit.manager.query<Row[]>(sql, [...values]);
    if (!this.pool) return this.withSqlite((connection) => connection.cached(sql).all(...values) as Row[]);
    return execute<Row>(this.pool, sql, values);
  }

  /**
   * Like `rows`, from a replica that answers, if there is one; only for rows that do not change. Replicas lag, so the statement
   * itself must find nothing if rows are missing.
   */
  async immutableRows<Row>(sql: string, values: readonly ColumnValue[] = []): Promise<Row[]> {
    const replica = this.inUnit ? undefined : this.replicaInTurn();
    if (!replica) return this.rows(sql, values);
    try {
      return await execute<Row>(replica.pool, sql, values);
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      replica.leftOutUntil = steadyMs() + LEFT_OUT_MS;
      return this.rows(sql, values);
    }
  }

  private replicaInTurn(): Replica | undefined {
    const now = steadyMs();
    for (let tried = 0; tried < this.replicas.length; tried++) {
      const replica = this.replicas[this.nextReplica++ % this.replicas.length]!;
      if (replica.leftOutUntil <= now) return replica;
    }
    return undefined;
  }

  /** The server's dialect; it matters where `dialect` is `mysql`. */
  get serverDialect(): ServerDialect {
    return serverDialectOf(this.dataSource);
  }

  /** Like `rows`, for texts that vary (IN lists) and must not fill the statement caches. */
  rowsOnce<Row>(sql: string, values: readonly ColumnValue[] = []): Promise<Row[]> {
    const unit = this.units.getStore();
    if (unit) return unit.manager.query<Row[]>(sql, [...values]);
    if (!this.pool) return this.withSqlite((connection) => connection.prepare(sql).all(...values) as Row[]);
    return query<Row>(this.pool, sql, values);
  }

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    if (this.inUnit) return work();
    this.openUnits++;
    const { result, afterCommit } = await this.committed(work).finally(() => this.unitEnds());
    // Outside of the retries, because the work is committed.
    for (const callback of afterCommit) callback();
    return result;
  }

  private async committed<T>(work: () => Promise<T>): Promise<{ result: T; afterCommit: (() => void)[] }> {
    for (let attempt = 1; ; attempt++) {
      const afterCommit: (() => void)[] = [];
      const run = (manager: EntityManager) => this.units.run({ manager, afterCommit }, work);
      try {
        // Sessions of the pool read committed rows, so each unit of work need not ask for that again.
        return { result: await this.dataSource.transaction(run), afterCommit };
      } catch (error) {
        if (attempt >= UNIT_ATTEMPTS || !isRetryable(error)) throw error;
        await sleep(randomFraction() * 10 * attempt);
      }
    }
  }

  /** On Node 20 an active AsyncLocalStorage slows down every promise, so it is enabled only during units of work. */
  private unitEnds(): void {
    if (--this.openUnits === 0) this.units.disable();
  }

  /** Runs at once outside of a unit. */
  afterCommit(callback: () => void): void {
    const unit = this.units.getStore();
    if (unit) unit.afterCommit.push(callback);
    else callback();
  }

  /** Runs synchronous work exclusively on the embedded connection. */
  async withSqlite<T>(work: (connection: SqliteConnection) => T): Promise<T> {
    if (!this.gate) throw new Error('not the embedded database');
    return this.gate.exclusive(() => work(sqliteConnection(this.dataSource)));
  }

  /** Connections to the primary by state, without the ledger's; empty with the embedded database. */
  connections(): Map<string, number> {
    if (!this.pool) return new Map();
    const uses = [poolUse(this.pool), poolUse(mysqlPool(this.dataSource))];
    const sum = (state: keyof PoolUse) => uses.reduce((total, use) => total + use[state], 0);
    return new Map([
      ['used', sum('used')],
      ['idle', sum('idle')],
      ['waiting', sum('waiting')],
    ]);
  }

  private async serverTime(): Promise<number> {
    const [row] = await this.rowsOnce<{ ms: string }>('SELECT UNIX_TIMESTAMP(NOW(6)) * 1000 AS ms');
    return Number(row!.ms);
  }

  async close(): Promise<void> {
    this.clock.stop();
    const pools = this.pool ? [this.pool, ...this.replicas.map(({ pool }) => pool)] : [];
    await Promise.all(pools.map((pool) => new Promise<void>((resolve) => pool.end(() => resolve()))));
  }
}

/** The pool's own `query` would bypass the time limit. */
function query<Row>(pool: mysql.Pool, sql: string, values: readonly ColumnValue[]): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    pool.getConnection((away, connection) => {
      if (away) return reject(away);
      connection.query(sql, [...values], (error, rows) => {
        if (error && isConnectionLost(error)) connection.destroy();
        else connection.release();
        if (error) reject(error);
        else resolve(rows as Row[]);
      });
    });
  });
}

function execute<Row>(pool: mysql.Pool, sql: string, values: readonly ColumnValue[]): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    pool.execute(sql, [...values], (error, rows) => (error ? reject(error) : resolve(rows as Row[])));
  });
}

@Injectable()
export class TypeormUnitOfWork extends UnitOfWork {
  constructor(private readonly database: Database) {
    super();
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return this.database.transaction(work);
  }
}
