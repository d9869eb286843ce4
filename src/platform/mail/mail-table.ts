import type { Database } from '../database/database.js';
import { BatchWriter } from '../database/batch-writer.js';
import type { AddressedMail } from './render-mail.js';
import { MailRow } from './mail.row.js';
import { placeholders } from '../database/placeholders.js';

/** A mail that needs no row. */
export interface NewMail extends Pick<MailRow, 'id' | 'key' | 'template' | 'class' | 'createdAt'> {
  readonly opened: AddressedMail;
}

export type StoredMail = Pick<MailRow, 'id' | 'template' | 'class' | 'state' | 'attempts' | 'createdAt' | 'sealed'>;

export type WaitingMail = Pick<MailRow, 'id' | 'class' | 'createdAt'>;

const STORED = 'id, template, class, state, attempts, recorded AS createdAt, sealed';

export class MailTable {
  private readonly sent = new BatchWriter<string>((ids) => this.markAllSent(ids));

  constructor(private readonly database: Database) {}

  /** Ids of the new ones; existing keys are skipped. In the caller's unit of work. */
  async insert(mails: readonly (NewMail & Pick<MailRow, 'sealed'>)[]): Promise<string[]> {
    const onDuplicate = this.database.dialect === 'mysql' ? 'ON DUPLICATE KEY UPDATE id = id' : 'ON CONFLICT DO NOTHING';
    await this.database.rowsOnce(
      `INSERT INTO mail (id, mail_key, sealed, template, class, state, attempts, recorded)
       VALUES ${mails.map(() => "(?, ?, ?, ?, ?, 'waiting', 0, ?)").join(', ')} ${onDuplicate}`,
      mails.flatMap((mail) => [mail.id, mail.key, mail.sealed, mail.template, mail.class, mail.createdAt]),
    );
    const ids = mails.map(({ id }) => id);
    const rows = await this.database.rowsOnce<{ id: string }>(`SELECT id FROM mail WHERE id IN (${placeholders(ids)})`, ids);
    return rows.map(({ id }) => id);
  }

  /** Those of the keys that have a row. */
  async known(keys: readonly string[]): Promise<ReadonlySet<string>> {
    if (keys.length === 0) return new Set();
    const rows = await this.database.rowsOnce<{ known: string }>(
      `SELECT mail_key AS known FROM mail WHERE mail_key IN (${placeholders(keys)})`,
      keys,
    );
    return new Set(rows.map(({ known }) => known));
  }

  async find(id: string): Promise<StoredMail | undefined> {
    const [row] = await this.database.rows<StoredMail>(`SELECT ${STORED} FROM mail WHERE id = ?`, [id]);
    return row;
  }

  /** Mails that wait since before this time, oldest first, after the one given. */
  waiting(createdBefore: number, limit: number, after?: Pick<WaitingMail, 'id' | 'createdAt'>): Promise<WaitingMail[]> {
    const { id, createdAt } = after ?? { id: '', createdAt: 0 };
    return this.database.rows<WaitingMail>(
      `SELECT id, class, recorded AS createdAt FROM mail
       WHERE state = 'waiting' AND recorded BETWEEN ? AND ? AND (recorded > ? OR id > ?) ORDER BY recorded, id LIMIT ${limit}`,
      [createdAt, createdBefore, createdAt, id],
    );
  }

  async oldestWaiting(): Promise<number | undefined> {
    const [row] = await this.database.rows<{ oldest: number | null }>(
      `SELECT MIN(recorded) AS oldest FROM mail WHERE state = 'waiting'`,
    );
    return row?.oldest ?? undefined;
  }

  markSent(id: string): Promise<void> {
    return this.sent.add(id);
  }

  async markAllSent(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.database.rowsOnce(
      `UPDATE mail SET state = 'sent', sealed = '', last_error = NULL, sent_at = ? WHERE id IN (${placeholders(ids)})`,
      [this.database.clock.now(), ...ids],
    );
  }

  /** Removes mails of a state created before this time, oldest first; returns how many. */
  async remove(state: 'sent' | 'failed', recordedBefore: number, limit: number): Promise<number> {
    const rows = await this.database.rows<{ id: string }>(
      `SELECT id FROM mail WHERE state = ? AND recorded < ? ORDER BY recorded LIMIT ${limit}`,
      [state, recordedBefore],
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await this.database.rowsOnce(`DELETE FROM mail WHERE id IN (${placeholders(ids)})`, ids);
    return ids.length;
  }

  async markFailed(id: string, attempts: number, state: 'waiting' | 'failed', lastError: string): Promise<void> {
    await this.database.repository(MailRow).update(id, { attempts, state, lastError });
  }
}
