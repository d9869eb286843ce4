import { firstIdAt } from '../../../kernel/ids.js';
import { placeholders } from '../../../platform/database/placeholders.js';
import type { Database } from '../../../platform/database/database.js';
import { JournalCursorRow } from './typeorm/journal-cursor.row.js';
import { type ConsumedJournal, isBefore, type JournalPosition } from '../application/ports.js';

export type PositionedJournal = ConsumedJournal & JournalPosition;

const JOURNAL = 'batch_no AS batchNo, position, id, kind, subject, recorded AS postedAt';

export class JournalCursors {
  constructor(private readonly database: Database) {}

  async read(): Promise<Map<string, JournalPosition>> {
    const rows = await this.database.rows<JournalPosition & { consumer: string }>(
      'SELECT consumer, batch_no AS batchNo, position FROM journal_cursor',
    );
    return new Map(rows.map(({ consumer, batchNo, position }) => [consumer, { batchNo, position }]));
  }

  async lastBatch(): Promise<number> {
    const [head] = await this.database.rows<{ batchNo: number }>('SELECT batch_no AS batchNo FROM ledger_head');
    return head?.batchNo ?? 0;
  }

  /** At most `limit` journals after `after`, and up to `until` where it is given. */
  journalsBetween(after: JournalPosition, until: JournalPosition | undefined, limit: number): Promise<PositionedJournal[]> {
    const last = until ?? { batchNo: Number.MAX_SAFE_INTEGER, position: 0 };
    return this.database.rows<PositionedJournal>(
      `SELECT ${JOURNAL} FROM journal
       WHERE batch_no >= ? AND (batch_no > ? OR position > ?) AND batch_no <= ? AND (batch_no < ? OR position <= ?)
       ORDER BY batch_no, position LIMIT ${limit}`,
      [after.batchNo, after.batchNo, after.position, last.batchNo, last.batchNo, last.position],
    );
  }

  async lastBefore(time: number): Promise<JournalPosition> {
    const [last] = await this.database.rows<JournalPosition>(
      'SELECT batch_no AS batchNo, position FROM journal WHERE recorded < ? ORDER BY batch_no DESC, position DESC LIMIT 1',
      [time],
    );
    return last ?? { batchNo: 0, position: 0 };
  }

  find(ids: readonly string[]): Promise<PositionedJournal[]> {
    if (ids.length === 0) return Promise.resolve([]);
    return this.database.rowsOnce<PositionedJournal>(`SELECT ${JOURNAL} FROM journal WHERE id IN (${placeholders(ids)})`, ids);
  }

  list(from: number, until: number, limit: number): Promise<PositionedJournal[]> {
    return this.database.rows<PositionedJournal>(
      `SELECT ${JOURNAL} FROM journal WHERE id >= ? AND id < ? ORDER BY id DESC LIMIT ${limit}`,
      [firstIdAt(from), firstIdAt(until)],
    );
  }

  async waitingSubjects(subjects: readonly string[]): Promise<Set<string>> {
    if (subjects.length === 0) return new Set();
    const rows = await this.database.rowsOnce<{ subject: string }>(
      `SELECT DISTINCT subject FROM outbox WHERE subject IN (${placeholders(subjects)})`,
      subjects,
    );
    return new Set(rows.map(({ subject }) => subject));
  }

  /** In the caller's unit of work; of two processes the second waits here for the first. False when one differs from `from`. */
  async advance(readers: readonly string[], from: JournalPosition, to: JournalPosition): Promise<boolean> {
    const { affected } = await this.database.manager
      .createQueryBuilder()
      .update(JournalCursorRow)
      .set({ batchNo: to.batchNo, position: to.position })
      .where('consumer IN (:...readers) AND batch_no = :batchNo AND position = :position', { readers, ...placeOf(from) })
      .execute();
    return affected === readers.length;
  }
}

function placeOf({ batchNo, position }: JournalPosition): JournalPosition {
  return { batchNo, position };
}

export function firstOf(places: readonly JournalPosition[]): JournalPosition | undefined {
  return places.toSorted((one, other) => (isBefore(one, other) ? -1 : 1))[0];
}
