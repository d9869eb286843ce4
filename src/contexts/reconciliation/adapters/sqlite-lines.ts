import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kobo } from '../../../kernel/money.js';
import { turn } from '../../../kernel/timers.js';
import { SqliteConnection } from '../../../platform/database/sqlite-driver.js';
import type {
  BookedAmount,
  ListedStatus,
  ListedTransaction,
  RecordedTransaction,
} from '../../../kernel/provider-transactions.js';
import { type BookingDifference, type Group, Lines, LinesOfRun, referenceKey, type UnmatchedLine } from '../lines.js';

const PORTION = 500;
const TABLES = `
  CREATE TABLE theirs (id INTEGER PRIMARY KEY, key TEXT NOT NULL, reference TEXT NOT NULL, transaction_id TEXT NOT NULL,
    kobo INTEGER NOT NULL, status TEXT NOT NULL, status_text TEXT NOT NULL, at INTEGER, fee INTEGER, destination TEXT);
  CREATE INDEX theirs_key ON theirs (key);
  CREATE TABLE ours (key TEXT PRIMARY KEY, reference TEXT NOT NULL, kobo INTEGER NOT NULL, status TEXT NOT NULL,
    at INTEGER NOT NULL, reversed_at INTEGER, fee INTEGER, destination TEXT) WITHOUT ROWID;
  CREATE TABLE booked (journal TEXT PRIMARY KEY, reference TEXT NOT NULL, kobo INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE posted (journal TEXT PRIMARY KEY, kobo INTEGER NOT NULL) WITHOUT ROWID;`;
const KEYS = `SELECT key FROM (SELECT key FROM ours WHERE key > ? ORDER BY key LIMIT ${PORTION})
  UNION SELECT key FROM (SELECT key FROM theirs WHERE key > ? ORDER BY key LIMIT ${PORTION}) ORDER BY key LIMIT ${PORTION}`;
const UNMATCHED = `SELECT * FROM theirs WHERE id > ? AND NOT EXISTS (SELECT 1 FROM ours WHERE ours.key = theirs.key)
  ORDER BY id LIMIT ?`;
const BOOKINGS = `SELECT journal, reference, booked, posted FROM (
    SELECT booked.journal AS journal, reference, booked.kobo AS booked, COALESCE(posted.kobo, 0) AS posted
    FROM booked LEFT JOIN posted ON posted.journal = booked.journal WHERE posted.kobo IS NULL OR posted.kobo <> booked.kobo
    UNION ALL
    SELECT journal, journal, 0, kobo FROM posted WHERE NOT EXISTS (SELECT 1 FROM booked WHERE booked.journal = posted.journal)
  ) WHERE journal > ? ORDER BY journal LIMIT ${PORTION}`;

interface TheirRow {
  readonly id: number;
  readonly key: string;
  readonly reference: string;
  readonly transaction_id: string;
  readonly kobo: number;
  readonly status: ListedStatus;
  readonly status_text: string;
  readonly at: number | null;
  readonly fee: number | null;
  readonly destination: string | null;
}

interface OurRow {
  readonly key: string;
  readonly reference: string;
  readonly kobo: number;
  readonly status: RecordedTransaction['status'];
  readonly at: number;
  readonly reversed_at: number | null;
  readonly fee: number | null;
  readonly destination: string | null;
}

/** A file for one run, removed at its end; durability would be for nothing. */
class SqliteLines extends Lines {
  private readonly folder = mkdtempSync(join(tmpdir(), 'harmattan-reconciliation-'));
  private readonly connection = new SqliteConnection(join(this.folder, 'lines.sqlite'));

  constructor() {
    super();
    for (const setting of ['journal_mode = OFF', 'synchronous = OFF', 'cache_size = -8000']) this.connection.pragma(setting);
    this.connection.exec(TABLES);
  }

  addTheirs(lines: readonly ListedTransaction[], isWhole: boolean): void {
    const values =
      'INSERT INTO theirs (key, reference, transaction_id, kobo, status, status_text, at, fee, destination) SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?';
    const unless = ' WHERE NOT EXISTS (SELECT 1 FROM theirs WHERE key = ? AND transaction_id = ?)';
    this.all(lines, ({ reference, transactionId, amountKobo, status, statusText, at, feeKobo, destination }) => {
      const key = referenceKey(reference === '' ? transactionId : reference);
      const row = [
        key,
        reference,
        transactionId,
        amountKobo,
        status,
        statusText,
        at ?? null,
        feeKobo ?? null,
        destination ?? null,
      ];
      if (isWhole) this.connection.cached(values).run(...row);
      else this.connection.cached(values + unless).run(...row, key, transactionId);
    });
  }

