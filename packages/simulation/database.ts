import { EPOCH_MS, type World } from './world.js';

export type Value = string | number | null;
export type Row = Record<string, Value>;

/** An error as the driver reports one of the server. */
export function serverError(errno: number, code: string, message = code): Error {
  return Object.assign(new Error(message), { errno, code });
}

export const connectionLost = () => Object.assign(new Error('Connection lost'), { code: 'ECONNRESET' });

class Table {
  readonly rows = new Map<string, Row>();
  private readonly byIndex = new Map<Value, Row[]>();

  constructor(
    readonly unique: readonly string[],
    /** Of another index; the rows of its values stay in the order of their insertion. */
    private readonly index?: string,
  ) {}

  keyOf(row: Row): string {
    return this.unique.map((column) => row[column]).join('\n');
  }

  put(key: string, row: Row): void {
    const before = this.rows.get(key);
    this.rows.set(key, row);
    if (this.index === undefined) return;
    const value = row[this.index]!;
    const list = this.byIndex.get(value) ?? [];
    this.byIndex.set(value, list);
    if (before) list.splice(list.indexOf(before), 1, row);
    else list.push(row);
  }

  indexed(value: Value): readonly Row[] {
    return this.byIndex.get(value) ?? [];
  }
}

/** A connection as the server sees it. */
export class Session {
  isKilled = false;
  isExecuting = false;
  /** Its client is gone: what it sent is executed, and nothing after that. */
  isAbandoned = false;
  packets = 0;
  /** Rows that its transaction has written, by table and key. */
  readonly written = new Map<string, { readonly table: string; readonly key: string; readonly row: Row }>();
  readonly locks = new Set<string>();
  changedRows = 0;

  constructor(
    readonly no: number,
    readonly owner: string,
  ) {}
}

interface Lock {
  holder: Session;
  readonly waiting: { readonly session: Session; readonly grant: () => void; readonly fail: (error: Error) => void }[];
}

/** How long a statement waits for a lock, and a session may leave a transaction idle: as `LedgerConnection` sets them. */
const LOCK_WAIT_MS = 1_000;
const IDLE_TRANSACTION_MS = 2_000;

/** One server: transactions that read what is committed, row locks in the order of arrival, and what faults do to it. */
export class SimulatedDatabase {
  readonly tables: ReadonlyMap<string, Table> = new Map([
    ['ledger_head', new Table(['id'])],
    ['ledger_account', new Table(['id'])],
    ['ledger_hold', new Table(['subject'])],
    ['ledger_batch', new Table(['batch_no'], 'batch_no')],
    ['journal', new Table(['id'], 'batch_no')],
    ['posting', new Table(['account_id', 'recorded', 'seq'], 'batch_no')],
    ['money_request', new Table(['scope', 'action', 'request_key'])],
    ['purchase', new Table(['id'])],
  ]);
  /** By account, as the end of its range of the primary key. */
  readonly lastPostings = new Map<string, Row>();
  readonly lease = { until: 0, holder: '' };
  /** Until when it refuses connections, gives no answers, and another session has the table. */
  downUntilMs = 0;
  mutedUntilMs = 0;
  readonly blockedTables = new Map<string, number>();
  commits = 0;
  private readonly sessions = new Set<Session>();
  private readonly locks = new Map<string, Lock>();
  private lastSession = 0;

  constructor(private readonly world: World) {
    this.table('ledger_head').put('1', { id: 1, batch_no: 0, hash: '0'.repeat(64), recorded: 0, nonce: '', blocks_no: 0 });
  }

  table(name: string): Table {
    const table = this.tables.get(name);
    if (!table) throw serverError(1146, 'ER_NO_SUCH_TABLE', `no table ${name}`);
    return table;
  }

  /** Its own clock. */
  wallMs(): number {
    return EPOCH_MS + Math.floor(this.world.nowMs);
  }

  open(owner: string): Session {
    const session = new Session(++this.lastSession, owner);
    this.sessions.add(session);
    return session;
  }

