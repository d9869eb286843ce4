import type { Database } from '../database/database.js';
import { COUNT_LIMIT } from './job-table.js';
import { OutboxRow } from './outbox.row.js';
import { placeholders } from '../database/placeholders.js';

export type WaitingEvent = Pick<OutboxRow, 'id' | 'name' | 'subject' | 'data'>;

/** An event whose job takes longer holds up those of its subject no more, and gets another job where its own was lost. */
export const QUEUED_MS = 600_000;

const WAITING = 'id, name, subject, data';

/** A time so early that a process with a handler queues the event at once. */
const SET_ASIDE = 1;

export class OutboxTable {
  constructor(private readonly database: Database) {}

  /** Without a cursor, because ids of several processes are not in commit order. */
  waiting(limit: number): Promise<WaitingEvent[]> {
    return this.database.rows(`SELECT ${WAITING} FROM outbox WHERE queued_at = 0 ORDER BY id LIMIT ${limit}`);
  }

  /** Events of these names that were queued before this time and still exist. */
  async overdue(names: readonly string[], queuedBefore: number, limit: number): Promise<WaitingEvent[]> {
    if (names.length === 0) return [];
    return this.database.rows(
      `SELECT ${WAITING} FROM outbox WHERE queued_at > 0 AND queued_at < ? AND name IN (${placeholders(names)}) ORDER BY queued_at LIMIT ${limit}`,
      [queuedBefore, ...names],
    );
  }

  markQueued(ids: readonly string[]): Promise<void> {
    return this.mark(ids, this.database.clock.now());
  }

  /** Leaves events without a handler here to another process. */
  setAside(ids: readonly string[]): Promise<void> {
    return this.mark(ids, SET_ASIDE);
  }

  async countSetAside(): Promise<number> {
    const [row] = await this.database.rows<{ events: number }>(
      `SELECT COUNT(*) AS events FROM (SELECT 1 FROM outbox WHERE queued_at = ${SET_ASIDE} LIMIT ${COUNT_LIMIT}) AS counted`,
    );
    return row!.events;
  }

  /** Since when the oldest event waits, without those of other processes. */
  async oldestWaiting(): Promise<number | undefined> {
    const [row] = await this.database.rows<{ createdAt: number }>(
      `SELECT recorded AS createdAt FROM outbox WHERE queued_at <> ${SET_ASIDE} ORDER BY id LIMIT 1`,
    );
    return row?.createdAt;
  }

  async find(id: string): Promise<OutboxRow | undefined> {
    const [row] = await this.database.rows<OutboxRow>(
      'SELECT id, name, subject, data, recorded AS createdAt, queued_at AS queuedAt FROM outbox WHERE id = ?',
      [id],
    );
    return row;
  }

  async subjectsInQueue(subjects: readonly string[]): Promise<Set<string>> {
    const named = [...new Set(subjects)].filter((subject) => subject !== '');
    if (named.length === 0) return new Set();
    const rows = await this.database.rowsOnce<{ subject: string }>(
      `SELECT DISTINCT subject FROM outbox WHERE subject IN (${placeholders(named)}) AND queued_at > ?`,
      [...named, this.database.clock.now() - QUEUED_MS],
    );
    return new Set(rows.map(({ subject }) => subject));
  }

  async lastIds(subjects: readonly string[]): Promise<Map<string, string>> {
    const named = [...new Set(subjects)].filter((subject) => subject !== '');
    if (named.length === 0) return new Map();
    const rows = await this.database.rowsOnce<{ subject: string; id: string }>(
      `SELECT subject, MAX(id) AS id FROM outbox WHERE subject IN (${placeholders(named)}) GROUP BY subject`,
      named,
    );
    return new Map(rows.map(({ subject, id }) => [subject, id]));
  }

  async hasEarlier({ id, subject }: OutboxRow): Promise<boolean> {
    if (subject === '') return false;
    const rows = await this.database.rows('SELECT 1 FROM outbox WHERE subject = ? AND id < ? AND queued_at > ? LIMIT 1', [
      subject,
      id,
      this.database.clock.now() - QUEUED_MS,
    ]);
    return rows.length > 0;
  }

  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.database.rowsOnce(`DELETE FROM outbox WHERE id IN (${placeholders(ids)})`, ids);
  }

  private async mark(ids: readonly string[], queuedAt: number): Promise<void> {
    if (ids.length === 0) return;
    await this.database.rowsOnce(`UPDATE outbox SET queued_at = ? WHERE id IN (${placeholders(ids)})`, [queuedAt, ...ids]);
  }
}
