import { steadyMs } from '../../../kernel/timers.js';
import type { ServerDialect } from '../../../platform/database/server-dialect.js';

export interface LockBlocker {
  /** Its number in `SHOW PROCESSLIST`, for `KILL`. */
  readonly session: number;
  readonly user: string | null;
  readonly host: string | null;
  /** `Sleep`: between two statements of its transaction. */
  readonly command: string | null;
  readonly transactionSeconds: number;
}

export interface BlockerSource {
  rows(sql: string, values: readonly number[]): Promise<unknown[]>;
  /** At most once a minute for the same sessions; with an error where the server does not tell. */
  report(blockers: readonly LockBlocker[], error?: unknown): void;
}

const REPORT_AGAIN_MS = 60_000;
const SELECTED = `b.trx_mysql_thread_id AS session, p.user AS user, p.host AS host, p.command AS command,
  TIMESTAMPDIFF(SECOND, b.trx_started, NOW()) AS transactionSeconds`;
const BLOCKING = `JOIN information_schema.innodb_trx r ON r.trx_id = w.requesting
  JOIN information_schema.innodb_trx b ON b.trx_id = w.blocking
  LEFT JOIN information_schema.processlist p ON p.id = b.trx_mysql_thread_id WHERE r.trx_mysql_thread_id = ?`;
const MARIADB = `SELECT DISTINCT ${SELECTED} FROM (SELECT requesting_trx_id AS requesting, blocking_trx_id AS blocking
  FROM information_schema.innodb_lock_waits) w ${BLOCKING}`;
const MYSQL = `SELECT DISTINCT ${SELECTED} FROM (SELECT requesting_engine_transaction_id AS requesting,
  blocking_engine_transaction_id AS blocking FROM performance_schema.data_lock_waits) w ${BLOCKING}`;

/** Numbers that may be above 2^53 come as text. */
type BlockerRecord = Omit<LockBlocker, 'session' | 'transactionSeconds'> &
  Record<'session' | 'transactionSeconds', number | string>;

/** Reads from the server which sessions one of the ledger's waits for. */
export class LockBlockers {
  private readonly reportedAt = new Map<string, number>();

  constructor(
    private readonly source: BlockerSource,
    private readonly dialect: ServerDialect,
    private readonly own: () => ReadonlySet<number>,
  ) {}

  /** @param waiting number of the session of the ledger */
  async find(waiting: number): Promise<void> {
    if (this.dialect === 'tidb') return;
    try {
      const [server] = (await this.source.rows('SELECT VERSION() AS version', [])) as [{ version: string }];
      const found = (await this.source.rows(/mariadb/i.test(server.version) ? MARIADB : MYSQL, [waiting])) as BlockerRecord[];
      const blockers = found.map(asNumbers);
      // A batch may wait for the one before it.
      const foreign = blockers.filter(({ session }) => !this.own().has(session));
      if (foreign.length > 0) this.reportOnce(foreign.map(({ session }) => session).join(), () => this.source.report(foreign));
    } catch (error) {
      this.reportOnce('unknown', () => this.source.report([], error));
    }
  }

  private reportOnce(name: string, report: () => void): void {
    const now = steadyMs();
    for (const [each, at] of this.reportedAt) if (now - at > REPORT_AGAIN_MS) this.reportedAt.delete(each);
    if (this.reportedAt.has(name)) return;
    this.reportedAt.set(name, now);
    report();
  }
}

function asNumbers(row: BlockerRecord): LockBlocker {
  return { ...row, session: Number(row.session), transactionSeconds: Number(row.transactionSeconds) };
}