  /** Rolls back, and fails what it waits for. */
  kill(session: Session): void {
    if (session.isKilled) return;
    session.isKilled = true;
    this.sessions.delete(session);
    for (const lock of this.locks.values())
      for (const each of lock.waiting.filter((waiting) => waiting.session === session)) {
        lock.waiting.splice(lock.waiting.indexOf(each), 1);
        each.fail(connectionLost());
      }
    this.rollback(session);
  }

  /** A process ended: what it sent is executed, and nothing after that. */
  disconnect(owner: string): void {
    for (const session of this.sessions) if (session.owner === owner && !session.isExecuting) this.kill(session);
  }

  killAll(): void {
    for (const session of this.sessions) this.kill(session);
  }

  read(session: Session, table: string, key: string): Row | undefined {
    return session.written.get(`${table}\n${key}`)?.row ?? this.table(table).rows.get(key);
  }

  write(session: Session, table: string, row: Row): void {
    const key = this.table(table).keyOf(row);
    session.written.set(`${table}\n${key}`, { table, key, row });
  }

  commit(session: Session): void {
    for (const { table, key, row } of session.written.values()) {
      this.table(table).put(key, row);
      if (table === 'posting') this.posted(row);
    }
    if (session.written.size > 0) this.commits++;
    this.rollback(session);
  }

  rollback(session: Session): void {
    session.written.clear();
    for (const name of session.locks) this.unlock(session, name);
    session.locks.clear();
  }

  isLocked(session: Session, name: string): boolean {
    const holder = this.locks.get(name)?.holder;
    return holder !== undefined && holder !== session;
  }

  /** @throws Error 1205 after the wait */
  async lock(session: Session, name: string, waitMs = LOCK_WAIT_MS): Promise<void> {
    const lock = this.locks.get(name);
    if (!lock) {
      this.locks.set(name, { holder: session, waiting: [] });
      session.locks.add(name);
    } else if (lock.holder !== session) {
      if (waitMs === 0) throw lockTimeout();
      await this.waitFor(lock, session, waitMs);
      session.locks.add(name);
    }
  }

  /** @throws Error 1205 where another session has the table for longer than the wait */
  async awaitTable(name: string, isWaiting: boolean): Promise<void> {
    const leftMs = (this.blockedTables.get(name) ?? 0) - this.world.nowMs;
    if (leftMs <= 0) return;
    if (isWaiting) await this.world.sleep(Math.min(LOCK_WAIT_MS, leftMs));
    if (!isWaiting || leftMs > LOCK_WAIT_MS) throw lockTimeout();
  }

  /** Ends a session that leaves its transaction open, as the server does. */
  watchIdle(session: Session): void {
    const { packets } = session;
    if (session.locks.size === 0 || session.isKilled) return;
    this.world.after(IDLE_TRANSACTION_MS, () => {
      if (session.packets === packets && session.locks.size > 0) this.kill(session);
    });
  }

  private waitFor(lock: Lock, session: Session, waitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const entry = {
        session,
        grant: () => {
          timer.stop();
          resolve();
        },
        fail: (error: Error) => {
          timer.stop();
          reject(error);
        },
      };
      const timer = this.world.after(waitMs, () => {
        lock.waiting.splice(lock.waiting.indexOf(entry), 1);
        reject(lockTimeout());
      });
      lock.waiting.push(entry);
    });
  }

  private unlock(session: Session, name: string): void {
    const lock = this.locks.get(name);
    if (lock?.holder !== session) return;
    const next = lock.waiting.shift();
    if (!next) return void this.locks.delete(name);
    lock.holder = next.session;
    next.session.locks.add(name);
    next.grant();
  }

  private posted(row: Row): void {
    const account = String(row['account_id']);
    const last = this.lastPostings.get(account);
    const isLater =
      !last || row['recorded']! > last['recorded']! || (row['recorded'] === last['recorded'] && row['seq']! > last['seq']!);
    if (isLater) this.lastPostings.set(account, row);
  }
}

function lockTimeout(): Error {
  return serverError(1205, 'ER_LOCK_WAIT_TIMEOUT');
}