  addOurs(lines: readonly RecordedTransaction[]): void {
    const sql = 'INSERT INTO ours VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING';
    this.all(lines, ({ reference, amountKobo, status, at, reversedAt = null, feeKobo = null, destination = null }) =>
      this.connection
        .cached(sql)
        .run(referenceKey(reference), reference, amountKobo, status, at, reversedAt, feeKobo, destination),
    );
  }

  unmatched(after: number, limit: number): UnmatchedLine[] {
    return this.rows<TheirRow>(UNMATCHED, after, limit).map((row) => ({ ...toListed(row), id: row.id }));
  }

  match(id: number, reference: string): void {
    this.connection.cached('UPDATE theirs SET key = ? WHERE id = ?').run(referenceKey(reference), id);
  }

  async *groups(): AsyncIterable<Group[]> {
    for (let last = ''; ;) {
      const keys = this.rows<{ key: string }>(KEYS, last, last).map(({ key }) => key);
      if (keys.length === 0) return;
      const [from, to] = [keys[0]!, keys.at(-1)!];
      const ours = new Map(
        this.rows<OurRow>('SELECT * FROM ours WHERE key BETWEEN ? AND ?', from, to).map((row) => [row.key, toRecorded(row)]),
      );
      const theirs = new Map<string, ListedTransaction[]>();
      for (const row of this.rows<TheirRow>('SELECT * FROM theirs WHERE key BETWEEN ? AND ? ORDER BY key, id', from, to))
        theirs.set(row.key, [...(theirs.get(row.key) ?? []), toListed(row)]);
      yield keys.map((key) => ({ ours: ours.get(key), theirs: theirs.get(key) ?? [] }));
      last = to;
      await turn();
    }
  }

  addBooked(amounts: readonly BookedAmount[]): void {
    const sql = 'INSERT INTO booked VALUES (?, ?, ?) ON CONFLICT (journal) DO UPDATE SET kobo = kobo + excluded.kobo';
    this.all(amounts, ({ journal, reference, amountKobo }) => this.connection.cached(sql).run(journal, reference, amountKobo));
  }

  addPosted(amounts: readonly { readonly journal: string; readonly amountKobo: number }[]): void {
    const sql = 'INSERT INTO posted VALUES (?, ?) ON CONFLICT (journal) DO UPDATE SET kobo = kobo + excluded.kobo';
    this.all(amounts, ({ journal, amountKobo }) => this.connection.cached(sql).run(journal, amountKobo));
  }

  async *bookingDifferences(): AsyncIterable<BookingDifference[]> {
    for (let last = ''; ;) {
      const rows = this.rows<{ journal: string; reference: string; booked: number; posted: number }>(BOOKINGS, last);
      if (rows.length === 0) return;
      yield rows.map(({ reference, booked, posted }) => ({ reference, bookedKobo: booked, postedKobo: posted }));
      last = rows.at(-1)!.journal;
      await turn();
    }
  }

  get theirsCount(): number {
    return this.rows<{ total: number }>('SELECT COUNT(*) AS total FROM theirs')[0]!.total;
  }

  latestOfTheirs(): number | undefined {
    return this.rows<{ at: number | null }>('SELECT MAX(at) AS at FROM theirs')[0]!.at ?? undefined;
  }

  close(): void {
    this.connection.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private all<T>(items: readonly T[], write: (item: T) => void): void {
    this.connection.exec('BEGIN');
    for (const item of items) write(item);
    this.connection.exec('COMMIT');
  }

  private rows<Row>(sql: string, ...values: (string | number)[]): Row[] {
    return this.connection.cached(sql).all(...values) as Row[];
  }
}

export class SqliteLinesOfRun extends LinesOfRun {
  open(): Lines {
    return new SqliteLines();
  }
}

function toListed({
  reference,
  transaction_id,
  kobo: amount,
  status,
  status_text,
  at,
  fee,
  destination,
}: TheirRow): ListedTransaction {
  return {
    reference,
    transactionId: transaction_id,
    amountKobo: kobo(amount),
    status,
    statusText: status_text,
    at: at ?? undefined,
    feeKobo: fee === null ? undefined : kobo(fee),
    destination: destination ?? undefined,
  };
}

function toRecorded({ reference, kobo: amount, status, at, reversed_at, fee, destination }: OurRow): RecordedTransaction {
  return {
    reference,
    otherNames: [],
    amountKobo: kobo(amount),
    status,
    at,
    reversedAt: reversed_at ?? undefined,
    feeKobo: fee === null ? undefined : kobo(fee),
    destination: destination ?? undefined,
  };
}
