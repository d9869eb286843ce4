import type { Database } from '../database/database.js';
import { WriteBatch } from '../database/write-batch.js';
import { OutboxRow } from './outbox.row.js';

export interface WaitingEvent {
  readonly id: string;
  readonly name: string;
}

/** The `outbox` table. Times are unix ms. */
export class OutboxTable {
  private readonly removals = new WriteBatch<string>((ids) => this.removeAll(ids));

  constructor(private readonly database: Database) {}

  /**
   * Events that were not handed to the queue. There is no cursor: ids of several processes do not arrive in order,
   * and a transaction that commits late would be passed over.
   */
  waiting(limit: number): Promise<WaitingEvent[]> {
    return this.database.rows(`SELECT id, name FROM outbox WHERE queued_at = 0 ORDER BY id LIMIT ${limit}`);
  }

  /** Events that were handed over before this time and are still there. */
  overdue(queuedBefore: number, limit: number): Promise<WaitingEvent[]> {
    return this.database.rows(
      `SELECT id, name FROM outbox WHERE queued_at > 0 AND queued_at < ? ORDER BY queued_at LIMIT ${limit}`,
      [queuedBefore],
    );
  }

  async markQueued(ids: readonly string[]): Promise<void> {
    await this.database.rowsOnce(`UPDATE outbox SET queued_at = ? WHERE id IN (${placesFor(ids)})`, [Date.now(), ...ids]);
  }

  async find(id: string): Promise<OutboxRow | undefined> {
    const [row] = await this.database.rows<OutboxRow>(
      'SELECT id, name, data, recorded, queued_at AS queuedAt FROM outbox WHERE id = ?',
      [id],
    );
    return row;
  }

  remove(id: string): Promise<void> {
    return this.removals.add(id);
  }

  async removeAll(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.database.rowsOnce(`DELETE FROM outbox WHERE id IN (${placesFor(ids)})`, ids);
  }
}

function placesFor(values: readonly unknown[]): string {
  return values.map(() => '?').join(',');
}
